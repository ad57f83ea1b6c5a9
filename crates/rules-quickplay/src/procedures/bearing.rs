//! What tests and melees do to those who bear them. The order of the steps is the rule; what a step does is the bearer's affair: units on
//! the table, or units known from facts for odds and for an umpire.

use crate::book::options::Options;
use crate::c;
use crate::procedures::melee::{MeleeFacts, MeleeResult, MeleeWinner, melee};
use crate::procedures::morale::{MoraleFacts, TestResult, morale_test};
use crate::turn::state::Order;
use longroll_dice::{Dice, Wanted};
use longroll_kit::Clause;

/// Units that can lose Strength, order and ground.
pub(crate) trait Bears {
    type Unit: Copy;

    fn tested(&mut self, unit: Self::Unit, facts: &MoraleFacts, result: TestResult);
    /// All dice of Step 4 have been thrown.
    fn all_tested(&mut self);
    /// QP-UNIT-07: markers do not add up.
    fn disorder(&mut self, unit: Self::Unit, clause: Clause);
    /// QP-MORALE-03: with the casualty of the rout, which may be its last.
    fn rout(&mut self, unit: Self::Unit, destroyed: bool);

    fn fought(&mut self, charger: Self::Unit, defender: Self::Unit, facts: &MeleeFacts, result: &MeleeResult);
    /// QP-MORALE-05, QP-COMBAT-32: a Routed unit in melee routs again, without dice.
    fn ride_down(&mut self, charger: Self::Unit, defender: Self::Unit, result: &MeleeResult);
    /// QP-UNIT-03, -04: losses, and the end of a unit at none.
    fn lose(&mut self, unit: Self::Unit, lost: u8, destroyed: bool, clause: Clause);
    /// The charger will take the ground where the defender stands.
    fn wins_ground(&mut self, charger: Self::Unit, defender: Self::Unit);
    fn retreat(&mut self, loser: Self::Unit, from: Self::Unit);
    /// QP-COMBAT-22.
    fn back_off(&mut self, charger: Self::Unit);
    /// QP-COMBAT-27: nobody is left to fight for the others who charged this defender.
    fn release(&mut self, defender: Self::Unit);
}

/// QP-MORALE-12: first all dice, then all results.
pub(crate) fn test_all<B: Bears>(
    bearer: &mut B,
    tests: &[(B::Unit, MoraleFacts)],
    dice: &mut dyn Dice,
) -> Result<Vec<(B::Unit, TestResult)>, Wanted> {
    let mut results = Vec::with_capacity(tests.len());
    for (unit, facts) in tests {
        let result = morale_test(facts, dice)?;
        bearer.tested(*unit, facts, result);
        results.push((*unit, result));
    }
    bearer.all_tested();
    for (unit, result) in &results {
        match result {
            TestResult::Passed => {}
            TestResult::Disordered => bearer.disorder(*unit, c::MORALE_02),
            TestResult::Routed => bearer.rout(*unit, false),
            TestResult::Destroyed => bearer.rout(*unit, true),
        }
    }
    Ok(results)
}

/// One melee and what comes of it. QP-COMBAT-09: the loser is Disordered and goes back; QP-COMBAT-10: a charger that wins takes the
/// ground; QP-COMBAT-22: after a tie it backs off; QP-COMBAT-26: two that destroy each other leave it empty.
pub(crate) fn fight<B: Bears>(
    bearer: &mut B,
    (charger, defender): (B::Unit, B::Unit),
    facts: &MeleeFacts,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<MeleeResult, Wanted> {
    let result = melee(facts, options, dice)?;
    if facts.defender_order == Order::Routed {
        bearer.ride_down(charger, defender, &result);
        return Ok(result);
    }
    bearer.fought(charger, defender, facts, &result);
    match result.winner {
        MeleeWinner::Charger => bearer.wins_ground(charger, defender),
        MeleeWinner::BothGone => bearer.release(defender),
        MeleeWinner::Defender | MeleeWinner::Neither => {}
    }
    let clause = if result.winner == MeleeWinner::BothGone { c::COMBAT_26 } else { c::COMBAT_06 };
    bearer.lose(charger, result.charger_lost, result.charger_destroyed, clause);
    bearer.lose(defender, result.defender_lost, result.defender_destroyed, clause);
    let beaten = match result.winner {
        MeleeWinner::Charger => (!result.defender_destroyed).then_some((defender, charger)),
        MeleeWinner::Defender => (!result.charger_destroyed).then_some((charger, defender)),
        MeleeWinner::Neither | MeleeWinner::BothGone => None,
    };
    if let Some((loser, winner)) = beaten {
        bearer.disorder(loser, c::COMBAT_09);
        bearer.retreat(loser, winner);
    }
    if result.winner == MeleeWinner::Neither {
        bearer.back_off(charger);
    }
    Ok(result)
}
