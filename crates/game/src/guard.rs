//! Keeps the program standing when a file holds events that no lawful game has.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs a piece of a ruleset on events from a file; nothing when it breaks down over them.
///
/// A ruleset records its own events without fail, but a damaged or forged file may name a unit that does not exist. What
/// the closure was changing must be thrown away when nothing comes back.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}
