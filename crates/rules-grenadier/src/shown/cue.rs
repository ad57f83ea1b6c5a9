//! What is seen and heard of events.

use crate::c;
use crate::procedures::morale::Arm;
use crate::turn::event::{Event, Shot};
use crate::turn::state::State;
use longroll_kit::{Aim, Arms, Clause, Cue, Side};

const SHOT: &[Clause] = &[c::FIRE_01, c::ARTY_01, c::SKIRM_01, c::SKIRM_09, c::SKIRM_10];

pub(crate) fn cue(state: &State, event: &Event) -> Cue {
    match event {
        Event::LotsThrown { .. } => {
            Cue::none().thrown(Side::Blue, &[c::GEN_17]).thrown(Side::Gray, &[c::GEN_17])
        }
        Event::InitiativeThrown { .. } => {
            Cue::none().thrown(Side::Blue, &[c::TURN_02]).thrown(Side::Gray, &[c::TURN_02])
        }
        Event::Replaced { general, .. } => {
            Cue::none().thrown(state.side(*general), &[c::CMD_13]).word(*general, "replaced")
        }
        Event::OrderTried { brigade, changed, lost_nerve, .. } => {
            order_tried(state, *brigade, *changed, *lost_nerve)
        }
        Event::DiceThrown { unit, .. } => Cue::none().thrown(state.side(*unit), &[]),
        Event::RecallThrown { unit, recalled, .. } => {
            let cue = Cue::none().thrown(state.side(*unit), &[c::CMD_04]);
            cue.word(*unit, if *recalled { "recalled" } else { "not recalled" })
        }
        Event::HeldBack { unit, .. } => {
            Cue::none().thrown(state.side(*unit), &[c::CMD_04]).word(*unit, "held back")
        }
        Event::MoraleTested { unit, result, .. } => {
            Cue::none().thrown(state.side(*unit), &[c::MORALE_27, c::RALLY_01]).word(*unit, result.words())
        }
        Event::BrigadeTested { brigade, result, .. } => {
            let Some(side) = brigade_side(state, *brigade) else { return Cue::none() };
            let cue = Cue::none().thrown(side, &[c::BRIG_02]);
            match state.muster.brigades.get(usize::from(*brigade)).and_then(|card| card.brigadier) {
                Some(general) => cue.word(general, result.words()),
                None => cue,
            }
        }
        Event::PursuitTested { unit, .. } => {
            Cue::none().thrown(state.side(*unit), &[c::PURSUIT_01]).word(*unit, "pursuit?")
        }
        Event::RiskThrown { general, risk } => {
            Cue::none().thrown(state.side(*general), &[c::LEADER_01]).word(*general, risk.words())
        }
        Event::Fired(shot) => shots(state, shot),
        Event::Bounced { unit, hits, .. } => Cue::none().word(*unit, scored(*hits)),
        Event::Fought(round) => Cue::blows([round.blue, round.gray])
            .thrown(Side::Blue, &[c::MELEE_01])
            .thrown(Side::Gray, &[c::MELEE_01]),
        Event::ContactMade(contact) => Cue::blows([contact.attacker, contact.defender]),
        Event::ChargeDeclared { unit, .. } => Cue::none().word(*unit, "charges"),
        Event::Pursues { unit, .. } => Cue::none().word(*unit, "pursues"),
        Event::FlankFire { unit, .. } => Cue::none().word(*unit, "fire in flank"),
        Event::RanLow { unit } => Cue::none().word(*unit, "low on ammunition"),
        Event::Removed { unit, .. } => Cue::none().word(*unit, "lost"),
        _ => Cue::none(),
    }
}

fn order_tried(state: &State, brigade: u16, changed: bool, lost_nerve: bool) -> Cue {
    let Some(side) = brigade_side(state, brigade) else { return Cue::none() };
    let cue = Cue::none().thrown(side, &[c::CMD_05, c::CMD_15]);
    let word = match (changed, lost_nerve) {
        (_, true) => "loses his nerve",
        (true, false) => "order received",
        (false, false) => "no order",
    };
    match state.muster.brigades.get(usize::from(brigade)).and_then(|card| card.brigadier) {
        Some(general) => cue.word(general, word),
        None => cue,
    }
}

fn brigade_side(state: &State, brigade: u16) -> Option<Side> {
    state.muster.brigades.get(usize::from(brigade)).map(|card| card.side)
}

fn shots(state: &State, shot: &Shot) -> Cue {
    let arms = if state.arm(shot.unit) == Arm::Guns { Arms::Guns } else { Arms::Muskets };
    Cue::shots(vec![shot.unit], Aim::Unit(shot.target), arms)
        .thrown(state.side(shot.unit), SHOT)
        .word(shot.target, scored(shot.hits))
}

fn scored(hits: u32) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        more => format!("{more} hits"),
    }
}
