//! Johnny Reb III: regimental battles with secret simultaneous orders.
//!
//! | room | what is in it |
//! |---|---|
//! | `kinds`, `crt` | arms, formations, weapons, the tables |
//! | `fire`, `morale`, `melee` | the procedures, from facts alone |
//! | `ground`, `sight`, `rates`, `movement`, `flight`, `officers` | what is measured on the table |
//! | `firing`, `checks`, `march`, `charging`, `impact`, `turn`, `victory` | the phases of the turn |
//! | `state`, `command`, `event`, `record`, `why`, `asking` | what is remembered, asked, recorded and refused; questions in mid-course |
//! | `offers`, `view`, `tell`, `case`, `procedures`, `muster` | the faces shown to the rest of the program |

pub mod c {
    //! Every clause, option and ruling by its name.
    use longroll_kit::Clause;
    include!(concat!(env!("OUT_DIR"), "/clauses.rs"));
}

pub mod asking;
pub mod charging;
pub mod checks;
pub mod crt;
mod disengage;
pub mod fire;
pub mod firing;
pub mod flight;
pub mod ground;
pub mod houses;
pub mod impact;
pub mod kinds;
pub mod march;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod officers;
pub mod options;
pub mod rates;
pub mod sight;
pub mod state;
pub mod turn;
pub mod victory;

mod case;
mod command;
mod cue;
mod event;
mod johnny_reb;
mod muster;
pub mod obey;
mod offers;
pub mod procedures;
mod record;
mod tell;
mod view;
mod why;

pub use command::Command;
pub use event::{Blow, Event, Hindrance, Motion, Volley};
pub use johnny_reb::{JohnnyReb, JohnnyRebDraft, Refused};
pub use why::Why;
