//! The morale test and the rally roll, from facts alone.

use crate::book::kinds::Kind;
use crate::c;
use crate::turn::state::Order;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Clause, Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that a morale test looks at.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoraleFacts {
    /// The unit's own Morale value, 3 to 6.
    pub morale: u8,
    pub kind: Kind,
    /// good_order or disordered.
    pub order: Order,
    pub strength: u8,
    pub stationary: bool,
    /// The army commander's base touches the unit.
    pub army_commander_attached: bool,
    /// In a building or behind works, did not charge, and an enemy that causes the test is across that cover.
    pub defending_cover: bool,
    /// On a higher level than an enemy that causes the test, and did not charge.
    pub defending_high_ground: bool,
    /// In contact with an enemy unit.
    pub in_melee: bool,
    /// It charged an enemy in the flank.
    pub struck_flank: bool,
    pub against_skirmishers: bool,
    pub against_light_cavalry: bool,
    /// Against cavalry of either weight.
    pub against_cavalry: bool,
    /// Against unlimbered artillery in front contact.
    pub against_artillery_front: bool,
    /// Friendly infantry, cavalry or artillery that is not Routed within 3 in.
    pub supported: bool,
    /// Struck in the flank, or under Close-range fire from wholly outside its front arc.
    pub attacked_in_flank: bool,
}

impl Default for MoraleFacts {
    fn default() -> Self {
        MoraleFacts {
            morale: 4,
            kind: Kind::Infantry,
            order: Order::GoodOrder,
            strength: 4,
            stationary: false,
            army_commander_attached: false,
            defending_cover: false,
            defending_high_ground: false,
            in_melee: false,
            struck_flank: false,
            against_skirmishers: false,
            against_light_cavalry: false,
            against_cavalry: false,
            against_artillery_front: false,
            supported: true,
            attacked_in_flank: false,
        }
    }
}

/// What a test does to a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TestResult {
    Passed,
    /// QP-MORALE-02.
    Disordered,
    /// QP-MORALE-03.
    Routed,
    /// QP-MORALE-19: the casualty of the rout was its last Strength.
    Destroyed,
}

/// QP-MORALE-06, -13: every line that applies is added, each once; QP-MORALE-15, QP-MOD-17: the lines on melee need
/// contact and hold for charger and charged alike.
pub fn morale_mods(f: &MoraleFacts) -> Settled {
    let mut m = Mods::new();
    m.when(f.army_commander_attached, c::MOD_01, "army commander attached", 1);
    m.when(f.defending_cover, c::MOD_02, "defending a building or works", 1);
    let steady = f.stationary && (f.kind.is_infantry() || f.kind.is_artillery());
    if f.defending_high_ground && !steady {
        let why = "only Stationary infantry or artillery defends high ground";
        m.struck_out(c::MOD_03, "defending high ground", 1, why);
    } else {
        m.when(f.defending_high_ground, c::MOD_03, "Stationary, defending high ground", 1);
    }
    melee_line(&mut m, f, f.struck_flank, c::MOD_04, "struck the enemy in flank", 1);
    melee_line(&mut m, f, f.against_skirmishers, c::MOD_05, "against skirmishers", 1);
    // QP-UNIT-12: heavy over light is the only difference of weight
    let heavier = f.kind == Kind::HeavyCavalry && f.against_light_cavalry;
    melee_line(&mut m, f, heavier, c::MOD_06, "heavy cavalry against light", 1);
    m.when(f.order == Order::Disordered, c::MOD_07, "Disordered", -1);
    melee_line(&mut m, f, f.against_artillery_front, c::MOD_08, "against artillery from its front", -1);
    let horse = f.against_cavalry || f.against_light_cavalry;
    melee_line(&mut m, f, !f.kind.is_cavalry() && horse, c::MOD_09, "not cavalry, against cavalry", -1);
    m.when(f.in_melee && !f.supported, c::MOD_10, "unsupported in melee", -1);
    m.when(f.attacked_in_flank, c::MOD_11, "attacked from the flank", -1);
    m.settle(Stack::All)
}

/// QP-MORALE-15: a line that needs contact; without contact it is shown struck out.
fn melee_line(m: &mut Mods, f: &MoraleFacts, holds: bool, clause: Clause, label: &'static str, value: i32) {
    if holds && !f.in_melee {
        m.struck_out(clause, label, value, "only in melee");
    } else {
        m.when(holds, clause, label, value);
    }
}

/// The highest die that passes. QP-MORALE-14: it may be 6 or more, or 0 or less; no die is set apart.
pub fn passes_on(f: &MoraleFacts) -> i32 {
    i32::from(f.morale) + morale_mods(f).total
}

/// A morale test: QP-MORALE-07 one d6, passed at or below the modified Morale; failing disorders a unit in Good Order
/// (QP-MORALE-02) and routs a Disordered one (QP-MORALE-03), whose casualty comes first (QP-MORALE-19).
pub fn morale_test(f: &MoraleFacts, dice: &mut dyn Dice) -> Result<TestResult, Wanted> {
    let failed = dice.count(c::MORALE_07, 1, Die::D6, above(passes_on(f)))? == 1;
    Ok(match (failed, f.order) {
        (false, _) => TestResult::Passed,
        (true, Order::GoodOrder) => TestResult::Disordered,
        (true, _) if f.strength <= 1 => TestResult::Destroyed,
        (true, _) => TestResult::Routed,
    })
}

/// Everything that a rally roll looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RallyFacts {
    /// The unit's own Morale value, 3 to 6.
    pub morale: u8,
    pub army_commander_attached: bool,
}

impl Default for RallyFacts {
    fn default() -> Self {
        RallyFacts { morale: 4, army_commander_attached: false }
    }
}

/// QP-RALLY-03: the army commander is the only modifier.
pub fn rally_mods(f: &RallyFacts) -> Settled {
    let mut m = Mods::new();
    m.when(f.army_commander_attached, c::RALLY_03, "army commander attached", 1);
    m.settle(Stack::All)
}

/// QP-RALLY-01: one d6, rallied at or below Morale; QP-RALLY-06: failing does nothing more.
pub fn rally_roll(f: &RallyFacts, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    let needs = i32::from(f.morale) + rally_mods(f).total;
    Ok(dice.count(c::RALLY_01, 1, Die::D6, above(needs))? == 0)
}

/// The lowest face that fails.
fn above(passes_on: i32) -> u8 {
    u8::try_from((passes_on + 1).clamp(1, 7)).unwrap_or(7)
}
