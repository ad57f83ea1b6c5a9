//! Fair shares of the processor. Work that takes a while waits in one line: play before curiosity, and within that whoever has
//! had least of late, first by address, then by game, then by client.

use crate::failure::{Failed, Outcome};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// What kind of work it is, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// Commands, and what a player must know to give the next one.
    Play,
    /// A computer ponders its next command.
    Think,
    /// Previews, odds, films: a fraction of a second each.
    Look,
    /// Games read from disk or played back: it may take seconds.
    Long,
    /// Generals and advice: seconds, in places of their own.
    Ponder,
    /// What a whole battle was like: minutes, when nobody else waits.
    Analyse,
}

impl Kind {
    const ALL: [Kind; 6] = [Kind::Play, Kind::Think, Kind::Look, Kind::Long, Kind::Ponder, Kind::Analyse];

    /// How long work of this kind waits for its turn before it is given up.
    fn patience(self) -> Duration {
        Duration::from_secs(match self {
            Kind::Play | Kind::Think => 30,
            Kind::Look => 5,
            Kind::Long => 20,
            Kind::Ponder => 120,
            Kind::Analyse => 3_600,
        })
    }
}

/// On whose behalf something is done.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Asker {
    pub address: IpAddr,
    /// Empty when it concerns no game.
    pub game: String,
    pub client: u64,
}

/// How much is done at once, and how much may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    play: usize,
    think: usize,
    /// Curiosity of both kinds together.
    look: usize,
    ponder: usize,
    waiting: usize,
    waiting_of_an_address: usize,
    waiting_of_a_client: usize,
}

impl Sizes {
    /// One core is left for those who play. Play itself mostly waits for the disk.
    pub(crate) fn of_this_machine() -> Sizes {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let spare = cores.saturating_sub(1).max(1);
        Sizes {
            play: 4 * cores.max(2),
            think: spare,
            look: spare.max(2),
            ponder: spare.div_ceil(2),
            waiting: 2_000,
            waiting_of_an_address: 600,
            waiting_of_a_client: 32,
        }
    }
}

/// The line, and who is being served.
#[derive(Debug)]
pub(crate) struct Shares {
    sizes: Sizes,
    line: Mutex<Line>,
}

#[derive(Debug, Default)]
struct Line {
    waiting: Vec<Waiting>,
    running: [usize; Kind::ALL.len()],
    /// What each had of late. Halved every so often, so that old debts are forgotten.
    had: BTreeMap<Account, Duration>,
    halved: Option<Instant>,
}

struct Waiting {
    kind: Kind,
    asker: Asker,
    until: Instant,
    is_wanted: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Waiting")
            .field("kind", &self.kind)
            .field("asker", &self.asker)
            .finish_non_exhaustive()
    }
}

/// Whose use of the processor is counted: an address, a game asked for from it, a client of that.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Account(IpAddr, Option<String>, Option<u64>);

/// After so long half of what somebody had is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(2);
/// Counted when work begins, so that several who start together are told apart.
const ADVANCE: Duration = Duration::from_micros(100);

thread_local! {
    static WANTED: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does anybody still wait for what this thread is working out? Long work looks here now and then.
pub(crate) fn is_still_wanted() -> bool {
    WANTED.with_borrow(|wanted| wanted.as_ref().is_none_or(|wanted| wanted.load(Ordering::Relaxed)))
}

/// Dropped with the future of whoever asked.
struct Interest(Arc<AtomicBool>);

impl Drop for Interest {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl Shares {
    pub(crate) fn new(sizes: Sizes) -> Arc<Shares> {
        Arc::new(Shares { sizes, line: Mutex::default() })
    }

    /// Does the work when its turn has come. Given up when nobody waits for it any more.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Shares>,
        kind: Kind,
        asker: &Asker,
        work: impl FnOnce() -> Outcome<T> + Send + 'static,
    ) -> Outcome<T> {
        let (answer, answered) = oneshot::channel();
        let is_wanted = Arc::new(AtomicBool::new(true));
        let _interest = Interest(is_wanted.clone());
        let work = Box::new(move || {
            let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Failed::out_of_order()));
            // Whoever has gone does not want to know.
            let _ = answer.send(done);
        });
        let until = Instant::now() + kind.patience();
        self.line().join(self.sizes, Waiting { kind, asker: asker.clone(), until, is_wanted, work })?;
        self.serve();
        answered.await.unwrap_or_else(|_| Err(too_much()))
    }

    /// Does somebody play just now, or a computer against him?
    pub(crate) fn is_played(&self) -> bool {
        let line = self.line();
        let is_play = |kind: Kind| matches!(kind, Kind::Play | Kind::Think | Kind::Look | Kind::Ponder);
        let runs = Kind::ALL.into_iter().any(|kind| is_play(kind) && line.running[kind as usize] > 0);
        runs || line.waiting.iter().any(|job| is_play(job.kind))
    }

    /// Pieces of work that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.line().waiting.len()
    }

    /// Is anything being done, or about to be, that somebody waits for?
    pub(crate) fn is_busy(&self) -> bool {
        let line = self.line();
        let is_play = |kind: &Kind| matches!(kind, Kind::Play | Kind::Look | Kind::Long);
        Kind::ALL.iter().filter(|kind| is_play(kind)).any(|kind| line.running[*kind as usize] > 0)
            || line.waiting.iter().any(|job| is_play(&job.kind))
    }

    /// Starts all whose turn it is.
    fn serve(self: &Arc<Shares>) {
        let mut line = self.line();
        while let Some(next) = line.next(self.sizes, Instant::now()) {
            let shares = self.clone();
            tokio::task::spawn_blocking(move || shares.work(next));
        }
    }

    fn work(self: Arc<Shares>, job: Waiting) {
        let began = Instant::now();
        WANTED.set(Some(job.is_wanted));
        (job.work)();
        WANTED.set(None);
        {
            let mut line = self.line();
            line.running[job.kind as usize] -= 1;
            line.charge(&job.asker, began.elapsed());
        }
        self.serve();
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    fn join(&mut self, sizes: Sizes, newcomer: Waiting) -> Outcome<()> {
        self.waiting.retain(|job| job.is_wanted.load(Ordering::Relaxed));
        let of_address = self.waiting.iter().filter(|job| job.asker.address == newcomer.asker.address);
        let (of_address, of_client) = of_address.fold((0, 0), |(address, client), job| {
            (address + 1, client + usize::from(job.asker.client == newcomer.asker.client))
        });
        let is_full = self.waiting.len() >= sizes.waiting
            || of_address >= sizes.waiting_of_an_address
            || of_client >= sizes.waiting_of_a_client;
        if is_full {
            return Err(too_much());
        }
        self.waiting.push(newcomer);
        Ok(())
    }

    /// Takes out of the line whoever is next, if there is room for him.
    fn next(&mut self, sizes: Sizes, now: Instant) -> Option<Waiting> {
        self.forget(now);
        self.waiting.retain(|job| job.until > now && job.is_wanted.load(Ordering::Relaxed));
        let [play, think, look, long, ponder, analyse] = self.running;
        let has_room = |kind: Kind| match kind {
            Kind::Play => play < sizes.play,
            Kind::Think => think < sizes.think,
            Kind::Ponder => ponder < sizes.ponder,
            Kind::Analyse => analyse == 0,
            Kind::Look => look + long < sizes.look,
            // One place is always left for what takes only a moment.
            Kind::Long => look + long < sizes.look && long + 1 < sizes.look,
        };
        let candidates = self.waiting.iter().enumerate().filter(|(_, job)| has_room(job.kind));
        let (place, _) = candidates.min_by_key(|(place, job)| {
            let had = accounts(&job.asker).map(|account| self.had.get(&account).copied().unwrap_or_default());
            (job.kind, had, *place)
        })?;
        let next = self.waiting.remove(place);
        self.running[next.kind as usize] += 1;
        self.charge(&next.asker, ADVANCE);
        Some(next)
    }

    fn charge(&mut self, asker: &Asker, time: Duration) {
        for account in accounts(asker) {
            *self.had.entry(account).or_default() += time;
        }
    }

    fn forget(&mut self, now: Instant) {
        let halved = *self.halved.get_or_insert(now);
        if now.saturating_duration_since(halved) >= HALF_LIFE {
            self.halved = Some(now);
            self.had.values_mut().for_each(|had| *had /= 2);
            self.had.retain(|_, had| *had >= ADVANCE);
        }
    }
}

fn accounts(asker: &Asker) -> [Account; 3] {
    let Asker { address, game, client } = asker;
    [
        Account(*address, None, None),
        Account(*address, Some(game.clone()), None),
        Account(*address, Some(game.clone()), Some(*client)),
    ]
}

fn too_much() -> Failed {
    Failed::busy("the server has too much to do; ask again in a moment")
}

#[cfg(test)]
#[path = "shares_tests.rs"]
mod tests;
