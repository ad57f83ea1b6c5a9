//! What is seen and heard of events.

use crate::book::kinds::Arm;
use crate::c;
use crate::procedures::morale::Cause;
use crate::turn::event::{Check, Event, Fire};
use crate::turn::state::State;
use longroll_kit::{Aim, Arms, Cue, Side};

pub(crate) fn cue(state: &State, event: &Event) -> Cue {
    match event {
        Event::InitiativeRolled { .. } => {
            Cue::none().thrown(Side::Blue, &[c::TURN_02]).thrown(Side::Gray, &[c::TURN_02])
        }
        Event::Fired(fire) => shots(state, fire),
        Event::Checked(check) => checked(state, check),
        Event::ChargeDeclared { unit, .. } => {
            Cue::none().thrown(state.side(*unit), &[c::CHARGE_04]).word(*unit, "charges")
        }
        Event::Countercharged { unit, .. } => Cue::none().word(*unit, "countercharges"),
        Event::Impacted { attacker, defender, .. } => Cue::blows([*attacker, *defender])
            .thrown(state.side(*attacker), &[c::DICE_01, c::FIV_01])
            .thrown(state.side(*defender), &[c::DICE_01, c::FIV_01]),
        Event::FellBack { unit, .. } => {
            Cue::none().thrown(state.side(*unit), &[c::FIV_06]).word(*unit, "falls back")
        }
        Event::Ran { unit, .. } => {
            Cue::none().thrown(state.side(*unit), &[c::MOVE_21, c::ROUT_06]).word(*unit, "runs")
        }
        Event::Disengaging { unit, is: true } => {
            Cue::none().thrown(state.side(*unit), &[c::MOVE_21]).word(*unit, "disengages")
        }
        Event::LeaderRolled { leader, killed, .. } => {
            let cue = Cue::none().thrown(state.side(*leader), &[c::LEADER_10]);
            cue.word(*leader, if *killed { "hit" } else { "unhurt" })
        }
        Event::GunsRolled { unit, kept, .. } => {
            let cue = Cue::none().thrown(state.side(*unit), &[c::UNIT_33]);
            cue.word(*unit, if *kept { "guns saved" } else { "guns lost" })
        }
        Event::BrokenOff { unit, .. } => Cue::none().word(*unit, "stops"),
        Event::Removed { unit, .. } => Cue::none().word(*unit, "lost"),
        _ => Cue::none(),
    }
}

fn shots(state: &State, fire: &Fire) -> Cue {
    let Some(first) = fire.units.first() else { return Cue::none() };
    let arms = if state.arm(*first) == Arm::Artillery { Arms::Guns } else { Arms::Muskets };
    let word = match fire.hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        more => format!("{more} hits"),
    };
    Cue::shots(fire.units.clone(), Aim::Unit(fire.target), arms)
        .thrown(state.side(*first), &[c::FIRE_02])
        .word(fire.target, word)
}

fn checked(state: &State, check: &Check) -> Cue {
    let before = state.unit(check.unit).level;
    let word = match &check.verdict {
        verdict if verdict.disintegrates => "disintegrates",
        verdict if verdict.routs => "routs",
        verdict if verdict.fall_back > 0 => "falls back",
        verdict if verdict.level > before => "loses order",
        verdict if verdict.level < before => "recovers",
        _ if check.cause == Cause::Rally => "does not rally",
        _ => "holds",
    };
    Cue::none().thrown(state.side(check.unit), &[c::MORALE_04]).word(check.unit, word)
}
