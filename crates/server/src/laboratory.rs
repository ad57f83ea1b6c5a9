//! Many battles in the background. They are fought one at a time when nobody else waits, and stay in memory only.

use crate::doors::Guest;
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::hall::{Hall, ruleset, shortened};
use crate::http::json_of;
use crate::shares::{Asker, Kind};
use crate::{random, sheets};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use longroll_ai::{Computer, Opponent};
use longroll_kit::{Settings, Side};
use longroll_lab::{
    Arena, Head, Kept, Plan, Row, Share, Sums, battles_csv, battles_for, choose, html, is_enough,
    kept_battle, turns_csv, units_csv,
};
use longroll_wire::{Experiment, ExperimentLine, ExperimentState, NewExperiment, Player, ShareView};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Battles of one experiment under one ruleset, and of all experiments that are kept: a battle takes some ten thousand bytes.
const MOST_GAMES: u32 = 1_000;
const MOST_BATTLES: usize = 20_000;
const MOST_EXPERIMENTS: usize = 32;
/// Experiments under way: all together, and of one address.
const MOST_RUNNING: usize = 6;
const MOST_RUNNING_OF_AN_ADDRESS: usize = 2;
/// While somebody plays, the next battle waits so long, and no more than so many times.
const COURTESY: Duration = Duration::from_millis(40);
const MOST_COURTESY: usize = 50;

/// All experiments, by their names.
#[derive(Debug, Default)]
pub(crate) struct Laboratory(Mutex<BTreeMap<String, Arc<Held>>>);

/// One experiment.
#[derive(Debug)]
struct Held {
    asker: Asker,
    asked: NewExperiment,
    title: String,
    /// Which came first.
    number: usize,
    arenas: Vec<Arc<Arena>>,
    now: Mutex<Now>,
}

#[derive(Debug)]
struct Now {
    state: ExperimentState,
    trouble: Option<String>,
    /// The battles under each ruleset, in the order of their seeds.
    rows: Vec<Vec<Row>>,
    sums: Vec<Sums>,
}

type Body = Result<Bytes, axum::extract::rejection::BytesRejection>;

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/api/lab", post(begin))
        .route("/api/lab/{experiment}", get(look).delete(end))
        .route("/api/lab/{experiment}/{file}", get(file))
}

async fn begin(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    headers: HeaderMap,
    body: Body,
) -> Outcome<(StatusCode, Json<Experiment>)> {
    let new: NewExperiment = json_of(&headers, body)?;
    let asker = guest.asking_for("");
    let (opener, by) = (hall.clone(), asker.clone());
    let (name, held) = hall.shares.run(Kind::Look, &asker, move || opener.begin_experiment(by, new)).await?;
    let now = held.shown(&name);
    tokio::spawn(fight_on(hall, held));
    Ok((StatusCode::CREATED, Json(now)))
}

async fn look(State(hall): State<Arc<Hall>>, Path(name): Path<String>) -> Outcome<Json<Experiment>> {
    Ok(Json(hall.laboratory.find(&name)?.shown(&name)))
}

/// Stops an experiment that is under way; forgets one that is not.
async fn end(State(hall): State<Arc<Hall>>, Path(name): Path<String>) -> Outcome<StatusCode> {
    let held = hall.laboratory.find(&name)?;
    let mut now = held.lock();
    if now.state == ExperimentState::Running {
        now.state = ExperimentState::Stopped;
    } else {
        drop(now);
        hall.laboratory.lock().remove(&name);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// `report.html`, the tables beside it, and the battles worth a look.
async fn file(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path((name, file)): Path<(String, String)>,
) -> Outcome<Response> {
    let held = hall.laboratory.find(&name)?;
    let work = move || held.file(&file).map(|text| (file, text));
    let (file, text) = hall.shares.run(Kind::Long, &guest.asking_for(""), work).await?;
    if file == "report.html" {
        return Ok(sheets::answer(text));
    }
    let kind =
        if file.ends_with(".csv") { "text/csv; charset=utf-8" } else { "application/jsonl; charset=utf-8" };
    let shown = HeaderValue::from_str(&format!("attachment; filename=\"{file}\""))
        .unwrap_or(HeaderValue::from_static("attachment"));
    Ok(([(CONTENT_TYPE, HeaderValue::from_static(kind)), (CONTENT_DISPOSITION, shown)], text).into_response())
}

/// One battle after the other, under each ruleset in turn, until all is known, somebody stops it or it breaks down.
async fn fight_on(hall: Arc<Hall>, held: Arc<Held>) {
    while let Some((place, number)) = held.next() {
        // A server that is stopped finishes no experiment.
        if hall.closing.has_begun() {
            return;
        }
        for _ in 0..MOST_COURTESY {
            if !hall.shares.is_played() {
                break;
            }
            tokio::time::sleep(COURTESY).await;
        }
        let arena = held.arenas[place].clone();
        let fight = move || Ok(guarded(|| arena.fight(number)));
        match hall.shares.run(Kind::Analyse, &held.asker, fight).await {
            Ok(Some(Ok(row))) => held.keep(place, row),
            Ok(Some(Err(why))) => held.broken(why),
            Ok(None) => held.broken("a battle ran into an error of the program".to_owned()),
            Err(failed) => held.broken(failed.failure.text),
        }
    }
}

impl Laboratory {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Held>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, name: &str) -> Outcome<Arc<Held>> {
        let gone =
            || Failed::not_found("there is no such experiment; the server keeps them until it is stopped");
        self.lock().get(name).cloned().ok_or_else(gone)
    }

    /// Makes room for one more by forgetting the oldest that are not under way.
    fn put(&self, name: String, mut held: Held, battles: usize) -> Outcome<Arc<Held>> {
        let mut all = self.lock();
        let running = |all: &BTreeMap<String, Arc<Held>>, of: Option<&Asker>| {
            let is_meant = |held: &&Arc<Held>| {
                held.is_running() && of.is_none_or(|asker| asker.address == held.asker.address)
            };
            all.values().filter(is_meant).count()
        };
        if running(&all, Some(&held.asker)) >= MOST_RUNNING_OF_AN_ADDRESS {
            return Err(Failed::busy(
                "two experiments of yours are under way; wait for one of them or stop it",
            ));
        }
        if running(&all, None) >= MOST_RUNNING {
            return Err(Failed::busy(
                "as many experiments are under way as this server takes; try again later",
            ));
        }
        let planned =
            |all: &BTreeMap<String, Arc<Held>>| all.values().map(|held| held.planned()).sum::<usize>();
        while all.len() >= MOST_EXPERIMENTS || planned(&all) + battles > MOST_BATTLES {
            let oldest =
                all.iter().filter(|(_, held)| !held.is_running()).min_by_key(|(_, held)| held.number);
            let Some(oldest) = oldest.map(|(name, _)| name.clone()) else {
                return Err(Failed::busy(
                    "the laboratory is full; stop an experiment or ask for fewer battles",
                ));
            };
            all.remove(&oldest);
        }
        held.number = all.values().map(|held| held.number + 1).max().unwrap_or(0);
        let held = Arc::new(held);
        all.insert(name, held.clone());
        Ok(held)
    }
}

impl Hall {
    fn begin_experiment(&self, asker: Asker, asked: NewExperiment) -> Outcome<(String, Arc<Held>)> {
        if !(1..=MOST_GAMES).contains(&asked.games) {
            return Err(Failed::bad(format!(
                "the number of battles is from 1 to {MOST_GAMES}; longroll sim fights more"
            )));
        }
        if asked.until.is_some_and(|until| !(1..=500).contains(&until)) {
            return Err(Failed::bad("the shares are known to 1 to 500 thousandths"));
        }
        let battle = self.battle(&asked.scenario)?;
        let mut sets = Vec::new();
        for named in &asked.rulesets {
            let set = ruleset(named)?;
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        if sets.is_empty() {
            return Err(Failed::bad("choose a ruleset"));
        }
        if let Some(named) = asked.options.keys().find(|named| !sets.iter().any(|set| set.id() == *named)) {
            return Err(Failed::bad(format!(
                "options are set for {:?}, which is not fought by",
                shortened(named)
            )));
        }
        let opponents = [computer(asked.blue)?, computer(asked.gray)?];
        let mut arenas = Vec::new();
        for set in &sets {
            let chosen = asked.options.get(set.id()).into_iter().flatten();
            let pairs = chosen.map(|(option, choice)| (option.as_str(), choice.as_str()));
            let settings = Settings::read(set.registry(), pairs)
                .map_err(|error| Failed::bad(shortened(&error.to_string())))?;
            let plan = Plan {
                ruleset: *set,
                battle: battle.clone(),
                settings,
                opponents,
                first_seed: asked.seed.into(),
                mirrored: false,
                counts_rules: true,
            };
            let arena = guarded(|| Arena::new(plan)).ok_or_else(Failed::out_of_order)?;
            arenas.push(Arc::new(arena.map_err(|why| Failed::bad(shortened(&why)))?));
        }
        let name = random::game_name().map_err(|_| Failed::busy("this machine gives no random numbers"))?;
        let battles = asked.games as usize * arenas.len();
        let now = Now {
            state: ExperimentState::Running,
            trouble: None,
            rows: vec![Vec::new(); arenas.len()],
            sums: vec![Sums::default(); arenas.len()],
        };
        let title = battle.scenario().title.clone();
        let held = Held { asker, asked, title, number: 0, arenas, now: Mutex::new(now) };
        let held = self.laboratory.put(name.clone(), held, battles)?;
        Ok((name, held))
    }
}

/// Generals think for minutes over a battle: too long for a server that others play on.
fn computer(player: Player) -> Outcome<Computer> {
    let opponent = match player {
        Player::Random => Opponent::Random,
        Player::Recruit => Opponent::Recruit,
        Player::Captain => Opponent::Captain,
        _ => {
            return Err(Failed::bad(
                "here recruits and captains lead; longroll sim lets generals fight as well",
            ));
        }
    };
    Ok(opponent.into())
}

impl Held {
    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_running(&self) -> bool {
        self.lock().state == ExperimentState::Running
    }

    /// Battles that are kept or will be.
    fn planned(&self) -> usize {
        let now = self.lock();
        if now.state == ExperimentState::Running {
            return self.asked.games as usize * self.arenas.len();
        }
        now.rows.iter().map(Vec::len).sum()
    }

    fn is_done(&self, sums: &Sums) -> bool {
        let until = self.asked.until.map(|until| f64::from(until) / 10.0);
        sums.games >= u64::from(self.asked.games) || until.is_some_and(|until| is_enough(sums, until))
    }

    /// The ruleset that has fewest battles, and the number of its next one.
    fn next(&self) -> Option<(usize, u64)> {
        let mut now = self.lock();
        if now.state != ExperimentState::Running {
            return None;
        }
        let open = now.sums.iter().enumerate().filter(|(_, sums)| !self.is_done(sums));
        let next = open.min_by_key(|(_, sums)| sums.games).map(|(place, sums)| (place, sums.games));
        if next.is_none() {
            now.state = ExperimentState::Done;
        }
        next
    }

    fn keep(&self, place: usize, row: Row) {
        let mut now = self.lock();
        now.sums[place].count(&row);
        now.rows[place].push(row);
    }

    fn broken(&self, why: String) {
        let mut now = self.lock();
        now.state = ExperimentState::Broken;
        now.trouble = Some(why);
    }

    fn shown(&self, name: &str) -> Experiment {
        let now = self.lock();
        let lines = self.arenas.iter().zip(&now.sums).map(|(arena, sums)| {
            let share = |count| share(count, sums.games);
            let needed = [sums.won[0], sums.won[1], sums.draws];
            let needed = needed.map(|count| battles_for(count, sums.games, 2.0)).into_iter().max();
            let set = arena.plan().ruleset;
            ExperimentLine {
                ruleset: set.id().to_owned(),
                name: set.name().to_owned(),
                games: sums.games as u32,
                is_done: self.is_done(sums),
                blue: share(sums.won[0]),
                gray: share(sums.won[1]),
                draws: share(sums.draws),
                blue_lost: (sums.lost_percent(Side::Blue) * 10.0).round() as u32,
                gray_lost: (sums.lost_percent(Side::Gray) * 10.0).round() as u32,
                turns: (sums.turns.mean() * 10.0).round() as u32,
                games_for_two_percent: needed.and_then(|needed| needed.try_into().ok()).unwrap_or(u32::MAX),
            }
        });
        Experiment {
            experiment: name.to_owned(),
            asked: self.asked.clone(),
            title: self.title.clone(),
            state: now.state,
            trouble: now.trouble.clone(),
            lines: lines.collect(),
        }
    }

    /// One file of the report on the battles so far.
    fn file(&self, file: &str) -> Outcome<String> {
        let rows = self.lock().rows.clone();
        let all = || rows.iter().flatten().cloned().collect::<Vec<Row>>();
        match file {
            "report.html" => Ok(self.report(&rows)),
            "battles.csv" => Ok(battles_csv(&all())),
            "units.csv" => Ok(units_csv(&all())),
            "turns.csv" => Ok(turns_csv(&all())),
            _ => self.battle(&rows, file),
        }
    }

    fn kept(&self, rows: &[Vec<Row>]) -> Vec<Kept> {
        let mut kept = Vec::new();
        for (arena, rows) in self.arenas.iter().zip(rows) {
            let ruleset = arena.plan().ruleset;
            for chosen in choose(rows) {
                let file = format!("{ruleset}-{}.jsonl", chosen.name);
                kept.push(Kept { ruleset, name: chosen.name, why: chosen.why, seed: chosen.seed, file });
            }
        }
        kept
    }

    fn report(&self, rows: &[Vec<Row>]) -> String {
        let Some(plan) = self.arenas.first().map(|arena| arena.plan()) else { return String::new() };
        let [blue, gray] = plan.opponents.map(|computer| computer.to_string());
        let sets: Vec<String> =
            self.arenas.iter().map(|arena| format!("--ruleset {}", arena.plan().ruleset)).collect();
        let command = format!(
            "longroll sim {} {} --games {} --seed {} --blue {blue} --gray {gray} --report FOLDER",
            self.asked.scenario,
            sets.join(" "),
            self.asked.games,
            self.asked.seed
        );
        let head = Head {
            name: &self.asked.scenario,
            scenario: plan.battle.scenario(),
            opponents: [blue, gray],
            first_seed: plan.first_seed,
            mirrored: false,
            command,
        };
        let fought: Vec<_> = self
            .arenas
            .iter()
            .zip(rows)
            .map(|(arena, rows)| (arena.plan().ruleset, rows.as_slice()))
            .collect();
        html(&head, &fought, &self.kept(rows))
    }

    /// The game file of a battle worth a look.
    fn battle(&self, rows: &[Vec<Row>], file: &str) -> Outcome<String> {
        let gone = || Failed::not_found("there is no such file of this experiment");
        let kept = self.kept(rows).into_iter().find(|kept| kept.file == file).ok_or_else(gone)?;
        let arena = self.arenas.iter().find(|arena| arena.plan().ruleset == kept.ruleset).ok_or_else(gone)?;
        guarded(|| kept_battle(arena.plan(), kept.seed))
            .ok_or_else(Failed::out_of_order)?
            .map_err(|why| Failed::bad(shortened(&why)))
    }
}

fn share(count: u64, games: u64) -> ShareView {
    let share = Share::of(count, games);
    let thousandths = |percent: f64| (percent * 10.0).round() as u32;
    ShareView {
        count: count as u32,
        share: thousandths(share.percent),
        low: thousandths(share.low_percent),
        high: thousandths(share.high_percent),
    }
}
