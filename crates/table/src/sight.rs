//! Lines of sight: can some part of a target be seen past what stands between?

use crate::crossing::{Nudge, Part, Ray, inside};
use crate::memo::{Answer, Question, remembered};
use crate::shapes::edges;
use crate::{Bounds, Convex, Footprint, GRAIN, Length, Placed, Point, Polygon, Rect, Vector};
use smallvec::SmallVec;
use std::cell::Cell;

/// When a shape blocks a line of sight. Only the line up to the nearest point of the target counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// When the line goes in and comes out again before the target. So one can look out of the shape that one stands
    /// in (once), and into the shape that the target stands in. A point on the edge stands in it.
    Through,
    /// When any part of the line lies inside. Running along the edge is not inside.
    Any,
    /// When more than this much of the line lies inside, all stretches together.
    Deeper(Length),
}

/// Something that may block a line of sight: an outline with a tag by which the caller knows it again.
#[derive(Clone, Copy, Debug)]
pub struct Blocker<'a, T> {
    /// What the caller calls it.
    pub tag: T,
    /// When it blocks.
    pub blocks: Blocks,
    ring: &'a [Point],
    bounds: Bounds,
    is_convex: bool,
    /// Of an area: the number that stands for its ring.
    mark: Option<i64>,
}

/// What stops a line of sight first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockedBy<T> {
    /// The tag of the blocker.
    pub tag: T,
    /// Where the line to the middle of the nearest base enters it.
    pub at: Point,
}

impl<'a, T: Copy> Blocker<'a, T> {
    /// An area of ground.
    pub fn area(tag: T, area: &'a Polygon, blocks: Blocks) -> Blocker<'a, T> {
        Blocker {
            tag,
            blocks,
            ring: area.ring(),
            bounds: area.bounds(),
            is_convex: false,
            mark: Some(area.mark()),
        }
    }

    /// A base.
    pub fn base(tag: T, base: &'a Rect, blocks: Blocks) -> Blocker<'a, T> {
        Blocker { tag, blocks, ring: base.corners(), bounds: base.bounds(), is_convex: true, mark: None }
    }

    /// A convex shape.
    pub fn shape(tag: T, shape: &'a Convex, blocks: Blocks) -> Blocker<'a, T> {
        Blocker { tag, blocks, ring: shape.corners(), bounds: shape.bounds(), is_convex: true, mark: None }
    }
}

/// Can some part of the target be seen from a point? Gives the nearest point of the target on a clear line, or what
/// blocks the line to the middle of its nearest base.
///
/// First the middles and corners of the bases are tried; then every gap between blockers. A gap no wider than the
/// [grain](GRAIN) shows nothing: bases drawn up on one line hide each other however the line is turned. For [`Blocks::Deeper`] each gap is tried at its middle and both ends.
/// Someone who stands in the target sees it, and a target without bases is in nobody's way: both give `from`.
pub fn sight<T: Copy>(
    from: Point,
    target: &Footprint,
    blockers: &[Blocker<'_, T>],
) -> Result<Point, BlockedBy<T>> {
    let around = target.bounds().joined(Placed::bounds(&from));
    if target.stands().is_empty() || target.stands().iter().any(|s| crate::distance(s, &from) == Length::ZERO)
    {
        return Ok(from);
    }
    let between: SmallVec<[&Blocker<'_, T>; 16]> =
        blockers.iter().filter(|b| b.bounds.meets(&around)).collect();
    let question = question(from, target, &between);
    remembered(&question, || look(from, target, &between))
        .map_err(|(place, at)| BlockedBy { tag: between[place].tag, at })
}

/// All on which a line of sight depends.
fn question<T>(from: Point, target: &Footprint, between: &[&Blocker<'_, T>]) -> Question {
    let mut question = Question::from_slice(&[from.x, from.y, target.stands().len() as i64]);
    for stand in target.stands() {
        question.extend(stand.corners().iter().flat_map(|corner| [corner.x, corner.y]));
    }
    for blocker in between {
        question.push(match blocker.blocks {
            Blocks::Through => -1,
            Blocks::Any => -2,
            Blocks::Deeper(depth) => depth.micrometres(),
        });
        match blocker.mark {
            Some(mark) => {
                let Bounds { west, south, east, north } = blocker.bounds;
                question.extend([-1, blocker.ring.len() as i64, mark, west, south, east, north]);
            }
            None => {
                question.push(blocker.ring.len() as i64);
                question.extend(blocker.ring.iter().flat_map(|corner| [corner.x, corner.y]));
            }
        }
    }
    question
}

fn look<T: Copy>(from: Point, target: &Footprint, between: &[&Blocker<'_, T>]) -> Answer {
    let view = View { from, target, between, last: Cell::new(0) };
    for stand in target.stands() {
        if let Ok(seen) = view.clear(stand.centre() - from) {
            return Ok(seen);
        }
    }
    let mut half_hidden: SmallVec<[&Rect; 8]> = SmallVec::new();
    for stand in target.stands() {
        let mut behind = Behind::Nothing;
        for corner in stand.corners() {
            match view.clear(within_a_grain(*corner, stand.centre()) - from) {
                Ok(seen) => return Ok(seen),
                Err(stops) => behind = stops.into_iter().fold(behind, Behind::and),
            }
        }
        if !view.hides(behind) {
            half_hidden.push(stand);
        }
    }
    if let Some(seen) = half_hidden.into_iter().find_map(|stand| view.through_gaps(stand)) {
        return Ok(seen);
    }
    let nearest = crate::nearest(&from, target.stands()).map_or(0, |(place, _)| place);
    let middle = target.stands()[nearest].centre();
    let ray = Ray { from, way: middle - from };
    // A base without any extent has no near edge: there the line ends at its middle.
    first_in_the_way(between, &ray, |nudge| view.near(&ray, nudge)).map_or(Ok(middle), Err)
}

/// Is the straight line between two points clear? If not, what blocks it first.
pub fn sight_to_point<T: Copy>(
    from: Point,
    to: Point,
    blockers: &[Blocker<'_, T>],
) -> Result<(), BlockedBy<T>> {
    let ray = Ray { from, way: to - from };
    let around = Bounds::of(&[from, to]);
    let between: SmallVec<[&Blocker<'_, T>; 16]> =
        blockers.iter().filter(|b| b.bounds.meets(&around)).collect();
    let met = first_in_the_way(&between, &ray, |_| Some(Part::END));
    met.map_or(Ok(()), |(place, at)| Err(BlockedBy { tag: between[place].tag, at }))
}

/// A corner, moved a little towards the middle of its base.
fn within_a_grain(corner: Point, middle: Point) -> Point {
    let inwards = middle - corner;
    let length = inwards.length().micrometres().max(1);
    let part = |by: i64| by * (2 * GRAIN.micrometres()).min(length) / length;
    corner + Vector::new(part(inwards.dx), part(inwards.dy))
}

impl<T> Blocker<'_, T> {
    /// Where it stops a line that ends at `near`, if it does.
    fn stops(&self, ray: &Ray, nudge: Nudge, near: Part) -> Option<Part> {
        if ray.misses(&self.bounds) {
            return None;
        }
        let crossings = ray.crossings(self.ring, nudge);
        let within = |(enter, leave): (Part, Part)| {
            let (enter, leave) = (enter.max(Part::START), leave.min(near));
            (enter < leave).then_some((enter, leave))
        };
        match self.blocks {
            Blocks::Any => inside(&crossings).find_map(within).map(|(enter, _)| enter),
            Blocks::Through => inside(&crossings)
                .find(|&(enter, leave)| enter > Part::START && leave < near)
                .map(|(enter, _)| enter),
            Blocks::Deeper(limit) => {
                let whole = ray.way.length().micrometres();
                let depth = inside(&crossings).filter_map(within);
                let depth = depth.fold(0, |sum, (enter, leave)| sum + leave.of(whole) - enter.of(whole));
                let first = inside(&crossings).find_map(within).map(|(enter, _)| enter);
                first.filter(|_| !Length::from_micrometres(depth).within(limit))
            }
        }
    }
}

struct View<'a, T> {
    from: Point,
    target: &'a Footprint,
    between: &'a [&'a Blocker<'a, T>],
    /// Which of them stopped the last line: it will often stop the next.
    last: Cell<usize>,
}

/// Which of the things between stopped the lines to a base.
#[derive(Clone, Copy)]
enum Behind {
    /// No line was stopped yet; those that pass the target by are none.
    Nothing,
    One(usize),
    Several,
}

impl Behind {
    fn and(self, next: Behind) -> Behind {
        match (self, next) {
            (Behind::Nothing, other) | (other, Behind::Nothing) => other,
            (Behind::One(a), Behind::One(b)) if a == b => self,
            _ => Behind::Several,
        }
    }
}

impl<T: Copy> View<'_, T> {
    /// The nearest point of the target in this direction, if the line to it is clear when shifted by a hair; or what
    /// stops it on either side.
    fn clear(&self, way: Vector) -> Result<Point, [Behind; 2]> {
        let ray = Ray { from: self.from, way };
        self.clear_beside(&ray, Nudge::Right)
            .or_else(|right| self.clear_beside(&ray, Nudge::Left).map_err(|left| [right, left]))
    }

    fn clear_beside(&self, ray: &Ray, nudge: Nudge) -> Result<Point, Behind> {
        let near = self.near(ray, nudge).ok_or(Behind::Nothing)?;
        let stops = |b: &&Blocker<'_, T>| b.stops(ray, nudge, near).is_some();
        if self.between.get(self.last.get()).is_some_and(stops) {
            return Err(Behind::One(self.last.get()));
        }
        match self.between.iter().position(stops) {
            Some(place) => {
                self.last.set(place);
                Err(Behind::One(place))
            }
            None => Ok(near.point(ray.from, ray.way)),
        }
    }

    /// One convex blocker that stops the lines to all corners of a base stops all lines between them: it holds the stretch
    /// between any two of the places where it stops them, and that stretch lies before the base.
    fn hides(&self, behind: Behind) -> bool {
        match behind {
            Behind::One(place) => self.between[place].is_convex && self.between[place].blocks == Blocks::Any,
            Behind::Nothing | Behind::Several => false,
        }
    }

    /// Where the line first comes to the target.
    fn near(&self, ray: &Ray, nudge: Nudge) -> Option<Part> {
        let stands = self.target.stands().iter().filter(|stand| !ray.misses(&stand.bounds()));
        stands
            .filter_map(|stand| {
                let crossings = ray.crossings(stand.corners(), nudge);
                let ahead = inside(&crossings).find(|&(_, leave)| leave > Part::START);
                ahead.map(|(enter, _)| enter.max(Part::START))
            })
            .min()
    }

    /// Looks between all directions in which anything can change: corners of blockers and of the base, and points
    /// where an outline crosses the edge of the base. Between two neighbours nothing does.
    fn through_gaps(&self, stand: &Rect) -> Option<Point> {
        let ways = stand.corners().map(|corner| corner - self.from);
        let rightmost = ways.into_iter().reduce(|best, way| if best.cross(way) < 0 { way } else { best })?;
        let leftmost = ways.into_iter().reduce(|best, way| if best.cross(way) > 0 { way } else { best })?;
        let farthest = ways.into_iter().map(Vector::squared).max()?;
        let mut critical: SmallVec<[Vector; 64]> = SmallVec::new();
        let mut add = |p: Point| {
            let way = p - self.from;
            // What lies farther off than the whole base lies behind it.
            if way.squared() <= farthest && rightmost.cross(way) > 0 && way.cross(leftmost) > 0 {
                critical.push(way);
            }
        };
        stand.corners().iter().for_each(|&p| add(p));
        for blocker in self.between {
            blocker.ring.iter().for_each(|&p| add(p));
            for (a, b) in edges(stand.corners()) {
                let ray = Ray { from: a, way: b - a };
                if !ray.misses(&blocker.bounds) {
                    let crossings = ray.crossings(blocker.ring, Nudge::Right);
                    crossings
                        .iter()
                        .filter(|&&at| at > Part::START && at < Part::END)
                        .for_each(|at| add(at.point(a, ray.way)));
                }
            }
        }
        critical.sort_unstable_by(|a, b| 0.cmp(&a.cross(*b)));
        critical.push(leftmost);
        let try_ends = self.between.iter().any(|b| matches!(b.blocks, Blocks::Deeper(_)));
        let mut right = rightmost;
        for left in critical {
            if right.cross(left) <= GRAIN.micrometres() * right.length().micrometres() {
                right = left;
                continue;
            }
            let beside = |way, nudge| self.clear_beside(&Ray { from: self.from, way }, nudge).ok();
            let mut seen = beside(right + left, Nudge::Right);
            if seen.is_none() && try_ends {
                seen = beside(right, Nudge::Left).or_else(|| beside(left, Nudge::Right));
            }
            if seen.is_some() {
                return seen;
            }
            right = left;
        }
        None
    }
}

/// What blocks a line first, if it is blocked on both sides of a hair: on ties the first in the list.
fn first_in_the_way<T: Copy>(
    between: &[&Blocker<'_, T>],
    ray: &Ray,
    near: impl Fn(Nudge) -> Option<Part>,
) -> Option<(usize, Point)> {
    let first = |nudge| {
        let near = near(nudge).unwrap_or(Part::END);
        let stops = between.iter().enumerate().filter_map(|(i, b)| Some((b.stops(ray, nudge, near)?, i)));
        stops.min()
    };
    let (at, i) = first(Nudge::Right)?.min(first(Nudge::Left)?);
    Some((i, at.point(ray.from, ray.way)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BaseSize, Heading, Pose, inches, thousandths};

    fn p(x: i64, y: i64) -> Point {
        Point::at(inches(x), inches(y))
    }

    fn unit(x: i64, y: i64) -> Footprint {
        Footprint::single(Rect::new(Pose::new(p(x, y), Heading::SOUTH), BaseSize::new(inches(4), inches(2))))
    }

    fn block(west: i64, south: i64, east: i64, north: i64) -> Polygon {
        Polygon::new(vec![p(west, south), p(east, south), p(east, north), p(west, north)]).unwrap()
    }

    fn look(target: &Footprint, blocks: Blocks, shapes: &[Polygon]) -> Result<Point, usize> {
        let blockers: Vec<_> = shapes.iter().enumerate().map(|(i, s)| Blocker::area(i, s, blocks)).collect();
        sight(p(0, 0), target, &blockers).map_err(|b| b.tag)
    }

    #[test]
    fn a_clear_line_ends_at_the_near_edge() {
        assert_eq!(look(&unit(0, 10), Blocks::Any, &[]), Ok(p(0, 9)));
        assert_eq!(look(&unit(0, 10), Blocks::Any, &[block(5, 2, 9, 4)]), Ok(p(0, 9)));
        assert_eq!(look(&unit(0, 0), Blocks::Any, &[block(-9, -9, 9, 9)]), Ok(p(0, 0)), "standing in it");
        assert_eq!(look(&unit(0, 10), Blocks::Any, &[block(-9, 12, 9, 15)]), Ok(p(0, 9)), "behind it");
    }

    #[test]
    fn a_wide_wall_hides_and_a_narrow_one_does_not() {
        // The target spans x from -2 to 2 at y = 9; at y = 3 that is -2/3 to 2/3.
        assert_eq!(look(&unit(0, 10), Blocks::Any, &[block(-1, 3, 1, 4)]), Err(0));
        assert!(look(&unit(0, 10), Blocks::Any, &[block(-1, 3, 0, 4)]).is_ok());
        let walls = [block(-9, 3, 0, 4), block(0, 3, 9, 4)];
        assert_eq!(look(&unit(0, 10), Blocks::Any, &walls), Err(0), "a gap without width shows nothing");
        let walls = [block(0, 5, 9, 6), block(-9, 3, 0, 4)];
        assert_eq!(look(&unit(0, 10), Blocks::Any, &walls), Err(1), "the first in the way is named");
    }

    #[test]
    fn a_sliver_is_found_by_the_sweep() {
        // Two walls at 3 in, apart by two thousandths of an inch at x = 0.4: no corner or middle is in line with it.
        let gap = |west: i64, east: i64| {
            let wall = |w: i64, e: i64| {
                let q = |x: i64, y: i64| Point::at(thousandths(x), inches(y));
                Polygon::new(vec![q(w, 3), q(e, 3), q(e, 4), q(w, 4)]).unwrap()
            };
            [wall(-9000, west), wall(east, 9000)]
        };
        // From the origin through x = 0.4 in at y = 3 the line comes to x = 0.533 at y = 4: the gap must be that wide.
        assert!(look(&unit(0, 10), Blocks::Any, &gap(400, 534)).is_ok());
        assert!(look(&unit(0, 10), Blocks::Any, &gap(400, 533)).is_err());
    }

    #[test]
    fn woods_can_be_looked_into_and_out_of() {
        let from_wood = block(-9, -2, 9, 2);
        let to_wood = block(-9, 8, 9, 20);
        let both = [from_wood, to_wood];
        assert_eq!(look(&unit(0, 10), Blocks::Through, &both), Ok(p(0, 9)));
        assert_eq!(look(&unit(0, 10), Blocks::Any, &both), Err(0));
        assert_eq!(look(&unit(0, 10), Blocks::Through, &[block(-9, 4, 9, 6)]), Err(0));
        // A horseshoe around the viewer's left, front and right with him in its arm: out of one arm, through another.
        let q = |x: i64, y: i64| p(x, y);
        let horseshoe =
            Polygon::new(vec![q(-9, -1), q(9, -1), q(9, 6), q(-9, 6), q(-9, 4), q(8, 4), q(8, 1), q(-9, 1)])
                .unwrap();
        assert_eq!(look(&unit(0, 10), Blocks::Through, &[horseshoe]), Err(0));
    }

    #[test]
    fn depth_of_wood() {
        let wood = [block(-30, 4, 30, 6)];
        assert!(
            look(&unit(0, 10), Blocks::Deeper(inches(2)), &wood).is_ok(),
            "straight through is exactly 2 in"
        );
        assert_eq!(look(&unit(0, 10), Blocks::Deeper(thousandths(1_999)), &wood), Err(0));
        // Seen slantwise from 12 in to the side the way through is 2·√(1 + (x/y)²) > 2 in.
        assert_eq!(look(&unit(14, 10), Blocks::Deeper(inches(2)), &wood), Err(0));
        // Two woods of 1 in each are counted apart.
        assert!(
            look(&unit(0, 10), Blocks::Deeper(inches(1)), &[block(-9, 2, 9, 3), block(-9, 5, 9, 6)]).is_ok()
        );
    }

    #[test]
    fn points_seen() {
        let wall = block(-1, 3, 1, 4);
        let blockers = [Blocker::area("wall", &wall, Blocks::Any)];
        let err = sight_to_point(p(0, 0), p(0, 10), &blockers).unwrap_err();
        assert_eq!(err, BlockedBy { tag: "wall", at: p(0, 3) });
        assert!(sight_to_point(p(0, 0), p(0, 3), &blockers).is_ok(), "up to its edge");
        assert!(sight_to_point(p(1, 0), p(1, 10), &blockers).is_ok(), "along its edge");
        assert!(sight_to_point(p(0, 0), p(0, 0), &blockers).is_ok());
        let dot = Footprint::single(Rect::new(Pose::new(p(0, 10), Heading::NORTH), BaseSize::default()));
        assert_eq!(sight(p(0, 0), &dot, &blockers).unwrap_err().tag, "wall");
        assert_eq!(sight(p(5, 0), &dot, &blockers), Ok(p(0, 10)), "passes x = 3.5 at y = 3");
        assert_eq!(sight(p(5, 0), &dot, &[] as &[Blocker<'_, u8>]), Ok(p(0, 10)));
    }

    /// Three bases in file, turned through many angles: the one in the middle hides the last from every place of the first.
    #[test]
    fn bases_in_file_hide_each_other_however_they_are_turned() {
        let size = BaseSize::new(inches(3), thousandths(750));
        for facing in (0..=u16::MAX).step_by(337).map(Heading) {
            let along = |ahead: i64| Pose::new(p(40, 40).ahead(facing, thousandths(ahead)), facing);
            let [first, between, last] = [0, 1_000, 4_870].map(|ahead| Rect::new(along(ahead), size));
            let blockers = [Blocker::base((), &between, Blocks::Any)];
            for eye in [first.corners()[0], first.corners()[1], first.front_middle()] {
                let seen = sight(eye, &Footprint::single(last), &blockers);
                assert!(seen.is_err(), "{facing:?}: seen at {seen:?}");
            }
        }
    }
}
