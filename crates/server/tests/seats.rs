//! Two people who do not trust each other: seats that belong to their browsers, and dice that both throw.

mod common;

use common::{Browser, ask, ask_json, config, create, listen, new_game};
use longroll_game::{Hex32, SeatSecret, Unproven, Verdict, verify, write_game};
use longroll_kit::Side;
use longroll_rules_quickplay::Quickplay;
use longroll_server::Hall;
use longroll_wire::{
    Answer, Ask, Claim, Created, Failure, NewGame, NewSeat, Player, SeatKey, Signature, WitnessAsk,
};
use serde_json::{Value, json};
use std::sync::Arc;

const BLUE_TOKEN: &str = "blueblueblueblueblueblueblueblue";
const GRAY_TOKEN: &str = "graygraygraygraygraygraygraygray";

fn secret(side: Side) -> SeatSecret {
    SeatSecret::new([side as u8 + 1; 16])
}

fn key(side: Side) -> SeatKey {
    let key = secret(side).public();
    SeatKey { key: key.key.to_string(), commands: key.commands.to_string(), witness: key.witness.to_string() }
}

fn invitation(ruleset: &str) -> NewGame {
    let seat =
        NewSeat { side: longroll_wire::Side::Blue, token: BLUE_TOKEN.to_owned(), key: key(Side::Blue) };
    let people = new_game(Player::Person, Player::Person);
    NewGame { ruleset: ruleset.to_owned(), seed: None, seat: Some(seat), ..people }
}

async fn claim(hall: &Arc<Hall>, created: &Created, token: &str) -> (u16, Value) {
    let invitation = created.invitation.clone().unwrap();
    let claim = Claim { invitation, token: token.to_owned(), key: key(Side::Gray) };
    let path = format!("/api/games/{}/claim", created.game);
    let (status, answer) = ask_json(hall, "POST", &path, &claim).await;
    (status.as_u16(), answer)
}

/// A browser that signs.
struct Seat {
    browser: Browser,
    side: Side,
    secret: SeatSecret,
    shown: u32,
}

impl Seat {
    async fn open(address: std::net::SocketAddr, game: &str, side: Side) -> Seat {
        let token = if side == Side::Blue { BLUE_TOKEN } else { GRAY_TOKEN };
        let browser = Browser::open(address, game, token).await.unwrap();
        Seat { browser, side, secret: secret(side), shown: 0 }
    }

    fn head(&self) -> Hex32 {
        self.browser.news.seal.as_ref().unwrap().head.parse().unwrap()
    }

    fn sign(&mut self, command: &Value) -> Ask {
        self.shown += 1;
        let signed = self.secret.sign(self.head(), self.side, command, self.shown);
        let number = signed.number.map(|number| number.to_string());
        let signed = Some(Signature { number, signature: signed.signature.to_string() });
        Ask::Command {
            version: self.browser.news.version,
            command: command.clone(),
            signed,
            dice: Vec::new(),
        }
    }

    fn witness(&self, asked: &WitnessAsk) -> Ask {
        let given = self.secret.witness(asked.digest.parse().unwrap(), asked.last.parse().unwrap()).unwrap();
        let signature = given.signature.unwrap().to_string();
        let given = Some(Signature { number: Some(given.number.to_string()), signature });
        Ask::Witness { digest: asked.digest.clone(), given }
    }

    /// Something that may be done now.
    async fn thought(&mut self) -> Value {
        let units = self.browser.news.actors.units.clone();
        for unit in units.into_iter().take(3) {
            let orders = self.browser.orders(Ask::Orders { unit }).await.unwrap();
            if let Some(command) = orders.into_iter().rev().find_map(|order| order.command) {
                return command;
            }
        }
        let orders = self.browser.orders(Ask::SideOrders).await.unwrap();
        orders.into_iter().rev().find_map(|order| order.command).expect("whoever is asked can do something")
    }
}

/// One signs and the other, if dice are thrown, gives his number.
async fn play(by: &mut Seat, other: &mut Seat, command: &Value) -> (Result<Answer, Failure>, bool) {
    let version = by.browser.news.version;
    let asks = by.sign(command);
    let answers = async {
        let news = other.browser.news_where(|news| {
            news.version > version || news.seal.as_ref().is_some_and(|seal| seal.witness.is_some())
        });
        let asked = news.await.unwrap().seal.clone().and_then(|seal| seal.witness);
        if let Some(asked) = &asked {
            let witness = other.witness(asked);
            other.browser.ask(witness).await.unwrap().unwrap();
        }
        asked.is_some()
    };
    let (answer, threw) = tokio::join!(by.browser.ask(asks), answers);
    let answer = answer.unwrap();
    if let Ok(Answer::Done { version }) = answer {
        let done = |news: &longroll_wire::News| {
            news.version >= version && news.seal.as_ref().is_none_or(|seal| seal.witness.is_none())
        };
        by.browser.news_where(done).await.unwrap();
        other.browser.news_where(done).await.unwrap();
    }
    (answer, threw)
}

async fn file_of(hall: &Arc<Hall>, game: &str, token: &str) -> String {
    let (status, file) = ask(hall, "GET", &format!("/api/games/{game}/file#{token}"), "").await;
    assert_eq!(status, 200);
    String::from_utf8(file).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_battle_that_a_stranger_can_check() {
    let hall = Hall::new(config()).unwrap();
    let address = listen(hall.clone()).await;
    let created = create(&hall, &invitation("quickplay")).await;
    assert_eq!(claim(&hall, &created, GRAY_TOKEN).await.0, 201);
    let mut blue = Seat::open(address, &created.game, Side::Blue).await;
    let mut gray = Seat::open(address, &created.game, Side::Gray).await;
    let mut throws = 0;
    while blue.browser.news.view.outcome.is_none() {
        let is_blue = blue.browser.news.prompt.iter().any(|prompt| prompt.side == longroll_wire::Side::Blue);
        let (by, other) = if is_blue { (&mut blue, &mut gray) } else { (&mut gray, &mut blue) };
        let command = by.thought().await;
        let (answer, threw) = play(by, other, &command).await;
        assert!(answer.is_ok(), "{answer:?}");
        throws += usize::from(threw);
    }
    // Nobody can choose these dice, so the battle goes another way each time; but never without any.
    assert!(throws > 0, "{throws} throws");
    // Both browsers sign the whole log, each once.
    for seat in [&mut blue, &mut gray] {
        seat.browser.news_where(|news| news.seal.as_ref().is_some_and(|seal| seal.approve)).await.unwrap();
        let signature = seat.secret.approve(seat.head()).to_string();
        let approve = Ask::Approve { signature };
        seat.browser.ask(approve.clone()).await.unwrap().unwrap();
        assert!(seat.browser.ask(approve).await.unwrap().is_err(), "once is enough");
    }
    let file = file_of(&hall, &created.game, &created.links.spectator).await;
    let verified = verify::<Quickplay>(&file).unwrap();
    assert_eq!((verified.verdict(), verified.open.as_slice()), (Verdict::Proven, &[][..]));
    assert_eq!(verified.keys.unwrap().gray, secret(Side::Gray).public());

    // The page says the same, and finds what is wrong with a changed file.
    let (status, judged) = ask(&hall, "POST", "/api/verify", file.clone()).await;
    let judged: Value = serde_json::from_slice(&judged).unwrap();
    assert_eq!((status.as_u16(), &judged["verdict"]), (200, &json!("proven")), "{judged}");
    assert_eq!(judged["keys"][0], key(Side::Blue).key.as_str());
    let forged = file.replacen("\"by\":\"blue\"", "\"by\":\"gray\"", 1);
    let (_, judged) = ask(&hall, "POST", "/api/verify", forged).await;
    let judged: Value = serde_json::from_slice(&judged).unwrap();
    assert_eq!(judged["verdict"], "forged", "{judged}");
    let (status, _) = ask(&hall, "POST", "/api/verify", "no game").await;
    assert_eq!(status, 400);
    // It loads as it is, and writes the same bytes.
    assert_eq!(write_game(&longroll_game::load::<Quickplay>(&file).unwrap()), file);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_belongs_to_whoever_claims_it_first() {
    let hall = Hall::new(config()).unwrap();
    let address = listen(hall.clone()).await;
    let created = create(&hall, &invitation("quickplay")).await;
    assert_eq!(created.links.blue.as_deref(), Some(BLUE_TOKEN));
    assert_eq!(created.links.gray, None, "the creator is not told how the guest sits down");
    let invitation_of = async |token: &str| {
        let path = format!("/api/games/{}/invitation#{token}", created.game);
        let (status, body) = ask(&hall, "GET", &path, "").await;
        (status.as_u16(), serde_json::from_slice::<Value>(&body).unwrap())
    };
    let open = invitation_of(created.invitation.as_deref().unwrap()).await;
    assert_eq!((open.0, &open.1["side"], &open.1["is_open"]), (200, &json!("gray"), &json!(true)));
    assert_eq!(invitation_of(BLUE_TOKEN).await.1["is_open"], true, "the creator waits");
    assert_eq!(invitation_of("nobody").await.0, 404);
    assert!(Browser::open(address, &created.game, BLUE_TOKEN).await.is_err(), "the battle has not begun");

    assert_eq!(claim(&hall, &created, "short").await.0, 400);
    assert_eq!(claim(&hall, &created, BLUE_TOKEN).await.0, 409, "a token of somebody else");
    let (status, claimed) = claim(&hall, &created, GRAY_TOKEN).await;
    assert_eq!((status, &claimed["links"]["gray"]), (201, &json!(GRAY_TOKEN)));
    assert_eq!(claimed["links"]["blue"], Value::Null);
    assert_eq!(claim(&hall, &created, "otherotherotherotherotherotherot").await.0, 409, "claimed once");
    assert_eq!(invitation_of(BLUE_TOKEN).await.1["is_open"], false);

    // Neither the invitation nor the list of the machine opens the guest's seat.
    let as_seat = Browser::open(address, &created.game, created.invitation.as_deref().unwrap()).await;
    assert!(as_seat.is_err());
    let (_, listed) = ask(&hall, "GET", "/api/games", "").await;
    let listed = String::from_utf8(listed).unwrap();
    assert!(listed.contains(&created.game) && !listed.contains(GRAY_TOKEN) && !listed.contains(BLUE_TOKEN));
    // The creator's own seat signs as Blue and nobody else.
    let mut blue = Seat::open(address, &created.game, Side::Blue).await;
    let plain = blue.browser.command(json!("end_step")).await.unwrap();
    assert!(plain.unwrap_err().text.contains("signed"), "an order without a signature");
    blue.secret = secret(Side::Gray);
    let ask = blue.sign(&json!("end_step"));
    assert!(blue.browser.ask(ask).await.unwrap().is_err(), "a signature of another key");
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_not_taken_from_the_address() {
    let hall = Hall::new(config()).unwrap();
    let game = create(&hall, &new_game(Player::Person, Player::Person)).await;
    let token = game.links.spectator;
    for path in ["file", "replay", "invitation", "socket"] {
        let (status, body) =
            ask(&hall, "GET", &format!("/api/games/{}/{path}?token={token}", game.game), "").await;
        assert_eq!(status, 400, "{path}");
        assert!(String::from_utf8(body).unwrap().contains("Authorization"), "{path}");
    }
    let (status, _) = ask(&hall, "GET", &format!("/api/games/{}/file#{token}", game.game), "").await;
    assert_eq!(status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_are_for_two_people_without_a_seed() {
    let hall = Hall::new(config()).unwrap();
    let refused = async |new: NewGame| ask_json(&hall, "POST", "/api/games", &new).await;
    let (status, answer) = refused(NewGame { seed: Some(1), ..invitation("quickplay") }).await;
    assert_eq!(status, 400, "{answer}");
    let (status, _) = refused(NewGame { gray: Player::Captain, ..invitation("quickplay") }).await;
    assert_eq!(status, 400);
    let mut bad_key = invitation("quickplay");
    bad_key.seat.as_mut().unwrap().key.key = "00".repeat(32);
    assert_eq!(refused(bad_key).await.0, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_player_is_away_the_host_stands_in_and_the_file_says_so() {
    let hall = Hall::new(config()).unwrap();
    let address = listen(hall.clone()).await;
    let created = create(&hall, &invitation("quickplay")).await;
    claim(&hall, &created, GRAY_TOKEN).await;
    let mut throws = 0;
    let mut version = 0;
    // Each plays alone while the other is away, by turns.
    while throws == 0 {
        let mut seat = Seat::open(address, &created.game, Side::Blue).await;
        if !seat.browser.news.prompt.iter().any(|prompt| prompt.side == longroll_wire::Side::Blue) {
            drop(seat);
            seat = Seat::open(address, &created.game, Side::Gray).await;
        }
        // Numbers are never shown twice, whoever forgets.
        seat.shown = 10 * version;
        let command = seat.thought().await;
        let ask = seat.sign(&command);
        let Ok(Answer::Done { version: now }) = seat.browser.ask(ask).await.unwrap() else {
            panic!("{command}")
        };
        version = now;
        let file = file_of(&hall, &created.game, &created.links.spectator).await;
        throws = file.matches("\"by\":\"host\"").count();
        assert!(version < 60, "somebody throws dice in a battle");
    }
    let file = file_of(&hall, &created.game, &created.links.spectator).await;
    let verified = verify::<Quickplay>(&file).unwrap();
    assert!(verified.open.contains(&Unproven::HostWitness { throws: 1 }), "{:?}", verified.open);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_happens_between_a_command_and_its_dice() {
    let hall = Hall::new(config()).unwrap();
    let address = listen(hall.clone()).await;
    let created = create(&hall, &invitation("quickplay")).await;
    claim(&hall, &created, GRAY_TOKEN).await;
    let mut blue = Seat::open(address, &created.game, Side::Blue).await;
    let mut gray = Seat::open(address, &created.game, Side::Gray).await;
    loop {
        let is_blue = blue.browser.news.prompt.iter().any(|prompt| prompt.side == longroll_wire::Side::Blue);
        let (by, other) = if is_blue { (&mut blue, &mut gray) } else { (&mut gray, &mut blue) };
        let command = by.thought().await;
        let version = by.browser.news.version;
        let first = by.sign(&command);
        let refuses = async {
            let news = other.browser.news_where(|news| {
                news.version > version || news.seal.as_ref().is_some_and(|seal| seal.witness.is_some())
            });
            let Some(asked) = news.await.unwrap().seal.clone().and_then(|seal| seal.witness) else {
                return false;
            };
            // Meanwhile the same player tries something else from another window.
            let mut window =
                Seat::open(address, &created.game, if is_blue { Side::Blue } else { Side::Gray }).await;
            window.shown = 900;
            let busy = window.sign(&command);
            let busy = window.browser.ask(busy).await.unwrap().unwrap_err();
            assert!(busy.text.contains("dice are being thrown"), "{}", busy.text);
            other.browser.ask(Ask::Witness { digest: asked.digest, given: None }).await.unwrap().unwrap();
            true
        };
        let (answer, refused) = tokio::join!(by.browser.ask(first), refuses);
        if refused {
            let failure = answer.unwrap().unwrap_err();
            assert!(failure.text.contains("another order"), "{}", failure.text);
            // Nothing was done, and the way is free for the order that the witness knows.
            let is_free =
                |news: &longroll_wire::News| news.seal.as_ref().is_some_and(|seal| seal.witness.is_none());
            other.browser.news_where(is_free).await.unwrap();
            by.shown = 950;
            let (answer, threw) = play(by, other, &command).await;
            assert!(answer.is_ok() && threw, "{answer:?}");
            return;
        }
        let Ok(Answer::Done { version }) = answer.unwrap() else { panic!() };
        blue.browser.news_where(|news| news.version >= version).await.unwrap();
        gray.browser.news_where(|news| news.version >= version).await.unwrap();
    }
}

/// What Gray gets while Blue seals these orders in a game that both sign, without the hashes and keys, which say nothing.
async fn sealed_from_gray(orders: [&str; 2]) -> (Vec<String>, Vec<usize>) {
    let hall = Hall::new(config()).unwrap();
    let address = listen(hall.clone()).await;
    let created = create(&hall, &invitation("johnny-reb")).await;
    claim(&hall, &created, GRAY_TOKEN).await;
    let mut blue = Seat::open(address, &created.game, Side::Blue).await;
    let mut gray = Seat::open(address, &created.game, Side::Gray).await;
    let units = blue.browser.news.view.units.iter();
    let units = units.filter(|unit| unit.kind != "general" && unit.side == longroll_wire::Side::Blue);
    let units: Vec<u16> = units.map(|unit| unit.id).collect();
    let mut got = Vec::new();
    for (place, unit) in units.into_iter().enumerate() {
        let mark = json!({ "mark": { "unit": unit, "order": orders[place % 2] } });
        let (answer, threw) = play(&mut blue, &mut gray, &mark).await;
        assert!(answer.is_ok() && !threw, "{answer:?}");
        got.push(serde_json::to_string(&gray.browser.news).unwrap());
        got.push(file_of(&hall, &created.game, GRAY_TOKEN).await);
        if place == 0 {
            // Who comes first is news to the other; from here on only orders are.
            gray.browser.heard.clear();
        }
    }
    let blank = |text: String| {
        let mut run = 0;
        let hex = |letter: char| matches!(letter, '0'..='9' | 'a'..='f');
        let mut out = String::new();
        for letter in text.replace(&created.game, "GAME").chars().chain(['\n']) {
            run = if hex(letter) { run + 1 } else { 0 };
            out.push(letter);
            // Runs of 64 digits are hashes and keys.
            if run == 64 {
                out.truncate(out.len() - 64);
                out.push_str("HASH");
                run = 0;
            }
        }
        out
    };
    (got.into_iter().map(blank).collect(), gray.browser.heard.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn signed_orders_stay_sealed() {
    let one = sealed_from_gray(["first_fire", "disengage"]).await;
    let other = sealed_from_gray(["disengage", "first_fire"]).await;
    assert_eq!(one.0, other.0, "what is told");
    assert_eq!(one.1, other.1, "how many messages of which length");
}
