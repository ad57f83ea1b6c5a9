//! One side's dice in one round of melee, from facts alone.

use crate::book::crt::{Cell, Strength, figures_for, read};
use crate::book::kinds::{Arm, Body, Quality, Weapon};
use crate::book::options::Options;
use crate::book::tables::{multiplier, ranges};
use crate::c;
use crate::turn::event::Blow;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One side of a melee round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MeleeFacts {
    /// Figures engaged, or sections of a battery.
    pub figures: u32,
    /// Figures of supporting units.
    pub supporting: u32,
    /// Figures of those among them who have just joined a melee that goes on: half in their own first round (JR-CHARGE-32).
    pub joining: u32,
    /// Supporters count half in the first round (JR-MELEE-04).
    pub first_round: bool,
    pub body: Body,
    pub against: Body,
    pub weapon: Weapon,
    pub quality: Quality,
    pub officer: bool,
}

impl Default for MeleeFacts {
    fn default() -> Self {
        MeleeFacts {
            figures: 12,
            supporting: 0,
            joining: 0,
            first_round: true,
            body: Body::Infantry,
            against: Body::Infantry,
            weapon: Weapon::RifleMusket,
            quality: Quality::Veteran,
            officer: false,
        }
    }
}

/// JR-MELEE-06.
pub fn melee_mods(f: &MeleeFacts) -> Settled {
    let mut m = Mods::new();
    m.when(f.officer, c::MELEE_06, "officer present", 1);
    m.when(f.quality == Quality::Elite, c::MELEE_06, "Elite", 1);
    m.when(f.quality == Quality::Green, c::MELEE_06, "Green", -1);
    let weapon = ranges(f.weapon).melee_drm;
    m.when(weapon != 0, c::MELEE_06, "weapon for close fighting", weapon);
    m.settle(Stack::All)
}

/// JR-MELEE-04, JR-CHARGE-32: supporting figures that count in this round, halves down.
fn counted_support(f: &MeleeFacts) -> u32 {
    let joining = f.joining.min(f.supporting);
    if f.first_round { f.supporting / 2 } else { f.supporting - joining + joining / 2 }
}

/// JR-MELEE-03 to -05: losses inflicted in one round.
pub fn melee_round(f: &MeleeFacts, options: &Options, dice: &mut dyn Dice) -> Result<u32, Wanted> {
    melee_blow(f, options, dice).map(|blow| blow.scored * blow.times)
}

/// The same with its parts.
pub fn melee_blow(f: &MeleeFacts, options: &Options, dice: &mut dyn Dice) -> Result<Blow, Wanted> {
    let roll = dice.sum(c::MELEE_03, 3, Die::D6)?;
    let mods = melee_mods(f);
    let total = i32::try_from(roll).unwrap_or(18) + mods.total;
    let support = counted_support(f);
    // sections on their own scale; with friends in support as many figures as their row stands for
    let strength = match f.body {
        Body::Artillery if support == 0 => Strength::HalfSections(f.figures * 2),
        Body::Artillery => Strength::Figures(figures_for(f.figures) + support),
        _ => Strength::Figures(f.figures + support),
    };
    let scored = match read(strength, total, options) {
        Cell::Nothing | Cell::Check => 0,
        Cell::Possible => dice.count(c::CRT_06, 1, Die::D6, 4)?,
        Cell::Loss(lost) => lost,
    };
    let count = match strength {
        Strength::Figures(figures) => figures,
        Strength::HalfSections(_) => f.figures,
    };
    let times = multiplier(arm_of(f.body), arm_of(f.against));
    Ok(Blow { count, roll, mods, scored, times })
}

fn arm_of(body: Body) -> Arm {
    match body {
        Body::Infantry => Arm::Infantry,
        Body::CavalryMounted | Body::CavalryDismounted => Arm::Cavalry,
        Body::Artillery => Arm::Artillery,
    }
}
