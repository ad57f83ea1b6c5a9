//! One battle, watched from outside.

use crate::row::{Loss, Row, Taken, TurnRow, UnitRow};
use crate::used::Used;
use longroll_ai::{Appraisal, Computer, next_command};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Seat, Side, UnitId, View};
use longroll_table::Point;
use std::collections::BTreeMap;

/// More commands than any battle takes.
const MOST_COMMANDS: u32 = 100_000;

/// The start of a battle, and what is needed to speak of its ground in yards.
pub(crate) struct Field<R: Appraisal> {
    start: R::State,
    yards: [u32; 2],
    /// The scenario's names of the objectives, in the order of the view.
    objectives: Vec<String>,
}

impl<R: Appraisal> Field<R> {
    pub(crate) fn new(start: R::State, yards: [u32; 2], objectives: Vec<String>) -> Field<R> {
        Field { start, yards, objectives }
    }

    /// Whole yards from the south-west corner.
    fn in_yards(&self, view: &View, at: Point) -> [i32; 2] {
        let along = |at: i64, size: i64, yards: u32| {
            let scaled = i128::from(at) * i128::from(yards) / i128::from(size.max(1));
            i32::try_from(scaled).unwrap_or(0)
        };
        let field = &view.field;
        [
            along(at.x, field.width.micrometres(), self.yards[0]),
            along(at.y, field.height.micrometres(), self.yards[1]),
        ]
    }

    fn objective(&self, view: &View, place: usize) -> String {
        let name = || view.objectives.get(place).map(|objective| objective.name.clone()).unwrap_or_default();
        self.objectives.get(place).cloned().unwrap_or_else(name)
    }
}

/// What is watched while the battle goes on.
struct Watch<'a, R: Appraisal> {
    field: &'a Field<R>,
    row: Row,
    /// The place of each unit in the row.
    places: BTreeMap<UnitId, usize>,
    turn: u32,
    held: Vec<Option<Side>>,
    ahead: Option<Side>,
}

impl<'a, R: Appraisal> Watch<'a, R> {
    fn new(field: &'a Field<R>) -> Watch<'a, R> {
        let view = R::view(&field.start, Seat::Spectator);
        let roster = R::roster(&field.start);
        let mut places = BTreeMap::new();
        let mut units = Vec::new();
        let mut strength = [0; 2];
        for tally in &roster {
            let seen = view.units.iter().find(|unit| unit.id == tally.unit);
            places.insert(tally.unit, units.len());
            strength[tally.side as usize] += tally.start;
            units.push(UnitRow {
                unit: seen.map_or_else(|| tally.name.clone(), |unit| unit.key.clone()),
                side: tally.side,
                start: tally.start,
                lost: 0,
                gone: None,
                route: Vec::new(),
            });
        }
        let row = Row {
            run: String::new(),
            ruleset: R::ID.to_owned(),
            seed: 0,
            mirrored: false,
            winner: None,
            reason: String::new(),
            turns: 0,
            commands: 0,
            rolls: 0,
            decided: 0,
            lead_changes: 0,
            strength,
            lost: [0; 2],
            points: [0; 2],
            by_turn: Vec::new(),
            units,
            losses: Vec::new(),
            taken: Vec::new(),
            held: BTreeMap::new(),
            clauses: BTreeMap::new(),
            given: BTreeMap::new(),
        };
        let held = view.objectives.iter().map(|objective| objective.held_by).collect();
        let ahead = view.standing.ahead;
        let mut watch = Watch { field, row, places, turn: view.round.max(1), held, ahead };
        watch.row.decided = watch.turn;
        watch.stand(&view);
        watch
    }

    /// Where everybody stands.
    fn stand(&mut self, view: &View) {
        for unit in view.units.iter().filter(|unit| unit.on_table) {
            if let Some(place) = self.places.get(&unit.id) {
                self.row.units[*place].route.push(self.field.in_yards(view, unit.pose.at));
            }
        }
    }

    fn losses(&mut self, losses: &[(UnitId, u32)], before: &View) {
        for (unit, lost) in losses.iter().filter(|(_, lost)| *lost > 0) {
            let Some(place) = self.places.get(unit) else { continue };
            let own = &mut self.row.units[*place];
            own.lost += lost;
            let Some(seen) = before.units.iter().find(|seen| seen.id == *unit) else { continue };
            let at = self.field.in_yards(before, seen.pose.at);
            self.row.losses.push(Loss { turn: self.turn, unit: own.unit.clone(), lost: *lost, at });
        }
    }

    /// Half a turn is over, or the battle.
    fn look(&mut self, state: &R::State, is_over: bool) {
        let view = R::view(state, Seat::Spectator);
        for (place, objective) in view.objectives.iter().enumerate() {
            if self.held.get(place).is_some_and(|held| *held != objective.held_by) {
                self.held[place] = objective.held_by;
                let name = self.field.objective(&view, place);
                self.row.taken.push(Taken { turn: self.turn, objective: name, by: objective.held_by });
            }
        }
        let roster = R::roster(state);
        let mut lost = [0; 2];
        for tally in &roster {
            lost[tally.side as usize] += tally.start.saturating_sub(tally.now);
            if let Some(place) = self.places.get(&tally.unit)
                && !tally.on_table
            {
                self.row.units[*place].gone.get_or_insert(self.turn);
            }
        }
        let ahead = match &view.outcome {
            Some(outcome) => outcome.winner,
            None => view.standing.ahead,
        };
        if ahead != self.ahead {
            self.ahead = ahead;
            self.row.lead_changes += 1;
            self.row.decided = self.turn;
        }
        if view.round > self.turn || is_over {
            let points = [0, 1].map(|side: usize| view.standing.sides[side].points);
            self.row.by_turn.push(TurnRow { turn: self.turn, lost, points, ahead });
            self.stand(&view);
            self.row.points = points;
            self.row.lost = lost;
        }
        if is_over {
            self.row.turns = view.round;
            let (winner, reason) =
                view.outcome.map(|outcome| (outcome.winner, outcome.reason)).unwrap_or_default();
            self.row.winner = winner;
            self.row.reason = reason;
            for (place, held) in self.held.iter().enumerate() {
                self.row.held.insert(self.field.objective(&R::view(state, Seat::Spectator), place), *held);
            }
        }
        self.turn = self.turn.max(view.round);
    }
}

pub(crate) fn fight<R: Appraisal>(
    field: &Field<R>,
    opponents: [Computer; 2],
    number: u64,
    counts_rules: bool,
) -> Result<Row, String> {
    let seed = Seed::from_number(number);
    let mut policies =
        [opponents[0].policy::<R>(number, Side::Blue), opponents[1].policy::<R>(number, Side::Gray)];
    let mut state = field.start.clone();
    let mut watch = Watch::<R>::new(field);
    let mut used = Used::default();
    let mut half = R::half_turns(&state);
    for command_number in 0..MOST_COMMANDS {
        let Some((side, command)) = next_command::<R>(&state, &mut policies) else {
            watch.look(&state, true);
            watch.row.commands = command_number;
            (watch.row.clauses, watch.row.given) = used.into_parts();
            return Ok(watch.row);
        };
        let command = command.ok_or_else(|| format!("seed {number}: {side} had no command to give"))?;
        let mut dice = Rolling::new(Seeded::new(seed.clone(), command_number));
        let events = R::handle(&state, side, &command, &mut dice)
            .map_err(|stop| format!("seed {number}: {stop:?}"))?;
        watch.row.rolls += dice.thrown().len() as u32;
        let losses: Vec<_> = events.iter().flat_map(R::losses).collect();
        if losses.iter().any(|(_, lost)| *lost > 0) {
            watch.losses(&losses, &R::view(&state, Seat::Spectator));
        }
        if counts_rules {
            used.count::<R>(&mut state, side, &command, &events, dice.thrown());
        } else {
            events.iter().for_each(|event| R::apply(&mut state, event));
        }
        if half != R::half_turns(&state) {
            half = R::half_turns(&state);
            watch.look(&state, false);
        }
    }
    Err(format!("seed {number}: more than {MOST_COMMANDS} commands"))
}
