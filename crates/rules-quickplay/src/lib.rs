//! The one-page quick-play sheet, whole.
//!
//! | room | what is in it |
//! |---|---|
//! | `kinds` | unit types, weapons, the printed tables |
//! | `fire`, `melee`, `morale_test` | the procedures, from facts alone |
//! | `movement`, `charge`, `flight`, `generals`, `sight`, `ground` | what is measured on the table |
//! | `morale_step`, `combat_step`, `turn`, `victory` | the steps of the turn |
//! | `state`, `command`, `event`, `why` | what is remembered, asked, recorded and refused |
//! | `offers`, `view`, `tell`, `case`, `procedures`, `muster` | the faces shown to the rest of the program |

pub mod c {
    //! Every clause, option and ruling by its name.
    use longroll_kit::Clause;
    include!(concat!(env!("OUT_DIR"), "/clauses.rs"));
}

pub mod charge;
pub mod combat_step;
pub mod fire;
pub mod flight;
pub mod generals;
pub mod ground;
pub mod kinds;
pub mod melee;
pub mod morale_step;
pub mod morale_test;
pub mod movement;
pub mod options;
pub mod sight;
pub mod state;
pub mod victory;

mod case;
mod command;
mod cue;
mod event;
mod muster;
mod offers;
mod procedures;
mod quickplay;
mod tell;
mod turn;
mod view;
mod why;

pub use command::Command;
pub use event::{Event, Melee, Shooting};
pub use offers::charge_at;
pub use quickplay::{Quickplay, QuickplayDraft, Refused};
pub use why::Why;
