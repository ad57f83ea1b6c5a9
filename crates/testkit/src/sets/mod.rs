//! One file a ruleset: which clauses let bases overlap, what its events cost, how it loses a piece, where hand or colour matters.

mod deadly_field;
mod edges;
mod grenadier;
mod johnny_reb;
mod potomac;
mod quickplay;

pub(crate) use edges::{is_about_an_edge, leads_to_an_edge};
