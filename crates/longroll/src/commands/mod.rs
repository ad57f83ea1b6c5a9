//! One module for each command.

pub(crate) mod analyse;
pub(crate) mod balance;
pub(crate) mod case;
mod experiment;
mod facts;
pub(crate) mod fighting;
pub(crate) mod ladder;
pub(crate) mod merge;
pub(crate) mod odds;
pub(crate) mod play;
pub(crate) mod replay;
mod rows_file;
pub(crate) mod rules;
pub(crate) mod scenario;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod sheet;
pub(crate) mod sim;
mod sim_report;
mod sim_table;
pub(crate) mod store;
