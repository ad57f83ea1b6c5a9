//! Small-arms fire, from facts alone: dice, adjustments, hits.

use crate::book::kinds::{Band, Cover, Weapon};
use crate::book::options::{CoverAndFortification, NaturalSix, Options};
use crate::book::tables::{constants, small_arms};
use crate::c;
use longroll_dice::{Dice, Die, Wanted, at_least};
use longroll_kit::{Clause, Effect, Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that the dice of one small-arms fire look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SmallArmsFacts {
    /// The firer is a skirmish line.
    pub skirmishers: bool,
    /// The firer is mounted cavalry.
    pub mounted: bool,
    pub weapon: Weapon,
    pub firepower: u8,
    /// Formed stands of the firer, or stands of the line.
    pub stands: u8,
    /// Short or long.
    pub band: Band,
    /// What shelters the target against this firer.
    pub cover: Cover,
    /// The target's fortifications stand in other cover.
    pub cover_too: bool,
    /// The target is unlimbered artillery.
    pub deployed_guns: bool,
}

impl Default for SmallArmsFacts {
    fn default() -> Self {
        SmallArmsFacts {
            skirmishers: false,
            mounted: false,
            weapon: Weapon::RifledMusket,
            firepower: 1,
            stands: 6,
            band: Band::Short,
            cover: Cover::Open,
            cover_too: false,
            deployed_guns: false,
        }
    }
}

/// To the Firepower value. POT-SKIRM-14: skirmishers throw one die each, whatever they carry.
pub fn dice_mods(f: &SmallArmsFacts) -> Settled {
    let mut m = Mods::new();
    for (weapon, clause, label) in [
        (Weapon::BreechLoader, c::SPECIAL_06, "breech loaders, to the Firepower"),
        (Weapon::Repeater, c::SPECIAL_07, "repeaters, to the Firepower"),
    ] {
        let value = i32::from(small_arms(weapon).bonus);
        if f.weapon == weapon && f.skirmishers {
            m.struck_out(clause, label, value, "skirmishers throw one die for each stand");
        } else {
            m.when(f.weapon == weapon, clause, label, value);
        }
    }
    m.settle(Stack::All)
}

/// POT-FIRE-07: Firepower by stands; POT-SKIRM-14: one for each skirmish stand.
pub fn dice_of(f: &SmallArmsFacts) -> u32 {
    let firepower = u32::from(f.firepower) + dice_mods(f).total.unsigned_abs();
    u32::from(f.stands) * if f.skirmishers { 1 } else { firepower }
}

/// POT-FIRE-09 to -12.
pub fn hit_mods(f: &SmallArmsFacts, options: &Options) -> Settled {
    let mut m = Mods::new();
    let line = constants().hit_on_skirmishers;
    m.line(f.skirmishers, c::SKIRM_14, "the firer is a skirmish line", Effect::HitsOn(line));
    m.when(f.band == Band::Short, c::FIRE_09, "short range", 1);
    let shelter = Shelter { cover: f.cover, cover_too: f.cover_too, deployed_guns: f.deployed_guns };
    shelter.lines(&mut m, UNDER_FIRE, [c::FIRE_10, c::FIRE_11], options);
    m.when(f.mounted, c::FIRE_12, "the firer is mounted", -1);
    m.settle(Stack::All)
}

/// The natural face that hits; 7 and more: none does (POT-FIRE-23).
pub fn need(f: &SmallArmsFacts, options: &Options) -> u8 {
    face_needed(hits_on(f), hit_mods(f, options).total, options)
}

/// POT-FIRE-08, POT-SKIRM-14: the face that hits before any adjustment.
pub fn hits_on(f: &SmallArmsFacts) -> u8 {
    if f.skirmishers { constants().hit_on_skirmishers } else { constants().hit_on_formed }
}

/// POT-FIRE-08.
pub fn hits(f: &SmallArmsFacts, options: &Options, dice: &mut dyn Dice) -> Result<u32, Wanted> {
    dice.count(c::FIRE_08, dice_of(f), Die::D6, need(f, options))
}

/// POT-FIRE-23, POT-MELEE-05: pure arithmetic, unless POT-OPT-16 lets every 6 hit.
pub(crate) fn face_needed(hit_on: u8, adjustment: i32, options: &Options) -> u8 {
    let need = at_least(i32::from(hit_on) - adjustment).max(1);
    if options.natural_six == NaturalSix::YesInFireAndMelee { need.min(6) } else { need }
}

/// What protects a target in the three hit lists.
pub(crate) struct Shelter {
    pub(crate) cover: Cover,
    pub(crate) cover_too: bool,
    pub(crate) deployed_guns: bool,
}

/// The words of POT-FIRE-10 and POT-ARTY-15. POT-MELEE-36: in melee guns in action shelter nobody.
pub(crate) const UNDER_FIRE: &str = "target in cover or deployed artillery";
pub(crate) const IN_MELEE: &str = "target in cover";

impl Shelter {
    /// POT-FIRE-10: cover or guns in action, one line for both; POT-FIRE-11: fortifications replace it, unless POT-OPT-17
    /// lets them add up.
    pub(crate) fn lines(
        &self,
        m: &mut Mods,
        label: &'static str,
        [cover, fortification]: [Clause; 2],
        options: &Options,
    ) {
        let fortified = self.cover == Cover::Fortification;
        let covered = self.cover == Cover::Cover || self.deployed_guns || (fortified && self.cover_too);
        if covered && fortified && options.cover_and_fortification == CoverAndFortification::NoMinus2Only {
            m.struck_out(cover, label, -1, "fortifications count in its place");
        } else {
            m.when(covered, cover, label, -1);
        }
        m.when(fortified, fortification, "target in fortifications", -2);
    }
}
