//! What a captain should know about Across the Potomac.

use crate::Appraisal;
use longroll_kit::{Actor, Side};
use longroll_rules_potomac::state::State;
use longroll_rules_potomac::victory::lost_of;
use longroll_rules_potomac::{Command, Potomac};

impl Appraisal for Potomac {
    fn worth(state: &State, side: Side) -> i64 {
        i64::from(lost_of(state, side.enemy()).0) - i64::from(lost_of(state, side).0)
    }

    fn ideas(_: &State, _: Side, _: Actor) -> Vec<Command> {
        Vec::new()
    }

    fn promise(_: &State, _: &State, _: Side, _: &Command) -> i64 {
        0
    }

    fn first_to_act(_: &State, _: Side, actors: &[Actor]) -> Vec<Actor> {
        actors.to_vec()
    }
}
