//! What an operator wants to know of a server that runs: `/health`, and `/metrics` in the words of Prometheus.

use crate::doors::{Door, Guest};
use crate::failure::{Failed, Outcome};
use crate::hall::Hall;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Json, Response};
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Everything that is counted.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Asked, Counter>,
    request_seconds: Family<Address, Histogram>,
    asked: Family<Came, Counter>,
    asked_seconds: Family<What, Histogram>,
    connections: Gauge,
    sockets: Gauge,
    games: Gauge,
    games_in_memory: Gauge,
    waiting: Gauge,
    /// Requests that are being answered now.
    under_way: AtomicUsize,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Asked {
    method: String,
    /// The pattern, never the address itself: it may hold the name of a game.
    address: String,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Address {
    address: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Came {
    what: Wish,
    outcome: WishOutcome,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct What {
    what: Wish,
}

/// What is asked over a socket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EncodeLabelValue)]
pub(crate) enum Wish {
    /// An order, an answer, or taking one back: something that is kept.
    Act,
    /// A preview, odds, a film.
    Look,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EncodeLabelValue)]
pub(crate) enum WishOutcome {
    Done,
    Refused,
}

/// Upper ends, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// The store must answer within this time.
const STORE_PATIENCE: Duration = Duration::from_secs(5);

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("longroll");
        let histogram = || Histogram::new(BUCKETS);
        let requests = Family::default();
        let request_seconds = Family::new_with_constructor(histogram as fn() -> Histogram);
        let asked = Family::default();
        let asked_seconds = Family::new_with_constructor(histogram as fn() -> Histogram);
        let [connections, sockets, games, games_in_memory, waiting] =
            std::array::from_fn(|_| Gauge::default());
        registry.register("requests", "Requests over HTTP", requests.clone());
        registry.register("request_seconds", "Time to answer a request", request_seconds.clone());
        registry.register("asked", "What players asked over sockets", asked.clone());
        registry.register("asked_seconds", "Time until it was done", asked_seconds.clone());
        registry.register("connections", "Open connections", connections.clone());
        registry.register("sockets", "Browsers that have a game open", sockets.clone());
        registry.register("games", "Games kept", games.clone());
        registry.register("games_in_memory", "Games in memory", games_in_memory.clone());
        registry.register("waiting", "Pieces of work that wait for the processor", waiting.clone());
        Metrics {
            registry,
            requests,
            request_seconds,
            asked,
            asked_seconds,
            connections,
            sockets,
            games,
            games_in_memory,
            waiting,
            under_way: AtomicUsize::new(0),
        }
    }
}

impl Metrics {
    pub(crate) fn answered(&self, method: &str, address: &str, status: StatusCode, took: Duration) {
        let (method, address) = (method.to_owned(), address.to_owned());
        let asked = Asked { method, address: address.clone(), status: status.as_u16() };
        self.requests.get_or_create(&asked).inc();
        self.request_seconds.get_or_create(&Address { address }).observe(took.as_secs_f64());
    }

    pub(crate) fn met(&self, what: Wish, outcome: WishOutcome, took: Duration) {
        self.asked.get_or_create(&Came { what, outcome }).inc();
        self.asked_seconds.get_or_create(&What { what }).observe(took.as_secs_f64());
    }

    /// Counts a request until the answer is dropped.
    pub(crate) fn begin(self: &Arc<Metrics>) -> UnderWay {
        self.under_way.fetch_add(1, Ordering::AcqRel);
        UnderWay(self.clone())
    }

    pub(crate) fn under_way(&self) -> usize {
        self.under_way.load(Ordering::Acquire)
    }
}

/// A request that is being answered.
#[derive(Debug)]
pub(crate) struct UnderWay(Arc<Metrics>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Is the server up, and does its store answer? A proxy or a supervisor asks this.
pub(crate) async fn health(State(hall): State<Arc<Hall>>) -> Response {
    let answer = |status: StatusCode, what: &str, store: &str| {
        let version = env!("CARGO_PKG_VERSION");
        let text = serde_json::json!({ "status": what, "store": store, "version": version });
        (status, Json(text)).into_response()
    };
    if hall.closing.has_begun() {
        return answer(StatusCode::SERVICE_UNAVAILABLE, "stopping", "unknown");
    }
    let store = hall.config.store.clone();
    // Not in the line of work: a server that has much to do is not ill.
    let counting = tokio::task::spawn_blocking(move || store.count());
    match tokio::time::timeout(STORE_PATIENCE, counting).await {
        Ok(Ok(Ok(_))) => answer(StatusCode::OK, "up", "answers"),
        Ok(_) => answer(StatusCode::SERVICE_UNAVAILABLE, "no store", "fails"),
        Err(_) => answer(StatusCode::SERVICE_UNAVAILABLE, "no store", "silent"),
    }
}

/// For whoever watches from this computer; to others there is no such address.
pub(crate) async fn metrics(State(hall): State<Arc<Hall>>, guest: Guest) -> Outcome<Response> {
    if !guest.address.is_loopback() {
        return Err(Failed::not_found("there is no such address"));
    }
    let store = hall.config.store.clone();
    let games = tokio::task::spawn_blocking(move || store.count()).await;
    let games = games.map_err(|_| Failed::out_of_order())??;
    let metrics = &hall.metrics;
    let set = |gauge: &Gauge, number: usize| gauge.set(i64::try_from(number).unwrap_or(i64::MAX));
    metrics.games.set(i64::try_from(games).unwrap_or(i64::MAX));
    set(&metrics.connections, hall.doors.open_now(Door::Connection));
    set(&metrics.sockets, hall.doors.open_now(Door::Socket));
    set(&metrics.games_in_memory, hall.rooms_in_memory());
    set(&metrics.waiting, hall.shares.waiting());
    let mut text = String::new();
    encode(&mut text, &metrics.registry).map_err(|_| Failed::out_of_order())?;
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}
