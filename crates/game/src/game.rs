//! A game in play.

use crate::canonical::state_hash;
use crate::error::{NotClosed, NotDone, NotUndone, WrongSeed};
use crate::file::Header;
use crate::limits::MOST_ENTRIES;
use crate::log::{Close, Entry, Line, Undo};
use crate::opening::{Opening, OpeningError};
use crate::track::Track;
use longroll_dice::{FaceList, Faces, Roll, Rolling, Seed, Seeded, Thrown, Typed, Wanted};
use longroll_kit::{Awaiting, Ruleset, Seat, Setup, Side};

/// A game: what it was started with, its log, and the state that follows from the log.
#[derive(Clone, Debug)]
pub struct Game<R: Ruleset> {
    pub(crate) header: Header,
    pub(crate) setup: Setup,
    pub(crate) seed: Option<Seed>,
    /// The table before the opening events.
    pub(crate) blank: R::State,
    pub(crate) opened: Vec<R::Event>,
    pub(crate) lines: Vec<Line<R>>,
    pub(crate) track: Track<R>,
}

/// Where the dice of one command come from.
#[derive(Clone, Debug)]
pub enum DiceSource<'a> {
    /// Drawn from the game's seed, for the place of this command among those in force.
    Seeded,
    /// Thrown by hand: one list of faces for each roll.
    Typed(Vec<Vec<u8>>),
    /// The dice of a record once more, and whether they were thrown by hand then.
    Recorded { dice: &'a [Thrown], by_hand: bool },
}

impl<R: Ruleset> Game<R> {
    /// Musters the scenario and opens the log.
    pub fn start(opening: Opening) -> Result<Game<R>, OpeningError> {
        opening.check()?;
        let setup = Setup { scenario: opening.battle.scenario().clone(), settings: opening.settings.clone() };
        let blank = R::blank(&setup)?;
        let mut state = blank.clone();
        let opened = R::open(&setup)?;
        for event in &opened {
            R::apply(&mut state, event);
        }
        Ok(Game {
            header: Header::of::<R>(&opening),
            setup,
            seed: opening.fairness.seed(),
            blank,
            opened,
            lines: Vec::new(),
            track: Track::from(state),
        })
    }

    /// Carries out a command and records it. When it is refused, or wants dice that are not there, nothing changes.
    pub fn submit(
        &mut self,
        by: Side,
        command: R::Command,
        dice: DiceSource<'_>,
    ) -> Result<&Entry<R>, NotDone<R::Why>> {
        let entry = self.decide(by, command, dice)?;
        let place = self.lines.len();
        self.record(Line::Entry(entry));
        match &self.lines[place] {
            Line::Entry(entry) => Ok(entry),
            _ => unreachable!("an entry was just recorded"),
        }
    }

    /// Carries out an answer that the player gave beforehand, and says so in the record.
    pub fn submit_standing(
        &mut self,
        by: Side,
        command: R::Command,
        order: String,
        dice: DiceSource<'_>,
    ) -> Result<&Entry<R>, NotDone<R::Why>> {
        let entry = Entry { standing_order: Some(order), ..self.decide(by, command, dice)? };
        let place = self.lines.len();
        self.record(Line::Entry(entry));
        match &self.lines[place] {
            Line::Entry(entry) => Ok(entry),
            _ => unreachable!("an entry was just recorded"),
        }
    }

    /// What a command would bring, without recording it.
    pub fn decide(
        &self,
        by: Side,
        command: R::Command,
        dice: DiceSource<'_>,
    ) -> Result<Entry<R>, NotDone<R::Why>> {
        if self.is_closed() {
            return Err(NotDone::Closed);
        }
        if !self.is_of_this_edition() {
            return Err(NotDone::OtherEdition);
        }
        if self.lines.len() >= MOST_ENTRIES {
            return Err(NotDone::Full);
        }
        let by_hand = matches!(&dice, DiceSource::Typed(_) | DiceSource::Recorded { by_hand: true, .. });
        let mut rolling = Rolling::new(self.source(dice)?);
        let events = R::handle(self.state(), by, &command, &mut rolling)?;
        let (source, dice) = rolling.into_parts();
        let left_over = source.left_over();
        if !left_over.is_empty() {
            return Err(NotDone::DiceLeftOver { lists: left_over.to_vec() });
        }
        // Without dice nobody threw anything, by hand or otherwise.
        let by_hand = by_hand && !dice.is_empty();
        Ok(Entry { number: self.next_number(), by, command, dice, by_hand, standing_order: None, events })
    }

    /// Takes back the newest entry in force. Only its own side may, and only if no die was thrown and nothing revealed.
    pub fn undo(&mut self, by: Side) -> Result<&Undo, NotUndone> {
        if self.lines.len() >= MOST_ENTRIES {
            return Err(NotUndone::Full);
        }
        let takes_back = self.undoable(by)?;
        let place = self.lines.len();
        self.record(Line::Undo(Undo { number: self.next_number(), by, takes_back }));
        match &self.lines[place] {
            Line::Undo(undo) => Ok(undo),
            _ => unreachable!("an undo was just recorded"),
        }
    }

    /// The number of the entry that the side could take back now, or why it cannot.
    pub fn undoable(&self, by: Side) -> Result<u32, NotUndone> {
        if self.is_closed() {
            return Err(NotUndone::Closed);
        }
        if !self.is_of_this_edition() {
            return Err(NotUndone::OtherEdition);
        }
        self.may_take_back(by)
    }

    /// Closes the log, showing the seed. A game that its rules have not ended counts as abandoned and has no winner.
    pub fn close(&mut self) -> Result<&Close, NotClosed> {
        if self.is_closed() {
            return Err(NotClosed::Already);
        }
        if !self.is_of_this_edition() {
            return Err(NotClosed::OtherEdition);
        }
        let abandoned = !self.awaiting().is_over();
        let outcome = R::view(self.state(), Seat::Spectator).outcome;
        let close = Close {
            seed: self.seed.clone(),
            state: state_hash(self.state()).map_err(NotClosed::Unwritable)?,
            winner: if abandoned { None } else { outcome.and_then(|outcome| outcome.winner) },
            abandoned,
        };
        let place = self.lines.len();
        self.lines.push(Line::End(close));
        match &self.lines[place] {
            Line::End(close) => Ok(close),
            _ => unreachable!("the end was just recorded"),
        }
    }

    /// Gives a loaded game its seed, so that dice can be drawn again.
    pub fn entrust(&mut self, seed: Seed) -> Result<(), WrongSeed> {
        if self.header.commitment.as_deref() != Some(seed.commitment().as_str()) {
            return Err(WrongSeed);
        }
        self.seed = Some(seed);
        Ok(())
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn state(&self) -> &R::State {
        self.track.state()
    }

    /// The events by which the scenario was mustered.
    pub fn opened(&self) -> &[R::Event] {
        &self.opened
    }

    /// The log, in the order of the file: entries, undos and the end.
    pub fn lines(&self) -> &[Line<R>] {
        &self.lines
    }

    /// The entries that have not been taken back, oldest first.
    pub fn in_force(&self) -> impl DoubleEndedIterator<Item = &Entry<R>> + ExactSizeIterator {
        self.track.in_force().iter().map(|place| match &self.lines[*place] {
            Line::Entry(entry) => entry,
            _ => unreachable!("only entries are in force"),
        })
    }

    pub fn awaiting(&self) -> Awaiting {
        R::awaiting(self.state())
    }

    /// How the log was closed, if it was.
    pub fn closed(&self) -> Option<&Close> {
        match self.lines.last() {
            Some(Line::End(close)) => Some(close),
            _ => None,
        }
    }

    pub fn is_closed(&self) -> bool {
        self.closed().is_some()
    }

    /// Was the game recorded under the edition that this program plays? Otherwise it can only be shown.
    pub fn is_of_this_edition(&self) -> bool {
        self.header.edition == R::EDITION
    }

    pub fn knows_its_seed(&self) -> bool {
        self.seed.is_some()
    }

    /// Adds a line that is known to fit, and brings the state up to date.
    pub(crate) fn record(&mut self, line: Line<R>) {
        match &line {
            Line::Entry(entry) => self.track.record(self.lines.len(), entry, |_, _| {}),
            Line::Undo(_) => self.track.take_back(&self.lines),
            Line::End(_) => {}
        }
        self.lines.push(line);
    }

    /// The number of the newest entry in force, if this side may take it back.
    pub(crate) fn may_take_back(&self, by: Side) -> Result<u32, NotUndone> {
        let newest = self.in_force().next_back().ok_or(NotUndone::Nothing)?;
        if newest.by != by {
            return Err(NotUndone::NotYours { by: newest.by });
        }
        can_be_taken_back(newest)?;
        Ok(newest.number)
    }

    pub(crate) fn next_number(&self) -> u32 {
        u32::try_from(self.lines.len() + 1).unwrap_or(u32::MAX)
    }

    /// How many entries are in force: the number by which dice are drawn for the next command.
    pub(crate) fn command_number(&self) -> u32 {
        u32::try_from(self.track.in_force().len()).unwrap_or(u32::MAX)
    }

    fn source(&self, dice: DiceSource<'_>) -> Result<Source, NotDone<R::Why>> {
        Ok(match dice {
            DiceSource::Seeded => {
                let seed = self.seed.clone().ok_or(NotDone::NoSeed)?;
                Source::Drawn(Seeded::new(seed, self.command_number()))
            }
            DiceSource::Typed(lists) => Source::Given(Typed::new(lists)),
            DiceSource::Recorded { dice, .. } => Source::Given(Typed::from_thrown(dice)),
        })
    }
}

/// No dice and no reveal: such an entry can be taken back while it is the newest.
fn can_be_taken_back<R: Ruleset>(entry: &Entry<R>) -> Result<(), NotUndone> {
    if !entry.dice.is_empty() {
        return Err(NotUndone::DiceThrown);
    }
    if entry.events.iter().any(R::reveals) {
        return Err(NotUndone::Revealed);
    }
    Ok(())
}

/// The two ways in which faces come about.
enum Source {
    Drawn(Seeded),
    Given(Typed),
}

impl Source {
    fn left_over(&self) -> &[Vec<u8>] {
        match self {
            Source::Drawn(_) => &[],
            Source::Given(typed) => typed.left_over(),
        }
    }
}

impl Faces for Source {
    fn faces(&mut self, roll: &Roll, out: &mut FaceList) -> Result<(), Wanted> {
        match self {
            Source::Drawn(seeded) => seeded.faces(roll, out),
            Source::Given(typed) => typed.faces(roll, out),
        }
    }
}
