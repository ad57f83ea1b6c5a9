//! Games between two people with a seat each: one invites, the other takes the seat with a key of his own.

use super::{Hall, links, no_random, record, ruleset, shortened};
use crate::doors::Guest;
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::{random, sets, signing};
use axum::http::StatusCode;
use longroll_dice::Seed;
use longroll_game::{Battle, Fairness, Keys, Opening, Players, host_numbers};
use longroll_kit::Settings;
use longroll_rulesets::RulesetId;
use longroll_store::{Fault, SeatName};
use longroll_wire::{Claim, Created, FailureKind, Invitation, Links, NewGame, NewSeat, Player};

impl Hall {
    /// A game between two people: the creator's seat, and an invitation to the other. It begins when somebody comes.
    pub(super) fn invite(
        &self,
        guest: Guest,
        new: &NewGame,
        seat: &NewSeat,
        set: RulesetId,
        battle: &Battle,
    ) -> Outcome<Created> {
        if [new.blue, new.gray] != [Player::Person; 2] {
            return Err(Failed::bad("only a person can be invited"));
        }
        if !new.by_hand.is_empty() {
            return Err(Failed::bad(
                "two people who sign their orders throw their dice together, not by hand",
            ));
        }
        if new.seed.is_some() {
            return Err(Failed::bad("two people throw their dice together: nobody chooses a seed"));
        }
        signing::check_token(&seat.token)?;
        signing::read_key(&seat.key)?;
        self.count_one_more(guest)?;
        let host = random::seed().map_err(no_random)?;
        let mut record = record(
            &battle.scenario().title,
            &new.scenario,
            set,
            [Player::Person.into(); 2],
            Some(host.to_hex()),
        )?;
        let (own, other) = match seat.side {
            longroll_wire::Side::Blue => (&mut record.blue, &mut record.gray),
            longroll_wire::Side::Gray => (&mut record.gray, &mut record.blue),
        };
        (own.player, own.token) = (SIGNING_PLAYER.to_owned(), Some(seat.token.clone()));
        (other.player, other.token) = (SIGNING_PLAYER.to_owned(), None);
        let invitation = random::token().map_err(no_random)?;
        let kept = Invited { invitation: invitation.clone(), new: new.clone() };
        let kept = serde_json::to_string(&kept).map_err(|_| Failed::out_of_order())?;
        self.config.store.create(&record, &[]).map_err(token_taken)?;
        self.config.store.keep_note(&record.game, INVITED, &kept)?;
        Ok(Created { links: links(&record), game: record.game, invitation: Some(invitation) })
    }

    fn invited(&self, game: &str) -> Outcome<Invited> {
        let kept = self.config.store.note(game, INVITED)?;
        kept.and_then(|text| serde_json::from_str(&text).ok()).ok_or_else(no_invitation)
    }

    /// What one is invited to, for the creator and for whoever has the invitation.
    pub(crate) fn invitation(&self, game: &str, token: &str) -> Outcome<Invitation> {
        let Invited { invitation, new } = self.invited(game)?;
        if invitation != token && self.seat(game, token).is_err() {
            return Err(no_invitation());
        }
        let listed = self.config.store.listed(game)?.ok_or_else(no_invitation)?;
        let seat = new.seat.ok_or_else(no_invitation)?;
        Ok(Invitation {
            title: listed.record.title,
            scenario: new.scenario,
            ruleset: new.ruleset,
            side: other(seat.side),
            is_open: listed.lines == 0,
        })
    }

    /// Somebody takes the seat that he is invited to, with a key of his own: the battle begins.
    pub(crate) fn claim(&self, game: &str, claim: &Claim) -> Outcome<Created> {
        let Invited { invitation, new } = self.invited(game)?;
        if invitation != claim.invitation {
            return Err(no_invitation());
        }
        signing::check_token(&claim.token)?;
        let guest = signing::read_key(&claim.key)?;
        let seat = new.seat.as_ref().ok_or_else(no_invitation)?;
        let creator = signing::read_key(&seat.key)?;
        let record = self.config.store.record(game)?.ok_or_else(no_invitation)?;
        let host: Seed =
            record.seed.as_deref().and_then(|hex| hex.parse().ok()).ok_or_else(Failed::out_of_order)?;
        let (blue, gray) = match seat.side {
            longroll_wire::Side::Blue => (creator, guest),
            longroll_wire::Side::Gray => (guest, creator),
        };
        let keys = Box::new(Keys { blue, gray, host: host_numbers(&host) });
        let set = ruleset(&new.ruleset)?;
        let gone = || Failed::bad("the scenario of this game is not here any more");
        let battle = self.battles.find(&new.scenario).ok_or_else(gone)?;
        let pairs = new.options.iter().map(|(option, choice)| (option.as_str(), choice.as_str()));
        let settings = Settings::read(set.registry(), pairs)
            .map_err(|error| Failed::bad(shortened(&error.to_string())))?;
        let opening = Opening {
            battle: battle.clone(),
            settings,
            fairness: Fairness::Keys { keys, host: Some(host) },
            players: Players { blue: "person".into(), gray: "person".into() },
        };
        let started = guarded(|| sets::start(set, opening))
            .ok_or_else(Failed::out_of_order)?
            .map_err(|error| Failed::bad(error.to_string()))?;
        let name = match other(seat.side) {
            longroll_wire::Side::Blue => SeatName::Blue,
            longroll_wire::Side::Gray => SeatName::Gray,
        };
        self.config.store.seat_guest(game, name, &claim.token, &started.lines).map_err(token_taken)?;
        let token = |side: SeatName| (side == name).then(|| claim.token.clone());
        let (blue, gray) = (token(SeatName::Blue), token(SeatName::Gray));
        let links = Links { blue, gray, spectator: record.spectator_token };
        Ok(Created { game: game.to_owned(), links, invitation: None })
    }
}

/// A game that waits for its second player, or has waited.
#[derive(serde::Serialize, serde::Deserialize)]
struct Invited {
    invitation: String,
    new: NewGame,
}

/// The name under which it is kept with the game.
const INVITED: &str = "invited";
/// A person who signs what he does, in the record of his game.
pub(super) const SIGNING_PLAYER: &str = "signing person";

fn no_invitation() -> Failed {
    Failed::not_found("there is no such game, or this is not an invitation to it")
}

fn token_taken(fault: Fault) -> Failed {
    match fault {
        Fault::Taken => {
            let text = "somebody has taken this seat already";
            Failed::new(StatusCode::CONFLICT, FailureKind::Forbidden, text)
        }
        fault => fault.into(),
    }
}

fn other(side: longroll_wire::Side) -> longroll_wire::Side {
    match side {
        longroll_wire::Side::Blue => longroll_wire::Side::Gray,
        longroll_wire::Side::Gray => longroll_wire::Side::Blue,
    }
}
