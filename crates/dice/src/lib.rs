//! Dice: one way for a rule to ask for a roll, four sources that answer it, and exact odds.
//!
//! A rule procedure takes `&mut dyn `[`Dice`] and asks for the coarsest thing that it looks at. The same procedure then
//! serves play ([`Seeded`]), dice thrown by hand ([`Typed`]), tests and old games ([`Scripted`]) — each wrapped in
//! [`Rolling`], which keeps the record — and exact [`odds`].
//!
//! ```
//! use longroll_dice::{Clause, Dice, Die, Rolling, Scripted, Wanted, odds};
//!
//! const FIRE: Clause = Clause::new("example.fire");
//! const NERVE: Clause = Clause::new("example.nerve");
//!
//! /// Three dice hit on 5 or more; whoever is hit must throw 7 or more with two dice to stand.
//! fn volley(dice: &mut dyn Dice) -> Result<(u32, bool), Wanted> {
//!     let hits = dice.count(FIRE, 3, Die::D6, 5)?;
//!     let stands = hits == 0 || dice.sum(NERVE, 2, Die::D6)? >= 7;
//!     Ok((hits, stands))
//! }
//!
//! let mut dice = Rolling::new(Scripted::parse("5 1 6 | 3 3")?);
//! assert_eq!(volley(&mut dice), Ok((2, false)));
//! assert!(dice.source().left_over().is_empty());
//!
//! // No hit (2/3)³ = 8/27; otherwise 21 of 36 stand: 8/27 + 19/27 · 7/12 = 229/324.
//! let stands = odds(volley)?.map(|&(_, stands)| stands).probability(&true);
//! assert_eq!(stands.to_string(), "229/324");
//! assert_eq!(stands.percent_text(2), "70.68 %");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
pub use exact::{Budget, LONGEST_PATH, OddsError, WIDEST_TABLE, odds, odds_of_the_likely, odds_within};
pub use fraction::Fraction;
pub use roll::{FaceList, MAX_DICE, Read, Reading, Roll, at_least};
pub use rolling::{Faces, Rolling, Thrown};
pub use scripted::{BadScript, Scripted};
pub use seed::{BadSeed, Seed};
pub use seeded::{GENERATOR, MAX_ROLLS, Seeded};
pub use throw::Dice;
pub use typed::Typed;
pub use wanted::Wanted;
