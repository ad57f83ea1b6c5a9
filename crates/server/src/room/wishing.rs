//! When a side is asked, and what it has answered beforehand.

use super::{Room, State, side_word};
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::interruptions::Wishes;
use longroll_kit::Side;
use longroll_store::Store;
use longroll_wire::Interruptions;
use std::sync::PoisonError;

/// Standing orders of one side: far more than any battle has.
const MOST_STANDING: usize = 200;

impl Room {
    /// What a side wishes to be asked from now on; what it is asked now may be answered by it.
    pub(crate) fn wish(&self, side: Side, interruptions: Interruptions) -> Outcome<u32> {
        if interruptions.standing.len() > MOST_STANDING || interruptions.kinds.len() > MOST_STANDING {
            return Err(Failed::bad("these are too many standing orders"));
        }
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if self.is_broken() {
            return Err(Failed::out_of_order());
        }
        if self.throwing().is_some() {
            return Err(Failed::busy("dice are being thrown; wait a moment"));
        }
        self.keep_wishes(side, Wishes { interruptions, passing: None })?;
        if self.particulars.shown_only.is_none() && !table.is_closed() {
            self.settle(table.as_mut())?;
            self.close_if_over(table.as_mut())?;
            let state =
                guarded(|| State::of(table.as_ref(), self.computers)).ok_or_else(|| self.break_down())?;
            *self.state() = state;
        }
        let version = table.version();
        drop(table);
        self.announce();
        Ok(version)
    }

    pub(super) fn keep_wishes(&self, side: Side, wishes: Wishes) -> Outcome<()> {
        let text = serde_json::to_string(&wishes).map_err(|_| Failed::out_of_order())?;
        self.store.keep_note(&self.game, side_word(side), &text).map_err(Failed::from)?;
        self.wishes()[side as usize] = wishes;
        Ok(())
    }
}

/// What a side has wished before; nobody who has never wished anything is asked more than is useful.
pub(super) fn kept_wishes(store: &dyn Store, game: &str, side: Side) -> Wishes {
    let kept = store.note(game, side_word(side)).ok().flatten();
    kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}
