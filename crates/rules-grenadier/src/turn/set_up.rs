//! Set-up: lots, first orders, formations.

use crate::book::kinds::Form;
use crate::book::tables;
use crate::c;
use crate::ruleset::{GrenadierDraft, refuse};
use crate::shown::why::Why;
use crate::turn::actions::may_do;
use crate::turn::command::Command;
use crate::turn::event::{Act, Event};
use crate::turn::sequence::throw_lots;
use crate::turn::state::{State, Step};
use longroll_dice::Dice;
use longroll_kit::{Side, Stop, UnitId};

/// GRE-GEN-17, GRE-CMD-24.
pub(crate) fn deploy(
    draft: &mut GrenadierDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match (draft.namer, command) {
        (None, Command::ThrowLots) => throw_lots(draft, dice)?,
        (Some(_), Command::FirstOrder { brigade, order }) => {
            let own = draft.muster.brigades.get(usize::from(*brigade)).is_some_and(|card| card.side == by);
            if !own {
                return Ok(refuse(c::CMD_24, Why::NoSuchBrigade)?);
            }
            if !tables::order_row(*order).2 {
                return Ok(refuse(c::CMD_23, Why::RetireIsNotChosen)?);
            }
            draft.emit(Event::OrderSet { brigade: *brigade, order: *order, clause: c::CMD_24 });
        }
        (Some(_), Command::Deploy { unit, form }) => {
            let act = deploy_act(draft, *unit, *form);
            let lawful = may_do(draft, by, *unit, act, None)?;
            draft.emit(Event::Acted { unit: *unit, act, to: lawful.to, halves: 0 });
        }
        (Some(_), Command::Ready) => draft.emit(Event::SideReady { side: by }),
        _ => return Ok(refuse(c::GEN_17, Why::WrongStep { now: Step::Deployment })?),
    }
    Ok(())
}

fn deploy_act(state: &State, unit: UnitId, form: Form) -> Act {
    let limbered = state.unit(unit).form.is_limbered();
    match form {
        Form::Unlimbered => Act::Unlimber,
        Form::LimberedLine | Form::LimberedColumn if !limbered => Act::Limber(form),
        _ => Act::Form(form),
    }
}
