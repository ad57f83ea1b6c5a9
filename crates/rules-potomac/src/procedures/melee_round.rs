//! One round of melee between two units, from facts alone, in the order of POT-MELEE-31.

use crate::book::options::{Options, WhoSupports};
use crate::procedures::bearing::{Push, drive_back, risk_officers, test_morale};
use crate::procedures::facts::UnitFacts;
use crate::procedures::melee::{MeleeFacts, Round, Score, compare, hits};
use crate::procedures::under_fire::{Sketch, Struck, distance};
use longroll_dice::{Dice, Wanted};
use longroll_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a unit stands in a round of melee.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fighting {
    /// Its stands in contact; left out: all.
    pub contact: Option<u8>,
    /// Its other stands that touch those; none of a Confused unit counts.
    pub supports: u8,
    /// Stands of other friendly units that touch those, Confused units left out.
    pub help: u8,
    /// It charged, or followed up, to bring this round about.
    pub charging: bool,
    /// It struck the enemy's flank or rear and still touches it there.
    pub flank: bool,
}

/// Everything that one round of melee looks at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RoundFacts {
    /// The unit of the side that holds the initiative.
    pub attacker: UnitFacts,
    pub attack: Fighting,
    pub defender: UnitFacts,
    pub defence: Fighting,
    /// Hits that the attacker took from pre-melee fire on its way in; in the first round only.
    pub firing_hits: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Winner {
    Attacker,
    Defender,
    Draw,
    /// POT-MELEE-33: both are destroyed.
    Neither,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RoundResult {
    pub winner: Winner,
    /// Of the scores; none when a side was destroyed.
    pub difference: u32,
    pub attacker_hits: u32,
    pub defender_hits: u32,
    pub attacker_score: u32,
    pub defender_score: u32,
    pub attacker: Struck,
    pub defender: Struck,
    /// POT-MELEE-27, -28: nobody could or had to go, so another round follows at once.
    pub contact_kept: bool,
}

impl Fighting {
    pub fn stands(&self, unit: &UnitFacts) -> u8 {
        self.contact.unwrap_or(unit.stands).min(unit.stands)
    }

    /// POT-MELEE-10, -12. POT-FIRE-26: stands lost before were taken from the rear.
    /// POT-OPT-39: mounted troops and gunners may not.
    pub fn supporting(&self, unit: &UnitFacts, options: &Options) -> u32 {
        let own = self.supports.min(unit.stands - self.stands(unit));
        let only_infantry = options.who_supports == WhoSupports::OnlyInfantry;
        let none = unit.is_confused() || (only_infantry && (unit.mounted || unit.gun.is_some()));
        u32::from(if none { 0 } else { own }) + u32::from(self.help)
    }
}

/// The dice facts of one of the two.
pub fn melee_facts(
    unit: &UnitFacts,
    fighting: &Fighting,
    enemy: &UnitFacts,
    options: &Options,
) -> MeleeFacts {
    MeleeFacts {
        melee: unit.melee,
        officer: unit.officer_value(0, options),
        stands: fighting.stands(unit),
        flank: fighting.flank,
        mounted_against_foot: unit.mounted && !enemy.mounted,
        charging: fighting.charging,
        confused: unit.is_confused(),
        cover: enemy.cover,
        cover_too: enemy.cover_too,
    }
}

impl RoundFacts {
    pub fn attacker_dice(&self, options: &Options) -> MeleeFacts {
        melee_facts(&self.attacker, &self.attack, &self.defender, options)
    }

    pub fn defender_dice(&self, options: &Options) -> MeleeFacts {
        melee_facts(&self.defender, &self.defence, &self.attacker, options)
    }

    /// POT-MELEE-11, -13: supports as at the start of the round.
    pub fn scores(&self, attacker_hits: u32, defender_hits: u32, options: &Options) -> (Score, Score) {
        let supports = |unit, fighting: &Fighting| fighting.supporting(unit, options);
        let firing = u32::from(self.firing_hits);
        (
            Score::new(attacker_hits, 0, supports(&self.attacker, &self.attack), options),
            Score::new(defender_hits, firing, supports(&self.defender, &self.defence), options),
        )
    }
}

/// POT-GAME-07: who charges or follows up throws first, else the active side.
fn both_roll(f: &RoundFacts, options: &Options, dice: &mut dyn Dice) -> Result<(u32, u32), Wanted> {
    if f.defence.charging && !f.attack.charging {
        let defender = hits(&f.defender_dice(options), options, dice)?;
        return Ok((hits(&f.attacker_dice(options), options, dice)?, defender));
    }
    let attacker = hits(&f.attacker_dice(options), options, dice)?;
    Ok((attacker, hits(&f.defender_dice(options), options, dice)?))
}

/// POT-MELEE-02: both roll before anybody loses a stand; POT-MELEE-31: the steps after that.
pub fn round(f: &RoundFacts, options: &Options, dice: &mut dyn Dice) -> Result<RoundResult, Wanted> {
    let (attacker_hits, defender_hits) = both_roll(f, options, dice)?;
    const ATTACKER: usize = 0;
    const DEFENDER: usize = 1;
    let mut sketch = Sketch::new(options, [&f.attacker, &f.defender]);
    let lost = [sketch.lose(ATTACKER, defender_hits), sketch.lose(DEFENDER, attacker_hits)];
    for unit in [ATTACKER, DEFENDER] {
        if lost[unit] > 0 {
            risk_officers(&mut sketch, &[unit], dice)?;
        }
    }
    let (attack, defence) = f.scores(attacker_hits, defender_hits, options);
    let (winner, difference) = verdict(&attack, &defence, &sketch.out[ATTACKER], &sketch.out[DEFENDER]);
    let pushed = match winner {
        _ if sketch.out.iter().any(|out| out.destroyed) => [0, 0],
        Winner::Attacker => [0, difference],
        Winner::Defender => [difference, 0],
        // POT-MELEE-14: each by what it took, the firing hits included
        Winner::Draw | Winner::Neither => [defender_hits.saturating_add(defence.firing_hits), attacker_hits],
    };
    // POT-MELEE-16
    let pushes = [ATTACKER, DEFENDER].map(|unit| Push { unit, cm: pushed[unit], way: Some(()) });
    drive_back(&mut sketch, &pushes, dice)?;
    // POT-MELEE-20: the loser alone
    match winner {
        Winner::Attacker => drop(test_morale(&mut sketch, &[DEFENDER], dice)?),
        Winner::Defender => drop(test_morale(&mut sketch, &[ATTACKER], dice)?),
        Winner::Draw | Winner::Neither => {}
    }
    let [attacker, defender] = sketch.out;
    let still = |unit: &UnitFacts, out: &Struck| {
        let way = distance(out.driven_back).min(unit.room.unwrap_or(Length::MAX));
        !out.destroyed && out.holds && way.touches()
    };
    let contact_kept = still(&f.attacker, &attacker) && still(&f.defender, &defender);
    Ok(RoundResult {
        winner,
        difference,
        attacker_hits,
        defender_hits,
        attacker_score: attack.total(),
        defender_score: defence.total(),
        attacker,
        defender,
        contact_kept,
    })
}

/// POT-MELEE-13, -33: the scores decide between two units that are still there.
fn verdict(attack: &Score, defence: &Score, attacker: &Struck, defender: &Struck) -> (Winner, u32) {
    match (attacker.destroyed, defender.destroyed) {
        (true, true) => (Winner::Neither, 0),
        (false, true) => (Winner::Attacker, 0),
        (true, false) => (Winner::Defender, 0),
        (false, false) => match compare(attack, defence) {
            Round::Wins { by } => (Winner::Attacker, by),
            Round::Draw => (Winner::Draw, 0),
            Round::Loses { by } => (Winner::Defender, by),
        },
    }
}
