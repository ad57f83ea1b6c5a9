//! How large a scenario may be. Generous for any battle, small enough that a broken or hostile file does no harm.

/// Bytes of `scenario.toml`.
pub const MOST_SCENARIO_BYTES: usize = 1_000_000;
/// Bytes of `terrain.geojson`.
pub const MOST_TERRAIN_BYTES: usize = 20_000_000;
/// Units of both sides.
pub const MOST_UNITS: usize = 500;
/// Formations of both sides.
pub const MOST_FORMATIONS: usize = 200;
/// Objectives.
pub const MOST_OBJECTIVES: usize = 50;
/// Features of the ground.
pub const MOST_FEATURES: usize = 5_000;
/// Points of all features.
pub const MOST_POINTS: usize = 200_000;
/// Points of one feature or zone.
pub const MOST_POINTS_OF_ONE: usize = 2_000;
/// Mistakes reported at once.
pub const MOST_MISTAKES: usize = 200;
/// Yards along one edge of the field.
pub const FIELD_YARDS: std::ops::RangeInclusive<u32> = 100..=20_000;
/// Men of one unit.
pub const MEN: std::ops::RangeInclusive<u32> = 1..=6_000;
/// Guns of one battery.
pub const GUNS: std::ops::RangeInclusive<u32> = 1..=40;
/// Minutes of a battle.
pub const MINUTES: std::ops::RangeInclusive<u32> = 1..=1_440;
/// Feet of one contour step.
pub const CONTOUR_FEET: std::ops::RangeInclusive<u32> = 1..=500;
/// Levels a contour may have.
pub const LEVELS: std::ops::RangeInclusive<i8> = 1..=50;
/// Grades a feature may have.
pub const GRADES: std::ops::RangeInclusive<u8> = 0..=5;
/// Yards of the width of a line.
pub const WIDTH_YARDS: std::ops::RangeInclusive<u32> = 1..=500;
/// Yards one sees into a feature.
pub const SIGHT_YARDS: std::ops::RangeInclusive<u32> = 0..=5_000;
/// Yards of the radius of an objective.
pub const RADIUS_YARDS: std::ops::RangeInclusive<u32> = 1..=2_000;
/// Points of an objective.
pub const OBJECTIVE_POINTS: std::ops::RangeInclusive<u32> = 1..=1_000;
/// Centres of two units nearer than this lie on top of each other under every ruleset.
pub const NEAREST_CENTRES_YARDS: i32 = 40;
/// Letters of an id.
pub const LONGEST_ID: usize = 40;
/// Letters of a name or title.
pub const LONGEST_NAME: usize = 120;
