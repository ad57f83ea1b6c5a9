//! What a player can ask for.

use crate::turn::charge::Sally;
use crate::turn::react::Reaction;
use crate::turn::state::Deed;
use longroll_kit::{Leg, UnitId};
use longroll_table::{Heading, Length};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// ADF-TURN-02: both sides roll for the initiative.
    RollInitiative,
    /// ADF-LEADER-04, -09: a leader attaches himself to a unit, or leaves it.
    Attach {
        leader: UnitId,
        unit: Option<UnitId>,
    },
    LeadersDone,
    /// ADF-GROUP-01: several units act as one, both actions declared.
    Group {
        units: Vec<UnitId>,
        first: Deed,
        second: Deed,
    },
    /// Moves, wheels and changes of formation of a unit, its group, or a leader.
    Move {
        unit: UnitId,
        legs: Vec<Leg>,
        /// Leaders who stay behind (ADF-LEADER-09).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<UnitId>,
    },
    Fire {
        salvos: Vec<Salvo>,
        /// ADF-ARTY-09.
        #[serde(default)]
        deliberate: bool,
    },
    Charge {
        sallies: Vec<Sally>,
        /// Leaders who stay behind (ADF-LEADER-09).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<UnitId>,
    },
    Reform {
        unit: UnitId,
    },
    Rally {
        unit: UnitId,
        /// ADF-RALLY-09: which way a routed unit faces if it recovers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Heading>,
    },
    Disengage {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        distance: Option<Length>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<UnitId>,
    },
    /// ADF-TURN-09: a routed unit runs and tries to rally.
    Run {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Heading>,
    },
    /// ADF-UNIT-18.
    Merge {
        unit: UnitId,
        other: UnitId,
    },
    /// ADF-UNIT-21: a remnant joins a parent unit.
    Join {
        unit: UnitId,
        to: UnitId,
    },
    /// ADF-TURN-04: a unit is taken and does nothing.
    Stand {
        unit: UnitId,
    },
    /// The acting unit or group does no more.
    Done,
    EndTurn,
    React {
        units: Vec<UnitId>,
        how: Reaction,
        /// ADF-RALLY-09: which way a routed unit faces if it recovers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Heading>,
        /// ADF-MOVE-11: how far it disengages; left out: as far as it may.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        distance: Option<Length>,
        /// Remnants left out of a fire (ADF-UNIT-23).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<UnitId>,
    },
    /// ADF-GROUP-07, -10: a group reacts by fire, its units each for themselves or some together.
    ReactFire {
        salvos: Vec<Salvo>,
    },
    Desperate {
        unit: UnitId,
        target: UnitId,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<UnitId>,
    },
    /// ADF-REACT-05: let it pass, or let the whole of this action pass.
    Pass {
        whole_action: bool,
    },
    /// ADF-CHARGE-21, -22: who strikes whom next; or, said by the reactive side, which of those met at once stands against it.
    Strike {
        unit: UnitId,
        target: UnitId,
    },
    /// ADF-CHARGE-18, -38: the charge goes on after an enemy who gave way, as far as said.
    Press {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        distance: Option<Length>,
    },
    Halt,
    /// ADF-MORALE-20, ADF-FORM-06: the answer to a question about one of several own units.
    Choose {
        unit: UnitId,
    },
    /// ADF-CHARGE-28.
    Advance {
        distance: Length,
    },
}

/// One fire: a unit, or several that combine (ADF-FIRE-32), at one target (ADF-FIRE-35).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Salvo {
    pub units: Vec<UnitId>,
    pub target: UnitId,
    /// Remnants that their owner leaves out (ADF-UNIT-23).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<UnitId>,
}

impl Salvo {
    /// Everybody fires who is with these units.
    pub fn new(units: Vec<UnitId>, target: UnitId) -> Salvo {
        Salvo { units, target, without: Vec::new() }
    }
}

impl Command {
    /// A reaction with nothing more to say.
    pub fn react(units: Vec<UnitId>, how: Reaction) -> Command {
        Command::React { units, how, facing: None, distance: None, without: Vec::new() }
    }

    /// A charge on which leaders go along.
    pub fn charge(sallies: Vec<Sally>) -> Command {
        Command::Charge { sallies, without: Vec::new() }
    }

    /// Every unit that the command names.
    pub(crate) fn units(&self) -> Vec<UnitId> {
        match self {
            Command::RollInitiative | Command::LeadersDone | Command::Done | Command::EndTurn => Vec::new(),
            Command::Pass { .. } | Command::Press { .. } | Command::Halt | Command::Advance { .. } => {
                Vec::new()
            }
            Command::Attach { leader, unit } => std::iter::once(*leader).chain(*unit).collect(),
            Command::Group { units, .. } => units.clone(),
            Command::Move { unit, without, .. } => std::iter::once(*unit).chain(without.clone()).collect(),
            Command::Fire { salvos, .. } | Command::ReactFire { salvos } => {
                let named = |salvo: &Salvo| [&salvo.units[..], &salvo.without, &[salvo.target]].concat();
                salvos.iter().flat_map(named).collect()
            }
            Command::Charge { sallies, without } => {
                let named = sallies.iter().flat_map(|sally| std::iter::once(sally.unit).chain(sally.target));
                named.chain(without.clone()).collect()
            }
            Command::Disengage { unit, without, .. } => {
                std::iter::once(*unit).chain(without.clone()).collect()
            }
            Command::Reform { unit }
            | Command::Stand { unit }
            | Command::Choose { unit }
            | Command::Rally { unit, .. }
            | Command::Run { unit, .. } => vec![*unit],
            Command::Merge { unit, other } => vec![*unit, *other],
            Command::Join { unit, to } => vec![*unit, *to],
            Command::React { units, how, without, .. } => {
                let mut list = [&units[..], without].concat();
                if let Reaction::Fire { target } = how {
                    list.push(*target);
                }
                list
            }
            Command::Strike { unit, target } => vec![*unit, *target],
            Command::Desperate { unit, target, without } => [&[*unit, *target], &without[..]].concat(),
        }
    }
}
