//! An account of what each piece has spent this turn, kept from the events alone, held against what its rulebook grants.

use crate::playing::Moment;
use longroll_ai::Appraisal;
use longroll_kit::UnitId;
use std::collections::BTreeMap;

/// Something that an event takes out of a piece's account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent {
    pub unit: UnitId,
    /// What is spent: `inches`, `fires`, `tests`, `reactions`, `rides` …
    pub account: &'static str,
    /// Micrometres for lengths, else a count.
    pub amount: i64,
    /// The most that the rulebook grants the piece of this in one span, whatever the circumstances of this event are.
    pub granted: i64,
}

/// How a ruleset's events are booked.
pub trait Ledger: Appraisal {
    /// What the event takes. `state` is the one before the event.
    fn spent(state: &Self::State, event: &Self::Event) -> Vec<Spent>;
    /// Does a new span begin with the event, so that every account starts anew?
    fn begins_anew(event: &Self::Event) -> bool;
}

/// Lengths are snapped to micrometres at each leg of a march.
const TOLERANCE: i64 = 60;

/// The books of one battle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Books {
    spent: BTreeMap<(u16, &'static str), i64>,
    pub entries: u32,
    pub spans: u32,
}

impl Books {
    /// Books the events of a command.
    ///
    /// # Errors
    /// The first account that is overdrawn.
    pub fn enter<R: Ledger>(&mut self, moment: &Moment<'_, R>) -> Result<(), String> {
        let mut state = moment.before.clone();
        for event in moment.events {
            if R::begins_anew(event) {
                self.spent.clear();
                self.spans += 1;
            }
            for Spent { unit, account, amount, granted } in R::spent(&state, event) {
                let total = self.spent.entry((unit.0, account)).or_default();
                *total += amount;
                self.entries += 1;
                if *total > granted + if granted > 1_000 { TOLERANCE } else { 0 } {
                    return Err(format!(
                        "{unit} has spent {total} of {granted} {account} this turn: {}",
                        R::tell(&state, event).text
                    ));
                }
            }
            R::apply(&mut state, event);
        }
        Ok(())
    }
}
