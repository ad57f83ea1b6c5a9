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
