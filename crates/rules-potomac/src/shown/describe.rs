//! Events in words, each with the clause behind it.

use crate::book::kinds::{Band, Kind};
use crate::c;
use crate::cases::words::aimed_name;
use crate::field::body::Body;
use crate::turn::event::{Closing, Event, Shot};
use crate::turn::state::{Fate, OrderKind, State};
use crate::turn::victory::standing;
use longroll_kit::{Clause, Effect, Settled, Telling, UnitId, number_of_dice, side_name};
use longroll_table::Length;

pub(crate) fn tell(state: &State, event: &Event) -> Telling {
    let (clause, text) = words(state, event);
    Telling { clause, text }
}

/// Consequences only: losses, changes of order, ground won and lost.
pub(crate) fn gist(state: &State, event: &Event) -> Option<String> {
    match event {
        Event::OfficerDone { failed: true, .. }
        | Event::TenureSpent { .. }
        | Event::Ordered { .. }
        | Event::LineLost { .. }
        | Event::StandsLost { .. }
        | Event::Removed { .. }
        | Event::DrivenBack { .. }
        | Event::Confused { .. }
        | Event::Broke { .. }
        | Event::Halted { .. }
        | Event::Rallied { .. }
        | Event::WorkHit { .. }
        | Event::Panicked { .. }
        | Event::ContactMade { .. }
        | Event::ChargeStopped { .. }
        | Event::GunLost { .. }
        | Event::ObjectiveTaken { .. }
        | Event::Ended(_) => Some(words(state, event).1).filter(|text| !text.is_empty()),
        _ => None,
    }
}

fn words(state: &State, event: &Event) -> (Option<Clause>, String) {
    let name = |id: &UnitId| name_of(state, *id);
    let names = |ids: &[UnitId]| ids.iter().map(name).collect::<Vec<_>>().join(", ");
    let said = |clause: Clause, text: String| (Some(clause), text);
    let silent = || (None, String::new());
    match event {
        Event::Mustered(muster) => {
            let units =
                muster.pieces.iter().filter(|p| !matches!(p.kind, Kind::Officer | Kind::Skirmishers)).count();
            let officers = muster.pieces.iter().filter(|p| p.kind == Kind::Officer).count();
            said(c::GAME_01, format!("The armies are on the field: {units} units, {officers} officers"))
        }
        Event::SetUp { unit, body, limbered, .. } => {
            let limber = if *limbered { ", limbered" } else { "" };
            said(c::GAME_01, format!("{} begins in {}{limber}", name(unit), formation(body.formation())))
        }
        Event::SideReady { side } => said(c::GAME_01, format!("{} is ready", side_name(*side))),
        Event::FirstRolled { blue, gray } => {
            said(c::TURN_11, format!("For the first initiative Union rolls {blue}, Confederacy {gray}"))
        }
        Event::FirstNamed { side } => {
            said(c::TURN_11, format!("{} has the first initiative", side_name(*side)))
        }
        Event::TenureBegan { side, turn } => {
            said(c::TURN_12, format!("Turn {turn}: {} holds the initiative", side_name(*side)))
        }
        Event::PhaseBegan { phase } => said(c::TURN_02, phase.words().to_owned()),
        Event::Awoke { units } => match units.len() {
            0 => silent(),
            n => said(c::INIT_01, format!("{n} may act on their own initiative")),
        },
        Event::TenureEnded => said(c::TURN_13, "The initiative passes; unused hits are removed".to_owned()),
        Event::Acted { unit, .. } => said(c::INIT_04, format!("{} acts on its own initiative", name(unit))),
        Event::OfficerBegan { officer } => {
            said(c::CMD_10, format!("{} begins to issue orders", name(officer)))
        }
        Event::OfficerDone { officer, failed: true } => {
            said(c::CMD_04, format!("{} issues no more orders this tenure", name(officer)))
        }
        Event::OfficerDone { officer, failed: false } => said(c::TURN_08, format!("{} stops", name(officer))),
        Event::TenureSpent { clause } if *clause == c::TURN_06 => {
            said(*clause, "The general has failed: the initiative is lost".to_owned())
        }
        Event::TenureSpent { clause } => said(*clause, "The tenure is over".to_owned()),
        Event::CommandTested { officer, units, kind, mods, passes_on, roll, passed } => {
            let verb = if *passed { "passes" } else { "fails" };
            let text = format!(
                "{} {verb} the test to order {} ({}): rolled {}, rating {}",
                name(officer),
                if units.as_slice() == [*officer] { "himself".to_owned() } else { names(units) },
                kind.words(),
                sum(i64::from(*roll), mods),
                i64::from(*passes_on) + i64::from(mods.total)
            );
            said(c::CMD_03, text)
        }
        Event::Ordered { officer, units, kind, is_follow_up } => {
            let whom = if units.as_slice() == [*officer] { "himself".to_owned() } else { names(units) };
            let what = if *is_follow_up { "follow up" } else { kind.words() };
            let clause = match kind {
                OrderKind::Rally => c::CMD_16,
                _ if *is_follow_up => c::MELEE_23,
                _ => c::CMD_01,
            };
            said(clause, format!("{} orders {whom}: {what}", name(officer)))
        }
        Event::Moved { unit, body, distance, clause } => {
            let (usual, what) = moved_words(state, *unit, body, *distance);
            said(clause.unwrap_or(usual), format!("{} {what}", name(unit)))
        }
        Event::LooseMoved { unit, distance, .. } if *distance == Length::ZERO => {
            said(c::MOVE_01, format!("{} stays where it is", name(unit)))
        }
        Event::LooseMoved { unit, distance, .. } => {
            said(c::MOVE_01, format!("{} moves {}", name(unit), cm(*distance)))
        }
        Event::StoppedAtEdge { unit, ground } => {
            said(c::MOVE_11, format!("{} stops at the edge of {ground}", name(unit)))
        }
        Event::Limbered { unit, limbered: true } => said(c::MOVE_16, format!("{} limbers", name(unit))),
        Event::Limbered { unit, limbered: false } => said(c::MOVE_16, format!("{} unlimbers", name(unit))),
        Event::Mounted { unit, mounted: true } => said(c::MOVE_18, format!("{} mounts", name(unit))),
        Event::Mounted { unit, mounted: false } => said(c::MOVE_18, format!("{} dismounts", name(unit))),
        Event::Attached { officer, unit, of_group } => {
            let group = if *of_group { " and its group" } else { "" };
            said(c::LEADER_07, format!("{} is with {}{group}", name(officer), name(unit)))
        }
        Event::Detached { officer, clause, .. } => said(*clause, format!("{} stands alone", name(officer))),
        Event::Named { officer } => {
            said(c::LEADER_11, format!("{} is the officer who counts", name(officer)))
        }
        Event::Grouped { units, .. } => said(c::GROUP_01, format!("Group: {}", names(units))),
        Event::Ungrouped { units, clause } => {
            let left: Vec<UnitId> = units.iter().copied().filter(|id| is_grouped(state, *id)).collect();
            if left.is_empty() {
                silent()
            } else {
                said(*clause, format!("Out of the group: {}", names(&left)))
            }
        }
        Event::Sheds { .. } => silent(),
        Event::StoodReady { unit } => said(c::READY_01, format!("{} stands ready", name(unit))),
        Event::LineDeployed { unit, bases, .. } => {
            said(c::SKIRM_04, format!("{} has {} skirmish stands out", name(unit), bases.len()))
        }
        Event::LineRecalled { unit, clause, .. } => {
            said(*clause, format!("The skirmishers of {} come back", name(unit)))
        }
        Event::LineLost { line, lost, clause, .. } => {
            said(*clause, format!("{} loses {}", name(line), stands(*lost)))
        }
        Event::Evaded { unit, distance, stopped_by, .. } => {
            let (clause, by) = match stopped_by {
                Some(by) => (c::EVADE_04, format!(", stopped by {by}")),
                None => (c::EVADE_03, String::new()),
            };
            said(clause, format!("{} evades {}{by}", name(unit), cm(*distance)))
        }
        Event::GunsLeft { unit, .. } if is_retreating(state, *unit) => {
            said(c::MORALE_18, format!("{} leaves its guns", name(unit)))
        }
        Event::GunsLeft { unit, .. } => said(c::EVADE_08, format!("{} leaves its guns", name(unit))),
        Event::GunsManned { unit, .. } => said(c::EVADE_08, format!("{} is with its guns again", name(unit))),
        Event::GunLost { unit, .. } => said(c::EVADE_09, format!("Guns of {} are captured", name(unit))),
        Event::GunsLaid { .. } => silent(),
        Event::Fired(shot) => (Some(fire_clause(state, shot)), shot_words(state, shot)),
        Event::Absorbed { absorbed, line: Some(line), .. } => {
            said(c::SKIRM_13, format!("{} absorbs {}", name(line), hits(*absorbed)))
        }
        Event::Absorbed { unit, absorbed, reached, .. } => said(
            c::SKIRM_08,
            format!("The skirmishers of {} absorb {}; {reached} reach it", name(unit), hits(*absorbed)),
        ),
        Event::HitsTaken { unit, hits: taken, marked } => {
            let before = state.units.get(unit.index()).map_or(0, |unit| u32::from(unit.hits));
            let all = match before {
                0 => String::new(),
                _ => format!(", {} with {before} marked", taken.saturating_add(before)),
            };
            let stay =
                if *marked == 1 { "1 stays marked".to_owned() } else { format!("{marked} stay marked") };
            said(c::FIRE_19, format!("{} takes {}{all}; {stay}", name(unit), hits(*taken)))
        }
        Event::StandsLost { unit, lost, clause, .. } => {
            said(*clause, format!("{} loses {}", name(unit), stands(*lost)))
        }
        Event::OfficerRolled { officer, killed } => {
            let fate = if *killed { "is hit" } else { "is unharmed" };
            said(c::LEADER_12, format!("{} {fate}", name(officer)))
        }
        Event::Removed { unit, fate, clause } => {
            let verb = match fate {
                Fate::Destroyed if is_officer(state, *unit) => "is lost",
                Fate::Destroyed => "is destroyed",
                Fate::OffTable => "leaves the table",
                Fate::Captured => "is captured",
                Fate::OnTable => "stays",
            };
            said(*clause, format!("{} {verb}", name(unit)))
        }
        Event::DrivenBack { unit, owed, moved, clause, .. } => {
            let short = if moved.about(longroll_table::cm(i64::from(*owed))) {
                String::new()
            } else {
                format!(", and gets {}", cm(*moved))
            };
            let clause = clause.unwrap_or(c::DRIVE_01);
            said(clause, format!("{} is driven back {owed} cm{short}", name(unit)))
        }
        Event::Collided { unit, with: Some(other), .. } => {
            said(c::DRIVE_08, format!("{} is driven into {}", name(unit), name(other)))
        }
        Event::Collided { unit, with: None, ground } => {
            let by = ground.as_ref().map_or_else(String::new, |ground| format!(", stopped by {ground}"));
            said(c::DRIVE_11, format!("{} can go no farther{by}", name(unit)))
        }
        Event::FriendTested { unit, confused, clause } => {
            let how = if *confused { "is thrown into confusion" } else { "keeps its order" };
            said(*clause, format!("{} {how}", name(unit)))
        }
        Event::Confused { unit, clause } => said(*clause, format!("{} is Confused", name(unit))),
        Event::FearRolled { unit, confused } => {
            let how = if *confused { "takes fright" } else { "masters its fear" };
            said(c::SPECIAL_01, format!("{} {how}", name(unit)))
        }
        Event::MoraleTested { unit, target, mods, holds_on, held, stands: left, officer, die } => {
            let verb = if *held { "holds" } else { "fails" };
            let text = format!(
                "{} {verb} its morale test{}: target {target}{}{}: {}",
                name(unit),
                if *die > 0 { format!(" with {die}") } else { String::new() },
                match (*left, *officer) {
                    (0, _) => String::new(),
                    (left, 0) => format!(" ({})", stands(left)),
                    (left, value) => format!(" ({}, {} officer)", stands(left), signed(i32::from(value))),
                },
                match mods.in_words() {
                    none if none.is_empty() => none,
                    some => format!(", to the roll{some}"),
                },
                match holds_on {
                    ..=0 => "no roll holds".to_owned(),
                    1..=5 => format!("{holds_on} or less holds"),
                    _ => "every roll holds".to_owned(),
                }
            );
            said(c::MORALE_03, text)
        }
        Event::Broke { unit, .. } => said(c::CONF_04, format!("{} breaks and is Retreating", name(unit))),
        Event::Fled { unit, distance, past, stopped_by, .. } => {
            let past = if past.is_empty() { String::new() } else { format!(", past {}", names(past)) };
            let by = stopped_by.as_ref().map_or_else(String::new, |by| format!(", stopped by {by}"));
            said(c::MORALE_08, format!("{} flees {}{past}{by}", name(unit), cm(*distance)))
        }
        Event::Halted { unit } => {
            said(c::MORALE_09, format!("{} is out of range and stops, Confused", name(unit)))
        }
        Event::Rallied { unit } => said(c::CMD_16, format!("{} rallies", name(unit))),
        Event::Faced { unit, body, clause } => {
            said(*clause, format!("{} turns to face {}", name(unit), body.front.facing.in_words()))
        }
        Event::WorkHit { work, hits: taken, cohesion, .. } => {
            let before = state.works.get(usize::from(*work)).map_or(0, |work| u32::from(work.hits));
            let all = match before {
                0 => String::new(),
                _ => format!(", {} with {before} marked", taken.saturating_add(before)),
            };
            let work = aimed_name(state, crate::turn::event::Aimed::Work(*work));
            let (clause, left) = match cohesion {
                0 => (c::SIEGE_09, "it is breached".to_owned()),
                _ => (c::SIEGE_08, format!("cohesion {cohesion}")),
            };
            said(clause, format!("{work} takes {}{all}: {left}", hits(*taken)))
        }
        Event::ChargeDeclared { unit, target, distance, reach, in_flank, .. } => {
            let flank = if *in_flank { " in flank or rear" } else { "" };
            let text = format!(
                "{} charges {}{flank}: {} of {}",
                name(unit),
                name(target),
                cm(*distance),
                cm(*reach)
            );
            said(c::CHARGE_05, text)
        }
        Event::Panicked { unit } => said(c::FIRE_13, format!("{} does not get its fire off", name(unit))),
        Event::HeldFire { unit } => said(c::CHARGE_08, format!("{} holds its fire", name(unit))),
        Event::ContactMade { unit, target, sum, .. } => {
            let sum = sum.as_ref().map_or_else(String::new, closing_words);
            said(c::CHARGE_10, format!("{} makes contact with {}{sum}", name(unit), name(target)))
        }
        Event::ChargeStopped { unit, target, gap, sum, clause, .. } => {
            let sum = sum.as_ref().map_or_else(String::new, closing_words);
            let clause = clause.unwrap_or(c::CHARGE_11);
            said(clause, format!("{} is stopped {} from {}{sum}", name(unit), cm(*gap), name(target)))
        }
        Event::Fought(blow) => {
            let text = format!(
                "{} fights {} with {}: {}, {}",
                name(&blow.unit),
                name(&blow.at),
                stands(blow.stands),
                number_of_dice(blow.dice),
                scored(blow.hits_on, blow.need, &blow.mods, blow.hits)
            );
            said(c::MELEE_05, text)
        }
        Event::RoundEnded { attacker, defender, winner, by } => {
            let score = format!(
                "{} {} ({}, {}), {} {} ({}, {} by fire, {})",
                side_name(attacker.side),
                attacker.score,
                hits(attacker.inflicted),
                supports(attacker.supports),
                side_name(defender.side),
                defender.score,
                hits(defender.inflicted),
                defender.firing_hits,
                supports(defender.supports)
            );
            let result = match winner {
                Some(side) if *by > 0 => format!("{} wins the round by {by}", side_name(*side)),
                Some(side) => format!("{} is left alone on the ground", side_name(*side)),
                None => "the round is drawn".to_owned(),
            };
            said(c::MELEE_13, format!("{score}: {result}"))
        }
        Event::FollowedUp { unit, distance, by_order, .. } => {
            let clause = if *by_order { c::MELEE_22 } else { c::MELEE_26 };
            said(clause, format!("{} follows up {}", name(unit), cm(*distance)))
        }
        Event::MeleeEnded { clause } => said(*clause, "The melee is over".to_owned()),
        Event::BecameGeneral { officer } => {
            said(c::LEADER_18, format!("{} takes over as general", name(officer)))
        }
        Event::ObjectiveTaken { objective, side } => {
            let objective = state.muster.objectives.get(usize::from(*objective));
            let what = objective.map_or("an objective", |objective| objective.name.as_str());
            said(c::R03, format!("{} takes {what}", side_name(*side)))
        }
        Event::Owes(_) | Event::Paid => silent(),
        Event::Ended(end) => {
            let why = standing(state).why;
            let result = match end.winner {
                Some(side) => format!("{} wins: {}", side_name(side), why),
                None => format!("A draw: {why}"),
            };
            said(end.clause, result)
        }
    }
}

fn fire_clause(state: &State, shot: &Shot) -> Clause {
    let class = (shot.unit.index() < state.units.len()).then(|| state.gun_class(shot.unit)).flatten();
    match class {
        None if shot.is_premelee => c::FIRE_17,
        None => c::FIRE_08,
        Some(crate::book::kinds::GunClass::Field) => c::ARTY_12,
        Some(crate::book::kinds::GunClass::Siege) => c::SIEGE_06,
        Some(crate::book::kinds::GunClass::Mortar) => c::MORTAR_05,
    }
}

fn shot_words(state: &State, shot: &Shot) -> String {
    let when = if shot.is_premelee { " before contact" } else { "" };
    let band = match shot.band {
        Band::Short => "short",
        Band::Medium => "medium",
        Band::Long => "long",
    };
    format!(
        "{} fires at {}{when}, {}, {band} range: {}, {}",
        name_of(state, shot.unit),
        aimed_name(state, shot.target),
        cm(shot.range),
        number_of_dice(shot.dice),
        scored(shot.hits_on, shot.need, &shot.mods, shot.hits)
    )
}

/// The face that hits, what was added to the dice, the faces that score by it, and how many did: `hits on 5 (+1 short
/// range): 4–6 score 3`.
fn scored(hits_on: u8, need: u8, mods: &Settled, hits: u32) -> String {
    let result = if need > 6 { "none can hit".to_owned() } else { format!("{} score {hits}", faces(need)) };
    // A line of the list may name the face itself
    let is_named = mods.counted().any(|line| matches!(line.effect, Effect::HitsOn(_)));
    let words = mods.in_words();
    match hits_on {
        0 => format!("{result}{words}"),
        _ if words.is_empty() => result,
        _ if is_named => format!("{}: {result}", words.trim_start().trim_matches(['(', ')'])),
        face => format!("hits on {face}{words}: {result}"),
    }
}

/// A roll with what is added to it: `7 (+1 orders already given) = 8`.
fn sum(roll: i64, mods: &Settled) -> String {
    match mods.in_words() {
        none if none.is_empty() => roll.to_string(),
        some => format!("{roll}{some} = {}", roll + i64::from(mods.total)),
    }
}

/// POT-CHARGE-10: D, d and M.
fn closing_words(sum: &Closing) -> String {
    let all = sum.distance + longroll_table::cm(i64::from(sum.driven));
    let of = cm(sum.reach);
    match sum.driven {
        0 => format!(": {} of {of}", cm(sum.distance)),
        hits => {
            format!(": {} and {hits} cm for {} are {}, of {of}", cm(sum.distance), self::hits(hits), cm(all))
        }
    }
}

/// A move, or what was done in place of one.
fn moved_words(state: &State, id: UnitId, body: &Body, distance: Length) -> (Clause, String) {
    let Some(before) = state.units.get(id.index()).map(|unit| &unit.body) else {
        return (c::MOVE_01, format!("moves {}", cm(distance)));
    };
    let forms = || formation(body.formation());
    let is_formed_anew =
        (before.files, before.ranks(), before.formation()) != (body.files, body.ranks(), body.formation());
    match distance > Length::ZERO {
        true => (c::MOVE_01, format!("moves {}", cm(distance))),
        false if is_formed_anew => (c::MOVE_20, format!("forms {}", forms())),
        false if before.laid != body.laid => (c::MOVE_17, "turns its guns".to_owned()),
        false if before.front.facing != body.front.facing => {
            (c::MOVE_20, format!("turns to face {}", body.front.facing.in_words()))
        }
        false => (c::MOVE_01, "stays where it is".to_owned()),
    }
}

fn signed(value: i32) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { format!("+{value}") }
}

fn supports(number: u32) -> String {
    if number == 1 { "1 support".to_owned() } else { format!("{number} supports") }
}

fn is_retreating(state: &State, id: UnitId) -> bool {
    id.index() < state.units.len() && state.is_retreating(id)
}

fn faces(lowest: u8) -> String {
    match lowest {
        0 | 1 => "all".to_owned(),
        6 => "6".to_owned(),
        2..=5 => format!("{lowest}–6"),
        _ => "none".to_owned(),
    }
}

fn hits(number: u32) -> String {
    if number == 1 { "1 hit".to_owned() } else { format!("{number} hits") }
}

fn stands(number: u8) -> String {
    if number == 1 { "1 stand".to_owned() } else { format!("{number} stands") }
}

fn formation(formation: crate::book::kinds::Formation) -> &'static str {
    match formation {
        crate::book::kinds::Formation::Line => "line",
        crate::book::kinds::Formation::Column => "column",
        crate::book::kinds::Formation::Irregular => "irregular order",
    }
}

fn cm(length: Length) -> String {
    format!("{} cm", length.in_centimetres())
}

/// An event of a forged file may name a unit that is not there.
fn is_grouped(state: &State, id: UnitId) -> bool {
    state.units.get(id.index()).is_some_and(|unit| unit.group.is_some())
}

fn is_officer(state: &State, id: UnitId) -> bool {
    state.muster.pieces.get(id.index()).is_some_and(|piece| piece.kind == Kind::Officer)
}

fn name_of(state: &State, id: UnitId) -> String {
    state.muster.pieces.get(id.index()).map_or_else(|| id.to_string(), |piece| piece.name.clone())
}
