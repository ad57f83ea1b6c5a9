//! The modified morale point, and the check or rally attempt against it, from facts alone.

use crate::book::kinds::{Arm, Cover, Formation, Level, Quality, Sector, Works};
use crate::book::options::Options;
use crate::book::tables::{basic_morale, morale_modifier};
use crate::c;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Clause, Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a morale number is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// ADF-MORALE-01.
    #[default]
    Fire,
    /// ADF-RALLY-01.
    Rally,
    /// ADF-MORALE-02: a friend eliminated or routing past, a leader killed.
    Event,
    /// ADF-MORALE-03.
    PreImpact,
    /// ADF-CHARGE-24: no check, but the number that enters an impact.
    Impact,
}

/// Everything that a morale number looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoraleFacts {
    pub cause: Cause,
    pub arm: Arm,
    pub quality: Quality,
    /// Stands at the start and now; a battery's sections.
    pub stands_at_start: u8,
    pub stands: u8,
    pub level: Level,
    pub formation: Formation,
    pub mounted: bool,
    pub merged: bool,
    /// Leadership benefit of the leader attached.
    pub leader: u8,
    pub works: Works,
    pub cover: Cover,
    pub behind_friends: bool,
    pub charging: bool,
    /// Adjacent units that are not shaken or routed.
    pub supports: u8,
    /// Sector from which the fire that caused the check came, or, for a rally, from which an enemy could fire.
    pub enfiladed: Option<Sector>,
    pub by_artillery: bool,
    /// It was in good order until this very fire took its last stand but one (ADF-ENF-10 looks at the moment of the fire).
    pub disordered_by_it: bool,
    pub near_enemy: bool,
    /// Regiments and leaders of the brigade eliminated.
    pub elements_lost: u8,
    /// Sector from which it is charged.
    pub charged: Option<Sector>,
    pub charged_by_mounted: bool,
    /// What the fire result adds.
    pub addition: i32,
    /// Charge morale modifier: the net one of a pre-impact check, the unit's own in an impact.
    pub cmm: i32,
    /// A battery without an adjacent unit to support it, in a charge.
    pub unsupported: bool,
}

impl Default for MoraleFacts {
    fn default() -> Self {
        MoraleFacts {
            cause: Cause::Fire,
            arm: Arm::Infantry,
            quality: Quality::Veteran,
            stands_at_start: 2,
            stands: 2,
            level: Level::GoodOrder,
            formation: Formation::BattleLine,
            mounted: false,
            merged: false,
            leader: 0,
            works: Works::None,
            cover: Cover::None,
            behind_friends: false,
            charging: false,
            supports: 0,
            enfiladed: None,
            by_artillery: false,
            disordered_by_it: false,
            near_enemy: false,
            elements_lost: 0,
            charged: None,
            charged_by_mounted: false,
            addition: 0,
            cmm: 0,
            unsupported: false,
        }
    }
}

impl MoraleFacts {
    /// ADF-UNIT-07: down to one stand; batteries never are.
    pub fn is_depleted(&self) -> bool {
        self.arm != Arm::Artillery && self.stands <= 1
    }

    /// ADF-UNIT-07: a depleted unit is always at disorder or worse.
    pub fn present_level(&self) -> Level {
        if self.is_depleted() { self.level.max(Level::Disorder) } else { self.level }
    }
}

/// ADF-UNIT-04, -05, -06, -20: basic morale by quality and by what is lost. ADF-FORM-06: doubled for an unsupported battery.
pub fn basic(f: &MoraleFacts) -> i32 {
    let row = basic_morale(f.quality);
    if f.arm == Arm::Artillery {
        let lost = i32::from(f.stands_at_start.saturating_sub(f.stands));
        let bmp = row.no_stand_lost + row.artillery_per_section_lost * lost;
        return if f.unsupported { 2 * bmp } else { bmp };
    }
    if f.is_depleted() {
        row.last_stand
    } else if f.stands < f.stands_at_start {
        row.one_stand_lost
    } else {
        row.no_stand_lost
    }
}

/// ADF-MMP-01: every line of the number. ADF-MMP-04: two good, two bad; basic morale, level, leader, the fire's addition and
/// the charge modifier stand outside.
pub fn mmp_mods(f: &MoraleFacts, options: &Options) -> Settled {
    let mut m = Mods::new();
    m.when(true, c::UNIT_04, "basic morale point", basic(f));
    level_line(&mut m, f, options);
    let leader = -i32::from(f.leader);
    m.when(leader != 0, c::LEADER_05, "leader attached", leader);
    m.when(f.cause == Cause::Fire, c::MMP_22, "result of the fire", f.addition);
    match f.cause {
        Cause::PreImpact => m.when(true, c::CHARGE_16, "net charge modifier", f.cmm),
        Cause::Impact => m.when(true, c::CHARGE_24, "charge modifier", f.cmm),
        _ => {}
    }
    good_lines(&mut m, f, options);
    bad_lines(&mut m, f, options);
    let on_top = [c::UNIT_04, c::MMP_02, c::MMP_22, c::CHARGE_16, c::CHARGE_24, c::LEADER_05];
    let exempt = if options.lb_in_best_two { &on_top[..5] } else { &on_top[..] };
    m.settle(Stack::BestAndWorst { highest: 2, lowest: 2, exempt })
}

/// ADF-MMP-03: never below 0 nor above 12.
pub fn mmp(f: &MoraleFacts, options: &Options) -> i32 {
    mmp_mods(f, options).total.clamp(0, 12)
}

/// ADF-MMP-02; ADF-UNIT-07, -08: a depleted unit adds nothing for disorder; ADF-CHARGE-24: in an impact the charge modifier
/// stands in its place.
fn level_line(m: &mut Mods, f: &MoraleFacts, options: &Options) {
    let level = f.present_level();
    let value = options.levels[level as usize];
    if level == Level::GoodOrder {
        return m.when(false, c::MMP_02, "morale level", 0);
    }
    if f.cause == Cause::Impact && !options.charge_level {
        return m.struck_out(c::MMP_02, "morale level", value, "the charge modifier counts instead");
    }
    if f.is_depleted() && level == Level::Disorder {
        return m.struck_out(c::MMP_02, "morale level", value, "a depleted unit is always in disorder");
    }
    m.when(true, c::MMP_02, "morale level", value);
}

fn good_lines(m: &mut Mods, f: &MoraleFacts, options: &Options) {
    let value = |id: &str| morale_modifier(id, false);
    let still = !f.charging;
    m.when(f.works == Works::Hasty && still, c::MMP_05, "behind hasty works", value("M02"));
    m.when(f.works == Works::Light && still, c::MMP_05, "behind light works", value("M03"));
    m.when(f.works == Works::Heavy && still, c::MMP_05, "behind heavy works", value("M04"));
    m.when(f.behind_friends, c::MMP_06, "well behind friends", value("M05"));
    let on_horse = f.arm == Arm::Cavalry && f.mounted;
    m.when(f.charging && !on_horse, c::MMP_08, "charging on foot", value("M06"));
    m.when(f.charging && on_horse, c::MMP_08, "mounted and charging", value("M07"));
    m.when(f.cover == Cover::Light && still, c::MMP_10, "in or behind light cover", value("M08"));
    m.when(f.cover == Cover::Heavy && still, c::MMP_10, "in or behind heavy cover", value("M09"));
    // ADF-MMP-11, ADF-CHARGE-25, ADF-DICE-04: one modifier, at most 2, or 3 in a dice-down impact
    let most = if f.cause == Cause::Impact && options.dice_down { 3 } else { 2 };
    let supports = i32::from(f.supports).min(most);
    m.when(supports > 0, c::MMP_11, "supported", -supports.max(1));
}

fn bad_lines(m: &mut Mods, f: &MoraleFacts, options: &Options) {
    let value = |id: &str| morale_modifier(id, f.by_artillery && f.cause == Cause::Fire);
    // ADF-MMP-15: only checks of fire and rally attempts
    let enfiladed = f.enfiladed.filter(|_| matches!(f.cause, Cause::Fire | Cause::Rally));
    // ADF-ENF-06: skirmishers never; ADF-ENF-10: fire at a unit in disorder or worse is no enfilade fire
    let disordered = f.present_level() >= Level::Disorder && !f.disordered_by_it;
    let barred = f.cause == Cause::Fire && disordered && !options.enfilade_shakes_disordered;
    let enfiladed = enfiladed.filter(|_| !barred && !f.formation.is_skirmish());
    let clause = if f.cause == Cause::Rally { c::MMP_14 } else { c::MMP_13 };
    let (side, full, rear) = match f.formation {
        Formation::Unlimbered => ("M11", "M12", "M13"),
        formation if formation.has_one_side() => ("M14", "M15", "M16"),
        _ => ("M17", "M18", "M19"),
    };
    let from = |wanted: &[Sector]| enfiladed.is_some_and(|sector| wanted.contains(&sector));
    let columnar = f.formation.has_one_side();
    m.when(from(&[Sector::PartialFlank, Sector::Side]), clause, "enfiladed from the side", value(side));
    let worse = if columnar { from(&[Sector::Front]) } else { from(&[Sector::FullFlank]) };
    let label = if columnar { "column enfiladed from the front" } else { "enfiladed from the full flank" };
    m.when(worse, clause, label, value(full));
    m.when(from(&[Sector::Rear]), clause, "enfiladed from the rear", value(rear));
    let lost = i32::from(f.elements_lost).min(2);
    m.when(lost > 0, c::MMP_18, "brigade has lost regiments or leaders", lost.max(1));
    m.when(f.merged, c::MMP_19, "merged regiment", value("M21"));
    m.when(f.near_enemy, c::MMP_16, "enemy close by", value("M22"));
    let charged = f.charged.filter(|_| matches!(f.cause, Cause::PreImpact | Cause::Impact));
    // ADF-MMP-21: the side of a column counts as a partial flank
    let partial = charged.is_some_and(|sector| matches!(sector, Sector::PartialFlank | Sector::Side));
    let full = charged.is_some_and(|sector| matches!(sector, Sector::FullFlank | Sector::Rear));
    let (horse, foot) = (f.charged_by_mounted, !f.charged_by_mounted);
    m.when(partial && foot, c::MMP_20, "charged by foot on a partial flank", value("M23"));
    m.when(partial && horse, c::MMP_20, "charged by cavalry on a partial flank", value("M24"));
    m.when(full && foot, c::MMP_20, "charged by foot on full flank or rear", value("M25"));
    m.when(full && horse, c::MMP_20, "charged by cavalry on full flank or rear", value("M26"));
}

/// What a check or rally attempt does to the unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    pub level: Level,
    /// Inches of fall-back before the multiple of mounted cavalry (ADF-MORALE-15).
    pub fall_back: u8,
    /// It has become routed and runs (ADF-MORALE-17).
    pub routs: bool,
    /// One figure or section lost by a routed unit (ADF-MORALE-18).
    pub loses_one: bool,
    /// One figure or section comes back (ADF-MORALE-13).
    pub recovers: bool,
    pub disintegrates: bool,
}

/// ADF-MORALE-04: 2D6 against the number.
pub fn check(f: &MoraleFacts, options: &Options, dice: &mut dyn Dice) -> Result<(u8, Verdict), Wanted> {
    let clause = if f.cause == Cause::Rally { c::RALLY_01 } else { c::MORALE_04 };
    let mmp = mmp(f, options);
    let verdict = |roll: u8| judge(f.present_level(), f.quality, f.is_depleted(), mmp, roll);
    let roll = roll_for(&verdict, clause, dice)?;
    Ok((roll, verdict(roll)))
}

/// Two dice of a check: rolls with the same verdict need not be told apart.
pub(crate) fn roll_for(
    verdict: &dyn Fn(u8) -> Verdict,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<u8, Wanted> {
    let alike = |a: u32, b: u32| verdict(a as u8) == verdict(b as u8);
    Ok(dice.sum_alike(clause, 2, Die::D6, &alike)? as u8)
}

/// The clause of the list that decided about the level of a unit that stood at this level before.
pub fn deciding(f: &MoraleFacts, mmp: i32, roll: u8) -> Clause {
    let elite = f.quality == Quality::Elite;
    let named = match (roll, elite) {
        (2, false) => Some((Level::Routed, c::MORALE_05)),
        (2, true) => Some((Level::Shaken, c::MORALE_05)),
        (3, false) => Some((Level::Shaken, c::MORALE_06)),
        (3, true) => Some((Level::Disorder, c::MORALE_06)),
        _ => None,
    };
    if let Some((_, clause)) = named.filter(|(level, _)| *level > f.present_level()) {
        return clause;
    }
    let margin = i32::from(roll) - mmp;
    match margin {
        _ if roll == 12 => c::MORALE_13,
        ..=-1 if f.cause == Cause::Rally => c::RALLY_02,
        1.. if f.cause == Cause::Rally => c::RALLY_05,
        ..=-5 => c::MORALE_08,
        -4..=-1 => c::MORALE_09,
        0 => c::MORALE_10,
        1..=4 => c::MORALE_11,
        5.. => c::MORALE_12,
    }
}

/// The list of results from the top. ADF-MORALE-14: improvements hold for every check.
pub fn judge(level: Level, quality: Quality, depleted: bool, mmp: i32, roll: u8) -> Verdict {
    let mut verdict = Verdict {
        level,
        fall_back: 0,
        routs: false,
        loses_one: false,
        recovers: false,
        disintegrates: false,
    };
    // ADF-MORALE-19
    if roll == 2 && level == Level::Routed {
        return Verdict { disintegrates: true, ..verdict };
    }
    // ADF-MORALE-05, -06, -07: a natural 2 or 3 sets the level if that is worse; ADF-MORALE-16: without a fall-back
    let natural = match (roll, quality == Quality::Elite) {
        (2, true) | (3, false) => Some(Level::Shaken),
        (2, false) => Some(Level::Routed),
        (3, true) => Some(Level::Disorder),
        _ => None,
    };
    if let Some(named) = natural.filter(|named| *named > level) {
        return Verdict { level: named, routs: named == Level::Routed, ..verdict };
    }
    // ADF-UNIT-08: a depleted unit is never better than disorder
    let best = if depleted { Level::Disorder } else { Level::GoodOrder };
    // ADF-MORALE-13, ADF-UNIT-25
    if roll == 12 {
        return Verdict { level: best, recovers: true, ..verdict };
    }
    let margin = i32::from(roll) - mmp;
    if margin < 0 && level == Level::Routed {
        // ADF-MORALE-18, ADF-RALLY-03
        return Verdict { loses_one: true, ..verdict };
    }
    let steps = match margin {
        ..=-5 => 2,   // ADF-MORALE-08
        -4..=-1 => 1, // ADF-MORALE-09
        0 => 0,       // ADF-MORALE-10, ADF-RALLY-04
        1..=4 => -1,  // ADF-MORALE-11
        5.. => -2,    // ADF-MORALE-12
    };
    // ADF-MORALE-07: a natural 2 or 3 never improves
    let steps = if natural.is_some() { steps.max(0) } else { steps };
    let to = level.dropped(steps);
    verdict.level = if to < level { to.max(best.min(level)) } else { to };
    if verdict.level > level {
        // ADF-RALLY-02, -06: a shaken unit that drops runs, as in a check
        verdict.routs = verdict.level == Level::Routed;
        verdict.fall_back = if verdict.routs { 0 } else { margin.unsigned_abs().min(12) as u8 };
    }
    verdict
}
