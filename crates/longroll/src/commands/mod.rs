//! One module for each command.

pub(crate) mod analyse;
pub(crate) mod case;
mod facts;
pub(crate) mod ladder;
pub(crate) mod odds;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rule_use;
pub(crate) mod rules;
pub(crate) mod scenario;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod sheet;
pub(crate) mod sim;
pub(crate) mod store;
