//! A panic in one game stays in that game.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs a piece of a game; nothing when it panicked. What it was changing must then be thrown away.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}
