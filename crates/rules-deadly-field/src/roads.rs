//! Marches along a road or trail, of one unit or of a group one behind the other.

use crate::c;
use crate::deadly::{Refused, refuse};
use crate::kinds::Terrain;
use crate::route::Planner;
use crate::tables::allowance;
use crate::walk::{Hop, Stride};
use crate::why::Why;
use longroll_table::{
    Feature, Footprint, GRAIN, Heading, Kind, Length, Line, Point, Rect, path_length, point_along, swept,
};

impl Planner<'_> {
    /// ADF-MOVE-03, -25: along a road at its rate, turning with it at no cost. ADF-GROUP-01: the members of a group, all of them on
    /// it, follow it one behind the other over the same distance as the lead unit.
    pub(crate) fn follow_road(&mut self, to: Point) -> Result<(), Refused> {
        let field = &self.state.field;
        let here = self.parts[0].pose.at;
        let line = field.features.iter().find(|feature| {
            matches!(feature.kind, Kind::Road | Kind::Trail) && feature.holds(here) && feature.holds(to)
        });
        let Some((road, line)) = line.and_then(|road| Some((road, road.line()?))) else {
            return refuse(c::MOVE_03, Why::NotOnRoad);
        };
        let terrain = terrain_of(road);
        let mut ways = Vec::new();
        for part in &self.parts {
            if allowance(self.state.options.scale, part.mover, terrain).is_none() {
                return refuse(c::MOVE_03, Why::NoGround { terrain });
            }
            let Some(way) = way_of(line, (here, to), part.pose.at) else {
                return refuse(c::MOVE_03, Why::NotOnRoad);
            };
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

fn terrain_of(road: &Feature) -> Terrain {
    if road.kind == Kind::Road { Terrain::Road } else { Terrain::Trail }
}

/// The way of one who stands `at` on the road while the lead unit goes from `lead.0` to `lead.1`: as far, in the same direction.
fn way_of(line: &Line, lead: (Point, Point), at: Point) -> Option<Vec<Point>> {
    let way = line.way_along(lead.0, lead.1)?;
    if at == lead.0 {
        return Some(way);
    }
    let (first, last) = (*line.points().first()?, *line.points().last()?);
    let left = |from: Point| line.way_along(from, last).map(|way| path_length(&way));
    let end = if left(lead.1)? < left(lead.0)? { last } else { first };
    let (whole, length) = (line.way_along(at, end)?, path_length(&way));
    if !length.within(path_length(&whole)) {
        return None;
    }
    let to = point_along(&whole, length)?;
    line.way_along(at, to)
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
