//! Marches along a road or trail, of one unit or of a group one behind the other.

use crate::book::kinds::Terrain;
use crate::book::tables::allowance;
use crate::c;
use crate::field::movement::Planner;
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::march::{Hop, Stride};
use longroll_table::{
    Feature, Field, Footprint, GRAIN, Heading, Kind, Length, Point, Rect, path_length, point_along, swept,
};

impl Planner<'_> {
    /// ADF-MOVE-03, -25: along a road at its rate, turning with it at no cost. ADF-GROUP-01: the members of a group, all of them on
    /// it, follow it one behind the other over the same distance as the lead unit.
    pub(crate) fn follow_road(&mut self, to: Point) -> Result<(), Refused> {
        let here = self.parts[0].pose.at;
        let field = &self.state.field;
        let by =
            |kind: Kind| field.way_along(|feature| feature.kind == kind, here, to).map(|way| (kind, way));
        let Some((kind, lead)) = by(Kind::Road).or_else(|| by(Kind::Trail)) else {
            return refuse(c::MOVE_03, Why::NotOnRoad);
        };
        let terrain = if kind == Kind::Road { Terrain::Road } else { Terrain::Trail };
        let mut ways = Vec::new();
        for part in &self.parts {
            if allowance(self.state.options.scale, part.mover, terrain).is_none() {
                return refuse(c::MOVE_03, Why::NoGround { terrain });
            }
            let way = if part.pose.at == here {
                Some(lead.clone())
            } else {
                way_of(field, kind, &lead, part.pose.at)
            };
            let Some(way) = way else { return refuse(c::MOVE_03, Why::NotOnRoad) };
            ways.push(way);
        }
        let whole = path_length(&ways[0]);
        let bends = bends(&ways, whole);
        for stretch in bends.windows(2) {
            self.stride(&ways, (stretch[0], stretch[1]), terrain)?;
        }
        Ok(())
    }

    /// All of them go straight on, each along its own part of the road.
    fn stride(
        &mut self,
        ways: &[Vec<Point>],
        (from, to): (Length, Length),
        terrain: Terrain,
    ) -> Result<(), Refused> {
        self.moved = true;
        let mut strides = Vec::new();
        for (place, way) in ways.iter().enumerate() {
            let (Some(start), Some(end)) = (point_along(way, from), point_along(way, to)) else { continue };
            let Some(facing) = Heading::of(end - start) else { continue };
            let part = &mut self.parts[place];
            part.pose.facing = facing;
            part.rect = Rect::new(part.pose, part.rect.size());
            let (rect, by) = (part.rect, end - part.pose.at);
            self.spend(place, terrain, to - from)?;
            self.pass(place, &swept(&Footprint::single(rect), by))?;
            if !self.state.field.inside(&rect.shifted(by)) {
                return refuse(c::GEO_09, Why::LeavesTable);
            }
            let part = &mut self.parts[place];
            part.pose.at = end;
            part.rect = rect.shifted(by);
            strides.push(Stride { unit: part.id, by: by.into(), facing });
        }
        self.hops.push(Hop::March { strides, length: to - from });
        self.check_cost(c::MOVE_01)
    }
}

/// The way of one who stands `at` on the road while the lead unit goes along its own: as far, in the same direction, towards an
/// end of the road beyond the place where the lead unit goes.
fn way_of(field: &Field, kind: Kind, lead: &[Point], at: Point) -> Option<Vec<Point>> {
    let (from, to) = (*lead.first()?, *lead.last()?);
    let length = path_length(lead);
    let way = |from: Point, to: Point| field.way_along(|feature| feature.kind == kind, from, to);
    let lines = field.features.iter().filter(|feature| feature.kind == kind).filter_map(Feature::line);
    let mut ends: Vec<Point> =
        lines.flat_map(|line| [line.points().first(), line.points().last()]).flatten().copied().collect();
    ends.sort_unstable();
    ends.into_iter().find_map(|end| {
        let left = |from: Point| way(from, end).map(|way| path_length(&way));
        let is_beyond = left(from)?.about(left(to)? + length);
        let whole = way(at, end).filter(|whole| is_beyond && length.within(path_length(whole)))?;
        way(at, point_along(&whole, length)?)
    })
}

/// Where along their ways one of them turns, from the start to the end.
fn bends(ways: &[Vec<Point>], whole: Length) -> Vec<Length> {
    let mut found = vec![Length::ZERO, whole];
    for way in ways {
        found.extend(
            (2..way.len()).map(|points| path_length(&way[..points])).filter(|at| *at + GRAIN < whole),
        );
    }
    found.sort_unstable();
    found.dedup_by(|later, known| later.within(*known));
    found
}
