//! What a round of fire does to its target once the hits are known, from facts alone, in the order of POT-FIRE-22.

use crate::book::kinds::{Band, Cover, Gun, Quality};
use crate::book::options::{FiringRanks, Options};
use crate::book::tables::constants;
use crate::procedures::bearing::{Bears, Push, Volley, drive_back, under_fire};
use crate::procedures::facts::UnitFacts;
use crate::procedures::fire::{self, SmallArmsFacts};
use crate::procedures::guns::{self, GunFacts, GunTarget};
use crate::procedures::losses::{Losses, absorb, line_under_fire, losses, work_under_fire};
use crate::procedures::morale::MoraleFacts;
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Clause, Settled};
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
    let mut sketch = Sketch::new(options, [unit]);
    under_fire(&mut sketch, &mut AtSketch, &[(0, hits)], dice)?;
    let [out] = sketch.out;
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

/// Units known from facts alone, and what has become of them so far.
pub(crate) struct Sketch<'a, const N: usize> {
    pub options: &'a Options,
    pub units: [&'a UnitFacts; N],
    pub out: [Struck; N],
}

impl<'a, const N: usize> Sketch<'a, N> {
    pub(crate) fn new(options: &'a Options, units: [&'a UnitFacts; N]) -> Self {
        let untouched = |unit: &UnitFacts| removed(unit, Losses { stands: 0, marked: unit.marked });
        Sketch { options, units, out: units.map(untouched) }
    }

    /// Hits that reach a unit; gives the stands they remove.
    pub(crate) fn lose(&mut self, unit: usize, hits: u32) -> u8 {
        let facts = self.units[unit];
        let lost = losses(facts.strength, facts.stands, facts.marked, hits);
        let Struck { absorbed, skirmishers_lost, .. } = self.out[unit];
        self.out[unit] = Struck { absorbed, reached: hits, skirmishers_lost, ..removed(facts, lost) };
        lost.stands
    }
}

impl<const N: usize> Bears for Sketch<'_, N> {
    type Unit = usize;
    /// The unit, and the officer's place among those attached to it.
    type Officer = (usize, usize);
    /// The unit that met somebody.
    type Friend = usize;
    type Way = ();

    fn is_formed(&self, unit: usize) -> bool {
        !self.out[unit].destroyed
    }

    fn strength(&self, unit: usize) -> u8 {
        self.units[unit].strength
    }

    fn is_confused(&self, unit: usize) -> bool {
        self.out[unit].confused
    }

    fn has_fear(&self, unit: usize) -> bool {
        self.units[unit].fear
    }

    /// POT-MORALE-03: after its losses; POT-LEADER-13: a fallen officer no longer helps.
    fn morale_facts(&self, unit: usize) -> MoraleFacts {
        let (facts, out) = (self.units[unit], &self.out[unit]);
        let officer = facts.officer_value(out.fallen, self.options);
        MoraleFacts { stands: out.stands_left, officer, quality: facts.quality }
    }

    fn officers_of(&self, units: &[usize]) -> Vec<(usize, usize)> {
        let of = |unit: &usize| {
            let unit = *unit;
            (0..self.units[unit].officers().count()).map(move |place| (unit, place))
        };
        units.iter().flat_map(of).collect()
    }

    fn officer_rolled(&mut self, (unit, place): (usize, usize), killed: bool) {
        if killed {
            self.out[unit].officer_lost = true;
            self.out[unit].fallen |= 1_u8.checked_shl(place as u32).unwrap_or(0);
        }
    }

    fn take_off(&mut self, _: &[usize]) {}

    /// A unit with too little room behind it runs into somebody.
    fn move_back(&mut self, pushes: &[Push<Self>]) -> Vec<usize> {
        let mut met = Vec::new();
        for push in pushes {
            if !self.is_formed(push.unit) {
                continue;
            }
            let (facts, out) = (self.units[push.unit], &mut self.out[push.unit]);
            out.driven_back = push.cm;
            let is_stopped = |room: Length| distance(push.cm).at_least(room);
            if push.cm > 0 && push.way.is_some() && facts.room.is_some_and(is_stopped) {
                out.collided = true;
                out.confused = true;
                met.push(push.unit);
            }
        }
        met
    }

    fn friend_tested(&mut self, unit: usize, confused: bool) {
        self.out[unit].other_confused = confused;
    }

    fn fear_rolled(&mut self, unit: usize, confused: bool) {
        self.out[unit].confused |= confused;
    }

    fn confuse(&mut self, unit: usize, _: Clause) {
        self.out[unit].confused = true;
    }

    fn morale_tested(&mut self, unit: usize, _: &MoraleFacts, _: u8, held: bool) {
        let out = &mut self.out[unit];
        out.tested = true;
        out.holds = held;
        out.confused |= !held;
    }
}

/// Fire at units known from facts.
struct AtSketch;

impl<const N: usize> Volley<Sketch<'_, N>> for AtSketch {
    fn absorb(&mut self, sketch: &mut Sketch<'_, N>, unit: usize, hits: u32) -> u32 {
        let facts = sketch.units[unit];
        let screen = absorb(facts.screen, facts.line(), facts.rounds_absorbed, hits, sketch.options);
        sketch.out[unit].absorbed = screen.absorbed;
        sketch.out[unit].skirmishers_lost = screen.wear;
        screen.reached
    }

    fn lose(&mut self, sketch: &mut Sketch<'_, N>, unit: usize, hits: u32) -> u8 {
        sketch.lose(unit, hits)
    }

    fn in_order(&mut self, _: &mut Sketch<'_, N>, hurt: Vec<usize>) -> Vec<usize> {
        hurt
    }

    fn pushes<'s>(&mut self, _: &Sketch<'s, N>, reached: &[(usize, u32)]) -> Vec<Push<Sketch<'s, N>>> {
        reached.iter().map(|(unit, cm)| Push { unit: *unit, cm: *cm, way: Some(()) }).collect()
    }
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
    let options = Options::default();
    let mut out = WorkStruck {
        cohesion_lost: lost.cohesion,
        cohesion_left,
        marked: lost.marked,
        breached: cohesion_left == 0,
        ..WorkStruck::default()
    };
    if let Some(unit) = inside {
        let mut sketch = Sketch::new(&options, [unit]);
        drive_back(&mut sketch, &[Push { unit: 0, cm: hits, way: Some(()) }], dice)?;
        let [driven] = sketch.out;
        out.driven_back = driven.driven_back;
        out.collided = driven.collided;
        out.other_confused = driven.other_confused;
        out.confused = driven.confused;
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
            Fire::SmallArms(facts) => fire::hits(facts, options, dice),
            Fire::Guns(facts) => guns::hits(facts, options, dice),
        }
    }

    pub fn dice_of(&self) -> u32 {
        match self {
            Fire::SmallArms(facts) => fire::dice_of(facts),
            Fire::Guns(facts) => guns::dice_of(facts),
        }
    }

    pub fn need(&self, options: &Options) -> u8 {
        match self {
            Fire::SmallArms(facts) => fire::need(facts, options),
            Fire::Guns(facts) => guns::need(facts, options),
        }
    }

    pub fn hit_mods(&self, options: &Options) -> Settled {
        match self {
            Fire::SmallArms(facts) => fire::hit_mods(facts, options),
            Fire::Guns(facts) => guns::hit_mods(facts, options),
        }
    }

    /// The face that hits before any modifier.
    pub fn hits_on(&self) -> u8 {
        match self {
            Fire::SmallArms(facts) => fire::hits_on(facts),
            Fire::Guns(_) => constants().hit_on_formed,
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
