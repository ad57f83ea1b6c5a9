//! Across the Potomac, whole.

pub mod c {
    //! Every clause, option and ruling by its name.
    use longroll_kit::Clause;
    include!(concat!(env!("OUT_DIR"), "/clauses.rs"));
}

pub mod command_test;
pub mod explain;
pub mod facts;
pub mod guns;
pub mod kinds;
pub mod losses;
pub mod meet_charge;
pub mod melee;
pub mod melee_round;
pub mod morale_test;
pub mod options;
pub mod order_tables;
pub mod premelee;
pub mod procedures;
pub mod small_arms;
pub mod tables;
pub mod under_fire;
