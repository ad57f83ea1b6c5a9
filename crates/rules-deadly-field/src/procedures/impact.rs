//! Charge modifiers, the pre-impact check and the impact, from facts alone, in both versions.

use crate::book::kinds::{Arm, Formation, Level, Quality};
use crate::book::options::{CmmState, Options};
use crate::book::tables::{ChargeRow, charge_modifier, fiv_row, superiority};
use crate::c;
use crate::procedures::morale::{Cause, MoraleFacts, Verdict, judge, mmp, roll_for};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::Clause;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// ADF-FORM-04, -05, -07: charge morale modifier of infantry and cavalry; the worse of formation and state.
pub fn cmm(arm: Arm, formation: Formation, mounted: bool, level: Level, options: &Options) -> i32 {
    let formed = charge_modifier(arm, formation, mounted, Level::GoodOrder);
    if level == Level::GoodOrder {
        return formed;
    }
    let state = charge_modifier(arm, formation, mounted, level);
    match options.cmm_state {
        CmmState::Worse => formed.max(state),
        CmmState::Replace => state,
        CmmState::Add => formed + state,
    }
}

/// One side of an impact: its lead unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Lead {
    /// ADF-FIV-18, ADF-ARTY-13, ADF-CAV-05: one for each figure or section.
    pub figures: u8,
    /// Everything that its morale looks at; the charge modifier is worked out here.
    pub morale: MoraleFacts,
    /// The charge modifier of the unit that supports a battery (ADF-FORM-06).
    pub supporters_cmm: i32,
}

impl Default for Lead {
    fn default() -> Self {
        Lead { figures: 6, morale: MoraleFacts::default(), supporters_cmm: 0 }
    }
}

impl Lead {
    /// ADF-FORM-06 for batteries, ADF-FORM-07 for the others.
    pub fn cmm(&self, options: &Options) -> i32 {
        let m = &self.morale;
        match m.arm {
            Arm::Artillery if m.unsupported => 0,
            Arm::Artillery => self.supporters_cmm,
            _ => cmm(m.arm, m.formation, m.mounted, m.present_level(), options),
        }
    }

    /// ADF-CHARGE-24: the number that enters an impact.
    pub fn impact_facts(&self, options: &Options) -> MoraleFacts {
        MoraleFacts { cause: Cause::Impact, cmm: self.cmm(options), ..self.morale.clone() }
    }

    pub fn charge_mmp(&self, options: &Options) -> i32 {
        mmp(&self.impact_facts(options), options)
    }
}

/// A charge at one inch: who charges whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChargeFacts {
    #[serde(deserialize_with = "attacker")]
    pub attacker: Lead,
    #[serde(deserialize_with = "defender")]
    pub defender: Lead,
    /// The defender charges as well (ADF-REACT-25).
    pub countercharge: bool,
}

impl Default for ChargeFacts {
    fn default() -> Self {
        let mut attacker = Lead::default();
        attacker.morale.charging = true;
        attacker.morale.near_enemy = true;
        let mut defender = Lead::default();
        defender.morale.near_enemy = true;
        ChargeFacts { attacker, defender, countercharge: false }
    }
}

/// What is not said of an attacker stays as it usually is: charging, and near the enemy.
fn attacker<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Lead, D::Error> {
    crate::procedures::facts::over(&ChargeFacts::default().attacker, deserializer)
}

fn defender<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Lead, D::Error> {
    crate::procedures::facts::over(&ChargeFacts::default().defender, deserializer)
}

/// Who got the worse of an impact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Loser {
    Nobody,
    Attacker,
    Defender,
}

/// What comes of one impact roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Clash {
    /// ADF-FIV-05, ADF-DICE-05.
    Melee,
    /// ADF-FIV-06: the attacker stops short and both fire.
    StopShort,
    /// ADF-DICE-06: the loser goes back an inch and both fire point blank.
    PointBlank,
    FallBack,
    /// ADF-FIV-13.
    Surrender,
}

/// The whole result of one impact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Impact {
    /// What each side totalled, the attacker first.
    pub totals: [i32; 2],
    pub clash: Clash,
    pub loser: Loser,
    /// Inches of fall-back of the losing units.
    pub back: u8,
    /// Figures that each losing unit loses (fiv), or its lead unit (dice-down).
    pub lost: u8,
    /// The level that losing units are set to; nothing: one level lower, at least disorder (ADF-DICE-08).
    pub level: Option<Level>,
}

/// ADF-CHARGE-15, -16, -39: the defender's check at one inch, with the net charge modifier on top of the full number.
pub fn pre_impact_facts(f: &ChargeFacts, options: &Options) -> MoraleFacts {
    let own = f.defender.cmm(options);
    let cmm = if options.own_cmm { own } else { own - f.attacker.cmm(options) };
    MoraleFacts { cause: Cause::PreImpact, cmm, ..f.defender.morale.clone() }
}

/// ADF-CHARGE-24: one impact of two lead units.
pub fn impact(f: &ChargeFacts, options: &Options, dice: &mut dyn Dice) -> Result<Impact, Wanted> {
    impact_with_rolls(f, options, dice).map(|(impact, _)| impact)
}

/// The same with what both sides rolled, the attacker first.
pub fn impact_with_rolls(
    f: &ChargeFacts,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<(Impact, [i32; 2]), Wanted> {
    let leads = [&f.attacker, &f.defender];
    let numbers = leads.map(|lead| lead.charge_mmp(options));
    let figures = leads.map(|lead| i32::from(lead.figures));
    roll_impact(figures, numbers, is_on_foot(f), options.dice_down, dice)
}

/// ADF-FIV-14, -15: relief is for attackers on foot.
fn is_on_foot(f: &ChargeFacts) -> bool {
    !(f.attacker.morale.arm == Arm::Cavalry && f.attacker.morale.mounted)
}

/// ADF-OPT-01: one version for the whole game. ADF-FIV-04: the attacker rolls first, and both rolls are open.
fn roll_impact(
    figures: [i32; 2],
    numbers: [i32; 2],
    on_foot: bool,
    by_dice_down: bool,
    dice: &mut dyn Dice,
) -> Result<(Impact, [i32; 2]), Wanted> {
    if by_dice_down {
        let rolls = [dice.one(c::DICE_01, Die::D6)?, dice.one(c::DICE_01, Die::D6)?].map(i32::from);
        return Ok((dice_down(rolls, figures, numbers), rolls));
    }
    let rolls = [dice.sum(c::FIV_01, 2, Die::D6)? as i32, dice.sum(c::FIV_01, 2, Die::D6)? as i32];
    // ADF-FIV-01, -02: dice and figures less the number, never below 0
    let totals = [0, 1].map(|side| (rolls[side] + figures[side] - numbers[side]).max(0));
    Ok((final_impact(totals, on_foot), rolls))
}

/// ADF-FIV-05 and those after it: the margin decides.
pub fn final_impact(totals: [i32; 2], attacker_on_foot: bool) -> Impact {
    let margin = totals[0].abs_diff(totals[1]);
    let loser = loser_of(totals);
    let none = Impact { totals, clash: Clash::Melee, loser, back: 0, lost: 0, level: None };
    let relieved = loser == Loser::Attacker && attacker_on_foot;
    match fiv_row(margin) {
        ChargeRow::Melee => none,
        ChargeRow::StopShort => Impact { clash: Clash::StopShort, ..none },
        ChargeRow::Surrender => Impact { clash: Clash::Surrender, ..none },
        ChargeRow::FallBack { lost, level, relieved_lost, relieved_level } => Impact {
            clash: Clash::FallBack,
            // ADF-FIV-16: never multiplied
            back: margin as u8 - u8::from(relieved),
            lost: if relieved { relieved_lost } else { lost },
            level: Some(if relieved { relieved_level } else { level }),
            ..none
        },
    }
}

/// ADF-DICE-01, -02, -03: one die each, with superior numbers and better morale. ADF-DICE-06, -08: what the margin does.
pub fn dice_down(rolls: [i32; 2], figures: [i32; 2], numbers: [i32; 2]) -> Impact {
    let gains = advantages(figures, numbers);
    let totals = [0, 1].map(|side| rolls[side] + gains[side].0 + gains[side].1);
    let margin = totals[0].abs_diff(totals[1]) as u8;
    let none = Impact { totals, clash: Clash::Melee, loser: loser_of(totals), back: 0, lost: 0, level: None };
    match margin {
        0 => none,
        1 => Impact { clash: Clash::PointBlank, back: 1, ..none },
        _ => Impact { clash: Clash::FallBack, back: margin, lost: margin, ..none },
    }
}

/// ADF-DICE-02, -03: what each side adds for superior numbers and for better morale, the attacker first.
pub fn advantages(figures: [i32; 2], numbers: [i32; 2]) -> [(i32, i32); 2] {
    let more = superiority("figures", figures[0].abs_diff(figures[1]));
    let better = superiority("charge_mmp", numbers[0].abs_diff(numbers[1]));
    [0, 1].map(|side| {
        let numerous = if figures[side] > figures[1 - side] { more } else { 0 };
        (numerous, if numbers[side] < numbers[1 - side] { better } else { 0 })
    })
}

fn loser_of(totals: [i32; 2]) -> Loser {
    match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Equal => Loser::Nobody,
        std::cmp::Ordering::Less => Loser::Attacker,
        std::cmp::Ordering::Greater => Loser::Defender,
    }
}

/// How a charge at one inch comes out if nobody fires: the pre-impact check, then one impact if the defender stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ChargeResult {
    pub check: Verdict,
    /// Nothing when the defender gave way in his check.
    pub impact: Option<Impact>,
}

pub fn charge(f: &ChargeFacts, options: &Options, dice: &mut dyn Dice) -> Result<ChargeResult, Wanted> {
    run_charge(&Worked::of(f, options), dice)
}

/// The numbers of a charge, worked out once for all dice: odds ask for them a thousand times.
#[derive(Clone, Debug)]
pub struct Worked {
    level: Level,
    quality: Quality,
    depleted: bool,
    pub pre_impact: i32,
    pub attacker: i32,
    /// The defender's number at each level that its check may leave it at.
    pub defender: [i32; 4],
    figures: [i32; 2],
    on_foot: bool,
    dice_down: bool,
}

impl Worked {
    pub fn of(f: &ChargeFacts, options: &Options) -> Worked {
        let defender = Level::ALL.map(|level| {
            let mut lead = f.defender.clone();
            lead.morale.level = level;
            lead.charge_mmp(options)
        });
        Worked {
            level: f.defender.morale.present_level(),
            quality: f.defender.morale.quality,
            depleted: f.defender.morale.is_depleted(),
            pre_impact: mmp(&pre_impact_facts(f, options), options),
            attacker: f.attacker.charge_mmp(options),
            defender,
            figures: [&f.attacker, &f.defender].map(|lead| i32::from(lead.figures)),
            on_foot: is_on_foot(f),
            dice_down: options.dice_down,
        }
    }
}

pub fn run_charge(w: &Worked, dice: &mut dyn Dice) -> Result<ChargeResult, Wanted> {
    let judged = |roll: u8| judge(w.level, w.quality, w.depleted, w.pre_impact, roll);
    let verdict = judged(roll_for(&judged, c::MORALE_04, dice)?);
    if verdict.disintegrates || verdict.routs || verdict.fall_back > 0 {
        return Ok(ChargeResult { check: verdict, impact: None });
    }
    let numbers = [w.attacker, w.defender[verdict.level as usize]];
    let (impact, _) = roll_impact(w.figures, numbers, w.on_foot, w.dice_down, dice)?;
    Ok(ChargeResult { check: verdict, impact: Some(impact) })
}

impl Impact {
    /// The line of the list that decided.
    pub fn clause(&self, by_dice_down: bool) -> Clause {
        match (by_dice_down, self.totals[0].abs_diff(self.totals[1])) {
            (true, 0) => c::DICE_05,
            (true, 1) => c::DICE_06,
            (true, _) => c::DICE_08,
            (false, 0) => c::FIV_05,
            (false, 1) => c::FIV_06,
            (false, 2..=4) => c::FIV_09,
            (false, 5..=7) => c::FIV_10,
            (false, 8..=11) => c::FIV_11,
            (false, _) => c::FIV_13,
        }
    }
}

/// ADF-FIV-17, ADF-DICE-08, ADF-CHARGE-26: the level of a losing lead unit: never better than it was.
pub fn level_after(level: Level, impact: &Impact) -> Level {
    match impact.level {
        Some(named) => level.max(named),
        None if impact.clash == Clash::FallBack => level.dropped(1).max(Level::Disorder),
        None => level.max(Level::Disorder),
    }
}
