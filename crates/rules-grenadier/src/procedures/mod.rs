//! The procedures, from facts and dice alone. The catalogue lists them for odds, an umpire and cases.

pub(crate) mod catalogue;
pub mod fire;
pub mod guns;
pub mod melee;
pub mod morale;
pub mod pace;
pub mod skirmish_fire;
pub mod tests_of_command;
