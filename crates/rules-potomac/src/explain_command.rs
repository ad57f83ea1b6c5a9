//! The modifier lists that a command would be decided by as things stand.

use crate::assault::may_fire_at;
use crate::command::Command;
use crate::fire_step::{gun_facts, may_fire, small_arms_facts};
use crate::orders::command_facts;
use crate::premelee::{VolleyFacts, is_tested, volley_mods};
use crate::state::{Debt, State};
use crate::{command_test, guns, small_arms};
use longroll_kit::{Explained, Side, number_of_dice};

pub(crate) fn explain(state: &State, _: Side, command: &Command) -> Vec<Explained> {
    let options = &state.options;
    match command {
        Command::Order { officer, unit, group, .. } if state.is_officer(*officer) => {
            let units = if *group { state.group_of(*unit) } else { vec![*unit] };
            let facts = command_facts(state, *officer, &units);
            let result = if command_test::is_free(&facts, options) {
                "his first order: no roll".to_owned()
            } else {
                format!("rating {}, passes on {} or less", facts.rating, command_test::passes_on(&facts))
            };
            vec![Explained {
                title: "The command test".to_owned(),
                result,
                settled: command_test::adjustments(&facts),
            }]
        }
        Command::Fire { unit, target } => {
            let officer = match state.owed.top() {
                Some(Debt::Carry(received)) => Some(received.officer),
                _ => None,
            };
            let Ok(aim) = may_fire(state, *unit, *target, officer) else { return Vec::new() };
            let (dice, need, settled) = match aim.target {
                crate::event::Aimed::Unit(target) if !state.is_artillery(*unit) => {
                    let facts = small_arms_facts(state, *unit, target, aim.band);
                    (
                        small_arms::dice_of(&facts),
                        small_arms::need(&facts, options),
                        small_arms::hit_mods(&facts, options),
                    )
                }
                _ => {
                    let facts = gun_facts(state, *unit, &aim);
                    (guns::dice_of(&facts), guns::need(&facts, options), guns::hit_mods(&facts, options))
                }
            };
            let result = if need > 6 {
                format!("{}, none can hit", number_of_dice(dice))
            } else {
                format!("{}, each {need} or more hits", number_of_dice(dice))
            };
            vec![Explained { title: "The fire".to_owned(), result, settled }]
        }
        Command::Volley { fire: true } => {
            let Some(Debt::Assault(assault)) = state.owed.top() else { return Vec::new() };
            let Some(firer) = assault.firers.first() else { return Vec::new() };
            let piece = state.piece(*firer);
            let facts = VolleyFacts {
                quality: piece.quality,
                standing: piece.standing,
                ready: state.unit(*firer).is_ready,
                confused: state.is_confused(*firer),
                start: may_fire_at(state, assault, *firer)
                    .iter()
                    .map(|place| assault.chargers[*place].start())
                    .min()
                    .unwrap_or_default(),
            };
            let result = match (facts.ready, is_tested(&facts, options)) {
                (true, _) => "ready: short range without a test",
                (false, false) => "short range without a test",
                (false, true) => "5 or more short, 2 to 4 long, else none",
            };
            vec![Explained {
                title: "The range of the fire".to_owned(),
                result: result.to_owned(),
                settled: volley_mods(&facts, options),
            }]
        }
        _ => Vec::new(),
    }
}
