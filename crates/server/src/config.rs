//! How a server is set up.

use longroll_game::ScenarioText;
use longroll_store::{Memory, Store};
use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Everything a server needs.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    pub store: Arc<dyn Store>,
    /// Where the tables of umpires are kept: a store of their own, so that they are no games.
    pub tables: Arc<dyn Store>,
    /// The battles that can be chosen.
    pub scenarios: Vec<ScenarioText>,
    /// A folder with battles of one's own, each a folder of two files.
    pub own_scenarios: Option<PathBuf>,
    /// The browser's files; without them a page says that they are missing.
    pub client: Option<Assets>,
    pub limits: Limits,
    /// A proxy that passes requests on from this address, and says in `X-Forwarded-For` for whom. Nobody else is believed.
    pub proxy: Option<IpAddr>,
}

/// Finds a file of the client by its path, such as `index.html`.
pub type Assets = fn(&str) -> Option<Asset>;

/// A file of the client.
#[derive(Clone, Debug)]
pub struct Asset {
    pub content_type: Cow<'static, str>,
    pub bytes: Cow<'static, [u8]>,
    /// The name changes with the content, so that a browser may keep it.
    pub is_immutable: bool,
}

/// How much the server takes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Games kept.
    pub games: u64,
    /// Games in memory.
    pub rooms: usize,
    /// A game in memory that nobody has open is put back on disk after so long.
    pub keep_unwatched: Duration,
    pub connections: usize,
    pub connections_of_an_address: usize,
    pub sockets: usize,
    pub sockets_of_an_address: usize,
    pub sockets_of_a_game: u32,
    /// Games that one address may start, in the long run and at once.
    pub games_an_hour: u32,
    pub games_at_once: u32,
    /// The head of a request must be there within this time, and so must the next request on an idle connection.
    pub head: Duration,
    /// A request must be read and answered within this time.
    pub request: Duration,
    /// A browser must give a sign of life within this time.
    pub silence: Duration,
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of an imported game file.
    pub import: usize,
    /// Bytes of a message over the socket.
    pub message: usize,
    /// Requests a second on one socket, in the long run and at once.
    pub requests_a_second: u32,
    pub requests_at_once: u32,
    /// Dice paths that a preview follows.
    pub odds_paths: u64,
    /// How long odds from facts alone are worked out before they are called too wide.
    pub odds_time: Duration,
    /// Bytes of answers under way to browsers, all together.
    pub answers: usize,
}

impl Config {
    /// The address unless another is named: only this machine, port 1863.
    pub const USUAL_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1863);

    /// Tables of umpires are kept in memory unless `tables` is set.
    pub fn new(store: Arc<dyn Store>, scenarios: Vec<ScenarioText>) -> Config {
        let (listen, limits) = (Config::USUAL_ADDRESS, Limits::default());
        let tables = Arc::new(Memory::default());
        Config { listen, store, tables, scenarios, own_scenarios: None, client: None, limits, proxy: None }
    }

    /// Can only this machine reach the server? Then whoever asks is its owner.
    pub(crate) fn is_private(&self) -> bool {
        self.listen.ip().is_loopback() && self.proxy.is_none()
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            games: 10_000,
            rooms: 256,
            keep_unwatched: Duration::from_secs(30),
            connections: 1_000,
            connections_of_an_address: 128,
            sockets: 500,
            sockets_of_an_address: 64,
            sockets_of_a_game: 32,
            games_an_hour: 720,
            games_at_once: 240,
            head: Duration::from_secs(10),
            request: Duration::from_secs(60),
            silence: Duration::from_secs(70),
            body: 1_000_000,
            import: 32_000_000,
            message: 65_536,
            requests_a_second: 50,
            requests_at_once: 200,
            odds_paths: 200_000,
            odds_time: Duration::from_millis(200),
            answers: 64_000_000,
        }
    }
}
