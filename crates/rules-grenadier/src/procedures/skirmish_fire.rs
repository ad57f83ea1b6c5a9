//! Skirmish fire, the sniper, and the recall of skirmishers, from facts alone.

use crate::book::kinds::{Ability, Cover, Grade, Weapon};
use crate::book::options::{DoubleSix, Options};
use crate::book::tables::{self, Pour};
use crate::c;
use crate::procedures::fire::{FireResult, TargetFacts, halved, landed, pours};
use crate::procedures::guns::odd_half;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Effect, Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that one firing of skirmishers looks at. Range and the target's formation are not among it
/// (GRE-SKIRM-05), nor any line of the 2D6 list (GRE-SKIRM-08).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SkirmishFacts {
    pub figures: u32,
    /// 1, 2 or 3; left out, that of the grade.
    pub class: Option<u8>,
    pub grade: Grade,
    pub dp: u8,
    pub weapon: Weapon,
    pub cavalry: bool,
    pub pour: bool,
    pub low_ammunition: bool,
    /// A general stands with or within 3 in of the target, so that double sixes matter.
    pub general_near: bool,
    pub target: TargetFacts,
}

impl Default for SkirmishFacts {
    fn default() -> Self {
        SkirmishFacts {
            figures: 12,
            class: None,
            grade: Grade::Regular,
            dp: 0,
            weapon: Weapon::RifledMusket,
            cavalry: false,
            pour: false,
            low_ammunition: false,
            general_near: false,
            target: TargetFacts::default(),
        }
    }
}

impl SkirmishFacts {
    fn is_pouring(&self) -> bool {
        self.pour && !self.low_ammunition && pours(self.weapon, self.cavalry)
    }

    fn is_sheltered(&self) -> bool {
        self.target.cover != Cover::None || self.target.prone
    }
}

/// The dice and why: GRE-SKIRM-01 by class, GRE-SKIRM-02 at least one, GRE-SKIRM-04 less the DPs, GRE-POUR-04 more.
pub fn skirmish_dice(facts: &SkirmishFacts) -> (u32, Settled) {
    let class = facts.class.unwrap_or_else(|| tables::skirmish_class(facts.grade));
    let whole = facts.figures / tables::skirmish_figures_per_die(class);
    let base = if facts.figures > 0 { whole.max(1) } else { 0 };
    let left = base.saturating_sub(u32::from(facts.dp));
    let (dice, more) = match tables::weapon(facts.weapon).pour_on_fire {
        Pour::CavalryHalfMore if facts.is_pouring() => (left + left / 2, (3, 2)),
        Pour::Double if facts.is_pouring() => (left * 2, (2, 1)),
        _ => (left, (2, 1)),
    };
    let mut mods = Mods::new();
    mods.line(facts.dp > 0, c::SKIRM_04, "each DP", Effect::ExtraDice(-i32::from(facts.dp)));
    mods.line(facts.is_pouring(), c::POUR_04, "Pour on Fire", Effect::Factor(more.0, more.1));
    mods.line(facts.low_ammunition, c::SKIRM_08, "low on ammunition", Effect::Factor(1, 2));
    mods.line(facts.is_sheltered(), c::SKIRM_06, "target sheltered", Effect::Factor(1, 2));
    (dice, mods.settle(Stack::All))
}

pub fn skirmish_fire(
    facts: &SkirmishFacts,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<FireResult, Wanted> {
    let (n, _) = skirmish_dice(facts);
    let need = tables::skirmish_hits_on(false);
    let risky = facts.general_near && options.double_six != DoubleSix::Nothing;
    let (mut hits, mut double_six, mut ran_low) = (0, false, false);
    if facts.is_pouring() {
        // GRE-POUR-03, GRE-POUR-04: the two dice of a pair make the double; a last single die cannot
        for _ in 0..n / 2 {
            let pair = dice.sorted(c::SKIRM_01, 2, Die::D6)?;
            hits += pair.iter().filter(|face| **face >= need).count() as u32;
            double_six |= pair[0] == 6 && pair[1] == 6;
            ran_low |= pair[0] == pair[1] && pair[0] != 6;
        }
        hits += dice.count(c::SKIRM_01, n % 2, Die::D6, need)?;
    } else if risky {
        // GRE-SKIRM-07: thrown in pairs of two colours; both sixes put generals at risk and give no extra hits
        for _ in 0..n / 2 {
            let sixes = dice.count(c::SKIRM_07, 2, Die::D6, need)?;
            hits += sixes;
            double_six |= sixes == 2;
        }
        hits += dice.count(c::SKIRM_01, n % 2, Die::D6, need)?;
    } else {
        hits = dice.count(c::SKIRM_01, n, Die::D6, need)?;
    }
    let hits = halved(hits, u32::from(facts.low_ammunition));
    let hits = match (facts.is_sheltered(), options.skirmish_d12) {
        (false, _) => hits,
        (true, true) => odd_half(hits, c::SKIRM_06, dice)?,
        (true, false) => hits / 2,
    };
    Ok(landed(hits, &facts.target, ran_low, double_six && risky))
}

/// GRE-SKIRM-09: one die, never halved.
pub fn snipe(dice: &mut dyn Dice) -> Result<bool, Wanted> {
    Ok(dice.count(c::SKIRM_09, 1, Die::D6, tables::skirmish_hits_on(true))? == 1)
}

/// Everything that a recall looks at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RecallFacts {
    pub grade: Grade,
    /// Less than half of the regiment is deployed.
    pub less_than_half_out: bool,
    /// More than 15 in from the nearest enemy.
    pub far_from_enemy: bool,
    pub dp: u8,
    pub general: Option<Ability>,
}

pub fn recall_mods(facts: &RecallFacts) -> Settled {
    let mut mods = Mods::new();
    mods.when(facts.less_than_half_out, c::SKIRM_11, "less than half of the regiment out", 2);
    mods.when(facts.far_from_enemy, c::SKIRM_12, "over 15 in from the enemy", 3);
    mods.when(facts.dp > 0, c::SKIRM_13, "each DP", -i32::from(facts.dp));
    let helped = facts.general.is_some_and(|ability| ability != Ability::Poor);
    mods.when(helped, c::SKIRM_14, "general attached, not Poor", 1);
    mods.settle(Stack::All)
}

/// GRE-SKIRM-10.
pub fn recall(facts: &RecallFacts, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    let thrown = dice.sum(c::SKIRM_10, 2, Die::D6)? as i32;
    Ok(thrown + recall_mods(facts).total >= tables::recall_target(facts.grade))
}
