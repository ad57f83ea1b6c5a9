//! Generals: attached by base contact, carried along, overrun, shifted aside.

use crate::c;
use crate::ruleset::QuickplayDraft;
use crate::turn::event::Event;
use crate::turn::state::{Debt, Fate, State};
use longroll_kit::{Clause, UnitId};
use longroll_table::{
    Convex, Edge, Footprint, Heading, Length, Point, Pose, Rect, distance, inches, overlaps, thousandths,
    touching,
};

/// QP-LEADER-04: how far an overrun general can ride to the nearest friend.
const RIDE: Length = inches(24);

/// QP-RALLY-02, QP-LEADER-03: generals whose base touches the unit's.
pub fn attached(state: &State, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let rect = state.unit(unit).rect;
    state
        .generals(state.side(unit))
        .filter(move |general| *general != unit && touching(&rect, &state.unit(*general).rect))
}

/// QP-MOD-01: the army commander touches the unit.
pub fn has_army_commander(state: &State, unit: UnitId) -> bool {
    attached(state, unit).any(|general| state.piece(general).is_army_commander)
}

/// QP-LEADER-03: he goes with the unit, keeping his place beside it; if that place is taken he is shifted along it.
pub fn carry(draft: &mut QuickplayDraft, general: UnitId, unit: UnitId, was: Pose) {
    let now = draft.unit(unit).pose;
    let turn = was.facing.difference(now.facing);
    let offset = (draft.unit(general).pose.at - was.at).turned(turn);
    let facing = draft.unit(general).pose.facing;
    let to = clear_place_beside(draft, general, unit, Pose { at: now.at + offset, facing });
    draft.emit(Event::GeneralMoved { general, to, clause: c::LEADER_03 });
}

/// After any move of a unit: generals of the other side that it ran over (QP-LEADER-04), and generals of either side
/// on whom it now stands (QP-LEADER-06; ruling QP-R07 for an enemy's attached general).
pub fn after_move(draft: &mut QuickplayDraft, unit: UnitId, swept: &[Convex]) {
    if draft.kind(unit).is_general() {
        return;
    }
    let enemy_side = draft.side(unit).enemy();
    let lone: Vec<UnitId> = draft
        .generals(enemy_side)
        .filter(|general| {
            let body = &draft.unit(*general).rect;
            let hit = swept.iter().any(|hull| touching(hull, body)) || touching(&draft.unit(unit).rect, body);
            hit && !is_attached(draft, *general)
        })
        .collect();
    for general in lone {
        overrun(draft, general, c::LEADER_04);
    }
    let under: Vec<UnitId> = draft
        .ids()
        .filter(|id| draft.kind(*id).is_general() && draft.is_on_table(*id) && *id != unit)
        .filter(|id| overlaps(&draft.unit(*id).rect, &draft.unit(unit).rect))
        .collect();
    for general in under {
        shift_aside(draft, general, unit);
    }
}

/// QP-LEADER-05: generals attached to a unit that is destroyed are treated as overrun.
pub fn after_destruction(draft: &mut QuickplayDraft, generals: &[UnitId]) {
    for general in generals {
        if !is_attached(draft, *general) {
            overrun(draft, *general, c::LEADER_05);
        }
    }
}

/// The pose of a general set against the middle of one edge of a unit.
pub fn beside(state: &State, general: UnitId, unit: UnitId, edge: Edge) -> Pose {
    let rect = &state.unit(unit).rect;
    let base = state.piece(unit).base;
    let out = if matches!(edge, Edge::Front | Edge::Rear) { base.depth } else { base.front };
    let reach = out.half() + state.piece(general).base.depth.half();
    Pose { at: rect.centre().ahead(rect.edge_normal(edge), reach), facing: rect.facing() }
}

/// Is the place free of every base and on the table?
pub fn is_clear(state: &State, general: UnitId, pose: Pose) -> bool {
    let rect = Rect::new(pose, state.piece(general).base);
    state.field.inside(&Footprint::single(rect))
        && state.ids().all(|other| {
            other == general || !state.is_on_table(other) || !overlaps(&rect, &state.unit(other).rect)
        })
}

fn is_attached(state: &State, general: UnitId) -> bool {
    let body = &state.unit(general).rect;
    state.troops(state.side(general)).any(|unit| touching(&state.unit(unit).rect, body))
}

/// QP-LEADER-04: beside the nearest friendly unit within 24 in, or captured.
pub fn overrun(draft: &mut QuickplayDraft, general: UnitId, clause: Clause) {
    let body = draft.unit(general).rect;
    let nearest = draft
        .troops(draft.side(general))
        .map(|unit| (distance(&body, &draft.unit(unit).rect), unit))
        .min()
        .filter(|(away, _)| away.within(RIDE));
    match nearest {
        Some((_, beside)) => draft.emit(Event::Owes(Debt::Placement { general, beside })),
        None => draft.emit(Event::Removed { unit: general, fate: Fate::Captured, clause }),
    }
}

/// QP-LEADER-06: the shortest way clear, keeping contact if he was attached.
fn shift_aside(draft: &mut QuickplayDraft, general: UnitId, from: UnitId) {
    let pose = draft.unit(general).pose;
    let body = draft.unit(general).rect;
    let friend = draft.troops(draft.side(general)).find(|unit| touching(&draft.unit(*unit).rect, &body));
    let to = match friend {
        Some(unit) => clear_place_beside(draft, general, unit, pose),
        None => clear_place_around(draft, general, from),
    };
    draft.emit(Event::GeneralMoved { general, to, clause: c::LEADER_06 });
}

/// The clear place in contact with the unit that is nearest to the wished-for one.
pub fn clear_place_beside(state: &State, general: UnitId, unit: UnitId, wish: Pose) -> Pose {
    if is_clear(state, general, wish) && touching_at(state, general, unit, wish) {
        return wish;
    }
    let step = thousandths(250);
    let mut best: Option<(Length, Pose)> = None;
    for edge in Edge::ALL {
        let middle = beside(state, general, unit, edge);
        let along = state.unit(unit).rect.edge_normal(edge).right();
        let base = state.piece(unit).base;
        let half =
            if matches!(edge, Edge::Front | Edge::Rear) { base.front.half() } else { base.depth.half() };
        // straight out of the wished-for place, and every quarter of an inch along the edge
        let straight = (wish.at - middle.at).measured_along(along).max(-half).min(half);
        let outward = std::iter::successors(Some(Length::ZERO), |offset| Some(*offset + step));
        let both_ways = outward.take_while(|offset| *offset < half).chain([half]).flat_map(|at| [at, -at]);
        for offset in std::iter::once(straight).chain(both_ways) {
            let pose = Pose { at: middle.at.ahead(along, offset), facing: middle.facing };
            let away = pose.at.distance_to(wish.at);
            if best.is_none_or(|(known, _)| away < known) && is_clear(state, general, pose) {
                best = Some((away, pose));
            }
        }
    }
    best.map_or(wish, |(_, pose)| pose)
}

/// The nearest clear place; of several as near, the one that leads most straight away from the unit that came over him.
fn clear_place_around(state: &State, general: UnitId, over: UnitId) -> Pose {
    let from = state.unit(general).pose;
    let by = state.unit(over).pose;
    let away = Heading::of(from.at - by.at).unwrap_or(by.facing.opposite());
    let spokes = (0..=8).flat_map(|step: i32| [step << 12, -(step << 12)]).map(|by| away.turned(by));
    let spokes: Vec<Heading> = spokes.collect();
    let at = |ring: i64, way: Heading| -> Point { from.at.ahead(way, thousandths(250) * ring) };
    (1..=32)
        .flat_map(|ring| spokes.iter().map(move |way| Pose { at: at(ring, *way), facing: from.facing }))
        .find(|pose| is_clear(state, general, *pose))
        .unwrap_or(from)
}

fn touching_at(state: &State, general: UnitId, unit: UnitId, pose: Pose) -> bool {
    touching(&Rect::new(pose, state.piece(general).base), &state.unit(unit).rect)
}
