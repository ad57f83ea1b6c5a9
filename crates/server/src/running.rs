//! A game in play under one ruleset.

use crate::advice;
use crate::failure::{Failed, Outcome};
use crate::film::{self, shown};
use crate::interruptions::{self, Given, Passing, Wishes};
use crate::preview;
use crate::room::Standing;
use crate::signing;
use crate::start::clause_text;
use crate::table::{
    Advising, Analysing, Closed, DiceFrom, Film, Particulars, Previewing, Sealed, Sight, Table, Thinking,
};
use crate::tape;
use crate::told::{Told, is_sealed, piece_called};
use longroll_ai::{Appraisal, Computer};
use longroll_analysis::Effort;
use longroll_dice::Wanted;
use longroll_game::{DiceSource, Game, Happened, Line, NotDone, Notes, Witness, write_game_for, write_line};
use longroll_kit::{Actor, Offer, Order, Refusal, Region, Ruleset, Seat, Side, Stop, UnitId, side_name};
use longroll_wire::{
    Actors, ClauseText, Fairness, FormationView, InterruptionKind, LogEntry, LossLine, OrderLine, PassFor,
    Prompt, RangeRing, ReactionView, RefusalView, ReplayFrame, ReplayPart, RosterLine, SealNow, SightLine,
    SightView, Signature, Summary, TapeEnd, TapeMeasure, WitnessAsk, field_view, region_view,
};
use serde_json::Value;
use std::collections::VecDeque;

#[derive(Debug)]
pub(crate) struct Running<R: Ruleset> {
    game: Game<R>,
    told: Told,
    /// The states before the newest lines, oldest first, for films of what has just happened.
    recent: VecDeque<R::State>,
}

/// So many lines back a film is made without playing the game again.
const RECENT: usize = 64;
/// A film shows at most so many lines of the log.
const LONGEST_FILM: u32 = 400;

impl<R: Ruleset> Running<R> {
    pub(crate) fn new(game: Game<R>) -> Running<R> {
        let told = Told::of(&game);
        Running { game, told, recent: VecDeque::new() }
    }

    /// To be called with the state before each new line.
    fn remember(&mut self, before: R::State) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(before);
    }

    fn seen(&self, seat: Seat) -> R::State {
        R::seen(self.game.state(), seat)
    }

    /// The line just recorded, for the store.
    fn newest(&self) -> String {
        self.game.lines().last().map(write_line).unwrap_or_default()
    }
}

impl<R: Appraisal> Table for Running<R> {
    fn particulars(&self) -> Particulars {
        let view = R::view(self.game.state(), Seat::Spectator);
        let scenario = &self.game.setup().scenario;
        let shown_only = if !self.game.is_of_this_edition() {
            Some("it was played under another edition of the rules")
        } else if self.is_signed() && !self.game.is_closed() && !self.game.knows_its_seed() {
            Some("its players sign it elsewhere")
        } else if !self.game.is_closed() && !self.game.knows_its_seed() {
            Some("its seed is not known here, so no dice can be drawn")
        } else {
            None
        };
        Particulars {
            ruleset: R::ID,
            ruleset_name: R::NAME,
            edition: self.game.header().edition.clone(),
            unit_of_length: view.unit_of_length,
            scenario: self.game.header().scenario.name.clone(),
            title: scenario.title.clone(),
            date: scenario.date.clone(),
            place: scenario.place.clone(),
            summary: scenario.summary.clone(),
            // One name for a side wherever people read it, also in the words of the rules.
            blue: side_name(Side::Blue).to_owned(),
            gray: side_name(Side::Gray).to_owned(),
            field: field_view(&view.field),
            interruptions: R::reaction_kinds()
                .iter()
                .map(|(kind, words)| InterruptionKind {
                    kind: (*kind).to_owned(),
                    words: (*words).to_owned(),
                })
                .collect(),
            shown_only: shown_only.map(str::to_owned),
        }
    }

    fn version(&self) -> u32 {
        u32::try_from(self.game.lines().len()).unwrap_or(u32::MAX)
    }

    fn is_current(&self, seat: Seat, version: u32) -> bool {
        let lines = self.game.lines();
        let Some(newer) = lines.get(version as usize..) else { return false };
        // Whoever is newer must all have given sealed orders, and the side itself none.
        newer.iter().all(|line| match line {
            Line::Entry(entry) => {
                let seen = self.told.at(seat, entry.number as usize);
                seen.is_some_and(is_sealed) && Some(entry.by) != seat.side()
            }
            Line::Undo(_) | Line::End(_) | Line::Approved(_) => false,
        })
    }

    fn file(&self, seat: Seat) -> String {
        write_game_for(&self.game, seat)
    }

    fn awaited(&self) -> Vec<Side> {
        self.game.awaiting().0.iter().map(|wait| wait.side).collect()
    }

    fn is_closed(&self) -> bool {
        self.game.is_closed()
    }

    fn standing(&self) -> Standing {
        let view = R::view(self.game.state(), Seat::Spectator);
        Standing {
            round: view.round,
            rounds: view.rounds,
            awaits: self.awaited().into_iter().map(Into::into).collect(),
        }
    }

    fn sight(&self, seat: Seat) -> Sight {
        let seen = self.seen(seat);
        let waits = R::awaiting(&seen).0.into_iter();
        let prompt = waits.map(|wait| Prompt {
            side: wait.side.into(),
            text: wait.prompt,
            clause: wait.clause.to_string(),
        });
        let mut actors = Actors::default();
        let reaction = seat.side().and_then(|side| R::reaction(&seen, side)).map(|reaction| ReactionView {
            kind: reaction.kind.to_owned(),
            kind_words: reaction.kind_words.to_owned(),
            by: reaction.by.iter().map(|id| id.0).collect(),
            is_attack: reaction.is_attack,
            pass: serde_json::to_value(&reaction.pass).unwrap_or(Value::Null),
        });
        for actor in seat.side().map(|side| R::actors(&seen, side)).unwrap_or_default() {
            match actor {
                Actor::Unit(id) => actors.units.push(id.0),
                Actor::Side => actors.side = true,
            }
        }
        let undo = match seat.side() {
            Some(side) => self.game.undoable(side).map_err(|error| error.to_string()),
            None => Err("only a player takes orders back".to_owned()),
        };
        let closed = self.game.closed();
        Sight {
            view: shown::<R>(self.game.state(), seat),
            prompt: prompt.collect(),
            reaction,
            actors,
            can_undo: undo.is_ok(),
            undo_refused: undo.err(),
            fairness: Fairness {
                commitment: self.game.header().commitment.clone(),
                seed: closed.and_then(|close| close.seed.as_ref()).map(|seed| seed.to_hex()),
            },
        }
    }

    fn log(&self, seat: Seat, after: Option<u32>) -> Vec<LogEntry> {
        self.told.after(seat, after)
    }

    fn replay(&self, seat: Seat, from: u32, count: u32) -> ReplayPart {
        let steps = self.version().saturating_add(1);
        let (from, to) = (from as usize, (from as usize).saturating_add(count as usize));
        let mut frames = Vec::new();
        let mut before: Option<R::State> = None;
        let (first, replay) = self.game.replay_near(from.saturating_sub(1));
        for (step, frame) in (first..to).zip(replay) {
            if step >= from
                && let Some(entry) = self.told.at(seat, step)
            {
                let number = u32::try_from(step).unwrap_or(u32::MAX);
                let is_over = self.game.is_closed();
                let film = before.as_ref().map(|before| {
                    film::of_line::<R>(before, &frame.state, frame.happened, number, seat, is_over)
                });
                let view = shown::<R>(&frame.state, seat);
                let film = film.unwrap_or_default();
                frames.push(ReplayFrame { step: number, entry: entry.clone(), film, view });
            }
            before = Some(frame.state);
        }
        ReplayPart { steps, frames }
    }

    fn film(&self, seat: Seat, after: u32) -> Film {
        let version = self.version();
        let after = after.clamp(version.saturating_sub(LONGEST_FILM), version);
        let back = (version - after) as usize;
        let Some(first) = self.recent.len().checked_sub(back) else {
            let (before, steps) = film::film::<R>(&self.game, seat, after);
            return Film { after, before, steps };
        };
        let states: Vec<&R::State> = self.recent.range(first..).chain([self.game.state()]).collect();
        let lines = self.game.lines().iter().enumerate().skip(after as usize);
        let steps = lines.zip(states.windows(2)).flat_map(|((place, line), states)| {
            let number = u32::try_from(place + 1).unwrap_or(u32::MAX);
            let happened = film::happened(line);
            film::of_line::<R>(states[0], states[1], happened, number, seat, self.game.is_closed())
        });
        let steps = steps.collect();
        Film { after, before: shown::<R>(states[0], seat), steps }
    }

    fn is_signed(&self) -> bool {
        self.game.keys().is_some()
    }

    fn seal(&self, side: Side) -> Option<SealNow> {
        Some(SealNow {
            head: self.game.head()?.to_string(),
            shown: self.game.last_number(side)?.to_string(),
            undo: self.game.undoable(side).ok(),
            witness: None,
            approve: self.game.is_closed() && !self.game.has_approved(side),
        })
    }

    fn wants_witness(&self, by: Side, command: &Value, signed: &Signature) -> Outcome<Option<WitnessAsk>> {
        let read = read_command::<R>(command)?;
        let digest = self.game.check_signed(by, command, &signing::read(signed)?).map_err(signing::broken)?;
        if !self.game.throws(by, &read).map_err(not_done)? {
            return Ok(None);
        }
        let last = self.game.last_as_witness(by.enemy());
        Ok(last.map(|last| WitnessAsk { digest: digest.to_string(), last: last.to_string() }))
    }

    fn host_witness(&self) -> Option<Witness> {
        self.game.host_witness()
    }

    fn approve(&mut self, by: Side, signature: &str) -> Outcome<String> {
        let signature = signature.parse().map_err(|why: String| Failed::bad(why))?;
        let before = self.game.state().clone();
        if self.game.approve(by, signature).is_none() {
            return Err(Failed::forbidden(
                "this does not sign the log of a battle that is over, or it was signed before",
            ));
        }
        let number = self.version();
        self.told.approved(number, by);
        self.remember(before);
        Ok(self.newest())
    }

    fn submit(
        &mut self,
        by: Side,
        said: &Value,
        sealed: Option<&Sealed>,
        notes: Notes,
        dice: DiceFrom<'_>,
    ) -> Outcome<String> {
        let command: R::Command = read_command::<R>(said)?;
        let before = self.game.state().clone();
        let entry = match sealed {
            None => self.game.submit_noted(by, command, source(dice), notes),
            Some(Sealed { signed, witness }) => {
                self.game.submit_signed(by, command, said, signing::read(signed)?, *witness)
            }
        };
        let entry = entry.map_err(not_done)?;
        self.told.entry::<R>(&before, entry);
        self.remember(before);
        Ok(self.newest())
    }

    fn submit_given(&mut self, by: Side, wishes: &Wishes, dice: DiceFrom<'_>) -> Outcome<Option<String>> {
        let seen = self.seen(by.into());
        let Some(Given { command, why }) = interruptions::given::<R>(&seen, by, wishes) else {
            return Ok(None);
        };
        let asks_for_dice = self.is_signed() || matches!(dice, DiceFrom::Hand(_));
        if asks_for_dice && self.game.throws(by, &command).unwrap_or(true) {
            // Dice want a fresh number of their player, or his hand, so he is asked after all.
            return Ok(None);
        }
        let before = self.game.state().clone();
        let entry = self.game.submit_standing(by, command, why, source(dice)).map_err(not_done)?;
        self.told.entry::<R>(&before, entry);
        self.remember(before);
        Ok(Some(self.newest()))
    }

    fn passing(
        &self,
        by: Side,
        command: Option<&Value>,
        pass_for: PassFor,
    ) -> Option<(Value, Option<Passing>)> {
        let seen = self.seen(by.into());
        let pass = R::reaction(&seen, by)?.pass;
        if let Some(command) = command {
            let command: R::Command = read_command::<R>(command).ok()?;
            interruptions::is_pass::<R>(&seen, by, &command).then_some(())?;
        }
        let written = serde_json::to_value(&pass).ok()?;
        Some((written, interruptions::passing::<R>(&seen, by, pass_for)))
    }

    fn undo(&mut self, by: Side, signed: Option<&Signature>) -> Outcome<String> {
        let before = self.game.state().clone();
        let undo = match signed {
            None => self.game.undo(by),
            Some(signed) => self.game.undo_signed(by, signing::read(signed)?),
        };
        let undo = undo.map_err(|error| Failed::forbidden(error.to_string()))?;
        self.told.undo(undo);
        self.remember(before);
        Ok(self.newest())
    }

    fn close(&mut self) -> Outcome<Closed> {
        let before = self.game.state().clone();
        let close = self.game.close().map_err(|error| Failed::forbidden(error.to_string()))?.clone();
        self.remember(before);
        self.told = Told::of(&self.game);
        Ok(Closed { line: self.newest(), winner: close.winner })
    }

    fn thinking(&self, side: Side, computer: Computer, number: u64) -> Thinking {
        let known = self.seen(side.into());
        Box::new(move || advice::thought_of::<R>(&known, side, computer, number))
    }

    fn advising(&self, side: Side, number: u64, command: Option<&Value>) -> Outcome<Advising> {
        let (known, version) = (self.seen(side.into()), self.version());
        if !R::awaiting(&known).awaits(side) {
            return Err(Failed::bad("it is not for your side to decide now"));
        }
        let command = command.map(read_command::<R>).transpose()?;
        Ok(Box::new(move || advice::advice::<R>(&known, side, number, version, command)))
    }

    fn analysing(&self) -> Outcome<Analysing> {
        if !self.game.is_closed() {
            return Err(Failed::forbidden("a battle is analysed when it is over"));
        }
        if !self.game.is_of_this_edition() {
            return Err(Failed::forbidden("it was played under another edition of the rules"));
        }
        let game = self.game.clone();
        Ok(Box::new(move |go_on| longroll_analysis::analyse::<R>(&game, Effort::USUAL, go_on)))
    }

    fn orders(&self, side: Side, unit: u16) -> Vec<OrderLine> {
        let (seen, actor) = (self.seen(side.into()), Actor::Unit(UnitId(unit)));
        let mut orders = R::orders(&seen, side, UnitId(unit));
        // Whatever is offered can be ordered, also where a ruleset's panel has no line for it.
        if R::actors(&seen, side).contains(&actor) {
            for offer in R::offers(&seen, side, actor) {
                let is_told = |order: &Order<R::Command, R::Why>| match (&order.offer, &offer) {
                    (Ok(Offer::Do(told)), Offer::Do(command)) => told == command,
                    (Ok(Offer::Move(_)), Offer::Move(_)) => true,
                    _ => false,
                };
                if !orders.iter().any(is_told)
                    && let Some(wait) = R::awaiting(&seen).0.into_iter().find(|wait| wait.side == side)
                {
                    let label = offer_label::<R>(&seen, &offer);
                    orders.push(Order { label, clause: wait.clause, target: None, offer: Ok(offer) });
                }
            }
        }
        orders.into_iter().map(order_line::<R>).collect()
    }

    fn orders_together(&self, side: Side, units: &[u16]) -> Vec<OrderLine> {
        let units: Vec<UnitId> = units.iter().copied().map(UnitId).collect();
        let orders = R::orders_together(&self.seen(side.into()), side, &units).into_iter();
        orders.map(order_line::<R>).collect()
    }

    fn formations(&self, side: Side) -> Vec<FormationView> {
        let formations = R::formations(&self.seen(side.into()), side).into_iter();
        formations
            .map(|formation| FormationView {
                name: formation.name,
                leader: formation.leader.map(|id| id.0),
                units: formation.units.iter().map(|id| id.0).collect(),
                status: formation.status,
                orders: formation.orders.into_iter().map(order_line::<R>).collect(),
            })
            .collect()
    }

    fn side_orders(&self, side: Side) -> Vec<OrderLine> {
        let seen = self.seen(side.into());
        if !R::actors(&seen, side).contains(&Actor::Side) {
            return Vec::new();
        }
        let offers = R::offers(&seen, side, Actor::Side).into_iter();
        offers
            .map(|offer| {
                let label = offer_label::<R>(&seen, &offer);
                offered::<R>(offer, blank(label, None))
            })
            .collect()
    }

    fn preview(&self, side: Side, command: &Value) -> Outcome<Previewing> {
        let (command, seen) = (read_command::<R>(command)?, self.seen(side.into()));
        Ok(Box::new(move |patience| preview::preview::<R>(&seen, side, &command, patience)))
    }

    fn measure(&self, seat: Seat, from: TapeEnd, to: TapeEnd) -> Outcome<TapeMeasure> {
        tape::measure(&R::view(self.game.state(), seat), from, to)
    }

    fn sight_line(&self, seat: Seat, from: u16, to: u16) -> Outcome<SightView> {
        let sighting = R::sight(&self.seen(seat), UnitId(from), UnitId(to))
            .ok_or_else(|| Failed::bad("one of the two is not on the table"))?;
        Ok(SightView {
            clear: sighting.blocked.is_none(),
            clause: sighting.clause.to_string(),
            at: sighting.blocked.as_ref().map(|obstacle| obstacle.at.into()),
            blocked_by: sighting.blocked.map(|obstacle| obstacle.text),
            line: SightLine { from: sighting.from.into(), to: sighting.to.into() },
        })
    }

    fn ranges(&self, seat: Seat, unit: u16) -> Vec<RangeRing> {
        let reaches = R::reaches(&self.seen(seat), UnitId(unit)).into_iter();
        reaches
            .map(|reach| RangeRing {
                label: reach.label.to_owned(),
                clause: reach.clause.to_string(),
                length: reach.length.micrometres(),
                half_angle: reach.half_angle,
            })
            .collect()
    }

    fn clause(&self, id: &str) -> Option<ClauseText> {
        clause_text(R::registry(), id, &self.game.setup().settings)
    }

    fn summary(&self, seat: Seat) -> Summary {
        let roster = R::roster(&self.seen(seat));
        let mut losses: Vec<LossLine> = Vec::new();
        let mut round = 1;
        for frame in self.game.replay() {
            if let Happened::Entry(entry) = frame.happened
                && self.told.at(seat, entry.number as usize).is_some_and(|entry| !entry.undone)
            {
                for (unit, lost) in entry.events.iter().flat_map(R::losses) {
                    let Some(tally) = roster.iter().find(|tally| tally.unit == unit) else { continue };
                    if losses.last().is_none_or(|line| line.round != round) {
                        losses.push(LossLine { round, blue: 0, gray: 0 });
                    }
                    if let Some(line) = losses.last_mut() {
                        match tally.side {
                            Side::Blue => line.blue += lost,
                            Side::Gray => line.gray += lost,
                        }
                    }
                }
            }
            // What a command does belongs to the round in which it was given.
            round = R::view(&frame.state, seat).round;
        }
        let roster = roster.into_iter().map(|tally| RosterLine {
            unit: tally.unit.0,
            side: tally.side.into(),
            name: tally.name,
            start: tally.start,
            now: tally.now,
            on_table: tally.on_table,
        });
        Summary { roster: roster.collect(), losses }
    }
}

fn offer_label<R: Ruleset>(seen: &R::State, offer: &Offer<R::Command>) -> String {
    match offer {
        Offer::Do(command) => R::label(seen, command),
        Offer::Move(_) => "Move".to_owned(),
    }
}

fn order_line<R: Ruleset>(order: Order<R::Command, R::Why>) -> OrderLine {
    let target = order.target.map(|id| id.0);
    let blank = OrderLine { target, ..blank(order.label, Some(order.clause.to_string())) };
    match order.offer {
        Ok(offer) => offered::<R>(offer, blank),
        Err(refusal) => OrderLine { refused: Some(refusal_view(&refusal)), ..blank },
    }
}

/// A refusal in words, with its numbers.
pub(crate) fn refusal_view<W: std::fmt::Display + serde::Serialize>(refusal: &Refusal<W>) -> RefusalView {
    RefusalView {
        clause: refusal.clause.to_string(),
        text: refusal.why.to_string(),
        measured: serde_json::to_value(&refusal.why).unwrap_or(Value::Null),
    }
}

fn read_command<R: Ruleset>(command: &Value) -> Outcome<R::Command> {
    serde_json::from_value(command.clone()).map_err(|error| {
        let why: String = error.to_string().chars().take(200).collect();
        Failed::bad(format!("these rules have no such order: {why}"))
    })
}

fn source(dice: DiceFrom<'_>) -> DiceSource<'static> {
    match dice {
        DiceFrom::Program => DiceSource::Seeded,
        DiceFrom::Hand(lists) => DiceSource::Typed(lists.to_vec()),
    }
}

fn not_done<W: std::fmt::Display + serde::Serialize>(error: NotDone<W>) -> Failed {
    match error {
        NotDone::Stopped(Stop::Refused(refusal)) => Failed::refused(refusal_view(&refusal)),
        NotDone::Stopped(Stop::Wanted(Wanted::NotThrown { roll, .. })) => Failed::dice(&roll),
        NotDone::Stopped(Stop::Wanted(wanted)) => Failed::bad(wanted.to_string()),
        other => Failed::forbidden(other.to_string()),
    }
}

fn blank(label: String, clause: Option<String>) -> OrderLine {
    OrderLine { label, clause, command: None, region: None, refused: None, target: None }
}

fn offered<R: Ruleset>(offer: Offer<R::Command>, blank: OrderLine) -> OrderLine {
    match offer {
        Offer::Do(command) => {
            let command = serde_json::to_value(command).unwrap_or(Value::Null);
            // In commands the piece that something is aimed at is called `target`.
            let target = blank.target.or_else(|| piece_called("target", &command));
            OrderLine { target, command: Some(command), ..blank }
        }
        Offer::Move(region) => OrderLine { region: Some(drawn::<R>(&region)), ..blank },
    }
}

fn drawn<R: Ruleset>(region: &Region) -> longroll_wire::RegionView {
    let template = serde_json::to_value(R::move_along(region, Vec::new())).unwrap_or(Value::Null);
    region_view(region, template)
}
