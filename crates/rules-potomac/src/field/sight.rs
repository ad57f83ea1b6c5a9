//! Who sees whom: POT-SIGHT-01, -02 to -05.

use crate::book::options::InitiativeEnemy;
use crate::book::tables::{constants, small_arms};
use crate::c;
use crate::field::ground::feature_touches;
use crate::turn::state::State;
use longroll_kit::{Obstacle, Reach, Sighting, UnitId};
use longroll_table::{
    BlockedBy, Blocker, Blocks, Footprint, Heading, Length, Point, Rect, distance, nearest_point, sight,
    sight_to_point, touching, within,
};
use smallvec::SmallVec;

/// What stands in the way of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Screen {
    Unit(UnitId),
    /// A place in the list of features.
    Ground(usize),
}

type Blockers<'a> = SmallVec<[Blocker<'a, Screen>; 16]>;

/// POT-SIGHT-02, POT-R11: is there a clear line from some stand of the one to some stand of the other? Tried from the middle
/// and the corners of each stand.
pub fn sees(state: &State, from: UnitId, to: UnitId) -> Result<(), BlockedBy<Screen>> {
    let (viewer, target) = (&state.unit(from).print, &state.unit(to).print);
    let blockers = blockers(state, viewer, Some(from), target, Some(to));
    // In the open the first line will do; only then every gap
    let mut middles = viewer.stands().iter().zip(target.stands());
    if middles.any(|(own, theirs)| sight_to_point(own.centre(), theirs.centre(), &blockers).is_ok()) {
        return Ok(());
    }
    let mut first = None;
    for eye in eyes(viewer) {
        match sight(eye, &state.unit(to).walls, &blockers) {
            Ok(_) => return Ok(()),
            Err(blocked) => first = first.or(Some(blocked)),
        }
    }
    first.map_or(Ok(()), Err)
}

/// Neighbouring stands share their corners.
fn eyes(viewer: &Footprint) -> SmallVec<[Point; 32]> {
    let mut eyes = SmallVec::new();
    for stand in viewer.stands() {
        for eye in [stand.front_middle(), stand.centre()].into_iter().chain(*stand.corners()) {
            if !eyes.contains(&eye) {
                eyes.push(eye);
            }
        }
    }
    eyes
}

/// Does the unit see some part of a work?
pub fn sees_work(state: &State, from: UnitId, work: usize) -> bool {
    let feature = &state.field.features[usize::from(state.muster.works[work].feature.0)];
    let points = match &feature.shape {
        longroll_table::Shape::Area(area) => area.ring(),
        longroll_table::Shape::Line(line) => line.points(),
    };
    let outline = crate::field::ground::outline(feature);
    // Those who stand in the work are no screen before it
    let inside: Vec<UnitId> = state
        .ids()
        .filter(|id| {
            state.is_formed(*id) && crate::field::ground::is_in_work(state, &state.unit(*id).print, work)
        })
        .collect();
    let viewer = &state.unit(from).print;
    let there = points.iter().map(|at| state.field.level_at(*at)).max().unwrap_or(0);
    let mut blockers = between(state, viewer, Some(from), None, None, there);
    blockers.retain(|blocker| !matches!(blocker.tag, Screen::Unit(id) if inside.contains(&id)));
    let eyes = viewer.stands().iter().flat_map(|stand| [stand.front_middle(), stand.centre()]);
    eyes.into_iter().any(|eye| {
        // What is nearest to the eye, the middle of each side, each corner
        let middles = outline.iter().map(|side| crate::turn::state::mean(side.corners().iter().copied()));
        let spots = nearest_point(eye, &outline[..]).into_iter().chain(middles).chain(points.iter().copied());
        spots.into_iter().any(|spot| sight_to_point(eye, spot, &blockers).is_ok())
    })
}

/// Everything that can block a line between two footprints (POT-SIGHT-03, -04).
pub fn blockers<'a>(
    state: &'a State,
    viewer: &Footprint,
    from: Option<UnitId>,
    target: &Footprint,
    to: Option<UnitId>,
) -> Blockers<'a> {
    between(state, viewer, from, Some(target), to, level_of(state, target))
}

/// Without a target: whatever is in the way of a line to anything on that level.
fn between<'a>(
    state: &'a State,
    viewer: &Footprint,
    from: Option<UnitId>,
    target: Option<&Footprint>,
    to: Option<UnitId>,
    there: i8,
) -> Blockers<'a> {
    let around = target.map(|target| viewer.bounds().joined(target.bounds()));
    let is_beside = |bounds: &longroll_table::Bounds| around.is_some_and(|around| !bounds.meets(&around));
    let here = level_of(state, viewer);
    let high = here.max(there);
    // Of two ends equally high neither is the lower one
    let lower = match here.cmp(&there) {
        std::cmp::Ordering::Less => Some(viewer),
        std::cmp::Ordering::Greater => target,
        std::cmp::Ordering::Equal => None,
    };
    let mut list = Blockers::new();
    for id in state.ids() {
        if Some(id) == from || Some(id) == to || !state.is_formed(id) {
            continue;
        }
        let print = &state.unit(id).print;
        let touches = || lower.is_some_and(|lower| touching(print, lower));
        if is_beside(&print.bounds()) || is_overlooked(high, level_of(state, print), touches) {
            continue;
        }
        let walls = state.unit(id).walls.stands();
        list.extend(walls.iter().map(|wall| Blocker::base(Screen::Unit(id), wall, Blocks::Any)));
    }
    for (feature, area, depth, level) in state.ground.screens(&state.field) {
        // Nobody looks over the wood in which he stands himself
        let holds = |print: &Footprint| print.stands().iter().any(|stand| area.holds(stand.centre()));
        let touches = || {
            lower.is_some_and(|lower| feature_touches(area, lower))
                || holds(viewer)
                || target.is_some_and(holds)
        };
        if is_beside(&area.bounds()) || is_overlooked(high, level, touches) {
            continue;
        }
        let tag = Screen::Ground(usize::from(feature.id.0));
        list.push(Blocker::area(tag, area, Blocks::Through));
        list.push(Blocker::area(tag, area, Blocks::Deeper(depth.unwrap_or(constants().sight_depth))));
    }
    // Ground higher than both ends
    for (feature, area) in state.ground.contours(&state.field) {
        if feature.level > high {
            list.push(Blocker::area(Screen::Ground(usize::from(feature.id.0)), area, Blocks::Any));
        }
    }
    list
}

/// POT-SIGHT-03: whoever stands higher looks over it, unless it touches the lower end.
fn is_overlooked(high: i8, level: i8, touches_lower: impl Fn() -> bool) -> bool {
    high > level && !touches_lower()
}

/// The level a footprint stands on: that of its middle.
pub fn level_of(state: &State, print: &Footprint) -> i8 {
    if print.stands().is_empty() {
        return 0;
    }
    state.field.level_at(crate::turn::state::mean(print.stands().iter().map(Rect::centre)))
}

/// POT-SIGHT-05: the way directly from an enemy: from its point nearest to the centre, through the centre.
pub fn away_from(state: &State, id: UnitId, enemy: &Footprint) -> Heading {
    away(state.centre(id), enemy).unwrap_or_else(|| state.facing(id).opposite())
}

pub fn away(centre: Point, enemy: &Footprint) -> Option<Heading> {
    let from = nearest_point(centre, enemy)?;
    Heading::of(centre - from).or_else(|| {
        // The centre lies on the enemy: away from his middle
        let middle = crate::turn::state::mean(enemy.stands().iter().map(Rect::centre));
        Heading::of(centre - middle)
    })
}

/// POT-INIT-01: enemies within 30 cm that the unit sees; by POT-OPT-38 only the nearest of them, or those equally near.
pub fn enemies_near(state: &State, id: UnitId) -> impl Iterator<Item = UnitId> {
    let in_sight = move |enemy: &UnitId| is_in_sight(state, id, *enemy);
    let only_nearest = state.options.initiative_enemy == InitiativeEnemy::NearestInSight;
    let away = move |enemy: UnitId| distance(&state.unit(id).print, &state.unit(enemy).print);
    let enemies = move || state.troops(state.side(id).enemy()).filter(in_sight);
    let nearest = if only_nearest { enemies().map(away).min() } else { None };
    enemies().filter(move |enemy| nearest.is_none_or(|nearest| away(*enemy).within(nearest)))
}

pub fn is_near(state: &State, id: UnitId, enemy: UnitId) -> bool {
    match state.options.initiative_enemy {
        InitiativeEnemy::AnyInSight => is_in_sight(state, id, enemy),
        InitiativeEnemy::NearestInSight => enemies_near(state, id).any(|near| near == enemy),
    }
}

fn is_in_sight(state: &State, id: UnitId, enemy: UnitId) -> bool {
    let (print, there) = (&state.unit(id).print, &state.unit(enemy).print);
    within(print, there, constants().initiative_distance) && sees(state, id, enemy).is_ok()
}

/// The nearest enemy unit: formed or a skirmish line.
pub fn nearest_enemy(state: &State, id: UnitId) -> Option<(UnitId, Length)> {
    let print = &state.unit(id).print;
    state
        .troops(state.side(id).enemy())
        .map(|enemy| (enemy, distance(print, &state.unit(enemy).print)))
        .min_by_key(|(enemy, away)| (*away, *enemy))
}

pub(crate) fn sighting(state: &State, from: UnitId, to: UnitId) -> Option<Sighting> {
    let known = |id: UnitId| id.index() < state.units.len() && state.is_placed(id);
    if !known(from) || !known(to) || from == to {
        return None;
    }
    let blocked = sees(state, from, to).err().map(|blocked| Obstacle {
        text: match blocked.tag {
            Screen::Unit(id) => state.name(id).to_owned(),
            Screen::Ground(place) => {
                state.field.features.get(place).map_or_else(String::new, crate::field::ground::name_of)
            }
        },
        at: blocked.at,
    });
    let eye = state.unit(from).print.stands().first().map(Rect::front_middle)?;
    let to = nearest_point(eye, &state.unit(to).print)?;
    Some(Sighting { clause: c::SIGHT_02, from: eye, to, blocked })
}

/// The distances that matter to a unit, to be drawn around it.
pub(crate) fn reaches(state: &State, id: UnitId) -> Vec<Reach> {
    if id.index() >= state.units.len() || !state.is_placed(id) {
        return Vec::new();
    }
    let piece = state.piece(id);
    let all_round = |label, clause, length| Reach { label, clause, length, half_angle: None };
    let mut list = Vec::new();
    match (piece.gun, state.is_officer(id)) {
        (_, true) => {}
        (Some(model), _) => {
            let row = crate::book::tables::gun(model);
            list.push(all_round("Short range", c::ARTY_04, row.short));
            list.push(all_round("Medium range", c::ARTY_04, row.medium));
            list.push(all_round("Long range", c::ARTY_04, row.long));
        }
        (None, _) => {
            let row = small_arms(piece.weapon);
            let ahead = |label, length| Reach { label, clause: c::FIRE_06, length, half_angle: Some(0) };
            list.push(ahead("Short range", row.short));
            list.push(ahead("Long range", row.max));
        }
    }
    list.push(all_round("Acts on its own initiative", c::INIT_01, constants().initiative_distance));
    list
}
