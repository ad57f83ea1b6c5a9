//! What hits do, from facts alone: to units, skirmish lines, works and officers.

use crate::book::options::{Options, SkirmishLineAsTarget, SkirmishWear};
use crate::book::tables::constants;
use crate::c;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};

/// Stands removed, and hits that stay marked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Losses {
    pub stands: u8,
    pub marked: u8,
}

/// POT-FIRE-18: every time the hits reach the Strength a stand goes (as POT-MORALE-19 shows); POT-FIRE-19: marked hits count along.
pub fn losses(strength: u8, stands: u8, marked: u8, hits: u32) -> Losses {
    let (lost, marked) = used_up(strength, stands, marked, hits);
    Losses { stands: lost, marked }
}

/// How often the hits reach the Strength, at most as often as there is something to lose, and what is left over.
fn used_up(strength: u8, most: u8, marked: u8, hits: u32) -> (u8, u8) {
    let strength = u32::from(strength.max(1));
    let total = hits.saturating_add(u32::from(marked));
    let left = u8::try_from(total % strength).unwrap_or(0);
    match u8::try_from(total / strength) {
        Ok(lost) if lost < most => (lost, left),
        _ => (most, 0),
    }
}

/// What a skirmish line did for its parent in one round of fire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Absorbed {
    pub absorbed: u32,
    /// Hits that reach the parent.
    pub reached: u32,
    /// Stands of the line lost by wear.
    pub wear: u8,
    /// Counts among the rounds absorbed in this tenure.
    pub is_round: bool,
}

/// POT-SKIRM-08: the hits that the stands in front take away.
pub fn absorption_mods(screen: u8) -> Settled {
    let mut m = Mods::new();
    m.when(screen > 0, c::SKIRM_08, "skirmish stands in front, hits absorbed", -i32::from(screen.max(1)));
    m.settle(Stack::All)
}

/// POT-SKIRM-08: each stand in front absorbs one hit; POT-SKIRM-10: from the second such round on the line loses a stand.
/// `rounds` are those that counted before in the tenure.
pub fn absorb(screen: u8, line: u8, rounds: u8, hits: u32, options: &Options) -> Absorbed {
    let absorbed = hits.min(absorption_mods(screen).total.unsigned_abs());
    let reached = hits - absorbed;
    let is_round = match options.skirmish_wear {
        SkirmishWear::RoundsWithAnyHitAbsorbed => absorbed > 0,
        SkirmishWear::OnlyRoundsWithSurplusHits => absorbed > 0 && reached > 0,
    };
    let wear = u8::from(is_round && rounds > 0).min(line.max(screen));
    Absorbed { absorbed, reached, wear, is_round }
}

/// What a skirmish line loses as the target of a round of fire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineLoss {
    pub lost: u8,
    /// Those of them that the wear takes (POT-SKIRM-10), after the surplus hits.
    pub worn: u8,
    /// Counts among the rounds absorbed in this tenure.
    pub is_round: bool,
}

/// POT-SKIRM-13: each stand absorbs one hit, each surplus hit removes a stand, and the wear of POT-SKIRM-10 besides.
pub fn line_under_fire(stands: u8, rounds: u8, hits: u32, options: &Options) -> LineLoss {
    let round = absorb(stands, stands, rounds, hits, options);
    let wear = u32::from(round.wear);
    let (lost, is_round) = match options.skirmish_line_as_target {
        SkirmishLineAsTarget::SurplusOverStandsKillsAndWear => (round.reached + wear, round.is_round),
        SkirmishLineAsTarget::WearOnly => (wear, round.is_round),
        // nothing is absorbed, so nothing counts as a round absorbed
        SkirmishLineAsTarget::EveryHitKillsAStand => (hits, false),
    };
    let lost = u8::try_from(lost).unwrap_or(u8::MAX).min(stands);
    let killed = match options.skirmish_line_as_target {
        SkirmishLineAsTarget::SurplusOverStandsKillsAndWear => round.reached,
        SkirmishLineAsTarget::WearOnly => 0,
        SkirmishLineAsTarget::EveryHitKillsAStand => hits,
    };
    let worn = lost.saturating_sub(u8::try_from(killed).unwrap_or(u8::MAX));
    LineLoss { lost, worn, is_round }
}

/// What a work loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WorkLoss {
    pub cohesion: u8,
    pub marked: u8,
}

/// POT-SIEGE-08; POT-SIEGE-09: at no cohesion it is breached and keeps no mark.
pub fn work_under_fire(strength: u8, cohesion: u8, marked: u8, hits: u32) -> WorkLoss {
    let (lost, marked) = used_up(strength, cohesion, marked, hits);
    WorkLoss { cohesion: lost, marked }
}

/// POT-LEADER-12: is the officer of a unit that has just lost stands eliminated?
pub fn officer_hit(dice: &mut dyn Dice) -> Result<bool, Wanted> {
    let unharmed_from = constants().officer_casualty_on.saturating_add(1);
    Ok(dice.count(c::LEADER_12, 1, Die::D6, unharmed_from)? == 0)
}

/// POT-DRIVE-08: is the unit confused into which another is driven? POT-MORALE-17: or through which one flees.
pub fn friend_confused(dice: &mut dyn Dice) -> Result<bool, Wanted> {
    Ok(dice.count(c::DRIVE_08, 1, Die::D6, constants().collision_confuses_other_on)? == 1)
}

/// POT-SPECIAL-01: does Fear confuse a unit that is driven back?
pub fn fear(dice: &mut dyn Dice) -> Result<bool, Wanted> {
    Ok(dice.count(c::SPECIAL_01, 1, Die::D6, constants().fear_confuses_from)? == 1)
}

/// POT-DRIVE-03: more centimetres than its Strength confuse a unit.
pub fn is_too_far(driven_cm: u32, strength: u8) -> bool {
    driven_cm > u32::from(strength)
}

/// POT-SKIRM-06: stands that come back for so many skirmish stands, halves up.
pub fn returning(skirmish_stands: u8) -> u8 {
    skirmish_stands.div_ceil(constants().skirmish_stands_per_stand.max(1))
}
