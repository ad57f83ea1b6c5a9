//! What is seen and heard of events.

use crate::book::kinds::Arm;
use crate::c;
use crate::procedures::morale::Verdict;
use crate::turn::event::{Event, Motion, Volley};
use crate::turn::state::State;
use longroll_kit::{Aim, Arms, Clause, Cue};

const SHOT: &[Clause] = &[c::FIRE_01, c::FIRE_15, c::FIRE_21];

pub(crate) fn cue(state: &State, event: &Event) -> Cue {
    match event {
        Event::LotsThrown { unit, .. } => Cue::none().thrown(state.side(*unit), &[c::TURN_03]),
        Event::Fired(volley) => shots(state, volley),
        Event::Checked { unit, verdict, .. } => Cue::none()
            .thrown(state.side(*unit), &[c::MORALE_09])
            .word(*unit, verdict_word(*verdict, "holds")),
        Event::RallyTried { unit, verdict, .. } => {
            let word = if *verdict == Verdict::Failed {
                "does not rally"
            } else {
                verdict_word(*verdict, "rallies")
            };
            Cue::none().thrown(state.side(*unit), &[c::MORALE_09]).word(*unit, word)
        }
        Event::ChargeRolled { unit, .. } => {
            Cue::none().thrown(state.side(*unit), &[c::CHARGE_05]).word(*unit, "charges")
        }
        Event::VolleyPoint { unit, .. } => {
            Cue::none().thrown(state.side(*unit), &[c::CHARGE_09]).word(*unit, "fires at the charge")
        }
        Event::ImpactRolled { attacker, defender, .. } => Cue::blows([*attacker, *defender])
            .thrown(state.side(*attacker), &[c::CHARGE_15])
            .thrown(state.side(*defender), &[c::CHARGE_15]),
        Event::MeleeFought { attacker, defender, .. } => Cue::blows([*attacker, *defender])
            .thrown(state.side(*attacker), &[c::MELEE_03])
            .thrown(state.side(*defender), &[c::MELEE_03]),
        Event::ContactMade(contact) => Cue::blows([contact.attacker, contact.defender]),
        Event::OfficerLost { officer, .. } => {
            Cue::none().thrown(state.side(*officer), &[c::OFFICER_03]).word(*officer, "hit")
        }
        Event::Moved { unit, motion, .. } => moved(state, *unit, *motion),
        Event::GunsCaptured { unit, .. } => Cue::none().word(*unit, "captured"),
        Event::Removed { unit, .. } => Cue::none().word(*unit, "lost"),
        _ => Cue::none(),
    }
}

fn moved(state: &State, unit: longroll_kit::UnitId, motion: Motion) -> Cue {
    match motion {
        Motion::Rout => Cue::none().thrown(state.side(unit), &[c::MOVE_09]).word(unit, "routs"),
        Motion::FallBack => Cue::none().word(unit, "falls back"),
        Motion::Disengage => Cue::none().word(unit, "disengages"),
        Motion::Charge => Cue::none().word(unit, "charges"),
        Motion::March | Motion::TakeGround | Motion::Support => Cue::none(),
    }
}

fn shots(state: &State, volley: &Volley) -> Cue {
    let arms = if state.arm(volley.unit) == Arm::Artillery { Arms::Guns } else { Arms::Muskets };
    let by = std::iter::once(volley.unit).chain(volley.with.iter().copied()).collect();
    let word = match volley.lost {
        0 => "no loss".to_owned(),
        lost => format!("{lost} lost"),
    };
    Cue::shots(by, Aim::Unit(volley.target), arms)
        .thrown(state.side(volley.unit), SHOT)
        .word(volley.target, word)
}

fn verdict_word(verdict: Verdict, passed: &'static str) -> &'static str {
    match verdict {
        Verdict::Passed => passed,
        Verdict::Failed => "fails",
        Verdict::Fled => "flees",
        Verdict::Rallied => "rallies",
    }
}
