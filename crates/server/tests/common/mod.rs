//! A server on a port of its own, and a browser without a screen.
#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use futures_util::{SinkExt, StreamExt};
use longroll_game::ScenarioText;
use longroll_server::{Config, Hall, app, serve_hall};
use longroll_store::{Memory, Store};
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE, Texts};
use longroll_wire::{
    Answer, Ask, Created, Failure, FromServer, Hello, NewGame, News, OrderLine, Player, Request as Asked,
};
use serde::Serialize;
use serde_json::Value;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

pub fn scenarios() -> Vec<ScenarioText> {
    let text = |texts: Texts| ScenarioText {
        name: texts.name.to_owned(),
        toml: texts.scenario.to_owned(),
        geojson: texts.terrain.to_owned(),
    };
    vec![text(LEARNING), text(MCPHERSONS_RIDGE)]
}

pub fn config() -> Config {
    Config::new(Arc::new(Memory::new()), scenarios())
}

pub fn config_on(store: Arc<dyn Store>) -> Config {
    Config::new(store, scenarios())
}

pub fn new_game(blue: Player, gray: Player) -> NewGame {
    NewGame {
        scenario: "learning".to_owned(),
        ruleset: "quickplay".to_owned(),
        options: Default::default(),
        blue,
        gray,
        handicap: None,
        seed: Some(1863),
        by_hand: Vec::new(),
        seat: None,
    }
}

/// One request without a socket: status and body. A token after `#` at the end of the path goes into its header.
pub async fn ask(hall: &Arc<Hall>, method: &str, path: &str, body: impl Into<Body>) -> (StatusCode, Vec<u8>) {
    let (path, token) = path.split_once('#').unwrap_or((path, ""));
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("authorization", format!("Bearer {token}"))
        .header("host", "localhost:1863")
        .header("content-type", "application/json")
        .body(body.into())
        .unwrap();
    let response = app(hall.clone()).oneshot(request).await.unwrap();
    let status = response.status();
    (status, to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec())
}

pub async fn ask_json(
    hall: &Arc<Hall>,
    method: &str,
    path: &str,
    body: &impl Serialize,
) -> (StatusCode, Value) {
    let (status, body) = ask(hall, method, path, serde_json::to_vec(body).unwrap()).await;
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

pub async fn create(hall: &Arc<Hall>, new: &NewGame) -> Created {
    let (status, created) = ask_json(hall, "POST", "/api/games", new).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    serde_json::from_value(created).unwrap()
}

/// Starts a server on a free port; it ends with the runtime of the test.
pub async fn listen(hall: Arc<Hall>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve_hall(hall, listener));
    address
}

/// A browser at a game.
pub struct Browser {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u32,
    /// Bytes of every message that came, in order.
    pub heard: Vec<usize>,
    pub hello: Hello,
    pub news: News,
}

/// The other end went away.
#[derive(Debug)]
pub struct Lost;

impl Browser {
    pub async fn open(address: SocketAddr, game: &str, token: &str) -> Result<Browser, Lost> {
        let address = format!("ws://{address}/api/games/{game}/socket");
        let mut request = address.into_client_request().unwrap();
        let protocols = format!("longroll, {token}").parse().map_err(|_| Lost)?;
        request.headers_mut().insert("sec-websocket-protocol", protocols);
        let (socket, _) = tokio_tungstenite::connect_async(request).await.map_err(|_| Lost)?;
        let (mut socket, mut heard) = (socket, Vec::new());
        let FromServer::Hello(hello) = hear(&mut socket, &mut heard).await? else {
            panic!("hello comes first")
        };
        let FromServer::News(news) = hear(&mut socket, &mut heard).await? else {
            panic!("news comes second")
        };
        Ok(Browser { socket, next: 1, heard, hello: *hello, news: *news })
    }

    /// Asks and waits for the answer; news on the way is taken in.
    pub async fn ask(&mut self, ask: Ask) -> Result<Result<Answer, Failure>, Lost> {
        let id = self.next;
        self.next += 1;
        let text = serde_json::to_string(&Asked { id, ask }).unwrap();
        self.send(text).await?;
        loop {
            match hear(&mut self.socket, &mut self.heard).await? {
                FromServer::Answer { id: to, answer } if to == id => return Ok(Ok(*answer)),
                FromServer::Failed { id: Some(to), error } if to == id => return Ok(Err(error)),
                FromServer::Failed { id: None, error } => return Ok(Err(error)),
                other => self.take_in(other),
            }
        }
    }

    pub async fn send(&mut self, text: String) -> Result<(), Lost> {
        self.socket.send(Message::text(text)).await.map_err(|_| Lost)
    }

    /// The next message, whatever it is; news is taken in too.
    pub async fn next(&mut self) -> Result<FromServer, Lost> {
        let message = hear(&mut self.socket, &mut self.heard).await?;
        self.take_in(message.clone());
        Ok(message)
    }

    /// Waits for news that fits.
    pub async fn news_where(&mut self, fits: impl Fn(&News) -> bool) -> Result<&News, Lost> {
        while !fits(&self.news) {
            let message = hear(&mut self.socket, &mut self.heard).await?;
            self.take_in(message);
        }
        Ok(&self.news)
    }

    pub async fn orders(&mut self, ask: Ask) -> Result<Vec<OrderLine>, Lost> {
        match self.ask(ask).await? {
            Ok(Answer::Orders { orders }) => Ok(orders),
            other => panic!("orders were asked for, not {other:?}"),
        }
    }

    pub async fn command(&mut self, command: Value) -> Result<Result<u32, Failure>, Lost> {
        let version = self.news.version;
        match self.ask(Ask::Command { version, command, signed: None, dice: Vec::new() }).await? {
            Ok(Answer::Done { version }) => {
                self.news_where(|news| news.version >= version).await?;
                Ok(Ok(version))
            }
            Ok(other) => panic!("done is the answer, not {other:?}"),
            Err(failure) => Ok(Err(failure)),
        }
    }

    /// Does the first thing that may be done: for units other than standing where possible, else for the side.
    pub async fn do_something(&mut self) -> Result<Result<u32, Failure>, Lost> {
        let units = self.news.actors.units.clone();
        for unit in units.into_iter().take(3) {
            let orders = self.orders(Ask::Orders { unit }).await?;
            if let Some(command) = orders.into_iter().rev().find_map(|order| order.command) {
                return self.command(command).await;
            }
        }
        let orders = self.orders(Ask::SideOrders).await?;
        let command = orders.into_iter().rev().find_map(|order| order.command);
        self.command(command.expect("somebody who is asked can do something")).await
    }

    fn take_in(&mut self, message: FromServer) {
        match message {
            FromServer::Hello(hello) => self.hello = *hello,
            FromServer::News(news) => self.news = *news,
            FromServer::Answer { .. } | FromServer::Failed { .. } => {}
        }
    }
}

async fn hear(
    socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>,
    heard: &mut Vec<usize>,
) -> Result<FromServer, Lost> {
    loop {
        let message = tokio::time::timeout(Duration::from_secs(60), socket.next()).await;
        match message.expect("the server says something within a minute") {
            Some(Ok(Message::Text(text))) => {
                heard.push(text.len());
                return Ok(serde_json::from_str(&text).unwrap());
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return Err(Lost),
        }
    }
}

/// A folder that is gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("longroll-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
