//! Across the Potomac, whole.

pub mod c {
    //! Every clause, option and ruling by its name.
    use longroll_kit::Clause;
    include!(concat!(env!("OUT_DIR"), "/clauses.rs"));
}

pub mod kinds;
pub mod options;
