//! Countercharges: the charged unit goes to meet the charger.

use crate::book::tables::allowance;
use crate::c;
use crate::field::sight::ONE_INCH;
use crate::ruleset::{DeadlyDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::charge::{Charge, Charger};
use crate::turn::declare::{ahead, may_charge};
use crate::turn::event::Event;
use crate::turn::state::{Debt, State};
use longroll_kit::{Stop, UnitId};
use longroll_table::{GRAIN, Length, Rect, inches};

/// The charge under way that threatens a unit; of several who charge it, the one straight ahead.
fn threat(state: &State, id: UnitId) -> Option<(Charge, Charger)> {
    let charges = state.owed.iter().filter_map(|debt| match debt {
        Debt::Charge(charge) => Some(charge),
        _ => None,
    });
    let charge = charges.last()?;
    let mut threats = charge.chargers.iter().filter(|charger| !charger.done && charger.target == Some(id));
    let met = ahead(state, id, state.rect(id), inches(48)).map(|(met, _)| met);
    let straight = threats.clone().find(|charger| Some(charger.unit) == met);
    let charger = straight.or_else(|| threats.next())?;
    Some((charge.clone(), charger.clone()))
}

/// ADF-REACT-23, -24: the declared target, if it could itself charge that enemy, which has moved an inch and is still more than an
/// inch away.
pub(crate) fn may_countercharge(state: &State, id: UnitId) -> Result<(), Refused> {
    let Some((_, charger)) = threat(state, id) else {
        return refuse(c::REACT_23, Why::NotTriggered { unit: state.name(id).to_owned() });
    };
    may_charge(state, id, Some(charger.unit))?;
    let gap = ahead(state, id, state.rect(id), inches(48)).filter(|(met, _)| *met == charger.unit);
    let Some((_, gap)) = gap else {
        return refuse(c::REACT_23, Why::NotAhead { target: state.name(charger.unit).to_owned() });
    };
    if !charger.moved.at_least(ONE_INCH) || gap.within(ONE_INCH) {
        return refuse(c::REACT_24, Why::OutOfReach { measured: gap, most: ONE_INCH });
    }
    Ok(())
}

/// ADF-REACT-24, -25: straight ahead for its share of the gap, as far as its normal move permits.
pub(crate) fn countercharge(draft: &mut DeadlyDraft, id: UnitId) -> Result<(), Stop<Why>> {
    let Some((_, charger)) = threat(draft, id) else { return Ok(()) };
    let rect = *draft.rect(id);
    let Some((_, gap)) = ahead(draft, id, &rect, inches(48)) else { return Ok(()) };
    let terrain = crate::field::sight::under(draft, id);
    let own = inches(allowance(draft.options.scale, draft.mover(id), terrain).unwrap_or(0));
    let theirs = charger.left().min(gap.half());
    let share = (gap - theirs).min(own).min((gap - GRAIN).max(Length::ZERO));
    draft.emit(Event::Charging { unit: id, is: true, clause: c::REACT_25 });
    let to = draft.unit(id).pose.moved(rect.facing(), share);
    if !crate::field::flight::stands_on_somebody(draft, id, &Rect::new(to, rect.size())) {
        draft.emit(Event::Countercharged { unit: id, to });
        crate::turn::aftermath::trample(draft, id);
    }
    Ok(())
}
