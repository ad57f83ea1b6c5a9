//! The fire of a unit that is charged: at what range it gets it off, and whether the charger comes through.

use crate::book::kinds::{Band, Gun, Quality, Standing};
use crate::book::options::{
    ArtilleryPremeleeLong, ConfusedPremeleeFire, FailedChargeGap, Options, SmallArmsPremeleeNear,
};
use crate::book::tables::{NoRange, constants, gun_band};
use crate::c;
use crate::procedures::under_fire::Fire;
use longroll_dice::{Dice, Die, Wanted, at_least};
use longroll_kit::{Mods, Settled, Stack};
use longroll_table::{Length, cm};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that decides the range of small arms against a charge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VolleyFacts {
    pub quality: Quality,
    /// Militia, Regulars, or neither.
    pub standing: Standing,
    /// In Stand Ready.
    pub ready: bool,
    pub confused: bool,
    /// Centimetres from where the charger starts.
    #[serde(with = "longroll_kit::centimetres")]
    #[schemars(with = "f64")]
    pub start: Length,
}

impl Default for VolleyFacts {
    fn default() -> Self {
        VolleyFacts {
            quality: Quality::Tried,
            standing: Standing::Ordinary,
            ready: false,
            confused: false,
            start: cm(18),
        }
    }
}

/// How a unit meets a charge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Volley {
    Fires(Band),
    /// It tried and did not get its fire off.
    Panics,
    /// It has no fire against this charge.
    MayNot,
}

/// POT-FIRE-14, POT-SPECIAL-03, -04: they add up. POT-OPT-06 may add one for confusion.
pub fn volley_mods(f: &VolleyFacts, options: &Options) -> Settled {
    let mut m = Mods::new();
    m.when(f.quality == Quality::Veteran, c::FIRE_14, "Veteran", 1);
    m.when(f.quality == Quality::Untried, c::FIRE_14, "Untried", -1);
    standing_lines(&mut m, f.standing);
    confused_line(&mut m, f.confused, options);
    m.settle(Stack::All)
}

fn standing_lines(m: &mut Mods, standing: Standing) {
    m.when(standing == Standing::Militia, c::SPECIAL_03, "Militia", -1);
    m.when(standing == Standing::Regulars, c::SPECIAL_04, "Regulars", 1);
}

fn confused_line(m: &mut Mods, confused: bool, options: &Options) {
    if options.confused_premelee_fire == ConfusedPremeleeFire::TestWithMinus1 {
        m.when(confused, c::FIRE_24, "Confused", -1);
    }
}

/// POT-FIRE-24: confusion alone does not stop it, unless POT-OPT-06 says so. Also for a battery.
pub fn may_fire(confused: bool, options: &Options) -> bool {
    !(confused && options.confused_premelee_fire == ConfusedPremeleeFire::NoFire)
}

/// POT-READY-03: short in Stand Ready; POT-FIRE-13: else by the test; POT-FIRE-15, POT-FIRE-16: wherever the charger started,
/// unless POT-OPT-18 spares the test near by.
pub fn is_tested(f: &VolleyFacts, options: &Options) -> bool {
    let near = f.start.within(constants().small_arms_short)
        && options.small_arms_premelee_near == SmallArmsPremeleeNear::ShortRangeWithoutTest;
    // POT-READY-02: Confusion has ended Stand Ready
    !(near || (f.ready && !f.confused))
}

pub fn volley(f: &VolleyFacts, options: &Options, dice: &mut dyn Dice) -> Result<Volley, Wanted> {
    if !may_fire(f.confused, options) {
        return Ok(Volley::MayNot);
    }
    if !is_tested(f, options) {
        return Ok(Volley::Fires(Band::Short));
    }
    let score = i32::from(dice.one(c::FIRE_13, Die::D6)?) + volley_mods(f, options).total;
    Ok(match score {
        5.. => Volley::Fires(Band::Short),
        2..=4 => Volley::Fires(Band::Long),
        _ => Volley::Panics,
    })
}

/// Everything that decides the range of unlimbered field guns against a charge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GunVolleyFacts {
    pub gun: Gun,
    /// Militia, Regulars, or neither.
    pub standing: Standing,
    /// In Stand Ready.
    pub ready: bool,
    pub confused: bool,
    /// Centimetres from where the charger starts.
    #[serde(with = "longroll_kit::centimetres")]
    #[schemars(with = "f64")]
    pub start: Length,
    /// Combat Value of the officer the battery is assigned to.
    pub officer: i8,
}

impl Default for GunVolleyFacts {
    fn default() -> Self {
        GunVolleyFacts {
            gun: Gun::SbMedium,
            standing: Standing::Ordinary,
            ready: false,
            confused: false,
            start: cm(18),
            officer: 0,
        }
    }
}

/// POT-ARTY-08.
pub fn gun_volley_mods(f: &GunVolleyFacts, options: &Options) -> Settled {
    let mut m = Mods::new();
    m.when(f.officer != 0, c::ARTY_08, "Combat Value of its own officer", i32::from(f.officer));
    standing_lines(&mut m, f.standing);
    confused_line(&mut m, f.confused, options);
    m.settle(Stack::All)
}

/// The band of a failed test; nothing when the fire is at short range without one (POT-ARTY-07, POT-ARTY-09).
pub fn gun_test(f: &GunVolleyFacts, options: &Options) -> Option<Band> {
    test_in(gun_band(f.gun, f.start), f, options)
}

fn test_in(band: Result<Band, NoRange>, f: &GunVolleyFacts, options: &Options) -> Option<Band> {
    if f.ready && !f.confused {
        return None;
    }
    match options.artillery_premelee_long {
        ArtilleryPremeleeLong::Beyond15CmFailureIsLongRange => {
            (!f.start.within(constants().small_arms_short)).then_some(Band::Long)
        }
        ArtilleryPremeleeLong::BeyondTheGunsShortRange => match band {
            Ok(Band::Short) | Err(NoRange::TooNear(_)) => None,
            // POT-ARTY-10: medium stays medium
            Ok(Band::Medium) => Some(Band::Medium),
            Ok(Band::Long) | Err(NoRange::TooFar(_)) => Some(Band::Long),
        },
    }
}

/// The fire of a unit that is charged: what decides its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meets {
    SmallArms(VolleyFacts),
    Guns(GunVolleyFacts),
}

/// POT-CHARGE-09: at which range the unit charged gets its fire off, if it does, and what it hits with.
pub(crate) fn meet(
    meets: &Meets,
    fire: impl FnOnce(Band) -> Fire,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<(Volley, Option<(Fire, u32)>), Wanted> {
    let volley = match meets {
        Meets::SmallArms(facts) => volley(facts, options, dice)?,
        Meets::Guns(facts) => Volley::Fires(gun_volley(facts, options, dice)?),
    };
    let Volley::Fires(band) = volley else { return Ok((volley, None)) };
    let fire = fire(band);
    let hits = fire.hits(options, dice)?;
    Ok((volley, Some((fire, hits))))
}

/// POT-CHARGE-10: it makes contact if D and how far it was driven are within M.
pub(crate) fn reaches(distance: Length, driven: Length, reach: Length) -> bool {
    (distance + driven).within(reach)
}

/// POT-CHARGE-11: between a charger that was merely stopped and the enemy; never more than D.
pub(crate) fn gap_of_stopped(distance: Length, driven: Length, reach: Length, options: &Options) -> Length {
    let gap = match options.failed_charge_gap {
        FailedChargeGap::GapDPlusDMinusM => distance + driven - reach,
        FailedChargeGap::GapD => driven,
    };
    gap.min(distance)
}

/// POT-CHARGE-20: one that flees or is gone was thrown back d from the enemy's line, never more than D.
pub(crate) fn gap_of_broken(distance: Length, driven: Length) -> Length {
    driven.min(distance)
}

/// POT-ARTY-07: guns in action always fire; POT-ARTY-08, POT-ARTY-10: at which range.
pub fn gun_volley(f: &GunVolleyFacts, options: &Options, dice: &mut dyn Dice) -> Result<Band, Wanted> {
    settle(gun_test(f, options), f, options, dice)
}

fn settle(
    failed: Option<Band>,
    f: &GunVolleyFacts,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<Band, Wanted> {
    let Some(failed) = failed else { return Ok(Band::Short) };
    let needs = i32::from(constants().artillery_premelee_need) - gun_volley_mods(f, options).total;
    let passed = dice.count(c::ARTY_08, 1, Die::D6, at_least(needs))? == 1;
    Ok(if passed { Band::Short } else { failed })
}
