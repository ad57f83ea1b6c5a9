//! Events in words, each with the clause behind it.

use crate::asking::Answer;
use crate::c;
use crate::event::{Event, Motion};
use crate::kinds::Level;
use crate::morale::{ImpactWinner, Verdict};
use crate::state::{Ammunition, Debt, Fate, State};
use crate::victory::side_name;
use longroll_kit::{Clause, Telling, UnitId};

pub(crate) fn tell(state: &State, event: &Event) -> Telling {
    let (clause, text) = words(state, event);
    Telling { clause, text }
}

/// Consequences only.
pub(crate) fn gist(state: &State, event: &Event) -> Option<String> {
    match event {
        Event::Lost { .. }
        | Event::HorsesLost { .. }
        | Event::AmmunitionSet { .. }
        | Event::LevelSet { .. }
        | Event::Removed { .. }
        | Event::OfficerLost { .. }
        | Event::ContactMade(_)
        | Event::GunsCaptured { .. }
        | Event::HouseFell { .. }
        | Event::ObjectiveTaken { .. }
        | Event::Ended(_) => Some(words(state, event).1),
        _ => None,
    }
}

fn words(state: &State, event: &Event) -> (Option<Clause>, String) {
    let name = |id: &UnitId| name_of(state, *id);
    let nothing = (None, String::new());
    match event {
        Event::Mustered(muster) => (
            Some(c::SETUP_01),
            format!("The armies are on the field: {} units and officers", muster.pieces.len()),
        ),
        Event::OrderGiven { unit, order: Some(order) } => {
            (Some(c::ORDER_01), format!("{}: {}", name(unit), order.words()))
        }
        Event::OrderGiven { unit, order: None } => {
            (Some(c::ORDER_01), format!("{} has no marker", name(unit)))
        }
        Event::HoldWritten { unit } => (Some(c::ORDER_08), format!("{} will change to Hold", name(unit))),
        Event::SideReady { .. }
        | Event::MoverNamed { .. }
        | Event::Did { .. }
        | Event::Paid
        | Event::Suspended { .. }
        | Event::Paused { .. }
        | Event::Resumed { .. }
        | Event::Settled => nothing,
        Event::Asked(question) => (Some(question.clause()), question.prompt(state)),
        Event::Answered { question, answer } => {
            let unit = name(&question.unit());
            let text = match answer {
                Answer::Left => format!("{unit} turns left"),
                Answer::Right => format!("{unit} turns right"),
                Answer::Manner { rapid: true, .. } => format!("{unit} fires rapidly"),
                Answer::Manner { sparing: true, .. } => format!("{unit} spares its ammunition"),
                Answer::Manner { .. } => String::new(),
                Answer::Unit(friend) => format!("The successor of {unit} joins {}", name(friend)),
                Answer::Units(list) => {
                    let list: Vec<_> = list.iter().map(name).collect();
                    format!("{unit} is supported by {}", list.join(", "))
                }
            };
            (Some(question.clause()), text)
        }
        Event::Revealed { orders } => {
            let list: Vec<_> =
                orders.iter().map(|(unit, order)| format!("{} {}", name(unit), order.words())).collect();
            (Some(c::ORDER_08), format!("Orders are revealed: {}", list.join(", ")))
        }
        Event::ChangedToHold { unit } => (Some(c::ORDER_08), format!("{} changes to Hold", name(unit))),
        Event::PhaseBegan { phase } => (Some(c::TURN_01), phase.words().to_owned()),
        Event::TurnBegan { turn } => (Some(c::TURN_04), format!("Turn {turn}")),
        Event::LotsThrown { unit, die } => (Some(c::TURN_03), format!("{} draws {die}", name(unit))),
        Event::Declared(shot) => {
            (Some(c::FIRE_16), format!("{} aims at {}", name(&shot.unit), name(&shot.target)))
        }
        Event::Fired(volley) => {
            let text = format!(
                "{} fires at {}: {} in, row of {}, {} dice {}{} = {}",
                name(&volley.unit),
                name(&volley.target),
                volley.range.in_inches(),
                volley.firing,
                volley.dice,
                volley.roll,
                volley.mods.in_words(),
                i64::from(volley.roll) + i64::from(volley.mods.total)
            );
            (Some(c::FIRE_01), text)
        }
        Event::Lost { unit, figures, clause } => (Some(*clause), format!("{} loses {figures}", name(unit))),
        Event::HorsesLost { unit, horses } => {
            (Some(c::ARTY_01), format!("{} loses {horses} horses", name(unit)))
        }
        Event::HorsesReplaced { unit } => (Some(c::ARTY_02), format!("{} finds fresh horses", name(unit))),
        Event::AmmunitionSet { unit, to, clause } => {
            let how = match to {
                Ammunition::Full => "has ammunition again",
                Ammunition::Low => "is low on ammunition",
                Ammunition::Out => "is out of ammunition",
            };
            (Some(*clause), format!("{} {how}", name(unit)))
        }
        Event::Checked { unit, mods, point, roll, verdict, .. } => {
            let text = format!(
                "{} checks morale: {roll} against {point}{}: {}",
                name(unit),
                mods.in_words(),
                verdict_word(*verdict)
            );
            (Some(c::MORALE_09), text)
        }
        Event::RallyTried { unit, mods, point, roll, verdict } => {
            let text = format!(
                "{} tries to rally: {roll} against {point}{}: {}",
                name(unit),
                mods.in_words(),
                verdict_word(*verdict)
            );
            (Some(c::MORALE_16), text)
        }
        Event::LevelSet { unit, level, clause } => {
            let level = match level {
                Level::Good => "has good morale",
                Level::Shaken => "is Shaken",
                Level::Routed => "is Routed",
            };
            (Some(*clause), format!("{} {level}", name(unit)))
        }
        Event::OrderLost { unit } => (Some(c::ORDER_13), format!("{} loses its order", name(unit))),
        Event::Moved { unit, distance, motion, .. } => {
            moved_words(&name(unit), &distance.in_inches(), *motion)
        }
        Event::Formed { unit, formation, clause, .. } => {
            (Some(*clause), format!("{} is now {}", name(unit), formation.words()))
        }
        Event::Removed { unit, fate, clause } => {
            let verb = match fate {
                Fate::Destroyed => "is destroyed",
                Fate::Surrendered => "surrenders",
                Fate::Dispersed => "disperses",
                Fate::OffTable => "leaves the field",
                Fate::Killed => "is killed",
                Fate::Left => "marches off the field",
                Fate::Abandoned => "abandons its guns",
                Fate::Captured => "is captured",
                Fate::OnTable => "stays",
            };
            (Some(*clause), format!("{} {verb}", name(unit)))
        }
        Event::OfficerLost { officer, clause } => (Some(*clause), format!("{} falls", name(officer))),
        Event::OfficerPlaced { clause, .. } => (Some(*clause), String::new()),
        Event::ChargeRolled { unit, target, full, contact, .. } => {
            let text = format!(
                "{} charges {}: {} in to go, {} in at most",
                name(unit),
                name(target),
                contact.in_inches(),
                full.in_inches()
            );
            (Some(c::CHARGE_05), text)
        }
        Event::VolleyPoint { unit, at, .. } => {
            (Some(c::CHARGE_09), format!("{} will fire at {} in", name(unit), at.in_inches()))
        }
        Event::ImpactRolled { attacker, defender, attacker_total, defender_total, winner, .. } => {
            let who = match winner {
                ImpactWinner::Attacker => format!("{} wins", name(attacker)),
                ImpactWinner::Defender => format!("{} wins", name(defender)),
                ImpactWinner::Tie => "melee".to_owned(),
            };
            (Some(c::CHARGE_15), format!("Impact {attacker_total} to {defender_total}: {who}"))
        }
        Event::OfficerNamed { officer, unit } => {
            (Some(c::OFFICER_01), format!("{} is with {}", name(officer), name(unit)))
        }
        Event::Mourned | Event::WitnessAnswered { .. } => nothing,
        Event::Witnessed(witness) => {
            (Some(c::MORALE_08), format!("{} looks away until its charge is over", name(&witness.unit)))
        }
        Event::GunsCaptured { unit, by } => {
            (Some(c::ARTY_06), format!("{} captures the guns of {}", name(by), name(unit)))
        }
        Event::HouseHit { feature, hits } => {
            (Some(c::ARTY_03), format!("{} is hit {hits} times", house(state, *feature)))
        }
        Event::HouseFell { feature } => {
            (Some(c::ARTY_03), format!("{} is destroyed", house(state, *feature)))
        }
        Event::ContactMade(contact) => {
            let text =
                format!("{} and {} are locked in melee", name(&contact.attacker), name(&contact.defender));
            (Some(c::MELEE_01), text)
        }
        Event::ContactBroken { unit } => (Some(c::MELEE_10), format!("{} breaks off", name(unit))),
        Event::SupportJoined { unit, friend } => {
            (Some(c::CHARGE_32), format!("{} joins the melee of {}", name(unit), name(friend)))
        }
        Event::MeleeFought { attacker, defender, round, attacker_lost, defender_lost } => {
            let text = format!(
                "Melee, round {round}: {} loses {attacker_lost}, {} loses {defender_lost}",
                name(attacker),
                name(defender)
            );
            (Some(c::MELEE_03), text)
        }
        Event::ObjectiveTaken { objective, side } => {
            let what = state.muster.objectives.get(usize::from(*objective));
            let what = what.map_or("an objective", |objective| objective.name.as_str());
            (Some(c::R05), format!("{} takes {what}", side_name(*side)))
        }
        Event::Owes(Debt::March(march)) if march.gone == 0 && !march.asked => {
            (Some(c::ORDER_02), format!("{} sets out", name(&march.unit)))
        }
        Event::Owes(_) => nothing,
        Event::Ended(end) => {
            let result = match end.winner {
                Some(side) => format!("{} wins: {}", side_name(side), end.reason),
                None => format!("A draw: {}", end.reason),
            };
            (Some(end.clause), result)
        }
    }
}

fn house(state: &State, feature: u16) -> String {
    let name = state.field.features.get(usize::from(feature)).and_then(|house| house.name.clone());
    name.unwrap_or_else(|| "The building".to_owned())
}

fn moved_words(name: &str, distance: &str, motion: Motion) -> (Option<Clause>, String) {
    match motion {
        Motion::March => (Some(c::MOVE_02), format!("{name} moves {distance} in")),
        Motion::Charge => (Some(c::CHARGE_05), format!("{name} runs {distance} in")),
        Motion::Disengage => (Some(c::MOVE_10), format!("{name} withdraws {distance} in")),
        Motion::FallBack => (Some(c::MOVE_12), format!("{name} falls back {distance} in")),
        Motion::Rout => (Some(c::MORALE_14), format!("{name} flees {distance} in")),
        Motion::TakeGround => (Some(c::CHARGE_21), format!("{name} takes the ground")),
        Motion::Support => (Some(c::CHARGE_29), format!("{name} comes up in support")),
    }
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Failed => "failed",
        Verdict::Fled => "a natural 2",
        Verdict::Rallied => "a natural 12",
    }
}

fn name_of(state: &State, id: UnitId) -> String {
    state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |piece| piece.name.clone())
}
