//! One file a ruleset: which clauses let bases overlap, what its events cost, how it loses a piece, where hand or colour matters.

mod deadly_field;
mod grenadier;
mod johnny_reb;
mod potomac;
mod quickplay;
