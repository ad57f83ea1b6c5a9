//! Ranks and files: formations, where each stand is, what goes first and where what comes back stands.

use longroll_rules_potomac::book::kinds::Formation;
use longroll_rules_potomac::field::body::{Body, Hand};
use longroll_table::{
    BaseSize, Blocker, Blocks, Edge, Heading, Point, Pose, Rect, Vector, cm, contact_edge, sight,
};

const STAND: BaseSize = BaseSize::new(cm(4), cm(2));

fn body(stands: u8, files: u8) -> Body {
    Body::new(Pose::new(Point::at(cm(50), cm(50)), Heading::NORTH), stands, files)
}

// clauses: POT-UNIT-14
#[test]
fn formations_by_ranks_and_files() {
    let formation = |stands, files| body(stands, files).formation();
    assert_eq!(formation(6, 3), Formation::Line, "3 files by 2 ranks");
    assert_eq!(formation(6, 1), Formation::Column);
    assert_eq!(formation(6, 2), Formation::Column, "2 files by 3 ranks");
    assert_eq!(formation(2, 2), Formation::Line);
    assert_eq!(formation(2, 1), Formation::Column);
    assert_eq!(formation(4, 2), Formation::Line, "2 by 2: two ranks, and no more ranks than files");
    assert_eq!(formation(9, 3), Formation::Irregular, "3 by 3");
    assert_eq!(formation(5, 3), Formation::Line, "3 in front, 2 behind");
    let declared = Body { column: true, ..body(1, 1) };
    assert_eq!((formation(1, 1), declared.formation()), (Formation::Line, Formation::Column));
}

// clauses: POT-UNIT-08, POT-UNIT-13
#[test]
fn stands_are_4_by_2_and_touch() {
    let line = body(3, 3);
    let stands: Vec<Rect> = line.cells.iter().map(|cell| line.stand(*cell, STAND)).collect();
    // 12 cm wide around x = 50: centres at 46, 50, 54; the front edge is at y = 50, so they are centred at 49
    assert_eq!(stands[0].centre(), Point::at(cm(46), cm(49)));
    assert_eq!(stands[2].centre(), Point::at(cm(54), cm(49)));
    assert_eq!(contact_edge(&stands[0], &stands[1]).map(|contact| contact.edge), Some(Edge::Left));
    assert_eq!(line.front_corners(STAND), [Point::at(cm(44), cm(50)), Point::at(cm(56), cm(50))]);
}

// clauses: POT-FIRE-26, POT-UNIT-13
#[test]
fn rear_stands_go_first_and_a_line_closes_up() {
    let after = body(6, 3).without_one(Hand::Right, STAND);
    assert_eq!((after.stands(), after.files, after.ranks()), (5, 3, 2), "3 in front, 2 behind");
    assert_eq!(after.front, body(6, 3).front);
    let line = body(3, 3).without_one(Hand::Left, STAND);
    // The left stand from 44 to 48 is gone: the front runs from 48 to 56, its middle is 52
    assert_eq!((line.files, line.front.at), (2, Point::at(cm(52), cm(50))));
    assert_eq!(line.front_corners(STAND)[0], Point::at(cm(48), cm(50)));
}

// clauses: POT-SKIRM-06
#[test]
fn stands_come_back_to_the_rear_or_the_end() {
    let line = body(2, 2).with_one(Hand::Right, STAND);
    assert_eq!((line.files, line.front.at), (3, Point::at(cm(52), cm(50))), "from 46 to 58");
    let two_ranks = body(5, 3).with_one(Hand::Left, STAND);
    assert_eq!((two_ranks.stands(), two_ranks.files, two_ranks.ranks()), (6, 3, 2));
    assert_eq!(body(3, 1).with_one(Hand::Left, STAND).ranks(), 4, "a column stays a column");
}

// clauses: POT-SIGHT-03, POT-UNIT-13
#[test]
fn stands_shoulder_to_shoulder_are_one_wall() {
    let walls = |stands, files| body(stands, files).walls(STAND);
    let corners = |wall: &Rect| {
        let bounds = wall.bounds();
        [bounds.west, bounds.east, bounds.south, bounds.north].map(|at| at / cm(1).micrometres())
    };
    let block = walls(6, 3);
    // 3 files by 2 ranks: 12 cm around x = 50, 4 cm back from y = 50
    assert_eq!(block.stands().iter().map(corners).collect::<Vec<_>>(), [[44, 56, 46, 50]]);
    // A third file stands alone behind: the front rank and what is behind it are two walls
    let begun = walls(5, 3);
    assert_eq!(begun.stands().len(), 2);
    assert_eq!(corners(&begun.stands()[0]), [44, 56, 48, 50]);
    assert_eq!(begun.bounds(), body(5, 3).footprint(STAND).bounds());
    assert_eq!(walls(4, 1).stands().len(), 1, "a column");
    let guns = Body { laid: Some(Heading::EAST), ..body(3, 3) };
    assert_eq!(guns.walls(STAND).stands(), guns.footprint(STAND).stands(), "laid apart from their front");
}

// clauses: POT-SIGHT-03
#[test]
fn nobody_sees_through_the_seams_of_a_line() {
    // Eyes at the corners of a line 10 cm behind another as wide, target as far before it: whatever the heading, all lines
    // pass through the line between, also those along the seams between two of its stands.
    for degrees in 0..90 {
        let facing = Heading::from_degrees(degrees);
        let line = Body::new(Pose::new(Point::at(cm(50), cm(50)), facing), 6, 6);
        let walls = line.walls(STAND);
        let screens: Vec<_> =
            walls.stands().iter().map(|wall| Blocker::base((), wall, Blocks::Any)).collect();
        let ahead = Vector::along(facing, cm(10));
        let target = Body::new(line.front, 2, 2).shifted(ahead).footprint(STAND);
        for cell in &line.cells[1..5] {
            for eye in *line.shifted(-ahead).stand(*cell, STAND).corners() {
                assert!(sight(eye, &target, &screens).is_err(), "{degrees} degrees");
            }
        }
    }
}
