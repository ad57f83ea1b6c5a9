//! The readings on which players differ, as switches of a game.

use crate::c;
use longroll_kit::{Clause, Settings};
use serde::{Deserialize, Serialize};

/// JR-OPT-01: which movement table is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rates {
    Sibling25,
    Sibling15,
    /// The default rates times 1.4, rounded to the nearest inch.
    Pace14,
}

/// JR-OPT-01 to JR-OPT-16. Each switch is true for the alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    pub rates: Rates,
    /// JR-OPT-02: the charge bonus is half the roll.
    pub half_bonus: bool,
    /// JR-OPT-03: cover, not cavalry, is worth less to guns.
    pub cover_against_guns: bool,
    /// JR-OPT-04: canister by gun, no double canister.
    pub canister_by_gun: bool,
    /// JR-OPT-05: long range costs no die.
    pub long_is_free: bool,
    /// JR-OPT-06: the volley after an impact is always fired.
    pub always_end_volley: bool,
    /// JR-OPT-07: 6, not 5, in the row of 12 under 19.
    pub six_for_twelve: bool,
    /// JR-OPT-08: a volley even after firing in phase 4.
    pub second_volley: bool,
    /// JR-OPT-09: officers are rolled for once a fire.
    pub officer_once: bool,
    /// JR-OPT-10: 2, not 3, in the row of 8 under 16.
    pub two_for_eight: bool,
    /// JR-OPT-11: units on Hold fire at any time of the turn.
    pub hold_any_time: bool,
    /// JR-OPT-12: one +1 and one −1 at the most on the die of the volley point.
    pub one_of_each: bool,
    /// JR-OPT-13: a beaten attacker's 5 or 6 shakes it.
    pub beaten_shaken: bool,
    /// JR-OPT-14: the winner may go on with the rest of its charge.
    pub charge_on: bool,
    /// JR-OPT-15: crews disengage without their guns.
    pub crews_run: bool,
    /// JR-OPT-16: mounted cavalry fires at a charger.
    pub mounted_fire: bool,
}

impl Options {
    /// Settings were checked against the registry when they were read.
    pub fn from_settings(settings: &Settings) -> Options {
        let other = |option: Clause| settings.departure(option).is_some();
        Options {
            rates: match settings.departure(c::OPT_01) {
                None => Rates::Sibling25,
                Some("sibling_15mm") => Rates::Sibling15,
                Some(_) => Rates::Pace14,
            },
            half_bonus: other(c::OPT_02),
            cover_against_guns: other(c::OPT_03),
            canister_by_gun: other(c::OPT_04),
            long_is_free: other(c::OPT_05),
            always_end_volley: other(c::OPT_06),
            six_for_twelve: other(c::OPT_07),
            second_volley: other(c::OPT_08),
            officer_once: other(c::OPT_09),
            two_for_eight: other(c::OPT_10),
            hold_any_time: other(c::OPT_11),
            one_of_each: other(c::OPT_12),
            beaten_shaken: other(c::OPT_13),
            charge_on: other(c::OPT_14),
            crews_run: other(c::OPT_15),
            mounted_fire: other(c::OPT_16),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::from_settings(&Settings::default())
    }
}
