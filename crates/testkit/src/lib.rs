//! Batteries of checks that every ruleset must pass, and the scenarios to run them on.

mod battery;
mod scenarios;
mod twins;
mod typed_values;

pub use battery::{MOST_COMMANDS, Seen, Watch, fight};
pub use scenarios::{
    BRANDY_STATION, BRAWL, CORNFIELD, LEARNING, MCPHERSONS_RIDGE, PICKETT_PETTIGREW, Texts,
    VICKSBURG_STOCKADE, battle, setup,
};
pub use twins::{Compared, Excused, Told, compare};
