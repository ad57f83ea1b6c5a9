//! A whole charge: the volley, the check of the charger, the impact and what becomes of the beaten.

use crate::book::kinds::Level;
use crate::book::options::Options;
use crate::c;
use crate::procedures::fire::{Face, FireFacts, face_of_volley, fire};
use crate::procedures::morale::{
    Cause, ImpactResult, ImpactWinner, Loss, MoraleFacts, Verdict, beaten_level, check, impact, level_after,
    morale_point,
};
use longroll_dice::{Dice, Die, Wanted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A charge: the defender's volley, the charger's check, the impact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChargeFacts {
    /// Left out when the defender cannot fire.
    pub volley: Option<FireFacts>,
    pub attacker: MoraleFacts,
    pub defender: MoraleFacts,
    /// Figures of the charger and of each of its stands, and whether it has lost any before.
    pub figures: u32,
    pub per_stand: u32,
    pub had_loss: bool,
}

impl Default for ChargeFacts {
    fn default() -> Self {
        ChargeFacts {
            volley: None,
            attacker: MoraleFacts { charging: true, ..MoraleFacts::default() },
            defender: MoraleFacts::default(),
            figures: 16,
            per_stand: 4,
            had_loss: false,
        }
    }
}

/// How a charge ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ChargeResult {
    pub lost: u32,
    pub end: ChargeEnd,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ChargeEnd {
    Destroyed,
    /// The charger failed its check after the volley.
    Broken(Level),
    /// The beaten attacker's level: JR-CHARGE-19, JR-OPT-13.
    DefenderWon(Level),
    Melee,
    /// The state of the beaten defender; nothing when it is picked up.
    AttackerWon(Option<Level>),
}

/// Those who meet in an impact: units on the table, or units known from facts.
pub(crate) trait Bears {
    /// Both totals are known.
    fn rolled(&mut self, attacker: &MoraleFacts, defender: &MoraleFacts, result: &ImpactResult);
    /// JR-MELEE-01: a melee begins.
    fn tie(&mut self);
    /// JR-CHARGE-18, -20: the sum of two dice decides the state of the defender and how far it goes.
    fn attacker_won(&mut self, roll: u32, dice: &mut dyn Dice) -> Result<(), Wanted>;
    /// JR-CHARGE-17, JR-CHARGE-22.
    fn defender_won(&mut self, dice: &mut dyn Dice) -> Result<(), Wanted>;
}

/// JR-CHARGE-15 and what follows from it.
pub(crate) fn strike<B: Bears>(
    bearer: &mut B,
    attacker: &MoraleFacts,
    defender: &MoraleFacts,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let result = impact(morale_point(attacker), morale_point(defender), dice)?;
    bearer.rolled(attacker, defender, &result);
    match result.winner {
        ImpactWinner::Tie => bearer.tie(),
        ImpactWinner::Attacker => {
            let roll = dice.sum(c::CHARGE_18, 2, Die::D6)?;
            bearer.attacker_won(roll, dice)?;
        }
        ImpactWinner::Defender => bearer.defender_won(dice)?,
    }
    Ok(())
}

/// An impact of two units known from facts.
struct Sketch<'a> {
    attacker: Level,
    defender: Level,
    options: &'a Options,
    end: ChargeEnd,
}

impl Bears for Sketch<'_> {
    fn rolled(&mut self, _: &MoraleFacts, _: &MoraleFacts, _: &ImpactResult) {}

    fn tie(&mut self) {
        self.end = ChargeEnd::Melee;
    }

    fn attacker_won(&mut self, roll: u32, _: &mut dyn Dice) -> Result<(), Wanted> {
        self.end = ChargeEnd::AttackerWon(beaten_level(self.defender, roll));
        Ok(())
    }

    /// The die of its fall back matters to its level with JR-OPT-13 only.
    fn defender_won(&mut self, dice: &mut dyn Dice) -> Result<(), Wanted> {
        let shaken =
            self.options.beaten_shaken && dice.count(c::CHARGE_17, 1, Die::D6, BEATEN_IS_SHAKEN_ON)? == 1;
        let level = if shaken { self.attacker.max(Level::Shaken) } else { self.attacker };
        self.end = ChargeEnd::DefenderWon(level);
        Ok(())
    }
}

/// The impact of two units known from facts.
pub fn impact_of(
    attacker: &MoraleFacts,
    defender: &MoraleFacts,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<ChargeEnd, Wanted> {
    let at_impact = |facts: &MoraleFacts| MoraleFacts { cause: Cause::Impact, ..facts.clone() };
    let mut sketch =
        Sketch { attacker: attacker.level, defender: defender.level, options, end: ChargeEnd::Melee };
    strike(&mut sketch, &at_impact(attacker), &at_impact(defender), dice)?;
    Ok(sketch.end)
}

/// JR-CHARGE-13 to -18, from facts alone.
pub fn charge(f: &ChargeFacts, options: &Options, dice: &mut dyn Dice) -> Result<ChargeResult, Wanted> {
    let mut lost = 0;
    let mut attacker = f.attacker.clone();
    if let Some(volley) = &f.volley {
        let result = fire(volley, options, dice)?;
        lost = result.lost.min(f.figures);
        if lost == f.figures {
            return Ok(ChargeResult { lost, end: ChargeEnd::Destroyed });
        }
        let stand = f.per_stand.max(1);
        let stands = f.figures.div_ceil(stand) - (f.figures - lost).div_ceil(stand);
        attacker.stands_lost += stands;
        let loss = Loss { figures: lost, had_loss: f.had_loss, stands, must_check: result.must_check };
        if loss.calls_for_check() {
            let facts = MoraleFacts {
                cause: Cause::Fire,
                on_charge: true,
                heavy_hits: if volley.is_heavy() { lost } else { 0 },
                // JR-DRM-21: none at long range
                face: face_of_volley(volley, options).map_or(Face::Front, |face| face.max(attacker.face)),
                ..attacker.clone()
            };
            let (_, verdict) = check(morale_point(&facts), dice)?;
            if matches!(verdict, Verdict::Failed | Verdict::Fled) {
                let level = level_after(attacker.level, verdict);
                return Ok(ChargeResult { lost, end: ChargeEnd::Broken(level) });
            }
        }
    }
    let end = impact_of(&attacker, &f.defender, options, dice)?;
    Ok(ChargeResult { lost, end })
}

/// JR-OPT-13.
pub(crate) const BEATEN_IS_SHAKEN_ON: u8 = 5;
