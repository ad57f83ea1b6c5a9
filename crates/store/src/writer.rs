//! The one thread that writes. Whatever has gathered while the store was busy goes into the next commit together.

use crate::{Addition, Fault, Record, SeatName, Whole};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// Jobs of one commit.
const MOST_AT_ONCE: usize = 256;

/// Where a batch is written.
pub(crate) trait Keeper: Send + 'static {
    /// Writes all of it in one transaction. Work that cannot be done leaves the rest alone; a failed commit fails all.
    fn commit(&mut self, batch: &[Job]) -> Vec<Result<(), Fault>>;
}

#[derive(Debug)]
pub(crate) struct Writer {
    /// Dropped first, so that the thread sees that no more jobs come.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) work: Work,
    done: Sender<Result<(), Fault>>,
}

#[derive(Debug)]
pub(crate) enum Work {
    Create(Box<Record>, Vec<String>),
    TakeIn(Box<Whole>),
    Append(Addition),
    SeatGuest {
        game: String,
        seat: SeatName,
        token: String,
        lines: Vec<String>,
    },
    Note {
        game: String,
        name: String,
        text: String,
    },
    Rename {
        game: String,
        title: String,
    },
    Remove {
        game: String,
    },
    /// This process plays the game from now on.
    Hold {
        game: String,
    },
    Release {
        game: String,
    },
    /// Nothing is written: is everything still as it was?
    LookAfter,
}

impl Writer {
    pub(crate) fn start(mut keeper: impl Keeper) -> Result<Writer, Fault> {
        let (sender, receiver) = channel();
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write(&mut keeper, &receiver))
            .map_err(|error| Fault::Disk(error.to_string()))?;
        Ok(Writer { jobs: Some(sender), thread: Some(thread) })
    }

    /// Waits until the work is kept.
    pub(crate) fn hand_over(&self, work: Work) -> Result<(), Fault> {
        let stopped = || Fault::Disk("the writer has stopped".to_owned());
        let (done, answer) = channel();
        let jobs = self.jobs.as_ref().ok_or_else(stopped)?;
        jobs.send(Job { work, done }).map_err(|_| stopped())?;
        answer.recv().map_err(|_| stopped())?
    }

    /// Does not wait.
    pub(crate) fn leave(&self, work: Work) {
        if let Some(jobs) = &self.jobs {
            // A writer that has stopped has nothing left to do.
            let _ = jobs.send(Job { work, done: channel().0 });
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A writer that panicked has nothing left to say.
            let _ = thread.join();
        }
    }
}

fn write(keeper: &mut impl Keeper, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        while batch.len() < MOST_AT_ONCE
            && let Ok(job) = jobs.try_recv()
        {
            batch.push(job);
        }
        let results = keeper.commit(&batch);
        for (job, result) in batch.into_iter().zip(results) {
            // Whoever has gone away does not want to know.
            let _ = job.done.send(result);
        }
    }
}
