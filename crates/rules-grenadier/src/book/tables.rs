//! The printed tables as typed rows. What a cell means is said where it is used; that every file reads is a test.

use crate::book::kinds::{Ability, Form, Grade, Gun, Kind, Order, Weapon};
use longroll_dice::Die;
use longroll_kit::{InchCell, TableError, row_of, rows};
use longroll_table::Length;
use serde::Deserialize;
use std::sync::LazyLock;

/// One line of the movement table: dice of a half move (if it has its own), of a full move, and inches added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub die: Die,
    pub half: Option<u32>,
    pub full: u32,
    pub add: u32,
}

/// GRE-MOVE-01 to the rows of the table (GRE-MOVE-02, GRE-MOVE-03, GRE-MOVE-04, GRE-MOVE-05, GRE-MOVE-06, GRE-MOVE-07,
/// GRE-MOVE-08). Nothing for what cannot move by dice: unlimbered guns, garrisons, siege guns.
pub fn movement(kind: Kind, grade: Grade, form: Form, horse_half_and_full: bool) -> Option<Move> {
    let (name, form) = match (kind, form) {
        (Kind::General, _) => ("general", "single"),
        (Kind::Infantry | Kind::Sniper, _) => ("infantry", form_name(form)?),
        (Kind::Cavalry, _) => ("cavalry", form_name(form)?),
        // GRE-FIRE-24: Gatlings move as foot artillery
        (Kind::FootArtillery | Kind::Gatling, _) => ("foot_artillery", form_name(form)?),
        (Kind::OxArtillery, _) => ("ox_artillery", form_name(form)?),
        (Kind::HorseArtillery, _) => ("horse_artillery", form_name(form)?),
        (Kind::NavalArtillery, _) => ("naval_artillery", form_name(form)?),
        (Kind::SiegeArtillery, _) => return None,
    };
    let row = TABLES
        .movement
        .iter()
        .find(|row| row.kind == name && row.formation == form && grade_fits(&row.grades, grade))?;
    let mut found = Move {
        die: die_named(&row.die)?,
        half: row.half_move_dice,
        full: row.full_move_dice,
        add: row.add_in_full,
    };
    // Option GRE-OPT-12: "2/3" read as horse 2, naval 3, with no half move of its own
    if !horse_half_and_full && form == "limbered_line" && found.half == Some(2) {
        found.full = if name == "naval_artillery" { 3 } else { 2 };
        found.half = None;
    }
    Some(found)
}

/// A line of the charge table: GRE-CHARGE-03, GRE-CHARGE-04, GRE-CHARGE-05, GRE-CHARGE-06, GRE-CHARGE-08.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChargeMove {
    pub die: Die,
    pub approach: u32,
    pub closing: u32,
    pub add: u32,
    pub bonus: u32,
    pub reach: u32,
}

pub fn charge_move(mounted: bool, grade: Grade, form: Form) -> Option<ChargeMove> {
    let kind = if mounted { "cavalry" } else { "infantry" };
    let form = form_name(form)?;
    let row = TABLES
        .charge
        .iter()
        .find(|row| row.kind == kind && row.formation == form && grade_fits(&row.grades, grade))?;
    Some(ChargeMove {
        die: die_named(&row.die)?,
        approach: row.approach_dice,
        closing: row.closing_dice,
        add: row.closing_add_in,
        bonus: row.closing_bonus_dice,
        reach: row.max_reach_in,
    })
}

/// Why a compulsory distance is thrown: pursuit has its own figure for the lower grades of infantry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flight {
    Pursuit,
    Away,
}

/// Dice of a compulsory move: GRE-MOVE-20, GRE-MOVE-21, GRE-MOVE-22.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compulsory {
    pub dice: u32,
    pub die: Die,
    pub add: i32,
    pub floor: u32,
}

pub fn compulsory(kind: Kind, mounted: bool, grade: Grade, why: Flight) -> Option<Compulsory> {
    let name = match kind {
        Kind::Cavalry if mounted => "cavalry",
        Kind::Infantry | Kind::Cavalry | Kind::Sniper => "infantry",
        Kind::FootArtillery | Kind::Gatling => "foot_artillery",
        Kind::OxArtillery => "ox_artillery",
        Kind::HorseArtillery => "horse_artillery",
        Kind::NavalArtillery => "naval_artillery",
        Kind::SiegeArtillery | Kind::General => return None,
    };
    let reason = if why == Flight::Pursuit { "pursuit" } else { "evade_retreat_rout" };
    let row = TABLES.compulsory.iter().find(|row| {
        row.kind == name && grade_fits(&row.grades, grade) && (row.reason == "all" || row.reason == reason)
    })?;
    Some(Compulsory {
        dice: row.dice,
        die: die_named(&row.die)?,
        add: row.add,
        floor: row.floor_in.unwrap_or(0),
    })
}

/// Tactical March of GRE-MOVE-15, GRE-MOVE-16 and GRE-MOVE-17: distance, how near a visible enemy it stops, dice read for DPs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct March {
    pub distance: u32,
    pub stop: u32,
    pub dice: u32,
    pub die: Option<Die>,
}

/// GRE-MOVE-19: ox teams march as foot artillery and naval guns as horse artillery; each has its row.
pub fn march(kind: Kind, mounted: bool, grade: Grade) -> Option<March> {
    let graded = |steady: &'static str, green: &'static str| if grade.is_steady() { steady } else { green };
    let name = match kind {
        Kind::Cavalry if mounted => graded("cavalry_veteran_regular", "cavalry_trained_raw"),
        Kind::Infantry | Kind::Cavalry => graded("infantry_veteran_regular", "infantry_trained_raw"),
        Kind::FootArtillery | Kind::Gatling => "foot_artillery",
        Kind::OxArtillery => "ox_artillery",
        Kind::HorseArtillery => "horse_artillery",
        Kind::NavalArtillery => "naval_artillery",
        Kind::General => "general",
        Kind::SiegeArtillery | Kind::Sniper => return None,
    };
    let row = TABLES.march.iter().find(|row| row.kind == name)?;
    let die = row.dp_die.as_deref().and_then(die_named);
    Some(March { distance: row.distance_in, stop: row.stop_at_visible_enemy_in, dice: row.dp_dice, die })
}

/// A line of the generals' table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GeneralRow {
    pub morale: i32,
    pub radius: u32,
    pub cinc_order: i32,
    pub brigadier_order: i32,
    pub initiative: i32,
    pub extra_marches: u32,
    pub helps_all_grades: bool,
    pub helps_moved_on_assault: bool,
}

/// GRE-CMD-02, GRE-CMD-03.
pub fn general(ability: Ability) -> GeneralRow {
    let row = row_of("generals.csv", &TABLES.generals, |row| row.ability == ability.words(), ability);
    GeneralRow {
        morale: row.unit_morale,
        radius: row.command_radius_in,
        cinc_order: row.cinc_order_mod,
        brigadier_order: row.brigadier_order_mod,
        initiative: row.initiative_mod,
        extra_marches: row.extra_tactical_march_brigades,
        helps_all_grades: row.rally_dp_grades.contains("Raw"),
        helps_moved_on_assault: row.remove_dp_from_moved_unit_on_assault == 1,
    }
}

/// GRE-CMD-13: the ability of an ADC by one D6.
pub fn adc(die: u8) -> Ability {
    let fits = |ability: &Ability| {
        let row = row_of("generals.csv", &TABLES.generals, |row| row.ability == ability.words(), ability);
        (row.adc_d6_min..=row.adc_d6_max).contains(&die)
    };
    *row_of("generals.csv", &Ability::ALL, fits, ("ADC", die))
}

/// A line of the gun table, GRE-ARTY-10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GunRow {
    pub band: u8,
    pub canister: i32,
    pub bursts: bool,
    pub heavy_field: bool,
    pub siege: bool,
    pub naval: bool,
}

pub fn gun(gun: Gun) -> GunRow {
    let row = row_of("gun_type.csv", &TABLES.guns, |row| row.gun == gun, gun);
    GunRow {
        band: row.band,
        canister: row.canister_mod,
        bursts: row.bursts == 1,
        heavy_field: row.weight == "heavy_field",
        siege: row.weight == "siege",
        naval: row.weight == "naval",
    }
}

/// The three classes of range of a band.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RangeClass {
    Canister,
    Effective,
    Long,
}

/// GRE-ARTY-06, GRE-ARTY-07, GRE-ARTY-08, GRE-ARTY-09: by whole inches rounded up (GRE-GEN-08).
pub fn artillery_class(band: u8, inches: u32) -> Option<RangeClass> {
    let row = row_of("artillery_band.csv", &TABLES.bands, |row| row.band == band, band);
    if inches <= row.canister_max {
        Some(RangeClass::Canister)
    } else if inches <= row.effective_max {
        Some(RangeClass::Effective)
    } else if inches <= row.long_max {
        Some(RangeClass::Long)
    } else {
        None
    }
}

/// The limits of a band, for drawing.
pub fn band_limits(band: u8) -> Vec<(&'static str, u32)> {
    let row = row_of("artillery_band.csv", &TABLES.bands, |row| row.band == band, band);
    vec![("Canister", row.canister_max), ("Effective range", row.effective_max), ("Long range", row.long_max)]
}

/// A line of the small-arms range table: GRE-FIRE-11, GRE-FIRE-12, GRE-FIRE-13, GRE-FIRE-14.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct WeaponRow {
    pub weapon: Weapon,
    pub effective_min: u32,
    pub effective_max: u32,
    pub long_min: u32,
    pub long_max: u32,
    pub fire_mod: i32,
    pub figures_multiplier: u32,
    pub melee_first_round: i32,
    pub melee_later_rounds: i32,
    pub pour_on_fire: Pour,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pour {
    None,
    CavalryHalfMore,
    Double,
}

pub fn weapon(weapon: Weapon) -> &'static WeaponRow {
    row_of("smallarms_range.csv", &TABLES.weapons, |row| row.weapon == weapon, weapon)
}

/// GRE-FIRE-02: the column of a modified score; below nought there is none, above 18 it is the last.
pub fn score_column(score: i32) -> Option<usize> {
    let place = TABLES.columns.iter().position(|row| row.score_min <= score && score <= row.score_max)?;
    place.checked_sub(1)
}

/// GRE-FIRE-03 to the rows GRE-FIRE-04, GRE-FIRE-05, GRE-FIRE-06, GRE-FIRE-07 and GRE-FIRE-08. Up to 36 figures.
pub fn small_arms_hits(figures: u32, column: usize) -> u32 {
    let row = TABLES.small_arms.iter().find(|row| row.fig_min <= figures && figures <= row.fig_max);
    row.and_then(|row| row.hits().get(column).copied()).unwrap_or(0)
}

/// GRE-ARTY-02, GRE-ARTY-03, GRE-ARTY-04: one to three models.
pub fn artillery_hits(models: u32, column: usize) -> u32 {
    let row = TABLES.artillery.iter().find(|row| row.models == models);
    row.and_then(|row| row.hits().get(column).copied()).unwrap_or(0)
}

/// GRE-SKIRM-01: figures to a die, by class 1, 2 or 3. GRE-SKIRM-03: the class of a grade.
pub fn skirmish_figures_per_die(class: u8) -> u32 {
    let name = match class {
        1 => "1st",
        2 => "2nd",
        _ => "3rd",
    };
    row_of("skirmish_fire.csv", &TABLES.skirmish, |row| row.class == name, name).figures_per_d6
}

pub fn skirmish_class(grade: Grade) -> u8 {
    let is_his = |row: &SkirmishRow| row.default_grade.as_deref() == Some(grade.words());
    match row_of("skirmish_fire.csv", &TABLES.skirmish, is_his, grade).class.as_str() {
        "1st" => 1,
        "2nd" => 2,
        _ => 3,
    }
}

/// The lowest face that scores: 6 for skirmishers, 5 for a sniper (GRE-SKIRM-09).
pub fn skirmish_hits_on(sniper: bool) -> u8 {
    let name = if sniper { "sniper" } else { "1st" };
    row_of("skirmish_fire.csv", &TABLES.skirmish, |row| row.class == name, name).hit_on_min
}

/// GRE-SKIRM-10.
pub fn recall_target(grade: Grade) -> i32 {
    row_of("skirmish_recall.csv", &TABLES.recall, |row| row.grade == grade.words(), grade).target_2d6
}

/// GRE-CMD-15 and GRE-CMD-05: what an order roll needs; without a grade, the CinC's.
pub fn order_target(grade: Option<Grade>) -> i32 {
    let (who, name) = match grade {
        None => ("CinC", "any"),
        Some(grade) => ("Brigadier", grade.words()),
    };
    let fits = |row: &OrderChangeRow| row.who == who && row.brigade_grade == name;
    row_of("order_change.csv", &TABLES.order_change, fits, (who, name)).target
}

/// GRE-CMD-19, GRE-CMD-20: the order that a loss of nerve gives, for natural totals of the table.
pub fn nerve(present: Order, more_aggressive: bool, natural: u32) -> Option<Order> {
    let name = if present == Order::Engage { "Engage/Support" } else { present.words() };
    let row = TABLES.nerve.iter().find(|row| row.present_order == name)?;
    if natural < row.natural_min || natural > row.natural_max {
        return None;
    }
    let cell = if more_aggressive { &row.more_aggressive_attempt } else { &row.less_aggressive_attempt };
    Order::named(&cell.to_lowercase())
}

/// GRE-ORDER-04, GRE-BRIG-05: how far units may drift under an order, and its line in brigade morale.
pub fn order_row(order: Order) -> (Option<u32>, i32, bool) {
    let name = if order == Order::Engage { "Engage/Support" } else { order.words() };
    let row = row_of("orders.csv", &TABLES.orders, |row| row.order == name, name);
    (row.max_drift_in, row.brigade_morale_mod, row.may_be_issued == 1)
}

/// The columns of the morale result table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct MoraleRow {
    pub score_min: i32,
    pub score_max: i32,
    pub to_charge: String,
    pub to_charge_dp: u8,
    pub being_charged: String,
    pub being_charged_dp: u8,
    pub other: String,
    pub other_dp: u8,
    pub rally_if_retreating: String,
    pub rally_if_routing: String,
}

pub fn morale_row(score: i32) -> &'static MoraleRow {
    let score = score.clamp(-99, 99);
    let fits = |row: &MoraleRow| (row.score_min..=row.score_max).contains(&score);
    row_of("morale_result.csv", &TABLES.morale, fits, score)
}

/// One line of the melee results.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct MeleeRow {
    pub diff_min: i32,
    pub diff_max: i32,
    pub loser_result: String,
    pub loser_dp: u8,
    pub winner_dp: u8,
    pub winner_cavalry: String,
    pub winner_foot_veteran_regular: String,
    pub winner_foot_trained_raw: String,
}

pub fn melee_row(difference: i32) -> &'static MeleeRow {
    let difference = difference.clamp(0, 99);
    let fits = |row: &MeleeRow| (row.diff_min..=row.diff_max).contains(&difference);
    row_of("melee_result.csv", &TABLES.melee, fits, difference)
}

/// GRE-MELEE-50: "one per N" by who strikes, how he fared, whom, and how that one fared; nothing where the table has no
/// line (GRE-MELEE-58).
pub fn one_per(mounted: bool, won: bool, against_mounted: bool, enemy_broke: bool) -> Option<u32> {
    let inflicter = if mounted { "cavalry" } else { "infantry_or_artillery" };
    let status = if won { "winner" } else { "loser_or_draw" };
    let fared = if enemy_broke { "retreat_or_rout" } else { "pushed_back" };
    let row = TABLES.casualties.iter().find(|row| {
        let whom = match row.against.as_str() {
            "foot" => !against_mounted,
            "cavalry" => against_mounted,
            _ => true,
        };
        row.inflicter == inflicter
            && row.inflicter_status == status
            && whom
            && (row.enemy_status == "any" || row.enemy_status == fared)
    })?;
    Some(row.one_per)
}

/// GRE-PURSUIT-05, GRE-PURSUIT-06, GRE-PURSUIT-07, GRE-PURSUIT-09: DPs of a score, and whether it pursues.
pub fn pursuit_row(score: i32) -> (u8, &'static str) {
    let score = score.clamp(-99, 99);
    let row = row_of(
        "pursuit_result.csv",
        &TABLES.pursuit,
        |row| (row.score_min..=row.score_max).contains(&score),
        score,
    );
    (row.dp, row.cavalry.as_str())
}

/// GRE-BRIG-02: what becomes of the brigade, with its DPs and the inches it retires (GRE-BRIG-12).
pub fn brigade_row(score: i32) -> (&'static str, u8, u32) {
    let score = score.clamp(-99, 99);
    let row = row_of(
        "brigade_result.csv",
        &TABLES.brigade,
        |row| (row.score_min..=row.score_max).contains(&score),
        score,
    );
    (row.result.as_str(), row.dp, row.retire_in)
}

/// GRE-BRIG-08: the line of a share of broken units, by exact comparison.
pub fn share_mod(broken: u32, original: u32) -> i32 {
    let halves = |text: &str| -> (u32, u32) {
        match text {
            "0.25" => (1, 4),
            "0.5" => (1, 2),
            _ => (1, 1),
        }
    };
    let row = TABLES.shares.iter().find(|row| {
        let (low, high) = (halves(&row.share_min), halves(&row.share_max));
        let above = (broken * low.1).cmp(&(original * low.0));
        let below = (broken * high.1).cmp(&(original * high.0));
        (above.is_gt() || (above.is_eq() && row.min_inclusive == 1))
            && (below.is_lt() || (below.is_eq() && row.max_inclusive == 1))
    });
    row.map_or(0, |row| row.modifier)
}

/// GRE-LEADER-01.
pub fn risk(total: u32) -> &'static str {
    let fits = |row: &RiskRow| (row.roll_min..=row.roll_max).contains(&total);
    &row_of("risk_to_general.csv", &TABLES.risk, fits, total).result
}

/// GRE-UNIT-23: figures to a base, and its width and depth.
pub fn base(name: &str) -> (u32, Length, Length) {
    let row = row_of("footprint.csv", &TABLES.footprint, |row| row.kind == name, name);
    (row.figures_per_base, row.base_width_in.0, row.base_depth_in.0)
}

/// The cost of an action in halves of a move: GRE-FORM-02 and those after it.
pub fn action_cost(action: &str, from: &str, to: &str, grade: Grade) -> Option<u8> {
    let row = TABLES.actions.iter().find(|row| {
        row.action == action
            && row.from.as_deref().unwrap_or("") == from
            && row.to.as_deref().unwrap_or("") == to
    })?;
    let cell = if grade.is_steady() { &row.cost_veteran_regular } else { &row.cost_trained_raw };
    Some(match cell.as_str() {
        "0" => 0,
        "0.5" => 1,
        _ => 2,
    })
}

/// GRE-GEN-04: an average die read from an ordinary one.
pub fn average_from_d6(die: u8) -> Option<u8> {
    TABLES.average.iter().find(|row| row.d6 == die).map(|row| row.avd)
}

fn form_name(form: Form) -> Option<&'static str> {
    Some(match form {
        Form::Line => "Line",
        Form::Column => "Column",
        Form::Skirmish => "Skirmish",
        Form::LimberedLine => "limbered_line",
        Form::LimberedColumn => "limbered_column",
        Form::Unlimbered | Form::Garrison => return None,
    })
}

fn grade_fits(cell: &str, grade: Grade) -> bool {
    cell == "any" || cell.split('_').any(|word| word == grade.words())
}

fn die_named(cell: &str) -> Option<Die> {
    Some(match cell {
        "AvD" => Die::Average,
        "D6" => Die::D6,
        "D5" => Die::D5,
        "D12" => Die::D12,
        _ => return None,
    })
}

include!("table_rows.rs");

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::read().expect("the embedded tables parse"));
