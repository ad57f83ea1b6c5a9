//! The procedures, from facts and dice alone. The catalogue lists them for odds, an umpire and cases.

pub mod catalogue;
pub(crate) mod facts;
pub mod fire;
pub mod impact;
pub mod losses;
pub mod morale;
pub(crate) mod shot;
pub mod target;
