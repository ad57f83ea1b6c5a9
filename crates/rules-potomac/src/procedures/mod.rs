//! The procedures, from facts and dice alone. The catalogue lists them for odds, an umpire and cases.

pub(crate) mod bearing;
pub(crate) mod catalogue;
pub mod command_test;
pub mod facts;
pub mod fire;
pub mod guns;
pub mod losses;
pub mod meet_charge;
pub mod melee;
pub mod melee_round;
pub mod morale;
pub mod premelee;
pub mod under_fire;
