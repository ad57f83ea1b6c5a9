//! What the owner of a game does with it besides playing: another title, removal, and taking it along to another machine.

use super::{Hall, links, no_random, record, ruleset};
use crate::doors::Guest;
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::hall::inviting::SIGNING_PLAYER;
use crate::room::Seated;
use crate::sets;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, KeyInit, Nonce};
use longroll_kit::Seat;
use longroll_store::Record;
use longroll_wire::Imported;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first line of a saved game, by which it is known.
const FIRST_LINE: &str = "longroll saved game 1\n";
/// Saved games are sealed with it. It keeps dice and sealed orders from eyes, not from somebody who takes the program apart: on his
/// own machine he could read them from the disk as well. See `docs/fair-dice.md`.
const SEALED_BY: &str = "longroll 2026 saved games v1";
/// Letters of a title.
const LONGEST_TITLE: usize = 80;
const NONCE: usize = 12;

/// A game on its way to another machine: everything that the store holds of it but the tokens of its seats.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    title: String,
    ruleset: String,
    scenario: String,
    blue: String,
    gray: String,
    seed: String,
    lines: Vec<String>,
    /// What each side wishes to be asked, by the name of its note.
    wishes: BTreeMap<String, String>,
}

impl Hall {
    /// Gives a game another title.
    pub(crate) fn rename(&self, game: &str, token: &str, title: &str) -> Outcome<()> {
        self.owned(game, token)?;
        let title = title.trim();
        if title.is_empty() || title.chars().count() > LONGEST_TITLE || title.chars().any(char::is_control) {
            return Err(Failed::bad(format!("a title has 1 to {LONGEST_TITLE} letters")));
        }
        Ok(self.config.store.rename(game, title)?)
    }

    /// Removes a game for ever.
    pub(crate) fn remove(&self, game: &str, token: &str) -> Outcome<()> {
        self.owned(game, token)?;
        self.config.store.remove(game)?;
        let removed = self.rooms().ready.remove(game);
        if let Some(room) = removed {
            room.leave();
        }
        Ok(())
    }

    /// The game as it stands, to be gone on with elsewhere.
    pub(crate) fn save(&self, game: &str, token: &str) -> Outcome<String> {
        let record = self.owned(game, token)?;
        let Some(seed) = record.seed else {
            return Err(Failed::forbidden("this game can only be watched; download its game file instead"));
        };
        let gone = || Failed::not_found("there is no such game");
        let lines = self.config.store.lines(game)?.ok_or_else(gone)?;
        let mut wishes = BTreeMap::new();
        for side in ["blue", "gray"] {
            wishes.extend(self.config.store.note(game, side)?.map(|text| (side.to_owned(), text)));
        }
        let saved = Saved {
            title: record.title,
            ruleset: record.ruleset,
            scenario: record.scenario,
            blue: record.blue.player,
            gray: record.gray.player,
            seed,
            lines,
            wishes,
        };
        seal(&saved)
    }

    /// Is this the text of a saved game?
    pub(super) fn is_saved(text: &str) -> bool {
        text.starts_with(FIRST_LINE)
    }

    /// Takes in a saved game: it goes on with the same players and the same dice.
    pub(super) fn open_saved(&self, guest: Guest, text: &str) -> Outcome<Imported> {
        let saved = open(text)?;
        let set = ruleset(&saved.ruleset)?;
        self.count_one_more(guest)?;
        let lines = saved.lines.concat();
        let seed = saved.seed.parse().ok();
        let table = guarded(|| sets::resume(set, &lines, seed))
            .ok_or_else(damaged)?
            .map_err(|error| Failed::bad(format!("the saved game cannot be read: {error}")))?;
        if let Some(why) = table.particulars().shown_only {
            return Err(Failed::bad(format!("this saved game cannot be gone on with here: {why}")));
        }
        let players = [Seated::named(&saved.blue), Seated::named(&saved.gray)];
        let record = record(&saved.title, &saved.scenario, set, players, Some(saved.seed))?;
        self.config.store.create(&record, &saved.lines)?;
        for (side, text) in saved.wishes.iter().filter(|(side, _)| matches!(side.as_str(), "blue" | "gray")) {
            self.config.store.keep_note(&record.game, side, text)?;
        }
        let standing =
            if table.is_closed() { "It is over and can be watched" } else { "It goes on where it was saved" };
        Ok(Imported { game: record.game.clone(), links: links(&record), standing: standing.to_owned() })
    }

    /// The game of a player who has nobody else to ask.
    fn owned(&self, game: &str, token: &str) -> Outcome<Record> {
        if self.seat(game, token)? == Seat::Spectator && !self.has_no_players(game)? {
            return Err(Failed::forbidden("only a player of this game may do that"));
        }
        let record = self.config.store.record(game)?;
        let record = record.ok_or_else(|| Failed::not_found("there is no such game"))?;
        if [&record.blue, &record.gray].iter().any(|seat| seat.player == SIGNING_PLAYER) {
            return Err(Failed::forbidden("this game belongs to two players; neither may do that alone"));
        }
        Ok(record)
    }

    /// Do only computers play? Then whoever may watch made the game.
    fn has_no_players(&self, game: &str) -> Outcome<bool> {
        let record = self.config.store.record(game)?;
        Ok(record.is_some_and(|record| record.blue.token.is_none() && record.gray.token.is_none()))
    }
}

fn damaged() -> Failed {
    Failed::bad("this saved game is damaged; take another copy of the file")
}

fn cipher() -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(&Key::from(blake3::derive_key(SEALED_BY, FIRST_LINE.as_bytes())))
}

fn seal(saved: &Saved) -> Outcome<String> {
    let plain = serde_json::to_vec(saved).map_err(|_| Failed::out_of_order())?;
    let mut nonce = [0; NONCE];
    getrandom::fill(&mut nonce).map_err(no_random)?;
    let payload = Payload { msg: &plain, aad: FIRST_LINE.as_bytes() };
    let sealed = cipher().encrypt(&Nonce::from(nonce), payload).map_err(|_| Failed::out_of_order())?;
    Ok(format!("{FIRST_LINE}{}\n", BASE64.encode([&nonce[..], &sealed].concat())))
}

fn open(text: &str) -> Outcome<Saved> {
    let written = text.strip_prefix(FIRST_LINE).ok_or_else(damaged)?;
    let bytes = BASE64.decode(written.trim_end()).map_err(|_| damaged())?;
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE>().ok_or_else(damaged)?;
    let payload = Payload { msg: sealed, aad: FIRST_LINE.as_bytes() };
    let plain = cipher().decrypt(&Nonce::from(*nonce), payload).map_err(|_| damaged())?;
    serde_json::from_slice(&plain).map_err(|_| damaged())
}
