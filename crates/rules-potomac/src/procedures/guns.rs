//! The fire of field guns, siege guns and mortars, from facts alone: dice, adjustments, hits.

use crate::book::kinds::{Band, Cover, Gun, GunClass, Quality};
use crate::book::options::{MortarBore, Options, SiegeMinusTwo};
use crate::book::tables::{Bore, constants, gun};
use crate::c;
use crate::procedures::fire::{Shelter, UNDER_FIRE, face_needed};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Clause, Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GunTarget {
    #[default]
    Unit,
    SkirmishLine,
    /// The work itself: siege guns and mortars.
    Fortification,
}

/// Everything that the dice of one battery look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GunFacts {
    pub gun: Gun,
    pub quality: Quality,
    /// Stands of the battery: one gun each.
    pub guns: u8,
    pub band: Band,
    pub target: GunTarget,
    /// What shelters the target against this battery.
    pub cover: Cover,
    /// The target's fortifications stand in other cover.
    pub cover_too: bool,
    /// The target is unlimbered artillery.
    pub deployed_guns: bool,
    /// A stand of the target's own skirmish line is in front of it.
    pub screened: bool,
}

impl Default for GunFacts {
    fn default() -> Self {
        GunFacts {
            gun: Gun::SbMedium,
            quality: Quality::Tried,
            guns: 2,
            band: Band::Short,
            target: GunTarget::Unit,
            cover: Cover::Open,
            cover_too: false,
            deployed_guns: false,
            screened: false,
        }
    }
}

/// POT-ARTY-06: for each gun; POT-SIEGE-06 and POT-MORTAR-06 alike.
pub fn dice_mods(f: &GunFacts) -> Settled {
    let mut m = Mods::new();
    m.when(f.quality == Quality::Veteran, c::ARTY_06, "Veteran, for each gun", 1);
    m.when(f.quality == Quality::Untried, c::ARTY_06, "Untried, for each gun", -1);
    m.settle(Stack::All)
}

/// POT-ARTY-04, -06: never below none. POT-UNIT-06: the Firepower value has no part in it.
pub fn dice_of(f: &GunFacts) -> u32 {
    let each = i32::from(gun(f.gun).dice) + dice_mods(f).total;
    each.max(0).unsigned_abs() * u32::from(f.guns)
}

/// POT-MORTAR-05: a mortar that aims at a unit in a work hits the work.
fn at_the_work(f: &GunFacts, class: GunClass) -> bool {
    match class {
        GunClass::Field => false,
        GunClass::Siege => true,
        GunClass::Mortar => f.target == GunTarget::Fortification || f.cover == Cover::Fortification,
    }
}

pub fn hit_mods(f: &GunFacts, options: &Options) -> Settled {
    let row = gun(f.gun);
    let mut m = Mods::new();
    let (near, far) = match row.class {
        GunClass::Field => (c::ARTY_13, c::ARTY_14),
        GunClass::Siege => (c::SIEGE_07, c::SIEGE_07),
        GunClass::Mortar => (c::MORTAR_06, c::MORTAR_06),
    };
    // POT-MORTAR-06: mortars have no bore, unless POT-OPT-24 makes them smoothbores
    let as_smoothbore = row.class == GunClass::Mortar && options.mortar_bore == MortarBore::Yes;
    let smoothbore = row.bore == Some(Bore::Smoothbore) || as_smoothbore;
    m.when(smoothbore && f.band == Band::Short, near, "smoothbore at short range", 1);
    m.when(smoothbore && f.band == Band::Long, far, "smoothbore at long range", -1);
    if at_the_work(f, row.class) {
        let clause = if row.class == GunClass::Siege { c::SIEGE_07 } else { c::MORTAR_05 };
        the_work(&mut m, clause, options);
    } else {
        let shelter = Shelter { cover: f.cover, cover_too: f.cover_too, deployed_guns: f.deployed_guns };
        let (cover, fortification) = match row.class {
            GunClass::Mortar => (c::MORTAR_05, c::MORTAR_05),
            _ => (c::ARTY_15, c::ARTY_16),
        };
        shelter.lines(&mut m, UNDER_FIRE, [cover, fortification], options);
    }
    screen_line(&mut m, f, row.class);
    m.settle(Stack::All)
}

/// POT-SIEGE-07: what shelters a unit in the work does not shelter the work, unless POT-OPT-23 says so.
fn the_work(m: &mut Mods, clause: Clause, options: &Options) {
    let label = "target in fortifications";
    if options.siege_minus_two == SiegeMinusTwo::Yes {
        m.when(true, clause, label, -2);
    } else {
        m.struck_out(clause, label, -2, "the work itself is the target");
    }
}

/// POT-ARTY-17; POT-SIEGE-05 and POT-MORTAR-04: only field guns heed skirmishers.
fn screen_line(m: &mut Mods, f: &GunFacts, class: GunClass) {
    let label = "target behind its skirmish line";
    match class {
        GunClass::Field if f.screened && f.target == GunTarget::SkirmishLine => {
            m.struck_out(c::ARTY_17, label, -1, "a line does not screen itself");
        }
        GunClass::Field => m.when(f.screened, c::ARTY_17, label, -1),
        GunClass::Siege if f.screened => {
            m.struck_out(c::SIEGE_05, label, -1, "siege guns fire over skirmishers");
        }
        GunClass::Mortar if f.screened => {
            m.struck_out(c::MORTAR_04, label, -1, "mortars fire over skirmishers");
        }
        GunClass::Siege | GunClass::Mortar => {}
    }
}

/// The natural face that hits; 7 and more: none does.
pub fn need(f: &GunFacts, options: &Options) -> u8 {
    face_needed(constants().hit_on_formed, hit_mods(f, options).total, options)
}

/// POT-ARTY-12, POT-SIEGE-06, POT-MORTAR-05.
pub fn hits(f: &GunFacts, options: &Options, dice: &mut dyn Dice) -> Result<u32, Wanted> {
    let clause = match gun(f.gun).class {
        GunClass::Field => c::ARTY_12,
        GunClass::Siege => c::SIEGE_06,
        GunClass::Mortar => c::MORTAR_05,
    };
    dice.count(clause, dice_of(f), Die::D6, need(f, options))
}
