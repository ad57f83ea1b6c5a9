//! What guns may fire at: POT-ARTY-01, -02, -21 to -23, POT-SIEGE-03, -04, POT-MORTAR-02, -03, -05, -07.

use crate::book::kinds::{Band, GunClass};
use crate::book::options::{ArtilleryArc, FireAfterUnlimbering};
use crate::book::tables::{NoRange, gun, gun_band};
use crate::c;
use crate::field::ground::{is_in_work, outline, work_against};
use crate::field::lane::is_engaged;
use crate::field::sight::{sees, sees_work};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::event::Aimed;
use crate::turn::fire_step::{Aim, may_fire};
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{Length, Placed, distance, in_arc};

/// With their crews, unlimbered, and POT-OPT-25 not since this tenure began.
pub(crate) fn are_guns_in_action(state: &State, id: UnitId) -> Result<(), Refused> {
    let name = || state.name(id).to_owned();
    if state.has_left_guns(id) {
        return refuse(c::FIRE_01, Why::CannotFire { unit: name() });
    }
    if state.unit(id).limbered {
        return refuse(c::MOVE_17, Why::CannotFire { unit: name() });
    }
    if state.unit(id).changed_limber && state.options.fire_after_unlimbering == FireAfterUnlimbering::No {
        return refuse(c::OPT_25, Why::JustUnlimbered { unit: name() });
    }
    Ok(())
}

fn range_refused(why: NoRange, measured: Length) -> Refused {
    match why {
        NoRange::TooFar(allowed) => {
            longroll_kit::Refusal::new(c::ARTY_05, Why::OutOfRange { measured, allowed })
        }
        NoRange::TooNear(least) => {
            longroll_kit::Refusal::new(c::MORTAR_02, Why::TooNearForGuns { measured, least })
        }
    }
}

/// POT-ARTY-01, POT-ARTY-02, POT-ARTY-22, POT-MORTAR-03, POT-MORTAR-05; POT-ARTY-21: measured from the nearest gun, seen by any.
pub(crate) fn guns_at_unit(
    state: &State,
    id: UnitId,
    class: GunClass,
    target: UnitId,
    officer: Option<UnitId>,
) -> Result<Aim, Refused> {
    let name = || state.name(target).to_owned();
    if class == GunClass::Siege {
        return refuse(c::SIEGE_03, Why::OnlyWorks { unit: state.name(id).to_owned() });
    }
    let is_troop = state.is_formed(target) || state.is_line(target);
    if state.side(target) == state.side(id) || !is_troop {
        return refuse(c::ARTY_01, Why::NotAnEnemy { unit: name() });
    }
    if class == GunClass::Mortar
        && let Some(work) = work_against(state, target, &state.unit(id).print)
    {
        // POT-MORTAR-05: the work is the target
        return guns_at_work(state, id, class, work, officer);
    }
    if is_engaged(state, target) {
        return refuse(c::ARTY_22, Why::TargetInContact { target: name() });
    }
    let model = state.piece(id).gun.unwrap_or(crate::book::kinds::Gun::SbLight);
    let measured = distance(&state.unit(id).print, &state.unit(target).print);
    let band = gun_band(model, measured).map_err(|why| range_refused(why, measured))?;
    let seen = sees(state, id, target).is_ok()
        || (class == GunClass::Mortar && officer_sees(state, officer, target));
    if !seen {
        let clause = if class == GunClass::Mortar { c::MORTAR_03 } else { c::ARTY_01 };
        return refuse(clause, Why::Unseen { target: name() });
    }
    check_arc(state, id, &state.unit(target).print, name)?;
    // POT-ARTY-02: a visible enemy at short range comes first; POT-MORTAR-07: for mortars and siege guns it does not
    if class == GunClass::Field
        && band != Band::Short
        && let Some(threat) = short_range_threat(state, id)
    {
        return refuse(c::ARTY_02, Why::ShortRangeFirst { threat: state.name(threat).to_owned() });
    }
    Ok(Aim { target: Aimed::Unit(target), range: measured, band })
}

fn officer_sees(state: &State, officer: Option<UnitId>, target: UnitId) -> bool {
    let Some(officer) = officer else { return false };
    // An attached officer sees what his unit sees
    let eyes = state.unit(officer).office.with.unwrap_or(officer);
    sees(state, eyes, target).is_ok()
}

/// POT-OPT-22, POT-R22: within 45 degrees either side of straight ahead, if so agreed.
fn check_arc(
    state: &State,
    id: UnitId,
    target: &(impl Placed + ?Sized),
    name: impl Fn() -> String,
) -> Result<(), Refused> {
    if is_in_arc(state, id, target) {
        return Ok(());
    }
    refuse(c::OPT_22, Why::NotInArc { target: name() })
}

pub(crate) fn has_in_arc(state: &State, id: UnitId, target: UnitId) -> bool {
    is_in_arc(state, id, &state.unit(target).print)
}

fn is_in_arc(state: &State, id: UnitId, target: &(impl Placed + ?Sized)) -> bool {
    const EIGHTH: u16 = 8192;
    state.options.artillery_arc == ArtilleryArc::AllRound
        || state.unit(id).print.stands().iter().any(|gun| in_arc(gun, EIGHTH, target))
}

fn short_range_threat(state: &State, id: UnitId) -> Option<UnitId> {
    let short = state.piece(id).gun.map(|model| gun(model).short)?;
    let print = &state.unit(id).print;
    state.troops(state.side(id).enemy()).find(|enemy| {
        longroll_table::within(print, &state.unit(*enemy).print, short)
            && !is_engaged(state, *enemy)
            && has_in_arc(state, id, *enemy)
            && sees(state, id, *enemy).is_ok()
    })
}

/// POT-SIEGE-03, POT-SIEGE-04, POT-MORTAR-03, POT-MORTAR-05, POT-ARTY-23.
pub(crate) fn guns_at_work(
    state: &State,
    id: UnitId,
    class: GunClass,
    work: usize,
    officer: Option<UnitId>,
) -> Result<Aim, Refused> {
    let Some(piece) = state.muster.works.get(work) else { return refuse(c::SIEGE_04, Why::NoSuchUnit) };
    let name = || piece.name.clone();
    if class == GunClass::Field {
        return refuse(c::ARTY_23, Why::NotAtWorks { unit: state.name(id).to_owned() });
    }
    if state.works.get(work).is_none_or(|work| work.cohesion == 0) {
        return refuse(c::SIEGE_09, Why::Breached { work: name() });
    }
    let enemy = state.side(id).enemy();
    // POT-SIEGE-04: also by a skirmish line alone
    let held = state.troops(enemy).any(|unit| is_in_work(state, &state.unit(unit).print, work));
    if !held && piece.owner != Some(enemy) {
        return refuse(c::SIEGE_04, Why::NotOccupied { work: name() });
    }
    let feature = &state.field.features[usize::from(piece.feature.0)];
    let measured = feature.distance(&state.unit(id).print);
    let model = state.piece(id).gun.unwrap_or(crate::book::kinds::Gun::SbSiege);
    let band = gun_band(model, measured).map_err(|why| range_refused(why, measured))?;
    let seen = sees_work(state, id, work)
        || (class == GunClass::Mortar
            && officer.is_some_and(|officer| {
                sees_work(state, state.unit(officer).office.with.unwrap_or(officer), work)
            }));
    if !seen {
        let clause = if class == GunClass::Mortar { c::MORTAR_03 } else { c::SIEGE_03 };
        return refuse(clause, Why::Unseen { target: name() });
    }
    check_arc(state, id, &outline(feature)[..], name)?;
    Ok(Aim { target: Aimed::Work(work as u16), range: measured, band })
}

/// Why guns in action have nothing to fire at: what is wrong with the nearest enemy, of siege guns with the nearest work.
pub(crate) fn why_nothing(state: &State, id: UnitId, officer: Option<UnitId>) -> Refused {
    let print = &state.unit(id).print;
    let units = state.troops(state.side(id).enemy());
    let units = units.map(|unit| (distance(print, &state.unit(unit).print), Aimed::Unit(unit)));
    let works = state.muster.works.iter().enumerate().map(|(place, work)| {
        let feature = &state.field.features[usize::from(work.feature.0)];
        (feature.distance(print), Aimed::Work(place as u16))
    });
    let class = state.gun_class(id);
    let nearest = match class {
        Some(GunClass::Siege) => works.min_by_key(|(away, _)| *away),
        _ => units.min_by_key(|(away, _)| *away),
    };
    if let Some(refused) = nearest.and_then(|(_, target)| may_fire(state, id, target, officer).err()) {
        return refused;
    }
    let clause = match class {
        Some(GunClass::Siege) => c::SIEGE_03,
        Some(GunClass::Mortar) => c::MORTAR_03,
        _ => c::ARTY_01,
    };
    longroll_kit::Refusal::new(clause, Why::NoTarget { unit: state.name(id).to_owned() })
}
