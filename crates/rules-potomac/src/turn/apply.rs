//! How the state changes by an event. Nothing is decided here.

use crate::book::kinds::Kind;
use crate::c;
use crate::field::body::{Body, Hand};
use crate::turn::event::Event;
use crate::turn::state::{Fate, Muster, Office, OrderKind, Phase, State, Status, Unit, Work};
use longroll_kit::UnitId;
use longroll_table::{Footprint, Point, Pose, Rect};
use smallvec::SmallVec;
use std::sync::Arc;

impl Event {
    pub(crate) fn apply(&self, state: &mut State) {
        match self {
            Event::Mustered(muster) => mustered(state, muster),
            Event::SetUp { unit, body, limbered, mounted } => {
                let it = at(state, *unit);
                it.limbered = *limbered;
                it.mounted = *mounted;
                place(state, *unit, body);
                tether(state, *unit);
            }
            Event::SideReady { side } => state.ready[*side as usize] = true,
            Event::FirstNamed { side } => {
                state.first = *side;
                state.active = *side;
            }
            Event::TenureBegan { side, turn } => {
                state.active = *side;
                state.turn = *turn;
                state.phase = Phase::Start;
                state.officer = None;
                state.is_spent = false;
            }
            Event::PhaseBegan { phase } => state.phase = *phase,
            Event::Awoke { units } => {
                for (unit, enemies) in units {
                    at(state, *unit).awake = SmallVec::from_slice(enemies);
                }
            }
            Event::TenureEnded => tenure_ended(state),
            Event::Acted { unit, counts } => {
                let it = at(state, *unit);
                it.acted = true;
                it.is_ready = false;
                it.received += u8::from(*counts);
            }
            Event::OfficerBegan { officer } => state.officer = Some(*officer),
            Event::OfficerDone { officer, failed } => {
                let office = &mut at(state, *officer).office;
                (office.done, office.failed) = (true, *failed);
                if state.officer == Some(*officer) {
                    state.officer = None;
                }
            }
            Event::TenureSpent { .. } => state.is_spent = true,
            Event::Ordered { officer, units, kind, is_follow_up } => {
                ordered(state, *officer, units, *kind, *is_follow_up)
            }
            Event::Moved { unit, body, .. }
            | Event::DrivenBack { unit, body, .. }
            | Event::Fled { unit, body, .. }
            | Event::Faced { unit, body, .. }
            | Event::ChargeDeclared { unit, body, .. }
            | Event::ContactMade { unit, body, .. }
            | Event::ChargeStopped { unit, body, .. }
            | Event::FollowedUp { unit, body, .. }
            | Event::GunsLaid { unit, body } => place(state, *unit, body),
            Event::LooseMoved { unit, bases, .. } => {
                at(state, *unit).office.with = None;
                at(state, *unit).office.of_group = false;
                place_bases(state, *unit, bases);
            }
            Event::StoppedAtEdge { unit, .. } => at(state, *unit).stopped_at_edge = true,
            Event::Limbered { unit, limbered } => {
                let it = at(state, *unit);
                it.limbered = *limbered;
                it.changed_limber = true;
                it.is_ready = false;
            }
            Event::Mounted { unit, mounted } => {
                let it = at(state, *unit);
                it.mounted = *mounted;
                it.is_ready = false;
                tether(state, *unit);
            }
            Event::Attached { officer, unit, of_group } => {
                let office = &mut at(state, *officer).office;
                office.with = Some(*unit);
                office.of_group = *of_group;
                place_bases(state, *officer, &[]);
            }
            Event::Detached { officer, at: pose, .. } => {
                let office = &mut at(state, *officer).office;
                office.with = None;
                office.of_group = false;
                place_bases(state, *officer, &[*pose]);
            }
            Event::Named { officer } => {
                // Of a group every other officer of it as well
                let with = state.unit(*officer).office.with;
                let units = with.map(|with| state.group_of(with)).unwrap_or_default();
                let of_group = state.unit(*officer).office.of_group;
                let rivals: Vec<UnitId> = units
                    .iter()
                    .filter(|unit| of_group || Some(**unit) == with)
                    .flat_map(|unit| state.attached(*unit).collect::<Vec<_>>())
                    .collect();
                for rival in rivals {
                    at(state, rival).office.named = rival == *officer;
                }
            }
            Event::Grouped { units, group } => {
                for unit in units {
                    at(state, *unit).group = Some(*group);
                }
                state.next_group = state.next_group.max(group.saturating_add(1));
            }
            Event::Ungrouped { units, .. } => {
                for unit in units {
                    leave_group(state, *unit);
                }
            }
            Event::Sheds { unit, end } => at(state, *unit).sheds = *end,
            Event::StoodReady { unit } => at(state, *unit).is_ready = true,
            Event::LineDeployed { unit, line, body, bases } => {
                let was_out = state.is_line(*line);
                place(state, *unit, body);
                place_bases(state, *line, bases);
                let it = at(state, *line);
                it.fate = Fate::OnTable;
                if !was_out {
                    it.received = 0;
                    it.evaded = false;
                }
                // POT-SKIRM-17: no initiative action in the phase in which it was sent out
                it.acted = true;
                it.awake.clear();
            }
            Event::LineRecalled { unit, line, body, clause } => {
                place(state, *unit, body);
                place_bases(state, *line, &[]);
                // POT-EVADE-07: not to be sent out again in this tenure
                at(state, *line).evaded |= *clause == c::EVADE_07;
            }
            Event::LineLost { line, bases, .. } => place_bases(state, *line, bases),
            Event::Evaded { unit, body, bases, .. } => {
                match body {
                    Some(body) => place(state, *unit, body),
                    None => place_bases(state, *unit, bases),
                }
                let it = at(state, *unit);
                it.evaded = true;
                it.is_ready = false;
            }
            Event::GunsLeft { unit, guns } => at(state, *unit).guns = Some(guns.clone()),
            Event::GunsManned { unit, body } => {
                at(state, *unit).guns = None;
                place(state, *unit, body);
            }
            Event::GunLost { unit, guns, body, .. } => {
                at(state, *unit).guns = guns.clone();
                place(state, *unit, body);
            }
            Event::Absorbed { unit, is_round, .. } => {
                let it = at(state, *unit);
                it.absorbed = it.absorbed.saturating_add(u8::from(*is_round));
            }
            Event::HitsTaken { unit, marked, .. } => at(state, *unit).hits = *marked,
            Event::StandsLost { unit, body, .. } => place(state, *unit, body),
            Event::Removed { unit, fate, .. } => removed(state, *unit, *fate),
            Event::Confused { unit, .. } => {
                let it = at(state, *unit);
                it.is_ready = false;
                if it.status == Status::Steady {
                    it.status = Status::Confused;
                }
            }
            Event::Broke { unit, battery } => {
                leave_group(state, *unit);
                let it = at(state, *unit);
                it.status = Status::Retreating { battery: *battery };
                it.is_ready = false;
            }
            Event::Halted { unit } => at(state, *unit).status = Status::Confused,
            // POT-CONF-05: nothing but the status
            Event::Rallied { unit } => at(state, *unit).status = Status::Steady,
            Event::WorkHit { work, marked, cohesion, .. } => {
                if let Some(work) = state.works.get_mut(usize::from(*work)) {
                    work.hits = *marked;
                    work.cohesion = *cohesion;
                }
            }
            Event::BecameGeneral { officer } => at(state, *officer).office.is_general = true,
            Event::ObjectiveTaken { objective, side } => {
                if let Some(held) = state.held.get_mut(usize::from(*objective)) {
                    *held = Some(*side);
                }
            }
            Event::Owes(debt) => {
                // A depth beyond the limit cannot arise: each command owes at most a few debts for each unit.
                let _ = state.owed.push(debt.clone());
            }
            Event::Paid => {
                state.owed.pop();
            }
            Event::Ended(end) => {
                state.phase = Phase::Over;
                state.end = Some(end.clone());
            }
            Event::FirstRolled { .. }
            | Event::CommandTested { .. }
            | Event::Fired(_)
            | Event::OfficerRolled { .. }
            | Event::Collided { .. }
            | Event::FriendTested { .. }
            | Event::FearRolled { .. }
            | Event::MoraleTested { .. }
            | Event::Panicked { .. }
            | Event::HeldFire { .. }
            | Event::Fought(_)
            | Event::RoundEnded { .. }
            | Event::MeleeEnded { .. } => {}
        }
    }
}

fn at(state: &mut State, id: UnitId) -> &mut Unit {
    &mut state.units[id.index()]
}

fn place(state: &mut State, id: UnitId, body: &Body) {
    let stand = state.muster.stand;
    let unit = at(state, id);
    unit.print = body.footprint(stand);
    unit.walls = body.walls(stand);
    unit.body = body.clone();
}

fn place_bases(state: &mut State, id: UnitId, bases: &[Pose]) {
    let base = state.base_of(id);
    let unit = at(state, id);
    unit.bases = SmallVec::from_slice(bases);
    unit.print = Footprint::of(bases.iter().map(|pose| Rect::new(*pose, base)));
    unit.walls = unit.print.clone();
}

/// POT-UNIT-10: troopers on foot have left their horses where they stand.
fn tether(state: &mut State, id: UnitId) {
    let on_foot = state.kind(id) == Kind::Cavalry && !state.unit(id).mounted;
    let centre = on_foot.then(|| state.centre(id));
    at(state, id).horses = centre;
}

/// A group of one is none.
fn leave_group(state: &mut State, id: UnitId) {
    let Some(group) = at(state, id).group.take() else { return };
    let rest: Vec<UnitId> = state.ids().filter(|other| state.unit(*other).group == Some(group)).collect();
    if let [last] = rest.as_slice() {
        at(state, *last).group = None;
    }
}

fn removed(state: &mut State, id: UnitId, fate: Fate) {
    leave_group(state, id);
    let unit = at(state, id);
    unit.fate = fate;
    unit.print = Footprint::of([]);
    unit.walls = Footprint::of([]);
    unit.office.with = None;
    unit.office.of_group = false;
    unit.office.is_general = false;
    if state.officer == Some(id) {
        state.officer = None;
    }
}

/// POT-CMD-06, -07, -20: counts, and which units are closed to the officer from now on.
fn ordered(state: &mut State, officer: UnitId, units: &[UnitId], kind: OrderKind, is_follow_up: bool) {
    for unit in units {
        let it = at(state, *unit);
        it.received = it.received.saturating_add(1);
        // POT-READY-02: any other order ends it
        if kind != OrderKind::StandReady {
            it.is_ready = false;
        }
    }
    let own_move = units == [officer];
    let office = &mut at(state, officer).office;
    office.given = office.given.saturating_add(1);
    if !own_move && !is_follow_up {
        let left: Vec<UnitId> =
            office.ordered.iter().copied().filter(|known| !units.contains(known)).collect();
        for unit in left {
            if !office.closed.contains(&unit) {
                office.closed.push(unit);
            }
        }
        for unit in units {
            if !office.ordered.contains(unit) {
                office.ordered.push(*unit);
            }
        }
    }
}

/// POT-TURN-03, -13: unused hits go from everybody, counts and flags are reset, everything else stays.
fn tenure_ended(state: &mut State) {
    for unit in &mut state.units {
        unit.hits = 0;
        unit.received = 0;
        unit.acted = false;
        unit.evaded = false;
        unit.absorbed = 0;
        unit.changed_limber = false;
        unit.stopped_at_edge = false;
        unit.awake.clear();
        let office = &mut unit.office;
        *office = Office {
            with: office.with,
            of_group: office.of_group,
            is_general: office.is_general,
            ..Office::default()
        };
    }
    for work in &mut state.works {
        work.hits = 0;
    }
    state.officer = None;
}

/// POT-GAME-01: none confused, none ready, nobody out unless the scenario says so.
fn mustered(state: &mut State, muster: &Muster) {
    state.muster = Arc::new(muster.clone());
    state.works = muster.works.iter().map(|work| Work { cohesion: work.cohesion, hits: 0 }).collect();
    state.held = muster.objectives.iter().map(|objective| objective.held_by).collect();
    state.units = muster
        .pieces
        .iter()
        .map(|piece| {
            let base = if piece.kind == Kind::Officer { muster.officer_base() } else { muster.stand };
            let loose = matches!(piece.kind, Kind::Officer | Kind::Skirmishers);
            let bases: &[Pose] = if piece.with.is_some() { &[] } else { &piece.bases };
            let (print, walls) = if loose {
                let print = Footprint::of(bases.iter().map(|pose| Rect::new(*pose, base)));
                (print.clone(), print)
            } else {
                (piece.body.footprint(muster.stand), piece.body.walls(muster.stand))
            };
            Unit {
                body: if loose { Body::new(piece.body.front, 0, 1) } else { piece.body.clone() },
                bases: SmallVec::from_slice(bases),
                print,
                walls,
                hits: 0,
                status: Status::Steady,
                is_ready: false,
                limbered: piece.limbered,
                mounted: piece.mounted,
                guns: None,
                group: None,
                received: 0,
                acted: false,
                evaded: false,
                awake: SmallVec::new(),
                absorbed: 0,
                changed_limber: false,
                stopped_at_edge: false,
                horses: None::<Point>,
                sheds: Hand::Right,
                fate: Fate::OnTable,
                office: Office { with: piece.with, is_general: piece.is_general, ..Office::default() },
            }
        })
        .collect();
    for id in state.ids() {
        tether(state, id);
    }
}
