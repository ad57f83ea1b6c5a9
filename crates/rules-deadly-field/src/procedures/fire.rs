//! One fire, from facts alone: firepower, dice, modifiers, total, result.

use crate::book::kinds::{Arm, Formation, Level, Quality, Sector, Weapon, Woods, Works};
use crate::book::options::Options;
use crate::book::tables::{
    band_dice, combine_limit, firepower, firer_modifier, gun_firepower, is_rifled, normal_range,
};
use crate::c;
pub use crate::procedures::shot::{Shot, read_off, shoot, shoot_for_result};
use crate::procedures::target::target_mods;
use longroll_kit::{Clause, Effect, Mods, Settled, Side, Stack};
use longroll_table::{GRAIN, Length, inches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why and how a fire is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    #[default]
    Ordinary,
    /// ADF-ARTY-09, -10, ADF-ACT-09: both actions of a battery, one roll and one trigger.
    Deliberate,
    /// ADF-FIRE-28, -29, ADF-ARTY-07: at a charger within an inch, after the pre-impact check.
    PointBlank,
    /// ADF-REACT-15.
    Desperation,
    /// ADF-MELEE-02.
    Melee,
    /// ADF-FIV-07: the free volley of a charge stopped short.
    StopShort,
    /// ADF-DICE-07: the free point-blank volley of the dice-down version.
    FreePointBlank,
}

/// One unit that fires.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Firer {
    pub arm: Arm,
    pub weapon: Weapon,
    /// Confederate batteries have firepower of their own.
    pub side: Side,
    /// Figures, or sections of a battery.
    pub figures: u8,
    pub quality: Quality,
    pub level: Level,
    pub formation: Formation,
    pub mounted: bool,
    pub sharpshooters: bool,
    /// Has not fired yet in this game.
    pub opening_volley: bool,
    pub in_village: bool,
    pub pistols: bool,
    /// Figures of an attached remnant, and its weapon if it differs.
    pub attached_figures: u8,
    pub attached_weapon: Option<Weapon>,
    /// Inches from the front edge to the target's base.
    #[serde(with = "longroll_kit::inches")]
    #[schemars(with = "f64")]
    pub range: Length,
    /// From where the target is struck.
    pub sector: Sector,
}

impl Default for Firer {
    fn default() -> Self {
        Firer {
            arm: Arm::Infantry,
            weapon: Weapon::RifleMusket,
            side: Side::Blue,
            figures: 6,
            quality: Quality::Veteran,
            level: Level::GoodOrder,
            formation: Formation::BattleLine,
            mounted: false,
            sharpshooters: false,
            opening_volley: false,
            in_village: false,
            pistols: true,
            attached_figures: 0,
            attached_weapon: None,
            range: inches(2),
            sector: Sector::Front,
        }
    }
}

/// What is fired at, as far as the total goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Target {
    pub arm: Arm,
    pub quality: Quality,
    pub level: Level,
    pub formation: Formation,
    pub mounted: bool,
    pub charging: bool,
    pub disengaging: bool,
    pub woods: Woods,
    pub works: Works,
    pub fence: bool,
    pub wall: bool,
    pub village: bool,
    /// Two inches or more behind its own skirmishers, who cross the line of fire.
    pub screened: bool,
}

impl Default for Target {
    fn default() -> Self {
        Target {
            arm: Arm::Infantry,
            quality: Quality::Veteran,
            level: Level::GoodOrder,
            formation: Formation::BattleLine,
            mounted: false,
            charging: false,
            disengaging: false,
            woods: Woods::None,
            works: Works::None,
            fence: false,
            wall: false,
            village: false,
            screened: false,
        }
    }
}

/// Everything that one fire looks at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireFacts {
    pub firer: Firer,
    /// Units that combine their fire with it (ADF-FIRE-32).
    pub with: Vec<Firer>,
    pub target: Target,
    pub manner: Manner,
    /// Targets struck before this one by the same fire (ADF-PASS-02).
    pub passed_through: u8,
}

/// ADF-FIRE-10, ADF-ARTY-03: the bands of range.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    Long,
    Normal,
    Short,
    Canister,
    CanisterClose,
    PointBlank,
    Desperation,
    Melee,
}

impl Band {
    pub fn key(self) -> &'static str {
        match self {
            Band::Long => "long",
            Band::Normal => "normal",
            Band::Short => "short",
            Band::Canister => "canister",
            Band::CanisterClose => "canister_close",
            Band::PointBlank => "point_blank",
            Band::Desperation => "desperation",
            Band::Melee => "melee",
        }
    }

    pub fn words(self) -> String {
        self.key().replace('_', " ")
    }
}

/// A fire worked out as far as the dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Volley {
    pub arm: Arm,
    pub band: Band,
    pub firepower: i32,
    pub dice: u32,
    pub firer: Settled,
    pub target: Settled,
}

/// Why a unit cannot make this fire, in the book's order; ADF-FIRE-01. ADF-CAV-01: dismounted cavalry fires as infantry does.
pub fn unable(f: &Firer, manner: Manner) -> Option<Clause> {
    let hand_to_hand = matches!(manner, Manner::Melee | Manner::FreePointBlank);
    let close = hand_to_hand || manner == Manner::PointBlank;
    if f.level == Level::Routed {
        return Some(c::UNIT_16);
    }
    // ADF-MELEE-03, ADF-DICE-07: in contact a column has lost its formation
    if f.formation.is_column() && !hand_to_hand {
        return Some(c::FORM_09);
    }
    if f.formation == Formation::Limbered {
        return Some(c::FORM_10);
    }
    if f.arm == Arm::Cavalry && !close {
        // ADF-CAV-02, -03, -08, ADF-FIRE-30: mounted men and short arms fire only point blank or in melee
        if f.mounted {
            return Some(c::CAV_02);
        }
        if f.weapon.is_point_blank_only() {
            return Some(c::CAV_03);
        }
    }
    if manner == Manner::Deliberate && f.arm != Arm::Artillery {
        return Some(c::ARTY_09);
    }
    if f.arm == Arm::Leader { Some(c::UNIT_01) } else { None }
}

/// The band of a range for one firer; nothing beyond twice the normal range (ADF-ARTY-16).
pub fn band(f: &Firer, weapon: Weapon, manner: Manner, options: &Options) -> Option<Band> {
    let is_gun = f.arm == Arm::Artillery;
    match manner {
        Manner::Melee => return Some(Band::Melee),
        Manner::Desperation => return Some(Band::Desperation),
        Manner::PointBlank | Manner::FreePointBlank => {
            return Some(if is_gun { Band::CanisterClose } else { Band::PointBlank });
        }
        Manner::Ordinary | Manner::Deliberate | Manner::StopShort => {}
    }
    let normal = normal_range(options.scale, f.arm, weapon);
    if is_gun {
        // ADF-ARTY-08: canister is used by itself within its range; ADF-GEO-08: half of 13 is 6.5
        if f.range.within(options.canister) {
            return Some(Band::Canister);
        }
        if f.range.within(normal.half()) {
            return Some(Band::Short);
        }
    } else if f.range + GRAIN < options.short_range {
        // ADF-SCALE-06, ADF-GEO-01: strictly under; ADF-FIRE-31: no more than that without a charge
        return Some(Band::Short);
    }
    if f.range.within(normal) {
        Some(Band::Normal)
    } else if f.range.within(normal * 2) {
        Some(Band::Long)
    } else {
        None
    }
}

/// ADF-UNIT-23: the band of its own weapon, or of an attached remnant's that reaches farther.
pub fn any_band(f: &Firer, manner: Manner, options: &Options) -> Option<Band> {
    let attached = f.attached_weapon.filter(|_| f.attached_figures > 0);
    band(f, f.weapon, manner, options)
        .or_else(|| attached.and_then(|weapon| band(f, weapon, manner, options)))
}

/// ADF-ARTY-05, -06: rifled for canister and against artillery.
pub fn counts_as_rifled(weapon: Weapon, options: &Options) -> bool {
    is_rifled(weapon) && !(weapon == Weapon::MixedBattery && options.mixed_is_smoothbore)
}

fn printed_dice(f: &Firer, weapon: Weapon, band: Band, options: &Options) -> u32 {
    let class = match f.arm {
        Arm::Artillery if counts_as_rifled(weapon, options) => "rifled",
        Arm::Artillery => "smoothbore",
        Arm::Cavalry if f.mounted => "mounted",
        _ => "dismounted",
    };
    band_dice(f.arm, class, band.key()).unwrap_or(0)
}

/// ADF-FIRE-19: how often firepower is halved, and how many dice are lost.
fn state_of(f: &Firer, manner: Manner, options: &Options) -> (u32, u32) {
    // ADF-DICE-07: fired as disordered units, shaken ones not halved twice
    let level = if manner == Manner::FreePointBlank { f.level.max(Level::Disorder) } else { f.level };
    let mut halves = u32::from(level >= Level::Disorder) + u32::from(f.in_village && manner != Manner::Melee);
    let mut lost = u32::from(level == Level::Shaken);
    if f.formation.is_skirmish() && f.arm != Arm::Artillery {
        halves += u32::from(!options.skirmishers_halve_figures);
        lost += u32::from(!f.sharpshooters);
    }
    (halves, lost)
}

/// Firepower of one unit with so many of its figures, and its dice before any are lost: ADF-UNIT-21, -23 for remnants.
fn block(f: &Firer, figures: u8, manner: Manner, options: &Options) -> Option<(i32, u32)> {
    let own_band = band(f, f.weapon, manner, options);
    let counted = |figures: u8| {
        let halved = options.skirmishers_halve_figures && f.formation.is_skirmish();
        if halved { figures / 2 } else { figures }
    };
    let close = matches!(manner, Manner::PointBlank | Manner::FreePointBlank | Manner::Melee);
    let power = |weapon: Weapon, figures: u8| {
        if f.arm == Arm::Artillery {
            return gun_firepower(weapon, f.side, figures);
        }
        let main = firepower(f.arm, weapon, counted(figures));
        // ADF-UNIT-27, ADF-FIRE-30, ADF-CAV-07: pistols come on top point blank and in melee
        let pistols = f.arm == Arm::Cavalry && f.pistols && close && weapon != Weapon::Pistol;
        main + if pistols { firepower(Arm::Cavalry, Weapon::Pistol, counted(figures)) } else { 0 }
    };
    let own = own_band.map(|band| (power(f.weapon, figures), printed_dice(f, f.weapon, band, options)));
    if f.attached_figures == 0 || f.arm == Arm::Artillery {
        return own;
    }
    let weapon = f.attached_weapon.unwrap_or(f.weapon);
    if weapon == f.weapon {
        return own.map(|(_, dice)| (power(weapon, figures.saturating_add(f.attached_figures)), dice));
    }
    let Some(other_band) = band(f, weapon, manner, options) else { return own };
    let (other, other_dice) =
        (power(weapon, f.attached_figures), printed_dice(f, weapon, other_band, options));
    // a block out of range adds nothing
    let Some((main, dice)) = own else { return Some((other, other_dice)) };
    Some((main + other, dice.min(other_dice)))
}

/// ADF-FIRE-32: the figures or sections of each that count together for most, within the limits of their arm.
fn combined_power(firers: &[&Firer], manner: Manner, options: &Options) -> i32 {
    let (_, most, cap) = combine_limit(firers[0].arm);
    let power = |f: &Firer, figures: u8| {
        let (halves, _) = state_of(f, manner, options);
        block(&Firer { figures, ..f.clone() }, figures, manner, options)
            .map_or(0, |(power, _)| power >> halves)
    };
    let mut best = vec![0_i32; usize::from(most) + 1];
    for f in firers {
        let mut next = best.clone();
        for (taken, so_far) in best.iter().enumerate() {
            for figures in 1..=f.figures {
                let place = taken + usize::from(figures) + usize::from(f.attached_figures);
                if place < next.len() {
                    next[place] = next[place].max(so_far + power(f, figures));
                }
            }
        }
        best = next;
    }
    best.into_iter().max().unwrap_or(0).min(cap)
}

/// ADF-FIRE-02: firepower, dice and both lists of modifiers; nothing if somebody cannot fire so.
pub fn volley(f: &FireFacts, options: &Options) -> Option<Volley> {
    let firers: Vec<&Firer> = std::iter::once(&f.firer).chain(&f.with).collect();
    if firers.iter().any(|firer| unable(firer, f.manner).is_some()) {
        return None;
    }
    let blocks: Vec<(i32, u32)> =
        firers.iter().map(|firer| block(firer, firer.figures, f.manner, options)).collect::<Option<_>>()?;
    let firepower = if firers.len() == 1 {
        let (halves, _) = state_of(&f.firer, f.manner, options);
        blocks[0].0 >> halves
    } else {
        combined_power(&firers, f.manner, options)
    };
    // ADF-FIRE-34: the firer with the fewest dice governs, and his band is shown
    let after_loss = |place: usize| {
        let (_, lost) = state_of(firers[place], f.manner, options);
        blocks[place].1.saturating_sub(lost)
    };
    let weakest = (0..firers.len()).min_by_key(|place| after_loss(*place)).unwrap_or(0);
    let band = any_band(firers[weakest], f.manner, options)?;
    // ADF-MOVE-12, ADF-FIRE-39, ADF-PASS-02: a die less each; ADF-FIRE-20: never below none
    let fewer = u32::from(f.target.disengaging) + u32::from(f.passed_through);
    let dice = after_loss(weakest).saturating_sub(fewer);
    let by_artillery = f.firer.arm == Arm::Artillery;
    let rifled = firers.iter().all(|firer| counts_as_rifled(firer.weapon, options));
    let sector = sector_of_all(f, band);
    Some(Volley {
        arm: f.firer.arm,
        band,
        firepower,
        dice,
        firer: firer_mods(&firers, f, blocks[weakest].1, options),
        target: target_mods(&f.target, f.manner, by_artillery, rifled, sector, options),
    })
}

/// How bad it is for a unit in this formation to be struck from there: a column suffers least from the side (ADF-ENF-02, -03).
pub fn severity(sector: Sector, struck: Formation) -> u8 {
    match sector {
        Sector::Front if struck.has_one_side() => 2,
        Sector::Front => 0,
        Sector::PartialFlank | Sector::Side => 1,
        Sector::FullFlank => 2,
        Sector::Rear => 3,
    }
}

/// ADF-FIRE-34: the least favourable sector of all firers. ADF-ENF-06: nothing at long range and by skirmishers.
pub fn sector_of_all(f: &FireFacts, band: Band) -> Option<Sector> {
    let firers = || std::iter::once(&f.firer).chain(&f.with);
    if band == Band::Long || firers().any(|firer| firer.formation.is_skirmish()) {
        return None;
    }
    firers().map(|firer| firer.sector).min_by_key(|sector| severity(*sector, f.target.formation))
}

/// ADF-FIRE-19: all that concerns the firer, each line for itself. ADF-ACT-07: moving costs nothing; ADF-LEADER-06: nor do
/// leaders help.
fn firer_mods(firers: &[&Firer], f: &FireFacts, printed: u32, options: &Options) -> Settled {
    let any = |is: &dyn Fn(&Firer) -> bool| firers.iter().any(|firer| is(firer));
    let all = |is: &dyn Fn(&Firer) -> bool| firers.iter().all(|firer| is(firer));
    let arm = f.firer.arm;
    let mut m = Mods::new();
    let half = Effect::Factor(1, 2);
    let free = f.manner == Manner::FreePointBlank;
    let disordered = any(&|u| u.level == Level::Disorder || (free && u.level == Level::GoodOrder));
    let (c_disorder, c_shaken) =
        if arm == Arm::Artillery { (c::ARTY_11, c::ARTY_11) } else { (c::FIRE_14, c::FIRE_15) };
    m.line(disordered, c_disorder, "firer in disorder", half);
    m.line(any(&|u| u.level == Level::Shaken), c_shaken, "firer shaken", half);
    m.line(any(&|u| u.level == Level::Shaken), c_shaken, "firer shaken", Effect::ExtraDice(-1));
    if arm != Arm::Artillery {
        let skirmishing = any(&|u| u.formation.is_skirmish());
        let sharp = skirmishing && all(&|u| !u.formation.is_skirmish() || u.sharpshooters);
        m.line(skirmishing && !options.skirmishers_halve_figures, c::FIRE_16, "firer skirmishing", half);
        m.line(skirmishing && !sharp, c::FIRE_16, "firer skirmishing", Effect::ExtraDice(-1));
        m.line(sharp, c::FIRE_17, "skirmishing sharpshooters keep their dice", Effect::ExtraDice(0));
    }
    let village = any(&|u| u.in_village) && f.manner != Manner::Melee;
    m.line(village, c::TERRAIN_08, "firing out of a farm or village", half);
    m.line(f.target.disengaging, c::FIRE_39, "at a disengaging unit", Effect::ExtraDice(-1));
    let through = i32::from(f.passed_through);
    m.line(through > 0, c::PASS_02, "passing through other units", Effect::ExtraDice(-through));
    m.line(printed == 0, c::FIRE_20, "no dice at this range", Effect::ExtraDice(0));
    quality_lines(&mut m, arm, &any, &all);
    let extended = any(&|u| u.formation == Formation::ExtendedLine) && f.manner != Manner::Melee;
    m.when(extended, c::FORM_11, "firer in extended line", firer_modifier("P05"));
    let opening = matches!(f.manner, Manner::Ordinary | Manner::Deliberate | Manner::PointBlank)
        && all(&|u| u.opening_volley);
    match arm {
        Arm::Infantry => m.when(opening, c::FIRE_24, "opening volley", firer_modifier("P10")),
        Arm::Cavalry => {
            let on_foot = opening && all(&|u| !u.mounted);
            m.when(on_foot, c::FIRE_25, "opening volley, dismounted", firer_modifier("P17"));
        }
        _ => {}
    }
    if arm == Arm::Infantry {
        // ADF-FIRE-28: the volleys of a dice-down impact are point-blank fire too
        let point_blank = matches!(f.manner, Manner::PointBlank | Manner::FreePointBlank);
        let smooth = point_blank && all(&|u| u.weapon == Weapon::SmoothboreMusket);
        m.when(smooth, c::FIRE_27, "smoothbore muskets point blank", firer_modifier("P07"));
    }
    if arm == Arm::Artillery {
        let deliberate = f.manner == Manner::Deliberate;
        m.when(deliberate, c::ARTY_09, "deliberate fire", firer_modifier("P16"));
    }
    m.settle(Stack::All)
}

/// A question put to every firer: is it so of any, or of all?
type Asked<'a> = dyn Fn(&dyn Fn(&Firer) -> bool) -> bool + 'a;

/// ADF-FIRE-21, -22, -23 and, for combined fire, ADF-FIRE-34: a bonus that all have, the worst penalty that one has.
/// ADF-FIRE-18: elite sharpshooters have no second bonus.
fn quality_lines(m: &mut Mods, arm: Arm, any: &Asked<'_>, all: &Asked<'_>) {
    let elite = all(&|u| u.quality == Quality::Elite);
    let green = any(&|u| u.quality == Quality::Green);
    match arm {
        Arm::Cavalry => {
            m.when(elite, c::FIRE_23, "elite cavalry", firer_modifier("P19"));
            let trained = any(&|u| u.quality == Quality::Trained) && !green;
            m.when(trained, c::FIRE_23, "trained cavalry", firer_modifier("P20"));
            m.when(green, c::FIRE_23, "green cavalry", firer_modifier("P21"));
        }
        Arm::Artillery => {
            m.when(elite, c::FIRE_22, "elite battery", firer_modifier("P14"));
            m.when(green, c::FIRE_22, "green battery", firer_modifier("P15"));
        }
        _ => {
            m.when(elite, c::FIRE_21, "elite infantry", firer_modifier("P08"));
            m.when(green, c::FIRE_21, "green infantry", firer_modifier("P09"));
        }
    }
}
