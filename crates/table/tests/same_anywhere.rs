//! Shifting, quarter-turning or mirroring the whole table changes no answer.

mod common;
use common::*;
use longroll_table::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn distance_and_overlap(a in unit(300_000), b in unit(300_000), m in motion(), gap in 0..200_000_i64) {
        let (a2, b2) = (m.unit(&a), m.unit(&b));
        let gap = Length::from_micrometres(gap);
        prop_assert_eq!(distance(&a, &b), distance(&a2, &b2));
        prop_assert_eq!(distance(&a, &b), distance(&b, &a));
        prop_assert_eq!(overlaps(&a, &b), overlaps(&a2, &b2));
        prop_assert_eq!(overlaps(&a, &b), overlaps(&b, &a));
        prop_assert_eq!(touching(&a, &b), touching(&a2, &b2));
        prop_assert_eq!(within(&a, &b, gap), within(&a2, &b2, gap));
        let list = [a, b];
        prop_assert_eq!(chains(&list, gap), chains(&[a2, b2], gap));
    }

    #[test]
    fn headings(dx in -1_000_000..1_000_000_i64, dy in -1_000_000..1_000_000_i64, m in motion(), h in heading(),
        length in -2_000_000..2_000_000_i64, half in 0..32_768_u16) {
        let way = Vector::new(dx, dy);
        prop_assert_eq!(Heading::of(m.way(way)), Heading::of(way).map(|h| m.heading(h)));
        let length = Length::from_micrometres(length);
        prop_assert_eq!(Vector::along(m.heading(h), length), m.way(Vector::along(h, length)));
        prop_assert_eq!(bearing_within(m.heading(h), m.way(way), half), bearing_within(h, way, half));
    }

    #[test]
    fn straight_moves(mover in unit(200_000), others in prop::collection::vec(unit(400_000), 1..6), m in motion(),
        h in heading(), reach in 0..600_000_i64, gap in 0..60_000_i64) {
        let reach = Length::from_micrometres(reach);
        let gap = Length::from_micrometres(gap);
        let (mover2, h2) = (m.unit(&mover), m.heading(h));
        let others2: Vec<_> = others.iter().map(|o| m.unit(o)).collect();
        prop_assert_eq!(first_touch(&mover, h, reach, others.iter().enumerate()),
            first_touch(&mover2, h2, reach, others2.iter().enumerate()));
        prop_assert_eq!(advance_until(&mover, h, reach, gap, &others), advance_until(&mover2, h2, reach, gap, &others2));
        prop_assert_eq!(withdraw_until(&mover, h, reach, gap, &others[0]),
            withdraw_until(&mover2, h2, reach, gap, &others2[0]));
        prop_assert_eq!(clear_of(&mover, h, reach, &others), clear_of(&mover2, h2, reach, &others2));
        for stand in mover.stands() {
            let (a, b) = (contact_edge(stand, &others[0].stands()[0]),
                contact_edge(&m.rect(stand), &m.rect(&others[0].stands()[0])));
            // Left comes before right in doubtful contact, so a mirror may change sides there only when both touch.
            if let (Some(a), Some(b)) = (a, b) {
                prop_assert!(m.edge(a.edge) == b.edge || a.extent.about(b.extent));
            }
            prop_assert_eq!(a.is_some(), b.is_some());
        }
    }

    #[test]
    fn arcs(base in rect(200_000), other in unit(400_000), p in point(400_000), half in 0..16_000_u16, m in motion()) {
        let (base2, other2, p2) = (m.rect(&base), m.unit(&other), m.point(p));
        prop_assert_eq!(in_arc(&base, half, &other), in_arc(&base2, half, &other2));
        prop_assert_eq!(in_rear_arc(&base, half, &other), in_rear_arc(&base2, half, &other2));
        prop_assert_eq!(wholly_in_arc(&base, half, &other), wholly_in_arc(&base2, half, &other2));
        prop_assert_eq!(is_behind_front_line(&base, p), is_behind_front_line(&base2, p2));
        if distance(&base, &p) > Length::ZERO {
            prop_assert_eq!(m.zone(zone_of(&base, half, p)), zone_of(&base2, half, p2));
        }
        let (a, b) = (zones_of(&base, half, &other), zones_of(&base2, half, &other2));
        let (left, right) = if m.mirrored { (b.right, b.left) } else { (b.left, b.right) };
        prop_assert_eq!((a.front, a.rear, a.left, a.right), (b.front, b.rear, left, right));
    }

    #[test]
    fn ground(area in polygon(200_000), thing in unit(300_000), a in point(300_000), b in point(300_000),
        turns in prop::collection::vec(point(200_000), 2..6), m in motion()) {
        let (area2, thing2, a2, b2) = (m.polygon(&area), m.unit(&thing), m.point(a), m.point(b));
        prop_assert_eq!(area.holds(a), area2.holds(a2));
        prop_assert_eq!(area.distance(&thing), area2.distance(&thing2));
        for (stand, stand2) in thing.stands().iter().zip(thing2.stands()) {
            prop_assert_eq!(area.overlaps(stand), area2.overlaps(stand2));
        }
        let line = Line::new(turns, inches(1)).unwrap();
        let line2 = m.line(&line);
        prop_assert_eq!(line.holds(a), line2.holds(a2));
        prop_assert_eq!(line.touches(&thing), line2.touches(&thing2));
        prop_assert_eq!(line.crosses(a, b), line2.crosses(a2, b2));
        let feature = |shape| Feature { id: FeatureId(0), kind: Kind::Wood, name: None, shape, level: 0, height: 0,
            grade: 0, sight_depth: None, impassable_to: Vec::new() };
        prop_assert_eq!(feature(Shape::Area(area)).stretches(a, b), feature(Shape::Area(area2)).stretches(a2, b2));
        prop_assert_eq!(feature(Shape::Line(line)).stretches(a, b), feature(Shape::Line(line2)).stretches(a2, b2));
    }

    #[test]
    fn sight_lines(from in point(300_000), target in unit(300_000), woods in prop::collection::vec(polygon(250_000), 0..8),
        m in motion(), mode in 0..3) {
        let blocks = [Blocks::Any, Blocks::Through, Blocks::Deeper(inches(2))][mode as usize];
        fn all(woods: &[Polygon], blocks: Blocks) -> Vec<Blocker<'_, usize>> {
            woods.iter().enumerate().map(|(i, w)| Blocker::area(i, w, blocks)).collect()
        }
        let woods2: Vec<_> = woods.iter().map(|w| m.polygon(w)).collect();
        let here = sight(from, &target, &all(&woods, blocks));
        let there = sight(m.point(from), &m.unit(&target), &all(&woods2, blocks));
        prop_assert_eq!(here.map(|_| ()).map_err(|b| (b.tag, m.point(b.at))), there.map(|_| ()).map_err(|b| (b.tag, b.at)));
        let to = target.stands()[0].centre();
        let here = sight_to_point(from, to, &all(&woods, blocks));
        let there = sight_to_point(m.point(from), m.point(to), &all(&woods2, blocks));
        prop_assert_eq!(here.map_err(|b| (b.tag, m.point(b.at))), there.map_err(|b| (b.tag, b.at)));
    }
}
