//! Battles on several threads, and back in their order.

use crate::report::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use longroll_ai::Appraisal;
use longroll_kit::{Settings, Setup};
use longroll_lab::{Arena, Row, Sums, is_enough};
use longroll_scenario::Scenario;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Without a terminal a line says this often how far the work is.
const EVERY: Duration = Duration::from_secs(10);

/// How many battles, and on how many threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub games: u64,
    /// Stop when all shares are known to so many per cent to each side.
    pub until: Option<f64>,
    pub jobs: usize,
}

/// The battles of one arena, and how long the new ones took, on one core.
#[derive(Debug, Default)]
pub(crate) struct Fought {
    pub rows: Vec<Row>,
    pub new: u64,
    pub time: Duration,
}

pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Fights the battles of an arena that are not known yet. They are handed out one by one and come back in their order, so that nothing
/// depends on the number of threads; `kept` is given each new one in that order.
pub(crate) fn fight_all(
    arena: &Arena,
    label: &str,
    wanted: Wanted,
    mut known: BTreeMap<u64, Row>,
    kept: &mut dyn FnMut(&Row) -> Result<(), Failure>,
) -> Result<Fought, Failure> {
    let missing: Vec<u64> = (0..wanted.games).filter(|number| !known.contains_key(number)).collect();
    let mut progress = Progress::new(label, wanted.games);
    let mut fought = Fought::default();
    let mut sums = Sums::default();
    let place = AtomicU64::new(0);
    let is_over = AtomicBool::new(false);
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        let (missing, place, is_over) = (&missing, &place, &is_over);
        for _ in 0..wanted.jobs.clamp(1, missing.len().max(1)) {
            let send = send.clone();
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let place = place.fetch_add(1, Ordering::Relaxed);
                    let Some(number) = usize::try_from(place).ok().and_then(|place| missing.get(place))
                    else {
                        break;
                    };
                    let clock = Instant::now();
                    let battle = arena.fight(*number);
                    if send.send((*number, battle, clock.elapsed())).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut all = || -> Result<(), Failure> {
            for number in 0..wanted.games {
                let row = match known.remove(&number) {
                    Some(row) => row,
                    None => {
                        let (row, time) = next(number, &receive, &mut early)?;
                        let row = row.map_err(|why| {
                            Failure::usage(format!("a battle under {label} broke off: {why}"))
                        })?;
                        kept(&row)?;
                        fought.new += 1;
                        fought.time += time;
                        row
                    }
                };
                sums.count(&row);
                fought.rows.push(row);
                progress.at(number + 1, &sums);
                if wanted.until.is_some_and(|until| is_enough(&sums, until)) {
                    break;
                }
            }
            Ok(())
        };
        let done = all();
        is_over.store(true, Ordering::Relaxed);
        done
    })?;
    progress.end();
    Ok(fought)
}

type Came = (u64, Result<Row, String>, Duration);

/// The battle with this number, when it has come.
fn next(
    number: u64,
    receive: &mpsc::Receiver<Came>,
    early: &mut BTreeMap<u64, (Result<Row, String>, Duration)>,
) -> Result<(Result<Row, String>, Duration), Failure> {
    loop {
        if let Some(battle) = early.remove(&number) {
            return Ok(battle);
        }
        let (other, battle, time) = receive.recv().map_err(|_| Failure::usage("a battle broke down"))?;
        early.insert(other, (battle, time));
    }
}

/// How far the work is: a bar on a terminal, and elsewhere a line now and then on standard error.
struct Progress {
    bar: ProgressBar,
    label: String,
    of: u64,
    began: Instant,
    said: Instant,
    is_seen: bool,
}

impl Progress {
    fn new(label: &str, of: u64) -> Progress {
        let now = Instant::now();
        let is_seen = std::io::stderr().is_terminal();
        Progress { bar: bar(label, of), label: label.to_owned(), of, began: now, said: now, is_seen }
    }

    fn at(&mut self, done: u64, sums: &Sums) {
        self.bar.set_position(done);
        if self.is_seen || self.said.elapsed() < EVERY {
            return;
        }
        self.said = Instant::now();
        let left = self.began.elapsed().as_secs() * (self.of - done) / done.max(1);
        let line = format!(
            "{}: {done} of {} battles, Union's score {:.1} % ± {:.1}, at most {left} s left\n",
            self.label,
            self.of,
            sums.score(),
            sums.widest()
        );
        // Nobody need listen.
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

fn bar(label: &str, of: u64) -> ProgressBar {
    let bar = ProgressBar::new(of).with_message(label.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg:12} {wide_bar} {pos} of {len}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// Any work by numbers on all cores, in the order of the numbers.
pub(crate) fn in_parallel<T: Send>(
    ruleset: &'static str,
    games: u64,
    fight: impl Fn(u64) -> Result<T, String> + Sync,
) -> Result<Vec<T>, Failure> {
    let bar = bar(ruleset, games);
    let next = AtomicU64::new(0);
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..cores() {
            let (send, next, bar, fight) = (send.clone(), &next, &bar, &fight);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let battle = fight(number);
                    bar.inc(1);
                    let _ = send.send((number, battle));
                }
            });
        }
        drop(send);
    });
    bar.finish_and_clear();
    let fought: BTreeMap<u64, Result<T, String>> = receive.iter().collect();
    fought
        .into_values()
        .collect::<Result<_, _>>()
        .map_err(|why| Failure::usage(format!("a battle under {ruleset} broke off: {why}")))
}

pub(crate) fn opened<R: Appraisal>(
    scenario: &Arc<Scenario>,
    settings: &Settings,
) -> Result<R::State, Failure> {
    let setup = Setup { scenario: scenario.clone(), settings: settings.clone() };
    let mut start = R::blank(&setup).map_err(Failure::usage)?;
    for event in R::open(&setup).map_err(Failure::usage)? {
        R::apply(&mut start, &event);
    }
    Ok(start)
}
