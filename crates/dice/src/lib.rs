//! Dice: one way for a rule to ask for a roll, four sources that answer it, and exact odds.
//!
//! A rule procedure takes `&mut dyn `[`Dice`] and asks for the coarsest thing that it looks at. The same procedure then
//! serves play ([`Seeded`]), dice thrown by hand ([`Typed`]), tests and old games ([`Scripted`]) — each wrapped in
//! [`Rolling`], which keeps the record — and exact [`odds`].

mod clause;
mod die;
mod distribution;
mod exact;
mod fraction;
mod roll;
mod rolling;
mod scripted;
mod seed;
mod seeded;
mod throw;
mod typed;
mod wanted;

pub use clause::{BadClause, CLAUSE_LENGTH, Clause};
pub use die::Die;
pub use distribution::Distribution;
pub use exact::{Budget, LONGEST_PATH, OddsError, WIDEST_TABLE, odds, odds_within};
pub use fraction::Fraction;
pub use roll::{FaceList, MAX_DICE, Read, Reading, Roll, at_least};
pub use rolling::{Faces, Rolling, Thrown};
pub use scripted::{BadScript, Scripted};
pub use seed::{BadSeed, Seed};
pub use seeded::{GENERATOR, MAX_ROLLS, Seeded};
pub use throw::Dice;
pub use typed::Typed;
pub use wanted::Wanted;
