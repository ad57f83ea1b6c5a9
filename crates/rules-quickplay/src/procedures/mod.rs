//! The procedures, from facts and dice alone. The catalogue lists them for odds, an umpire and cases.

pub(crate) mod bearing;
pub(crate) mod catalogue;
pub mod fire;
pub mod melee;
pub mod morale;
