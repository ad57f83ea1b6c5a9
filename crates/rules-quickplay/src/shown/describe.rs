//! Events in words, each with the clause behind it.

use crate::c;
use crate::turn::event::{Event, Shooting};
use crate::turn::state::{Debt, Face, Fate, Order, State, Unit};
use crate::turn::victory::standing;
use longroll_kit::{Clause, Settled, Telling, UnitId, number_of_dice, side_name};

pub(crate) fn tell(state: &State, event: &Event) -> Telling {
    let (clause, text) = words(state, event);
    Telling { clause, text }
}

/// Consequences only: losses, changes of order, ground won and lost.
pub(crate) fn gist(state: &State, event: &Event) -> Option<String> {
    match event {
        Event::Disordered { .. }
        | Event::Rallied { .. }
        | Event::Routed { .. }
        | Event::RoutedAgain { .. }
        | Event::StrengthLost { .. }
        | Event::Removed { .. }
        | Event::TookGround { .. }
        | Event::BackedOff { .. }
        | Event::Retreated { .. }
        | Event::Fled { .. }
        | Event::ObjectiveTaken { .. }
        | Event::Ended(_) => Some(words(state, event).1),
        _ => None,
    }
}

fn words(state: &State, event: &Event) -> (Option<Clause>, String) {
    let name = |id: &UnitId| name_of(state, *id);
    match event {
        Event::Mustered(muster) => (
            Some(c::SETUP_01),
            format!("The armies are on the field: {} units and Generals", muster.pieces.len()),
        ),
        Event::Deployed { unit, limbered } => {
            let how = if *limbered { "limbered" } else { "unlimbered" };
            (Some(c::SETUP_01), format!("{} starts {how}", name(unit)))
        }
        Event::SideReady { side } => (Some(c::SETUP_01), format!("{} is ready", side_name(*side))),
        Event::FirstAttackerRolled { blue, gray } => {
            (Some(c::TURN_08), format!("For the first turn Union rolls {blue}, Confederacy {gray}"))
        }
        Event::FirstAttackerNamed { side } => {
            (Some(c::TURN_08), format!("{} is the first Attacker", side_name(*side)))
        }
        Event::StepBegan { step } => (Some(c::TURN_01), format!("Step: {}", step.words())),
        Event::TurnBegan { attacker, round } => {
            (Some(c::TURN_07), format!("Round {round}: {} is the Attacker", side_name(*attacker)))
        }
        Event::CommandFound { unit, in_command }
            if was(state, *unit, |unit| unit.in_command) == Some(*in_command) =>
        {
            (Some(c::CMD_07), String::new())
        }
        Event::CommandFound { unit, in_command: true } => {
            (Some(c::CMD_01), format!("{} is in command again", name(unit)))
        }
        Event::CommandFound { unit, in_command: false } => {
            (Some(c::CMD_02), format!("{} is out of command", name(unit)))
        }
        Event::Disordered { unit, clause } => (Some(*clause), format!("{} is Disordered", name(unit))),
        Event::Recovered { unit } => (Some(c::DISORDER_01), format!("{} recovers its order", name(unit))),
        Event::Limbered { unit, clause } => (Some(*clause), format!("{} limbers", name(unit))),
        Event::Unlimbered { unit } => (Some(c::MOVE_06), format!("{} unlimbers", name(unit))),
        Event::Stood { unit } => (Some(c::TURN_11), format!("{} stays where it is", name(unit))),
        Event::Moved { unit, distance, .. } => {
            // less than the log can show is no move worth telling
            let (inches, turned) = (distance.in_inches(), *distance == longroll_table::Length::ZERO);
            let (clause, text) = match inches.as_str() {
                "0" if turned => (c::MOVE_03, format!("{} turns in place", name(unit))),
                "0" => (c::MOVE_01, format!("{} moves a fraction of an inch", name(unit))),
                _ => (c::MOVE_01, format!("{} moves {inches} in", name(unit))),
            };
            (Some(clause), text)
        }
        Event::Charged { unit, target, distance, .. } => (
            Some(c::CHARGE_02),
            format!("{} charges {} over {} in", name(unit), name(target), distance.in_inches()),
        ),
        Event::ContactMade(contact) => {
            let face = if contact.face == Face::Flank { "in flank" } else { "in front" };
            (
                Some(c::CHARGE_09),
                format!("{} strikes {} {face}", name(&contact.charger), name(&contact.enemy)),
            )
        }
        Event::ContactBroken { charger, enemy } => {
            (Some(c::CHARGE_13), format!("{} and {} part", name(charger), name(enemy)))
        }
        Event::FoundStationary { unit, stationary }
            if was(state, *unit, |unit| unit.stationary) == Some(*stationary) =>
        {
            (Some(c::UNIT_10), String::new())
        }
        Event::FoundStationary { unit, stationary } => {
            let status = if *stationary { "Stationary" } else { "Moved" };
            (Some(c::UNIT_10), format!("{} counts as {status}", name(unit)))
        }
        Event::RallyTried { unit, mods, passes_on, rallied } => {
            let verb = if *rallied { "rallies" } else { "does not rally" };
            (
                Some(c::RALLY_01),
                format!("{} {verb}: needed {passes_on} or less{}", name(unit), mods.in_words()),
            )
        }
        Event::Rallied { unit, order } => {
            let order = if *order == Order::Disordered { "Disordered" } else { "in Good Order" };
            (Some(c::RALLY_04), format!("{} comes back {order}", name(unit)))
        }
        Event::MoraleTested { unit, mods, passes_on, passed } => {
            let verb = if *passed { "passes" } else { "fails" };
            let text = format!(
                "{} {verb} its morale test: needed {passes_on} or less{}",
                name(unit),
                mods.in_words()
            );
            (Some(c::MORALE_07), text)
        }
        Event::MoraleTestsDone => (Some(c::MORALE_12), "All morale tests are thrown".to_owned()),
        Event::Routed { unit } => (Some(c::MORALE_03), format!("{} is Routed", name(unit))),
        Event::RoutedAgain { unit } => (Some(c::MORALE_05), format!("{} routs again", name(unit))),
        Event::StrengthLost { unit, lost, clause } => {
            (Some(*clause), format!("{} loses {lost} Strength", name(unit)))
        }
        Event::Removed { unit, fate, clause } => {
            let verb = match fate {
                Fate::Destroyed => "is destroyed",
                Fate::OffTable => "leaves the table",
                Fate::Captured => "is captured",
                Fate::OnTable => "stays",
            };
            (Some(*clause), format!("{} {verb}", name(unit)))
        }
        Event::Fled { unit, distance, .. } => {
            (Some(c::MORALE_17), format!("{} flees {} in", name(unit), distance.in_inches()))
        }
        Event::Retreated { unit, distance, .. } => {
            (Some(c::COMBAT_23), format!("{} retreats {} in", name(unit), distance.in_inches()))
        }
        Event::BackedOff { unit, distance, .. } => {
            (Some(c::COMBAT_22), format!("{} backs off {} in", name(unit), distance.in_inches()))
        }
        Event::TookGround { unit, distance, .. } => {
            (Some(c::COMBAT_10), format!("{} takes the ground, {} in", name(unit), distance.in_inches()))
        }
        Event::Fired(shot) => (Some(c::COMBAT_04), shot_words(state, shot, "fires at")),
        Event::Answered(shot) => (Some(c::COMBAT_13), shot_words(state, shot, "answers")),
        Event::Fought(melee) => {
            let text = format!(
                "{} fights {}: {} hitting on {}{} score {}, against {} hitting on {}{} scoring {}",
                name(&melee.charger),
                name(&melee.defender),
                number_of_dice(melee.charger_dice),
                faces(melee.charger_hits_on),
                because(melee.charger_list.as_ref()),
                melee.charger_hits,
                number_of_dice(melee.defender_dice),
                faces(melee.defender_hits_on),
                because(melee.defender_list.as_ref()),
                melee.defender_hits
            );
            (Some(c::COMBAT_12), text)
        }
        Event::CombatForgone { unit, clause } => {
            (Some(*clause), format!("{} fights nobody else this turn", name(unit)))
        }
        Event::GeneralMoved { general, clause, .. } => {
            (Some(*clause), format!("{} changes place", name(general)))
        }
        Event::ObjectiveTaken { objective, side } => {
            let objective = state.muster.objectives.get(usize::from(*objective));
            let what = objective.map_or("an objective", |objective| objective.name.as_str());
            (Some(c::R03), format!("{} takes {what}", side_name(*side)))
        }
        Event::Owes(debt) => owed_words(state, debt),
        Event::Paid => (None, String::new()),
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

fn owed_words(state: &State, debt: &Debt) -> (Option<Clause>, String) {
    match debt {
        Debt::Routs { side, units } => {
            let names: Vec<_> = units.iter().map(|id| name_of(state, *id)).collect();
            (Some(c::MORALE_12), format!("{} must flee: {}", side_name(*side), names.join(", ")))
        }
        Debt::GoesAlong { general, unit, .. } => {
            let (general, unit) = (name_of(state, *general), name_of(state, *unit));
            (Some(c::LEADER_03), format!("{general} may go along with {unit}"))
        }
        Debt::Placement { general, beside } => {
            let (general, friend) = (name_of(state, *general), name_of(state, *beside));
            (Some(c::LEADER_04), format!("{general} is overrun and rides to {friend}"))
        }
        Debt::Claim { .. } => (Some(c::COMBAT_35), "Several chargers could take the ground".to_owned()),
        // These settle themselves, and what comes of them is told when it happens
        Debt::TakeGround { .. } | Debt::Release { .. } | Debt::AfterRouts { .. } => (None, String::new()),
    }
}

fn shot_words(state: &State, shot: &Shooting, verb: &str) -> String {
    format!(
        "{} {verb} {} at {} in ({}): {} hitting on {}{} score {}",
        name_of(state, shot.unit),
        name_of(state, shot.target),
        shot.range.in_inches(),
        shot.kind_of_range(),
        number_of_dice(shot.dice),
        faces(shot.hits_on),
        because(shot.list.as_ref()),
        shot.hits
    )
}

/// Why those faces hit: ` (hits on 4+ artillery at Close range)`.
fn because(list: Option<&Settled>) -> String {
    list.map(Settled::in_words).unwrap_or_default()
}

fn faces(lowest: u8) -> String {
    if lowest >= 6 { "6".to_owned() } else { format!("{lowest}–6") }
}

/// What was so before the event; an event of a forged file may name a unit that is not there.
fn was(state: &State, id: UnitId, fact: fn(&Unit) -> bool) -> Option<bool> {
    state.units.get(id.index()).map(fact)
}

fn name_of(state: &State, id: UnitId) -> String {
    state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |piece| piece.name.clone())
}
