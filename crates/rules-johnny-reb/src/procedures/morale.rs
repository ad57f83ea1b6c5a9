//! Morale points and their modifiers, checks, rallies and the impact of a charge.

use crate::book::kinds::{Body, Formation, Grade, Level, Quality};
use crate::book::options::Options;
use crate::book::tables::{basic_morale, formation_row};
use crate::c;
use crate::procedures::fire::{Face, Works};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a check is made: JR-MPM-17 ties some modifiers to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Fire,
    /// JR-MELEE-08: losses of a melee round.
    Melee,
    /// JR-MORALE-04: a rout, destruction or officer's death nearby.
    Seen,
    /// JR-MORALE-16.
    Rally,
    /// JR-CHARGE-15.
    Impact,
}

/// What a Modified Morale Point is made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoraleFacts {
    pub quality: Quality,
    pub body: Body,
    pub formation: Formation,
    pub level: Level,
    pub cause: Cause,
    /// The best officer present.
    pub officer: Option<Grade>,
    pub charging: bool,
    pub behind_cover: bool,
    pub works: Works,
    pub behind_friends: bool,
    pub stands_lost: u32,
    pub commander_lost: bool,
    pub regiments_lost: u32,
    /// Figures, sections and horses lost to artillery or sharpshooters now.
    pub heavy_hits: u32,
    pub face: Face,
    pub forming: bool,
    pub on_charge: bool,
    pub supporting_infantry: u32,
    pub supporting_cavalry: u32,
    /// JR-FORM-05: guns with steady friends within 2 in.
    pub guns_supported: bool,
}

impl Default for MoraleFacts {
    fn default() -> Self {
        MoraleFacts {
            quality: Quality::Veteran,
            body: Body::Infantry,
            formation: Formation::SingleLine,
            level: Level::Good,
            cause: Cause::Fire,
            officer: None,
            charging: false,
            behind_cover: false,
            works: Works::None,
            behind_friends: false,
            stands_lost: 0,
            commander_lost: false,
            regiments_lost: 0,
            heavy_hits: 0,
            face: Face::Front,
            forming: false,
            on_charge: false,
            supporting_infantry: 0,
            supporting_cavalry: 0,
            guns_supported: false,
        }
    }
}

/// JR-MPM-01 to -17 and, for an impact, JR-FORM-04, -05 and JR-CHARGE-15. The Basic Morale Point is not among them.
pub fn morale_mods(f: &MoraleFacts) -> Settled {
    let impact = f.cause == Cause::Impact;
    let hit = matches!(f.cause, Cause::Fire | Cause::Impact);
    let count = |n: u32| i32::try_from(n.min(1000)).unwrap_or(1000);
    let mut m = Mods::new();
    // JR-MPM-02: only the best officer is in the facts
    m.when(f.officer == Some(Grade::Brigade), c::MPM_01, "brigade officer present", -1);
    m.when(f.officer == Some(Grade::Division), c::MPM_01, "division officer present", -2);
    m.when(f.officer == Some(Grade::Corps), c::MPM_01, "corps officer present", -3);
    m.when(f.charging && f.cause != Cause::Rally, c::MPM_03, "charging", -1);
    // JR-MPM-06: the best of cover and works, neither for chargers
    let covered = f.behind_cover && f.works == Works::None;
    for (holds, clause, label, value) in [
        (covered, c::MPM_04, "behind cover or in woods", -1),
        (f.works == Works::Hasty, c::MPM_05, "in hasty works", -2),
        (f.works == Works::Heavier, c::MPM_05, "in heavier works", -3),
    ] {
        if holds && f.charging {
            m.struck_out(c::MPM_06, label, value, "a charging unit has no cover");
        } else {
            m.when(holds, clause, label, value);
        }
    }
    m.when(f.behind_friends && !impact, c::MPM_07, "behind friendly units", -4);
    m.when(f.stands_lost > 0, c::MPM_09, "stands or sections lost", 3 * count(f.stands_lost));
    m.when(f.commander_lost, c::MPM_10, "brigade commander lost", 1);
    m.when(f.regiments_lost > 0, c::MPM_10, "regiments of the brigade lost", count(f.regiments_lost));
    m.when(f.level == Level::Shaken, c::MPM_11, "Shaken", 2);
    m.when(f.level == Level::Routed, c::MPM_11, "Routed", 4);
    let by_guns = f.heavy_hits > 0 && f.cause == Cause::Fire;
    m.when(by_guns, c::MORALE_02, "hits by artillery or sharpshooters", count(f.heavy_hits));
    let worth = |fire, charge| if impact { charge } else { fire };
    m.when(hit && f.face == Face::PartialFlank, c::MPM_12, "hit on a partial flank", worth(2, 3));
    m.when(hit && f.face == Face::FullFlank, c::MPM_13, "hit on a full flank", worth(4, 6));
    m.when(hit && f.face == Face::Rear, c::MPM_14, "hit on the rear", worth(6, 9));
    let disorder = f.formation == Formation::Disorder && f.cause == Cause::Fire;
    m.when(disorder, c::MPM_15, "in disorder", 1);
    m.when(hit && f.forming, c::MPM_16, "forming", worth(1, 2));
    m.when(hit && f.on_charge, c::MPM_16, "on CH", worth(1, 2));
    if impact {
        let formation = formation_row(f.body, f.formation).and_then(|row| row.charge_morale.parse().ok());
        m.when(
            formation.is_some_and(|n| n != 0),
            c::FORM_04,
            "formation in a charge",
            formation.unwrap_or(0),
        );
        let alone = f.body == Body::Artillery && !f.guns_supported;
        m.when(alone, c::FORM_05, "unsupported guns", basic_morale(f.quality));
        m.when(f.supporting_infantry > 0, c::CHARGE_15, "infantry in support", -count(f.supporting_infantry));
        let cavalry = -2 * count(f.supporting_cavalry);
        m.when(f.supporting_cavalry > 0, c::CHARGE_15, "cavalry in support", cavalry);
    }
    m.settle(Stack::All)
}

/// JR-MORALE-10: Modified Morale Point, or Impact Morale.
pub fn morale_point(f: &MoraleFacts) -> i32 {
    basic_morale(f.quality) + morale_mods(f).total
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Passed,
    Failed,
    /// JR-MORALE-11: a natural 2.
    Fled,
    /// JR-MORALE-11: a natural 12.
    Rallied,
}

/// JR-MORALE-09, -11: two dice higher than the point; a natural 2 routs, a natural 12 rallies.
pub fn check(point: i32, dice: &mut dyn Dice) -> Result<(u32, Verdict), Wanted> {
    let roll = dice.sum(c::MORALE_09, 2, Die::D6)?;
    Ok((roll, verdict(point, roll)))
}

pub fn verdict(point: i32, roll: u32) -> Verdict {
    match roll {
        2 => Verdict::Fled,
        12 => Verdict::Rallied,
        roll if i64::from(roll) > i64::from(point) => Verdict::Passed,
        _ => Verdict::Failed,
    }
}

/// What a unit has lost at one blow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Loss {
    pub figures: u32,
    /// It had lost figures before.
    pub had_loss: bool,
    /// Stands that went with them.
    pub stands: u32,
    /// JR-CRT-05, JR-CRT-07, JR-MORALE-02: the table itself, or guns and sharpshooters, ask for a check.
    pub must_check: bool,
}

impl Loss {
    /// JR-MORALE-01, JR-MORALE-03: for the first figures, and for each stand.
    pub(crate) fn calls_for_check(self) -> bool {
        (self.figures > 0 && !self.had_loss) || self.stands > 0 || self.must_check
    }
}

/// JR-MORALE-11, JR-MORALE-12, JR-MORALE-15: the level after a check.
pub fn level_after(level: Level, verdict: Verdict) -> Level {
    match (verdict, level) {
        (Verdict::Passed, level) => level,
        (Verdict::Rallied, _) => Level::Good,
        (Verdict::Fled, _) | (Verdict::Failed, Level::Shaken | Level::Routed) => Level::Routed,
        (Verdict::Failed, Level::Good) => Level::Shaken,
    }
}

/// JR-MORALE-16, -17: the level after a rally attempt; nothing when the unit disperses.
pub fn level_after_rally(level: Level, verdict: Verdict) -> Option<Level> {
    match (verdict, level) {
        (Verdict::Rallied, _) => Some(Level::Good),
        (Verdict::Fled, Level::Routed) => None,
        (Verdict::Fled, _) => Some(Level::Routed),
        (Verdict::Passed, Level::Routed) => Some(Level::Shaken),
        (Verdict::Passed, _) => Some(Level::Good),
        (Verdict::Failed, level) => Some(level),
    }
}

/// Who wins an impact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImpactWinner {
    Attacker,
    Defender,
    /// Equal totals: melee (JR-MELEE-01).
    Tie,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ImpactResult {
    pub attacker: i32,
    pub defender: i32,
    pub winner: ImpactWinner,
}

/// JR-CHARGE-15: two dice each plus Impact Morale, the lower total wins.
pub fn impact(attacker: i32, defender: i32, dice: &mut dyn Dice) -> Result<ImpactResult, Wanted> {
    let throw =
        |dice: &mut dyn Dice| dice.sum(c::CHARGE_15, 2, Die::D6).map(|sum| i32::try_from(sum).unwrap_or(12));
    let attacker = attacker.saturating_add(throw(dice)?);
    let defender = defender.saturating_add(throw(dice)?);
    let winner = match attacker.cmp(&defender) {
        std::cmp::Ordering::Less => ImpactWinner::Attacker,
        std::cmp::Ordering::Greater => ImpactWinner::Defender,
        std::cmp::Ordering::Equal => ImpactWinner::Tie,
    };
    Ok(ImpactResult { attacker, defender, winner })
}

/// JR-CHARGE-18, -20: the state of a beaten defender by the sum of its two dice; nothing when it is picked up.
pub fn beaten_level(level: Level, roll: u32) -> Option<Level> {
    let result = match roll {
        12 => return None,
        9..=11 => Level::Routed,
        5..=8 => Level::Shaken,
        _ => Level::Good,
    };
    Some(level.max(result))
}

/// JR-CHARGE-09, JR-CHARGE-10, JR-CHARGE-11: the volley point in half inches. Veterans and Elites count half inches, Green ones whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VolleyPoint {
    pub on_charge: bool,
    pub disordered: bool,
    pub forming: bool,
    pub officer: bool,
    pub works: bool,
}

/// JR-CHARGE-10, -11: each condition counts; with JR-OPT-12 one of each sign at the most.
pub fn volley_mods(f: &VolleyPoint, options: &Options) -> Settled {
    let mut m = Mods::new();
    m.when(f.on_charge, c::CHARGE_10, "defender on CH", 1);
    m.when(f.disordered, c::CHARGE_10, "defender in disorder", 1);
    m.when(f.forming, c::CHARGE_10, "defender forming", 1);
    m.when(f.officer, c::CHARGE_10, "officer with the defender", -1);
    m.when(f.works, c::CHARGE_10, "defender in works", -1);
    let one_of_each = Stack::BestAndWorst { highest: 1, lowest: 1, exempt: &[] };
    m.settle(if options.one_of_each { one_of_each } else { Stack::All })
}

pub fn volley_half_inches(quality: Quality, die: u8, f: &VolleyPoint, options: &Options) -> i64 {
    let pips = i64::from((i32::from(die) + volley_mods(f, options).total).max(0));
    if quality == Quality::Green { pips * 2 } else { pips }
}
