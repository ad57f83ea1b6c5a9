//! The Grenadier play sheet, whole: brigades under orders, generals with nerves, units with disruption points.
//!
//! | room | what is in it |
//! |---|---|
//! | `kinds`, `tables`, `options` | the words of the sheet, its printed tables, the contested readings |
//! | `fire`, `gunnery`, `skirmish`, `morale`, `melee`, `pace`, `tests_of_command` | the procedures, from facts alone |
//! | `body`, `ground`, `sight`, `course`, `contact`, `flight`, `movement`, `walk`, `acts` | what is measured on the table |
//! | `deployment`, `command_step`, `charge`, `fire_step`, `resolution`, `melee_step`, `pursuit`, `morale_step`, `end_step`, `victory`, `harm`, `choices`, `turn` | the steps of the turn, and where a player chooses their order |
//! | `state`, `questions`, `command`, `words`, `event`, `apply`, `recording`, `why` | what is remembered, asked, recorded and refused |
//! | `offers`, `panel`, `explain`, `view`, `tell`, `case`, `procedures`, `procedures_of_movement`, `muster` | the faces shown to the rest of the program |

pub mod c {
    //! Every clause, option and ruling by its name.
    use longroll_kit::Clause;
    include!(concat!(env!("OUT_DIR"), "/clauses.rs"));
}

pub mod acts;
pub mod aftermath;
pub mod body;
pub mod charge;
pub mod choices;
pub mod command_step;
pub mod contact;
pub mod course;
pub mod end_step;
pub mod fire;
pub mod fire_step;
pub mod flight;
pub mod ground;
pub mod gunnery;
pub mod harm;
pub mod kinds;
pub mod measure;
pub mod melee;
pub mod melee_step;
pub mod morale;
pub mod morale_step;
pub mod movement;
pub mod offers;
pub mod options;
pub mod pace;
pub mod pursuit;
pub mod questions;
pub mod resolution;
pub mod sight;
pub mod skirmish;
pub mod state;
pub mod tables;
pub mod tests_of_command;
pub mod walk;

mod apply;
mod brigade_panel;
mod case;
mod case_units;
mod command;
mod cue;
pub mod debts;
mod deployment;
mod event;
mod explain;
mod grenadier;
mod muster;
mod panel;
mod procedures;
mod procedures_of_movement;
mod recording;
mod tell;
mod turn;
pub mod victory;
mod view;
mod weighing;
mod why;
mod words;

pub use command::Command;
pub use event::{Act, Cause, Event, Round, Shot};
pub use grenadier::{Grenadier, GrenadierDraft, Refused};
pub use why::Why;
