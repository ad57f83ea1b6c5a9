//! The contested readings: what each option was set to.

use crate::c;
use longroll_kit::{Clause, Settings};
use serde::{Deserialize, Serialize};

/// GRE-OPT-02.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DoubleSix {
    HitsAndRisk,
    RiskOnly,
    Nothing,
}

/// GRE-OPT-03.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EngageCharges {
    Shaken,
    Anybody,
    Nobody,
}

/// GRE-OPT-04.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OutOfCommand {
    NeedsFiveOrSix,
    NoEffect,
    NoCharge,
}

/// GRE-OPT-10.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AfterRidingDown {
    PursuitTest,
    FollowUp,
    Stand,
}

/// GRE-OPT-11.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FirstPlayer {
    Initiative,
    Alternate,
    Attacker,
}

/// GRE-OPT-17.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MarchOrders {
    MoveOnly,
    MoveAndEngage,
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// GRE-OPT-01: excess DPs of melee, morale and breaks are figures.
    pub excess_is_figures: bool,
    pub double_six: DoubleSix,
    pub engage: EngageCharges,
    pub out_of_command: OutOfCommand,
    /// GRE-OPT-05: infantry may countercharge mounted cavalry.
    pub foot_meets_horse: bool,
    /// GRE-OPT-06: a yelling unit routs even if its target gave way.
    pub yell_routs_anyway: bool,
    /// GRE-OPT-07: the rout of a failed Yell brings 3 DPs.
    pub yell_three_dp: bool,
    /// GRE-OPT-08: a D12 settles the odd half of skirmish hits.
    pub skirmish_d12: bool,
    /// GRE-OPT-09: the D12 settles only the odd half of a bounce.
    pub bounce_odd_half: bool,
    pub riding_down: AfterRidingDown,
    pub first_player: FirstPlayer,
    /// GRE-OPT-12: horse and naval guns both have a half and a full move.
    pub horse_half_and_full: bool,
    /// GRE-OPT-13: formed units pour on fire too.
    pub formed_pour: bool,
    /// GRE-OPT-14: the DPs of pursuit 9 and 7-8 as printed.
    pub pursuit_dp_as_printed: bool,
    /// GRE-OPT-15: charge speed is the whole charge move.
    pub whole_charge_back: bool,
    /// GRE-OPT-16: hits of under 10 figures at 13-14.
    pub thirteen_is_four: bool,
    pub march: MarchOrders,
    /// GRE-OPT-18: the lance adds to the cavalry factor.
    pub lance_adds: bool,
    /// GRE-OPT-19: retreat and rout dice cause DPs.
    pub flight_dp: bool,
    /// GRE-OPT-20: length and objectives by the scenario.
    pub by_scenario: bool,
    /// GRE-OPT-21: every lost cost is a whole move.
    pub lost_costs_whole: bool,
    /// GRE-OPT-22: a router may rally in the turn of its rout.
    pub rally_same_turn: bool,
    /// GRE-OPT-23: infantry countercharges.
    pub foot_countercharges: bool,
    /// GRE-OPT-24: a dispersal tests the brigade however far its other units stand.
    pub far_dispersal_tests: bool,
}

impl Options {
    /// Settings were checked against the registry when they were read, so any departure is one of the alternatives.
    pub fn from_settings(settings: &Settings) -> Options {
        let at = |option: Clause| settings.departure(option);
        let usual = |option: Clause| at(option).is_none();
        Options {
            excess_is_figures: usual(c::OPT_01),
            double_six: match at(c::OPT_02) {
                None => DoubleSix::HitsAndRisk,
                Some("risk_only") => DoubleSix::RiskOnly,
                Some(_) => DoubleSix::Nothing,
            },
            engage: match at(c::OPT_03) {
                None => EngageCharges::Shaken,
                Some("any_enemy") => EngageCharges::Anybody,
                Some(_) => EngageCharges::Nobody,
            },
            out_of_command: match at(c::OPT_04) {
                None => OutOfCommand::NeedsFiveOrSix,
                Some("no_effect") => OutOfCommand::NoEffect,
                Some(_) => OutOfCommand::NoCharge,
            },
            foot_meets_horse: !usual(c::OPT_05),
            yell_routs_anyway: !usual(c::OPT_06),
            yell_three_dp: usual(c::OPT_07),
            skirmish_d12: usual(c::OPT_08),
            bounce_odd_half: usual(c::OPT_09),
            riding_down: match at(c::OPT_10) {
                None => AfterRidingDown::PursuitTest,
                Some("stand") => AfterRidingDown::Stand,
                Some(_) => AfterRidingDown::FollowUp,
            },
            first_player: match at(c::OPT_11) {
                None => FirstPlayer::Initiative,
                Some("sides_alternate") => FirstPlayer::Alternate,
                Some(_) => FirstPlayer::Attacker,
            },
            horse_half_and_full: usual(c::OPT_12),
            formed_pour: usual(c::OPT_13),
            pursuit_dp_as_printed: usual(c::OPT_14),
            whole_charge_back: usual(c::OPT_15),
            thirteen_is_four: usual(c::OPT_16),
            march: match at(c::OPT_17) {
                None => MarchOrders::MoveOnly,
                Some("any") => MarchOrders::Any,
                Some(_) => MarchOrders::MoveAndEngage,
            },
            lance_adds: usual(c::OPT_18),
            flight_dp: !usual(c::OPT_19),
            by_scenario: !usual(c::OPT_20),
            lost_costs_whole: !usual(c::OPT_21),
            rally_same_turn: !usual(c::OPT_22),
            foot_countercharges: usual(c::OPT_23),
            far_dispersal_tests: usual(c::OPT_24),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::from_settings(&Settings::default())
    }
}
