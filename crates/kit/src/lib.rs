//! What the rulesets share: mechanism, never meaning.
//!
//! Clause registry, modifier lists, band tables, the stack of what is owed, refusals, offers, views, and the
//! [`Ruleset`] trait by which the game, the opponents and the test batteries drive any set.

mod accessors;
mod bands;
mod by_hand;
mod choice;
mod cue;
mod draft;
mod mods;
mod objective;
mod offer;
mod owed;
mod panel;
mod procedure;
mod refusal;
mod registry;
mod ruleset;
mod side;
mod standing;
mod table_file;
mod thought;
mod upshot;
mod view;
mod words;
mod written;

pub use bands::{Bands, BandsError};
pub use by_hand::{
    EdgesByHand, ObjectiveByHand, ReadLength, degrees_shown, held_fact, inches_shown, length_by_hand,
    place_by_hand,
};
pub use choice::{NoChoice, WorkEnd, Worked, work};
pub use cue::{Action, Aim, Arms, Cue, Throw};
pub use draft::Draft;
pub use longroll_dice::Clause;
pub use longroll_scenario::Side;
pub use mods::{Counted, Effect, Line, Mods, Settled, Stack, number_of_dice};
pub use objective::{
    End, Names, Objective, end_by_points, end_of_who_is_gone, objectives_taken, points_held, smaller_share,
};
pub use offer::{Leg, Offer, Region, Turning};
pub use owed::{Owed, TooDeep};
pub use panel::{Formation, Note, Reaction, ReactionKind};
pub use procedure::{Calculation, Explained, Fact, Outcome, Prepared, Procedure, ProcedureError, facts_from};
pub use refusal::{Refusal, Stop};
pub use registry::{Entry, GameOption, OptionChoice, Registry, Ruling, Settings, SettingsError, Standing};
pub use ruleset::{Awaiting, CaseSetup, Order, Ruleset, Setup, SetupError, Tally, Telling, Wait};
pub use side::{Actor, Seat, UnitId};
pub use standing::{BattleStanding, Breaking, Condition, SideStanding, Toll, colour, counted, side_name};
pub use table_file::{InchCell, TableError, row_of, rows};
pub use thought::Thought;
pub use upshot::Upshot;
pub use view::{
    Cost, ObjectiveView, Obstacle, OutcomeView, Reach, Sighting, Sign, StandView, StepView, UnitView, View,
};
pub use words::{key_of, leg_in_inches, read_path, turned, two_words, unit_named, who_at_whom};
pub use written::{
    centimetres, centimetres_in, centimetres_or_none, decimal, degrees_in, inches, inches_in,
    place_in_inches, plain, write_centimetres, write_inches, write_place_in_inches,
};
