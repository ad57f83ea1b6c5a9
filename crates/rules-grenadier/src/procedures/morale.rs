//! Unit morale in its four columns, from facts alone.

use crate::book::kinds::{Ability, Cover, Grade};
use crate::book::tables::{general, morale_row};
use crate::c;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// GRE-MORALE-01: why a unit tests; it names the column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    ToCharge,
    BeingCharged,
    #[default]
    Other,
    ToRally,
}

impl Reason {
    pub fn words(self) -> &'static str {
        match self {
            Reason::ToCharge => "To Charge",
            Reason::BeingCharged => "Being Charged",
            Reason::Other => "Other",
            Reason::ToRally => "To Rally",
        }
    }
}

/// The three arms as morale and casualties know them: dismounted cavalry is foot (GRE-UNIT-25).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    #[default]
    Foot,
    Horse,
    Guns,
}

/// GRE-UNIT-06, GRE-UNIT-08: how much of the unit is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Losses {
    #[default]
    Few,
    Quarter,
    Half,
}

/// The state in which it tests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    #[default]
    Steady,
    Halted,
    Rallying,
    Retreating,
    Routing,
}

/// Everything that a test looks at. The charge lines count only in their own column.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoraleFacts {
    pub reason: Reason,
    pub grade: Grade,
    pub dp: u8,
    /// The best general attached.
    pub general: Option<Ability>,
    pub bushwhacked: bool,
    /// Fired on by order infantry in flank or rear this turn.
    pub flank_fire: bool,
    pub losses: Losses,
    pub cover: Cover,
    pub prone: bool,
    pub uphill: bool,
    /// Foot in a trench.
    pub in_trench: bool,
    pub friends_broken: u32,
    pub enemies_broken: u32,
    pub condition: Condition,
    pub arm: Arm,
    pub skirmishing: bool,
    /// To Charge: the target's flank or rear, or skirmishers.
    pub at_flank_or_skirmishers: bool,
    /// To Charge: figures lost in this turn's fire.
    pub casualties: u32,
    /// To Charge: earlier waves of the brigade charge.
    pub waves_before: u32,
    /// To Charge: the Rebel Yell.
    pub yell: bool,
    /// Being Charged: struck in flank or rear.
    pub in_flank: bool,
    /// Being Charged: by whom.
    pub charger: Arm,
    pub charger_skirmishing: bool,
    /// To Rally: it routed from its own failed Yell.
    pub yell_penalty: bool,
}

/// What a test makes of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoraleResult {
    Charge,
    CounterchargeOrStand,
    Stand,
    Obey,
    Halt,
    Retreat,
    Rout,
    Rally,
    Fail,
    Disperse,
}

impl MoraleResult {
    pub fn words(self) -> &'static str {
        match self {
            MoraleResult::Charge => "charges home",
            MoraleResult::CounterchargeOrStand => "may countercharge or stand",
            MoraleResult::Stand => "stands",
            MoraleResult::Obey => "obeys orders",
            MoraleResult::Halt => "is Halted",
            MoraleResult::Retreat => "retreats",
            MoraleResult::Rout => "routs",
            MoraleResult::Rally => "rallies",
            MoraleResult::Fail => "goes on retreating",
            MoraleResult::Disperse => "is dispersed",
        }
    }

    fn named(word: &str) -> MoraleResult {
        match word {
            "charge" => MoraleResult::Charge,
            "countercharge_or_stand" => MoraleResult::CounterchargeOrStand,
            "stand" => MoraleResult::Stand,
            "obey" => MoraleResult::Obey,
            "halt" => MoraleResult::Halt,
            "retreat" => MoraleResult::Retreat,
            "rout" => MoraleResult::Rout,
            "rally" => MoraleResult::Rally,
            "fail" => MoraleResult::Fail,
            _ => MoraleResult::Disperse,
        }
    }
}

/// Score and result of one test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tested {
    pub score: i32,
    pub result: MoraleResult,
    pub dp: u8,
}

/// GRE-MORALE-01: each line once; of pairs only the stronger.
pub fn morale_mods(facts: &MoraleFacts) -> Settled {
    let mut mods = Mods::new();
    let leads = facts.general.map_or(0, |ability| general(ability).morale);
    mods.when(leads != 0, c::MORALE_02, "general attached", leads);
    let grade = match facts.grade {
        Grade::Veteran => 2,
        Grade::Regular => 1,
        Grade::Trained => -1,
        Grade::Raw => -2,
    };
    mods.when(true, c::MORALE_03, facts.grade.words(), grade);
    mods.when(facts.bushwhacked, c::MORALE_04, "bushwhacked", -1);
    mods.when(facts.flank_fire, c::MORALE_05, "fired on by order infantry in flank or rear", -1);
    mods.when(facts.losses == Losses::Quarter, c::MORALE_06, "a quarter lost, or a third of the battery", -1);
    mods.when(facts.losses == Losses::Half, c::MORALE_07, "half lost", -3);
    mods.when(facts.dp > 0, c::MORALE_08, "each DP", -i32::from(facts.dp));
    let charged = facts.reason == Reason::BeingCharged;
    // GRE-MORALE-14, GRE-MORALE-15: the trench replaces cover, unless being charged; then it is hard cover
    let trench = facts.in_trench && facts.arm == Arm::Foot && !charged;
    let sheltered = facts.cover != Cover::None || facts.prone || facts.uphill || facts.in_trench;
    if trench {
        mods.struck_out(c::MORALE_09, "cover, prone or uphill", 1, "the trench counts instead");
    } else {
        mods.when(sheltered, c::MORALE_09, "cover, prone or uphill", 1);
    }
    mods.when(trench, c::MORALE_14, "foot in trenches", 2);
    let (friends, enemies) = (facts.friends_broken as i32, facts.enemies_broken as i32);
    mods.when(friends > 0, c::MORALE_10, "each friend broken within 12 in", -friends);
    mods.when(enemies > 0, c::MORALE_10, "each enemy broken within 12 in", enemies);
    mods.when(facts.condition == Condition::Routing, c::MORALE_13, "Routing", -2);
    match facts.reason {
        Reason::ToCharge => to_charge(&mut mods, facts),
        Reason::BeingCharged => being_charged(&mut mods, facts),
        // GRE-RALLY-06: a rally test has none of the charge lines
        Reason::ToRally => mods.when(facts.yell_penalty, c::YELL_05, "routed from its own Rebel Yell", -1),
        Reason::Other => {}
    }
    mods.settle(Stack::All)
}

/// The Yell counts here and nowhere else (GRE-YELL-03); figures lost are those of this turn's fire (GRE-MORALE-19).
fn to_charge(mods: &mut Mods, facts: &MoraleFacts) {
    mods.when(facts.at_flank_or_skirmishers, c::MORALE_17, "charging flank, rear or skirmishers", 1);
    let lost = facts.casualties as i32;
    mods.when(lost > 0, c::MORALE_18, "each figure lost in the charge", -lost);
    let waves = facts.waves_before as i32;
    mods.when(waves > 0, c::MORALE_20, "each earlier wave", waves);
    mods.when(facts.yell, c::MORALE_21, "Rebel Yell", 2);
}

fn being_charged(mods: &mut Mods, facts: &MoraleFacts) {
    mods.when(facts.in_flank, c::MORALE_22, "charged in flank or rear", -4);
    let by_order_foot = facts.charger == Arm::Foot && !facts.charger_skirmishing;
    let formed_foot = facts.arm == Arm::Guns || (facts.arm == Arm::Foot && !facts.skirmishing);
    mods.when(
        by_order_foot && formed_foot,
        c::MORALE_23,
        "order foot or artillery charged by order foot",
        -1,
    );
    let ridden_at = facts.charger == Arm::Horse && facts.arm != Arm::Horse;
    mods.when(ridden_at, c::MORALE_24, "infantry or artillery charged by cavalry", -2);
    let shaken = matches!(facts.condition, Condition::Halted | Condition::Rallying | Condition::Retreating);
    mods.when(shaken, c::MORALE_25, "charged while Halted, Rallying or Retreating", -1);
    let screens = facts.skirmishing && facts.charger_skirmishing;
    mods.when(screens, c::MORALE_26, "skirmishers charged by skirmishers", -1);
}

/// The score read in its column: GRE-CHARGE-10, GRE-CHARGE-11, GRE-MORALE-28, GRE-MORALE-29, GRE-MORALE-30, GRE-MORALE-31,
/// GRE-RALLY-02, GRE-RALLY-03, GRE-RALLY-04, GRE-RALLY-05.
pub fn read_score(reason: Reason, condition: Condition, score: i32) -> (MoraleResult, u8) {
    let row = morale_row(score);
    let (word, dp) = match reason {
        Reason::ToCharge => (&row.to_charge, row.to_charge_dp),
        Reason::BeingCharged => (&row.being_charged, row.being_charged_dp),
        Reason::Other => (&row.other, row.other_dp),
        Reason::ToRally if condition == Condition::Routing => (&row.rally_if_routing, 0),
        Reason::ToRally => (&row.rally_if_retreating, 0),
    };
    (MoraleResult::named(word), dp)
}

/// GRE-GEN-02: two dice and the list; no total passes or fails by itself.
pub fn test(facts: &MoraleFacts, dice: &mut dyn Dice) -> Result<Tested, Wanted> {
    let clause = match facts.reason {
        Reason::ToCharge => c::CHARGE_10,
        Reason::BeingCharged => c::CHARGE_11,
        Reason::Other => c::MORALE_27,
        Reason::ToRally => c::RALLY_01,
    };
    let score = dice.sum(clause, 2, Die::D6)? as i32 + morale_mods(facts).total;
    let (result, dp) = read_score(facts.reason, facts.condition, score);
    Ok(Tested { score, result, dp })
}
