//! How a server is set up.

use longroll_game::ScenarioText;
use longroll_store::Store;
use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// Everything a server needs.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    pub store: Arc<dyn Store>,
    /// The battles that can be chosen.
    pub scenarios: Vec<ScenarioText>,
    /// The browser's files; without them a page says that they are missing.
    pub client: Option<Assets>,
    pub limits: Limits,
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
    pub sockets: usize,
    pub sockets_of_a_game: u32,
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
}

impl Config {
    /// The address unless another is named: only this machine, port 1863.
    pub const USUAL_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1863);

    pub fn new(store: Arc<dyn Store>, scenarios: Vec<ScenarioText>) -> Config {
        let (listen, limits) = (Config::USUAL_ADDRESS, Limits::default());
        Config { listen, store, scenarios, client: None, limits }
    }

    /// Can only this machine reach the server? Then whoever asks is its owner.
    pub(crate) fn is_private(&self) -> bool {
        self.listen.ip().is_loopback()
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            games: 10_000,
            rooms: 256,
            sockets: 500,
            sockets_of_a_game: 32,
            body: 1_000_000,
            import: 32_000_000,
            message: 65_536,
            requests_a_second: 50,
            requests_at_once: 200,
            odds_paths: 200_000,
        }
    }
}
