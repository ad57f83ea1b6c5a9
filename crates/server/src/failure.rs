//! Requests that are not met, each with a plain sentence.

use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Json, Response};
use longroll_dice::Roll;
use longroll_store::Fault;
use longroll_wire::{Failure, FailureKind, RefusalView};

/// A failure with the status that it has over HTTP.
#[derive(Clone, Debug)]
pub(crate) struct Failed {
    pub status: StatusCode,
    pub failure: Failure,
}

pub(crate) type Outcome<T> = Result<T, Failed>;

impl Failed {
    pub(crate) fn bad(text: impl Into<String>) -> Failed {
        Failed::new(StatusCode::BAD_REQUEST, FailureKind::Bad, text)
    }

    pub(crate) fn forbidden(text: impl Into<String>) -> Failed {
        Failed::new(StatusCode::FORBIDDEN, FailureKind::Forbidden, text)
    }

    pub(crate) fn not_found(text: impl Into<String>) -> Failed {
        Failed::new(StatusCode::NOT_FOUND, FailureKind::Gone, text)
    }

    pub(crate) fn busy(text: impl Into<String>) -> Failed {
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, FailureKind::Busy, text)
    }

    pub(crate) fn too_large(text: impl Into<String>) -> Failed {
        Failed::new(StatusCode::PAYLOAD_TOO_LARGE, FailureKind::Bad, text)
    }

    pub(crate) fn stale() -> Failed {
        let text = "the table has changed since; look again and repeat the order if it still makes sense";
        Failed::new(StatusCode::CONFLICT, FailureKind::Stale, text)
    }

    /// Nothing that the player knows has changed, but what he signs has: his browser signs once more.
    pub(crate) fn sign_again() -> Failed {
        let mut failed = Failed::stale();
        failed.failure.measured = Some(serde_json::json!({ "sign_again": true }));
        failed
    }

    /// The game broke down. It is put aside and read from disk again when next asked for.
    pub(crate) fn out_of_order() -> Failed {
        let text = "the game ran into an error of the program and was put aside; open it again to go on";
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, FailureKind::Gone, text)
    }

    pub(crate) fn refused(refusal: RefusalView) -> Failed {
        let failure = Failure {
            kind: FailureKind::Refused,
            text: refusal.text,
            clause: Some(refusal.clause),
            measured: Some(refusal.measured),
        };
        Failed { status: StatusCode::CONFLICT, failure }
    }

    /// These dice are to be thrown by hand and typed in.
    pub(crate) fn dice(roll: &Roll) -> Failed {
        let mut failed =
            Failed::new(StatusCode::CONFLICT, FailureKind::Dice, format!("throw {}", roll.pool()));
        failed.failure.clause = Some(roll.clause.to_string());
        failed.failure.measured = serde_json::to_value(longroll_wire::roll_wanted(roll)).ok();
        failed
    }

    pub(crate) fn new(status: StatusCode, kind: FailureKind, text: impl Into<String>) -> Failed {
        Failed { status, failure: Failure { kind, text: text.into(), clause: None, measured: None } }
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Failed {
        match fault {
            Fault::NoGame(_) => Failed::not_found("there is no such game"),
            // A proxy in front of several servers tries the next one.
            Fault::Elsewhere(_) => Failed::busy("this game is open on another server; try again in a moment"),
            // Paths and the like are for the log of the server, not for whoever asks.
            Fault::Taken | Fault::OutOfPlace { .. } | Fault::Disk(_) => {
                tracing::error!(%fault, "the store failed");
                Failed::busy("the game could not be kept on disk; nothing was done")
            }
        }
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let busy = self.failure.kind == FailureKind::Busy;
        let mut response = (self.status, Json(serde_json::json!({ "error": self.failure }))).into_response();
        if busy {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
