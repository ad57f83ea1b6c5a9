//! Computers play while somebody has the game open.

use crate::hall::Hall;
use crate::room::{Deed, Room};
use crate::shares::{Asker, Kind};
use longroll_ai::Opponent;
use longroll_wire::{FailureKind, Pace};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Sees to it that somebody plays for the computers of this game.
pub(crate) fn wake(hall: &Arc<Hall>, room: &Arc<Room>) {
    if !room.driving.swap(true, Ordering::AcqRel) {
        tokio::spawn(drive(hall.clone(), room.clone()));
    }
}

async fn drive(hall: Arc<Hall>, room: Arc<Room>) {
    loop {
        play(&hall, &room).await;
        room.driving.store(false, Ordering::Release);
        // Somebody may have come in while this one was leaving.
        let wanted = room.is_open() && !room.is_broken();
        if !wanted || room.driving.swap(true, Ordering::AcqRel) {
            return;
        }
    }
}

/// Plays until nobody looks any more.
async fn play(hall: &Arc<Hall>, room: &Arc<Room>) {
    let mut changes = room.changes();
    loop {
        changes.mark_unchanged();
        if !room.is_open() || room.is_broken() {
            return;
        }
        let due = room.computer_due();
        let (Some((side, computer, version)), Some(pause)) = (due, pause(room.pace())) else {
            if changes.changed().await.is_err() {
                return;
            }
            continue;
        };
        if !pause.is_zero() {
            let moved_on = tokio::time::timeout(pause, until_version_or_pace(room, &mut changes, version));
            if moved_on.await.is_ok() {
                continue;
            }
        }
        let asker = Asker { address: Ipv4Addr::UNSPECIFIED.into(), game: room.game.clone(), client: 0 };
        let thinker = room.clone();
        // Who tries things out has a place of his own, so that others need not wait for him.
        let kind = if computer.opponent > Opponent::Captain { Kind::Ponder } else { Kind::Think };
        let thought = hall.shares.run(kind, &asker, move || thinker.think(side, version, computer)).await;
        let thought = match thought {
            Ok(thought) => thought,
            // With so much to do that a computer waits too long for its turn, it tries again.
            Err(failed) if failed.failure.kind == FailureKind::Busy => continue,
            Err(_) => return,
        };
        let Some((command, thought)) = thought else {
            // Either the table has changed meanwhile, or he is at a loss; the latter must not become a busy loop.
            if room.version() == version {
                tracing::error!(game = room.game, "the computer finds no order");
                room.set_pace(Pace::Paused);
            }
            continue;
        };
        let actor = room.clone();
        let act = move || actor.act(side, version, Deed::Decided(&command, &thought));
        match hall.shares.run(Kind::Play, &asker, act).await {
            Ok(_) => {}
            Err(failed) if failed.failure.kind == FailureKind::Stale => {}
            Err(failed) => {
                tracing::error!(game = room.game, "{}", failed.failure.text);
                room.set_pace(Pace::Paused);
            }
        }
    }
}

/// How long a computer waits before its next command; nothing when it is not to play.
fn pause(pace: Pace) -> Option<Duration> {
    match pace {
        Pace::Paused => None,
        Pace::Slow => Some(Duration::from_millis(1500)),
        Pace::Steady => Some(Duration::from_millis(600)),
        Pace::Quick => Some(Duration::from_millis(150)),
        Pace::Full => Some(Duration::ZERO),
    }
}

/// Returns when the wait has lost its reason: the table changed, the pace did, or nobody looks any more.
async fn until_version_or_pace(
    room: &Arc<Room>,
    changes: &mut tokio::sync::watch::Receiver<u64>,
    version: u32,
) {
    let pace = room.pace();
    loop {
        if changes.changed().await.is_err() || room.pace() != pace || !room.is_open() {
            return;
        }
        if room.version() != version || room.is_broken() {
            return;
        }
    }
}
