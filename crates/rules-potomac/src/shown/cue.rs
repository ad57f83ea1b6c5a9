//! What is seen and heard of events.

use crate::c;
use crate::turn::event::{Aimed, Event, Shot};
use crate::turn::state::State;
use longroll_kit::{Aim, Arms, Clause, Cue, Side};

const SHOT: &[Clause] = &[c::FIRE_08, c::FIRE_13, c::ARTY_08, c::ARTY_12, c::SIEGE_06, c::MORTAR_05];

pub(crate) fn cue(state: &State, event: &Event) -> Cue {
    match event {
        Event::FirstRolled { .. } => {
            Cue::none().thrown(Side::Blue, &[c::TURN_11]).thrown(Side::Gray, &[c::TURN_11])
        }
        Event::CommandTested { officer, passed, .. } => {
            let cue = Cue::none().thrown(state.side(*officer), &[c::CMD_03]);
            cue.word(*officer, if *passed { "obeyed" } else { "not obeyed" })
        }
        Event::Fired(shot) => shots(state, shot),
        Event::Fought(blow) => Cue::blows([blow.unit, blow.at])
            .thrown(state.side(blow.unit), &[c::MELEE_05])
            .word(blow.at, scored(blow.hits)),
        Event::ContactMade { unit, target, .. } => Cue::blows([*unit, *target]),
        Event::MoraleTested { unit, held, .. } => {
            let cue = Cue::none().thrown(state.side(*unit), &[c::MORALE_03]);
            cue.word(*unit, if *held { "holds" } else { "breaks" })
        }
        Event::OfficerRolled { officer, killed } => {
            let cue = Cue::none().thrown(state.side(*officer), &[c::LEADER_12]);
            cue.word(*officer, if *killed { "killed" } else { "unhurt" })
        }
        Event::FriendTested { unit, confused, .. } => {
            let cue = Cue::none().thrown(state.side(*unit), &[c::DRIVE_08]);
            cue.word(*unit, if *confused { "confused" } else { "steady" })
        }
        Event::FearRolled { unit, confused } => {
            let cue = Cue::none().thrown(state.side(*unit), &[c::SPECIAL_01]);
            cue.word(*unit, if *confused { "afraid" } else { "steady" })
        }
        Event::ChargeDeclared { unit, .. } => Cue::none().word(*unit, "charges"),
        Event::DrivenBack { unit, .. } => Cue::none().word(*unit, "driven back"),
        Event::Fled { unit, .. } => Cue::none().word(*unit, "flees"),
        Event::Evaded { unit, .. } => Cue::none().word(*unit, "evades"),
        Event::ChargeStopped { unit, .. } => Cue::none().word(*unit, "stopped"),
        Event::Removed { unit, .. } => Cue::none().word(*unit, "lost"),
        _ => Cue::none(),
    }
}

fn shots(state: &State, shot: &Shot) -> Cue {
    let arms = if state.is_artillery(shot.unit) { Arms::Guns } else { Arms::Muskets };
    let by = vec![shot.unit];
    let cue = match shot.target {
        Aimed::Unit(target) => Cue::shots(by, Aim::Unit(target), arms).word(target, scored(shot.hits)),
        Aimed::Work(work) => match crate::shown::view::spot_of_work(state, work) {
            Some(spot) => Cue::shots(by, Aim::Spot(spot), arms).word(shot.unit, scored(shot.hits)),
            None => Cue::none(),
        },
    };
    cue.thrown(state.side(shot.unit), SHOT)
}

fn scored(hits: u32) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        more => format!("{more} hits"),
    }
}
