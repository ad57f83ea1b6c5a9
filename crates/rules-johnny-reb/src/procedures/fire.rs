//! One fire, from facts alone: JR-FIRE-01 counts, dice, modifiers, table, losses.

use crate::book::crt::{Cell, Strength, read};
use crate::book::kinds::{Body, Formation, Quality, Weapon};
use crate::book::options::Options;
use crate::book::tables::{formation_row, ranges, scaled};
use crate::c;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Effect, Mods, Settled, Stack};
use longroll_table::{Length, inches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the firer was doing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Situation {
    /// JR-FIRE-02.
    Hold,
    /// JR-FIRE-03.
    FirstFire,
    /// JR-FIRE-04: moved, formed, pivoted, or caught at it (JR-FIRE-11).
    #[serde(alias = "moved", alias = "formed", alias = "pivoted")]
    #[serde(alias = "move", alias = "charge", alias = "disengage", alias = "form")]
    Stirred,
    /// JR-CHARGE-22: the volley after a lost charge, whatever the range.
    AfterCharge,
    /// JR-OPT-08: a second volley of a unit that fired in phase 4.
    SecondVolley,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Works {
    None,
    Hasty,
    #[serde(alias = "medium", alias = "heavy")]
    Heavier,
}

/// JR-DRM-16: what the target is behind or in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    None,
    LightWoods,
    #[serde(alias = "wooden_fence")]
    Fence,
    HeavyWoods,
    StoneWall,
    HastyWorks,
    MediumWorks,
    HeavyWorks,
}

/// JR-DRM-21: from where the target is struck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    Front,
    #[serde(alias = "partial")]
    PartialFlank,
    #[serde(alias = "full")]
    FullFlank,
    Rear,
}

/// JR-RANGE-12: the bands of range.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    DoubleCanister,
    /// Close, or canister for guns.
    Close,
    Normal,
    Long,
}

/// Everything that one fire looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireFacts {
    pub weapon: Weapon,
    /// Figures of the firing unit, or sections of a battery.
    pub figures: u32,
    /// Figures on each stand.
    pub per_stand: u32,
    pub body: Body,
    pub formation: Formation,
    /// How many figures or sections fire, if that is known already (combined fire).
    pub firing: Option<u32>,
    pub situation: Situation,
    /// Inches between the nearest points.
    #[serde(with = "longroll_kit::inches")]
    #[schemars(with = "f64")]
    pub range: Length,
    pub quality: Quality,
    pub officer: bool,
    pub opening_volley: bool,
    pub works: Works,
    pub shaken: bool,
    pub low_ammunition: bool,
    pub rapid_fire: bool,
    /// JR-FIRE-15: repeaters use their extra die; false spares ammunition.
    pub repeater_die: bool,
    /// JR-RANGE-11: a battery standing in woods.
    pub guns_in_woods: bool,
    /// JR-SCALE-01: millimetres of the figures: 25, 15, 10 or 5. The range is measured on that table.
    pub figure_mm: u32,
    pub target: Body,
    pub target_formation: Formation,
    pub cover: Cover,
    pub face: Face,
    pub target_charging: bool,
    /// JR-FIRE-21: the target disengages this turn (skirmishers are halved by their formation).
    pub target_disengaging: bool,
}

impl Default for FireFacts {
    fn default() -> Self {
        FireFacts {
            weapon: Weapon::RifleMusket,
            figures: 16,
            per_stand: 4,
            body: Body::Infantry,
            formation: Formation::SingleLine,
            firing: None,
            situation: Situation::Hold,
            range: inches(4),
            quality: Quality::Veteran,
            officer: false,
            opening_volley: false,
            works: Works::None,
            shaken: false,
            low_ammunition: false,
            rapid_fire: false,
            repeater_die: true,
            guns_in_woods: false,
            figure_mm: 15,
            target: Body::Infantry,
            target_formation: Formation::SingleLine,
            cover: Cover::None,
            face: Face::Front,
            target_charging: false,
            target_disengaging: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FireResult {
    pub dice: u32,
    pub roll: u32,
    pub total: i32,
    /// What the table gave, before halving.
    pub cell: Cell,
    /// Losses after possible kills and halving; for a battery horses and sections together (JR-ARTY-01).
    pub lost: u32,
    pub horses: u32,
    /// JR-CRT-05, JR-CRT-07: the target must check though it may have lost nothing.
    pub must_check: bool,
    /// JR-FIRE-12, -13, -15: the firer runs low; one that was low runs out, but only on all sixes.
    pub ran_low: bool,
    /// JR-FIRE-12, -15: the dice were so high that whoever fires them with full pouches runs low.
    pub all_high: bool,
    /// JR-FIRE-13: every one of at least two dice showed a 6.
    pub all_sixes: bool,
}

/// The band of these facts (JR-SCALE-01: on the table of their figures).
pub fn band_of(f: &FireFacts, options: &Options) -> Option<Band> {
    band_at(f.weapon, f.range, f.guns_in_woods, f.figure_mm, options)
}

impl FireFacts {
    /// JR-MORALE-02: guns and sharpshooters.
    pub fn is_heavy(&self) -> bool {
        self.weapon.is_gun() || self.weapon.is_sharpshooter()
    }
}

/// The same for 15 mm figures.
pub fn band(weapon: Weapon, range: Length, in_woods: bool, options: &Options) -> Option<Band> {
    band_at(weapon, range, in_woods, 15, options)
}

/// JR-RANGE-12, JR-RANGE-11, JR-FIRE-07: the band in which the target lies; beyond long there is no fire.
fn band_at(weapon: Weapon, range: Length, in_woods: bool, mm: u32, options: &Options) -> Option<Band> {
    let table = ranges(weapon);
    let halved = weapon.is_gun() && in_woods;
    let limit = |length: Length| scaled(if halved { length.half() } else { length }, mm);
    let double = weapon.is_gun() && !options.canister_by_gun;
    if double && range.within(limit(table.close).half()) {
        Some(Band::DoubleCanister)
    } else if range.within(limit(table.close)) {
        Some(Band::Close)
    } else if range.within(limit(table.normal)) {
        Some(Band::Normal)
    } else if range.within(limit(table.long)) {
        Some(Band::Long)
    } else {
        None
    }
}

/// JR-FORM-03, JR-FIRE-10: how many of the figures fire. Half is applied once only, and rounded down to at least 1.
pub fn eligible(f: &FireFacts) -> u32 {
    if let Some(firing) = f.firing {
        return firing;
    }
    let stand = f.per_stand.max(1);
    let share = formation_row(f.body, f.formation).map_or("all", |row| row.fire_share.as_str());
    let half = |figures: u32| (figures / 2).max(u32::from(figures > 0));
    match share {
        "none" => 0,
        // half once only, and the front rank of a double line is a half already
        "half" => half(f.figures),
        "front_half" => {
            let stands = f.figures.div_ceil(stand);
            f.figures.min(stands.div_ceil(2) * stand)
        }
        "lead_stand" if f.shaken => half(f.figures.min(stand)),
        "lead_stand" => f.figures.min(stand),
        // sections are halved on their own scale, which knows half a section
        _ if f.shaken && f.body != Body::Artillery => half(f.figures),
        _ => f.figures,
    }
}

/// The row of the table: figures, or sections, of which Shaken guns count half (JR-FIRE-10).
pub fn strength(f: &FireFacts) -> Strength {
    let firing = eligible(f);
    match (f.weapon.is_gun(), f.shaken) {
        (true, true) => Strength::HalfSections(firing),
        (true, false) => Strength::HalfSections(firing * 2),
        (false, _) => Strength::Figures(firing),
    }
}

/// JR-FIRE-02 to -11: dice by what the firer did, by range, weapon and state; JR-FIRE-09 at least one.
pub fn fire_dice(f: &FireFacts, options: &Options) -> Settled {
    let base = match f.situation {
        Situation::Hold | Situation::FirstFire => 3,
        Situation::Stirred | Situation::AfterCharge | Situation::SecondVolley => 2,
    };
    let fixed = f.situation == Situation::AfterCharge;
    let at = if fixed { None } else { band_of(f, options) };
    let gun = f.weapon.is_gun();
    let mut m = Mods::new();
    m.line(f.situation == Situation::Hold, c::FIRE_02, "on Hold", Effect::ExtraDice(3));
    m.line(f.situation == Situation::FirstFire, c::FIRE_03, "First Fire", Effect::ExtraDice(3));
    let two = base == 2 && !fixed;
    m.line(two, c::FIRE_04, "moved, formed or pivoted", Effect::ExtraDice(2));
    m.line(fixed, c::CHARGE_17, "volley after a lost charge", Effect::ExtraDice(2));
    m.line(at == Some(Band::Close) && !gun, c::FIRE_05, "close range", Effect::ExtraDice(1));
    let repeaters = f.weapon.is_repeater() && f.repeater_die && !fixed;
    m.line(repeaters, c::FIRE_05, "repeaters", Effect::ExtraDice(1));
    let canister = if options.canister_by_gun && f.weapon.is_rifled_gun() { 1 } else { 2 };
    m.line(at == Some(Band::Close) && gun, c::FIRE_06, "canister", Effect::ExtraDice(canister));
    m.line(at == Some(Band::DoubleCanister), c::FIRE_06, "double canister", Effect::ExtraDice(3));
    let long = at == Some(Band::Long) && !options.long_is_free;
    m.line(long, c::FIRE_08, "long range", Effect::ExtraDice(-1));
    m.line(f.shaken, c::FIRE_10, "Shaken", Effect::ExtraDice(-1));
    let skirmishing = f.formation == Formation::SkirmishLine;
    m.line(skirmishing, c::FIRE_10, "skirmishing", Effect::ExtraDice(-1));
    m.line(f.low_ammunition, c::FIRE_13, "low on ammunition", Effect::ExtraDice(-1));
    let mut settled = m.settle(Stack::All);
    // JR-FIRE-09: what was taken away too much is given back, and said
    let sum = sum_of_dice(&settled);
    let mut least = Mods::new();
    least.line(sum < 1, c::FIRE_09, "at least one is rolled", Effect::ExtraDice(1 - sum.min(0)));
    settled.lines.extend(least.settle(Stack::All).lines);
    settled
}

fn sum_of_dice(settled: &Settled) -> i32 {
    settled.counted().map(|line| if let Effect::ExtraDice(dice) = line.effect { dice } else { 0 }).sum()
}

/// JR-FIRE-09.
pub fn dice_count(settled: &Settled) -> u32 {
    u32::try_from(sum_of_dice(settled).max(1)).unwrap_or(1)
}

/// Firer, weapon and target modifiers, all added (JR-DRM-07, JR-DRM-22).
pub fn fire_mods(f: &FireFacts, options: &Options) -> Settled {
    let gun = f.weapon.is_gun();
    let table = ranges(f.weapon);
    let fixed = f.situation == Situation::AfterCharge;
    let at = band_of(f, options);
    let close = !fixed && matches!(at, Some(Band::Close | Band::DoubleCanister));
    let mut m = Mods::new();
    m.when(f.officer, c::DRM_01, "officer present", 1);
    let small_arms = !gun && f.body != Body::CavalryMounted;
    // JR-DRM-06: artillery has none; JR-CHARGE-22: nor has the volley after a charge
    let opening = f.opening_volley && small_arms && !fixed && f.situation != Situation::SecondVolley;
    m.when(opening, c::DRM_02, "opening volley", 2);
    m.when(f.situation == Situation::FirstFire, c::DRM_03, "First Fire", 1);
    m.when(f.quality == Quality::Elite, c::DRM_04, "Elite firer", 1);
    m.when(f.quality == Quality::Green, c::DRM_04, "Green firer", -1);
    m.when(f.works == Works::Hasty, c::DRM_05, "firer in hasty works", 1);
    m.when(f.works == Works::Heavier, c::DRM_05, "firer in heavier works", 2);
    m.when(table.drm != 0, c::DRM_23, "weapon", table.drm);
    m.when(close && table.close_drm != 0, c::DRM_23, "weapon at close range", table.close_drm);
    m.when(f.rapid_fire && f.weapon.is_breech_loader(), c::FIRE_15, "rapid fire", 2);
    let formation = formation_drm(f, options);
    m.when(formation != 0, formation_clause(f), formation_label(f.target_formation), formation);
    cover_lines(&mut m, f, options);
    flank_lines(&mut m, f, at == Some(Band::Long) && !fixed);
    let counter = f.weapon.is_rifled_gun() && f.target == Body::Artillery;
    m.when(counter, c::DRM_19, "rifled guns at artillery", 1);
    // JR-DRM-24: one entry of the chart cannot be read and has no effect.
    m.settle(Stack::All)
}

fn formation_label(formation: Formation) -> &'static str {
    match formation {
        Formation::SingleLine => "target in single line",
        Formation::ExtendedLine => "target in extended line",
        Formation::DoubleLine => "target in double line",
        Formation::AttackColumn => "target in attack column",
        Formation::SkirmishLine => "target in skirmish line",
        Formation::MarchColumn => "target in march column",
        Formation::Line => "target in line",
        Formation::Column => "target in column",
        Formation::Disorder => "target in disorder",
        Formation::Limbered => "target limbered",
        Formation::Unlimbered => "target unlimbered",
    }
}

fn formation_clause(f: &FireFacts) -> longroll_kit::Clause {
    match f.target {
        Body::Infantry if f.target_formation == Formation::Disorder => c::DRM_11,
        Body::Infantry => c::DRM_10,
        Body::CavalryMounted => c::DRM_12,
        Body::CavalryDismounted => c::DRM_13,
        Body::Artillery => c::DRM_15,
    }
}

/// JR-DRM-10 to -15: by the target's formation. JR-DRM-14: cavalry is worth 1 less to guns, unless JR-OPT-03 says so of
/// cover.
fn formation_drm(f: &FireFacts, options: &Options) -> i32 {
    let Some(row) = formation_row(f.target, f.target_formation) else { return 0 };
    if f.target_formation == Formation::Unlimbered {
        return if effective_face(f) == Face::Front { row.target_drm_small_arms } else { 0 };
    }
    if f.weapon.is_gun() && !options.cover_against_guns {
        row.target_drm_artillery
    } else {
        row.target_drm_small_arms
    }
}

/// JR-DRM-16, -17: the one cover that counts; charging units have none.
fn cover_lines(m: &mut Mods, f: &FireFacts, options: &Options) {
    let kinds = [
        (Cover::LightWoods, "in light woods", -1),
        (Cover::HeavyWoods, "in heavy woods", -2),
        (Cover::Fence, "behind a fence", -1),
        (Cover::StoneWall, "behind a stone wall", -2),
        (Cover::HastyWorks, "in hasty works", -2),
        (Cover::MediumWorks, "in medium works", -3),
        (Cover::HeavyWorks, "in heavy works", -4),
    ];
    let less = i32::from(options.cover_against_guns && f.weapon.is_gun());
    for (cover, label, value) in kinds {
        if f.cover == cover && f.target_charging {
            m.struck_out(c::DRM_17, label, value, "a charging unit has no cover");
        } else {
            m.when(f.cover == cover, c::DRM_16, label, value + less);
        }
    }
}

/// The face that counts: skirmishers, the disordered and columns from behind have none (JR-DRM-21).
pub fn effective_face(f: &FireFacts) -> Face {
    match f.target_formation {
        Formation::SkirmishLine | Formation::Disorder => Face::Front,
        Formation::MarchColumn | Formation::AttackColumn | Formation::Column if f.face == Face::Rear => {
            Face::Front
        }
        _ => f.face,
    }
}

/// JR-DRM-21: the face that counts for morale: only the modifier on the roll spares columns struck from behind.
pub fn morale_face(f: &FireFacts) -> Face {
    match f.target_formation {
        Formation::SkirmishLine | Formation::Disorder => Face::Front,
        _ => f.face,
    }
}

/// The face of the target that counts for its morale; none at long range (JR-DRM-21).
pub(crate) fn face_of_volley(f: &FireFacts, options: &Options) -> Option<Face> {
    (band_of(f, options) != Some(Band::Long)).then(|| morale_face(f))
}

/// JR-DRM-18, -20, -21: flanks, not at long range.
fn flank_lines(m: &mut Mods, f: &FireFacts, is_long: bool) {
    let gun = f.weapon.is_gun();
    let face = effective_face(f);
    let (partial, full) = if gun { (3, 6) } else { (2, 4) };
    for (holds, clause, label, value) in [
        (face == Face::PartialFlank, c::DRM_18, "partial flank", partial),
        (face == Face::FullFlank, c::DRM_18, "full flank", full),
        (face == Face::Rear, c::DRM_20, "from the rear", full),
    ] {
        if holds && is_long {
            m.struck_out(c::DRM_21, label, value, "not at long range");
        } else {
            m.when(holds, clause, label, value);
        }
    }
}

/// JR-FIRE-01: the whole procedure.
pub fn fire(f: &FireFacts, options: &Options, dice: &mut dyn Dice) -> Result<FireResult, Wanted> {
    let n = dice_count(&fire_dice(f, options));
    let (roll, ran_low, all_sixes) = throw(f, n, dice)?;
    let total = i32::try_from(roll).unwrap_or(i32::MAX) + fire_mods(f, options).total;
    let cell = read(strength(f), total, options);
    let heavy = f.is_heavy();
    let scored = match cell {
        Cell::Nothing | Cell::Check => 0,
        // JR-CRT-06: 4, 5 or 6 kills
        Cell::Possible => dice.count(c::CRT_06, 1, Die::D6, 4)?,
        Cell::Loss(losses) => losses,
    };
    let lost = halved(f, scored, dice)?;
    // JR-ARTY-01: 1-4 a horse, 5-6 a section
    let horses =
        if f.target == Body::Artillery { lost - dice.count(c::ARTY_01, lost, Die::D6, 5)? } else { 0 };
    Ok(FireResult {
        dice: n,
        roll,
        total,
        cell,
        lost,
        horses,
        must_check: heavy && cell != Cell::Nothing,
        ran_low: if f.low_ammunition { all_sixes } else { ran_low },
        all_high: ran_low,
        all_sixes,
    })
}

/// JR-FIRE-12 to -15: the sum, and whether every one of at least two dice was high enough to empty the pouches.
fn throw(f: &FireFacts, n: u32, dice: &mut dyn Dice) -> Result<(u32, bool, bool), Wanted> {
    let fixed = f.situation == Situation::AfterCharge;
    // all sixes show in the sum alone
    let sixes = |sum: u32| n >= 2 && sum == 6 * n;
    let lowest = if f.weapon.is_repeater() && f.repeater_die && !fixed {
        4
    } else if f.rapid_fire && f.weapon.is_breech_loader() {
        5
    } else {
        let sum = dice.sum(c::FIRE_01, n, Die::D6)?;
        return Ok((sum, sixes(sum), sixes(sum)));
    };
    let faces = dice.sorted(c::FIRE_15, n, Die::D6)?;
    let sum = faces.iter().copied().map(u32::from).sum();
    Ok((sum, n >= 2 && faces.iter().all(|face| *face >= lowest), sixes(sum)))
}

/// JR-FIRE-21, JR-FIRE-22, JR-ORDER-06: skirmishers and the disengaging lose half, once; a die settles the odd half.
fn halved(f: &FireFacts, scored: u32, dice: &mut dyn Dice) -> Result<u32, Wanted> {
    if !f.target_disengaging && f.target_formation != Formation::SkirmishLine {
        return Ok(scored);
    }
    let odd = scored % 2;
    Ok(scored / 2 + dice.count(c::FIRE_21, odd, Die::D6, 4)?)
}
