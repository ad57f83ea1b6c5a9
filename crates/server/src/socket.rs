//! One browser at one game.

use crate::computer;
use crate::doors::{Allowance, Pass};
use crate::failure::{Failed, Outcome};
use crate::hall::{Hall, KILOBYTE};
use crate::metrics::{Wish, WishOutcome};
use crate::preview::Patience;
use crate::room::{Deed, Room, Signing};
use crate::shares::{Asker, Kind};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use longroll_kit::{Seat, Side};
use longroll_wire::{Answer, Ask, FailureKind, FromServer, PassFor, Request, Signature};
use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, watch};

/// A browser that takes longer than this to take a message is given up.
const PATIENCE: Duration = Duration::from_secs(20);
/// A sign of life is asked for this often.
const HEARTBEAT: Duration = Duration::from_secs(25);
/// Requests that cannot be read before the socket is closed.
const MOST_BAD: u32 = 20;
/// Messages taken in while an answer is worked out; whoever sends more waits.
const MOST_WAITING: usize = 64;
/// Answers up to this size need no leave to be under way.
const SMALL_ANSWER: usize = 64 * KILOBYTE;
/// The other player's browser must give its number for the dice within this time. It does so by itself.
const WITNESS_PATIENCE: Duration = Duration::from_secs(15);
/// Rest before news is tried again when the server had too much to do.
const REST: Duration = Duration::from_millis(250);

/// Talks until one of the two goes away. The caller has counted the socket in the room.
pub(crate) async fn talk(
    socket: WebSocket,
    hall: Arc<Hall>,
    room: Arc<Room>,
    seat: Seat,
    asker: Asker,
    pass: Pass,
) {
    let limits = hall.config.limits;
    let mut talk = Talk {
        changes: room.changes(),
        allowance: Allowance::new(limits.requests_a_second, 1, limits.requests_at_once),
        socket,
        hall,
        room,
        seat,
        asker,
        told: None,
        bad: 0,
        inbox: VecDeque::new(),
        heard: Instant::now(),
    };
    // However it ends, the browser is gone: there is nobody left to tell.
    let _ = talk.go_on().await;
    talk.room.go(talk.seat);
    drop(pass);
}

struct Talk {
    socket: WebSocket,
    hall: Arc<Hall>,
    room: Arc<Room>,
    seat: Seat,
    changes: watch::Receiver<u64>,
    allowance: Allowance,
    /// The version whose log the browser has.
    told: Option<u32>,
    bad: u32,
    asker: Asker,
    /// What came while an answer was worked out.
    inbox: VecDeque<Message>,
    /// When the last sign of life came.
    heard: Instant,
}

/// The browser is gone.
struct Gone;

impl Talk {
    async fn go_on(&mut self) -> Result<(), Gone> {
        computer::wake(&self.hall, &self.room);
        self.greet().await?;
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.tick().await;
        let closing = self.hall.closing.clone();
        loop {
            if let Some(message) = self.inbox.pop_front() {
                self.take(message).await?;
            }
            tokio::select! {
                message = self.socket.recv(), if self.inbox.is_empty() => match message {
                    Some(Ok(message)) => self.take(message).await?,
                    Some(Err(_)) | None => return Err(Gone),
                },
                changed = self.changes.changed() => match changed {
                    Ok(()) => self.tell_news().await?,
                    Err(_) => return Err(Gone),
                },
                () = closing.closed() => return self.say_goodbye().await,
                _ = heartbeat.tick() => {
                    if self.heard.elapsed() > self.hall.config.limits.silence {
                        return Err(Gone);
                    }
                    self.send(Message::Ping(Vec::new().into())).await?;
                }
                () = std::future::ready(()), if !self.inbox.is_empty() => {}
            }
        }
    }

    /// The server stops: the browser is to come again, to whichever server is there then.
    async fn say_goodbye(&mut self) -> Result<(), Gone> {
        const GOING_AWAY: u16 = 1001;
        let frame = CloseFrame { code: GOING_AWAY, reason: "the server is stopping".into() };
        self.send(Message::Close(Some(frame))).await?;
        Err(Gone)
    }

    async fn take(&mut self, message: Message) -> Result<(), Gone> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => self.hear(&text).await,
            Message::Binary(_) => self.unreadable("send text, not bytes").await,
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err(Gone),
        }
    }

    /// Has something worked out, and gives it up when the browser goes away meanwhile.
    async fn work<T: Send + 'static>(
        &mut self,
        kind: Kind,
        work: impl FnOnce() -> Outcome<T> + Send + 'static,
    ) -> Result<Outcome<T>, Gone> {
        let (shares, asker) = (self.hall.shares.clone(), self.asker.clone());
        self.wait_for(shares.run(kind, &asker, work)).await
    }

    /// Waits for something while messages gather; gives it up when the browser goes away.
    async fn wait_for<T>(&mut self, something: impl Future<Output = T>) -> Result<T, Gone> {
        let mut something = pin!(something);
        loop {
            if self.inbox.len() >= MOST_WAITING {
                return Ok(something.await);
            }
            tokio::select! {
                biased;
                done = &mut something => return Ok(done),
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                    Some(Ok(message)) => self.inbox.push_back(message),
                },
            }
        }
    }

    async fn greet(&mut self) -> Result<(), Gone> {
        let hello = self.room.hello(self.seat);
        self.say(&FromServer::Hello(Box::new(hello))).await?;
        self.told = None;
        self.tell_news().await
    }

    /// Sends the news with the part of the log that the browser does not have.
    async fn tell_news(&mut self) -> Result<(), Gone> {
        self.changes.mark_unchanged();
        let (room, seat, told) = (self.room.clone(), self.seat, self.told);
        let kind = if seat == Seat::Spectator { Kind::Look } else { Kind::Play };
        match self.work(kind, move || room.news(seat, told)).await? {
            Ok((version, text)) => {
                self.told = Some(version);
                self.send(Message::Text(text)).await
            }
            Err(failed) if failed.failure.kind == FailureKind::Busy => {
                tokio::time::sleep(REST).await;
                self.changes.mark_changed();
                Ok(())
            }
            Err(failed) => {
                self.say(&FromServer::Failed { id: None, error: failed.failure }).await?;
                Err(Gone)
            }
        }
    }

    async fn hear(&mut self, text: &Utf8Bytes) -> Result<(), Gone> {
        let request: Request = match serde_json::from_str(text.as_str()) {
            Ok(request) => request,
            Err(error) => return self.unreadable(&error.to_string()).await,
        };
        let id = request.id;
        let what = match request.ask {
            Ask::Command { .. } | Ask::LetPass { .. } | Ask::Undo { .. } => Wish::Act,
            _ => Wish::Look,
        };
        let began = Instant::now();
        let answer = if self.allowance.take(Instant::now()) {
            self.meet(request.ask).await?
        } else {
            Err(Failed::busy("that was too much at once; wait a second"))
        };
        let outcome = if answer.is_ok() { WishOutcome::Done } else { WishOutcome::Refused };
        self.hall.metrics.met(what, outcome, began.elapsed());
        match answer {
            Ok(answer) => self.say(&FromServer::Answer { id, answer: Box::new(answer) }).await,
            Err(failed) => {
                if failed.failure.kind == FailureKind::Stale {
                    self.tell_news().await?;
                }
                self.say(&FromServer::Failed { id: Some(id), error: failed.failure }).await
            }
        }
    }

    async fn unreadable(&mut self, why: &str) -> Result<(), Gone> {
        self.bad += 1;
        let why: String = why.chars().take(200).collect();
        let failed = Failed::bad(format!("this request cannot be read: {why}"));
        self.say(&FromServer::Failed { id: None, error: failed.failure }).await?;
        if self.bad >= MOST_BAD { Err(Gone) } else { Ok(()) }
    }

    async fn meet(&mut self, ask: Ask) -> Result<Outcome<Answer>, Gone> {
        let (room, seat) = (self.room.clone(), self.seat);
        let paths = self.hall.config.limits.odds_paths;
        let answer = match ask {
            Ask::Resync { version } => {
                self.told = Some(version);
                self.tell_news().await?;
                Ok(Answer::Done { version: self.told.unwrap_or(0) })
            }
            Ask::Pace { pace } if room.may_set_pace(seat) => {
                room.set_pace(pace);
                Ok(Answer::Done { version: room.version() })
            }
            Ask::Pace { .. } => Err(Failed::forbidden("only a player may say how fast the computer plays")),
            Ask::Sit { token } => return self.sit(token).await,
            Ask::Command { version, command, signed, .. } if room.is_signed() => {
                return self.signed(version, Given::Command(command), signed).await;
            }
            Ask::LetPass { version, pass_for, signed, .. } if room.is_signed() => {
                return self.signed(version, Given::LetPass(pass_for), signed).await;
            }
            Ask::Undo { version, signed } if room.is_signed() => {
                return self.signed(version, Given::Undo, signed).await;
            }
            ask => self.work(kind(&ask, seat), move || answer(&room, seat, ask, paths)).await?,
        };
        Ok(answer)
    }

    /// A signed command. If it throws dice, the other player's browser is asked for its number; the command is fixed by then.
    async fn signed(
        &mut self,
        version: u32,
        given: Given,
        signed: Option<Signature>,
    ) -> Result<Outcome<Answer>, Gone> {
        let (room, given) = (self.room.clone(), Arc::new(given));
        let Some(by) = self.seat.side() else {
            return Ok(Err(Failed::forbidden("spectators may look and measure, but not play")));
        };
        let Some(signed) = signed else {
            return Ok(Err(Failed::forbidden(
                "in this game orders are signed by the browser of their player",
            )));
        };
        let (begun, what, under) = (room.clone(), given.clone(), signed.clone());
        let waits = match self.work(Kind::Play, move || begun.begin(by, version, what.deed(), &under)).await?
        {
            Err(failed) => return Ok(Err(failed)),
            Ok(Signing::Done(version)) => return Ok(Ok(Answer::Done { version })),
            Ok(Signing::Waits(waits)) => waits,
        };
        // Whatever happens to this browser meanwhile, others may throw again afterwards.
        let thrown = Thrown(room.clone());
        let answer = self.wait_for(tokio::time::timeout(WITNESS_PATIENCE, waits)).await?;
        let done = match answer {
            Ok(Ok(Ok(witness))) => {
                self.work(Kind::Play, move || room.finish(by, version, given.deed(), &signed, witness))
                    .await?
            }
            Ok(Ok(Err(failed))) => Err(failed),
            // He has gone.
            Ok(Err(_)) => {
                self.work(Kind::Play, move || room.finish_alone(by, version, given.deed(), &signed)).await?
            }
            Err(_) => Err(Failed::busy(
                "the other player's browser gives no number for the dice; give the same order again",
            )),
        };
        drop(thrown);
        Ok(done.map(|version| Answer::Done { version }))
    }

    /// Another seat of the same game on this socket.
    async fn sit(&mut self, token: String) -> Result<Outcome<Answer>, Gone> {
        let (hall, game) = (self.hall.clone(), self.room.game.clone());
        let seat = match self.work(Kind::Play, move || hall.seat(&game, &token)).await? {
            Ok(seat) => seat,
            Err(failed) => return Ok(Err(failed)),
        };
        self.room.go(self.seat);
        self.seat = seat;
        // One has just gone, so there is room for one.
        let _ = self.room.come(seat, u32::MAX);
        self.greet().await?;
        Ok(Ok(Answer::Done { version: self.told.unwrap_or(0) }))
    }

    async fn say(&mut self, message: &FromServer) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_| Gone)?;
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        let bytes = if let Message::Text(text) = &message { text.len() } else { 0 };
        let leave = self.leave_to_send(bytes).await?;
        let sent = tokio::time::timeout(PATIENCE, self.socket.send(message)).await;
        drop(leave);
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }

    /// Large answers wait until those under way leave room for them.
    async fn leave_to_send(&mut self, bytes: usize) -> Result<Option<OwnedSemaphorePermit>, Gone> {
        if bytes <= SMALL_ANSWER {
            return Ok(None);
        }
        let most = (self.hall.config.limits.answers / KILOBYTE).max(1);
        let kilobytes = u32::try_from(bytes.div_ceil(KILOBYTE).min(most)).unwrap_or(u32::MAX);
        let leave = self.hall.answers.clone().acquire_many_owned(kilobytes);
        match tokio::time::timeout(PATIENCE, leave).await {
            Ok(Ok(leave)) => Ok(Some(leave)),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }
}

/// What a player does, kept while it waits for dice.
enum Given {
    Command(serde_json::Value),
    LetPass(PassFor),
    Undo,
}

impl Given {
    fn deed(&self) -> Deed<'_> {
        match self {
            Given::Command(command) => Deed::Command(command),
            Given::LetPass(pass_for) => Deed::LetPass(*pass_for),
            Given::Undo => Deed::Undo,
        }
    }
}

/// Clears the way for the next dice.
struct Thrown(Arc<Room>);

impl Drop for Thrown {
    fn drop(&mut self) {
        self.0.thrown();
    }
}

/// Whoever plays needs the answer for his next order; the rest is curiosity.
fn kind(ask: &Ask, seat: Seat) -> Kind {
    match ask {
        Ask::Preview { .. } | Ask::Film { .. } | Ask::Summary => Kind::Look,
        Ask::Advice { .. } | Ask::Weigh { .. } => Kind::Ponder,
        _ if seat == Seat::Spectator => Kind::Look,
        _ => Kind::Play,
    }
}

/// Answers what the table alone can answer.
fn answer(room: &Room, seat: Seat, ask: Ask, paths: u64) -> Outcome<Answer> {
    let player = || -> Outcome<Side> {
        seat.side().ok_or_else(|| Failed::forbidden("spectators may look and measure, but not play"))
    };
    match ask {
        Ask::Command { version, command, dice, .. } => {
            let version = room.act_with(player()?, version, Deed::Command(&command), &dice)?;
            Ok(Answer::Done { version })
        }
        Ask::LetPass { version, pass_for, dice, .. } => {
            let version = room.act_with(player()?, version, Deed::LetPass(pass_for), &dice)?;
            Ok(Answer::Done { version })
        }
        Ask::Interruptions { wishes } => Ok(Answer::Done { version: room.wish(player()?, wishes)? }),
        Ask::Witness { digest, given } => {
            Ok(Answer::Done { version: room.witness(player()?, &digest, given.as_ref())? })
        }
        Ask::Approve { signature } => Ok(Answer::Done { version: room.approve(player()?, &signature)? }),
        Ask::Undo { version, .. } => Ok(Answer::Done { version: room.act(player()?, version, Deed::Undo)? }),
        Ask::Orders { unit } => {
            let side = player()?;
            Ok(Answer::Orders { orders: room.ask(|table| table.orders(side, unit))? })
        }
        Ask::SideOrders => {
            let side = player()?;
            Ok(Answer::Orders { orders: room.ask(|table| table.side_orders(side))? })
        }
        Ask::OrdersTogether { units } => {
            let side = player()?;
            Ok(Answer::Orders { orders: room.ask(|table| table.orders_together(side, &units))? })
        }
        Ask::Formations => {
            let side = player()?;
            Ok(Answer::Formations { formations: room.ask(|table| table.formations(side))? })
        }
        Ask::Preview { command, quick } => {
            let side = player()?;
            let patience = if quick { Patience::short(paths) } else { Patience::long(paths) };
            Ok(Answer::Preview { preview: room.preview(side, &command, patience)? })
        }
        Ask::Advice { version } => Ok(Answer::Advice { advice: room.advise(player()?, version, None)? }),
        Ask::Weigh { version, command } => {
            Ok(Answer::Advice { advice: room.advise(player()?, version, Some(&command))? })
        }
        Ask::Measure { from, to } => {
            Ok(Answer::Measure { measure: room.ask(|table| table.measure(seat, from, to))?? })
        }
        Ask::Sight { from, to } => {
            Ok(Answer::Sight { sight: room.ask(|table| table.sight_line(seat, from, to))?? })
        }
        Ask::Ranges { unit } => Ok(Answer::Ranges { ranges: room.ask(|table| table.ranges(seat, unit))? }),
        Ask::Clause { clause } => {
            let found = room.ask(|table| table.clause(&clause))?;
            let clause = found.ok_or_else(|| Failed::bad("these rules have no such clause"))?;
            Ok(Answer::Clause { clause })
        }
        Ask::Summary => Ok(Answer::Summary { summary: room.ask(|table| table.summary(seat))? }),
        Ask::Film { after } => {
            let film = room.ask(|table| table.film(seat, after))?;
            Ok(Answer::Film { after: film.after, before: Box::new(film.before), steps: film.steps })
        }
        Ask::Resync { .. } | Ask::Pace { .. } | Ask::Sit { .. } => {
            Err(Failed::bad("this is answered by the socket itself"))
        }
    }
}
