//! What a round of fire does to its target once the hits are known, from facts alone, in the order of POT-FIRE-22.

use crate::facts::UnitFacts;
use crate::guns::{self, GunFacts, GunTarget};
use crate::kinds::{Band, Cover, Gun, Quality};
use crate::losses::{Losses, work_under_fire};
use crate::losses::{absorb, fear, friend_confused, is_too_far, line_under_fire, losses, officer_hit};
use crate::morale_test::{MoraleFacts, morale_test};
use crate::options::{FiringRanks, Options};
use crate::small_arms::{self, SmallArmsFacts};
use crate::tables::constants;
use longroll_dice::{Dice, Wanted};
use longroll_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of a unit that was fired at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Struck {
    pub absorbed: u32,
    /// Hits that reached the unit.
    pub reached: u32,
    /// Stands of its skirmish line lost by wear.
    pub skirmishers_lost: u8,
    pub stands_lost: u8,
    pub stands_left: u8,
    pub marked: u8,
    pub destroyed: bool,
    pub officer_lost: bool,
    /// Which of several officers fell, each by a bit of his place.
    pub fallen: u8,
    /// Centimetres owed; POT-DRIVE-05: even if it meets somebody before.
    pub driven_back: u32,
    pub collided: bool,
    /// The unit it met is Confused.
    pub other_confused: bool,
    /// Confused now, in flight included.
    pub confused: bool,
    /// It had to test its morale.
    pub tested: bool,
    pub holds: bool,
}

/// The steps of POT-FIRE-22 from the fourth on, with the dice in the order of POT-GAME-07.
pub fn struck(unit: &UnitFacts, hits: u32, options: &Options, dice: &mut dyn Dice) -> Result<Struck, Wanted> {
    let screen = absorb(unit.screen, unit.line(), unit.rounds_absorbed, hits, options);
    let lost = losses(unit.strength, unit.stands, unit.marked, screen.reached);
    let mut out = Struck {
        absorbed: screen.absorbed,
        reached: screen.reached,
        skirmishers_lost: screen.wear,
        ..removed(unit, lost)
    };
    out.lose_officers(unit, lost, dice)?;
    if out.destroyed {
        return Ok(out);
    }
    out.driven_back = screen.reached;
    (out.collided, out.other_confused) = collision(unit, out.driven_back, dice)?;
    out.confused = unit.is_confused() || out.collided || is_too_far(out.driven_back, unit.strength);
    out.confused = confused_by_fear(unit, out.driven_back, out.confused, dice)?;
    if lost.stands > 0 {
        // POT-MORALE-01, -02: one test, however many stands
        out.tested = true;
        out.holds = morale_test(&morale_after(unit, &out, options), dice)?;
        out.confused |= !out.holds;
    }
    Ok(out)
}

/// A unit that has lost these stands, before anything else happens to it.
pub(crate) fn removed(unit: &UnitFacts, lost: Losses) -> Struck {
    let stands_left = unit.stands.saturating_sub(lost.stands);
    Struck {
        stands_lost: lost.stands,
        stands_left,
        marked: lost.marked,
        destroyed: stands_left == 0,
        confused: unit.is_confused(),
        holds: true,
        ..Struck::default()
    }
}

impl Struck {
    /// POT-LEADER-12, -13: one die for each officer as soon as stands are gone, before anything else.
    pub(crate) fn lose_officers(
        &mut self,
        unit: &UnitFacts,
        lost: Losses,
        dice: &mut dyn Dice,
    ) -> Result<(), Wanted> {
        for place in 0..unit.officers().count() {
            if lost.stands > 0 && officer_hit(dice)? {
                self.officer_lost = true;
                self.fallen |= 1_u8.checked_shl(place as u32).unwrap_or(0);
            }
        }
        Ok(())
    }
}

/// POT-DRIVE-08: does it run into somebody, and is that unit Confused too?
pub(crate) fn collision(
    unit: &UnitFacts,
    driven_back: u32,
    dice: &mut dyn Dice,
) -> Result<(bool, bool), Wanted> {
    let collides = driven_back > 0 && unit.room.is_some_and(|room| distance(driven_back).at_least(room));
    Ok((collides, collides && friend_confused(dice)?))
}

/// POT-SPECIAL-01: rolled only by a unit that goes back and is not Confused yet.
pub(crate) fn confused_by_fear(
    unit: &UnitFacts,
    driven_back: u32,
    confused: bool,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    if confused || !unit.fear || driven_back == 0 { Ok(confused) } else { fear(dice) }
}

/// POT-MORALE-03: after its losses; POT-LEADER-13: a fallen officer no longer helps.
pub(crate) fn morale_after(unit: &UnitFacts, out: &Struck, options: &Options) -> MoraleFacts {
    let officer = unit.officer_value(out.fallen, options);
    MoraleFacts { stands: out.stands_left, officer, quality: unit.quality }
}

/// POT-DRIVE-01: so many hits, so far.
pub(crate) fn distance(hits: u32) -> Length {
    constants().drive_back_per_hit * i64::from(hits)
}

/// A fortification.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WorkFacts {
    /// Hits that take one point of cohesion.
    pub strength: u8,
    pub cohesion: u8,
    /// Hits marked on it earlier in this tenure; `hits` is understood.
    #[serde(alias = "hits")]
    pub marked: u8,
}

impl Default for WorkFacts {
    fn default() -> Self {
        let figures = constants();
        WorkFacts {
            strength: figures.fortification_strength,
            cohesion: figures.fortification_cohesion,
            marked: 0,
        }
    }
}

/// What became of a work and of the unit in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct WorkStruck {
    pub cohesion_lost: u8,
    pub cohesion_left: u8,
    pub marked: u8,
    pub breached: bool,
    pub driven_back: u32,
    pub collided: bool,
    pub other_confused: bool,
    pub confused: bool,
}

/// POT-SIEGE-08 to -10: the work crumbles; who stands in it loses nobody, but goes back.
pub fn work_struck(
    work: &WorkFacts,
    inside: Option<&UnitFacts>,
    hits: u32,
    dice: &mut dyn Dice,
) -> Result<WorkStruck, Wanted> {
    let lost = work_under_fire(work.strength, work.cohesion, work.marked, hits);
    let cohesion_left = work.cohesion.saturating_sub(lost.cohesion);
    let mut out = WorkStruck {
        cohesion_lost: lost.cohesion,
        cohesion_left,
        marked: lost.marked,
        breached: cohesion_left == 0,
        ..WorkStruck::default()
    };
    if let Some(unit) = inside {
        out.driven_back = hits;
        (out.collided, out.other_confused) = collision(unit, hits, dice)?;
        out.confused = unit.is_confused() || out.collided || is_too_far(hits, unit.strength);
        out.confused = confused_by_fear(unit, hits, out.confused, dice)?;
    }
    Ok(out)
}

/// Small-arms fire at a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireFacts {
    pub firer: UnitFacts,
    /// The firer is a skirmish line; its stands are those of the line.
    pub skirmishers: bool,
    pub target: UnitFacts,
    /// Centimetres from firer to target; left out, the band is taken as given.
    #[serde(with = "longroll_kit::centimetres_or_none")]
    #[schemars(with = "Option<f64>")]
    pub range: Option<Length>,
    /// Small arms know short and long only.
    pub band: Band,
}

/// The dice facts of small arms, from the two units.
pub fn small_arms_facts(
    firer: &UnitFacts,
    skirmishers: bool,
    target: &UnitFacts,
    band: Band,
    options: &Options,
) -> SmallArmsFacts {
    // POT-FIRE-07: all stands, or those of the front two ranks (POT-OPT-15)
    let stands = match (skirmishers, options.firing_ranks) {
        (false, FiringRanks::FrontTwoRanks) => firer.stands.min(firer.files().saturating_mul(2)),
        _ => firer.stands,
    };
    SmallArmsFacts {
        skirmishers,
        mounted: firer.mounted,
        weapon: firer.weapon,
        firepower: firer.firepower,
        stands,
        band,
        cover: target.cover,
        cover_too: target.cover_too,
        deployed_guns: target.deployed_guns(),
    }
}

/// The dice facts of guns, from battery and target.
pub fn gun_facts(battery: &Battery, gun: Gun, target: &UnitFacts, band: Band) -> GunFacts {
    GunFacts {
        gun,
        quality: battery.quality,
        guns: battery.guns,
        band,
        target: GunTarget::Unit,
        cover: target.cover,
        cover_too: target.cover_too,
        deployed_guns: target.deployed_guns(),
        screened: target.screen > 0,
    }
}

/// Guns in action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Battery {
    /// Left out: a usual one for this fire.
    pub gun: Option<Gun>,
    /// One to a stand; `stands` is understood.
    #[serde(alias = "stands")]
    pub guns: u8,
    pub quality: Quality,
}

impl Default for Battery {
    fn default() -> Self {
        Battery { gun: None, guns: 2, quality: Quality::Tried }
    }
}

impl Battery {
    /// The guns of a unit, if it has any.
    pub fn of(unit: &UnitFacts) -> Battery {
        Battery { gun: unit.gun, guns: unit.stands, quality: unit.quality }
    }
}

/// Field guns at a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ArtilleryFacts {
    pub battery: Battery,
    pub target: UnitFacts,
    /// Centimetres from the nearest gun to the target; left out, the band is taken as given.
    #[serde(with = "longroll_kit::centimetres_or_none")]
    #[schemars(with = "Option<f64>")]
    pub range: Option<Length>,
    pub band: Band,
}

/// Siege guns at a work.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SiegeFacts {
    pub battery: Battery,
    pub work: WorkFacts,
    /// The unit in it; left out: it is empty.
    pub unit: Option<UnitFacts>,
    /// Centimetres to the nearest point of the work; left out, the band is taken as given.
    #[serde(with = "longroll_kit::centimetres_or_none")]
    #[schemars(with = "Option<f64>")]
    pub range: Option<Length>,
    pub band: Band,
}

/// Mortars at a work or at a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MortarFacts {
    pub battery: Battery,
    /// The work fired at; left out: the target stands in none.
    pub work: Option<WorkFacts>,
    /// The unit in the work, if any; without a work, the target.
    pub unit: Option<UnitFacts>,
    /// Centimetres to the nearest point of the target; left out, the band is taken as given.
    #[serde(with = "longroll_kit::centimetres_or_none")]
    #[schemars(with = "Option<f64>")]
    pub range: Option<Length>,
    pub band: Band,
}

impl MortarFacts {
    /// POT-MORTAR-05: the work that is the target; of a unit in fortifications without a word about them, usual ones.
    pub fn in_work(&self) -> Option<WorkFacts> {
        let sheltered = self.unit.as_ref().is_some_and(|unit| unit.cover == Cover::Fortification);
        self.work.clone().or_else(|| sheltered.then(WorkFacts::default))
    }
}

/// POT-SIEGE-07: against a work only the gun counts.
pub fn work_facts(battery: &Battery, gun: Gun, band: Band) -> GunFacts {
    GunFacts {
        gun,
        quality: battery.quality,
        guns: battery.guns,
        band,
        target: GunTarget::Fortification,
        cover: Cover::Fortification,
        ..GunFacts::default()
    }
}

/// Fire at a skirmish line with no parent to be fired at behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LineFacts {
    pub firer: UnitFacts,
    /// The firer is a skirmish line itself.
    pub skirmishers: bool,
    /// Stands of the line fired at.
    pub stands: u8,
    /// Rounds of fire it has absorbed in this tenure; `absorbed` is understood.
    #[serde(alias = "absorbed")]
    pub rounds_absorbed: u8,
    /// What shelters it against this firer.
    pub cover: Cover,
    /// Centimetres from firer to line; left out, the band is taken as given.
    #[serde(with = "longroll_kit::centimetres_or_none")]
    #[schemars(with = "Option<f64>")]
    pub range: Option<Length>,
    pub band: Band,
}

impl Default for LineFacts {
    fn default() -> Self {
        LineFacts {
            firer: UnitFacts::default(),
            skirmishers: false,
            stands: 4,
            rounds_absorbed: 0,
            cover: Cover::Open,
            range: None,
            band: Band::Short,
        }
    }
}

/// Whatever throws the dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fire {
    SmallArms(SmallArmsFacts),
    Guns(GunFacts),
}

impl Fire {
    pub fn hits(&self, options: &Options, dice: &mut dyn Dice) -> Result<u32, Wanted> {
        match self {
            Fire::SmallArms(facts) => small_arms::hits(facts, options, dice),
            Fire::Guns(facts) => guns::hits(facts, options, dice),
        }
    }
}

/// POT-SKIRM-13; POT-ARTY-17: a line does not screen itself.
pub fn fire_at_line(f: &LineFacts, band: Band, options: &Options) -> Fire {
    let line = UnitFacts { cover: f.cover, ..UnitFacts::default() };
    match f.firer.gun {
        Some(gun) => Fire::Guns(GunFacts {
            target: GunTarget::SkirmishLine,
            ..gun_facts(&Battery::of(&f.firer), gun, &line, band)
        }),
        None => Fire::SmallArms(small_arms_facts(&f.firer, f.skirmishers, &line, band, options)),
    }
}

/// The hits on a skirmish line and the stands it loses by them.
pub fn line_struck(
    f: &LineFacts,
    fire: &Fire,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<(u32, u8), Wanted> {
    let hits = fire.hits(options, dice)?;
    Ok((hits, line_under_fire(f.stands, f.rounds_absorbed, hits, options).lost))
}
