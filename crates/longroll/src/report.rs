//! What a command has to say, and with which exit code.

use serde::Serialize;
use std::fmt::Display;

/// A command that did its work, even if what it found is bad.
#[derive(Debug)]
pub(crate) struct Report {
    pub text: String,
    /// For standard error.
    pub complaints: String,
    pub code: u8,
}

/// A command that could not do its work.
#[derive(Debug)]
pub(crate) struct Failure {
    pub message: String,
    pub code: u8,
}

impl Report {
    pub(crate) fn fine(text: String) -> Report {
        Report { text, complaints: String::new(), code: 0 }
    }

    /// The work is done, and something differs from what it should be.
    pub(crate) fn differs(text: String) -> Report {
        Report { text, complaints: String::new(), code: 1 }
    }

    /// A file that holds, but proves nothing.
    pub(crate) fn unproven(text: String) -> Report {
        Report { text, complaints: String::new(), code: 3 }
    }

    pub(crate) fn with_complaints(mut self, complaints: String) -> Report {
        self.complaints = complaints;
        self
    }
}

impl Failure {
    /// Bad usage or unreadable input: exit code 2.
    pub(crate) fn usage(message: impl Display) -> Failure {
        Failure { message: message.to_string(), code: 2 }
    }
}

/// Plain data as indented JSON with a line end.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value);
    text.map(|text| text + "\n")
        .map_err(|error| Failure::usage(format!("this cannot be written as JSON: {error}")))
}
