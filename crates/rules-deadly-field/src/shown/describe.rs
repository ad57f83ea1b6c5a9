//! Events in words, each with the clause behind it.

use crate::book::kinds::Arm;
use crate::c;
use crate::procedures::fire::{Manner, Shot};
use crate::procedures::impact::{Clash, Impact, Loser, advantages};
use crate::procedures::morale::Cause;
use crate::turn::asking::Choice;
use crate::turn::event::{Check, Event, Fire, Hindrance};
use crate::turn::state::{Fate, State};
use crate::turn::victory::standing;
use longroll_kit::{Clause, Effect, Settled, Telling, UnitId, number_of_dice, side_name};

pub(crate) fn tell(state: &State, event: &Event) -> Telling {
    let (clause, text) = words(state, event);
    Telling { clause, text }
}

/// Consequences only: losses, levels, ground given up.
pub(crate) fn gist(state: &State, event: &Event) -> Option<String> {
    match event {
        Event::LevelSet { .. }
        | Event::Lost { .. }
        | Event::Recovered { .. }
        | Event::Removed { .. }
        | Event::FellBack { .. }
        | Event::Ran { .. }
        | Event::ObjectiveTaken { .. }
        | Event::Ended(_) => Some(words(state, event).1),
        // without the totals: only what comes of them is weighed
        Event::Impacted { attacker, defender, impact, .. } => {
            let (attacker, defender) = (name_of(state, *attacker), name_of(state, *defender));
            Some(format!("{attacker} strikes {defender}: {}", impact_words(impact)))
        }
        Event::ChargeDeclared { unit, total, .. } => {
            Some(format!("{} charges up to {} in", name_of(state, *unit), total.in_inches()))
        }
        _ => None,
    }
}

fn words(state: &State, event: &Event) -> (Option<Clause>, String) {
    let name = |id: &UnitId| name_of(state, *id);
    let names = |ids: &[UnitId]| ids.iter().map(name).collect::<Vec<_>>().join(" and ");
    match event {
        Event::Mustered(muster) => (
            Some(c::GAME_03),
            format!("The armies are on the field: {} units and leaders", muster.pieces.len()),
        ),
        Event::InitiativeRolled { blue, gray } => {
            (Some(c::TURN_02), format!("For the initiative Union rolls {blue}, Confederacy {gray}"))
        }
        Event::InitiativeTaken { side } => {
            (Some(c::TURN_02), format!("{} has the initiative", side_name(*side)))
        }
        Event::TurnBegan { active, turn } => {
            (Some(c::TURN_01), format!("Turn {turn}: {} is active", side_name(*active)))
        }
        Event::CommandFound { unit, in_command: true } => {
            (Some(c::CMD_02), format!("{} is in command again", name(unit)))
        }
        Event::CommandFound { unit, in_command: false } => {
            (Some(c::CMD_06), format!("{} is out of command", name(unit)))
        }
        Event::Taken(acting) if acting.members.len() > 1 => {
            (Some(c::GROUP_01), format!("{} act as one group", names(&acting.members)))
        }
        Event::StepBegan { .. } | Event::Taken(_) | Event::Finished | Event::ActionsSpent { .. } => {
            (None, String::new())
        }
        Event::Owes(_) | Event::Now(_) | Event::Paid | Event::Stopped => (None, String::new()),
        Event::Asked(_) | Event::Answered { .. } => (None, String::new()),
        Event::Chosen { unit, choice: Choice::ChecksFirst } => {
            (Some(c::MORALE_20), format!("{} is to check first", name(unit)))
        }
        Event::Chosen { unit, choice: Choice::Supports { battery } } => {
            (Some(c::FORM_06), format!("{} supports {}", name(unit), name(battery)))
        }
        Event::DroppedOut { unit } => (Some(c::GROUP_04), format!("{} leaves its group", name(unit))),
        Event::Moved { units, distance, clause } => {
            let ids: Vec<UnitId> = units.iter().map(|(unit, _)| *unit).collect();
            let (one, several) = match *clause {
                c::CHARGE_01 | c::CHARGE_07 | c::CHARGE_11 => ("charges on for", "charge on for"),
                c::MOVE_07 => ("wheels over", "wheel over"),
                c::MOVE_11 => ("disengages", "disengage"),
                c::ROUT_01 => ("runs", "run"),
                c::FIV_07 => ("is moved back", "are moved back"),
                c::R03 => ("makes room,", "make room,"),
                c::R13 => ("steps back", "step back"),
                c::GROUP_04 => ("closes up", "close up"),
                _ => ("moves", "move"),
            };
            let verb = if ids.len() == 1 { one } else { several };
            if distance.in_inches() == "0" {
                // a hair between two stops
                return (None, String::new());
            }
            (Some(*clause), format!("{} {verb} {} in", names(&ids), distance.in_inches()))
        }
        Event::Faced { unit, facing } => {
            (Some(c::ACT_10), format!("{} faces {}", name(unit), facing.in_words()))
        }
        Event::Formed { unit, formation, clause } => {
            (Some(*clause), format!("{} forms {}", name(unit), formation.words()))
        }
        Event::Mounted { unit, mounted } => {
            (Some(c::CAV_04), format!("{} {}", name(unit), if *mounted { "mounts" } else { "dismounts" }))
        }
        Event::LevelSet { unit, level, clause } => {
            (Some(*clause), format!("{} is {}", name(unit), level.words()))
        }
        Event::Reacted { units, clause } => {
            let verb = if units.len() == 1 { "reacts" } else { "react" };
            (Some(*clause), format!("{} {verb}", names(units)))
        }
        Event::LetPass { whole_action: true } => {
            (Some(c::REACT_05), "The rest of this action is let pass".to_owned())
        }
        Event::LetPass { .. } => (None, String::new()),
        Event::Fired(fire) => (Some(fire_clause(state, fire)), fire_words(state, fire)),
        Event::Lost { unit, figures, clause } => (Some(*clause), format!("{} loses {figures}", name(unit))),
        Event::Recovered { unit } => {
            (Some(c::UNIT_25), format!("{} gets one figure or gun back", name(unit)))
        }
        Event::Checked(check) => check_words(state, check),
        Event::Removed { unit, fate, clause } => {
            let verb = match fate {
                Fate::Eliminated => "is eliminated",
                Fate::Surrendered => "surrenders",
                Fate::Disintegrated => "disintegrates",
                Fate::Abandoned => "abandons its guns",
                Fate::OffTable => "leaves the table",
                Fate::Joined => "joins another unit",
                Fate::Killed => "is killed",
                Fate::Captured => "is captured",
                Fate::OnTable => "stays",
            };
            (Some(*clause), format!("{} {verb}", name(unit)))
        }
        Event::FellBack { unit, distance, clause, hindrance, .. } => {
            (Some(*clause), forced_words(state, *unit, "falls back", *distance, hindrance))
        }
        Event::Ran { unit, distance, clause, hindrance, .. } => {
            (Some(*clause), forced_words(state, *unit, "runs", *distance, hindrance))
        }
        Event::BrokenOff { unit, clause, by } => {
            let what = if *clause == c::CHARGE_14 { "charge" } else { "move" };
            let why = match by {
                Some(by) => format!("{} is in its way", name(by)),
                None => format!("its {what} is over"),
            };
            (Some(*clause), format!("{} goes no farther: {why}", name(unit)))
        }
        Event::Disengaging { unit, is: true } => (Some(c::MOVE_11), format!("{} disengages", name(unit))),
        Event::Disengaging { .. } | Event::Charging { .. } => (None, String::new()),
        Event::ChargeDeclared { unit, target, bonus, total } => {
            let at = target
                .as_ref()
                .map_or_else(|| "goes along".to_owned(), |target| format!("charges {}", name(target)));
            let text = format!("{} {at}: bonus roll {bonus}, {} in in all", name(unit), total.in_inches());
            (Some(c::CHARGE_04), text)
        }
        Event::Countercharged { unit, .. } => (Some(c::REACT_24), format!("{} countercharges", name(unit))),
        Event::Impacted { attacker, defender, impact, numbers, figures, rolls, mods } => {
            let by_dice_down = state.options.dice_down;
            let totals = match rolls {
                Some(rolls) => {
                    let sides = [0, 1].map(|side| {
                        let figures = figures.map(i32::from);
                        let mods = mods.get(side);
                        impact_sum(side, *rolls, figures, *numbers, (impact.totals[side], mods), by_dice_down)
                    });
                    sides.join(" against ")
                }
                None => format!("{} against {}", impact.totals[0], impact.totals[1]),
            };
            let result = impact_words(impact);
            let text = format!("{} strikes {}: {totals}: {result}", name(attacker), name(defender));
            (Some(impact.clause(by_dice_down)), text)
        }
        Event::Merged { unit, other } => {
            (Some(c::UNIT_18), format!("{} and {} merge", name(unit), name(other)))
        }
        Event::RemnantAttached { unit, remnant } => {
            (Some(c::UNIT_21), format!("{} is attached to {}", name(remnant), name(unit)))
        }
        Event::LeaderMoved { leader, clause, .. } => {
            (Some(*clause), format!("{} changes place", name(leader)))
        }
        Event::LeaderAttached { leader, unit: Some(unit) } => {
            (Some(c::LEADER_04), format!("{} joins {}", name(leader), name(unit)))
        }
        Event::LeaderAttached { leader, unit: None } => {
            (Some(c::LEADER_09), format!("{} stands alone", name(leader)))
        }
        Event::LeaderRolled { leader, hits, killed } => {
            let fate = if *killed { "falls" } else { "is unhurt" };
            let hits = if *hits == 1 { "one hit".to_owned() } else { format!("{hits} hits") };
            (Some(c::LEADER_10), format!("{}, in danger from {hits}, {fate}", name(leader)))
        }
        Event::GunsRolled { unit, roll, kept } => {
            let fate = if *kept { "brings its guns away" } else { "cannot save its guns" };
            (Some(c::ROUT_04), format!("{} rolls {roll} and {fate}", name(unit)))
        }
        Event::ObjectiveTaken { objective, side } => {
            let objective = state.muster.objectives.get(usize::from(*objective));
            let what = objective.map_or("an objective", |objective| objective.name.as_str());
            (Some(c::R07), format!("{} takes {what}", side_name(*side)))
        }
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

fn impact_words(impact: &Impact) -> String {
    let margin = impact.totals[0].abs_diff(impact.totals[1]);
    match (impact.clash, impact.loser) {
        (Clash::Melee, _) => "melee".to_owned(),
        (Clash::StopShort, _) => "the charge stops short".to_owned(),
        (Clash::Surrender, Loser::Attacker) => "the chargers surrender".to_owned(),
        (Clash::Surrender, _) => "the defenders surrender".to_owned(),
        (_, Loser::Attacker) => format!("the charge is beaten off by {margin}"),
        _ => format!("the charge goes home by {margin}"),
    }
}

fn fire_words(state: &State, fire: &Fire) -> String {
    let firers: Vec<_> = fire.units.iter().map(|unit| name_of(state, *unit)).collect();
    let how = match fire.manner {
        Manner::Ordinary | Manner::StopShort if firers.len() > 1 => "fire together",
        Manner::Deliberate if firers.len() > 1 => "fire deliberately together",
        Manner::Ordinary | Manner::StopShort => "fires",
        Manner::Deliberate => "fires deliberately",
        Manner::PointBlank | Manner::FreePointBlank => "fires point blank",
        Manner::Desperation => "fires in desperation",
        Manner::Melee => "fights",
    };
    let shot = Shot { total: fire.total, hits: fire.hits, addition: fire.addition };
    let roll = fire.total - fire.firepower - fire.firer.total - fire.against.total;
    // halves and lost dice are in the firepower and the dice already; what is added follows
    let of = |wanted: fn(&Effect) -> bool| {
        let lines = fire.firer.counted().filter(|line| wanted(&line.effect));
        in_brackets(lines.map(|line| format!("{} {}", line.effect, line.label)))
    };
    let lines = fire.firer.counted().chain(fire.against.counted());
    let added = in_brackets(
        lines
            .filter(|line| matches!(line.effect, Effect::Add(value) if value != 0))
            .map(|line| format!("{} {}", line.effect, line.label)),
    );
    let sum = match added.as_str() {
        "" => fire.total.to_string(),
        added => format!("{}{added} = {}", fire.firepower + roll, signed(fire.total)),
    };
    format!(
        "{} {how} at {}, {} in ({}): firepower {}{} and {roll} on {}{}: {sum}, {}",
        firers.join(" and "),
        name_of(state, fire.target),
        fire.range.in_inches(),
        fire.band.words(),
        fire.firepower,
        of(|effect| matches!(effect, Effect::Factor(..))),
        number_of_dice(fire.dice),
        of(|effect| matches!(effect, Effect::ExtraDice(_))),
        result_words(&shot)
    )
}

/// What the results table says, in words.
fn result_words(shot: &Shot) -> String {
    let addition = shot.addition.unwrap_or(0);
    match (shot.hits, shot.addition) {
        (0, None) => "no effect".to_owned(),
        (0, Some(0)) => "a check".to_owned(),
        (0, Some(_)) => format!("a check with +{addition}"),
        (1, _) => format!("one hit and a check with +{addition}"),
        (hits, _) => format!("{hits} hits and a check with +{addition}"),
    }
}

fn in_brackets(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

fn signed(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// What kind of fire it was decides about its dice.
fn fire_clause(state: &State, fire: &Fire) -> Clause {
    let guns = fire.units.first().is_some_and(|unit| state.arm(*unit) == Arm::Artillery);
    match fire.manner {
        Manner::Ordinary => c::FIRE_02,
        Manner::Deliberate => c::ARTY_09,
        Manner::PointBlank if guns => c::ARTY_07,
        Manner::PointBlank => c::FIRE_28,
        Manner::Desperation => c::REACT_16,
        Manner::Melee => c::MELEE_02,
        Manner::StopShort => c::FIV_07,
        Manner::FreePointBlank => c::DICE_07,
    }
}

/// One side of an impact as a sum.
fn impact_sum(
    side: usize,
    rolls: [i32; 2],
    figures: [i32; 2],
    numbers: [i32; 2],
    (total, mods): (i32, Option<&Settled>),
    by_dice_down: bool,
) -> String {
    let number = numbers[side];
    let added = if by_dice_down {
        let (more, better) = advantages(figures, numbers)[side];
        let parts = [(more, "superior numbers"), (better, "better morale")];
        in_brackets(
            parts.into_iter().filter(|(gain, _)| *gain > 0).map(|(gain, why)| format!("+{gain} {why}")),
        )
    } else {
        format!(" (+{} figures, −{number} charge number)", figures[side])
    };
    let sum = if by_dice_down { total } else { rolls[side] + figures[side] - number };
    let told = match added.as_str() {
        "" => format!("rolls {total}"),
        added if sum == total => format!("rolls {}{added} = {total}", rolls[side]),
        added => format!("rolls {}{added} = {}", rolls[side], cut(sum, total)),
    };
    match mods {
        Some(mods) => format!("{told} with a charge number of {number}{}", number_words(number, mods)),
        None => told,
    }
}

/// ADF-MMP-03: the lines of a number that counted, and the sum if it was cut at either end.
fn number_words(number: i32, mods: &Settled) -> String {
    let lines = mods.in_words();
    if mods.total == number {
        return lines;
    }
    format!("{} = {})", lines.trim_end_matches(')'), cut(mods.total, number))
}

/// A sum that counts as less or more than it is.
fn cut(sum: i32, counts_as: i32) -> String {
    format!("{}, which counts as {counts_as}", signed(sum))
}

/// A forced move with what lay in its way.
fn forced_words(
    state: &State,
    unit: UnitId,
    verb: &str,
    distance: longroll_table::Length,
    hindrance: &Hindrance,
) -> String {
    let name = name_of(state, unit);
    let stop = hindrance.unit.map(|unit| name_of(state, unit)).or_else(|| hindrance.ground.clone());
    let by = stop.map_or_else(String::new, |stop| format!(", stopped by {stop}"));
    if distance <= longroll_table::GRAIN {
        return format!("{name} stays where it is{by}");
    }
    let past: Vec<String> = hindrance.past.iter().map(|friend| name_of(state, *friend)).collect();
    match hindrance.reach {
        Some(reach) if !past.is_empty() => {
            let (far, past) = (distance.in_inches(), past.join(" and "));
            format!("{name} {verb} {far} in instead of {}, past {past}", reach.in_inches())
        }
        Some(reach) => format!("{name} {verb} {} of {} in{by}", distance.in_inches(), reach.in_inches()),
        None => format!("{name} {verb} {} in", distance.in_inches()),
    }
}

fn check_words(state: &State, check: &Check) -> (Option<Clause>, String) {
    let (clause, what) = match check.cause {
        Cause::Fire => (c::MORALE_01, "checks under fire"),
        Cause::Rally => (c::RALLY_01, "tries to rally"),
        Cause::Event => (c::MORALE_02, "checks for its neighbours"),
        Cause::PreImpact => (c::CHARGE_15, "checks before the impact"),
        Cause::Impact => (c::CHARGE_24, "meets the charge"),
    };
    let text = format!(
        "{} {what}: rolls {} against {}{}: {}",
        name_of(state, check.unit),
        check.roll,
        check.mmp,
        number_words(check.mmp, &check.mods),
        margin_words(check)
    );
    (Some(clause), text)
}

/// How a check came out: a natural roll decides by itself, any other by how far it lies from the number.
fn margin_words(check: &Check) -> String {
    match (check.roll, i32::from(check.roll) - check.mmp) {
        (roll @ (2 | 3 | 12), _) => format!("a natural {roll}"),
        (_, short @ ..=-1) => format!("{} short", -short),
        (_, 0) => "just enough".to_owned(),
        (_, spare) => format!("{spare} to spare"),
    }
}

fn name_of(state: &State, id: UnitId) -> String {
    state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |piece| piece.name.clone())
}
