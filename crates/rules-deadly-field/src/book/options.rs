//! The readings on which players differ, as switches of a game (ADF-OPT-04). ADF-SCALE-15: what no switch or table changes is the same
//! at all scales.

use crate::book::kinds::{Quality, Scale};
use crate::book::tables::constant;
use crate::c;
use crate::procedures::losses::First;
use longroll_kit::{Clause, Settings};
use longroll_table::{Length, inches, thousandths};
use serde::Serialize;

/// ADF-FORM-07: which figure a unit in disorder or shaken takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum CmmState {
    Worse,
    Replace,
    Add,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Options {
    pub scale: Scale,
    /// ADF-OPT-01: the 1D6 contest instead of the final impact value.
    pub dice_down: bool,
    /// ADF-OPT-02: level modifiers from good order to routed.
    pub levels: [i32; 4],
    /// ADF-OPT-03.
    pub one_hit: i32,
    pub own_cmm: bool,
    pub charge_level: bool,
    pub cmm_state: CmmState,
    pub elite_point_from_start: bool,
    /// ADF-ARC-01: half-angle of the frontal arc in 65536ths of a turn.
    pub half_angle: u16,
    pub wall_is_no_help_against_guns: bool,
    pub section_counts_next_check: bool,
    pub mixed_is_smoothbore: bool,
    pub short_range: Length,
    pub canister: Length,
    pub mounted_fall_back: i64,
    pub behind_friends: Length,
    pub leader_within_half_inch: bool,
    pub lb_in_best_two: bool,
    pub radius_one_inch: bool,
    pub any_enemy_is_near: bool,
    pub skirmishers_halve_figures: bool,
    pub fiv_counts_all: bool,
    pub enfilade_shakes_disordered: bool,
    /// ADF-UNIT-03, the designer's optional rule: trained and green regiments lose from the smaller stand first.
    pub stands_by_quality: bool,
    /// ADF-SCALE-08.
    pub primary_zone: Length,
    /// ADF-SCALE-12.
    pub near_enemy: Length,
    /// ADF-SCALE-10: one pip of the stand-off distance.
    pub stop_step: Length,
}

impl Options {
    /// Settings were checked against the registry when they were read.
    pub fn from_settings(settings: &Settings) -> Options {
        let is = |option: Clause, key: &str| settings.departure(option) == Some(key);
        let departs = |option: Clause| settings.departure(option).is_some();
        let scale = match settings.departure(c::OPT_SCALE) {
            Some("10mm") => Scale::Mm10,
            Some("25mm") => Scale::Mm25,
            _ => Scale::Mm15,
        };
        let at_25 = scale == Scale::Mm25;
        // ADF-SCALE-06, -07, -09, -11: scaled figures, each with its other print
        let short = constant(scale, "short_range_small_arms");
        let canister = constant(scale, "canister_range");
        let behind = constant(scale, "behind_friends");
        let fall_back =
            constant(scale, "fall_back_multiplier_mounted").micrometres() / inches(1).micrometres();
        Options {
            scale,
            dice_down: departs(c::OPT_CHARGE),
            levels: if departs(c::OPT_LEVELS) { [0, 1, 2, 4] } else { [0, 2, 4, 6] },
            one_hit: if departs(c::OPT_ONE_HIT) { 1 } else { 2 },
            own_cmm: departs(c::OPT_PRE_IMPACT),
            charge_level: departs(c::OPT_CHARGE_LEVEL),
            cmm_state: match settings.departure(c::OPT_CMM_STATE) {
                Some("replace") => CmmState::Replace,
                Some(_) => CmmState::Add,
                None => CmmState::Worse,
            },
            elite_point_from_start: departs(c::OPT_ELITE_POINT),
            half_angle: if departs(c::OPT_ARC) { 4096 } else { 8192 },
            wall_is_no_help_against_guns: departs(c::OPT_WALL),
            section_counts_next_check: departs(c::OPT_SECTION_LOSS),
            mixed_is_smoothbore: departs(c::OPT_MIXED),
            short_range: if at_25 && departs(c::OPT_SR_25MM) { inches(1) } else { short },
            canister: if departs(c::OPT_CANISTER) { inches(3) } else { canister },
            mounted_fall_back: if at_25 && departs(c::OPT_FALLBACK_25) { 2 } else { fall_back },
            behind_friends: if at_25 && departs(c::OPT_BEHIND_25) { inches(6) } else { behind },
            leader_within_half_inch: departs(c::OPT_LEADER_NEAR),
            lb_in_best_two: departs(c::OPT_LB),
            radius_one_inch: departs(c::OPT_RADIUS),
            any_enemy_is_near: departs(c::OPT_NEAR_ENEMY),
            skirmishers_halve_figures: departs(c::OPT_SKIRMISH),
            fiv_counts_all: is(c::OPT_FIV_COUNTS, "all_in_contact"),
            enfilade_shakes_disordered: departs(c::OPT_ENFILADE),
            stands_by_quality: departs(c::OPT_STANDS),
            primary_zone: constant(scale, "primary_zone"),
            near_enemy: constant(scale, "near_enemy"),
            stop_step: constant(scale, "charge_stop_step"),
        }
    }

    /// ADF-UNIT-03: which stand of a regiment of this quality loses first.
    pub fn loses_first(&self, quality: Quality) -> First {
        if self.stands_by_quality && !quality.is_handy() { First::Smallest } else { First::Fullest }
    }

    /// ADF-FORM-16: width and depth of a stand.
    pub fn stand(&self) -> (Length, Length) {
        match self.scale {
            Scale::Mm10 => (thousandths(750), thousandths(500)),
            Scale::Mm15 => (inches(1), thousandths(750)),
            Scale::Mm25 => (thousandths(1250), inches(1)),
        }
    }

    /// ADF-SCALE-02: yards to the inch; the least that the page gives, so that units stand apart.
    pub fn yards_to_the_inch(&self) -> i64 {
        match self.scale {
            Scale::Mm10 => 100,
            Scale::Mm15 => 80,
            Scale::Mm25 => 60,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::from_settings(&Settings::default())
    }
}
