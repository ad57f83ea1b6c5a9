//! Advice for whoever asks, and the analysis after the battle.

use super::{Room, whim};
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::shares::is_still_wanted;
use longroll_kit::Side;
use longroll_wire::{Advice, AnalysisNow};
use serde_json::Value;
use std::sync::PoisonError;

impl Room {
    /// What a general would do in the place of the side. Its next command is marked as advised.
    pub(crate) fn advise(&self, side: Side, version: u32, command: Option<&Value>) -> Outcome<Advice> {
        if self.is_signed {
            return Err(Failed::forbidden("in a game between two people nobody is advised"));
        }
        let number = whim(&self.game, version);
        let advising = self.ask(|table| {
            if table.version() != version && !table.is_current(side.into(), version) {
                return Err(Failed::stale());
            }
            table.advising(side, number, command)
        })??;
        self.advised.lock().unwrap_or_else(PoisonError::into_inner)[side as usize] = true;
        guarded(advising).ok_or_else(|| self.unanswerable("advice"))?
    }

    /// The analysis as far as it is; nothing if nobody has asked for it yet, and then it is for the asker to begin it.
    pub(crate) fn analysis(&self) -> Option<AnalysisNow> {
        let mut analysis = self.analysis.lock().unwrap_or_else(PoisonError::into_inner);
        if analysis.is_none() {
            *analysis = Some(AnalysisNow::Working { done: 0, of: 0 });
            return None;
        }
        analysis.clone()
    }

    fn set_analysis(&self, now: Option<AnalysisNow>) {
        *self.analysis.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// Works out the analysis; others may ask how far it is.
    pub(crate) fn analyse(&self) -> Outcome<()> {
        let begun = self.ask(|table| table.analysing()).and_then(|analysing| analysing);
        let found = begun.and_then(|analysing| {
            let mut go_on = |done, of| {
                self.set_analysis(Some(AnalysisNow::Working { done, of }));
                self.touch();
                is_still_wanted()
            };
            guarded(|| analysing(&mut go_on)).ok_or_else(|| self.unanswerable("the analysis"))
        });
        match found {
            Ok(Some(analysis)) => {
                self.set_analysis(Some(AnalysisNow::Done { analysis: Box::new(analysis) }));
                Ok(())
            }
            Ok(None) => {
                self.set_analysis(None);
                Ok(())
            }
            Err(failed) => {
                self.set_analysis(None);
                Err(failed)
            }
        }
    }
}
