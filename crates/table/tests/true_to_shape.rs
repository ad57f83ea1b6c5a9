//! Answers hold against plain, slow checks.

mod common;
use common::*;
use longroll_table::*;
use proptest::prelude::*;

const MM: Length = Length::from_micrometres(1000);

/// Points along the edge of a base, both ends of each edge included.
fn rim(base: &Rect, per_edge: i64) -> Vec<Point> {
    let along = |a: Point, b: Point, i: i64| {
        Point::new(a.x + (b.x - a.x) * i / per_edge, a.y + (b.y - a.y) * i / per_edge)
    };
    Edge::ALL
        .iter()
        .flat_map(|&e| {
            let (a, b) = base.edge(e);
            (0..=per_edge).map(move |i| along(a, b, i))
        })
        .collect()
}

/// Points all over a base.
fn all_over(base: &Rect, n: i64) -> Vec<Point> {
    let [a, b, _, d] = *base.corners();
    (0..=n)
        .flat_map(|i| {
            (0..=n).map(move |j| {
                let part = |o: i64, p: i64, q: i64| o + (p - o) * i / n + (q - o) * j / n;
                Point::new(part(a.x, b.x, d.x), part(a.y, b.y, d.y))
            })
        })
        .collect()
}

fn along(h: Heading, l: Length) -> Vector {
    Vector::along(h, l)
}

proptest! {
    #[test]
    fn no_sampled_point_is_nearer_than_the_distance(a in rect(200_000), b in rect(200_000)) {
        let d = distance(&a, &b);
        let sampled = rim(&a, 25).iter().map(|p| distance(p, &b)).min().unwrap();
        // Samples are rounded to whole micrometres, so one may lie a little outside its base.
        prop_assert!(sampled.at_least(d));
        // Samples lie at most a 25th of 5 in apart, so the best is at most half of that from the nearest point.
        prop_assert!(d == Length::ZERO || sampled <= d + inches(1).half());
    }

    #[test]
    fn a_point_in_both_means_overlap(a in rect(80_000), b in rect(80_000)) {
        let (ca, cb) = (Convex::of(&a), Convex::of(&b));
        let shared = all_over(&a, 20).into_iter().any(|p| {
            // Well inside: a millimetre square around the point lies in both.
            [(-500, -500), (-500, 500), (500, -500), (500, 500)].iter().all(|&(x, y)| {
                let q = Point::new(p.x + x, p.y + y);
                ca.holds(q) && cb.holds(q)
            })
        });
        if shared {
            prop_assert!(overlaps(&a, &b));
        }
        if overlaps(&a, &b) {
            prop_assert_eq!(distance(&a, &b), Length::ZERO);
        }
        if distance(&a, &b) > Length::ZERO {
            prop_assert!(!shared);
        }
    }

    #[test]
    fn a_first_touch_touches_and_does_not_overlap(mover in unit(100_000), others in prop::collection::vec(unit(400_000), 1..8),
        h in heading()) {
        let others: Vec<_> = others.into_iter().filter(|o| !overlaps(&mover, o)).collect();
        let reach = inches(40);
        let met = first_touch(&mover, h, reach, others.iter().enumerate());
        let far = met.iter().map(|t| t.distance).min().unwrap_or(reach);
        for touch in &met {
            let there = mover.shifted(along(h, touch.distance));
            prop_assert!(touching(&there, &others[touch.id]));
            prop_assert!(!overlaps(&there, &others[touch.id]));
            // A little farther it would overlap, unless it only clips a corner.
            if touch.distance > MM {
                let before = mover.shifted(along(h, touch.distance - MM));
                prop_assert!(!overlaps(&before, &others[touch.id]));
                let grazing = others[touch.id].stands().iter().chain(mover.stands()).flat_map(|s| Edge::ALL.map(|e| s.edge_normal(e)))
                    .any(|n| (n.difference(h).abs() - i32::from(QUARTER)).abs() < 100);
                prop_assert!(grazing || !touching(&before, &others[touch.id]));
            }
        }
        // Nothing overlaps on the way there.
        for step in 0..=20 {
            let there = mover.shifted(along(h, Length::from_micrometres(far.micrometres() * step / 20)));
            prop_assert!(others.iter().all(|o| !overlaps(&there, o)));
        }
    }

    #[test]
    fn an_advance_goes_as_far_as_it_can(mover in unit(100_000), others in prop::collection::vec(unit(400_000), 1..6),
        h in heading(), gap in 1_000..50_000_i64) {
        let (gap, reach) = (Length::from_micrometres(gap), inches(20));
        let far = advance_until(&mover, h, reach, gap, &others);
        let kept = |by: Length| {
            let swept = swept(&mover, along(h, by));
            others.iter().map(|o| distance(&swept[..], o)).min().unwrap()
        };
        prop_assert!(far == Length::ZERO || kept(far).at_least(gap));
        // A slanting step of one grain may shorten the distance by less than its rounding to micrometres.
        let rounding = Length::from_micrometres(2);
        prop_assert!(far == reach || kept(far + GRAIN) <= gap - GRAIN + rounding);
    }

    #[test]
    fn a_withdrawal_is_just_enough(mover in unit(100_000), other in unit(100_000), h in heading(), gap in 1_000..50_000_i64) {
        let gap = Length::from_micrometres(gap);
        let clear = |by: Length| distance(&mover.shifted(along(h, by)), &other).at_least(gap);
        let found = withdraw_until(&mover, h, inches(30), gap, &other);
        let by = found.unwrap_or(inches(30));
        prop_assert!(found.is_none() || clear(by));
        for step in 0..50 {
            let less = Length::from_micrometres(by.micrometres() * step / 50);
            prop_assert!(less == by || less.about(by) || !clear(less));
        }
    }

    #[test]
    fn the_first_clear_place_is_found_however_narrow(mover in unit(60_000), others in prop::collection::vec(unit(120_000), 1..6),
        h in heading()) {
        let clear = |by: Length| others.iter().all(|other| !overlaps(&mover.shifted(along(h, by)), other));
        let found = clear_of(&mover, h, inches(30), &others);
        let by = found.unwrap_or(inches(30));
        prop_assert!(found.is_none() || clear(by));
        for step in 0..200 {
            let less = Length::from_micrometres(by.micrometres() * step / 200);
            prop_assert!(less == by || less.about(by) || !clear(less));
        }
        let backwards: Vec<Footprint> = others.iter().rev().cloned().collect();
        let same = clear_of(&mover, h, inches(30), &backwards);
        prop_assert!(found.is_none() == same.is_none() && found.is_none_or(|by| same.is_some_and(|same| same.about(by))));
    }

    #[test]
    fn areas_overlap_where_points_say_so(area in polygon(60_000), base in rect(100_000)) {
        let points = all_over(&base, 15);
        let edge_of = |p: Point| {
            let ring = area.ring();
            (0..ring.len()).map(|i| distance(&Convex::hull(&[ring[i], ring[(i + 1) % ring.len()]]), &p)).min().unwrap()
        };
        let inner = Convex::of(&Rect::new(base.pose(), BaseSize::new(base.size().front - MM, base.size().depth - MM)));
        if points.iter().any(|&p| inner.holds(p) && area.holds(p) && edge_of(p) > MM) {
            prop_assert!(area.overlaps(&base));
        }
        if area.overlaps(&base) {
            prop_assert_eq!(area.distance(&base), Length::ZERO);
        }
        if area.covers(&base) {
            prop_assert!(points.iter().all(|&p| area.holds(p) || area.distance(&p).touches()));
        }
    }

    #[test]
    fn sight_agrees_with_many_lines(from in point(300_000), target in rect(200_000),
        woods in prop::collection::vec(polygon(250_000), 1..6), through in any::<bool>()) {
        prop_assume!(distance(&from, &target) > MM);
        let blocks = if through { Blocks::Through } else { Blocks::Any };
        let unit = Footprint::single(target);
        let blockers: Vec<_> = woods.iter().enumerate().map(|(i, w)| Blocker::area(i, w, blocks)).collect();
        let edge_of = |area: &Polygon, p: Point| {
            let ring = area.ring();
            (0..ring.len()).map(|i| distance(&Convex::hull(&[ring[i], ring[(i + 1) % ring.len()]]), &p)).min().unwrap()
        };
        // Is each of many points on the line in the wood, by more than a margin inwards (or outwards)?
        let runs = |area: &Polygon, to: Point, inwards: bool| -> Vec<bool> {
            (0..=300_i64).map(|i| {
                let p = Point::new(from.x + (to.x - from.x) * i / 300, from.y + (to.y - from.y) * i / 300);
                if inwards { area.holds(p) && edge_of(area, p) > Length::from_micrometres(20) }
                else { area.holds(p) || edge_of(area, p) < Length::from_micrometres(2_500) }
            }).collect()
        };
        match sight(from, &unit, &blockers) {
            Ok(seen) => {
                prop_assert!(distance(&seen, &target).touches());
                for wood in &woods {
                    let inside = runs(wood, seen, true);
                    if through {
                        let first_out = inside.iter().position(|&i| !i).unwrap_or(301);
                        let last_out = inside.iter().rposition(|&i| !i).unwrap_or(0);
                        // Between leaving the viewer's wood and entering the target's there is none of it.
                        if first_out < last_out && !wood.holds(from) && wood.distance(&seen) > MM {
                            prop_assert!(!inside[first_out..last_out].iter().any(|&i| i));
                        }
                    } else {
                        prop_assert!(!inside.iter().any(|&i| i));
                    }
                }
            }
            Err(by) => {
                prop_assert!(by.tag < woods.len());
                // No line to the rim that is not behind the base itself is clear by a wide margin.
                for to in rim(&target, 12) {
                    let clear = woods.iter().all(|wood| !runs(wood, to, false).iter().any(|&i| i));
                    prop_assert!(!clear, "the line to {:?} is clear", to);
                }
            }
        }
    }

    /// The same outlines as areas are looked past gap by gap, without the short way for whole bases.
    #[test]
    fn bases_hide_what_areas_of_their_shape_hide(from in point(300_000), target in unit(300_000),
        bases in prop::collection::vec(rect(250_000), 1..8)) {
        let areas: Vec<Polygon> = bases.iter().filter_map(|base| Polygon::new(base.corners().to_vec()).ok()).collect();
        prop_assume!(areas.len() == bases.len());
        let as_bases: Vec<_> = bases.iter().map(|base| Blocker::base((), base, Blocks::Any)).collect();
        let as_areas: Vec<_> = areas.iter().map(|area| Blocker::area((), area, Blocks::Any)).collect();
        prop_assert_eq!(sight(from, &target, &as_bases).is_ok(), sight(from, &target, &as_areas).is_ok());
    }
}
