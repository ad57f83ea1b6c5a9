//! What must hold in every battle of every ruleset, checked while battles are fought.

use crate::scenarios::{Texts, battle};
use longroll_ai::{Appraisal, Opponent, Policy, Words};
use longroll_dice::Seed;
use longroll_game::{DiceSource, Fairness, Game, Opening, Players, load, verify, write_game};
use longroll_kit::{Offer, Registry, Seat, Settings, Side};
use std::collections::BTreeMap;

/// More commands than any battle may take.
pub const MOST_COMMANDS: u32 = 20_000;

/// How thoroughly a battle is watched: the costly checks are made at every so-many-th command.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    pub every: u32,
}

/// What was seen, so that a test can insist that something was seen at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    pub battles: u32,
    pub commands: u32,
    pub offers_tried: u32,
    pub refusals: u32,
    pub undone: u32,
    pub undo_stopped_by_dice: u32,
    pub views_compared: u32,
    /// Pairs of states that differ only in what is sealed from a seat.
    pub seals_compared: u32,
    /// States in which nothing is sealed from a seat: it is shown all there is.
    pub open_books: u32,
    /// Sealed commands of which no other seat was told anything.
    pub sealed_commands: u32,
    pub losses: u32,
    pub won: [u32; 2],
    pub drawn: u32,
}

impl std::ops::AddAssign for Seen {
    fn add_assign(&mut self, other: Seen) {
        self.battles += other.battles;
        self.commands += other.commands;
        self.offers_tried += other.offers_tried;
        self.refusals += other.refusals;
        self.undone += other.undone;
        self.undo_stopped_by_dice += other.undo_stopped_by_dice;
        self.views_compared += other.views_compared;
        self.seals_compared += other.seals_compared;
        self.open_books += other.open_books;
        self.sealed_commands += other.sealed_commands;
        self.losses += other.losses;
        self.won[0] += other.won[0];
        self.won[1] += other.won[1];
        self.drawn += other.drawn;
    }
}

/// Fights one battle and checks, all along: nobody is awaited without an offer, no offer is refused, refused commands
/// change nothing, undo restores the state and never crosses a die, strength is conserved, a seat's view shows nothing
/// that the seat may not know; and at the end: the file rebuilds the state and verifies byte for byte.
///
/// # Panics
/// When any of it does not hold, saying which battle and command.
pub fn fight<R: Appraisal>(texts: Texts, opponents: [Opponent; 2], number: u64, watch: Watch) -> Seen {
    let mut words = Words::new(number ^ 0x5EED, Side::Blue);
    let settings = random_settings(R::registry(), &mut words);
    let place = format!("{} number {number}, options {:?}", texts.name, settings.iter().collect::<Vec<_>>());
    let mut battle = Battle::<R>::start(texts, settings, opponents, number, place);
    while battle.step(&mut words, watch) {}
    battle.close()
}

struct Battle<R: Appraisal> {
    game: Game<R>,
    policies: [Box<dyn Policy<R>>; 2],
    place: String,
    lost: BTreeMap<u16, u32>,
    seen: Seen,
}

impl<R: Appraisal> Battle<R> {
    fn start(
        texts: Texts,
        settings: Settings,
        opponents: [Opponent; 2],
        number: u64,
        place: String,
    ) -> Battle<R> {
        let opening = Opening {
            battle: battle(texts),
            settings,
            fairness: Fairness::Seed(Seed::from_number(number)),
            players: Players { blue: opponents[0].name().to_owned(), gray: opponents[1].name().to_owned() },
        };
        let game = Game::start(opening).unwrap_or_else(|error| panic!("{place}: {error}"));
        let policies = [opponents[0].policy(number, Side::Blue), opponents[1].policy(number, Side::Gray)];
        Battle { game, policies, place, lost: BTreeMap::new(), seen: Seen { battles: 1, ..Seen::default() } }
    }

    /// One command with all that is checked around it; false when the battle is over.
    fn step(&mut self, words: &mut Words, watch: Watch) -> bool {
        let awaiting = self.game.awaiting();
        let Some(wait) = awaiting.0.first() else { return false };
        assert!(self.seen.commands < MOST_COMMANDS, "{}: no end in sight", self.place);
        let side = wait.side;
        self.check_asked(&awaiting);
        if self.seen.commands.is_multiple_of(watch.every) {
            self.check_offers(side);
            self.check_panel(side);
            self.check_eyes();
        }
        // at moments of its own, other ones in every battle
        if words.below((watch.every as usize / 4).max(1)) == 0 {
            self.check_seals(words);
        }
        let known = R::seen(self.game.state(), side.into());
        let command = self.policies[side as usize].choose(&known, side);
        let command = command.unwrap_or_else(|| panic!("{}: {side} has no command", self.at()));
        self.check_refusal(&command, &awaiting);
        let before = self.game.state().clone();
        let entry = self.game.submit(side, command.clone(), DiceSource::Seeded);
        let entry = entry.unwrap_or_else(|stop| panic!("{}: {command:?}: {stop}", self.place));
        let mut after = before.clone();
        for event in &entry.events {
            for seat in Seat::ALL.into_iter().filter(|seat| !R::shows_command(&before, side, &command, *seat))
            {
                assert!(!R::shows(&after, event, seat), "{}: {seat:?} is told {event:?}", self.place);
                self.seen.sealed_commands += 1;
            }
            R::apply(&mut after, event);
        }
        let had_dice = !entry.dice.is_empty();
        let revealed = entry.events.iter().any(R::reveals);
        let losses: Vec<_> = entry.events.iter().flat_map(R::losses).collect();
        if words.below(8) == 0 {
            self.check_undo(side, &before, had_dice || revealed, command);
        }
        for (unit, lost) in losses {
            *self.lost.entry(unit.0).or_default() += lost;
            self.seen.losses += lost;
        }
        self.seen.commands += 1;
        true
    }

    fn at(&self) -> String {
        format!("{}, command {}", self.place, self.seen.commands)
    }

    /// Exactly the sides that are awaited have somebody who can act.
    fn check_asked(&self, awaiting: &longroll_kit::Awaiting) {
        for side in Side::ALL {
            let actors = R::actors(self.game.state(), *side);
            assert_eq!(awaiting.awaits(*side), !actors.is_empty(), "{}: {side} awaited", self.at());
        }
    }

    fn check_offers(&mut self, side: Side) {
        for actor in R::actors(self.game.state(), side) {
            let offers = R::offers(self.game.state(), side, actor);
            assert!(!offers.is_empty(), "{}: {actor:?} has no offer", self.at());
            for offer in offers {
                let Offer::Do(command) = offer else { continue };
                let decided = self.game.decide(side, command.clone(), DiceSource::Seeded);
                assert!(decided.is_ok(), "{}: offered {command:?}: {}", self.at(), decided.unwrap_err());
                self.seen.offers_tried += 1;
            }
        }
    }

    /// What may be let pass can be; and what a formation or several units are offered is accepted.
    fn check_panel(&mut self, side: Side) {
        let state = self.game.state();
        let mut commands: Vec<R::Command> =
            R::reaction(state, side).map(|asked| asked.pass).into_iter().collect();
        assert!(R::reaction(state, side.enemy()).is_none() || self.game.awaiting().awaits(side.enemy()));
        let units: Vec<_> = R::view(state, side.into()).units;
        let own: Vec<_> =
            units.iter().filter(|unit| unit.side == side && unit.on_table).map(|unit| unit.id).collect();
        let together = own.windows(2).take(4).flat_map(|pair| R::orders_together(state, side, pair));
        let led = R::formations(state, side).into_iter().flat_map(|formation| formation.orders);
        commands.extend(together.chain(led).filter_map(|order| match order.offer {
            Ok(Offer::Do(command)) => Some(command),
            _ => None,
        }));
        for command in commands {
            let decided = self.game.decide(side, command.clone(), DiceSource::Seeded);
            assert!(decided.is_ok(), "{}: offered {command:?}: {}", self.at(), decided.unwrap_err());
            self.seen.offers_tried += 1;
        }
    }

    /// What a seat is shown follows from what it may know, and from nothing else.
    fn check_eyes(&mut self) {
        let state = self.game.state();
        for seat in Seat::ALL {
            let known = R::seen(state, seat);
            assert_eq!(R::view(state, seat), R::view(&known, seat), "{}: view of {seat:?}", self.at());
            assert_eq!(R::seen(&known, seat), known, "{}: {seat:?} blanks twice", self.at());
            let Some(side) = seat.side() else { continue };
            let actors = R::actors(state, side);
            assert_eq!(actors, R::actors(&known, side), "{}: actors of {side}", self.at());
            for actor in actors.into_iter().take(2) {
                let offers = R::offers(state, side, actor);
                assert_eq!(offers, R::offers(&known, side, actor), "{}: offers of {actor:?}", self.at());
            }
            self.seen.views_compared += 1;
        }
    }

    /// A command of a side that is not asked is refused, and nothing changes.
    fn check_refusal(&mut self, command: &R::Command, awaiting: &longroll_kit::Awaiting) {
        for side in Side::ALL.iter().filter(|side| !awaiting.awaits(**side)) {
            let (state, lines) = (self.game.state().clone(), self.game.lines().len());
            let refused = self.game.submit(*side, command.clone(), DiceSource::Seeded).is_err();
            assert!(refused, "{}: {side} was not asked", self.at());
            assert_eq!(*self.game.state(), state, "{}: a refusal changed the state", self.at());
            assert_eq!(self.game.lines().len(), lines, "{}: a refusal was recorded", self.at());
            self.seen.refusals += 1;
        }
    }

    /// Without a die the state comes back exactly, and the command may be given again; with one, or when something was
    /// shown to a player, nothing can be undone.
    fn check_undo(&mut self, side: Side, before: &R::State, had_dice: bool, command: R::Command) {
        let after = self.game.state().clone();
        match self.game.undo(side) {
            Ok(_) => {
                assert!(!had_dice, "{}: undo crossed a die", self.at());
                assert_eq!(self.game.state(), before, "{}: undo did not restore the state", self.at());
                let again = self.game.submit(side, command, DiceSource::Seeded);
                assert!(again.is_ok(), "{}: refused the second time", self.place);
                assert_eq!(*self.game.state(), after, "{}: another result the second time", self.at());
                self.seen.undone += 1;
            }
            Err(why) => {
                assert!(had_dice, "{}: cannot undo: {why}", self.at());
                assert_eq!(*self.game.state(), after, "{}: a refused undo changed the state", self.at());
                self.seen.undo_stopped_by_dice += 1;
            }
        }
    }

    /// Two states that differ only in what is sealed from a seat are the same to it: what it sees, may do, would be told of
    /// the odds, and what a computer in its place would do. Where nothing is sealed, it sees the state itself.
    fn check_seals(&mut self, words: &mut Words) {
        let state = self.game.state();
        for seat in Seat::ALL {
            let mut random = || words.below(65_536) as u64;
            let Some(other) = R::resealed(state, seat, &mut random) else {
                assert_eq!(R::seen(state, seat), *state, "{}: a secret that is never changed", self.at());
                self.seen.open_books += 1;
                continue;
            };
            assert_eq!(R::seen(state, seat), R::seen(&other, seat), "{}: {seat:?} sees a secret", self.at());
            let (eyes, other_eyes) = (eyes_of::<R>(state, seat), eyes_of::<R>(&other, seat));
            assert_eq!(eyes, other_eyes, "{}: {seat:?} can tell two secrets apart", self.at());
            self.seen.seals_compared += u32::from(other != *state);
        }
    }

    fn close(mut self) -> Seen {
        for tally in R::roster(self.game.state()) {
            let lost = self.lost.get(&tally.unit.0).copied().unwrap_or(0);
            assert_eq!(tally.now + lost, tally.start, "{}: strength of {}", self.place, tally.name);
        }
        let winner = self.game.close().unwrap_or_else(|error| panic!("{}: {error}", self.place)).winner;
        match winner {
            Some(side) => self.seen.won[side as usize] += 1,
            None => self.seen.drawn += 1,
        }
        let file = write_game(&self.game);
        let loaded = load::<R>(&file).unwrap_or_else(|error| panic!("{}: {error}", self.place));
        assert_eq!(loaded.state(), self.game.state(), "{}: the log rebuilds another state", self.place);
        if let Err(error) = verify::<R>(&file) {
            panic!("{}: {error}", self.place);
        }
        self.seen
    }
}

/// All that a seat can learn of a state, as one text. Nothing is blanked here before it is asked for, so that whatever
/// forgets to look away shows it; only dice are followed from what the seat knows, as they are for a player.
fn eyes_of<R: Appraisal>(state: &R::State, seat: Seat) -> String {
    let known = R::seen(state, seat);
    let mut eyes = serde_json::to_string(&R::view(state, seat)).unwrap_or_default();
    let Some(side) = seat.side() else { return eyes };
    eyes.push_str(&format!(
        "{:?} {:?}",
        R::awaiting(state),
        R::reaction(state, side).map(|asked| asked.pass)
    ));
    let actors = R::actors(state, side);
    for actor in &actors {
        let offers = R::offers(state, side, *actor);
        eyes.push_str(&serde_json::to_string(&offers).unwrap_or_default());
        if let Some(Offer::Do(command)) = offers.first() {
            eyes.push_str(&format!("{:?}", R::explain(state, side, command)));
            let outcome = |dice: &mut dyn longroll_dice::Dice| {
                R::handle(&known, side, command, dice).map(|events| format!("{events:?}"))
            };
            let odds = longroll_dice::odds_within(longroll_dice::Budget { paths: 50 }, outcome);
            eyes.push_str(&odds.map(|odds| format!("{odds:?}")).unwrap_or_default());
        }
        if let longroll_kit::Actor::Unit(unit) = actor {
            eyes.push_str(&serde_json::to_string(&R::orders(state, side, *unit)).unwrap_or_default());
        }
    }
    if !actors.is_empty() {
        eyes.push_str(&format!("{:?}", Opponent::Captain.policy::<R>(7, side).choose(&known, side)));
    }
    eyes
}

/// Each option at its default or, one time in four, at an alternative.
fn random_settings(registry: &Registry, words: &mut Words) -> Settings {
    let mut chosen: Vec<(&str, &str)> = Vec::new();
    for option in &registry.options {
        if words.below(4) == 0 && !option.alternatives.is_empty() {
            let choice = &option.alternatives[words.below(option.alternatives.len())];
            chosen.push((option.id.as_str(), choice.key.as_str()));
        }
    }
    Settings::read(registry, chosen).unwrap_or_else(|error| panic!("{error}"))
}
