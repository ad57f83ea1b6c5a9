//! Across the Potomac, whole: the text of the rules misses no part of itself (POT-SPECIAL-09).
//!
//! | room | what is in it |
//! |---|---|
//! | `kinds`, `tables`, `order_tables` | unit types, weapons, the printed tables |
//! | `command_test`, `small_arms`, `guns`, `losses`, `morale_test`, `premelee`, `melee` | the dice, from facts alone |
//! | `under_fire`, `meet_charge`, `melee_round` | whole procedures from facts, for odds and for an umpire |
//! | `body`, `ground`, `sight`, `lane`, `screen`, `contact` | what is measured on the table |
//! | `movement`, `changes`, `loose`, `skirmish`, `charge`, `squaring_up`, `evade`, `drive` | moves of every kind |
//! | `orders`, `fire_step`, `gun_targets`, `assault`, `melee_step`, `follow_up`, `aftermath`, `turn`, `victory` | the steps of a tenure |
//! | `state`, `command`, `event`, `why`, `obey` | what is remembered, asked, recorded, refused and carried out |
//! | `offers`, `view`, `tell`, `words`, `case`, `procedures`, `muster` | the faces shown to the rest of the program |

pub mod c {
    //! Every clause, option and ruling by its name.
    use longroll_kit::Clause;
    include!(concat!(env!("OUT_DIR"), "/clauses.rs"));
}

pub mod body;
pub mod charge;
pub mod command_test;
pub mod contact;
pub mod drive;
pub mod evade;
pub mod facts;
pub mod fire_step;
pub mod ground;
pub mod guns;
pub mod kinds;
pub mod lane;
pub mod loose;
pub mod losses;
pub mod meet_charge;
pub mod melee;
pub mod melee_round;
pub mod melee_step;
pub mod morale_test;
pub mod movement;
pub mod options;
pub mod order_tables;
pub mod orders;
pub mod premelee;
pub mod screen;
pub mod sight;
pub mod skirmish;
pub mod small_arms;
pub mod squaring_up;
pub mod state;
pub mod tables;
pub mod under_fire;
pub mod victory;

mod aftermath;
mod apply;
mod assault;
mod bearing;
mod calculation;
mod carry;
mod case;
mod case_facts;
mod changes;
mod choices;
mod command;
mod cue;
mod debt;
mod event;
mod explain;
mod explain_command;
mod follow_up;
mod gun_targets;
mod muster;
mod obey;
mod offers;
mod order_kind;
mod overrun;
mod potomac;
mod procedures;
mod road;
mod set_up;
mod tell;
mod together;
mod turn;
mod view;
mod why;
mod words;

pub use command::{Beginning, Command};
pub use event::{Aimed, Blow, Closing, Event, Shot, Tally};
pub use potomac::{Potomac, PotomacDraft, Refused};
pub use why::Why;
