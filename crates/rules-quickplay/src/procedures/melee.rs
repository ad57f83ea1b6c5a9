//! Melee, from facts alone, and the whole charge: both morale tests, then the melee.

use crate::book::kinds::Kind;
use crate::book::options::{GunsInMelee, Options, SeveralChargers, StandingCavalry};
use crate::book::tables::combat_dice;
use crate::c;
use crate::procedures::bearing::{Bears, fight, test_all};
use crate::procedures::fire::{lost, lowest_hit};
use crate::procedures::morale::{MoraleFacts, TestResult};
use crate::turn::state::{Face, Order};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Clause, Effect, Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that one melee looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MeleeFacts {
    /// The charger's type.
    pub charger: Kind,
    pub charger_order: Order,
    pub charger_strength: u8,
    /// The type of the unit charged.
    pub defender: Kind,
    pub defender_order: Order,
    pub defender_strength: u8,
    pub defender_stationary: bool,
    pub defender_limbered: bool,
    /// Dice of a defender that must divide them among several chargers (QP-OPT-09); left out, all its dice.
    pub defender_dice: Option<u32>,
    /// Where the charge struck: front or flank.
    pub face: Face,
}

impl Default for MeleeFacts {
    fn default() -> Self {
        MeleeFacts {
            charger: Kind::Infantry,
            charger_order: Order::GoodOrder,
            charger_strength: 4,
            defender: Kind::Infantry,
            defender_order: Order::GoodOrder,
            defender_strength: 4,
            defender_stationary: false,
            defender_limbered: false,
            defender_dice: None,
            face: Face::Front,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MeleeWinner {
    Charger,
    Defender,
    /// QP-COMBAT-22: equal hits, both alive.
    Neither,
    /// QP-COMBAT-26: both destroyed, nobody takes the ground.
    BothGone,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MeleeResult {
    /// Hits scored by each.
    pub charger_hits: u32,
    pub defender_hits: u32,
    pub charger_lost: u8,
    pub defender_lost: u8,
    pub charger_destroyed: bool,
    pub defender_destroyed: bool,
    pub winner: MeleeWinner,
}

/// QP-COMBAT-31: the charger has moved; the defender rolls by its own status. QP-COMBAT-21: limbered guns roll the
/// Moved figure. QP-COMBAT-05: standing cavalry rolls as when moved, unless QP-OPT-08 takes its dice away.
pub fn melee_dice(kind: Kind, stationary: bool, limbered: bool, options: &Options) -> u32 {
    if kind.is_cavalry() && stationary && options.standing_cavalry == StandingCavalry::NoDice {
        return 0;
    }
    let stands = stationary && !limbered;
    combat_dice(kind).map_or(0, |dice| if stands { dice.stationary_melee } else { dice.moved_melee })
}

/// The defender's dice, or its share of them where it fights several (QP-OPT-09).
pub fn defender_dice(f: &MeleeFacts, options: &Options) -> u32 {
    let all = melee_dice(f.defender, f.defender_stationary, f.defender_limbered, options);
    match options.several_chargers {
        SeveralChargers::FullDiceEach => all,
        SeveralChargers::Divided => f.defender_dice.map_or(all, |share| share.min(all)),
    }
}

/// QP-COMBAT-06 a 6 hits; QP-COMBAT-08, -29: Good Order cavalry that charged hits a Disordered unit on 5.
pub fn charger_hits_on(f: &MeleeFacts) -> Settled {
    let mut m = Mods::new();
    let rides_down = f.charger.is_cavalry()
        && f.charger_order == Order::GoodOrder
        && f.defender_order == Order::Disordered;
    m.line(!rides_down, c::COMBAT_06, "any melee", Effect::HitsOn(6));
    m.line(rides_down, c::COMBAT_08, "Good Order cavalry attacking a Disordered unit", Effect::HitsOn(5));
    m.settle(Stack::All)
}

/// QP-COMBAT-29: cavalry striking back hits on 6; QP-COMBAT-21: so do guns, unless QP-OPT-03 lets them use canister.
pub fn defender_hits_on(f: &MeleeFacts, options: &Options) -> Settled {
    let mut m = Mods::new();
    let canister = options.guns_in_melee == GunsInMelee::FourToSixInFront
        && f.defender.is_artillery()
        && !f.defender_limbered
        && f.face == Face::Front;
    m.line(!canister, c::COMBAT_06, "any melee", Effect::HitsOn(6));
    m.line(canister, c::OPT_03, "unlimbered artillery struck in front", Effect::HitsOn(4));
    m.settle(Stack::All)
}

/// One melee. QP-COMBAT-12: the charger's dice first, then the defender's, then both losses, then the result;
/// QP-COMBAT-09: more hits suffered loses; QP-COMBAT-26: a unit destroyed has lost whatever the hits.
/// QP-MORALE-05, QP-COMBAT-32: a Routed defender is beaten without dice and takes one casualty.
pub fn melee(f: &MeleeFacts, options: &Options, dice: &mut dyn Dice) -> Result<MeleeResult, Wanted> {
    if f.defender_order == Order::Routed {
        return Ok(routed_again(f));
    }
    let thrown = melee_dice(f.charger, false, false, options);
    let charger_hits = dice.count(c::COMBAT_04, thrown, Die::D6, lowest_hit(&charger_hits_on(f)))?;
    let thrown = defender_dice(f, options);
    let defender_hits =
        dice.count(c::COMBAT_04, thrown, Die::D6, lowest_hit(&defender_hits_on(f, options)))?;
    let charger_lost = lost(defender_hits, f.charger_strength);
    let defender_lost = lost(charger_hits, f.defender_strength);
    let charger_destroyed = charger_lost == f.charger_strength;
    let defender_destroyed = defender_lost == f.defender_strength;
    let winner = match (charger_destroyed, defender_destroyed) {
        (true, true) => MeleeWinner::BothGone,
        (true, false) => MeleeWinner::Defender,
        (false, true) => MeleeWinner::Charger,
        (false, false) => match charger_hits.cmp(&defender_hits) {
            std::cmp::Ordering::Greater => MeleeWinner::Charger,
            std::cmp::Ordering::Less => MeleeWinner::Defender,
            std::cmp::Ordering::Equal => MeleeWinner::Neither,
        },
    };
    Ok(MeleeResult {
        charger_hits,
        defender_hits,
        charger_lost,
        defender_lost,
        charger_destroyed,
        defender_destroyed,
        winner,
    })
}

fn routed_again(f: &MeleeFacts) -> MeleeResult {
    MeleeResult {
        charger_hits: 0,
        defender_hits: 0,
        charger_lost: 0,
        defender_lost: 1,
        charger_destroyed: false,
        defender_destroyed: f.defender_strength <= 1,
        winner: MeleeWinner::Charger,
    }
}

/// A charge from Step 4 to the end of its melee, one unit against one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChargeFacts {
    /// The charger's test. Which enemy it meets is filled in from the other side.
    pub charger: MoraleFacts,
    /// The test of the unit charged.
    pub defender: MoraleFacts,
    pub defender_limbered: bool,
    pub face: Option<Face>,
}

/// How a unit came out of a charge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CameOut {
    pub strength: u8,
    /// Nothing when destroyed.
    pub order: Option<Order>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ChargeResult {
    pub charger: CameOut,
    pub defender: CameOut,
    /// The charger took the ground.
    pub carried: bool,
}

impl ChargeFacts {
    pub fn face(&self) -> Face {
        self.face.unwrap_or(Face::Front)
    }

    /// Both tests with the lines that follow from meeting each other (QP-MOD-04 to -11) filled in.
    pub fn tests(&self) -> (MoraleFacts, MoraleFacts) {
        let mut charger = self.charger.clone();
        let mut defender = self.defender.clone();
        meets(&mut charger, defender.kind);
        meets(&mut defender, charger.kind);
        let flank = self.face() == Face::Flank;
        charger.struck_flank = flank;
        charger.against_artillery_front = defender.kind.is_artillery() && !self.defender_limbered && !flank;
        // QP-MOD-12, -13: a unit that charged defends nothing
        charger.defending_cover = false;
        charger.defending_high_ground = false;
        defender.attacked_in_flank |= flank;
        (charger, defender)
    }
}

fn meets(unit: &mut MoraleFacts, enemy: Kind) {
    unit.in_melee = true;
    unit.against_skirmishers = enemy == Kind::Skirmisher;
    unit.against_light_cavalry = enemy == Kind::LightCavalry;
    unit.against_cavalry = enemy.is_cavalry();
}

const CHARGER: usize = 0;
const DEFENDER: usize = 1;

/// Charger and defender known from facts, and how they have come out of it so far.
struct Sketch([CameOut; 2]);

/// The whole charge: both tests at once (QP-MORALE-12); no melee when either routs (QP-MORALE-22, -23); else the
/// melee with the status that the tests left (QP-COMBAT-29), and its loser Disordered (QP-COMBAT-09).
pub fn charge(f: &ChargeFacts, options: &Options, dice: &mut dyn Dice) -> Result<ChargeResult, Wanted> {
    let (charger, defender) = f.tests();
    let mut sketch = Sketch([&charger, &defender].map(CameOut::of));
    // QP-MORALE-16: who has routed tests no more
    let tests: Vec<(usize, MoraleFacts)> = [(CHARGER, &charger), (DEFENDER, &defender)]
        .into_iter()
        .filter(|(unit, facts)| *unit == CHARGER || facts.order != Order::Routed)
        .map(|(unit, facts)| (unit, facts.clone()))
        .collect();
    let results = test_all(&mut sketch, &tests, dice)?;
    let ran = |unit: usize| {
        let gone = |result: &TestResult| matches!(result, TestResult::Routed | TestResult::Destroyed);
        results.iter().any(|(tested, result)| *tested == unit && gone(result))
    };
    let carried = if ran(CHARGER) || ran(DEFENDER) {
        !ran(CHARGER)
    } else {
        let facts = f.melee(&charger, &defender, &sketch.0);
        fight(&mut sketch, (CHARGER, DEFENDER), &facts, options, dice)?.winner == MeleeWinner::Charger
    };
    let Sketch([charger, defender]) = sketch;
    Ok(ChargeResult { charger, defender, carried })
}

impl ChargeFacts {
    /// The melee of two who have come through their tests like this.
    fn melee(&self, charger: &MoraleFacts, defender: &MoraleFacts, out: &[CameOut; 2]) -> MeleeFacts {
        MeleeFacts {
            charger: charger.kind,
            charger_order: out[CHARGER].order.unwrap_or(Order::GoodOrder),
            charger_strength: out[CHARGER].strength,
            defender: defender.kind,
            defender_order: out[DEFENDER].order.unwrap_or(Order::GoodOrder),
            defender_strength: out[DEFENDER].strength,
            defender_stationary: defender.stationary,
            defender_limbered: self.defender_limbered,
            defender_dice: None,
            face: self.face(),
        }
    }

    /// The melee if both pass their tests.
    pub fn melee_of_steady(&self) -> MeleeFacts {
        let (charger, defender) = self.tests();
        self.melee(&charger, &defender, &[&charger, &defender].map(CameOut::of))
    }
}

impl CameOut {
    fn of(facts: &MoraleFacts) -> CameOut {
        CameOut { strength: facts.strength, order: Some(facts.order) }
    }
}

/// Ground means nothing to units known from facts.
impl Bears for Sketch {
    type Unit = usize;

    fn tested(&mut self, _: usize, _: &MoraleFacts, _: TestResult) {}

    fn all_tested(&mut self) {}

    fn disorder(&mut self, unit: usize, _: Clause) {
        let out = &mut self.0[unit];
        if out.order == Some(Order::GoodOrder) {
            out.order = Some(Order::Disordered);
        }
    }

    fn rout(&mut self, unit: usize, destroyed: bool) {
        self.lose(unit, 1, destroyed, c::MORALE_03);
        if !destroyed {
            self.0[unit].order = Some(Order::Routed);
        }
    }

    fn fought(&mut self, _: usize, _: usize, _: &MeleeFacts, _: &MeleeResult) {}

    fn ride_down(&mut self, _: usize, defender: usize, result: &MeleeResult) {
        self.lose(defender, result.defender_lost, result.defender_destroyed, c::MORALE_05);
    }

    fn lose(&mut self, unit: usize, lost: u8, destroyed: bool, _: Clause) {
        let out = &mut self.0[unit];
        out.strength = out.strength.saturating_sub(lost);
        if destroyed {
            out.order = None;
        }
    }

    fn wins_ground(&mut self, _: usize, _: usize) {}

    fn retreat(&mut self, _: usize, _: usize) {}

    fn back_off(&mut self, _: usize) {}

    fn release(&mut self, _: usize) {}
}
