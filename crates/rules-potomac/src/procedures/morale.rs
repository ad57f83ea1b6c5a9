//! The morale test, from facts alone.

use crate::book::kinds::Quality;
use crate::c;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that a morale test looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoraleFacts {
    /// Formed stands left after the losses; skirmish stands do not count.
    pub stands: u8,
    /// Combat Value of the officer attached; 0 without one.
    pub officer: i8,
    pub quality: Quality,
}

impl Default for MoraleFacts {
    fn default() -> Self {
        MoraleFacts { stands: 4, officer: 0, quality: Quality::Tried }
    }
}

/// To the target score.
pub fn target_mods(f: &MoraleFacts) -> Settled {
    let mut m = Mods::new();
    m.when(f.officer != 0, c::MORALE_03, "Combat Value of the officer", i32::from(f.officer));
    m.settle(Stack::All)
}

/// POT-MORALE-03, POT-MORALE-07: formed stands remaining, and the officer.
pub fn target_score(f: &MoraleFacts) -> i32 {
    i32::from(f.stands) + target_mods(f).total
}

/// POT-MORALE-04: to the roll, lower is better.
pub fn roll_mods(f: &MoraleFacts) -> Settled {
    let mut m = Mods::new();
    m.when(f.quality == Quality::Veteran, c::MORALE_04, "Veteran", -1);
    m.when(f.quality == Quality::Untried, c::MORALE_04, "Untried", 1);
    m.settle(Stack::All)
}

/// The highest natural face that holds; POT-MORALE-05: it may be below 1 or above 6.
pub fn holds_on(f: &MoraleFacts) -> i32 {
    target_score(f) - roll_mods(f).total
}

/// POT-MORALE-03: does the unit hold?
pub fn morale_test(f: &MoraleFacts, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    throw_test(f, dice).map(|(_, held)| held)
}

/// The same, with the face thrown.
pub fn throw_test(f: &MoraleFacts, dice: &mut dyn Dice) -> Result<(u8, bool), Wanted> {
    let holds = |die: u32| i64::from(die) <= i64::from(holds_on(f));
    let die = dice.sum_alike(c::MORALE_03, 1, Die::D6, &|a, b| holds(a) == holds(b))?;
    Ok((die as u8, holds(die)))
}
