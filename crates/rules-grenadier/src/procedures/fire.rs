//! Fire of formed small arms, from facts alone; and what every hit does.

use crate::book::kinds::{Cover, Grade, Weapon};
use crate::book::lengths::inches_up;
use crate::book::options::{DoubleSix, Options};
use crate::book::tables::{self, Pour, score_column};
use crate::c;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Effect, Mods, Settled, Stack};
use longroll_table::{Length, inches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// GRE-DP-02: the most DPs a unit can hold.
pub const MOST_DP: u8 = 3;
/// GRE-FIRE-09: the table ends at so many figures; more are read in blocks.
const BLOCK: u32 = 36;

/// What a firer looks at in its target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TargetFacts {
    /// In Column, or limbered artillery.
    pub column: bool,
    /// In Column with another column within 2 in.
    pub massed: bool,
    pub charging_cavalry: bool,
    pub deployed_artillery: bool,
    pub skirmishers: bool,
    pub prone: bool,
    pub closed_up: bool,
    pub cover: Cover,
    pub dp: u8,
    pub figures: u32,
}

impl Default for TargetFacts {
    fn default() -> Self {
        TargetFacts {
            column: false,
            massed: false,
            charging_cavalry: false,
            deployed_artillery: false,
            skirmishers: false,
            prone: false,
            closed_up: false,
            cover: Cover::None,
            dp: 0,
            figures: 24,
        }
    }
}

/// Everything that one volley looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireFacts {
    /// Figures firing, before pistols are doubled; for Gatling-type guns the models served.
    pub figures: u32,
    pub grade: Grade,
    pub dp: u8,
    pub weapon: Weapon,
    /// Inches between the nearest points of the two bases.
    #[serde(with = "longroll_kit::inches")]
    #[schemars(with = "f64")]
    pub range: Length,
    pub fired_last_turn: bool,
    pub mounted: bool,
    /// The firer is cavalry, mounted or not.
    pub cavalry: bool,
    pub low_ammunition: bool,
    pub pour: bool,
    pub target: TargetFacts,
}

impl Default for FireFacts {
    fn default() -> Self {
        FireFacts {
            figures: 24,
            grade: Grade::Regular,
            dp: 0,
            weapon: Weapon::RifledMusket,
            range: inches(6),
            fired_last_turn: false,
            mounted: false,
            cavalry: false,
            low_ammunition: false,
            pour: false,
            target: TargetFacts::default(),
        }
    }
}

/// What a volley did.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FireResult {
    pub hits: u32,
    pub dp: u8,
    pub figures_lost: u32,
    pub destroyed: bool,
    /// The firer has run low on ammunition by it.
    pub ran_low: bool,
    /// Generals near the target must test.
    pub generals_at_risk: bool,
}

/// GRE-FIRE-11, GRE-FIRE-12, GRE-FIRE-13: effective up to the first figure, long up to the second, nothing beyond.
pub fn is_long(weapon: Weapon, range: Length) -> Option<bool> {
    let row = tables::weapon(weapon);
    let away = inches_up(range);
    (away <= row.long_max).then_some(away > row.effective_max)
}

/// May this unit pour on fire with this weapon in formed fire? (GRE-POUR-01, GRE-POUR-02, option GRE-OPT-13.)
pub fn may_pour_formed(weapon: Weapon, cavalry: bool, low: bool, options: &Options) -> bool {
    // GRE-POUR-07: low on ammunition forbids it
    options.formed_pour && !low && pours(weapon, cavalry)
}

pub fn pours(weapon: Weapon, cavalry: bool) -> bool {
    match tables::weapon(weapon).pour_on_fire {
        Pour::None => false,
        Pour::CavalryHalfMore => cavalry,
        Pour::Double => true,
    }
}

/// The list of GRE-FIRE-17 and the lines after it.
pub fn fire_mods(facts: &FireFacts) -> Settled {
    let mut mods = Mods::new();
    mods.when(facts.grade == Grade::Veteran, c::FIRE_17, "Veteran", 1);
    mods.when(facts.grade == Grade::Trained, c::FIRE_17, "Trained", -1);
    mods.when(facts.grade == Grade::Raw, c::FIRE_17, "Raw", -2);
    mods.when(facts.dp > 0, c::FIRE_18, "each DP on the firer", -i32::from(facts.dp));
    mods.when(facts.fired_last_turn, c::FIRE_19, "fired last turn", -1);
    mods.when(facts.mounted, c::FIRE_20, "firing mounted", -2);
    let weapon = tables::weapon(facts.weapon).fire_mod;
    // GRE-FIRE-22: repeaters are breechloaders, pistols are not
    mods.when(weapon > 0, c::FIRE_21, "breechloaders or shotguns", 1);
    mods.when(weapon < 0, c::FIRE_23, "smoothbore muskets", -1);
    target_mods(&mut mods, &facts.target);
    mods.settle(Stack::All)
}

/// The target's column of the modifier table, for small arms and artillery alike.
pub(crate) fn target_mods(mods: &mut Mods, target: &TargetFacts) {
    // GRE-FIRE-25, GRE-FIRE-26; GRE-FIRE-27 in its place, GRE-FIRE-28
    if target.massed {
        mods.struck_out(c::FIRE_25, "target in column of march", 1, "massed columns count instead");
    } else {
        mods.when(target.column, c::FIRE_25, "target in column of march", 1);
    }
    mods.when(target.massed, c::FIRE_27, "target in massed columns", 2);
    mods.when(target.charging_cavalry, c::FIRE_29, "target is charging cavalry", -2);
    mods.when(target.deployed_artillery, c::FIRE_30, "target is deployed artillery", -3);
    mods.when(target.skirmishers, c::FIRE_31, "target in Skirmish", -3);
    let prone = target.prone && !target.skirmishers;
    // GRE-FIRE-35: of cover and lying down only the greatest
    let hard = target.cover == Cover::Hard;
    let soft = target.cover == Cover::Soft;
    mods.when(hard, c::FIRE_33, "target in hard cover", -3);
    mods.when(soft, c::FIRE_32, "target in soft cover", -2);
    if prone && (hard || soft) {
        mods.struck_out(c::FIRE_34, "target prone", -2, "cover already counts (GRE-FIRE-35)");
    } else if target.prone && target.skirmishers {
        mods.struck_out(c::FIRE_34, "target prone", -2, "skirmishers gain nothing by it");
    } else {
        mods.when(prone, c::FIRE_34, "target prone", -2);
    }
    mods.when(target.closed_up, c::FIRE_36, "target in close order", 1);
}

/// The halvings of GRE-FIRE-15 and GRE-FIRE-16, for showing.
pub fn halvings(facts: &FireFacts) -> Settled {
    let mut mods = Mods::new();
    let long = is_long(facts.weapon, facts.range) == Some(true);
    mods.line(long, c::FIRE_15, "long range", Effect::Factor(1, 2));
    mods.line(facts.low_ammunition, c::FIRE_16, "low on ammunition", Effect::Factor(1, 2));
    mods.line(
        tables::weapon(facts.weapon).figures_multiplier > 1,
        c::FIRE_10,
        "pistols",
        Effect::Factor(2, 1),
    );
    mods.settle(Stack::All)
}

/// Hits of one score by so many figures: GRE-FIRE-02, and GRE-FIRE-09 beyond the table.
pub fn table_hits(figures: u32, score: i32, options: &Options) -> u32 {
    let Some(column) = score_column(score) else { return 0 };
    let of = |figures: u32| {
        let hits = tables::small_arms_hits(figures, column);
        // GRE-FIRE-04 and option GRE-OPT-16: the doubtful cell
        if figures < 10 && column == 7 && !options.thirteen_is_four { 3 } else { hits }
    };
    let (blocks, rest) = (figures / BLOCK, figures % BLOCK);
    blocks * of(BLOCK) + if rest > 0 { of(rest) } else { 0 }
}

/// GRE-GEN-06: all halvings first, rounded down once.
pub fn halved(hits: u32, times: u32) -> u32 {
    hits >> times.min(31)
}

/// One firing of a formed unit: GRE-FIRE-01, with Pour on Fire (GRE-POUR-05, GRE-POUR-06).
pub fn fire(facts: &FireFacts, options: &Options, dice: &mut dyn Dice) -> Result<FireResult, Wanted> {
    let mods = fire_mods(facts).total;
    let row = tables::weapon(facts.weapon);
    let (mut hits, mut sixes, mut ran_low) = (0, 0, false);
    let throws = throws_of(facts, options);
    for _ in 0..throws {
        let n = if throws == 1 && poured_as(facts, options) == Some(Pour::CavalryHalfMore) { 3 } else { 2 };
        let faces = dice.sorted(c::FIRE_01, n, Die::D6)?;
        let (a, b) = (faces[0], faces[1]);
        let score = i32::from(a) + i32::from(b) + mods;
        let figures =
            if facts.weapon == Weapon::Gatling { 1 } else { facts.figures * row.figures_multiplier };
        hits += table_hits(figures, score, options);
        sixes += u32::from(a == 6 && b == 6);
        // GRE-POUR-03: any double but sixes
        let pair = faces.windows(2).any(|pair| pair[0] == pair[1] && pair[0] != 6);
        ran_low |= facts.pour && pair && poured_as(facts, options).is_some();
    }
    let long = is_long(facts.weapon, facts.range) == Some(true);
    let times = u32::from(long) + u32::from(facts.low_ammunition);
    let hits = halved(hits, times) + bonus(sixes, options);
    Ok(landed(hits, &facts.target, ran_low, sixes > 0 && options.double_six != DoubleSix::Nothing))
}

/// GRE-FIRE-39: a natural double six adds two hits, whatever the score (GRE-GEN-03).
pub(crate) fn bonus(double_sixes: u32, options: &Options) -> u32 {
    if options.double_six == DoubleSix::HitsAndRisk { 2 * double_sixes } else { 0 }
}

pub(crate) fn landed(hits: u32, target: &TargetFacts, ran_low: bool, risk: bool) -> FireResult {
    let (dp, lost) = take_hits(target.dp, target.figures, hits);
    FireResult {
        hits,
        dp,
        figures_lost: lost,
        destroyed: lost >= target.figures && target.figures > 0,
        ran_low,
        generals_at_risk: risk,
    }
}

/// GRE-DP-03: hits are DPs up to three, and figures after that. GRE-UNIT-09: no more figures than there are.
pub fn take_hits(dp: u8, figures: u32, hits: u32) -> (u8, u32) {
    let room = u32::from(MOST_DP.saturating_sub(dp));
    let marks = hits.min(room);
    (marks as u8, (hits - marks).min(figures))
}

fn poured_as(facts: &FireFacts, options: &Options) -> Option<Pour> {
    let lawful = may_pour_formed(facts.weapon, facts.cavalry, facts.low_ammunition, options);
    (facts.pour && lawful).then(|| tables::weapon(facts.weapon).pour_on_fire)
}

/// GRE-FIRE-24: a Gatling throws once for each served model; GRE-POUR-06: repeaters poured on are two volleys.
fn throws_of(facts: &FireFacts, options: &Options) -> u32 {
    if facts.weapon == Weapon::Gatling {
        return facts.figures.min(6);
    }
    if poured_as(facts, options) == Some(Pour::Double) { 2 } else { 1 }
}
