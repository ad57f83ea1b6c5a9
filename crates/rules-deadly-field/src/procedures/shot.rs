//! The dice of a fire, and what they are read off as.

use crate::book::options::Options;
use crate::book::tables::fire_result;
use crate::c;
use crate::procedures::fire::{Band, Volley};
use longroll_dice::{Dice, Die, Wanted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// ADF-RESULT-01, -02: what a total does; no addition means no check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Shot {
    pub total: i32,
    pub hits: u8,
    pub addition: Option<i32>,
}

/// The dice of a volley. ADF-REACT-16, -17, -21: a six in desperation fire adds one more die, once; without a die there is
/// none to add.
pub fn shoot(volley: &Volley, options: &Options, dice: &mut dyn Dice) -> Result<Shot, Wanted> {
    shoot_alike(volley, options, dice, &|a, b| a == b)
}

/// The same for those who look at the result alone: sums that read the same are not told apart.
pub fn shoot_for_result(volley: &Volley, options: &Options, dice: &mut dyn Dice) -> Result<Shot, Wanted> {
    let desperate = volley.band == Band::Desperation;
    let result = |roll: u32| {
        let shot = read_off(volley, roll as i32, options);
        (shot.hits, shot.addition, desperate && roll == 6)
    };
    shoot_alike(volley, options, dice, &|a, b| result(a) == result(b))
}

fn shoot_alike(
    volley: &Volley,
    options: &Options,
    dice: &mut dyn Dice,
    alike: &dyn Fn(u32, u32) -> bool,
) -> Result<Shot, Wanted> {
    let mut roll = dice.sum_alike(c::FIRE_02, volley.dice, Die::D6, alike)?;
    if volley.band == Band::Desperation && volley.dice == 1 && roll == 6 {
        roll += u32::from(dice.one(c::REACT_16, Die::D6)?);
    }
    Ok(read_off(volley, roll as i32, options))
}

/// ADF-FIRE-04: the highest printed column that the total reaches. ADF-RESULT-05: below the first there is none.
pub fn read_off(volley: &Volley, roll: i32, options: &Options) -> Shot {
    let total = volley.firepower + roll + volley.firer.total + volley.target.total;
    let column = fire_result(volley.arm, total);
    let hits = column.map_or(0, |column| column.hits);
    let addition = column.and_then(|column| column.addition);
    // ADF-OPT-03, ADF-RESULT-03: one check, whatever the hits
    let addition = if hits == 1 { Some(options.one_hit) } else { addition };
    Shot { total, hits, addition }
}
