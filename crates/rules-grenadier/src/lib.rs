//! The Grenadier play sheet, whole: brigades under orders, generals with nerves, units with disruption points.
//!
//! | folder | what is in it |
//! |---|---|
//! | `book` | what is printed: kinds of troops, tables, readings on which players differ |
//! | `procedures` | the rules from facts and dice alone, and their catalogue |
//! | `field` | what is measured on the table |
//! | `turn` | what is remembered, commanded and recorded, and the steps of the turn |
//! | `shown` | offers, panels, views, events and refusals in words |
//! | `cases` | positions set up by hand, look-ups, words of commands |

pub mod c {
    //! Every clause, option and ruling by its name.
    use longroll_kit::Clause;
    include!(concat!(env!("OUT_DIR"), "/clauses.rs"));
}

pub mod book;
pub mod cases;
pub mod field;
pub mod procedures;
pub mod shown;
pub mod turn;

mod ruleset;

pub use ruleset::{Grenadier, GrenadierDraft, Refused};
pub use shown::why::Why;
pub use turn::command::Command;
pub use turn::event::{Act, Cause, Event, Round, Shot};
