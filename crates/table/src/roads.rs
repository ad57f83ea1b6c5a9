//! Roads that meet are one net: the way along them, whatever pieces they are drawn in and in whatever order.

use crate::{Feature, Field, Length, Line, Point, path_length};

impl Field {
    /// The shortest way from one point to another along the lines of these features: starts at `from`, keeps to their middle
    /// lines, changes over where two of them cross or where one ends on another, and ends at `to`. None when one of the
    /// points lies on none of them, or they do not hang together.
    pub fn way_along(&self, is_way: impl Fn(&Feature) -> bool, from: Point, to: Point) -> Option<Vec<Point>> {
        let lines: Vec<&Line> =
            self.features.iter().filter(|feature| is_way(feature)).filter_map(Feature::line).collect();
        let mut stations = vec![from, to];
        for (at, one) in lines.iter().enumerate() {
            for two in &lines[at + 1..] {
                stations.extend(meetings(one, two));
            }
        }
        // Places decide, not the order in which the lines are listed.
        stations[2..].sort_unstable();
        stations.dedup();
        shortest(&stations, &lines)
    }

    /// The same along roads.
    pub fn way_by_road(&self, from: Point, to: Point) -> Option<Vec<Point>> {
        self.way_along(|feature| feature.kind == crate::Kind::Road, from, to)
    }
}

/// Where two lines cross, and the ends of each that lie on the other.
fn meetings(one: &Line, two: &Line) -> Vec<Point> {
    let ends = |line: &Line| [line.points().first().copied(), line.points().last().copied()];
    let mut met: Vec<Point> = Vec::new();
    met.extend(ends(one).into_iter().flatten().filter(|end| two.holds(*end)));
    met.extend(ends(two).into_iter().flatten().filter(|end| one.holds(*end)));
    for (a, b) in one.segments() {
        met.extend(two.segments().filter_map(|(c, d)| crossing(a, b, c, d)));
    }
    met
}

/// The point where two segments cross, if they cross within both.
fn crossing(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let cross = |x: i128, y: i128, u: i128, v: i128| x * v - y * u;
    let wide = |p: Point, q: Point| (i128::from(q.x - p.x), i128::from(q.y - p.y));
    let ((abx, aby), (cdx, cdy), (acx, acy)) = (wide(a, b), wide(c, d), wide(a, c));
    let whole = cross(abx, aby, cdx, cdy);
    if whole == 0 {
        return None;
    }
    let (along_first, along_second) = (cross(acx, acy, cdx, cdy), cross(acx, acy, abx, aby));
    let is_within = |part: i128| part.signum() * whole.signum() >= 0 && part.abs() <= whole.abs();
    if !is_within(along_first) || !is_within(along_second) {
        return None;
    }
    let share = |by: i128| {
        let (part, half) = (by * along_first * whole.signum(), whole.abs());
        i64::try_from((part * 2 + half).div_euclid(half * 2)).unwrap_or_default()
    };
    Some(Point { x: a.x + share(abx), y: a.y + share(aby) })
}

/// From the first station to the second over the others, each leg along one line.
fn shortest(stations: &[Point], lines: &[&Line]) -> Option<Vec<Point>> {
    let mut best: Vec<Option<(Length, Vec<Point>)>> = vec![None; stations.len()];
    let mut done = vec![false; stations.len()];
    best[0] = Some((Length::ZERO, vec![stations[0]]));
    loop {
        let open = (0..stations.len()).filter(|at| !done[*at]);
        let nearest = open.filter_map(|at| best[at].as_ref().map(|(length, _)| (*length, at))).min();
        let (length, here) = nearest?;
        done[here] = true;
        let way = best[here].as_ref().map(|(_, way)| way.clone())?;
        if here == 1 {
            return Some(way);
        }
        for there in (0..stations.len()).filter(|at| !done[*at]).collect::<Vec<_>>() {
            for line in lines {
                let Some(leg) = line.way_along(stations[here], stations[there]) else { continue };
                let total = length + path_length(&leg);
                if best[there].as_ref().is_none_or(|(known, _)| total < *known) {
                    let mut longer = way.clone();
                    longer.extend(leg.into_iter().skip(1));
                    best[there] = Some((total, longer));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FeatureId, Kind, Shape, inches};

    fn p(x: i64, y: i64) -> Point {
        Point::at(inches(x), inches(y))
    }

    fn field(roads: &[&[Point]]) -> Field {
        let mut field = Field::bare(inches(40), inches(40));
        for (at, points) in roads.iter().enumerate() {
            field.features.push(Feature {
                id: FeatureId(at as u16),
                kind: Kind::Road,
                name: None,
                shape: Shape::Line(Line::new(points.to_vec(), inches(1)).unwrap()),
                level: 0,
                height: 0,
                grade: 0,
                sight_depth: None,
                impassable_to: Vec::new(),
            });
        }
        field
    }

    #[test]
    fn a_crossroads_is_taken_in_any_order() {
        let (east, north): (&[Point], &[Point]) = (&[p(0, 10), p(30, 10)], &[p(20, 0), p(20, 30)]);
        let expected = Some(vec![p(5, 10), p(20, 10), p(20, 25)]);
        assert_eq!(field(&[east, north]).way_by_road(p(5, 10), p(20, 25)), expected);
        assert_eq!(field(&[north, east]).way_by_road(p(5, 10), p(20, 25)), expected);
    }

    #[test]
    fn a_road_in_pieces_is_one_road() {
        let whole = field(&[&[p(0, 0), p(10, 0), p(10, 10)]]);
        let pieces = field(&[&[p(10, 0), p(10, 10)], &[p(0, 0), p(10, 0)]]);
        let expected = Some(vec![p(2, 0), p(10, 0), p(10, 7)]);
        assert_eq!(whole.way_by_road(p(2, 0), p(10, 7)), expected);
        assert_eq!(pieces.way_by_road(p(2, 0), p(10, 7)), expected);
    }

    #[test]
    fn a_side_road_that_ends_on_another_joins_it() {
        let joined = field(&[&[p(0, 10), p(30, 10)], &[p(15, 10), p(15, 30)]]);
        assert_eq!(joined.way_by_road(p(15, 20), p(3, 10)), Some(vec![p(15, 20), p(15, 10), p(3, 10)]));
        let apart = field(&[&[p(0, 10), p(30, 10)], &[p(15, 12), p(15, 30)]]);
        assert_eq!(apart.way_by_road(p(15, 20), p(3, 10)), None);
    }

    #[test]
    fn the_shorter_of_two_ways_round_is_taken() {
        // a ring: 10 + 2 + 10 one way, 20 + 10 + 20 … the other
        let ring =
            field(&[&[p(0, 0), p(10, 0), p(10, 2)], &[p(0, 0), p(0, 2), p(10, 2)], &[p(10, 2), p(20, 2)]]);
        let way = ring.way_by_road(p(0, 1), p(20, 2)).unwrap();
        assert_eq!(way, [p(0, 1), p(0, 2), p(10, 2), p(20, 2)]);
    }
}
