//! Running the server.

use crate::config::{Config, Limits};
use crate::doors::{Door, Full, Guest, Pass, counted_as, is_the};
use crate::hall::{Hall, HallError};
use crate::http::app;
use axum::Router;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::Service;

/// The server did not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    Hall(#[from] HallError),
    #[error(
        "cannot listen on {address}: {error}; is Longroll running already? --listen names another address"
    )]
    Listen { address: SocketAddr, error: std::io::Error },
    #[error("the server stopped: {0}")]
    Stopped(std::io::Error),
}

/// Bytes of the head of a request.
const LARGEST_HEAD: usize = 32 * 1024;
/// How often unwatched games and forgotten addresses are cleared away.
const SWEEP: Duration = Duration::from_secs(5);
const LEAST_SWEEP: Duration = Duration::from_millis(20);
/// How long what has begun is waited for when the server stops.
const FINISHING: Duration = Duration::from_secs(10);
/// Rest after the system refused a connection, most likely for want of file handles.
const REST: Duration = Duration::from_millis(100);
/// So many are told at once that there is no room for them, each for so long; others are turned away without a word.
const MOST_TOLD: usize = 64;
const TELLING: Duration = Duration::from_secs(1);

/// Serves until the program is interrupted. `ready` is told the address once browsers can come.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(128)
        .build()
        .map_err(ServeError::Stopped)?;
    let served = runtime.block_on(async {
        let address = config.listen;
        let listener =
            TcpListener::bind(address).await.map_err(|error| ServeError::Listen { address, error })?;
        ready(listener.local_addr().map_err(ServeError::Stopped)?);
        let hall = Hall::new(config)?;
        tokio::select! {
            served = serve_hall(hall.clone(), listener) => served,
            () = told_to_stop() => {
                finish(&hall).await;
                Ok(())
            }
        }
    });
    // Commands still under way are either on disk or were never acknowledged.
    runtime.shutdown_timeout(Duration::from_secs(2));
    served
}

/// Waits until somebody stops the program at the keyboard, or a supervisor does. A signal that cannot be waited for kills it.
async fn told_to_stop() {
    let interrupted = async { drop(tokio::signal::ctrl_c().await) };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let terminated = async {
            match signal(SignalKind::terminate()) {
                Ok(mut terminate) => drop(terminate.recv().await),
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
    #[cfg(not(unix))]
    interrupted.await;
}

/// Nobody comes in any more; browsers are told to come again, and what has begun is finished.
async fn finish(hall: &Hall) {
    tracing::info!("stopping");
    hall.closing.begin();
    let until = Instant::now() + FINISHING;
    // A moment for answers that are just being written.
    tokio::time::sleep(REST).await;
    while (hall.shares.is_busy() || hall.metrics.under_way() > 0) && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Serves on a listener that is there already.
pub async fn serve_on(config: Config, listener: TcpListener) -> Result<(), ServeError> {
    serve_hall(Hall::new(config)?, listener).await
}

/// Serves a hall that is there already.
pub async fn serve_hall(hall: Arc<Hall>, listener: TcpListener) -> Result<(), ServeError> {
    let app = app(hall.clone());
    let often = hall.config.limits.keep_unwatched.clamp(LEAST_SWEEP, SWEEP);
    let mut sweep = tokio::time::interval(often);
    let told = Arc::new(Semaphore::new(MOST_TOLD));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = sweep.tick() => {
                hall.sweep();
                let hall = hall.clone();
                drop(tokio::task::spawn_blocking(move || hall.part_with_lost_games()));
                continue;
            }
        };
        let Ok((stream, peer)) = accepted else {
            // Nothing is wrong with the listener itself: this connection went away, or no handle was left for it.
            tokio::time::sleep(REST).await;
            continue;
        };
        let limits = connection_limits(&hall.config, peer);
        match hall.doors.enter(Door::Connection, counted_as(peer.ip()), &limits) {
            Ok(pass) => drop(tokio::spawn(connection(app.clone(), hall.clone(), stream, peer, pass))),
            Err(full) => {
                if let Ok(permit) = told.clone().try_acquire_owned() {
                    tokio::spawn(turn_away(stream, full, permit));
                }
            }
        }
    }
}

/// Everybody comes through the proxy, so that it may have as many connections as there are.
fn connection_limits(config: &Config, peer: SocketAddr) -> Limits {
    let limits = config.limits;
    match is_the(config.proxy, peer.ip()) {
        true => Limits { connections_of_an_address: limits.connections, ..limits },
        false => limits,
    }
}

async fn connection(app: Router, hall: Arc<Hall>, stream: TcpStream, peer: SocketAddr, pass: Pass) {
    // News is small and must not wait for more of it; without the option it is only late.
    let _ = stream.set_nodelay(true);
    let (proxy, head) = (hall.config.proxy, hall.config.limits.head);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        let guest = Guest::of(peer, request.headers(), proxy);
        request.extensions_mut().insert(guest);
        app.clone().call(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
    // Whoever breaks off, or says nothing, is gone: there is nobody left to tell.
    let _ = served;
    drop(pass);
}

/// Says why, and closes.
async fn turn_away(mut stream: TcpStream, full: Full, permit: OwnedSemaphorePermit) {
    let text = match full {
        Full::House => "as many are connected as this server takes; try again in a minute",
        Full::Address => "your address has as many connections open as this server takes from one",
    };
    let body =
        format!("{{\"error\":{{\"kind\":\"busy\",\"text\":\"{text}\",\"clause\":null,\"measured\":null}}}}");
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 10\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let told = tokio::time::timeout(TELLING, async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        // Closed before the request was read, the answer would be lost on the way.
        let mut unread = [0; 1024];
        while stream.read(&mut unread).await? > 0 {}
        std::io::Result::Ok(())
    });
    let _ = told.await;
    drop(permit);
}
