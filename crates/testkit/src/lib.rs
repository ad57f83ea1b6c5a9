//! Batteries of checks that every ruleset must pass, and the scenarios to run them on.

mod accounts;
mod bases;
mod battery;
mod case_positions;
mod counts;
mod gone;
mod limits;
mod odds;
mod outside;
mod playing;
mod retold;
mod retold_case;
mod scenarios;
mod sets;
mod standing;
mod sums;
mod table_map;
mod twins;
mod typed_values;

pub use accounts::{Books, Ledger, Spent};
pub use bases::{Footing, Looked, check_bases, overlap};
pub use battery::{MOST_COMMANDS, Seen, Watch, fight};
pub use case_positions::{case_positions, compare_case, play_case};
pub use counts::{Counts, Threshold, names, probe_counts};
pub use gone::{Tried, Undoing, check_gone};
pub use limits::{Exactly, Limit, Probed, probe_limits};
pub use odds::{Agreed, Calculated, check_odds};
pub use outside::{Attempts, try_from_outside};
pub use playing::{Moment, play};
pub use scenarios::{
    BRANDY_STATION, BRAWL, CORNFIELD, LEARNING, MCPHERSONS_RIDGE, PICKETT_PETTIGREW, Texts,
    VICKSBURG_STOCKADE, battle, setup,
};
pub use standing::{Stood, check_standing};
pub use sums::{Summed, check_sums};
pub use twins::{Compared, Excused, Told, compare};
