//! Running the server.

use crate::config::Config;
use crate::hall::{Hall, HallError};
use crate::http::app;
use std::net::SocketAddr;
use tokio::net::TcpListener;

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
        tokio::select! {
            served = serve_on(config, listener) => served,
            // If the signal cannot be waited for, the program is simply killed.
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    });
    // Commands under way are either on disk or were never acknowledged.
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    served
}

/// Serves on a listener that is there already.
pub async fn serve_on(config: Config, listener: TcpListener) -> Result<(), ServeError> {
    let hall = Hall::new(config)?;
    axum::serve(listener, app(hall)).await.map_err(ServeError::Stopped)
}
