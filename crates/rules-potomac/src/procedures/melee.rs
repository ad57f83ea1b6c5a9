//! Melee dice and the comparison of a round, from facts alone.

use crate::book::kinds::Cover;
use crate::book::options::{FiringHitsInResult, Options};
use crate::book::tables::constants;
use crate::c;
use crate::procedures::fire::{IN_MELEE, Shelter, face_needed};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Everything that the dice of one unit in a round of melee look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MeleeFacts {
    /// Its Melee value.
    pub melee: u8,
    /// Combat Value of the officer attached; 0 without one.
    pub officer: i8,
    /// Its stands in contact with the enemy.
    pub stands: u8,
    /// It struck the enemy's flank or rear and still touches it there.
    pub flank: bool,
    /// It is mounted and the enemy on foot.
    pub mounted_against_foot: bool,
    /// It charged, or followed up, to bring this round about.
    pub charging: bool,
    /// It is Confused itself.
    pub confused: bool,
    /// What shelters the enemy against it.
    pub cover: Cover,
    /// The enemy's fortifications stand in other cover.
    pub cover_too: bool,
}

impl Default for MeleeFacts {
    fn default() -> Self {
        MeleeFacts {
            melee: 3,
            officer: 0,
            stands: 3,
            flank: false,
            mounted_against_foot: false,
            charging: false,
            confused: false,
            cover: Cover::Open,
            cover_too: false,
        }
    }
}

/// To the Melee value of every stand.
pub fn dice_mods(f: &MeleeFacts) -> Settled {
    let mut m = Mods::new();
    m.when(f.officer != 0, c::LEADER_09, "Combat Value of the officer, for each stand", i32::from(f.officer));
    m.settle(Stack::All)
}

/// POT-MELEE-03, POT-LEADER-09: never below none.
pub fn dice_of(f: &MeleeFacts) -> u32 {
    let each = i32::from(f.melee) + dice_mods(f).total;
    each.max(0).unsigned_abs() * u32::from(f.stands)
}

/// POT-MELEE-06 to -08, -17, -18; POT-MELEE-36: nothing else.
pub fn hit_mods(f: &MeleeFacts, options: &Options) -> Settled {
    let mut m = Mods::new();
    m.when(f.flank, c::MELEE_06, "against flank or rear", 1);
    m.when(f.mounted_against_foot, c::MELEE_07, "mounted against foot", 1);
    m.when(f.charging, c::MELEE_08, "charging", 1);
    m.when(f.confused, c::MELEE_18, "Confused", -1);
    let shelter = Shelter { cover: f.cover, cover_too: f.cover_too, deployed_guns: false };
    shelter.lines(&mut m, IN_MELEE, [c::MELEE_17, c::MELEE_17], options);
    m.settle(Stack::All)
}

/// The natural face that hits; 7 and more: none does.
pub fn need(f: &MeleeFacts, options: &Options) -> u8 {
    face_needed(constants().hit_on_formed, hit_mods(f, options).total, options)
}

/// POT-MELEE-05.
pub fn hits(f: &MeleeFacts, options: &Options, dice: &mut dyn Dice) -> Result<u32, Wanted> {
    dice.count(c::MELEE_05, dice_of(f), Die::D6, need(f, options))
}

/// What a round came to, for the side named first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Round {
    Wins { by: u32 },
    Draw,
    Loses { by: u32 },
}

/// POT-MELEE-13: what one side brings to the comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score {
    pub inflicted: u32,
    /// POT-MELEE-09: hits of its pre-melee fire, in the first round.
    pub firing_hits: u32,
    pub supports: u32,
}

impl Score {
    /// POT-OPT-29 may leave the firing hits out.
    pub fn new(inflicted: u32, firing_hits: u32, supports: u32, options: &Options) -> Score {
        let firing_hits = match options.firing_hits_in_result {
            FiringHitsInResult::YesAsTheRuleSays => firing_hits,
            FiringHitsInResult::NoAsTheExampleDoes => 0,
        };
        Score { inflicted, firing_hits, supports }
    }

    /// To the hits inflicted.
    pub fn mods(&self) -> Settled {
        let signed = |count: u32| i32::try_from(count.max(1)).unwrap_or(i32::MAX / 4);
        let mut m = Mods::new();
        m.when(self.firing_hits > 0, c::MELEE_09, "hits of its pre-melee fire", signed(self.firing_hits));
        m.when(self.supports > 0, c::MELEE_13, "supporting stands", signed(self.supports));
        m.settle(Stack::All)
    }

    pub fn total(&self) -> u32 {
        self.inflicted.saturating_add(self.firing_hits).saturating_add(self.supports)
    }
}

/// POT-MELEE-13: the higher score wins, by the difference (POT-MELEE-15).
pub fn compare(first: &Score, second: &Score) -> Round {
    let (first, second) = (first.total(), second.total());
    let by = first.abs_diff(second);
    match first.cmp(&second) {
        Ordering::Greater => Round::Wins { by },
        Ordering::Equal => Round::Draw,
        Ordering::Less => Round::Loses { by },
    }
}
