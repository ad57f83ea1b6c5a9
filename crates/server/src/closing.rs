//! The end of a server: nothing new begins, and what has begun is finished.

use tokio::sync::watch;

/// Says to all who wait for it that the server is to stop.
#[derive(Clone, Debug)]
pub(crate) struct Closing(watch::Sender<bool>);

impl Default for Closing {
    fn default() -> Closing {
        Closing(watch::Sender::new(false))
    }
}

impl Closing {
    pub(crate) fn begin(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it has begun.
    pub(crate) async fn closed(&self) {
        // The sender is here, so the channel stays open.
        let _ = self.0.subscribe().wait_for(|has_begun| *has_begun).await;
    }
}
