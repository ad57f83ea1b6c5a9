//! What is seen and heard of events.

use crate::c;
use crate::turn::event::{Event, Shooting};
use crate::turn::state::State;
use longroll_kit::{Aim, Arms, Cue, Side};

pub(crate) fn cue(state: &State, event: &Event) -> Cue {
    match event {
        Event::FirstAttackerRolled { .. } => {
            Cue::none().thrown(Side::Blue, &[c::TURN_08]).thrown(Side::Gray, &[c::TURN_08])
        }
        Event::Fired(shooting) | Event::Answered(shooting) => shots(state, shooting),
        Event::Fought(melee) => Cue::blows([melee.charger, melee.defender])
            .thrown(state.side(melee.charger), &[c::COMBAT_04])
            .thrown(state.side(melee.defender), &[c::COMBAT_04])
            .word(melee.charger, scored(melee.charger_hits))
            .word(melee.defender, scored(melee.defender_hits)),
        Event::ContactMade(contact) => Cue::blows([contact.charger, contact.enemy]),
        Event::MoraleTested { unit, passed, .. } => {
            let cue = Cue::none().thrown(state.side(*unit), &[c::MORALE_07]);
            cue.word(*unit, if *passed { "holds" } else { "fails" })
        }
        Event::RallyTried { unit, rallied, .. } => {
            let cue = Cue::none().thrown(state.side(*unit), &[c::RALLY_01]);
            cue.word(*unit, if *rallied { "rallies" } else { "does not rally" })
        }
        Event::RoutedAgain { unit } => Cue::none().word(*unit, "routs again"),
        Event::Fled { unit, .. } => Cue::none().word(*unit, "flees"),
        Event::Retreated { unit, .. } => Cue::none().word(*unit, "retreats"),
        Event::BackedOff { unit, .. } => Cue::none().word(*unit, "backs off"),
        Event::Charged { unit, .. } => Cue::none().word(*unit, "charges"),
        Event::Removed { unit, .. } => Cue::none().word(*unit, "lost"),
        _ => Cue::none(),
    }
}

fn shots(state: &State, shooting: &Shooting) -> Cue {
    let arms = if shooting.weapon.is_artillery() { Arms::Guns } else { Arms::Muskets };
    Cue::shots(vec![shooting.unit], Aim::Unit(shooting.target), arms)
        .thrown(state.side(shooting.unit), &[c::COMBAT_04])
        .word(shooting.target, scored(shooting.hits))
}

fn scored(hits: u32) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        more => format!("{more} hits"),
    }
}
