//! Events in words, each with the clause behind it.

use crate::book::kinds::{Form, Kind};
use crate::c;
use crate::cases::words::act_words;
use crate::procedures::tests_of_command::{By, PursuitResult};
use crate::shown::explain::fire_lists;
use crate::turn::event::{Act, Cause, Event, Round, Shot};
use crate::turn::state::{Debt, How, Standing, State};
use crate::turn::victory::standing;
use longroll_kit::{Clause, Settled, Telling, UnitId, side_name};

pub(crate) fn tell(state: &State, event: &Event) -> Telling {
    let (clause, text) = words(state, event);
    Telling { clause, text }
}

/// Consequences only.
pub(crate) fn gist(state: &State, event: &Event) -> Option<String> {
    match event {
        Event::Disrupted { .. }
        | Event::FiguresLost { .. }
        | Event::GunLost { .. }
        | Event::Removed { .. }
        | Event::StatusSet { .. }
        | Event::OrderSet { .. }
        | Event::RanLow { .. }
        | Event::YellFailed { .. }
        | Event::RiskThrown { .. }
        | Event::ContactMade(_)
        | Event::BrigadeTested { .. }
        | Event::Owes(Debt::March { .. })
        | Event::Ended(_) => Some(words(state, event).1),
        Event::OrderTried { lost_nerve: true, brigade, .. } => {
            Some(format!("the general of {} loses his nerve", brigade_name(state, *brigade)))
        }
        _ => None,
    }
}

fn some(clause: Clause, text: String) -> (Option<Clause>, String) {
    (Some(clause), text)
}

fn quiet() -> (Option<Clause>, String) {
    (None, String::new())
}

fn words(state: &State, event: &Event) -> (Option<Clause>, String) {
    let name = |id: &UnitId| name_of(state, *id);
    let brigade = |place: &u16| brigade_name(state, *place);
    match event {
        Event::Mustered(muster) => some(
            c::GEN_17,
            format!("The armies are on the field: {} units and generals", muster.pieces.len()),
        ),
        Event::LotsThrown { blue, gray } => {
            some(c::GEN_17, format!("Lots: Union throws {blue}, Confederacy {gray}"))
        }
        Event::NamesFirst { side } => some(c::GEN_17, format!("{} names its orders first", side_name(*side))),
        Event::SideReady { side } => some(c::GEN_17, format!("{} is ready", side_name(*side))),
        Event::TurnBegan { turn } => some(c::TURN_01, format!("Turn {turn}")),
        Event::InitiativeThrown { blue, gray } => {
            some(c::TURN_02, format!("Initiative: Union {blue}, Confederacy {gray}"))
        }
        Event::FirstNamed { side } => some(c::TURN_02, format!("{} is first player", side_name(*side))),
        Event::StepBegan { step } => some(c::TURN_01, format!("Step: {}", step.words())),
        Event::PartBegan { .. } | Event::Paid | Event::ChargeEnded { .. } | Event::ChargeStage { .. } => {
            quiet()
        }
        Event::TestDue { .. } | Event::PursuitDue { .. } | Event::Compelled { .. } | Event::Helped { .. } => {
            quiet()
        }
        Event::MustTest { .. } | Event::Arrived { .. } | Event::TurnEnded { .. } => quiet(),
        Event::Replaced { general, die, ability } => {
            some(c::CMD_13, format!("An ADC takes over from {}: {die}, {}", name(general), ability.words()))
        }
        Event::OrderTried { brigade: place, by, wanted, mods, needs, changed, lost_nerve } => {
            let who = if *by == By::CinC { "The CinC" } else { "The brigadier" };
            let came = match (changed, lost_nerve) {
                (_, true) => "he loses his nerve",
                (true, _) => "it is obeyed",
                _ => "nothing comes of it",
            };
            let text = format!(
                "{who} tries to put {} on {} (needs {needs}{}): {came}",
                brigade(place),
                wanted.words(),
                mods.in_words()
            );
            some(if *by == By::CinC { c::CMD_05 } else { c::CMD_15 }, text)
        }
        Event::OrderSet { brigade: place, order, clause } => {
            some(*clause, format!("{} is on {} orders", brigade(place), order.words()))
        }
        Event::TookCommand { brigade: place } => {
            some(c::CMD_14, format!("The CinC takes command of {}", brigade(place)))
        }
        Event::Disrupted { unit, dp, cause, clause } => {
            let why = match cause {
                Cause::Movement => "movement dice",
                Cause::Passing => "passing through",
                Cause::Pursuit => "pursuit",
                Cause::Burst => "the burst",
                Cause::Fire => "fire",
                Cause::Melee => "melee",
                Cause::Morale => "morale",
                Cause::Brigade => "the break of its brigade",
            };
            some(*clause, format!("{} takes {dp} DP from {why}", name(unit)))
        }
        Event::Steadied { unit, dp, clause } => some(*clause, format!("{} sheds {dp} DP", name(unit))),
        Event::FiguresLost { unit, lost, clause, .. } => {
            some(*clause, format!("{} loses {lost} {}", name(unit), plural(*lost, "figure")))
        }
        Event::GunLost { unit, gun } => {
            some(c::ARTY_29, format!("A {} of {} bursts", gun.words(), name(unit)))
        }
        Event::Removed { unit, standing, clause } => {
            let fate = match standing {
                Standing::Surrendered => "surrenders",
                Standing::OffTable => "leaves the table and is dispersed",
                Standing::Killed => "is killed",
                Standing::Captured => "is captured",
                Standing::Wounded => "is badly wounded and carried off",
                _ => "is dispersed",
            };
            some(*clause, format!("{} {fate}", name(unit)))
        }
        Event::StatusSet { unit, status, clause } => {
            some(*clause, format!("{} is {}", name(unit), status.words()))
        }
        Event::MoraleTested { unit, reason, mods, score, result } => {
            let text = format!(
                "{} tests {}: {}, {}",
                name(unit),
                reason.words(),
                summed(*score, mods),
                result.words()
            );
            some(c::MORALE_01, text)
        }
        Event::DiceThrown { unit, thrown, why } if !thrown.faces.is_empty() => {
            let faces: Vec<String> = thrown.faces.iter().map(ToString::to_string).collect();
            let (clause, what) = match why {
                How::Placed => (c::FORM_01, "its change of formation"),
                _ => (how_clause(*why), how_words(*why)),
            };
            some(clause, format!("{} throws {} for {what}", name(unit), faces.join(", ")))
        }
        Event::DiceThrown { .. } => quiet(),
        Event::Acted { unit, act, .. } => {
            some(act_clause(state, *unit, *act), format!("{}: {}", name(unit), act_words(*act)))
        }
        Event::RecallThrown { unit, mods, recalled } => {
            let came = if *recalled { "recalled" } else { "does not hear the recall" };
            some(c::SKIRM_10, format!("{}{}: {came}", name(unit), mods.in_words()))
        }
        Event::Detached { piece, figures, .. } => {
            some(c::UNIT_18, format!("{figures} figures go out as {}", piece.name))
        }
        Event::Absorbed { unit, into } => some(c::UNIT_27, format!("{} rejoin {}", name(unit), name(into))),
        Event::Moved { how: How::Placed, .. } => quiet(),
        Event::Moved { unit, to, distance, how } => {
            let before = state.units.get(unit.index()).map_or(to.facing, |unit| unit.pose.facing);
            let far = match distance.micrometres() {
                0 if to.facing != before => "turns where it stands".to_owned(),
                0 => "stays where it is".to_owned(),
                _ => format!("{} in", distance.in_inches()),
            };
            some(how_clause(*how), format!("{}: {}, {far}", name(unit), how_words(*how)))
        }
        Event::FlightLeft { unit, left, .. } if left.micrometres() > 0 => {
            some(c::MOVE_23, format!("{} has {} in still to run", name(unit), left.in_inches()))
        }
        Event::FlightLeft { .. } => quiet(),
        Event::HeldBack { unit, die } if *die >= 5 => {
            some(c::CMD_04, format!("{} is out of command but may charge", name(unit)))
        }
        Event::HeldBack { unit, .. } => {
            some(c::CMD_04, format!("{} is out of command and may not charge", name(unit)))
        }
        Event::ChargeDeclared { unit, charge } => {
            let yell = if charge.yell { " with the Rebel Yell" } else { "" };
            let wild = if charge.uncontrolled { ", out of control," } else { "" };
            some(c::CHARGE_01, format!("{}{wild} charges {}{yell}", name(unit), name(&charge.target)))
        }
        Event::ContactMade(contact) => {
            let flank = if contact.flank { " in flank or rear" } else { "" };
            some(
                c::CHARGE_29,
                format!("{} meets {}{flank}", name(&contact.attacker), name(&contact.defender)),
            )
        }
        Event::ContactBroken { attacker, defender } => {
            some(c::TURN_09, format!("{} and {} part", name(attacker), name(defender)))
        }
        Event::GotInside { unit } => some(c::MELEE_45, format!("{} gets into the building", name(unit))),
        Event::PushedInside { unit, .. } => {
            some(c::MELEE_45, format!("{} is pushed back but stays inside", name(unit)))
        }
        Event::Stays { unit, clause } => some(*clause, format!("{} stands", name(unit))),
        Event::Fired(shot) => some(fire_clause(state, shot), fired(state, shot)),
        Event::Bounced { unit, hits, .. } => {
            some(c::ARTY_14, format!("{hits} of it {} through to {}", plural_verb(*hits), name(unit)))
        }
        Event::FlankFire { unit, by } => {
            some(c::FIRE_40, format!("{} is fired on in flank or rear by {}", name(unit), name(by)))
        }
        Event::RanLow { unit } => some(c::POUR_03, format!("{} runs low on ammunition", name(unit))),
        Event::RiskThrown { general, risk } => {
            some(c::LEADER_01, format!("{} is {}", name(general), risk.words()))
        }
        Event::Attached { general, unit: Some(unit) } => {
            some(c::LEADER_04, format!("{} joins {}", name(general), name(unit)))
        }
        Event::Attached { .. } => quiet(),
        Event::Fought(round) => {
            let text = format!(
                "{} {} against {} {}: {}",
                name(&round.blue),
                side_score(round, 0),
                name(&round.gray),
                side_score(round, 1),
                match round.winner {
                    Some(side) => format!("{} wins, {}", side_name(side), round.fate.words()),
                    None => "a draw".to_owned(),
                }
            );
            some(c::MELEE_01, text)
        }
        Event::PursuitTested { unit, mods, score, result } => {
            let does = match result {
                PursuitResult::Stay => "stays put",
                PursuitResult::StandOrRetire => "stands or retires",
                PursuitResult::GoBack => "goes no farther",
                PursuitResult::Pursue => "pursues",
            };
            some(c::PURSUIT_01, format!("{} tests for pursuit: {}, {does}", name(unit), summed(*score, mods)))
        }
        Event::Pursues { unit, prey: Some(prey), .. } => {
            some(c::PURSUIT_10, format!("{} is after {}", name(unit), name(prey)))
        }
        Event::Pursues { unit, uncontrolled: true, .. } => {
            some(c::PURSUIT_11, format!("{} is out of control", name(unit)))
        }
        Event::Pursues { .. } => quiet(),
        Event::RalliesDp { unit } => some(c::PURSUIT_08, format!("{} collects itself", name(unit))),
        Event::YellFailed { unit } => some(c::YELL_04, format!("The Rebel Yell of {} fails", name(unit))),
        Event::BrigadeTested { brigade: place, mods, score, result } => some(
            c::BRIG_02,
            format!("{} tests: {}, it {}", brigade(place), summed(*score, mods), result.words()),
        ),
        Event::RetirementMade { brigade: place } => {
            some(c::BRIG_12, format!("{} has retired", brigade(place)))
        }
        Event::Recovered { brigade: place } => {
            some(c::BRIG_18, format!("{} is no longer broken", brigade(place)))
        }
        Event::ObjectiveTaken { objective, side } => {
            let what =
                state.muster.objectives.get(usize::from(*objective)).map_or("ground", |o| o.name.as_str());
            some(c::GEN_16, format!("{} takes {what}", side_name(*side)))
        }
        Event::Owes(debt) => owes(state, debt),
        Event::Ended(end) => {
            let who = end.winner.map_or("Nobody", side_name);
            some(end.clause, format!("{who} wins: {}", standing(state).why))
        }
    }
}

fn owes(state: &State, debt: &Debt) -> (Option<Clause>, String) {
    match debt {
        Debt::First { side } => some(c::TURN_02, format!("{} has the initiative", side_name(*side))),
        Debt::March { unit, reach, how, .. } => some(
            how_clause(*how),
            format!("{} may go {} in ({})", name_of(state, *unit), reach.in_inches(), how_words(*how)),
        ),
        _ => quiet(),
    }
}

fn fire_clause(state: &State, shot: &Shot) -> Clause {
    let firer = state.units.get(shot.unit.index()).zip(state.muster.pieces.get(shot.unit.index()));
    match firer {
        Some((_, piece)) if piece.kind == Kind::Sniper => c::SKIRM_09,
        _ if !shot.guns.is_empty() => c::ARTY_01,
        Some((unit, _)) if unit.form == Form::Skirmish => c::SKIRM_01,
        _ => c::FIRE_01,
    }
}

/// What was added to the dice of a firing and what became of its hits, throw by throw. The position is that before the firing.
fn fire_words(state: &State, shot: &Shot) -> String {
    let known = |id: UnitId| id.index() < state.units.len();
    if !known(shot.unit) || !known(shot.target) || fire_clause(state, shot) == c::SKIRM_09 {
        return String::new();
    }
    let lists = fire_lists(state, shot.unit, shot.target, shot.weapon, shot.pour);
    lists.iter().map(|list| list.settled.in_words()).collect()
}

fn fired(state: &State, shot: &Shot) -> String {
    let pour = if shot.pour { ", pouring it on" } else { "" };
    let why = fire_words(state, shot);
    format!(
        "{} fires at {} at {} in{pour}{why}: {} {}",
        name_of(state, shot.unit),
        name_of(state, shot.target),
        shot.range.in_inches(),
        shot.hits,
        plural(shot.hits, "hit")
    )
}

fn act_clause(state: &State, id: UnitId, act: Act) -> Clause {
    let unit = state.units.get(id.index());
    let heavy = unit
        .is_some_and(|unit| unit.guns.iter().any(|group| crate::book::tables::gun(group.gun).heavy_field));
    match act {
        Act::Form(Form::Skirmish) => c::FORM_03,
        Act::Form(_) if unit.is_some_and(|unit| unit.form == Form::Skirmish) => c::FORM_04,
        Act::Form(form) if form.is_limbered() => c::FORM_19,
        Act::Form(_) => c::FORM_02,
        Act::Prone | Act::StandUp => c::FORM_06,
        Act::AboutFace => c::FORM_09,
        Act::Limber(_) | Act::Unlimber if heavy => c::FORM_12,
        Act::Limber(_) | Act::Unlimber => c::FORM_10,
        Act::CloseUp | Act::OpenOut => c::FORM_11,
        Act::Reface => c::FORM_13,
        Act::Mount | Act::Dismount => c::FORM_14,
        Act::Occupy(_) | Act::Leave => c::FORM_15,
        Act::TurnLeft | Act::TurnRight => c::FORM_16,
    }
}

fn how_words(how: How) -> &'static str {
    match how {
        How::HalfMove => "half move",
        How::FullMove => "full move",
        How::StepBack => "step back",
        How::Manhandled => "manhandled",
        How::TacticalMarch => "Tactical March",
        How::Ride => "ride",
        How::Approach => "approach",
        How::Closing => "closing",
        How::Countercharge => "countercharge",
        How::Evade => "evade",
        How::Retreat => "retreat",
        How::Rout => "rout",
        How::Retire => "Retire move",
        How::BrokenRetirement => "broken retirement",
        How::Pursuit => "pursuit",
        How::PushedBack => "pushed back",
        How::FollowUp => "follow-up",
        How::GoBack => "going back",
        How::SetBack => "set back",
        How::Placed => "formation",
    }
}

fn how_clause(how: How) -> Clause {
    match how {
        How::HalfMove | How::FullMove => c::MOVE_01,
        How::StepBack => c::FORM_08,
        How::Manhandled => c::MOVE_13,
        How::TacticalMarch => c::MOVE_15,
        How::Ride => c::MOVE_08,
        How::Approach => c::CHARGE_03,
        How::Closing => c::CHARGE_06,
        How::Countercharge => c::CHARGE_14,
        How::Evade => c::CHARGE_18,
        How::Retreat | How::Rout => c::MOVE_23,
        How::Retire => c::ORDER_05,
        How::BrokenRetirement => c::BRIG_12,
        How::Pursuit => c::PURSUIT_10,
        How::PushedBack => c::MELEE_34,
        How::FollowUp => c::MELEE_41,
        How::GoBack => c::MELEE_37,
        How::SetBack => c::CHARGE_24,
        How::Placed => c::CHARGE_29,
    }
}

/// The dice, what was added, and the sum: `7 (+1 Veteran, −2 each DP) = 6`.
fn summed(score: i32, mods: &Settled) -> String {
    let why = mods.in_words();
    if why.is_empty() { score.to_string() } else { format!("{}{why} = {score}", score - mods.total) }
}

/// The score of one side of a round; files of the first revision do not say what it is made of.
fn side_score(round: &Round, side: usize) -> String {
    let score = round.scores[side];
    round.mods.get(side).map_or_else(|| score.to_string(), |mods| summed(score, mods))
}

fn plural(count: impl Into<u32>, word: &str) -> String {
    if count.into() == 1 { word.to_owned() } else { format!("{word}s") }
}

fn plural_verb(count: u32) -> &'static str {
    if count == 1 { "bounces" } else { "bounce" }
}

fn name_of(state: &State, id: UnitId) -> String {
    state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |piece| piece.name.clone())
}

fn brigade_name(state: &State, place: u16) -> String {
    state.muster.brigades.get(usize::from(place)).map_or_else(|| place.to_string(), |card| card.name.clone())
}
