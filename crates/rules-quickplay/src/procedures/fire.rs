//! Ranged fire, from facts alone.

use crate::book::kinds::{Kind, Weapon};
use crate::book::options::{Options, SmallArmsClose};
use crate::book::tables::{combat_dice, defaults, ranges};
use crate::c;
use crate::turn::state::Order;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Effect, Mods, Settled, Stack};
use longroll_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that one fire combat looks at: the firer, the distance, and the target that may answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireFacts {
    /// The firer's type.
    pub firer: Kind,
    /// The firer's weapon; left out, the usual one of its type.
    pub weapon: Option<Weapon>,
    pub stationary: bool,
    pub firer_strength: u8,
    /// Inches between the nearest points of the two bases.
    #[serde(with = "longroll_kit::inches")]
    #[schemars(with = "f64")]
    pub range: Length,
    /// The target's type.
    pub target: Kind,
    pub target_weapon: Option<Weapon>,
    pub target_stationary: bool,
    pub target_limbered: bool,
    pub target_order: Order,
    pub target_strength: u8,
    /// The firer stands in the target's front arc and line of sight.
    pub target_can_see_firer: bool,
}

impl Default for FireFacts {
    fn default() -> Self {
        FireFacts {
            firer: Kind::Infantry,
            weapon: None,
            stationary: false,
            firer_strength: 4,
            range: longroll_table::inches(2),
            target: Kind::Infantry,
            target_weapon: None,
            target_stationary: false,
            target_limbered: false,
            target_order: Order::GoodOrder,
            target_strength: 4,
            target_can_see_firer: true,
        }
    }
}

/// QP-COMBAT-15: the two bands of range.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Band {
    Close,
    Long,
}

/// One side's dice in a fire combat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Volley {
    pub weapon: Weapon,
    pub band: Band,
    pub dice: u32,
    pub hits_on: Settled,
}

/// Hits of both, before losses are applied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FireResult {
    pub hits: u32,
    /// Absent when the target does not answer.
    pub answering_hits: Option<u32>,
    pub target_lost: u8,
    pub firer_lost: u8,
    pub target_destroyed: bool,
    pub firer_destroyed: bool,
}

impl FireFacts {
    pub fn weapon(&self) -> Weapon {
        self.weapon.unwrap_or_else(|| defaults(self.firer).weapon)
    }

    pub fn target_weapon(&self) -> Weapon {
        self.target_weapon.unwrap_or_else(|| defaults(self.target).weapon)
    }
}

/// QP-COMBAT-15: at or under the Close figure is Close, over it up to the Long figure is Long, beyond is out of range.
/// QP-MORALE-10: small arms print no Close figure; option QP-OPT-02 makes their one figure a Close distance.
pub fn band(weapon: Weapon, range: Length, options: &Options) -> Option<Band> {
    let printed = ranges(weapon)?;
    let all_close = options.small_arms == SmallArmsClose::AllClose && !weapon.is_artillery();
    let close = if all_close { Some(printed.long) } else { printed.close };
    if close.is_some_and(|close| range.within(close)) {
        Some(Band::Close)
    } else if range.within(printed.long) {
        Some(Band::Long)
    } else {
        None
    }
}

/// QP-COMBAT-04, -05 and QP-UNIT-05: dice by type and by Moved or Stationary, never by strength; QP-DISORDER-05: nor by
/// Disorder.
pub fn fire_dice(kind: Kind, stationary: bool) -> u32 {
    combat_dice(kind).map_or(0, |dice| if stationary { dice.stationary_fire } else { dice.moved_fire })
}

/// The lowest face that hits: QP-COMBAT-06 a 6, QP-COMBAT-07 artillery at Close range a 4.
pub fn fire_hits_on(weapon: Weapon, band: Band) -> Settled {
    let mut m = Mods::new();
    let close = weapon.is_artillery() && band == Band::Close;
    m.line(!close, c::COMBAT_06, "any fire", Effect::HitsOn(6));
    m.line(close, c::COMBAT_07, "artillery at Close range", Effect::HitsOn(4));
    m.settle(Stack::All)
}

/// The one line of a to-hit list that counts decides.
pub fn lowest_hit(settled: &Settled) -> u8 {
    settled
        .counted()
        .filter_map(|line| if let Effect::HitsOn(face) = line.effect { Some(face) } else { None })
        .last()
        .unwrap_or(6)
}

/// The firer's dice, or nothing when the target is out of range or the type has no fire dice (QP-COMBAT-05).
pub fn volley(f: &FireFacts, options: &Options) -> Option<Volley> {
    let band = band(f.weapon(), f.range, options)?;
    let dice = fire_dice(f.firer, f.stationary);
    (dice > 0).then(|| Volley { weapon: f.weapon(), band, dice, hits_on: fire_hits_on(f.weapon(), band) })
}

/// QP-COMBAT-02, -13: the target answers when the firer is within the target's own Close distance, in its arc and
/// sight; QP-COMBAT-20: not when Routed or limbered; QP-COMBAT-14: with its full dice, every time.
pub fn answer(f: &FireFacts, options: &Options) -> Option<Volley> {
    let close = band(f.target_weapon(), f.range, options) == Some(Band::Close);
    let able = f.target_can_see_firer && f.target_order != Order::Routed && !f.target_limbered;
    let dice = fire_dice(f.target, f.target_stationary);
    (close && able && dice > 0).then(|| Volley {
        weapon: f.target_weapon(),
        band: Band::Close,
        dice,
        hits_on: fire_hits_on(f.target_weapon(), Band::Close),
    })
}

/// One fire combat. QP-COMBAT-12: the attacker's dice first, then the answer, then both losses;
/// QP-COMBAT-30: each hit removes one Strength (QP-UNIT-03) and does nothing else.
pub fn fire(f: &FireFacts, options: &Options, dice: &mut dyn Dice) -> Result<FireResult, Wanted> {
    let shots = |volley: Option<Volley>, dice: &mut dyn Dice| match volley {
        Some(volley) => dice.count(c::COMBAT_04, volley.dice, Die::D6, lowest_hit(&volley.hits_on)).map(Some),
        None => Ok(None),
    };
    let hits = shots(volley(f, options), dice)?.unwrap_or(0);
    let answering_hits = shots(answer(f, options), dice)?;
    let target_lost = lost(hits, f.target_strength);
    let firer_lost = lost(answering_hits.unwrap_or(0), f.firer_strength);
    Ok(FireResult {
        hits,
        answering_hits,
        target_lost,
        firer_lost,
        target_destroyed: target_lost == f.target_strength,
        firer_destroyed: firer_lost == f.firer_strength,
    })
}

/// QP-UNIT-03, -04: one Strength a hit, until none is left.
pub fn lost(hits: u32, strength: u8) -> u8 {
    u8::try_from(hits).unwrap_or(u8::MAX).min(strength)
}
