//! Deploying and recalling skirmishers: POT-SKIRM-02, POT-SKIRM-03, -04 to -06, -16 to -18.

use crate::book::kinds::Kind;
use crate::book::options::SkirmishShare;
use crate::book::tables::constants;
use crate::c;
use crate::field::body::{Body, Hand};
use crate::procedures::losses::returning;
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{
    Convex, Footprint, Length, Point, Pose, Rect, Vector, cm, distance, overlaps, touching,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How a line is placed: one line facing as the parent, its bases so far apart, its middle here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Placing {
    /// Formed stands sent out; each becomes two skirmish stands.
    pub stands: u8,
    /// From the parent's front edge to the rear edge of the line.
    pub ahead: Length,
    /// To the right of the parent's middle; negative to the left.
    pub beside: Length,
    /// Between neighbouring stands.
    pub gap: Length,
}

/// POT-SKIRM-04: infantry and dismounted cavalry.
pub fn may_deploy(state: &State, id: UnitId) -> Result<(), Refused> {
    let name = || state.name(id).to_owned();
    let foot =
        state.kind(id) == Kind::Infantry || (state.kind(id) == Kind::Cavalry && !state.unit(id).mounted);
    if !foot {
        return refuse(c::SKIRM_04, Why::NoSkirmishers { unit: name() });
    }
    // POT-EVADE-07: a line that was absorbed stays in until a later tenure
    if let Some(line) = state.piece(id).partner.filter(|line| !state.is_line(*line))
        && state.unit(line).evaded
    {
        return refuse(c::EVADE_07, Why::Evaded { unit: state.name(line).to_owned() });
    }
    if most_stands(state, id) == 0 {
        return refuse(c::SKIRM_04, Why::OneStandStays { unit: name() });
    }
    Ok(())
}

/// POT-SKIRM-04: at least one stand stays; POT-OPT-32: or at most half of all go.
pub fn most_stands(state: &State, id: UnitId) -> u8 {
    let formed = state.unit(id).body.stands();
    let all_but_one = formed.saturating_sub(1);
    match state.options.skirmish_share {
        SkirmishShare::AllButOne => all_but_one,
        SkirmishShare::AtMostHalfRoundedDown => {
            let out = state.line_of(id).map_or(0, |line| returning(state.unit(line).bases.len() as u8));
            ((formed + out) / 2).saturating_sub(out).min(all_but_one)
        }
    }
}

/// Sensible ways of sending skirmishers out: some or half of the stands, near or farther ahead, or close to those that are
/// out already. Without one of them the order is not given (POT-CMD-15).
pub fn ways_out(state: &State, id: UnitId) -> Vec<Placing> {
    let most = most_stands(state, id);
    let mut numbers = vec![1, most / 2, most];
    numbers.retain(|n| *n > 0);
    numbers.sort_unstable();
    numbers.dedup();
    let mut aheads: Vec<Length> = [4, 10, 0].map(cm).to_vec();
    let front = state.unit(id).body.front;
    if let Some(line) = state.line_of(id) {
        let out = (state.centre(line) - front.at).measured_along(front.facing);
        let depth = state.stand().depth;
        aheads.extend([out - depth - depth.half(), out + depth.half()]);
    }
    let places = || aheads.iter().flat_map(|ahead| [cm(1), Length::ZERO].map(|gap| (*ahead, gap)));
    let first = |stands: u8| {
        places()
            .map(|(ahead, gap)| Placing { stands, ahead, beside: Length::ZERO, gap })
            .find(|placing| deployment(state, id, placing).is_ok())
    };
    numbers.into_iter().filter_map(first).collect()
}

/// What a deployment does: the parent's body after it, and the bases of the line.
#[derive(Clone, PartialEq, Debug)]
pub struct Deployment {
    pub line: UnitId,
    pub body: Body,
    pub bases: SmallVec<[Pose; 4]>,
}

/// POT-SKIRM-05: where the stands are placed.
pub fn deployment(state: &State, id: UnitId, placing: &Placing) -> Result<Deployment, Refused> {
    may_deploy(state, id)?;
    let name = || state.name(id).to_owned();
    let Some(line) = state.piece(id).partner else {
        return refuse(c::SKIRM_04, Why::NoSkirmishers { unit: name() });
    };
    let most = most_stands(state, id);
    if placing.stands == 0 || placing.stands > most {
        let clause =
            if state.options.skirmish_share == SkirmishShare::AllButOne { c::SKIRM_04 } else { c::OPT_32 };
        return refuse(clause, Why::TooManyStands { wanted: placing.stands, most });
    }
    let stand = state.stand();
    if placing.gap < Length::ZERO || !placing.gap.within(stand.front) {
        return refuse(c::SKIRM_18, Why::GapTooWide { gap: placing.gap, most: stand.front });
    }
    let before = &state.unit(id).body;
    let facing = before.front.facing;
    let count = placing.stands * constants().skirmish_stands_per_stand;
    let pitch = stand.front + placing.gap;
    let middle = before.front.at
        + Vector::along(facing, placing.ahead + stand.depth.half())
        + Vector::along(facing.right(), placing.beside);
    let mut bases: SmallVec<[Pose; 4]> = (0..i64::from(count))
        .map(|n| {
            let across = (pitch * (2 * n + 1 - i64::from(count))).half();
            Pose::new(middle + Vector::along(facing.right(), across), facing)
        })
        .collect();
    check_places(state, id, placing, &bases)?;
    // Earlier skirmishers stay out: both make one line
    let mut all = if state.is_line(line) { state.unit(line).bases.clone() } else { SmallVec::new() };
    all.append(&mut bases);
    let prints: Vec<Rect> = all.iter().map(|base| Rect::new(*base, stand)).collect();
    if longroll_table::chains(&prints, stand.front).len() > 1 {
        return refuse(c::SKIRM_18, Why::TwoLines { most: stand.front });
    }
    let body =
        (0..placing.stands).fold(before.clone(), |body, _| body.without_one(state.unit(id).sheds, stand));
    Ok(Deployment { line, body, bases: all })
}

fn check_places(state: &State, id: UnitId, placing: &Placing, bases: &[Pose]) -> Result<(), Refused> {
    let stand = state.stand();
    let parent = state.unit(id);
    let body = &parent.body;
    let facing = body.front.facing;
    let limit = body.width(stand).half() + stand.front;
    if placing.ahead < Length::ZERO {
        return refuse(c::SKIRM_05, Why::NotInFront);
    }
    for base in bases {
        let rect = Rect::new(*base, stand);
        let away = distance(&rect, &parent.print);
        if !away.within(constants().deploy_reach) {
            return refuse(c::SKIRM_05, Why::TooFarFromParent { away, allowed: constants().deploy_reach });
        }
        let across =
            |corner: &Point| (*corner - body.front.at).measured_along(facing.right()).micrometres().abs();
        let out = rect.corners().iter().map(across).max().map_or(Length::ZERO, Length::from_micrometres);
        if !out.within(limit) {
            return refuse(c::SKIRM_05, Why::OutsideStrip { out, allowed: limit });
        }
        check_base(state, id, &rect)?;
    }
    Ok(())
}

fn check_base(state: &State, id: UnitId, rect: &Rect) -> Result<(), Refused> {
    let side = state.side(id);
    let print = Footprint::single(*rect);
    if !state.field.inside(rect) {
        return refuse(c::SKIRM_05, Why::LeavesTable);
    }
    let over = [Convex::of(rect)];
    if let Some(feature) = state.ground.closed(&state.field, crate::book::tables::Mover::Skirmishers, &over) {
        return refuse(c::TERRAIN_01, Why::Closed { ground: crate::field::ground::name_of(feature) });
    }
    for enemy in state.troops(side.enemy()) {
        let there = &state.unit(enemy).print;
        let name = || state.name(enemy).to_owned();
        if touching(rect, there) {
            return refuse(c::SKIRM_05, Why::TouchesEnemy { enemy: name() });
        }
        let gap = constants().skirmisher_min_gap;
        let measured = distance(rect, there);
        if state.is_line(enemy) && !measured.at_least(gap) {
            return refuse(c::SKIRM_12, Why::TooNear { enemy: name(), measured, required: gap });
        }
    }
    let friend = state.troops(side).find(|friend| overlaps(&print, &state.unit(*friend).print));
    match friend {
        Some(friend) => refuse(c::SKIRM_05, Why::InTheWay { other: state.name(friend).to_owned() }),
        None => Ok(()),
    }
}

/// POT-SKIRM-06: the parent's body when its line has come back.
pub fn recall(state: &State, id: UnitId) -> Result<(UnitId, Body), Refused> {
    let name = || state.name(id).to_owned();
    let Some(line) = state.line_of(id) else {
        return refuse(c::SKIRM_06, Why::NoLineOut { unit: name() });
    };
    let away = distance(&state.unit(line).print, &state.unit(id).print);
    if !away.within(constants().recall_reach) {
        return refuse(c::SKIRM_06, Why::TooFarFromParent { away, allowed: constants().recall_reach });
    }
    match taken_back(state, id, line) {
        Some(body) => Ok((line, body)),
        None => refuse(c::SKIRM_06, Why::NoRoom),
    }
}

/// The stands join the rear rank or the ends, touching no enemy and on no friend; nothing when there is no room.
pub fn taken_back(state: &State, id: UnitId, line: UnitId) -> Option<Body> {
    joined(state, id, line, &state.unit(id).body).next()
}

/// The ways in which a line can join its parent where that stands: at both ends, at one, at the other, and at last behind in
/// another rank; those for which there is room.
pub fn joined<'a>(
    state: &'a State,
    id: UnitId,
    line: UnitId,
    start: &Body,
) -> impl Iterator<Item = Body> + use<'a> {
    let stands = returning(state.unit(line).bases.len() as u8);
    let stand = state.stand();
    let sheds = state.unit(id).sheds;
    let side = state.side(id);
    let mover = state.mover(id);
    let closed = move |print: &Footprint| {
        let here: SmallVec<[Convex; 8]> = print.stands().iter().map(Convex::of).collect();
        state.ground.closed(&state.field, mover, &here).is_some()
    };
    let was_closed = closed(&start.footprint(stand));
    let fits = move |body: &Body| {
        let print = body.footprint(stand);
        state.field.inside(&print)
            && (was_closed || !closed(&print))
            && !state.ids().any(|other| {
                other != id
                    && if state.side(other) == side {
                        state.is_formed(other) && overlaps(&print, &state.unit(other).print)
                    } else {
                        (state.is_formed(other) || state.is_line(other))
                            && touching(&print, &state.unit(other).print)
                            && !touching(&state.unit(id).print, &state.unit(other).print)
                    }
            })
    };
    let grown = |ends: [Hand; 2]| {
        (0..stands).fold(start.clone(), |body, n| body.with_one(ends[usize::from(n % 2)], stand))
    };
    let ways = [[sheds, sheds.other()], [sheds; 2], [sheds.other(); 2]];
    let mut bodies: Vec<Body> = ways.into_iter().map(grown).collect();
    let behind = Body::new(start.front, start.stands() + stands, start.files);
    bodies.push(Body { column: start.column, ..behind });
    bodies.into_iter().filter(fits)
}
