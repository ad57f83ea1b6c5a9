//! Limits: every length that a rule compares with, tried at it, a grain before it and a grain after it.
//!
//! The units of a rule case are pushed apart and together a little at a time. Wherever the answer of the rules changes, the place is
//! narrowed down to the micrometre. If the two units are then a round length apart, a rule compares with that length, and it must do
//! so as all rules do: forgiving a [grain](longroll_table::GRAIN), with the exact length on the side that the rulebook says.

use crate::case_positions::order;
use crate::retold_case::pushed;
use longroll_ai::Appraisal;
use longroll_cases::{Given, Position};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Seat, Settled, Stop, View};
use longroll_table::{Convex, GRAIN, Length, Point, distance};
use serde_json::Value;
use std::collections::BTreeMap;

/// How far units are pushed either way, in steps.
const STEPS: i64 = 10;
/// Rounding of places and headings may move an edge by so much.
const ROUNDING: i64 = 4;

/// How far both units are moved to see whether it is the length between them that counts; no round length.
const ASIDE: i64 = 7_919;

/// Events that only count steps of a march.
const BOOKKEEPING: [&str; 1] = ["paid"];

/// On which side of a limit the exact length lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exactly {
    /// "Within": the exact length belongs to the nearer side.
    Near,
    /// "Less than", "at least": the exact length belongs to the farther side.
    Far,
}

/// A length at which the answer of the rules changes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Limit {
    /// What changes: the clauses that the answers cite on one side and not on the other.
    pub clauses: Vec<String>,
    /// Hundredths of the ruleset's unit of length.
    pub hundredths: i64,
    pub exactly: Exactly,
}

/// What was tried and found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Probed {
    pub positions: u32,
    /// Answers asked for.
    pub answers: u32,
    /// Changes of the answer at a round length, with a case that has it.
    pub limits: BTreeMap<Limit, String>,
    /// Changes elsewhere: arcs, corners, sums of several lengths.
    pub elsewhere: u32,
    /// Comparisons that do not forgive a grain.
    pub unforgiving: Vec<String>,
}

/// An answer of the rules, without the places in it.
type Answer = Vec<String>;

/// Pushes each unit of a case away from and towards each other and watches the answer to its first command.
pub fn probe_limits<R: Appraisal>(position: &Position, unit: Length, probed: &mut Probed) {
    let Some(given) = position.orders.first() else { return };
    probed.positions += 1;
    let count = position.setup.units.len();
    for still in 0..count {
        for moved in (0..count).filter(|moved| *moved != still) {
            probe_pair::<R>(position, given, unit, (still, moved), probed);
        }
    }
}

fn probe_pair<R: Appraisal>(
    position: &Position,
    given: &Given,
    unit: Length,
    (still, moved): (usize, usize),
    probed: &mut Probed,
) {
    let step = unit.micrometres() / 4;
    let mut answers = 0;
    let mut ask_with = |by: i64, both: i64| {
        answers += 1;
        answer::<R>(position, given, unit, (still, moved), (by, both))
    };
    let mut ask = |by: i64| ask_with(by, 0);
    let mut before: Option<(i64, Answer)> = None;
    let mut changes = Vec::new();
    for at in -STEPS..=STEPS {
        // Off the round places, so that no step falls on a limit.
        let by = at * step + step / 3;
        let now = ask(by).map(|(answer, _)| answer);
        if let (Some((from, known)), Some(now)) = (&before, &now)
            && known != now
        {
            let (mut near, mut far) = (*from, by);
            while far - near > 1 {
                let middle = near + (far - near) / 2;
                match ask(middle) {
                    Some((answer, _)) if answer == *known => near = middle,
                    _ => far = middle,
                }
            }
            changes.push((near, far));
        }
        before = now.map(|answer| (by, answer));
    }
    let mut found = Vec::new();
    for (near_by, far_by) in changes {
        let (Some((near, apart)), Some((far, _))) = (ask_with(near_by, 0), ask_with(far_by, 0)) else {
            continue;
        };
        // What changes because of the ground or of others does so elsewhere when the two stand elsewhere.
        let also =
            |(by, known): (i64, &Answer)| ask_with(by, ASIDE).is_some_and(|(answer, _)| answer == *known);
        let is_of_the_two = [(near_by - ROUNDING, &near), (far_by + ROUNDING, &far)].into_iter().all(also);
        found.push(((near, far), is_of_the_two.then_some(apart)));
    }
    probed.answers += answers;
    for (answers, apart) in found {
        enter(position, unit, answers, apart, probed);
    }
}

fn enter(
    position: &Position,
    unit: Length,
    (near, far): (Answer, Answer),
    apart: Option<i64>,
    probed: &mut Probed,
) {
    let Some(apart) = apart else {
        probed.elsewhere += 1;
        return;
    };
    let quarter = unit.micrometres() / 4;
    let limit = (apart + quarter / 2) / quarter * quarter;
    let beyond = apart - limit;
    let grain = GRAIN.micrometres();
    if limit == 0 || beyond.abs() > grain + ROUNDING {
        probed.elsewhere += 1;
        return;
    }
    let differ = |one: &Answer, other: &Answer| -> Vec<String> {
        one.iter().filter(|line| !other.contains(line)).cloned().collect()
    };
    let mut clauses = differ(&near, &far);
    clauses.extend(differ(&far, &near));
    clauses.sort();
    clauses.dedup();
    // The same things in another order: two lengths were compared with each other.
    if clauses.is_empty() {
        probed.elsewhere += 1;
        return;
    }
    // `within` changes a grain beyond the length, `at_least` a grain before it.
    let exactly = if beyond >= 0 { Exactly::Near } else { Exactly::Far };
    let off = if exactly == Exactly::Near { beyond - grain } else { beyond + grain };
    let hundredths = limit * 100 / unit.micrometres();
    if off.abs() > ROUNDING {
        let what = format!("{}: {clauses:?} at {hundredths}, off by {beyond} micrometres", position.name);
        probed.unforgiving.push(what);
    }
    probed.limits.entry(Limit { clauses, hundredths, exactly }).or_insert_with(|| position.name.clone());
}

/// The answer with the one unit pushed from the other, and how far apart they then are. Nothing where they cannot stand so.
fn answer<R: Appraisal>(
    position: &Position,
    given: &Given,
    unit: Length,
    (still, moved): (usize, usize),
    by: (i64, i64),
) -> Option<(Answer, i64)> {
    let setup = pushed(&position.setup, unit, (still, moved), by)?;
    let key = |place: usize| position.setup.units[place].get("name")?.as_str();
    let state = R::arrange(&setup, &position.settings).ok()?;
    let view = R::view(&state, Seat::Spectator);
    let apart = apart(&view, key(still)?, key(moved)?)?;
    let (side, command) = order::<R>(&state, given)?;
    let mut dice = Rolling::new(Seeded::new(Seed::from_number(7), 1));
    let answer = match R::handle(&state, side, &command, &mut dice) {
        Err(Stop::Refused(refusal)) => vec![format!("refused {}", refusal.clause)],
        Err(Stop::Wanted(_)) => return None,
        Ok(events) => {
            let (_, thrown) = dice.into_parts();
            let rolls = thrown.iter().map(|roll| format!("{} throws {}", roll.clause, roll.faces.len()));
            let told = events.iter().flat_map(|event| {
                let event = serde_json::to_value(event).unwrap_or_default();
                let kind = event.as_object().and_then(|keys| keys.keys().next().cloned());
                let kind = kind.or_else(|| event.as_str().map(str::to_owned));
                let kind = kind.filter(|kind| !BOOKKEEPING.contains(&kind.as_str()));
                kind.into_iter().chain(counted(&event))
            });
            told.chain(rolls).collect()
        }
    };
    Some((answer, apart))
}

/// The distance between two units of a view.
fn apart(view: &View, one: &str, two: &str) -> Option<i64> {
    let stands = |key: &str| -> Option<Vec<Convex>> {
        let unit = view.units.iter().find(|unit| unit.key == key && unit.on_table)?;
        let hull = |corners: &[Point; 4]| Convex::hull(corners);
        Some(unit.stands.iter().map(|stand| hull(&stand.corners)).collect())
    };
    let (one, two) = (stands(one)?, stands(two)?);
    let pairs = one.iter().flat_map(|a| two.iter().map(move |b| distance(a, b).micrometres()));
    pairs.min()
}

/// The modifiers that counted in an event.
pub(crate) fn counted(event: &Value) -> Vec<String> {
    let lists = Settled::all_in(event);
    let lines = lists.iter().flat_map(Settled::counted);
    lines.map(|line| format!("{} {}", line.clause, line.effect)).collect()
}
