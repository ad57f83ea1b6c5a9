//! All games: those in memory, and those in the store.

use crate::config::Config;
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::room::{Room, now, opponent};
use crate::{random, sets};
use longroll_dice::Seed;
use longroll_game::{Battle, Fairness, Opening, Players};
use longroll_kit::{Seat, Settings, Side};
use longroll_rulesets::RulesetId;
use longroll_store::{Addition, Ending, Listed, Record, SeatName, SeatRecord};
use longroll_wire::{Created, GameLine, Imported, Links, NewGame, Player, StartPage};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// The state of a server.
#[derive(Debug)]
pub struct Hall {
    pub(crate) config: Config,
    pub(crate) start: StartPage,
    pub(crate) sockets: AtomicUsize,
    /// How many computers think at once: one core is left for everybody else.
    pub(crate) thinking: Arc<Semaphore>,
    battles: Vec<Battle>,
    rooms: Mutex<BTreeMap<String, Arc<Room>>>,
}

/// The server cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HallError {
    #[error("the scenario {name} cannot be read: {mistake}")]
    Scenario { name: String, mistake: String },
}

/// The largest seed that every browser can write.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// Games shown in a list.
const MOST_LISTED: u32 = 200;

impl Hall {
    pub fn new(config: Config) -> Result<Arc<Hall>, HallError> {
        let battles = config.scenarios.iter().map(|text| {
            Battle::read(text.clone()).map_err(|mistakes| HallError::Scenario {
                name: text.name.clone(),
                mistake: mistakes.first().map(ToString::to_string).unwrap_or_default(),
            })
        });
        let battles: Vec<Battle> = battles.collect::<Result<_, _>>()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Arc::new(Hall {
            start: crate::start::start_page(&battles),
            config,
            sockets: AtomicUsize::new(0),
            thinking: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))),
            battles,
            rooms: Mutex::default(),
        }))
    }

    pub(crate) fn create(&self, new: &NewGame) -> Outcome<Created> {
        self.check_room_for_one_more()?;
        let set = ruleset(&new.ruleset)?;
        let battle = self.battles.iter().find(|battle| battle.text().name == new.scenario);
        let battle = battle
            .ok_or_else(|| Failed::bad(format!("there is no scenario {:?}", shortened(&new.scenario))))?;
        let pairs = new.options.iter().map(|(option, choice)| (option.as_str(), choice.as_str()));
        let settings = Settings::read(set.registry(), pairs)
            .map_err(|error| Failed::bad(shortened(&error.to_string())))?;
        let seed = match new.seed {
            Some(number) if number > LARGEST_SEED => {
                return Err(Failed::bad(format!("the seed is too large; the largest is {LARGEST_SEED}")));
            }
            Some(number) => Seed::from_number(number),
            None => random::seed().map_err(no_random)?,
        };
        let opening = Opening {
            battle: battle.clone(),
            settings,
            fairness: Fairness::Seed(seed.clone()),
            players: Players { blue: player_word(new.blue).into(), gray: player_word(new.gray).into() },
        };
        let started = guarded(|| sets::start(set, opening))
            .ok_or_else(Failed::out_of_order)?
            .map_err(|error| Failed::bad(error.to_string()))?;
        let title = battle.scenario().title.clone();
        let record = record(&title, &new.scenario, set, [new.blue, new.gray], Some(seed.to_hex()))?;
        self.config.store.create(&record, &started.lines)?;
        let links = links(&record);
        let game = record.game;
        let room = Room::new(game.clone(), [new.blue, new.gray], started.table, self.config.store.clone());
        self.put(room);
        Ok(Created { game, links })
    }

    /// Takes in a game file. With `steps`, only so many lines of its log: people play on from there with its dice.
    pub(crate) fn import(&self, text: &str, steps: Option<u32>) -> Outcome<Imported> {
        self.check_room_for_one_more()?;
        let (text, seed) = match steps {
            Some(steps) => begun_again(text, steps)?,
            None => (text, None),
        };
        let bad = |error: longroll_game::LoadError| Failed::bad(format!("the file cannot be read: {error}"));
        let header = sets::read_header(text).map_err(bad)?;
        let set = ruleset(&header.ruleset)?;
        let table = guarded(|| sets::resume(set, text, seed.clone()))
            .ok_or_else(|| Failed::bad("the file holds a game that no rules could have led to"))?
            .map_err(bad)?;
        let shown_only = table.particulars().shown_only;
        let standing = match (&shown_only, table.is_closed()) {
            (Some(why), _) => format!("It can be watched but not played on: {why}"),
            (None, true) => "It is over and can be watched".to_owned(),
            (None, false) => "It can be played on".to_owned(),
        };
        let title = table.particulars().title;
        let players = match &seed {
            Some(_) => [Player::Person, Player::Person],
            None => [known_player(&header.players.blue), known_player(&header.players.gray)],
        };
        let seed = seed.map(|seed| seed.to_hex());
        let record = record(&title, &header.scenario.name, set, players, seed)?;
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        if let Some(last) = lines.last_mut().filter(|last| !last.ends_with('\n')) {
            last.push('\n');
        }
        let end = if table.is_closed() { lines.pop() } else { None };
        self.config.store.create(&record, &lines)?;
        if let Some(line) = end {
            let winner = table.sight(Seat::Spectator).view.outcome.and_then(|outcome| outcome.winner);
            let winner = winner.map(|side| match side {
                longroll_wire::Side::Blue => "blue".to_owned(),
                longroll_wire::Side::Gray => "gray".to_owned(),
            });
            let (place, at) = (lines.len() as u64, record.started);
            let ending = Some(Ending { winner });
            self.config.store.append(&Addition { game: record.game.clone(), place, line, at, ending })?;
        }
        Ok(Imported { game: record.game.clone(), links: links(&record), standing })
    }

    /// The game and seat that a token opens, if it belongs to this game.
    pub(crate) fn seat(&self, game: &str, token: &str) -> Outcome<Seat> {
        match self.config.store.seat(token)? {
            Some((owner, seat)) if owner == game => Ok(seat_of(seat)),
            // A wrong token and a wrong game look alike, so that neither can be tried out.
            _ => Err(Failed::not_found("there is no such game, or the link is not one of its links")),
        }
    }

    /// The game in memory, read from the store if need be.
    pub(crate) fn room(&self, game: &str) -> Outcome<Arc<Room>> {
        {
            let mut rooms = self.rooms();
            match rooms.get(game) {
                Some(room) if room.is_broken() => drop(rooms.remove(game)),
                Some(room) => return Ok(room.clone()),
                None => {}
            }
        }
        let gone = || Failed::not_found("there is no such game");
        let record = self.config.store.record(game)?.ok_or_else(gone)?;
        let text = self.config.store.lines(game)?.ok_or_else(gone)?.concat();
        let set = ruleset(&record.ruleset)?;
        let seed = record.seed.as_deref().and_then(|hex| hex.parse().ok());
        let table = guarded(|| sets::resume(set, &text, seed))
            .ok_or_else(Failed::out_of_order)?
            .map_err(|error| Failed::not_found(format!("the game cannot be read: {error}")))?;
        let players = [known_player(&record.blue.player), known_player(&record.gray.player)];
        Ok(self.put(Room::new(game.to_owned(), players, table, self.config.store.clone())))
    }

    /// All games, for the one who sits at this machine; nothing for others.
    pub(crate) fn list(&self) -> Outcome<Vec<GameLine>> {
        if !self.config.is_private() {
            return Ok(Vec::new());
        }
        let list = self.config.store.list(MOST_LISTED)?;
        Ok(list
            .into_iter()
            .map(|listed| {
                let seats = listed.record.tokens().map(|(_, seat)| seat_of(seat)).collect();
                let links = links(&listed.record);
                game_line(listed, seats, Some(links))
            })
            .collect())
    }

    /// The games of these tokens.
    pub(crate) fn known(&self, tokens: &[String]) -> Outcome<Vec<GameLine>> {
        let mut seats: BTreeMap<String, Vec<Seat>> = BTreeMap::new();
        for token in tokens.iter().take(MOST_LISTED as usize) {
            if let Some((game, seat)) = self.config.store.seat(token)? {
                seats.entry(game).or_default().push(seat_of(seat));
            }
        }
        let mut lines = Vec::new();
        for (game, seats) in seats {
            lines.extend(self.config.store.listed(&game)?.map(|listed| game_line(listed, seats, None)));
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.last_played));
        Ok(lines)
    }

    /// Puts a game into memory unless somebody else was quicker.
    fn put(&self, room: Room) -> Arc<Room> {
        let mut rooms = self.rooms();
        if let Some(there) = rooms.get(&room.game).filter(|there| !there.is_broken()) {
            return there.clone();
        }
        if rooms.len() >= self.config.limits.rooms {
            // Nobody else holds these: they can be read again.
            rooms.retain(|_, room| Arc::strong_count(room) > 1);
        }
        let room = Arc::new(room);
        rooms.insert(room.game.clone(), room.clone());
        room
    }

    fn check_room_for_one_more(&self) -> Outcome<()> {
        if self.config.store.count()? >= self.config.limits.games {
            return Err(Failed::busy("there are as many games as this server keeps"));
        }
        Ok(())
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn ruleset(named: &str) -> Outcome<RulesetId> {
    RulesetId::parse(named).map_err(|error| Failed::bad(error.to_string()))
}

/// A text from outside, short enough for a message.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}

pub(crate) fn player_word(player: Player) -> &'static str {
    match opponent(player) {
        None => "person",
        Some(opponent) => opponent.name(),
    }
}

/// Any name that is not a computer's is a person's.
/// The file up to a line of its log, and the seed that its end shows.
fn begun_again(text: &str, steps: u32) -> Outcome<(&str, Option<Seed>)> {
    const BEFORE_LOG: usize = 2;
    let last = text.trim_end().rsplit('\n').next().unwrap_or_default();
    let end: Value = serde_json::from_str(last).unwrap_or(Value::Null);
    let seed = end.pointer("/end/seed").and_then(Value::as_str).and_then(|hex| hex.parse().ok());
    let seed = seed.ok_or_else(|| Failed::bad("the file does not show its seed: the game is not over"))?;
    let kept = text.split_inclusive('\n').take(BEFORE_LOG + steps as usize).map(str::len).sum::<usize>();
    let kept = kept.min(text.trim_end().len() - last.len());
    Ok((&text[..kept], Some(seed)))
}

fn known_player(word: &str) -> Player {
    match word {
        "captain" => Player::Captain,
        "random" => Player::Random,
        _ => Player::Person,
    }
}

fn record(
    title: &str,
    scenario: &str,
    set: RulesetId,
    players: [Player; 2],
    seed: Option<String>,
) -> Outcome<Record> {
    let seat = |side: Side| -> Outcome<SeatRecord> {
        let player = players[side as usize];
        let token = match player {
            Player::Person => Some(random::token().map_err(no_random)?),
            Player::Captain | Player::Random => None,
        };
        Ok(SeatRecord { player: player_word(player).to_owned(), token })
    };
    Ok(Record {
        game: random::game_name().map_err(no_random)?,
        title: title.to_owned(),
        scenario: scenario.to_owned(),
        ruleset: set.id().to_owned(),
        blue: seat(Side::Blue)?,
        gray: seat(Side::Gray)?,
        spectator_token: random::token().map_err(no_random)?,
        seed,
        started: now(),
    })
}

fn links(record: &Record) -> Links {
    Links {
        blue: record.blue.token.clone(),
        gray: record.gray.token.clone(),
        spectator: record.spectator_token.clone(),
    }
}

fn game_line(listed: Listed, seats: Vec<Seat>, links: Option<Links>) -> GameLine {
    let Listed { record, last_played, lines, ending } = listed;
    let commands = lines.saturating_sub(2 + u64::from(ending.is_some()));
    GameLine {
        blue: known_player(&record.blue.player),
        gray: known_player(&record.gray.player),
        game: record.game,
        title: record.title,
        scenario: record.scenario,
        ruleset: record.ruleset,
        started: record.started,
        last_played,
        commands: u32::try_from(commands).unwrap_or(u32::MAX),
        is_over: ending.is_some(),
        winner: ending.and_then(|Ending { winner }| match winner.as_deref() {
            Some("blue") => Some(longroll_wire::Side::Blue),
            Some("gray") => Some(longroll_wire::Side::Gray),
            _ => None,
        }),
        seats: seats.into_iter().map(Into::into).collect(),
        links,
    }
}

fn seat_of(seat: SeatName) -> Seat {
    match seat {
        SeatName::Blue => Seat::Blue,
        SeatName::Gray => Seat::Gray,
        SeatName::Spectator => Seat::Spectator,
    }
}

fn no_random(error: getrandom::Error) -> Failed {
    eprintln!("longroll: no random numbers from the system: {error}");
    Failed::busy("the system gives no random numbers; nothing was done")
}
