//! Abuses a server of its own on loopback, one way after another, while a person plays on it, and says how that person fared.
//!
//! `cargo run --release -p longroll-server --example abuse [-- SECONDS [ATTACK]]`: 30 seconds each unless said otherwise. It touches
//! nothing but 127.0.0.0/8: the person comes from 127.0.0.1, the abuse from 127.0.0.2.

use futures_util::{SinkExt, StreamExt};
use longroll_dice::Seed;
use longroll_game::{Battle, DiceSource, Fairness, Game, Opening, Players, ScenarioText, write_game};
use longroll_kit::{Settings, Side};
use longroll_rules_quickplay::Quickplay;
use longroll_server::{Config, serve};
use longroll_store::Sqlite;
use longroll_testkit::LEARNING;
use longroll_wire::{Answer, Ask, Created, FromServer, Imported, News, OrderLine, Request};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;
type Socket = WebSocketStream<TcpStream>;

const PERSON: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
const ABUSER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// Lines of the long game, half of them undos.
const LONG_GAME: usize = 20_000;
/// A person gives or takes back an order this often.
const PACE: Duration = Duration::from_millis(50);
/// Steps of the game until somebody can give an order and take it back.
const MOST_TRIED: usize = 40;
/// How long the server has to recover before it is measured again.
const RECOVERY: Duration = Duration::from_secs(12);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attack {
    Nothing,
    Odds,
    Loads,
    Silence,
    Sockets,
    Resync,
}

impl Attack {
    const ALL: [Attack; 6] =
        [Attack::Nothing, Attack::Odds, Attack::Loads, Attack::Silence, Attack::Sockets, Attack::Resync];

    fn words(self) -> &'static str {
        match self {
            Attack::Nothing => "nothing",
            Attack::Odds => "300 worst odds at once",
            Attack::Loads => "150 loads of 20,000 lines",
            Attack::Silence => "1,100 silent connections",
            Attack::Sockets => "500 sockets of one address",
            Attack::Resync => "resync flood, 32 sockets",
        }
    }

    fn clients(self) -> usize {
        match self {
            Attack::Nothing => 0,
            Attack::Odds => 300,
            Attack::Loads => 150,
            Attack::Silence => 1_100,
            Attack::Sockets => 500,
            Attack::Resync => 32,
        }
    }
}

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [serve, folder] = words.as_slice()
        && serve == "serve"
    {
        return serve_in(folder.into());
    }
    let seconds: u64 = words.first().map_or(Ok(30), |word| word.parse())?;
    let only = words.get(1).map(|word| word.to_lowercase());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(run(Duration::from_secs(seconds.min(30)), only.as_deref()))
}

/// The server, in a process of its own so that its memory can be told.
fn serve_in(folder: PathBuf) -> Outcome<()> {
    let store = Sqlite::open(&folder.join("games.db"))?;
    let mut config = Config::new(Arc::new(store), vec![learning()]);
    config.listen = SocketAddr::new(PERSON.into(), 0);
    Ok(serve(config, |address| println!("{address}"))?)
}

struct Server {
    process: Child,
    address: SocketAddr,
    folder: PathBuf,
}

impl Server {
    fn start() -> Outcome<Server> {
        let folder = std::env::temp_dir().join(format!("longroll-abuse-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let program = std::env::current_exe()?;
        let mut process = Command::new(program).arg("serve").arg(&folder).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let output = process.stdout.take().ok_or("no output")?;
        std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line)?;
        Ok(Server { process, address: line.trim().parse()?, folder })
    }

    /// Megabytes of memory in use.
    fn memory(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0) / 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn run(time: Duration, only: Option<&str>) -> Outcome<()> {
    println!(
        "| abuse, {} s | command, median | 99 of 100 | slowest | news after answer, 99 of 100 | memory at most | its answers | 12 s later: command, memory |",
        time.as_secs()
    );
    println!("|---|---|---|---|---|---|---|---|");
    let long = long_game()?;
    for attack in Attack::ALL {
        if only.is_none_or(|only| format!("{attack:?}").to_lowercase() == only) {
            one(attack, time, &long).await?;
        }
    }
    Ok(())
}

/// One way of abuse against a fresh server.
async fn one(attack: Attack, time: Duration, long: &str) -> Outcome<()> {
    let server = Server::start()?;
    let mut games = Vec::new();
    if matches!(attack, Attack::Loads | Attack::Resync) {
        for _ in 0..if attack == Attack::Loads { 5 } else { 1 } {
            let (_, body) = http(server.address, PERSON, "POST", "/api/games/import", long).await?;
            let imported: Imported = serde_json::from_str(&body)?;
            games.push((imported.game, imported.links.spectator));
        }
    }
    let mut person = Person::sit_down(server.address).await?;
    let counts = Arc::new(Mutex::new(BTreeMap::<String, u64>::new()));
    let until = Instant::now() + time;
    let abusers: Vec<_> = (0..attack.clients())
        .map(|client| {
            let game = games.get(client % games.len().max(1)).cloned().unwrap_or_default();
            tokio::spawn(abuse(attack, server.address, game, client, until, counts.clone()))
        })
        .collect();
    let (during, memory) = person.play(until, &server).await?;
    for abuser in abusers {
        abuser.abort();
    }
    tokio::time::sleep(RECOVERY).await;
    let (after, memory_after) = person.play(Instant::now() + Duration::from_secs(3), &server).await?;
    let counts = counts.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let answers: Vec<String> = counts.iter().map(|(answer, count)| format!("{count} {answer}")).collect();
    println!(
        "| {} | {} | {} | {} | {} | {memory} MB | {} | {}, {memory_after} MB |",
        attack.words(),
        ms(share(&during.commands, 50)),
        ms(share(&during.commands, 99)),
        ms(share(&during.commands, 100)),
        ms(share(&during.news, 99)),
        answers.join(", "),
        ms(share(&after.commands, 99)),
    );
    Ok(())
}

fn ms(time: Duration) -> String {
    format!("{}.{} ms", time.as_millis(), time.as_micros() / 100 % 10)
}

/// The time within which so many of a hundred were.
fn share(times: &[Duration], percent: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let place = (times.len() * percent).div_ceil(100).max(1) - 1;
    times.get(place).copied().unwrap_or_default()
}

/// One abuser, until time is up. Counts what he is answered.
async fn abuse(
    attack: Attack,
    server: SocketAddr,
    (game, token): (String, String),
    client: usize,
    until: Instant,
    counts: Arc<Mutex<BTreeMap<String, u64>>>,
) {
    let count = |answer: &str| {
        *counts.lock().unwrap_or_else(PoisonError::into_inner).entry(answer.to_owned()).or_default() += 1;
    };
    while Instant::now() < until {
        let done: Outcome<()> = match attack {
            Attack::Nothing => Ok(()),
            Attack::Odds => {
                let (procedure, facts) = WORST_ODDS[client % WORST_ODDS.len()];
                let path = format!("/api/odds/{procedure}");
                http(server, ABUSER, "POST", &path, facts).await.map(|(status, _)| count(&status))
            }
            Attack::Loads => {
                let path = format!("/api/games/{game}/replay?from={}&count=50#{token}", LONG_GAME - 60);
                http(server, ABUSER, "GET", &path, "").await.map(|(status, _)| count(&status))
            }
            Attack::Silence => silence(server, until).await.map(|()| count("closed")),
            Attack::Sockets => open_game(server, until).await.map(|answer| count(&answer)),
            Attack::Resync => resync(server, &game, &token, until).await.map(|answers| {
                *counts
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .entry("resyncs".to_owned())
                    .or_default() += answers;
            }),
        };
        if done.is_err() {
            count("cut off");
        }
        // Nobody knocks faster than this, so that the abuse itself does not use up the machine.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Facts whose dice fall in very many ways.
const WORST_ODDS: [(&str, &str); 4] = [
    ("potomac/charge", "{}"),
    ("johnny-reb/charge", "{}"),
    ("deadly-field/charge", "{}"),
    ("johnny-reb/melee", "{}"),
];

async fn silence(server: SocketAddr, until: Instant) -> Outcome<()> {
    let mut stream = connect(server, ABUSER).await?;
    let mut nothing = [0; 16];
    let end = tokio::time::Instant::from_std(until);
    // Until the server has had enough of it.
    let _ = tokio::time::timeout_at(end, stream.read(&mut nothing)).await;
    Ok(())
}

/// Starts a game and holds it open.
async fn open_game(server: SocketAddr, until: Instant) -> Outcome<String> {
    let (status, body) = http(server, ABUSER, "POST", "/api/games", &new_game().to_string()).await?;
    let Ok(created) = serde_json::from_str::<Created>(&body) else { return Ok(status) };
    let (mut socket, answer) = match open(server, ABUSER, &created.game, &created.links.spectator).await {
        Ok(socket) => (socket, "opened"),
        Err(_) => return Ok("socket refused".to_owned()),
    };
    let end = tokio::time::Instant::from_std(until);
    while let Ok(Some(Ok(_))) = tokio::time::timeout_at(end, socket.next()).await {}
    Ok(answer.to_owned())
}

/// Asks for the log after ever new versions, as fast as it is answered.
async fn resync(server: SocketAddr, game: &str, token: &str, until: Instant) -> Outcome<u64> {
    let mut socket = open(server, ABUSER, game, token).await?;
    let (mut id, mut answers) = (0, 0);
    while Instant::now() < until {
        id += 1;
        let version = id * 7919 % u32::try_from(LONG_GAME)?;
        ask(&mut socket, id, Ask::Resync { version }).await?;
        loop {
            let FromServer::Answer { id: to, .. } = hear(&mut socket).await? else { continue };
            if to == id {
                break;
            }
        }
        answers += 1;
    }
    Ok(answers)
}

/// Two browsers at one game: one gives an order and takes it back, the other watches.
struct Person {
    /// Whoever is to move, and the other.
    sockets: [Socket; 2],
    news: Option<Box<News>>,
    command: Value,
    version: u32,
    has_moved: bool,
    next: u32,
}

/// The order as it stands, or a short move ahead or to either end of the table.
fn commands_of(order: OrderLine) -> Vec<Value> {
    let mut commands: Vec<Value> = order.command.into_iter().collect();
    if let Some(region) = order.region {
        for bearing in [region.from.facing, 0, 32_768] {
            let mut command = region.template.clone();
            let legs = region.legs_at.iter().fold(&mut command, |inner, field| &mut inner[field.as_str()]);
            *legs = json!([{ "go": { "bearing": bearing, "distance": 25_400 } }]);
            commands.push(command);
        }
    }
    commands
}

#[derive(Default)]
struct Times {
    commands: Vec<Duration>,
    /// How much later the other browser had the news than the first the answer.
    news: Vec<Duration>,
}

impl Person {
    async fn sit_down(server: SocketAddr) -> Outcome<Person> {
        let (_, body) = http(server, PERSON, "POST", "/api/games", &new_game().to_string()).await?;
        let Created { game, links, .. } = serde_json::from_str(&body)?;
        let blue = open(server, PERSON, &game, &links.blue.ok_or("no seat")?).await?;
        let gray = open(server, PERSON, &game, &links.gray.ok_or("no seat")?).await?;
        let (sockets, command) = ([blue, gray], Value::Null);
        let mut person = Person { sockets, news: None, command, version: 0, has_moved: false, next: 0 };
        for _ in 0..MOST_TRIED {
            person.answer(Ask::Resync { version: 0 }).await?;
            let actors = person.news.take().map(|news| {
                person.version = news.version;
                news.actors
            });
            let Some(actors) = actors else { continue };
            for unit in actors.units {
                let Answer::Orders { orders } = person.answer(Ask::Orders { unit }).await? else { continue };
                if person.can_take_back_one_of(orders).await? {
                    return Ok(person);
                }
            }
            if actors.side {
                // The battle is being set up; both are content as it is.
                let version = person.version;
                person
                    .answer(Ask::Command { version, command: json!("ready"), signed: None, dice: Vec::new() })
                    .await?;
            }
            person.sockets.swap(0, 1);
        }
        Err("nobody has an order that can be taken back".into())
    }

    async fn can_take_back_one_of(&mut self, orders: Vec<OrderLine>) -> Outcome<bool> {
        for command in orders.into_iter().flat_map(commands_of) {
            self.command = command;
            if self.step().await.is_ok() {
                if self.step().await.is_ok() {
                    return Ok(true);
                }
                // It stands: the table is another one now.
                self.has_moved = false;
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Gives the order, or takes it back.
    async fn step(&mut self) -> Outcome<()> {
        let version = self.version;
        let ask = match self.has_moved {
            false => Ask::Command { version, command: self.command.clone(), signed: None, dice: Vec::new() },
            true => Ask::Undo { version, signed: None },
        };
        if let Answer::Done { version } = self.answer(ask).await? {
            self.version = version;
        }
        self.has_moved = !self.has_moved;
        Ok(())
    }

    async fn answer(&mut self, what: Ask) -> Outcome<Answer> {
        self.next += 1;
        ask(&mut self.sockets[0], self.next, what).await?;
        loop {
            match hear(&mut self.sockets[0]).await? {
                FromServer::News(news) => self.news = Some(news),
                FromServer::Answer { id, answer } if id == self.next => return Ok(*answer),
                FromServer::Failed { id: Some(id), error } if id == self.next => {
                    return Err(error.text.into());
                }
                _ => {}
            }
        }
    }

    /// Plays on until then; gives the times, and the most memory that the server had.
    async fn play(&mut self, until: Instant, server: &Server) -> Outcome<(Times, u64)> {
        let (mut times, mut memory) = (Times::default(), 0);
        while Instant::now() < until {
            let began = Instant::now();
            self.step().await?;
            times.commands.push(began.elapsed());
            let answered = Instant::now();
            loop {
                let FromServer::News(news) = hear(&mut self.sockets[1]).await? else { continue };
                if news.version >= self.version {
                    break;
                }
            }
            times.news.push(answered.elapsed());
            memory = memory.max(server.memory());
            tokio::time::sleep(PACE.saturating_sub(began.elapsed())).await;
        }
        Ok((times, memory))
    }
}

async fn ask(socket: &mut Socket, id: u32, ask: Ask) -> Outcome<()> {
    Ok(socket.send(Message::text(serde_json::to_string(&Request { id, ask })?)).await?)
}

async fn hear(socket: &mut Socket) -> Outcome<FromServer> {
    loop {
        match socket.next().await.ok_or("the server closed the socket")?? {
            Message::Text(text) => return Ok(serde_json::from_str(&text)?),
            Message::Close(_) => return Err("the server closed the socket".into()),
            _ => {}
        }
    }
}

async fn connect(server: SocketAddr, from: Ipv4Addr) -> Outcome<TcpStream> {
    assert!(server.ip().is_loopback(), "loopback only");
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::V4(from), 0))?;
    let stream = tokio::time::timeout(Duration::from_secs(10), socket.connect(server)).await??;
    stream.set_nodelay(true)?;
    Ok(stream)
}

async fn open(server: SocketAddr, from: Ipv4Addr, game: &str, token: &str) -> Outcome<Socket> {
    let stream = connect(server, from).await?;
    let mut request = format!("ws://{server}/api/games/{game}/socket").into_client_request()?;
    request.headers_mut().insert("sec-websocket-protocol", format!("longroll, {token}").parse()?);
    Ok(tokio_tungstenite::client_async(request, stream).await?.0)
}

/// One request: its status and body.
async fn http(
    server: SocketAddr,
    from: Ipv4Addr,
    method: &str,
    path: &str,
    body: &str,
) -> Outcome<(String, String)> {
    let mut stream = connect(server, from).await?;
    // A token after `#` goes into its header.
    let (path, token) = path.split_once('#').unwrap_or((path, ""));
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {server}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut answer)).await??;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let status = head.split_whitespace().nth(1).unwrap_or_default().to_owned();
    Ok((status, body.to_owned()))
}

fn learning() -> ScenarioText {
    ScenarioText {
        name: LEARNING.name.to_owned(),
        toml: LEARNING.scenario.to_owned(),
        geojson: LEARNING.terrain.to_owned(),
    }
}

fn new_game() -> Value {
    json!({ "scenario": "learning", "ruleset": "quickplay", "options": {}, "blue": "person", "gray": "person", "seed": 1 })
}

/// The file of a game with very many lines: an order that is given and taken back again and again.
fn long_game() -> Outcome<String> {
    let opening = Opening {
        battle: Battle::read(learning()).map_err(|_| "the scenario cannot be read")?,
        settings: Settings::default(),
        fairness: Fairness::Seed(Seed::from_number(1863)),
        players: Players { blue: "person".to_owned(), gray: "person".to_owned() },
    };
    let mut game: Game<Quickplay> = Game::start(opening)?;
    let mut random = longroll_ai::Opponent::Random.policy::<Quickplay>(1, Side::Blue);
    while game.lines().len() < LONG_GAME {
        let side = game.awaiting().0.first().map_or(Side::Blue, |wait| wait.side);
        let Some(command) = random.choose(game.state(), side) else { break };
        if game.submit(side, command.clone(), DiceSource::Seeded).is_err() {
            continue;
        }
        while game.lines().len() < LONG_GAME && game.undo(side).is_ok() {
            if game.submit(side, command.clone(), DiceSource::Seeded).is_err() {
                break;
            }
        }
    }
    Ok(write_game(&game))
}
