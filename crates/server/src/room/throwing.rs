//! Orders that two people sign, and the dice that they throw together: see `docs/fair-dice.md`.

use super::{Deed, Room};
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::signing;
use crate::table::Sealed;
use longroll_game::Witness;
use longroll_kit::Side;
use longroll_wire::{Signature, WitnessAsk};
use std::sync::{MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Dice that are about to be thrown: nothing else happens until they lie.
#[derive(Debug)]
pub(super) struct Throwing {
    /// Who is asked.
    pub(super) witness: Side,
    pub(super) ask: WitnessAsk,
    pub(super) answer: Option<oneshot::Sender<Outcome<Witness>>>,
}

/// A signed command either was carried out, or waits for the witness.
#[derive(Debug)]
pub(crate) enum Signing {
    Done(u32),
    Waits(oneshot::Receiver<Outcome<Witness>>),
}

impl Room {
    /// Do two people sign what they do here?
    pub(crate) fn is_signed(&self) -> bool {
        self.is_signed
    }

    /// A signed command, as far as it goes without the other player's number.
    pub(crate) fn begin(
        &self,
        by: Side,
        version: u32,
        deed: Deed<'_>,
        signed: &Signature,
    ) -> Outcome<Signing> {
        let wants = self.ask(|table| -> Outcome<Option<WitnessAsk>> {
            if table.version() != version {
                // Sealed orders of the other side change nothing but what is signed.
                let again = table.is_current(by.into(), version);
                return Err(if again { Failed::sign_again() } else { Failed::stale() });
            }
            match deed {
                Deed::Undo => Ok(None),
                Deed::Command(command) | Deed::Decided(command, _) => {
                    table.wants_witness(by, command, signed)
                }
                Deed::LetPass(pass_for) => {
                    let (pass, _) = table
                        .passing(by, None, pass_for)
                        .ok_or_else(|| Failed::bad("there is nothing to let pass"))?;
                    table.wants_witness(by, &pass, signed)
                }
            }
        })??;
        let Some(ask) = wants else {
            let sealed = Sealed { signed: signed.clone(), witness: None };
            return self.act_sealed(by, version, deed, Some(&sealed), &[]).map(Signing::Done);
        };
        if !self.is_present(by.enemy()) {
            return self.finish_alone(by, version, deed, signed).map(Signing::Done);
        }
        let (answer, waits) = oneshot::channel();
        {
            let mut throwing = self.throwing();
            if throwing.is_some() {
                return Err(Failed::busy("dice are being thrown; wait a moment"));
            }
            *throwing = Some(Throwing { witness: by.enemy(), ask, answer: Some(answer) });
        }
        self.announce();
        Ok(Signing::Waits(waits))
    }

    /// Carries the command out with the number of the witness.
    pub(crate) fn finish(
        &self,
        by: Side,
        version: u32,
        deed: Deed<'_>,
        signed: &Signature,
        witness: Witness,
    ) -> Outcome<u32> {
        self.act_sealed(
            by,
            version,
            deed,
            Some(&Sealed { signed: signed.clone(), witness: Some(witness) }),
            &[],
        )
    }

    /// The same with the host's number, because the other player is away.
    pub(crate) fn finish_alone(
        &self,
        by: Side,
        version: u32,
        deed: Deed<'_>,
        signed: &Signature,
    ) -> Outcome<u32> {
        let witness = self.ask(|table| table.host_witness())?;
        let witness = witness
            .ok_or_else(|| Failed::forbidden("the other player is away, and no dice can be thrown"))?;
        self.finish(by, version, deed, signed, witness)
    }

    /// The dice lie, or will not be thrown.
    pub(crate) fn thrown(&self) {
        let was_open = self.throwing().take().is_some();
        if was_open {
            self.announce();
        }
    }

    /// The number of the other player, or his refusal.
    pub(crate) fn witness(&self, side: Side, digest: &str, given: Option<&Signature>) -> Outcome<u32> {
        let given = match given {
            Some(given) => Ok(signing::read_witness(given)?),
            None => Err(Failed::busy(
                "the other player's browser has given its number for another order here; give that order again",
            )),
        };
        let mut throwing = self.throwing();
        let asked = throwing.as_mut().filter(|asked| asked.witness == side && asked.ask.digest == digest);
        if let Some(answer) = asked.and_then(|asked| asked.answer.take()) {
            // Whoever gave the command may have gone.
            let _ = answer.send(given);
        }
        Ok(self.version())
    }

    /// A player signs the whole log after the end.
    pub(crate) fn approve(&self, by: Side, signature: &str) -> Outcome<u32> {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if self.is_broken() {
            return Err(Failed::out_of_order());
        }
        let version = table.version();
        let line = guarded(|| table.approve(by, signature)).ok_or_else(|| self.break_down())??;
        self.keep(table.as_ref(), version, line, None)?;
        self.state().version = table.version();
        drop(table);
        self.announce();
        Ok(version + 1)
    }

    fn is_present(&self, side: Side) -> bool {
        self.people().present[side as usize] > 0
    }

    pub(super) fn throwing(&self) -> MutexGuard<'_, Option<Throwing>> {
        self.throwing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
