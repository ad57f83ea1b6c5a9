//! Events in words, each with the clause behind it.

use crate::book::kinds::{Arm, Level};
use crate::book::tables::basic_morale;
use crate::c;
use crate::procedures::morale::{Cause, ImpactWinner, Verdict};
use crate::turn::asking::{Answer, Question};
use crate::turn::event::{Blow, Event, Hindrance, Motion, Volley};
use crate::turn::state::{Ammunition, Debt, Fate, State};
use crate::turn::victory::standing;
use longroll_kit::{Clause, Settled, Telling, UnitId, number_of_dice, side_name};
use longroll_table::Length;

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
                Answer::Unit(target) if matches!(question, Question::ChargeOn { .. }) => {
                    format!("{unit} charges on at {}", name(target))
                }
                Answer::Unit(friend) => format!("The successor of {unit} joins {}", name(friend)),
                Answer::Nobody => format!("{unit} stands"),
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
        Event::Fired(volley) => (Some(volley.clause.unwrap_or(c::FIRE_01)), fired_words(state, volley)),
        Event::Lost { unit, figures, clause } => (Some(*clause), format!("{} loses {figures}", name(unit))),
        Event::HorsesLost { unit, horses } => {
            let what = if *horses == 1 { "horse" } else { "horses" };
            (Some(c::ARTY_01), format!("{} loses {horses} {what}", name(unit)))
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
        Event::Checked { unit, cause, mods, point, roll, verdict } => {
            let why = match cause {
                Cause::Fire => "under fire",
                Cause::Melee => "in melee",
                Cause::Seen => "for friends lost",
                Cause::Rally | Cause::Impact => "now",
            };
            let text = format!(
                "{} checks morale {why}: {roll} against {point}{}: {}",
                name(unit),
                parts_of_point(state, *unit, mods),
                verdict_word(*verdict)
            );
            let natural = matches!(verdict, Verdict::Fled | Verdict::Rallied);
            (Some(if natural { c::MORALE_11 } else { c::MORALE_09 }), text)
        }
        Event::RallyTried { unit, mods, point, roll, verdict } => {
            let text = format!(
                "{} tries to rally: {roll} against {point}{}: {}",
                name(unit),
                parts_of_point(state, *unit, mods),
                verdict_word(*verdict)
            );
            let lost = matches!(verdict, Verdict::Fled | Verdict::Failed);
            (Some(if lost { c::MORALE_17 } else { c::MORALE_16 }), text)
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
        Event::Moved { unit, distance, motion, past, stopped, clause, .. } => {
            let turns = *distance == Length::ZERO;
            let (usual, mut text) = moved_words(state, *unit, &distance.in_inches(), *motion);
            if turns && matches!(motion, Motion::March | Motion::Charge) {
                text = format!("{} turns", name(unit));
            }
            if !past.is_empty() {
                let list: Vec<_> = past.iter().map(name).collect();
                text.push_str(&format!(", past {}", list.join(" and ")));
            }
            text.push_str(&match stopped {
                None => String::new(),
                Some(Hindrance::Edge) => ", stopped by the table edge".to_owned(),
                Some(Hindrance::Enemy(enemy)) => format!(", stopped by {}", name(enemy)),
                Some(Hindrance::Friend(friend)) => format!(", stopped short of {}", name(friend)),
                Some(Hindrance::Ground(ground)) => format!(", stopped by {ground}"),
            });
            (Some(clause.unwrap_or(usual)), text)
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
        Event::OfficerPlaced { officer, clause, with: Some(unit), .. } if *clause != c::OFFICER_02 => {
            (Some(*clause), format!("{} joins {}", name(officer), name(unit)))
        }
        Event::OfficerPlaced { clause, .. } => (Some(*clause), String::new()),
        Event::ChargeRolled { .. } => (Some(c::CHARGE_05), charge_words(state, event)),
        Event::ChargedOn { unit, target, contact, left } => {
            let (contact, left) = (contact.in_inches(), left.in_inches());
            let text =
                format!("{} charges on at {}: {contact} in to go, {left} in left", name(unit), name(target));
            (Some(c::OPT_14), text)
        }
        Event::VolleyPoint { unit, die, at, mods } => {
            let mods = mods.as_ref().map(Settled::in_words).unwrap_or_default();
            let text = format!("{} rolls {die}{mods}: it will fire at {} in", name(unit), at.in_inches());
            (Some(c::CHARGE_09), text)
        }
        Event::VolleyKept { unit, in_arc } => {
            let why = if *in_arc { "beyond its weapon" } else { "outside its arc" };
            let text = format!("{} keeps its fire: the charger is halted {why}", name(unit));
            (Some(c::CHARGE_33), text)
        }
        Event::GroundHeld { unit } if !state.is_on_table(*unit) => nothing,
        Event::GroundHeld { unit } => (Some(c::MELEE_11), format!("{} is left in its place", name(unit))),
        Event::GunsLeft { unit, .. } => {
            (Some(c::OPT_15), format!("The crews of {} leave their guns", name(unit)))
        }
        Event::GunsManned { unit } => (Some(c::OPT_15), format!("{} mans its guns again", name(unit))),
        Event::ImpactRolled {
            attacker,
            defender,
            attacker_mods,
            defender_mods,
            attacker_total,
            defender_total,
            winner,
        } => {
            let who = match winner {
                ImpactWinner::Attacker => format!("{} wins", name(attacker)),
                ImpactWinner::Defender => format!("{} wins", name(defender)),
                ImpactWinner::Tie => "melee".to_owned(),
            };
            let text = format!(
                "Impact {attacker_total} to {defender_total}: {}; {}: {who}",
                impact_words(state, *attacker, attacker_mods, *attacker_total),
                impact_words(state, *defender, defender_mods, *defender_total)
            );
            let tie = *winner == ImpactWinner::Tie;
            (Some(if tie { c::MELEE_01 } else { c::CHARGE_15 }), text)
        }
        Event::OfficerNamed { officer, unit } => {
            (Some(c::OFFICER_01), format!("{} is with {}", name(officer), name(unit)))
        }
        Event::Mourned | Event::WitnessAnswered { .. } => nothing,
        Event::Witnessed(witness) => {
            let unit = name(&witness.unit);
            let of = witness.of.as_ref().map_or_else(|| "a friend".to_owned(), name);
            (Some(c::MORALE_08), format!("{unit} sees {of} break, and checks for it when its charge is over"))
        }
        Event::GunsCaptured { unit, by } => {
            (Some(c::ARTY_06), format!("{} captures the guns of {}", name(by), name(unit)))
        }
        Event::HouseHit { feature, hits } => {
            let times = if *hits == 1 { "once".to_owned() } else { format!("{hits} times") };
            (Some(c::ARTY_03), format!("{} is hit {times}", house(state, *feature)))
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
        Event::MeleeFought { attacker, defender, round, attacker_lost, defender_lost, blows } => {
            let lost = |id: &UnitId, lost: &u32| format!("{} loses {lost}", name(id));
            let parts = match blows {
                Some([one, other]) => {
                    format!("{}; {}; ", blow_words(&name(attacker), one), blow_words(&name(defender), other))
                }
                None => String::new(),
            };
            let (one, other) = (lost(attacker, attacker_lost), lost(defender, defender_lost));
            (Some(c::MELEE_03), format!("Melee, round {round}: {parts}{one}, {other}"))
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
            let why = standing(state).why;
            let result = match end.winner {
                Some(side) => format!("{} wins: {}", side_name(side), why),
                None => format!("A draw: {why}"),
            };
            (Some(end.clause), result)
        }
    }
}

fn house(state: &State, feature: u16) -> String {
    let name = state.field.features.get(usize::from(feature)).and_then(|house| house.name.clone());
    name.unwrap_or_else(|| "The building".to_owned())
}

fn moved_words(state: &State, id: UnitId, distance: &str, motion: Motion) -> (Clause, String) {
    let name = name_of(state, id);
    let arm = state.muster.pieces.get(id.index()).map(|piece| piece.arm);
    match motion {
        Motion::March if arm == Some(Arm::Officer) => (c::OFFICER_02, format!("{name} rides {distance} in")),
        Motion::March => (c::MOVE_02, format!("{name} moves {distance} in")),
        Motion::Charge => (c::CHARGE_05, format!("{name} runs {distance} in")),
        Motion::Disengage if arm == Some(Arm::Artillery) => {
            (c::MOVE_15, format!("{name} withdraws {distance} in"))
        }
        Motion::Disengage => (c::MOVE_10, format!("{name} withdraws {distance} in")),
        Motion::FallBack => (c::MOVE_12, format!("{name} falls back {distance} in")),
        Motion::Rout => (c::MORALE_14, format!("{name} flees {distance} in")),
        Motion::TakeGround => (c::CHARGE_21, format!("{name} takes the ground")),
        Motion::Support => (c::CHARGE_29, format!("{name} comes up in support")),
    }
}

fn fired_words(state: &State, volley: &Volley) -> String {
    let mut who = name_of(state, volley.unit);
    for other in &volley.with {
        who.push_str(&format!(" and {}", name_of(state, *other)));
    }
    let verb = if volley.with.is_empty() { "fires" } else { "fire as one" };
    format!(
        "{who} {verb} at {}: {} in, {} firing, {} {}{} = {}",
        name_of(state, volley.target),
        volley.range.in_inches(),
        volley.firing,
        number_of_dice(volley.dice),
        volley.roll,
        volley.mods.in_words(),
        i64::from(volley.roll) + i64::from(volley.mods.total)
    )
}

/// JR-CHARGE-05, -06, -07, -31: how far a charge can go, with its parts.
fn charge_words(state: &State, event: &Event) -> String {
    let Event::ChargeRolled { unit, target, bonus, full, disorder_at, contact, rate, passed, closed } = event
    else {
        return String::new();
    };
    let name = |id: &UnitId| name_of(state, *id);
    let half = if state.options.half_bonus { " halved" } else { "" };
    let mut text = format!("{} charges {}: {} in to go", name(unit), name(target), contact.in_inches());
    if *rate > Length::ZERO {
        text.push_str(&format!("; {} in and {bonus}{half}", rate.in_inches()));
    }
    if !passed.is_empty() {
        let list: Vec<_> = passed.iter().map(name).collect();
        text.push_str(&format!(", {} in less through {}", passed.len(), list.join(" and ")));
    }
    if let Some(ground) = closed {
        text.push_str(&format!(", closed by {ground}"));
    }
    text.push_str(&format!(" make {} in at most", full.in_inches()));
    if disorder_at < full {
        text.push_str(&format!(", in disorder past {} in", disorder_at.in_inches()));
    }
    text
}

/// JR-MORALE-10: the parts of a Modified Morale Point: ` (+3 Veteran, +2 Shaken)`.
fn parts_of_point(state: &State, id: UnitId, mods: &Settled) -> String {
    let Some(piece) = state.muster.pieces.get(id.index()) else { return mods.in_words() };
    let mut parts = vec![format!("+{} {:?}", basic_morale(piece.quality), piece.quality)];
    parts.extend(mods.counted().map(|line| format!("{} {}", line.effect, line.label)));
    format!(" ({})", parts.join(", "))
}

/// JR-CHARGE-15: one side of an impact: dice, Impact Morale and its parts.
fn impact_words(state: &State, id: UnitId, mods: &Settled, total: i32) -> String {
    let base = state.muster.pieces.get(id.index()).map_or(0, |piece| basic_morale(piece.quality));
    let rolled = i64::from(total) - i64::from(base) - i64::from(mods.total);
    format!("{} rolls {rolled}{} = {total}", name_of(state, id), parts_of_point(state, id, mods))
}

/// JR-MELEE-03 to -06: one side of a round.
fn blow_words(name: &str, blow: &Blow) -> String {
    let total = i64::from(blow.roll) + i64::from(blow.mods.total);
    let (scored, words) = (blow.scored, blow.mods.in_words());
    let doubled = match blow.times {
        1 => String::new(),
        2 => format!(", doubled {}", scored * 2),
        times => format!(", times {times}: {}", scored * times),
    };
    format!("{name} with {} rolls {}{words} = {total}: scores {scored}{doubled}", blow.count, blow.roll)
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
