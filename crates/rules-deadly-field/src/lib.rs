//! Across A Deadly Field: regimental battles at three figure scales, with reactions at every inch and two ways to resolve a
//! charge.
//!
//! Procedures from facts: [`fire`], [`target`], [`morale`], [`impact`]. The table: [`sight`], [`ground`], [`measure`]. The turn:
//! [`walk`], [`charge`], [`react`].

mod acts;
mod aftermath;
mod case;
pub mod charge;
mod clash;
pub mod command;
mod countercharge;
mod cue;
mod deadly;
pub mod declare;
pub mod disengage;
pub mod event;
mod facts;
pub mod fire;
pub mod flight;
pub mod ground;
pub mod groups;
pub mod impact;
pub mod kinds;
pub mod losses;
pub mod measure;
pub mod morale;
mod muster;
mod obstacles;
mod offers;
pub mod options;
mod orders;
mod outcome;
pub mod procedures;
pub mod question;
pub mod react;
pub mod roads;
pub mod route;
pub mod shooting;
mod shot;
pub mod sight;
pub mod state;
mod table_rows;
pub mod tables;
pub mod target;
mod tell;
mod text;
mod together;
mod turn;
pub mod victory;
mod view;
pub mod walk;
mod weighing;
mod wheel;
mod why;

pub use command::Command;
pub use deadly::DeadlyField;
pub use event::Event;
pub use state::State;
pub use why::Why;

/// Every id of the registry as a constant.
pub mod c {
    use longroll_kit::Clause;
    include!(concat!(env!("OUT_DIR"), "/clauses.rs"));
}
