//! Pre-melee fire at a charger, whether it makes contact, and the first round of melee, from facts alone.

use crate::book::kinds::{Band, Gun};
use crate::book::options::{ArtilleryArc, Options};
use crate::book::tables::{Mover, gun, rates};
use crate::procedures::facts::UnitFacts;
use crate::procedures::fire;
use crate::procedures::losses::Losses;
use crate::procedures::melee_round::{Fighting, RoundFacts, RoundResult, round};
use crate::procedures::premelee::{
    GunVolleyFacts, Meets, Volley, VolleyFacts, gap_of_broken, gap_of_stopped, may_fire, meet, reaches,
};
use crate::procedures::under_fire::{
    Battery, Fire, Struck, distance, gun_facts, removed, small_arms_facts, struck,
};
use longroll_dice::{Dice, Wanted};
use longroll_table::{Length, cm};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that a charge looks at until contact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PremeleeFacts {
    pub charger: UnitFacts,
    /// The unit charged.
    pub defender: UnitFacts,
    /// D: centimetres of the charge path.
    #[serde(with = "longroll_kit::centimetres")]
    #[schemars(with = "f64")]
    pub distance: Length,
    /// Centimetres between the two where the charge starts, if its path is longer; left out: D.
    #[serde(with = "longroll_kit::centimetres_or_none")]
    #[schemars(with = "Option<f64>")]
    pub start: Option<Length>,
    /// M: centimetres of the charge move; left out: 20, mounted 30.
    #[serde(with = "longroll_kit::centimetres_or_none")]
    #[schemars(with = "Option<f64>")]
    pub reach: Option<Length>,
    /// The attack is in flank or rear.
    pub flank: bool,
    /// The unit charged chooses not to fire; field guns have no choice.
    pub holds_fire: bool,
}

impl Default for PremeleeFacts {
    fn default() -> Self {
        PremeleeFacts {
            charger: UnitFacts::default(),
            defender: UnitFacts::default(),
            distance: cm(15),
            start: None,
            reach: None,
            flank: false,
            holds_fire: false,
        }
    }
}

impl PremeleeFacts {
    /// POT-CHARGE-03: the full rate, unless something else is said.
    pub fn reach(&self) -> Length {
        let mover = if self.charger.mounted { Mover::CavalryMounted } else { Mover::Infantry };
        self.reach.or(rates(mover).charge).unwrap_or_default()
    }
}

/// What the unit charged does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Answer {
    Fires(Band),
    Panics,
    NoFire,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PremeleeResult {
    pub answer: Answer,
    pub hits: u32,
    pub charger: Struck,
    pub contact: bool,
    /// Between the two if there is no contact, before any flight.
    pub gap: Length,
}

/// May the unit charged fire at all? Not in flight (POT-FIRE-24), nor limbered (POT-ARTY-07), nor as siege guns or mortars
/// (POT-SIEGE-03, POT-MORTAR-03); small arms not to flank or rear (POT-CHARGE-17), and guns neither by POT-OPT-22.
pub fn answers(f: &PremeleeFacts, options: &Options) -> bool {
    let unit = &f.defender;
    let able = match unit.gun {
        Some(kind) => {
            let arc = f.flank && options.artillery_arc == ArtilleryArc::Degrees45DegreesEitherSideOfAhead;
            gun(kind).premelee_fire && unit.deployed_guns() && !arc
        }
        // Without Firepower there is nothing to fire
        None => {
            !f.flank
                && !f.holds_fire
                && fire::dice_of(&small_arms_facts(unit, false, &f.charger, Band::Short, options)) > 0
        }
    };
    able && !unit.retreating && may_fire(unit.confused, options)
}

pub fn volley_facts(f: &PremeleeFacts) -> VolleyFacts {
    let unit = &f.defender;
    VolleyFacts {
        quality: unit.quality,
        standing: unit.standing,
        ready: unit.ready,
        confused: unit.confused,
        start: f.start.unwrap_or(f.distance),
    }
}

pub fn gun_volley_facts(f: &PremeleeFacts, gun: Gun) -> GunVolleyFacts {
    let unit = &f.defender;
    GunVolleyFacts {
        gun,
        standing: unit.standing,
        ready: unit.ready,
        confused: unit.confused,
        start: f.start.unwrap_or(f.distance),
        officer: unit.own_officer,
    }
}

/// The fire of the unit charged, at this range.
pub fn fire_at_charger(f: &PremeleeFacts, band: Band, options: &Options) -> Fire {
    match f.defender.gun {
        Some(gun) => Fire::Guns(gun_facts(&Battery::of(&f.defender), gun, &f.charger, band)),
        None => Fire::SmallArms(small_arms_facts(&f.defender, false, &f.charger, band, options)),
    }
}

fn meets(f: &PremeleeFacts) -> Meets {
    match f.defender.gun {
        Some(gun) => Meets::Guns(gun_volley_facts(f, gun)),
        None => Meets::SmallArms(volley_facts(f)),
    }
}

/// POT-CHARGE-08 to -11, -20.
pub fn premelee(f: &PremeleeFacts, options: &Options, dice: &mut dyn Dice) -> Result<PremeleeResult, Wanted> {
    // POT-DRIVE-13: a charger is thrown back along its own path, not into its friends
    let target = UnitFacts { room: None, ..f.charger.clone() };
    let (volley, fire) = if answers(f, options) {
        meet(&meets(f), |band| fire_at_charger(f, band, options), options, dice)?
    } else {
        (Volley::MayNot, None)
    };
    let (hits, charger) = match fire {
        Some((_, hits)) => (hits, struck(&target, hits, options, dice)?),
        None => (0, unhurt(&target)),
    };
    let answer = match volley {
        Volley::Fires(band) => Answer::Fires(band),
        Volley::Panics => Answer::Panics,
        Volley::MayNot => Answer::NoFire,
    };
    let (contact, gap) = contact(f, &charger, options);
    Ok(PremeleeResult { answer, hits, charger, contact, gap })
}

/// A charge that comes through untouched.
pub fn unhurt_charge(f: &PremeleeFacts) -> PremeleeResult {
    let charger = unhurt(&f.charger);
    PremeleeResult { answer: Answer::NoFire, hits: 0, charger, contact: true, gap: Length::ZERO }
}

fn unhurt(unit: &UnitFacts) -> Struck {
    removed(unit, Losses { stands: 0, marked: unit.marked })
}

/// Contact, or the gap that is left.
fn contact(f: &PremeleeFacts, charger: &Struck, options: &Options) -> (bool, Length) {
    let driven = distance(charger.reached);
    if charger.destroyed || !charger.holds {
        return (false, gap_of_broken(f.distance, driven));
    }
    if reaches(f.distance, driven, f.reach()) {
        return (true, Length::ZERO);
    }
    (false, gap_of_stopped(f.distance, driven, f.reach(), options))
}

/// A whole charge: everything until contact, and how the two would stand then.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChargeFacts {
    /// Everything until contact.
    pub premelee: PremeleeFacts,
    /// How the charger stands in the melee; losses on the way come off its supports first.
    pub attack: Fighting,
    /// How the unit charged stands in it.
    pub defence: Fighting,
}

/// The first round as it will be fought by a charger that has come through the fire.
pub fn first_round(f: &ChargeFacts, met: &PremeleeResult) -> RoundFacts {
    let charger = &met.charger;
    let before = &f.premelee.charger;
    RoundFacts {
        attacker: UnitFacts {
            stands: charger.stands_left,
            marked: charger.marked,
            confused: charger.confused,
            officer: None,
            officers: before.officers_without(charger.fallen).collect(),
            ..before.clone()
        },
        attack: Fighting { charging: true, flank: f.premelee.flank, ..f.attack.clone() },
        defender: f.premelee.defender.clone(),
        defence: Fighting { charging: false, ..f.defence.clone() },
        // POT-MELEE-09: what reached it in this charge
        firing_hits: u8::try_from(charger.reached).unwrap_or(u8::MAX),
    }
}

/// POT-CHARGE-15: pre-melee fire, and the melee at once if there is contact.
pub fn charge(
    f: &ChargeFacts,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<(PremeleeResult, Option<RoundResult>), Wanted> {
    let met = premelee(&f.premelee, options, dice)?;
    if !met.contact {
        return Ok((met, None));
    }
    let fought = round(&first_round(f, &met), options, dice)?;
    Ok((met, Some(fought)))
}
