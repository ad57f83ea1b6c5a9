//! The procedures, from facts and dice alone. The catalogue lists them for odds, an umpire and cases.

pub mod catalogue;
pub mod fire;
pub mod meet_charge;
pub mod melee;
pub mod morale;
