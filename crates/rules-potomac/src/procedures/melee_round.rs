//! One round of melee, in the order of POT-MELEE-31, over those who fight it: units on the table, or two units known from facts.

use crate::book::options::{Options, WhoSupports};
use crate::procedures::bearing::{Bears, Push, drive_back, risk_officers, test_morale};
use crate::procedures::facts::UnitFacts;
use crate::procedures::melee::{self, MeleeFacts, Round, Score, compare};
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

/// The dice of one unit against another.
pub(crate) struct Blow<U> {
    pub by: U,
    pub at: U,
    pub facts: MeleeFacts,
}

/// What is particular to a round of melee of bearers of this kind.
pub(crate) trait Fights<B: Bears> {
    /// Who throws at whom, in this order.
    fn blows(&self, bearer: &B) -> Vec<Blow<B::Unit>>;
    fn thrown(&mut self, bearer: &mut B, blow: &Blow<B::Unit>, hits: u32);
    /// All who fight.
    fn units(&self) -> Vec<B::Unit>;
    /// Marks hits and removes stands; gives how many.
    fn lose(&mut self, bearer: &mut B, unit: B::Unit, hits: u32) -> u8;
    /// Those who lost stands, by side; the side that rolls for its officers first is the first.
    fn by_side(&self, bearer: &B, hurt: &[B::Unit]) -> [Vec<B::Unit>; 2];
    /// Who has won; then who goes back how far, and who tests its morale, in this order.
    fn judge(&mut self, bearer: &mut B) -> (Vec<Push<B>>, Vec<B::Unit>);
}

/// One round. POT-MELEE-02: all roll before anybody loses a stand; POT-MELEE-31: the steps after that. Gives those who tested their
/// morale, and whether they hold.
pub(crate) fn fight<B: Bears>(
    bearer: &mut B,
    melee: &mut impl Fights<B>,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<Vec<(B::Unit, bool)>, Wanted> {
    let mut struck: Vec<(B::Unit, u32)> = Vec::new();
    for blow in melee.blows(bearer) {
        let hits = melee::hits(&blow.facts, options, dice)?;
        melee.thrown(bearer, &blow, hits);
        struck.push((blow.at, hits));
    }
    // POT-MELEE-19: hits are marked on the unit they were rolled against, on both sides at once
    let mut hurt: Vec<B::Unit> = Vec::new();
    for unit in melee.units() {
        let hits = struck.iter().filter(|(at, _)| *at == unit).map(|(_, hits)| *hits).sum();
        if melee.lose(bearer, unit, hits) > 0 {
            hurt.push(unit);
        }
    }
    for own in melee.by_side(bearer, &hurt) {
        risk_officers(bearer, &own, dice)?;
    }
    let (pushes, tested) = melee.judge(bearer);
    // POT-MELEE-16
    drive_back(bearer, &pushes, dice)?;
    test_morale(bearer, &tested, dice)
}

const ATTACKER: usize = 0;
const DEFENDER: usize = 1;

/// A round of two units known from facts.
struct OfTwo<'a> {
    facts: &'a RoundFacts,
    options: &'a Options,
    /// Hits by the attacker and by the defender.
    hits: [u32; 2],
    scores: (Score, Score),
    winner: Winner,
    difference: u32,
}

impl<'a> Fights<Sketch<'a, 2>> for OfTwo<'a> {
    /// POT-GAME-07: who charges or follows up throws first, else the active side.
    fn blows(&self, _: &Sketch<'a, 2>) -> Vec<Blow<usize>> {
        let f = self.facts;
        let attacker = Blow { by: ATTACKER, at: DEFENDER, facts: f.attacker_dice(self.options) };
        let defender = Blow { by: DEFENDER, at: ATTACKER, facts: f.defender_dice(self.options) };
        if f.defence.charging && !f.attack.charging {
            vec![defender, attacker]
        } else {
            vec![attacker, defender]
        }
    }

    fn thrown(&mut self, _: &mut Sketch<'a, 2>, blow: &Blow<usize>, hits: u32) {
        self.hits[blow.by] = hits;
    }

    fn units(&self) -> Vec<usize> {
        vec![ATTACKER, DEFENDER]
    }

    fn lose(&mut self, sketch: &mut Sketch<'a, 2>, unit: usize, hits: u32) -> u8 {
        sketch.lose(unit, hits)
    }

    fn by_side(&self, _: &Sketch<'a, 2>, hurt: &[usize]) -> [Vec<usize>; 2] {
        [ATTACKER, DEFENDER].map(|side| hurt.iter().copied().filter(|unit| *unit == side).collect())
    }

    fn judge(&mut self, sketch: &mut Sketch<'a, 2>) -> (Vec<Push<Sketch<'a, 2>>>, Vec<usize>) {
        let [by_attacker, by_defender] = self.hits;
        self.scores = self.facts.scores(by_attacker, by_defender, self.options);
        let gone = [ATTACKER, DEFENDER].map(|unit| sketch.out[unit].destroyed);
        (self.winner, self.difference) = verdict(&self.scores.0, &self.scores.1, gone);
        let pushed = match self.winner {
            _ if gone.contains(&true) => [0, 0],
            Winner::Attacker => [0, self.difference],
            Winner::Defender => [self.difference, 0],
            // POT-MELEE-14: each by what it took, the firing hits included
            Winner::Draw | Winner::Neither => {
                [by_defender.saturating_add(self.scores.1.firing_hits), by_attacker]
            }
        };
        let pushes = [ATTACKER, DEFENDER].map(|unit| Push { unit, cm: pushed[unit], way: Some(()) });
        // POT-MELEE-20: the loser alone
        let tested = match self.winner {
            Winner::Attacker => vec![DEFENDER],
            Winner::Defender => vec![ATTACKER],
            Winner::Draw | Winner::Neither => Vec::new(),
        };
        (pushes.into(), tested)
    }
}

/// One round between two units known from facts.
pub fn round(f: &RoundFacts, options: &Options, dice: &mut dyn Dice) -> Result<RoundResult, Wanted> {
    let mut sketch = Sketch::new(options, [&f.attacker, &f.defender]);
    let scores = f.scores(0, 0, options);
    let mut melee = OfTwo { facts: f, options, hits: [0, 0], scores, winner: Winner::Draw, difference: 0 };
    fight(&mut sketch, &mut melee, options, dice)?;
    let OfTwo { hits: [attacker_hits, defender_hits], scores: (attack, defence), winner, difference, .. } =
        melee;
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

/// POT-MELEE-13: the scores decide between two sides that are still there; POT-MELEE-33: who is destroyed to the last stand has lost.
pub(crate) fn verdict(attack: &Score, defence: &Score, gone: [bool; 2]) -> (Winner, u32) {
    match gone {
        [true, true] => (Winner::Neither, 0),
        [false, true] => (Winner::Attacker, 0),
        [true, false] => (Winner::Defender, 0),
        [false, false] => match compare(attack, defence) {
            Round::Wins { by } => (Winner::Attacker, by),
            Round::Draw => (Winner::Draw, 0),
            Round::Loses { by } => (Winner::Defender, by),
        },
    }
}
