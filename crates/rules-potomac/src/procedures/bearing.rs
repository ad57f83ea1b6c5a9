//! What hits do to those who bear them, step by step. The order of the steps is the rule (POT-FIRE-22, POT-GAME-07); what a step does
//! is the bearer's affair: units on the table, or units sketched from facts for odds and for an umpire.

use crate::c;
use crate::procedures::losses::{fear, friend_confused, is_too_far, officer_hit};
use crate::procedures::morale::{MoraleFacts, throw_test};
use longroll_dice::{Dice, Wanted};
use longroll_kit::Clause;

/// Units that can lose stands, officers, ground and nerve.
pub(crate) trait Bears {
    type Unit: Copy + PartialEq;
    type Officer: Copy;
    type Friend: Copy;
    /// Which way a unit goes back.
    type Way: Clone;

    fn is_formed(&self, unit: Self::Unit) -> bool;
    fn strength(&self, unit: Self::Unit) -> u8;
    fn is_confused(&self, unit: Self::Unit) -> bool;
    fn has_fear(&self, unit: Self::Unit) -> bool;
    fn morale_facts(&self, unit: Self::Unit) -> MoraleFacts;
    /// The officers attached to these units or to their groups, each once.
    fn officers_of(&self, units: &[Self::Unit]) -> Vec<Self::Officer>;

    fn officer_rolled(&mut self, officer: Self::Officer, killed: bool);
    /// Of these, the units without stands leave the table.
    fn take_off(&mut self, units: &[Self::Unit]);
    /// Moves them back and confuses those that collide; gives the friends they met, in the order in which they are tested.
    fn move_back(&mut self, pushes: &[Push<Self>]) -> Vec<Self::Friend>;
    fn friend_tested(&mut self, friend: Self::Friend, confused: bool);
    fn fear_rolled(&mut self, unit: Self::Unit, confused: bool);
    fn confuse(&mut self, unit: Self::Unit, clause: Clause);
    fn morale_tested(&mut self, unit: Self::Unit, facts: &MoraleFacts, die: u8, held: bool);
}

/// A unit that is to be driven back.
pub(crate) struct Push<B: Bears + ?Sized> {
    pub unit: B::Unit,
    pub cm: u32,
    /// None for a charger, which is thrown back along its own path (POT-DRIVE-13).
    pub way: Option<B::Way>,
}

/// What is particular to one round of fire at bearers of this kind.
pub(crate) trait Volley<B: Bears> {
    /// Step 4: what the unit's skirmishers absorb; gives the hits that reach it.
    fn absorb(&mut self, bearer: &mut B, unit: B::Unit, hits: u32) -> u32;
    /// Step 5: marks hits and removes stands; gives how many.
    fn lose(&mut self, bearer: &mut B, unit: B::Unit, hits: u32) -> u8;
    /// Those who lost stands, in the order in which they are dealt with; by then all stands are gone.
    fn in_order(&mut self, bearer: &mut B, hurt: Vec<B::Unit>) -> Vec<B::Unit>;
    /// Step 7: who goes back how far, by the hits that reached each.
    fn pushes(&mut self, bearer: &B, reached: &[(B::Unit, u32)]) -> Vec<Push<B>>;
    /// Between Fear and the morale tests.
    fn before_tests(&mut self, _bearer: &mut B) {}
}

/// Steps 4 to 10 of POT-FIRE-22 for the shares of one round of fire. Gives those who tested their morale, and whether they hold.
pub(crate) fn under_fire<B: Bears>(
    bearer: &mut B,
    volley: &mut impl Volley<B>,
    shares: &[(B::Unit, u32)],
    dice: &mut dyn Dice,
) -> Result<Vec<(B::Unit, bool)>, Wanted> {
    let mut reached: Vec<(B::Unit, u32)> = Vec::new();
    for (unit, hits) in shares {
        reached.push((*unit, volley.absorb(bearer, *unit, *hits)));
    }
    let mut hurt: Vec<B::Unit> = Vec::new();
    for (unit, hits) in &reached {
        if volley.lose(bearer, *unit, *hits) > 0 {
            hurt.push(*unit);
        }
    }
    let hurt = volley.in_order(bearer, hurt);
    risk_officers(bearer, &hurt, dice)?;
    let pushes = volley.pushes(bearer, &reached);
    drive_back(bearer, &pushes, dice)?;
    volley.before_tests(bearer);
    // POT-MORALE-01, -02: one test, however many stands
    test_morale(bearer, &hurt, dice)
}

/// POT-LEADER-12, -13: one die for each officer whose unit or group lost stands at this moment, before anything else; then units
/// without stands are taken off (POT-UNIT-15).
pub(crate) fn risk_officers<B: Bears>(
    bearer: &mut B,
    hurt: &[B::Unit],
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    for officer in bearer.officers_of(hurt) {
        let killed = officer_hit(dice)?;
        bearer.officer_rolled(officer, killed);
    }
    bearer.take_off(hurt);
    Ok(())
}

/// Drive back with collisions (POT-DRIVE-08), then confusion by the distance owed (POT-DRIVE-03, -05), then Fear (POT-SPECIAL-01, -02):
/// not for a unit that is Confused already.
pub(crate) fn drive_back<B: Bears>(
    bearer: &mut B,
    pushes: &[Push<B>],
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    for friend in bearer.move_back(pushes) {
        let confused = friend_confused(dice)?;
        bearer.friend_tested(friend, confused);
    }
    let driven: Vec<&Push<B>> =
        pushes.iter().filter(|push| push.cm > 0 && bearer.is_formed(push.unit)).collect();
    for push in &driven {
        if is_too_far(push.cm, bearer.strength(push.unit)) {
            bearer.confuse(push.unit, c::DRIVE_03);
        }
    }
    for push in &driven {
        if bearer.has_fear(push.unit) && !bearer.is_confused(push.unit) {
            let confused = fear(dice)?;
            bearer.fear_rolled(push.unit, confused);
        }
    }
    Ok(())
}

/// POT-MORALE-03, -06: after its losses; one that is gone tests nothing.
pub(crate) fn test_morale<B: Bears>(
    bearer: &mut B,
    tested: &[B::Unit],
    dice: &mut dyn Dice,
) -> Result<Vec<(B::Unit, bool)>, Wanted> {
    let mut results = Vec::new();
    for unit in tested.iter().copied() {
        if bearer.is_formed(unit) {
            let facts = bearer.morale_facts(unit);
            let (die, held) = throw_test(&facts, dice)?;
            bearer.morale_tested(unit, &facts, die, held);
            results.push((unit, held));
        }
    }
    Ok(results)
}
