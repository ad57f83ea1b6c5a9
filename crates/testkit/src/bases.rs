//! Where bases may lie: on the table, on ground that is open to them, and not on one another; and that no way led through a piece.

use crate::playing::Moment;
use longroll_ai::Appraisal;
use longroll_kit::{Leg, Seat, StandView, UnitView, View};
use longroll_table::{Convex, Length, Point, Pose, within};
use serde_json::Value;

/// Which bases of a ruleset may lie where others may not.
pub trait Footing: Appraisal {
    /// The clause by which these two may overlap.
    fn may_share(view: &View, one: &UnitView, two: &UnitView) -> Option<&'static str>;
    /// The clause by which this piece may lie over the edge.
    fn may_overhang(unit: &UnitView) -> Option<&'static str>;
    /// The clause by which the one may go through the other in this event.
    fn may_pass(one: &UnitView, through: &UnitView, event: &Value) -> Option<&'static str>;
}

/// Bases closer than this do not overlap; places are whole micrometres and corners of turned bases are rounded.
const TOLERANCE: i128 = 60;
const SLACK: Length = Length::from_micrometres(60);

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    pub moments: u32,
    pub pairs: u64,
    /// Pairs that lay on one another by a clause.
    pub shared: u32,
    /// Straight stretches of a move that were followed.
    pub stretches: u32,
    /// Pieces that somebody went through by a clause.
    pub passed: u32,
}

/// Looks at all bases after a command.
///
/// # Errors
/// The first pair that overlaps by no clause, or the first base beyond the table.
pub fn check_bases<R: Footing>(moment: &Moment<'_, R>, looked: &mut Looked) -> Result<(), String> {
    check_ways(moment, looked)?;
    let view = R::view(moment.after, Seat::Spectator);
    let before = R::view(moment.before, Seat::Spectator);
    looked.moments += 1;
    let on_table: Vec<&UnitView> = view.units.iter().filter(|unit| unit.on_table).collect();
    for (at, one) in on_table.iter().enumerate() {
        let lay_so = || before.units.iter().any(|was| was.id == one.id && check_table(&view, was).is_err());
        check_table(&view, one)
            .or_else(|what| if R::may_overhang(one).is_some() || lay_so() { Ok(()) } else { Err(what) })?;
        for two in &on_table[at + 1..] {
            looked.pairs += 1;
            if !overlap(one, two) {
                continue;
            }
            let stood = |unit: &UnitView| before.units.iter().find(|was| was.id == unit.id).cloned();
            // A pair that lay so before, as the scenario put it, is not this command's doing.
            let was_so = match (stood(one), stood(two)) {
                (Some(one), Some(two)) => one.on_table && two.on_table && overlap(&one, &two),
                _ => false,
            };
            if R::may_share(&view, one, two).is_some() {
                looked.shared += 1;
            } else if !was_so {
                return Err(format!("{} and {} lie on one another", one.key, two.key));
            }
        }
    }
    Ok(())
}

/// Follows every piece that an event moved, and looks at whom it went through.
fn check_ways<R: Footing>(moment: &Moment<'_, R>, looked: &mut Looked) -> Result<(), String> {
    let command = serde_json::to_value(moment.command).unwrap_or_default();
    let mut state = moment.before.clone();
    let mut before = R::view(&state, Seat::Spectator);
    let last = R::view(moment.after, Seat::Spectator);
    for event in moment.events {
        R::apply(&mut state, event);
        let after = R::view(&state, Seat::Spectator);
        let event = serde_json::to_value(event).unwrap_or_default();
        for now in after.units.iter().filter(|now| now.on_table) {
            let Some(was) = before.units.iter().find(|was| was.id == now.id && was.on_table) else {
                continue;
            };
            let is_followed = was.pose.at != now.pose.at && is_as_large(was, now);
            let way = if is_followed { ways(was, now, &event, &command) } else { None };
            // Those who move together keep their places, and what somebody runs over may be removed by it.
            let stays = |other: &&UnitView| {
                other.id != now.id
                    && other.on_table
                    && after.units.iter().any(|after| after.id == other.id && after.pose == other.pose)
                    && last.units.iter().any(|last| last.id == other.id && last.on_table)
            };
            let ways = way.unwrap_or_default();
            looked.stretches += ways.first().map_or(0, |way| way.len() as u32);
            for other in before.units.iter().filter(stays) {
                // Of a line only the stands that it touches may be removed.
                let is_left = |stand: &StandView| {
                    last.units.iter().any(|last| last.id == other.id && last.stands.contains(stand))
                };
                let stands = other.stands.iter().filter(|stand| is_left(stand)).cloned().collect();
                let other = &UnitView { stands, ..other.clone() };
                let is_through =
                    |way: &Vec<[Pose; 2]>| way.iter().any(|[from, to]| goes_through(was, *from, *to, other));
                if ways.is_empty() || !ways.iter().all(is_through) {
                    continue;
                }
                match R::may_pass(was, other, &event) {
                    Some(_) => looked.passed += 1,
                    None => return Err(format!("{} goes through {}: {event}", now.key, other.key)),
                }
            }
        }
        before = after;
    }
    Ok(())
}

/// The straight stretches of a move, where they are known: the way that the command drew, if it leads there, or the straight
/// way, if the event says that the piece went no farther than that. Whether it turned before or after it went, the event does
/// not say, so there may be two ways. A piece that wheeled or changed its shape is not followed.
fn ways(was: &UnitView, now: &UnitView, event: &Value, command: &Value) -> Option<Vec<Vec<[Pose; 2]>>> {
    let near = |one: Point, two: Point| one.distance_to(two) < Length::from_micrometres(1_000);
    if let Some(legs) =
        find(command, "legs").and_then(|legs| serde_json::from_value::<Vec<Leg>>(legs.clone()).ok())
    {
        let mut pose = was.pose;
        let mut stretches = Vec::new();
        for leg in legs {
            let from = pose;
            match leg {
                Leg::To(at) => pose.at = at,
                Leg::Go { bearing, distance } => pose.at = pose.at.ahead(bearing, distance),
                Leg::Turn(facing) => pose.facing = facing,
                Leg::Act(_) | Leg::Road(_) => return None,
            }
            stretches.push([from, pose]);
        }
        if near(pose.at, now.pose.at) {
            stretches.retain(|[from, to]| from.at != to.at);
            return Some(vec![stretches]);
        }
    }
    let went = find(event, "distance").and_then(Value::as_i64)?;
    let straight = was.pose.at.distance_to(now.pose.at).micrometres();
    let facing = |facing| vec![[Pose { facing, ..was.pose }, Pose { at: now.pose.at, facing }]];
    ((went - straight).abs() < 1_000).then(|| vec![facing(was.pose.facing), facing(now.pose.facing)])
}

/// Has it the shape that it had?
fn is_as_large(was: &UnitView, now: &UnitView) -> bool {
    let sides = |unit: &UnitView| -> Vec<Length> {
        let sides = |stand: &StandView| {
            let [a, b, c, _] = stand.corners;
            [a.distance_to(b), b.distance_to(c)]
        };
        unit.stands.iter().flat_map(sides).collect()
    };
    let (was, now) = (sides(was), sides(now));
    was.len() == now.len() && was.iter().zip(&now).all(|(was, now)| (*was - *now).abs() <= SLACK)
}

fn find<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(fields) => {
            fields.get(name).or_else(|| fields.values().find_map(|field| find(field, name)))
        }
        Value::Array(list) => list.iter().find_map(|item| find(item, name)),
        _ => None,
    }
}

/// Does a piece on its way from one place to the other go through a third that it did not lie on before?
fn goes_through(one: &UnitView, from: Pose, to: Pose, other: &UnitView) -> bool {
    let moved = |corner: Point, pose: Pose| {
        let turn = i32::from(pose.facing.0) - i32::from(one.pose.facing.0);
        pose.at + (corner - one.pose.at).turned(turn)
    };
    // Who touches another, or does so once it has turned, goes its way apart: only what was in front of it counts.
    let turned = |stand: &StandView| stand.corners.map(|corner| moved(corner, from));
    let touched = one.stands.iter().any(|stand| {
        let bodies = [Convex::hull(&stand.corners), Convex::hull(&turned(stand))];
        let near =
            |still: &StandView| bodies.iter().any(|body| within(body, &Convex::hull(&still.corners), SLACK));
        other.stands.iter().any(near)
    });
    if touched {
        return false;
    }
    one.stands.iter().any(|stand| {
        let both: Vec<Point> =
            [from, to].iter().flat_map(|pose| stand.corners.map(|corner| moved(corner, *pose))).collect();
        let swept = Convex::hull(&both);
        other.stands.iter().any(|still| corners_overlap(swept.corners(), &still.corners))
    })
}

fn check_table(view: &View, unit: &UnitView) -> Result<(), String> {
    let (width, height) = (view.field.width.micrometres(), view.field.height.micrometres());
    let slack = i64::try_from(TOLERANCE).unwrap_or_default();
    let is_on = |point: &Point| {
        (-slack..=width + slack).contains(&point.x) && (-slack..=height + slack).contains(&point.y)
    };
    let corners = unit.stands.iter().flat_map(|stand| &stand.corners);
    match corners.into_iter().find(|corner| !is_on(corner)) {
        Some(corner) => Err(format!("{} lies beyond the table at {corner:?}", unit.key)),
        None => Ok(()),
    }
}

/// Do any stands of the two lie on one another, deeper than the tolerance?
pub fn overlap(one: &UnitView, two: &UnitView) -> bool {
    one.stands
        .iter()
        .any(|stand| two.stands.iter().any(|other| corners_overlap(&stand.corners, &other.corners)))
}

fn corners_overlap(one: &[Point], two: &[Point]) -> bool {
    !has_gap(one, two) && !has_gap(two, one)
}

/// Is there an edge of the one beyond which, but for the tolerance, the other lies?
fn has_gap(one: &[Point], two: &[Point]) -> bool {
    (0..one.len()).any(|at| {
        let (from, to) = (one[at], one[(at + 1) % one.len()]);
        let (nx, ny) = (i128::from(from.y - to.y), i128::from(to.x - from.x));
        let spread = |corners: &[Point]| {
            let along = || corners.iter().map(|corner| i128::from(corner.x) * nx + i128::from(corner.y) * ny);
            (along().min().unwrap_or_default(), along().max().unwrap_or_default())
        };
        let ((low, high), (other_low, other_high)) = (spread(one), spread(two));
        let depth = high.min(other_high) - low.max(other_low);
        depth <= 0 || depth * depth <= TOLERANCE * TOLERANCE * (nx * nx + ny * ny)
    })
}
