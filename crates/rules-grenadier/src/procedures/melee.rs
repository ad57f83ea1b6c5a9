//! One round of melee, from facts alone: factors, result, casualties.

use crate::book::kinds::{Grade, Weapon};
use crate::book::options::Options;
use crate::book::tables::{self, melee_row, one_per};
use crate::c;
use crate::procedures::morale::Arm;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};
use longroll_table::{Length, inches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// GRE-MELEE-08: cavalry must have charged so far.
const CHARGE_RUN: Length = inches(5);
/// GRE-MELEE-14: the most that numbers give.
const MOST_STEPS: u32 = 6;

/// GRE-MELEE-11: how a unit came into this round; one way only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arrival {
    #[default]
    Stood,
    Charged,
    Countercharged,
    Pursuing,
    FollowingUp,
}

/// One side of a melee: its leading unit, and how many others fight beside it (GRE-MELEE-26).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MeleeSide {
    /// Is it this unit's own first round in the melee (GRE-MELEE-23)? Left out: as `later_round` says.
    pub first_round: Option<bool>,
    pub arm: Arm,
    pub irregular: bool,
    pub lancers: bool,
    pub skirmishing: bool,
    pub grade: Grade,
    /// Figures of the leading unit; crew for artillery.
    pub figures: u32,
    pub other_foot: u32,
    pub other_horse: u32,
    pub other_crew: u32,
    pub dp: u8,
    pub arrival: Arrival,
    pub in_line: bool,
    /// Inches charged, approach and closing together.
    #[serde(with = "longroll_kit::inches")]
    #[schemars(with = "f64")]
    pub charged_inches: Length,
    pub prone: bool,
    pub pushed_back: bool,
    pub retreating: bool,
    pub flanked: bool,
    /// In a building with the enemy outside it.
    pub in_building: bool,
    pub cover: bool,
    pub uphill: bool,
    pub weapon: Option<Weapon>,
    pub second_weapon: Option<Weapon>,
}

impl Default for MeleeSide {
    fn default() -> Self {
        MeleeSide {
            first_round: None,
            arm: Arm::Foot,
            irregular: false,
            lancers: false,
            skirmishing: false,
            grade: Grade::Regular,
            figures: 24,
            other_foot: 0,
            other_horse: 0,
            other_crew: 0,
            dp: 0,
            arrival: Arrival::Stood,
            in_line: true,
            charged_inches: CHARGE_RUN,
            prone: false,
            pushed_back: false,
            retreating: false,
            flanked: false,
            in_building: false,
            cover: false,
            uphill: false,
            weapon: None,
            second_weapon: None,
        }
    }
}

impl MeleeSide {
    /// GRE-MELEE-15: everybody counts, gunners too.
    pub fn numbers(&self) -> u32 {
        self.figures + self.other_foot + self.other_horse + self.other_crew
    }

    fn foot(&self) -> u32 {
        let guns = if self.arm != Arm::Horse { self.figures } else { 0 };
        guns + self.other_foot + self.other_crew
    }

    fn horse(&self) -> u32 {
        self.other_horse + if self.arm == Arm::Horse { self.figures } else { 0 }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MeleeFacts {
    pub a: MeleeSide,
    pub b: MeleeSide,
    /// Not the first round of this melee.
    pub later_round: bool,
}

/// GRE-MELEE-30, GRE-MELEE-31, GRE-MELEE-32, GRE-MELEE-33, and GRE-MELEE-36 for guns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Draw,
    PushedBack,
    Retreat,
    Rout,
    Dispersed,
}

impl Fate {
    pub fn words(self) -> &'static str {
        match self {
            Fate::Draw => "a draw",
            Fate::PushedBack => "pushed back",
            Fate::Retreat => "retreat",
            Fate::Rout => "rout",
            Fate::Dispersed => "dispersed",
        }
    }
}

/// What the winner does next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    Stand,
    MayFollowUp,
    FollowUp,
    PursuitTest,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MeleeResult {
    pub scores: [i32; 2],
    /// 0 for side a, 1 for side b.
    pub winner: Option<usize>,
    pub fate: Fate,
    pub loser_dp: u8,
    pub winner_dp: u8,
    /// Figures lost by a and by b.
    pub casualties: [u32; 2],
}

/// The factors of one side against the other: GRE-MELEE-02 and the lines after it.
pub fn melee_mods(own: &MeleeSide, enemy: &MeleeSide, later_round: bool, options: &Options) -> Settled {
    let mut mods = Mods::new();
    let horse = own.arm == Arm::Horse;
    // GRE-MELEE-04: Skirmish takes the place of the arm
    let formed = !own.skirmishing;
    let lance = horse && own.lancers;
    let lance_alone = lance && !options.lance_adds;
    mods.when(horse && formed && !own.irregular && !lance_alone, c::MELEE_02, "regular cavalry", 1);
    mods.when(own.arm == Arm::Foot && formed, c::MELEE_02, "infantry", 1);
    mods.when(own.arm == Arm::Guns, c::MELEE_02, "artillery", -2);
    mods.when(lance, c::MELEE_03, "lancers", 1);
    // GRE-MELEE-06, GRE-MELEE-28: irregulars fight as Raw, here and only here
    let grade = if horse && own.irregular { Grade::Raw } else { own.grade };
    mods.when(grade == Grade::Veteran, c::MELEE_05, "Veteran", 1);
    mods.when(grade == Grade::Trained, c::MELEE_05, "Trained", -1);
    mods.when(grade == Grade::Raw, c::MELEE_05, "Raw", -2);
    let charged = own.arrival == Arrival::Charged && own.in_line && !own.skirmishing;
    if charged && horse && !own.charged_inches.at_least(CHARGE_RUN) {
        mods.struck_out(c::MELEE_07, "charging in Line", 3, "cavalry charged less than 5 in (GRE-MELEE-08)");
    } else {
        mods.when(charged, c::MELEE_07, "charging in Line", 3);
    }
    let counter = own.arrival == Arrival::Countercharged && own.in_line;
    mods.when(counter, c::MELEE_09, "countercharging in Line", 2);
    mods.when(own.arrival == Arrival::Pursuing, c::MELEE_10, "pursuing", 2);
    mods.when(own.arrival == Arrival::FollowingUp, c::MELEE_10, "following up", 2);
    mods.when(own.prone, c::MELEE_12, "prone", -3);
    mods.when(own.dp > 0, c::MELEE_13, "each DP", -i32::from(own.dp));
    let steps = outnumbering(own.numbers(), enemy.numbers()) as i32;
    mods.when(steps > 0, c::MELEE_14, "each 50% more figures", steps);
    mods.when(own.pushed_back, c::MELEE_16, "pushed back last round", -1);
    mods.when(own.retreating, c::MELEE_17, "Retreating", -2);
    mods.when(own.flanked, c::MELEE_18, "attacked in flank or rear", -4);
    mods.when(own.in_building, c::MELEE_19, "in buildings, enemy outside", 2);
    // GRE-MELEE-20, ruling GRE-R18: cover only for who stood to receive; uphill for either; GRE-MELEE-21: not with the building
    let stood = own.arrival == Arrival::Stood;
    let sheltered = (own.cover && stood) || own.uphill;
    if sheltered && own.in_building {
        mods.struck_out(c::MELEE_20, "in cover or uphill", 1, "the building counts (GRE-MELEE-21)");
    } else {
        mods.when(sheltered, c::MELEE_20, "in cover or uphill", 1);
    }
    weapon_mods(&mut mods, own, later_round);
    mods.when(horse && enemy.skirmishing, c::MELEE_25, "cavalry against skirmishers", 1);
    mods.settle(Stack::All)
}

/// GRE-MELEE-22, GRE-MELEE-23 (the unit's own first round, ruling GRE-R17), and GRE-MELEE-24: one line only, the best
/// (GRE-UNIT-26).
fn weapon_mods(mods: &mut Mods, own: &MeleeSide, later_round: bool) {
    let rows = || own.weapon.iter().chain(&own.second_weapon).map(|weapon| tables::weapon(*weapon));
    let always = rows().any(|row| row.melee_later_rounds > 0);
    let is_first = own.first_round.unwrap_or(!later_round);
    let first = rows().any(|row| row.melee_first_round > 0) && is_first;
    mods.when(always, c::MELEE_22, "repeating rifles or cavalry pistols", 1);
    if always && first {
        return;
    }
    mods.when(first, c::MELEE_23, "shotguns or carbines, first round", 1);
}

/// GRE-MELEE-14: full steps of 50% by which the one outnumbers the other, at most six.
pub fn outnumbering(own: u32, enemy: u32) -> u32 {
    if enemy == 0 {
        return if own > 0 { MOST_STEPS } else { 0 };
    }
    (own.saturating_sub(enemy) * 2 / enemy).min(MOST_STEPS)
}

/// GRE-MELEE-01.
pub fn melee(facts: &MeleeFacts, options: &Options, dice: &mut dyn Dice) -> Result<MeleeResult, Wanted> {
    let a = melee_mods(&facts.a, &facts.b, facts.later_round, options).total;
    let b = melee_mods(&facts.b, &facts.a, facts.later_round, options).total;
    let scores =
        [dice.sum(c::MELEE_01, 2, Die::D6)? as i32 + a, dice.sum(c::MELEE_01, 2, Die::D6)? as i32 + b];
    Ok(decide(facts, scores))
}

/// What a difference does to a loser of this arm: GRE-MELEE-30, GRE-MELEE-31, GRE-MELEE-32, GRE-MELEE-33 and the exceptions.
pub fn fate_of(difference: i32, victor: Arm, loser: Arm) -> Fate {
    match melee_row(difference).loser_result.as_str() {
        "draw" => Fate::Draw,
        // GRE-MELEE-36
        _ if loser == Arm::Guns => Fate::Dispersed,
        "rout" => Fate::Rout,
        "retreat" => Fate::Retreat,
        // GRE-MELEE-35: infantry does not give way to cavalry step by step
        _ if victor == Arm::Horse && loser == Arm::Foot => Fate::Retreat,
        _ => Fate::PushedBack,
    }
}

/// The two scores read in the result table.
pub fn decide(facts: &MeleeFacts, scores: [i32; 2]) -> MeleeResult {
    let difference = (scores[0] - scores[1]).abs();
    let row = melee_row(difference);
    let sides = [&facts.a, &facts.b];
    let winner = match scores[0].cmp(&scores[1]) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    };
    let Some(won) = winner else {
        // GRE-MELEE-39, GRE-MELEE-59: no DPs, and both by the losing-or-drawing lines
        let casualties =
            [inflicted(sides[1], sides[0], false, false), inflicted(sides[0], sides[1], false, false)];
        return MeleeResult { scores, winner, fate: Fate::Draw, loser_dp: 0, winner_dp: 0, casualties };
    };
    let (victor, loser) = (sides[won], sides[1 - won]);
    let fate = fate_of(difference, victor.arm, loser.arm);
    let mut casualties = [0, 0];
    // GRE-MELEE-58: nothing is counted on a dispersed battery
    if fate != Fate::Dispersed {
        casualties[1 - won] = inflicted(victor, loser, true, fate != Fate::PushedBack);
    }
    casualties[won] = inflicted(loser, victor, false, false);
    MeleeResult { scores, winner, fate, loser_dp: row.loser_dp, winner_dp: row.winner_dp, casualties }
}

/// GRE-MELEE-50 to the lines GRE-MELEE-51, GRE-MELEE-52, GRE-MELEE-53, GRE-MELEE-54, GRE-MELEE-55, GRE-MELEE-56 and
/// GRE-MELEE-57: one for each full N of own figures, arm by arm, never more than there are.
fn inflicted(by: &MeleeSide, on: &MeleeSide, won: bool, broke: bool) -> u32 {
    let against_horse = on.arm == Arm::Horse;
    let rate = |mounted: bool| {
        // ruling GRE-R01: cavalry beside leading foot kills as foot where the table has no line for it
        one_per(mounted, won, against_horse, broke).or_else(|| one_per(false, won, against_horse, broke))
    };
    let of = |figures: u32, mounted: bool| rate(mounted).map_or(0, |per| figures / per);
    (of(by.foot(), false) + of(by.horse(), true)).min(on.numbers())
}

/// What a unit of the winning side does: GRE-MELEE-40, GRE-MELEE-42, GRE-MELEE-43, and GRE-MELEE-44 for guns.
pub fn winner_next(difference: i32, arm: Arm, grade: Grade) -> Next {
    let row = melee_row(difference);
    let word = match arm {
        Arm::Guns => return Next::Stand,
        Arm::Horse => &row.winner_cavalry,
        Arm::Foot if grade.is_steady() => &row.winner_foot_veteran_regular,
        Arm::Foot => &row.winner_foot_trained_raw,
    };
    match word.as_str() {
        "pursuit_test" => Next::PursuitTest,
        "follow_up" => Next::FollowUp,
        "may_follow_up" => Next::MayFollowUp,
        _ => Next::Stand,
    }
}
