//! Pursuit, changes of orders, brigade morale, the initiative and the risk to generals, from facts alone.

use crate::book::kinds::{Ability, Grade, Order};
use crate::book::options::Options;
use crate::book::tables;
use crate::c;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that a pursuit test looks at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PursuitFacts {
    pub grade: Grade,
    pub infantry: bool,
    /// The CinC or its brigadier within 12 in.
    pub general_near: bool,
    /// Its Rebel Yell broke the enemy in this charge.
    pub yell_broke_enemy: bool,
    pub already_pursuing: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PursuitResult {
    Stay,
    StandOrRetire,
    /// Cavalry goes back at charge speed, infantry stands.
    GoBack,
    Pursue,
}

pub fn pursuit_mods(facts: &PursuitFacts) -> Settled {
    let mut mods = Mods::new();
    mods.when(facts.grade == Grade::Veteran, c::PURSUIT_01, "Veteran", 1);
    mods.when(facts.grade == Grade::Trained, c::PURSUIT_01, "Trained", -1);
    mods.when(facts.grade == Grade::Raw, c::PURSUIT_01, "Raw", -3);
    mods.when(facts.infantry, c::PURSUIT_02, "infantry", 1);
    mods.when(facts.general_near, c::PURSUIT_03, "CinC or brigadier within 12 in", 1);
    mods.when(facts.yell_broke_enemy, c::PURSUIT_04, "Rebel Yell broke the enemy", -1);
    mods.settle(Stack::All)
}

/// GRE-PURSUIT-05, GRE-PURSUIT-06, GRE-PURSUIT-07, GRE-PURSUIT-09; the DPs of option GRE-OPT-14.
pub fn pursuit(
    facts: &PursuitFacts,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<(i32, PursuitResult, u8), Wanted> {
    let score = dice.sum(c::PURSUIT_01, 2, Die::D6)? as i32 + pursuit_mods(facts).total;
    // a unit already Pursuing cannot simply stay put
    let read = if facts.already_pursuing { score.min(9) } else { score };
    let (dp, word) = tables::pursuit_row(read);
    let result = match word {
        "stay" => PursuitResult::Stay,
        "pursue" => PursuitResult::Pursue,
        word if word.starts_with("stand_or_retire") => PursuitResult::StandOrRetire,
        _ => PursuitResult::GoBack,
    };
    let dp = match (result, options.pursuit_dp_as_printed) {
        (PursuitResult::StandOrRetire, false) => tables::pursuit_row(8).0,
        (PursuitResult::GoBack, false) => tables::pursuit_row(9).0,
        _ => dp,
    };
    Ok((score, result, dp))
}

/// Who tries to change a brigade's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    #[serde(rename = "cinc", alias = "cin_c")]
    CinC,
    #[default]
    Brigadier,
}

/// Everything that a change of orders looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OrderFacts {
    pub by: By,
    pub ability: Ability,
    /// The brigade's grade for order rolls.
    pub grade: Grade,
    pub present: Order,
    pub wanted: Order,
    /// CinC: more than 24 in from the brigadier.
    pub over_24: bool,
    /// CinC: he commands a brigade himself.
    pub commanding: bool,
    /// CinC: his base touches the brigadier's.
    pub touching: bool,
}

impl Default for OrderFacts {
    fn default() -> Self {
        OrderFacts {
            by: By::Brigadier,
            ability: Ability::Average,
            grade: Grade::Regular,
            present: Order::Engage,
            wanted: Order::Assault,
            over_24: false,
            commanding: false,
            touching: false,
        }
    }
}

/// What came of it. The order is the one in force afterwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OrderResult {
    pub changed: bool,
    pub lost_nerve: bool,
    pub order: Order,
}

pub fn order_mods(facts: &OrderFacts) -> Settled {
    let mut mods = Mods::new();
    let row = tables::general(facts.ability);
    if facts.by == By::Brigadier {
        mods.when(facts.ability == Ability::Excellent, c::CMD_16, "Excellent commander", row.brigadier_order);
        mods.when(facts.ability == Ability::Poor, c::CMD_16, "Poor commander", row.brigadier_order);
        return mods.settle(Stack::All);
    }
    mods.when(facts.ability == Ability::Excellent, c::CMD_05, "Excellent CinC", row.cinc_order);
    mods.when(facts.ability == Ability::Poor, c::CMD_05, "Poor CinC", row.cinc_order);
    // GRE-CMD-07 takes the place of GRE-CMD-06
    let both = facts.over_24 && facts.commanding;
    mods.when((facts.over_24 || facts.commanding) && !both, c::CMD_06, "over 24 in away, or commanding", -2);
    mods.when(both, c::CMD_07, "over 24 in away and commanding", -3);
    mods.when(facts.touching, c::CMD_08, "touching the brigadier", 2);
    mods.settle(Stack::All)
}

pub fn order_needs(facts: &OrderFacts) -> i32 {
    tables::order_target((facts.by == By::Brigadier).then_some(facts.grade))
}

/// GRE-CMD-05, GRE-CMD-15; GRE-CMD-17: the natural total decides whether a brigadier loses his nerve, GRE-CMD-18 whether
/// nothing happens. GRE-CMD-11: a CinC never loses it.
pub fn change_order(facts: &OrderFacts, dice: &mut dyn Dice) -> Result<OrderResult, Wanted> {
    let clause = if facts.by == By::Brigadier { c::CMD_15 } else { c::CMD_05 };
    let natural = dice.sum(clause, 2, Die::D6)?;
    if facts.by == By::Brigadier {
        let bolder = facts.wanted.is_more_aggressive_than(facts.present);
        if let Some(order) = tables::nerve(facts.present, bolder, natural) {
            return Ok(OrderResult { changed: false, lost_nerve: true, order });
        }
    }
    let changed = natural as i32 + order_mods(facts).total >= order_needs(facts);
    let order = if changed { facts.wanted } else { facts.present };
    Ok(OrderResult { changed, lost_nerve: false, order })
}

/// GRE-UNIT-16: the pair of grades that more than half of the units share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GradePair {
    #[default]
    VeteranOrRegular,
    TrainedOrRaw,
    Neither,
}

/// Everything that a brigade test looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BrigadeFacts {
    /// A general in the line of command has half of the units in his radius.
    pub general_in_radius: bool,
    pub order: Order,
    /// Over half in buildings or woods or prone.
    pub sheltered: bool,
    pub grades: GradePair,
    /// More than half Veteran: it does not panic.
    pub veteran: bool,
    /// Units retreating, routing or dispersed.
    pub broken: u32,
    pub original: u32,
    /// An enemy retreats or routs within 12 in of a unit.
    pub enemy_retreating: bool,
    /// 0, 1 or 2.
    pub secure_flanks: u8,
    pub secure_rear: bool,
}

impl Default for BrigadeFacts {
    fn default() -> Self {
        BrigadeFacts {
            general_in_radius: false,
            order: Order::Engage,
            sheltered: false,
            grades: GradePair::VeteranOrRegular,
            veteran: false,
            broken: 0,
            original: 4,
            enemy_retreating: false,
            secure_flanks: 0,
            secure_rear: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BrigadeResult {
    Stands,
    Breaks,
    Panics,
}

impl BrigadeResult {
    pub fn words(self) -> &'static str {
        match self {
            BrigadeResult::Stands => "stands",
            BrigadeResult::Breaks => "breaks",
            BrigadeResult::Panics => "panics",
        }
    }
}

/// GRE-BRIG-17: all lines that apply, each once; each secure flank counts.
pub fn brigade_mods(facts: &BrigadeFacts) -> Settled {
    let mut mods = Mods::new();
    mods.when(facts.general_in_radius, c::BRIG_03, "general in the line of command", 1);
    let order = tables::order_row(facts.order).1;
    mods.when(facts.order == Order::Move, c::BRIG_05, "Move orders", order);
    mods.when(facts.order == Order::Assault, c::BRIG_05, "Assault orders", order);
    mods.when(facts.sheltered, c::BRIG_06, "over half in buildings, woods or prone", 1);
    mods.when(facts.grades == GradePair::VeteranOrRegular, c::BRIG_07, "Veteran or Regular brigade", 1);
    mods.when(facts.grades == GradePair::TrainedOrRaw, c::BRIG_07, "Trained or Raw brigade", -1);
    let share = tables::share_mod(facts.broken, facts.original);
    mods.when(share != 0, c::BRIG_08, "share retreating, routing or dispersed", share);
    mods.when(facts.enemy_retreating, c::BRIG_09, "enemy retreating within 12 in", 1);
    let flanks = i32::from(facts.secure_flanks.min(2));
    mods.when(flanks > 0, c::BRIG_10, "each secure flank", flanks);
    mods.when(facts.secure_rear, c::BRIG_10, "secure rear", 2);
    mods.settle(Stack::All)
}

/// GRE-BRIG-02; GRE-BRIG-15: a Veteran brigade breaks where others panic (GRE-BRIG-14).
pub fn brigade_test(facts: &BrigadeFacts, dice: &mut dyn Dice) -> Result<(i32, BrigadeResult), Wanted> {
    let score = dice.sum(c::BRIG_02, 2, Die::D6)? as i32 + brigade_mods(facts).total;
    let result = match tables::brigade_row(score).0 {
        "stands" => BrigadeResult::Stands,
        "panic_removed" if !facts.veteran => BrigadeResult::Panics,
        _ => BrigadeResult::Breaks,
    };
    Ok((score, result))
}

/// The CinCs who throw for the initiative.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct InitiativeFacts {
    pub blue: Option<Ability>,
    pub gray: Option<Ability>,
}

/// GRE-TURN-02: both throws with their CinC; the same again on a tie. Blue's total and Gray's.
pub fn initiative(facts: &InitiativeFacts, dice: &mut dyn Dice) -> Result<[i32; 2], Wanted> {
    let mut throw = |ability: Option<Ability>| -> Result<i32, Wanted> {
        let help = ability.map_or(0, |ability| tables::general(ability).initiative);
        Ok(dice.sum(c::TURN_02, 2, Die::D6)? as i32 + help)
    };
    Ok([throw(facts.blue)?, throw(facts.gray)?])
}

/// GRE-LEADER-01.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    Killed,
    Captured,
    BadlyWounded,
    LightlyWounded,
    Unharmed,
}

impl Risk {
    pub fn words(self) -> &'static str {
        match self {
            Risk::Killed => "killed",
            Risk::Captured => "captured",
            Risk::BadlyWounded => "badly wounded",
            Risk::LightlyWounded => "lightly wounded",
            Risk::Unharmed => "unharmed",
        }
    }

    pub fn is_lost(self) -> bool {
        matches!(self, Risk::Killed | Risk::Captured | Risk::BadlyWounded)
    }
}

pub fn risk(dice: &mut dyn Dice) -> Result<Risk, Wanted> {
    Ok(match tables::risk(dice.sum(c::LEADER_01, 2, Die::D6)?) {
        "killed" => Risk::Killed,
        "captured" => Risk::Captured,
        "badly_wounded" => Risk::BadlyWounded,
        "lightly_wounded" => Risk::LightlyWounded,
        _ => Risk::Unharmed,
    })
}
