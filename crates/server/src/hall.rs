//! All games: those in memory, and those in the store.

mod inviting;
mod saving;

use inviting::SIGNING_PLAYER;

use crate::battles::Battles;
use crate::closing::Closing;
use crate::config::Config;
use crate::doors::{Doors, Guest};
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::laboratory::Laboratory;
use crate::metrics::Metrics;
use crate::room::{BY_HAND, Room, Seated, Standing, now};
use crate::shares::{Asker, Kind, Shares, Sizes};
use crate::umpire::Tables;
use crate::{random, sets};
use longroll_ai::Computer;
use longroll_dice::Seed;
use longroll_game::{Battle, Fairness, Opening, Players};
use longroll_kit::{Seat, Settings, Side};
use longroll_rulesets::RulesetId;
use longroll_store::{Addition, Ending, Held, Listed, Record, SeatName, SeatRecord};
use longroll_wire::{Created, GameLine, Imported, Links, NewGame, Player, ScenarioMap, StartPage};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

/// The state of a server.
#[derive(Debug)]
pub struct Hall {
    pub(crate) config: Config,
    pub(crate) start: StartPage,
    pub(crate) doors: Arc<Doors>,
    pub(crate) shares: Arc<Shares>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) closing: Closing,
    /// Kilobytes of answers that may be under way to browsers.
    pub(crate) answers: Arc<Semaphore>,
    pub(crate) tables: Tables,
    pub(crate) laboratory: Laboratory,
    pub(crate) battles: Battles,
    rooms: Mutex<Rooms>,
}

/// Games in memory, and those that are being read into it, each by one only.
#[derive(Debug, Default)]
struct Rooms {
    ready: BTreeMap<String, Arc<Room>>,
    loading: BTreeMap<String, watch::Receiver<Option<Outcome<Arc<Room>>>>>,
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

/// What taking in a file leaves open.
const UNVERIFIED: &str = "Not verified: neither its dice nor what the rules made of its commands was checked; \
     longroll replay --verify does that";

/// Answers are counted in these.
pub(crate) const KILOBYTE: usize = 1024;

impl Hall {
    pub fn new(config: Config) -> Result<Arc<Hall>, HallError> {
        let battles = config.scenarios.iter().map(|text| {
            Battle::read(text.clone()).map_err(|mistakes| HallError::Scenario {
                name: text.name.clone(),
                mistake: mistakes.first().map(ToString::to_string).unwrap_or_default(),
            })
        });
        let battles: Vec<Battle> = battles.collect::<Result<_, _>>()?;
        Ok(Arc::new(Hall {
            start: crate::start::start_page(&battles),
            battles: Battles::new(battles, &config),
            answers: Arc::new(Semaphore::new(config.limits.answers / KILOBYTE)),
            config,
            doors: Arc::default(),
            shares: Shares::new(Sizes::of_this_machine()),
            metrics: Arc::default(),
            closing: Closing::default(),
            tables: Tables::default(),
            laboratory: Laboratory::default(),
            rooms: Mutex::default(),
        }))
    }

    /// The ground of a battle, for its card on the start page.
    pub(crate) fn scenario_map(&self, name: &str) -> Outcome<ScenarioMap> {
        let battle = self.battles.find(name);
        let map = battle.as_ref().and_then(crate::start::scenario_map);
        map.ok_or_else(|| Failed::not_found(format!("there is no scenario {:?}", shortened(name))))
    }

    /// A battle by its name.
    pub(crate) fn battle(&self, name: &str) -> Outcome<Battle> {
        self.battles
            .find(name)
            .ok_or_else(|| Failed::bad(format!("there is no scenario {:?}", shortened(name))))
    }

    pub(crate) fn create(&self, guest: Guest, new: &NewGame) -> Outcome<Created> {
        self.check_room_for_one_more()?;
        let set = ruleset(&new.ruleset)?;
        let battle = self.battle(&new.scenario)?;
        let pairs = new.options.iter().map(|(option, choice)| (option.as_str(), choice.as_str()));
        let settings = Settings::read(set.registry(), pairs)
            .map_err(|error| Failed::bad(shortened(&error.to_string())))?;
        if let Some(seat) = &new.seat {
            return self.invite(guest, new, seat, set, &battle);
        }
        let handicap = new.handicap.unwrap_or(0);
        if handicap > Computer::MOST_HANDICAP {
            let most = Computer::MOST_HANDICAP;
            return Err(Failed::bad(format!(
                "the handicap is a number of decisions of a hundred, at most {most}"
            )));
        }
        let seated = [new.blue, new.gray].map(|player| Seated::from(player).handicapped(handicap));
        check_hands(new)?;
        let seed = match new.seed {
            Some(number) if number > LARGEST_SEED => {
                return Err(Failed::bad(format!("the seed is too large; the largest is {LARGEST_SEED}")));
            }
            Some(number) => Seed::from_number(number),
            None => random::seed().map_err(no_random)?,
        };
        self.count_one_more(guest)?;
        let opening = Opening {
            battle: battle.clone(),
            settings,
            fairness: Fairness::Seed(seed.clone()),
            players: Players { blue: seated[0].word(), gray: seated[1].word() },
        };
        let started = guarded(|| sets::start(set, opening))
            .ok_or_else(Failed::out_of_order)?
            .map_err(|error| Failed::bad(error.to_string()))?;
        let title = battle.scenario().title.clone();
        let record = record(&title, &new.scenario, set, seated, Some(seed.to_hex()))?;
        self.config.store.create(&record, &started.lines)?;
        if !new.by_hand.is_empty() {
            let sides = new.by_hand.iter().map(|side| match side {
                longroll_wire::Side::Blue => "blue",
                longroll_wire::Side::Gray => "gray",
            });
            let text = sides.collect::<Vec<_>>().join(" ");
            self.config.store.keep_note(&record.game, BY_HAND, &text)?;
        }
        let links = links(&record);
        let game = record.game;
        // A full house keeps it on disk; it is read when there is room for it.
        if let Ok(held) = Held::take(&self.config.store, &game) {
            let room = Room::new(held, seated, started.table, self.config.store.clone());
            let _ = self.rooms().put(room, self.config.limits.rooms);
        }
        Ok(Created { game, links, invitation: None })
    }

    /// Takes in a game file. With `steps`, only so many lines of its log: people play on from there with its dice.
    pub(crate) fn import(&self, guest: Guest, text: &str, steps: Option<u32>) -> Outcome<Imported> {
        self.check_room_for_one_more()?;
        if Hall::is_saved(text) {
            return self.open_saved(guest, text);
        }
        if let Some(other) = other_kind(text) {
            return Err(Failed::bad(format!("this is not a game file: it looks like {other}")));
        }
        let (text, seed) = match steps {
            Some(steps) => begun_again(text, steps)?,
            None => (text, None),
        };
        let bad = |error: longroll_game::LoadError| Failed::bad(format!("the file cannot be read: {error}"));
        let header = sets::read_header(text).map_err(bad)?;
        let set = ruleset(&header.ruleset)?;
        self.count_one_more(guest)?;
        let table = guarded(|| sets::resume(set, text, seed.clone()))
            .ok_or_else(|| Failed::bad("the file holds a game that no rules could have led to"))?
            .map_err(bad)?;
        let shown_only = table.particulars().shown_only;
        let standing = match (&shown_only, table.is_closed()) {
            (Some(why), _) => format!("It can be watched but not played on: {why}"),
            (None, true) => "It is over and can be watched".to_owned(),
            (None, false) => "It can be played on".to_owned(),
        };
        // Reading a file asks no rule.
        let standing = format!("{standing}. {UNVERIFIED}");
        let title = table.particulars().title;
        let players = match &seed {
            Some(_) => [Player::Person, Player::Person].map(Seated::from),
            None => [Seated::named(&header.players.blue), Seated::named(&header.players.gray)],
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
            let (place, at, game) = (lines.len() as u64, record.started, record.game.clone());
            let ending = Some(Ending { winner });
            self.config.store.append(&Addition { game, place, line, at, standing: None, ending })?;
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

    /// The game in memory, read from the store if need be: once, however many ask for it.
    pub(crate) async fn room(self: &Arc<Hall>, asker: &Asker, game: &str) -> Outcome<Arc<Room>> {
        let mut loading = {
            let mut rooms = self.rooms();
            match rooms.ready.get(game) {
                Some(room) if room.is_broken() => drop(rooms.ready.remove(game)),
                Some(room) => {
                    room.touch();
                    return Ok(room.clone());
                }
                None => {}
            }
            match rooms.loading.get(game) {
                Some(loading) => loading.clone(),
                None => {
                    let (loaded, loading) = watch::channel(None);
                    rooms.loading.insert(game.to_owned(), loading.clone());
                    tokio::spawn(self.clone().load(asker.clone(), game.to_owned(), loaded));
                    loading
                }
            }
        };
        let loaded = loading.wait_for(Option::is_some).await.map_err(|_| Failed::out_of_order())?;
        loaded.clone().unwrap_or_else(|| Err(Failed::out_of_order()))
    }

    /// Reads a game for all who wait for it; goes on when the first of them has gone.
    async fn load(
        self: Arc<Hall>,
        asker: Asker,
        game: String,
        loaded: watch::Sender<Option<Outcome<Arc<Room>>>>,
    ) {
        let (hall, named) = (self.clone(), game.clone());
        let read = self.shares.run(Kind::Long, &asker, move || hall.read(&named)).await;
        let mut rooms = self.rooms();
        let read = read.and_then(|room| rooms.put(room, self.config.limits.rooms));
        rooms.loading.remove(&game);
        drop(rooms);
        // All who waited may have gone.
        let _ = loaded.send(Some(read));
    }

    fn read(&self, game: &str) -> Outcome<Room> {
        let gone = || Failed::not_found("there is no such game");
        let record = self.config.store.record(game)?.ok_or_else(gone)?;
        let waits = || Failed::not_found("this game waits for its second player");
        // Held before it is read: what another server added before is there now.
        let held = Held::take(&self.config.store, game)?;
        let text = self.config.store.lines(game)?.ok_or_else(waits)?.concat();
        let set = ruleset(&record.ruleset)?;
        let seed = record.seed.as_deref().and_then(|hex| hex.parse().ok());
        let table = guarded(|| sets::resume(set, &text, seed))
            .ok_or_else(Failed::out_of_order)?
            .map_err(|error| Failed::not_found(format!("the game cannot be read: {error}")))?;
        let players = [Seated::named(&record.blue.player), Seated::named(&record.gray.player)];
        Ok(Room::new(held, players, table, self.config.store.clone()))
    }

    /// Puts the games aside that another server on the same store has taken over.
    pub(crate) fn part_with_lost_games(&self) {
        for game in self.config.store.lost() {
            let lost = self.rooms().ready.remove(&game);
            if let Some(room) = lost {
                room.leave();
            }
        }
        self.tables.forget(&self.config.tables.lost());
    }

    /// Gives back the memory of games that nobody has had open for a while.
    pub(crate) fn sweep(&self) {
        let unwatched = self.rooms().take_unwatched(self.config.limits.keep_unwatched);
        // Dropped without holding anybody up.
        drop(unwatched);
        self.doors.sweep();
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
                let mut links = links(&listed.record);
                // The seats of players who sign are theirs alone; this machine may look on.
                if listed.record.blue.player == SIGNING_PLAYER {
                    (links.blue, links.gray) = (None, None);
                    return game_line(listed, vec![Seat::Spectator], Some(links));
                }
                let seats = listed.record.tokens().map(|(_, seat)| seat_of(seat)).collect();
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

    fn check_room_for_one_more(&self) -> Outcome<()> {
        if self.config.store.count()? >= self.config.limits.games {
            return Err(Failed::busy("there are as many games as this server keeps"));
        }
        Ok(())
    }

    /// Counts a game that is about to be started. What makes no sense has been refused before.
    pub(crate) fn count_one_more(&self, guest: Guest) -> Outcome<()> {
        if self.doors.may_start_a_game(guest.address, &self.config.limits) {
            return Ok(());
        }
        Err(Failed::busy("your address has started very many games; wait a few seconds"))
    }

    pub(crate) fn rooms_in_memory(&self) -> usize {
        self.rooms().ready.len()
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rooms {
    /// Puts a game into memory. If there is no room, those go that nobody has open; if all are open, the house is full.
    fn put(&mut self, room: Room, most: usize) -> Outcome<Arc<Room>> {
        if self.ready.len() >= most {
            self.take_unwatched(Duration::ZERO);
        }
        if self.ready.len() >= most {
            return Err(Failed::busy("as many games are open as this server takes; try again in a minute"));
        }
        let room = Arc::new(room);
        self.ready.insert(room.game.clone(), room.clone());
        Ok(room)
    }

    /// Takes out the games that nobody has had open for so long: they can be read again.
    fn take_unwatched(&mut self, since: Duration) -> Vec<Arc<Room>> {
        let now = Instant::now();
        let is_unwatched = |room: &Arc<Room>| {
            // Whoever holds it otherwise is at work on it.
            Arc::strong_count(room) == 1 && !room.is_open() && room.unused_for(now) >= since
        };
        let unwatched = self.ready.extract_if(.., |_, room| is_unwatched(room));
        unwatched.map(|(_, room)| room).collect()
    }
}

pub(crate) fn ruleset(named: &str) -> Outcome<RulesetId> {
    RulesetId::parse(named).map_err(|error| Failed::bad(error.to_string()))
}

/// Real dice are thrown by people, and not where two people sign theirs.
fn check_hands(new: &NewGame) -> Outcome<()> {
    let by_computer = |side: &longroll_wire::Side| match side {
        longroll_wire::Side::Blue => new.blue != Player::Person,
        longroll_wire::Side::Gray => new.gray != Player::Person,
    };
    if new.by_hand.iter().any(by_computer) {
        return Err(Failed::bad("only a person can throw real dice"));
    }
    Ok(())
}

/// A text from outside, short enough for a message.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}

/// What a file is that is no game file, as far as its beginning shows.
fn other_kind(text: &str) -> Option<&'static str> {
    let start = text.trim_start();
    let begins = |with: &str| start.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with));
    match () {
        () if begins("<!doctype") || begins("<html") || begins("<svg") || begins("<?xml") => {
            Some("a web page or XML file")
        }
        () if begins("%PDF") => Some("a PDF document"),
        () if start.starts_with('{') && start.contains("\"FeatureCollection\"") => {
            Some("the ground of a scenario (GeoJSON)")
        }
        () if start.starts_with("[[case]]") || start.contains("\n[[case]]") => Some("a file of rule cases"),
        () if !start.starts_with('{') && start.contains("\n[") && start.contains(" = ") => {
            Some("a scenario or another TOML file")
        }
        () => None,
    }
}

/// What a file that is no text is, by its first bytes.
pub(crate) fn binary_kind(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] | [0xFF, 0xD8, ..] | [b'G', b'I', b'F', b'8', ..] => "a picture",
        [b'%', b'P', b'D', b'F', ..] => "a PDF document",
        [b'P', b'K', 3, 4, ..] => "a zip archive or office document",
        [0x1F, 0x8B, ..] => "a compressed file; unpack it first",
        _ if bytes.starts_with(b"SQLite format 3") => {
            "a database; Longroll keeps its games in one, but each is saved by itself"
        }
        _ => "something other than text in UTF-8",
    }
}

/// The file up to a line of its log, and the seed that its end shows.
fn begun_again(text: &str, steps: u32) -> Outcome<(&str, Option<Seed>)> {
    const BEFORE_LOG: usize = 2;
    let last = text.trim_end().rsplit('\n').next().unwrap_or_default();
    let end: Value = serde_json::from_str(last).unwrap_or(Value::Null);
    let seed = end.pointer("/end/seed").and_then(Value::as_str).and_then(|hex| hex.parse().ok());
    let seed = seed.ok_or_else(|| {
        Failed::bad("the file shows no seed: the game is not over, or two people threw its dice")
    })?;
    let kept = text.split_inclusive('\n').take(BEFORE_LOG + steps as usize).map(str::len).sum::<usize>();
    let kept = kept.min(text.trim_end().len() - last.len());
    Ok((&text[..kept], Some(seed)))
}

fn record(
    title: &str,
    scenario: &str,
    set: RulesetId,
    players: [Seated; 2],
    seed: Option<String>,
) -> Outcome<Record> {
    let seat = |side: Side| -> Outcome<SeatRecord> {
        let player = players[side as usize];
        let token = match player.computer {
            None => Some(random::token().map_err(no_random)?),
            Some(_) => None,
        };
        Ok(SeatRecord { player: player.word(), token })
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
    let Listed { record, last_played, lines, standing, ending } = listed;
    let standing: Option<Standing> = standing.and_then(|text| serde_json::from_str(&text).ok());
    let commands = lines.saturating_sub(2 + u64::from(ending.is_some()));
    GameLine {
        is_owned_by_two: record.blue.player == SIGNING_PLAYER,
        blue: Seated::named(&record.blue.player).player,
        gray: Seated::named(&record.gray.player).player,
        game: record.game,
        title: record.title,
        scenario: record.scenario,
        ruleset: record.ruleset,
        started: record.started,
        last_played,
        commands: u32::try_from(commands).unwrap_or(u32::MAX),
        round: standing.as_ref().map(|standing| standing.round),
        rounds: standing.as_ref().map(|standing| standing.rounds),
        awaits: standing.filter(|_| ending.is_none()).map(|standing| standing.awaits).unwrap_or_default(),
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

pub(crate) fn no_random(error: getrandom::Error) -> Failed {
    tracing::error!(%error, "no random numbers from the system");
    Failed::busy("the system gives no random numbers; nothing was done")
}
