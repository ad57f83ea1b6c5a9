//! The procedure that decides a command, with its facts as they are measured on the table.

use crate::assault::own_officer_value;
use crate::command::Command;
use crate::event::Aimed;
use crate::facts::UnitFacts;
use crate::fire_step::{Aim, is_screened, may_fire};
use crate::ground::{cover_against, has_cover_too};
use crate::kinds::{Gun, GunClass, Kind};
use crate::orders::command_facts;
use crate::screen::stands_in_front;
use crate::state::{Debt, State};
use crate::under_fire::{ArtilleryFacts, Battery, FireFacts, LineFacts};
use longroll_kit::{Calculation, UnitId};

pub(crate) fn calculation(state: &State, command: &Command) -> Option<Calculation> {
    match command {
        Command::Order { officer, unit, group, .. } => {
            let units = if *group { state.group_of(*unit) } else { vec![*unit] };
            Calculation::new("command", &command_facts(state, *officer, &units))
        }
        Command::Fire { unit, target: Aimed::Unit(target) } => {
            let officer = match state.owed.top() {
                Some(Debt::Carry(received)) => Some(received.officer),
                _ => None,
            };
            let aim = may_fire(state, *unit, Aimed::Unit(*target), officer).ok()?;
            fire(state, *unit, *target, &aim)
        }
        _ => None,
    }
}

/// Fire at one unit that shares its hits with nobody, or at a skirmish line.
fn fire(state: &State, firer: UnitId, target: UnitId, aim: &Aim) -> Option<Calculation> {
    let range = Some(aim.range);
    let band = aim.band;
    let skirmishers = state.kind(firer) == Kind::Skirmishers;
    if state.is_line(target) {
        let parent = state.piece(target).partner?;
        let line = LineFacts {
            firer: unit_facts(state, firer, target),
            skirmishers,
            stands: u8::try_from(state.unit(target).bases.len()).ok()?,
            rounds_absorbed: state.unit(parent).absorbed,
            cover: cover_against(state, target, &state.unit(firer).print, true),
            range,
            band,
        };
        return Calculation::new("skirmish_line", &line);
    }
    if state.group_of(target).len() > 1 {
        return None;
    }
    let under_fire = unit_facts(state, target, firer);
    match state.gun_class(firer) {
        None => {
            let firer = unit_facts(state, firer, target);
            Calculation::new("small_arms", &FireFacts { firer, skirmishers, target: under_fire, range, band })
        }
        Some(GunClass::Field) => {
            let battery = Battery {
                gun: Some(state.piece(firer).gun.unwrap_or(Gun::SbLight)),
                guns: state.unit(firer).body.stands(),
                quality: state.piece(firer).quality,
            };
            Calculation::new("artillery", &ArtilleryFacts { battery, target: under_fire, range, band })
        }
        Some(GunClass::Siege | GunClass::Mortar) => None,
    }
}

/// A unit as far as dice look at it when it meets this enemy. The room behind it is not measured: how far it can go is seen when it
/// has lost its stands.
pub(crate) fn unit_facts(state: &State, id: UnitId, enemy: UnitId) -> UnitFacts {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let is_line = piece.kind == Kind::Skirmishers;
    let from = &state.unit(enemy).print;
    let screened = !is_line && is_screened(state, enemy, id);
    let files = unit.body.cells.iter().filter(|cell| cell.rank == 0).count();
    let line = state.line_of(id).map(|line| state.unit(line).bases.len());
    let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    UnitFacts {
        stands: if is_line { small(unit.bases.len()) } else { unit.body.stands() },
        files: (!is_line).then(|| small(files)),
        strength: piece.strength,
        marked: unit.hits,
        quality: piece.quality,
        standing: piece.standing,
        firepower: piece.firepower,
        melee: piece.melee,
        weapon: piece.weapon,
        gun: piece.gun,
        limbered: unit.limbered,
        guns_left: state.has_left_guns(id),
        mounted: state.is_mounted(id),
        fear: piece.fear,
        confused: state.is_confused(id),
        retreating: state.is_retreating(id),
        ready: unit.is_ready,
        officer: None,
        officers: state.attached(id).map(|officer| state.piece(officer).value).collect(),
        own_officer: own_officer_value(state, id),
        cover: cover_against(state, id, from, true),
        cover_too: has_cover_too(state, id, from, true),
        screen: if screened { stands_in_front(state, enemy, id) } else { 0 },
        line: line.map(small),
        rounds_absorbed: unit.absorbed,
        room: None,
    }
}
