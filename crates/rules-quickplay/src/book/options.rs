//! The readings on which players differ, as switches of a game.

use crate::c;
use longroll_kit::{Clause, Settings};
use serde::{Deserialize, Serialize};

/// QP-OPT-01: what fire does besides removing Strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FirePushesBack {
    MeleeOnly,
    FireToo,
}

/// QP-OPT-02: whether the single figure of small arms is a Close distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SmallArmsClose {
    NoCloseBand,
    AllClose,
}

/// QP-OPT-03: what unlimbered guns struck in front need to hit in melee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GunsInMelee {
    SixOnly,
    FourToSixInFront,
}

/// QP-OPT-04: the forward arc of movement to either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ForwardArc {
    Degrees45,
    Degrees22AndAHalf,
}

impl ForwardArc {
    /// In 65536ths of a turn.
    pub fn half_angle(self) -> u16 {
        match self {
            ForwardArc::Degrees45 => 8192,
            ForwardArc::Degrees22AndAHalf => 4096,
        }
    }
}

/// QP-OPT-05: when an out-of-command unit gets its marker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OutOfCommandMarker {
    InStep1,
    AtEndOfStep2,
}

/// QP-OPT-06: whether a Disordered unit that keeps its marker may charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DisorderedCharge {
    Allowed,
    Forbidden,
}

/// QP-OPT-07: the status of a rallied unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RalliedStatus {
    Disordered,
    GoodOrder,
}

/// QP-OPT-08: melee dice of cavalry that stood still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StandingCavalry {
    AsMoved,
    NoDice,
}

/// QP-OPT-09: the dice of a unit that is charged by several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeveralChargers {
    FullDiceEach,
    Divided,
}

/// QP-OPT-10: whether a unit that has rallied may ever lose its marker again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AfterRally {
    RecoversAsOthers,
    DisorderedForGood,
}

/// QP-OPT-11: what makes a flank of the edge that was struck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FlankStruck {
    BegunBehindTheFront,
    ByEdgeAlone,
}

/// QP-OPT-12: whether crews push unlimbered guns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Manhandling {
    Never,
    TwoInches,
}

/// QP-OPT-13: whether guns limber and unlimber out of command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LimberingOutOfCommand {
    Allowed,
    Forbidden,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    pub fire: FirePushesBack,
    pub small_arms: SmallArmsClose,
    pub guns_in_melee: GunsInMelee,
    pub forward_arc: ForwardArc,
    pub marker: OutOfCommandMarker,
    pub disordered_charge: DisorderedCharge,
    pub rallied: RalliedStatus,
    pub standing_cavalry: StandingCavalry,
    pub several_chargers: SeveralChargers,
    pub after_rally: AfterRally,
    pub flank: FlankStruck,
    pub manhandling: Manhandling,
    pub limbering: LimberingOutOfCommand,
}

impl Options {
    /// Settings were checked against the registry when they were read, so any departure is the one alternative.
    pub fn from_settings(settings: &Settings) -> Options {
        Options {
            fire: pick(settings, c::OPT_01, FirePushesBack::MeleeOnly, FirePushesBack::FireToo),
            small_arms: pick(settings, c::OPT_02, SmallArmsClose::NoCloseBand, SmallArmsClose::AllClose),
            guns_in_melee: pick(settings, c::OPT_03, GunsInMelee::SixOnly, GunsInMelee::FourToSixInFront),
            forward_arc: pick(settings, c::OPT_04, ForwardArc::Degrees45, ForwardArc::Degrees22AndAHalf),
            marker: pick(settings, c::OPT_05, OutOfCommandMarker::InStep1, OutOfCommandMarker::AtEndOfStep2),
            disordered_charge: pick(
                settings,
                c::OPT_06,
                DisorderedCharge::Allowed,
                DisorderedCharge::Forbidden,
            ),
            rallied: pick(settings, c::OPT_07, RalliedStatus::Disordered, RalliedStatus::GoodOrder),
            standing_cavalry: pick(settings, c::OPT_08, StandingCavalry::AsMoved, StandingCavalry::NoDice),
            several_chargers: pick(
                settings,
                c::OPT_09,
                SeveralChargers::FullDiceEach,
                SeveralChargers::Divided,
            ),
            after_rally: pick(
                settings,
                c::OPT_10,
                AfterRally::RecoversAsOthers,
                AfterRally::DisorderedForGood,
            ),
            flank: pick(settings, c::OPT_11, FlankStruck::BegunBehindTheFront, FlankStruck::ByEdgeAlone),
            manhandling: pick(settings, c::OPT_12, Manhandling::Never, Manhandling::TwoInches),
            limbering: pick(
                settings,
                c::OPT_13,
                LimberingOutOfCommand::Allowed,
                LimberingOutOfCommand::Forbidden,
            ),
        }
    }
}

fn pick<T>(settings: &Settings, option: Clause, default: T, alternative: T) -> T {
    if settings.departure(option).is_some() { alternative } else { default }
}

impl Default for Options {
    fn default() -> Self {
        Options::from_settings(&Settings::default())
    }
}
