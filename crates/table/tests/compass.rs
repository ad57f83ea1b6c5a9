//! Headings in words.

use longroll_table::Heading;

#[test]
fn a_heading_is_named_by_the_nearest_of_sixteen_points() {
    let words = |degrees: i32| Heading::from_degrees(degrees).in_words();
    assert_eq!([0, 90, 180, 270].map(words), ["north", "east", "south", "west"]);
    assert_eq!([45, 135, 225, 315].map(words), ["north-east", "south-east", "south-west", "north-west"]);
    // half a point is 11.25 degrees
    assert_eq!([11, 12, 348, 349].map(words), ["north", "north-north-east", "north-north-west", "north"]);
    assert_eq!(words(130), "south-east");
}
