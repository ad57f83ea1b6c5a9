//! A game in play.

use crate::canonical::state_hash;
use crate::error::{NotClosed, NotDone, NotUndone, WrongSeed};
use crate::file::{Header, write_header, write_line, write_opened};
use crate::limits::MOST_ENTRIES;
use crate::log::{Approval, Close, Entry, Line, Notes, Undo};
use crate::opening::{Opening, OpeningError};
use crate::seal::{
    Broken, Chain, Hex32, Hex64, Keys, Numbers, Seal, Signed, Witness, Witnessing, is_approved,
};
use crate::track::Track;
use longroll_dice::{FaceList, Faces, Roll, Rolling, Seed, Seeded, Thrown, Typed, Wanted};
use longroll_kit::{Awaiting, Ruleset, Seat, Setup, Side, Stop};

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
    /// What hangs the lines together when two people sign them.
    pub(crate) chain: Option<Chain>,
}

/// Where the dice of one command come from.
#[derive(Clone, Debug)]
pub enum DiceSource<'a> {
    /// Drawn from the game's seed, for the place of this command among those in force.
    Seeded,
    /// Drawn from a seed that two people have made for this command alone.
    Thrown(Seed),
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
        let header = Header::of::<R>(&opening);
        let chain = chain_of::<R>(&header, &opened);
        Ok(Game {
            header,
            chain,
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
        self.submit_noted(by, command, dice, Notes::default())
    }

    /// The same, with something to be kept beside it.
    pub fn submit_noted(
        &mut self,
        by: Side,
        command: R::Command,
        dice: DiceSource<'_>,
        notes: Notes,
    ) -> Result<&Entry<R>, NotDone<R::Why>> {
        if self.chain.is_some() {
            return Err(NotDone::Unsealed(Broken::Missing));
        }
        let Notes { thought, advised } = notes;
        let entry = Entry { thought, advised, ..self.decide(by, command, dice)? };
        Ok(self.enter(entry))
    }

    /// Carries out a command that its player has signed. Dice want a witness.
    pub fn submit_signed(
        &mut self,
        by: Side,
        command: R::Command,
        said: &serde_json::Value,
        signed: Signed,
        witness: Option<Witness>,
    ) -> Result<&Entry<R>, NotDone<R::Why>> {
        let digest = self.check_signed(by, said, &signed).map_err(NotDone::Unsealed)?;
        let chain = self.chain.as_ref().ok_or(NotDone::Unsealed(Broken::Missing))?;
        let dice = match &witness {
            Some(witness) => {
                let seed = chain.dice_of(by, digest, witness).map_err(NotDone::Unsealed)?;
                DiceSource::Thrown(seed)
            }
            None => DiceSource::Typed(Vec::new()),
        };
        let before = chain.head();
        let mut entry = self.decide(by, command, dice)?;
        if entry.dice.is_empty() && witness.is_some() {
            return Err(NotDone::Unsealed(Broken::WitnessIdle));
        }
        let as_written = serde_json::to_value(&entry.command).unwrap_or_default();
        let as_sent = (as_written != *said).then(|| said.clone());
        entry.seal = Some(Seal { before, signed: Some(Signed { as_sent, ..signed }), witness });
        Ok(self.enter(entry))
    }

    /// Would this command throw dice?
    pub fn throws(&self, by: Side, command: &R::Command) -> Result<bool, NotDone<R::Why>> {
        match self.decide(by, command.clone(), DiceSource::Typed(Vec::new())) {
            Ok(_) => Ok(false),
            Err(NotDone::Stopped(Stop::Wanted(Wanted::NotThrown { .. }))) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// What the commander has signed, and what the witness is to sign, if the signature and the number are good.
    pub fn check_signed(&self, by: Side, said: &serde_json::Value, signed: &Signed) -> Result<Hex32, Broken> {
        self.chain.as_ref().ok_or(Broken::Missing)?.command_digest(by, said, signed)
    }

    /// The host's next number, for a throw while the other player is away.
    pub fn host_witness(&self) -> Option<Witness> {
        let number = Numbers::of_host(self.seed.as_ref()?).after(self.chain.as_ref()?.last_of_host())?;
        Some(Witness { by: Witnessing::Host, number, signature: None })
    }

    /// The newest number that the seat has given as witness.
    pub fn last_as_witness(&self, side: Side) -> Option<Hex32> {
        self.chain.as_ref().map(|chain| chain.last_as_witness(side))
    }

    /// The newest number that the seat has shown for its commands.
    pub fn last_number(&self, side: Side) -> Option<Hex32> {
        self.chain.as_ref().map(|chain| chain.last_number(side))
    }

    fn enter(&mut self, entry: Entry<R>) -> &Entry<R> {
        let place = self.lines.len();
        self.record(Line::Entry(entry));
        match &self.lines[place] {
            Line::Entry(entry) => entry,
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
        // Between two people a standing order throws no dice: there is no number of its commander for them.
        let dice = if self.chain.is_some() { DiceSource::Typed(Vec::new()) } else { dice };
        let mut entry = Entry { standing_order: Some(order), ..self.decide(by, command, dice)? };
        entry.seal = self.seal(None);
        Ok(self.enter(entry))
    }

    fn seal(&self, signed: Option<Signed>) -> Option<Seal> {
        self.chain.as_ref().map(|chain| Seal { before: chain.head(), signed, witness: None })
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
        let by_hand = self.chain.is_none()
            && matches!(&dice, DiceSource::Typed(_) | DiceSource::Recorded { by_hand: true, .. });
        let mut rolling = Rolling::new(self.source(dice)?);
        let events = R::handle(self.state(), by, &command, &mut rolling)?;
        let (source, dice) = rolling.into_parts();
        let left_over = source.left_over();
        if !left_over.is_empty() {
            return Err(NotDone::DiceLeftOver { lists: left_over.to_vec() });
        }
        // Without dice nobody threw anything, by hand or otherwise.
        let by_hand = by_hand && !dice.is_empty();
        Ok(Entry {
            number: self.next_number(),
            by,
            command,
            dice,
            by_hand,
            standing_order: None,
            thought: None,
            advised: false,
            events,
            seal: None,
        })
    }

    /// Takes back the newest entry in force. Only its own side may, and only if no die was thrown and nothing revealed.
    pub fn undo(&mut self, by: Side) -> Result<&Undo, NotUndone> {
        if self.chain.is_some() {
            return Err(NotUndone::Unsealed(Broken::Missing));
        }
        self.take_back(by, None)
    }

    /// The same, signed by its player.
    pub fn undo_signed(&mut self, by: Side, signed: Signed) -> Result<&Undo, NotUndone> {
        let takes_back = self.undoable(by)?;
        let chain = self.chain.as_ref().ok_or(NotUndone::Unsealed(Broken::Missing))?;
        chain.check_undo(by, takes_back, &signed).map_err(NotUndone::Unsealed)?;
        self.take_back(by, Some(signed))
    }

    fn take_back(&mut self, by: Side, signed: Option<Signed>) -> Result<&Undo, NotUndone> {
        if self.lines.len() >= MOST_ENTRIES {
            return Err(NotUndone::Full);
        }
        let takes_back = self.undoable(by)?;
        let place = self.lines.len();
        let seal = self.seal(signed);
        self.record(Line::Undo(Undo { number: self.next_number(), by, takes_back, seal }));
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
            // The host's secret of a signed game is needed for nothing afterwards.
            seed: self.seed.clone().filter(|_| self.chain.is_none()),
            state: state_hash(self.state()).map_err(NotClosed::Unwritable)?,
            winner: if abandoned { None } else { outcome.and_then(|outcome| outcome.winner) },
            abandoned,
            seal: self.seal(None),
        };
        let place = self.lines.len();
        self.record(Line::End(close));
        match &self.lines[place] {
            Line::End(close) => Ok(close),
            _ => unreachable!("the end was just recorded"),
        }
    }

    /// A player approves of the log after its end. Nothing happens if the signature is not his, or he has approved before.
    pub fn approve(&mut self, by: Side, signature: Hex64) -> Option<&Line<R>> {
        let chain = self.chain.as_ref().filter(|_| self.is_closed() && !self.has_approved(by))?;
        if !is_approved(chain.key(by).key, chain.head(), signature) {
            return None;
        }
        self.record(Line::Approved(Approval { by, signature }));
        self.lines.last()
    }

    pub fn has_approved(&self, side: Side) -> bool {
        self.lines.iter().rev().take(2).any(|line| matches!(line, Line::Approved(line) if line.by == side))
    }

    /// Gives a loaded game its seed, so that dice can be drawn again; a signed game the secret of its host.
    pub fn entrust(&mut self, seed: Seed) -> Result<(), WrongSeed> {
        if let Some(keys) = self.keys() {
            if keys.host != crate::seal::host_numbers(&seed) {
                return Err(WrongSeed);
            }
            self.seed = Some(seed);
            return Ok(());
        }
        if self.header.commitment.as_deref() != Some(seed.commitment().as_str()) {
            return Err(WrongSeed);
        }
        self.seed = Some(seed);
        Ok(())
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The keys, if two people sign what they do.
    pub fn keys(&self) -> Option<&Keys> {
        self.header.keys.as_ref()
    }

    /// The hash of all lines so far, if they are signed. What follows the end hangs on the end.
    pub fn head(&self) -> Option<Hex32> {
        self.chain.as_ref().map(Chain::head)
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
        // The end, and then at most the approval of each player.
        self.lines.iter().rev().take(3).find_map(|line| match line {
            Line::End(close) => Some(close),
            _ => None,
        })
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
            Line::End(_) | Line::Approved(_) => {}
        }
        if let Some(chain) = &mut self.chain {
            match &line {
                Line::Entry(Entry { by, seal: Some(seal), .. })
                | Line::Undo(Undo { by, seal: Some(seal), .. }) => {
                    chain.spend(*by, seal);
                }
                _ => {}
            }
            if !matches!(line, Line::Approved(_)) {
                chain.hang(write_line(&line).trim_end_matches('\n'));
            }
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
            DiceSource::Thrown(seed) => Source::Drawn(Seeded::new(seed, 0)),
            DiceSource::Typed(lists) => Source::Given(Typed::new(lists)),
            DiceSource::Recorded { dice, .. } => Source::Given(Typed::from_thrown(dice)),
        })
    }
}

/// The chain of a signed game after its first two lines.
pub(crate) fn chain_of<R: Ruleset>(header: &Header, opened: &[R::Event]) -> Option<Chain> {
    let mut chain = Chain::new(header.keys.as_ref()?);
    chain.hang(write_header(header).trim_end_matches('\n'));
    chain.hang(write_opened::<R>(opened).trim_end_matches('\n'));
    Some(chain)
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
