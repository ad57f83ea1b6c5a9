//! What these rules make of the ground (ruling ADF-R01).

use crate::book::kinds::{Arm, Cover, Terrain, Woods, Works};
use crate::procedures::fire::Target;
use crate::procedures::morale::MoraleFacts;
use longroll_table::{
    Bounds, Convex, Feature, Field, Footprint, Kind as Lie, Length, LineSide, Placed, Point, Polygon, Rect,
    Vector, inches, thousandths,
};
use smallvec::SmallVec;
use std::sync::Arc;

/// ADF-TERRAIN-05: how near a fence, wall or works must be to the front edge.
const CLOSE_BEHIND: Length = thousandths(500);

/// The features that matter here, sorted out once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ground {
    /// Ground slower than open, with its class.
    slow: Vec<(usize, Terrain)>,
    woods: Vec<(usize, Woods)>,
    villages: Vec<usize>,
    contours: Vec<usize>,
    /// Fences, walls and works.
    lines: Vec<(usize, Barrier)>,
    closed: Vec<usize>,
    crossings: Vec<usize>,
}

/// ADF-TERRAIN-03, -10: what stands in a line across the ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Barrier {
    Fence,
    Wall,
    Works(Works),
}

/// ADF-TERRAIN-03: everything that covers a unit from one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Covered {
    pub woods: Woods,
    pub works: Works,
    pub fence: bool,
    pub wall: bool,
    pub village: bool,
}

impl Covered {
    /// ADF-TERRAIN-04: light cover is light woods, orchard and fence; heavy is heavy woods, stone wall and village.
    pub fn for_morale(&self) -> Cover {
        if self.woods == Woods::Heavy || self.wall || self.village {
            Cover::Heavy
        } else if self.woods == Woods::Light || self.fence {
            Cover::Light
        } else {
            Cover::None
        }
    }

    /// ADF-MMP-05, -10: what it is worth to the morale of the one it covers.
    pub(crate) fn shelters(&self, morale: &mut MoraleFacts) {
        morale.works = self.works;
        morale.cover = self.for_morale();
    }

    /// ADF-TERRAIN-03: what it is worth to a target.
    pub(crate) fn covers(&self, target: &mut Target) {
        target.woods = self.woods;
        target.works = self.works;
        target.fence = self.fence;
        target.wall = self.wall;
        target.village = self.village;
    }
}

impl Ground {
    pub fn of(field: &Field) -> Arc<Ground> {
        let mut ground = Ground::default();
        for (place, feature) in field.features.iter().enumerate() {
            // ADF-TERRAIN-01, -02: orchards are light woods in every respect
            let slow = match feature.kind {
                Lie::Wood if feature.grade >= 2 => Some(Terrain::HeavyWoods),
                Lie::Wood | Lie::Orchard => Some(Terrain::LightWoods),
                Lie::Brush => Some(Terrain::Broken),
                Lie::Rough | Lie::Marsh | Lie::Cut => Some(Terrain::Rough),
                _ => None,
            };
            if let Some(terrain) = slow {
                ground.slow.push((place, terrain));
            }
            match feature.kind {
                Lie::Wood if feature.grade >= 2 => ground.woods.push((place, Woods::Heavy)),
                Lie::Wood | Lie::Orchard => ground.woods.push((place, Woods::Light)),
                Lie::Building | Lie::Town => ground.villages.push(place),
                Lie::Contour => ground.contours.push(place),
                Lie::Fence | Lie::Hedge => ground.lines.push((place, Barrier::Fence)),
                Lie::Wall => ground.lines.push((place, Barrier::Wall)),
                Lie::Works => {
                    let works = match feature.grade {
                        1 => Works::Hasty,
                        0 | 2 => Works::Light,
                        _ => Works::Heavy,
                    };
                    ground.lines.push((place, Barrier::Works(works)));
                }
                Lie::Bridge | Lie::Ford => ground.crossings.push(place),
                _ => {}
            }
            if feature.kind == Lie::Water || !feature.impassable_to.is_empty() {
                ground.closed.push(place);
            }
        }
        Arc::new(ground)
    }

    pub fn woods<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (&'a Feature, &'a Polygon, Woods)> {
        self.woods.iter().filter_map(|(place, woods)| {
            let feature = &field.features[*place];
            feature.area().map(|area| (feature, area, *woods))
        })
    }

    pub fn villages<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
        areas(field, &self.villages)
    }

    pub fn contours<'a>(&'a self, field: &'a Field) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
        areas(field, &self.contours)
    }

    /// Is some wood in this box at all?
    pub fn any_woods_in(&self, field: &Field, around: &Bounds) -> bool {
        self.woods.iter().any(|(place, _)| field.features[*place].bounds().meets(around))
    }

    /// ADF-TERRAIN-06: the slowest ground that some part of the base stands on; roads count as the ground beside them
    /// (ADF-GEO-05).
    pub fn under(&self, field: &Field, rect: &Rect) -> Terrain {
        let bounds = rect.bounds();
        let mut slowest = Terrain::Open;
        for (place, terrain) in &self.slow {
            let feature = &field.features[*place];
            if *terrain > slowest
                && feature.bounds().meets(&bounds)
                && feature.lies_under(&Footprint::single(*rect))
            {
                slowest = *terrain;
            }
        }
        slowest
    }

    /// The slowest ground under any part of a strip, for charges (ADF-CHARGE-05).
    pub fn slowest_in(&self, field: &Field, strip: &Convex) -> Terrain {
        let bounds = Placed::bounds(strip);
        let touched = self.slow.iter().filter(|(place, _)| {
            let feature = &field.features[*place];
            feature.bounds().meets(&bounds)
                && match (feature.area(), feature.line()) {
                    (Some(area), _) => area.overlaps(strip),
                    (_, Some(line)) => longroll_table::overlaps(line.pieces(), strip),
                    _ => false,
                }
        });
        touched.map(|(_, terrain)| *terrain).max().unwrap_or(Terrain::Open)
    }

    /// ADF-MOVE-02: the ground that a base moves over along a straight way, piece by piece: the slowest under its corners and
    /// its middle.
    pub fn runs(
        &self,
        field: &Field,
        rect: &Rect,
        by: Vector,
        length: Length,
    ) -> SmallVec<[(Terrain, Length); 4]> {
        let bounds = rect.bounds().joined(rect.shifted(by).bounds());
        let near: SmallVec<[&(usize, Terrain); 8]> =
            self.slow.iter().filter(|(place, _)| field.features[*place].bounds().meets(&bounds)).collect();
        if near.is_empty() || length <= Length::ZERO {
            return SmallVec::from_slice(&[(Terrain::Open, length)]);
        }
        let whole = by.length().micrometres().max(1);
        let mut stretches: SmallVec<[(i64, i64, Terrain); 16]> = SmallVec::new();
        let points = rect.corners().iter().copied().chain([rect.centre(), rect.front_middle()]);
        for from in points {
            for (place, terrain) in &near {
                for stretch in field.features[*place].stretches(from, from + by) {
                    stretches.push((stretch.enter.micrometres(), stretch.leave.micrometres(), *terrain));
                }
            }
        }
        let mut cuts: SmallVec<[i64; 32]> = stretches.iter().flat_map(|s| [s.0, s.1]).collect();
        cuts.extend([0, whole]);
        cuts.sort_unstable();
        cuts.dedup();
        let mut runs: SmallVec<[(Terrain, Length); 4]> = SmallVec::new();
        for pair in cuts.windows(2) {
            let (from, to) = (pair[0].max(0), pair[1].min(whole));
            if from >= to {
                continue;
            }
            let here = stretches.iter().filter(|s| s.0 <= from && to <= s.1).map(|s| s.2).max();
            let terrain = here.unwrap_or(Terrain::Open);
            let part = (i128::from(to - from) * i128::from(length.micrometres()) / i128::from(whole)) as i64;
            runs.push((terrain, Length::from_micrometres(part)));
        }
        runs
    }

    /// ADF-TERRAIN-05: in an area when more than half of the base is inside, judged at fifteen points (ruling ADF-R02);
    /// behind a line when it lies within half an inch of the front edge and between the unit and the threat.
    /// ADF-TERRAIN-11: works protect only from their front; woods and villages all round.
    pub fn cover(&self, field: &Field, rect: &Rect, threat: Option<Point>) -> Covered {
        let mut covered = Covered::default();
        let bounds = rect.bounds();
        for (feature, _, woods) in self.woods(field) {
            if woods > covered.woods && feature.bounds().meets(&bounds) && is_mostly_on(feature, rect) {
                covered.woods = woods;
            }
        }
        covered.village = self
            .villages(field)
            .any(|(feature, _)| feature.bounds().meets(&bounds) && is_mostly_on(feature, rect));
        let [left, right, ..] = *rect.corners();
        let front = Convex::hull(&[left, right]);
        for (place, barrier) in &self.lines {
            let feature = &field.features[*place];
            let Some(line) = feature.line() else { continue };
            if !feature.bounds().grown(inches(1)).meets(&bounds) {
                continue;
            }
            let gap = (line.distance(&front) - line.width().half()).max(Length::ZERO);
            let between = threat.is_none_or(|threat| line.crosses(rect.centre(), threat));
            if !gap.within(CLOSE_BEHIND) || !between {
                continue;
            }
            match barrier {
                Barrier::Fence => covered.fence = true,
                Barrier::Wall => covered.wall = true,
                Barrier::Works(works) => {
                    let inner = line.side_of(rect.centre()) == LineSide::Inner;
                    let faced = threat.is_none_or(|threat| line.side_of(threat) == LineSide::Outer);
                    if inner && faced {
                        covered.works = covered.works.max(*works);
                    }
                }
            }
        }
        covered
    }

    /// ADF-MOVE-17: ground closed to an arm that a base or a sweep runs into; a bridge or ford opens it.
    pub fn closing(&self, field: &Field, arm: Arm, over: &[Convex]) -> Option<String> {
        self.closed_to(field, arm)
            .find(|feature| {
                let hit = |hull: &Convex| match (feature.area(), feature.line()) {
                    (Some(area), _) => area.overlaps(hull),
                    (_, Some(line)) => longroll_table::overlaps(line.pieces(), hull),
                    _ => false,
                };
                let crossed = |hull: &Convex| {
                    self.crossings.iter().any(|place| {
                        let crossing = &field.features[*place];
                        crossing.bounds().meets(&Placed::bounds(hull)) && crossing.distance(hull).touches()
                    })
                };
                over.iter()
                    .any(|hull| feature.bounds().meets(&Placed::bounds(hull)) && hit(hull) && !crossed(hull))
            })
            .map(|feature| {
                feature.name.clone().unwrap_or_else(|| format!("the {:?}", feature.kind).to_lowercase())
            })
    }

    fn closed_to<'a>(&'a self, field: &'a Field, arm: Arm) -> impl Iterator<Item = &'a Feature> {
        let name = if arm == Arm::Leader { "cavalry" } else { arm.words() };
        self.closed.iter().map(|place| &field.features[*place]).filter(move |feature| {
            feature.kind == Lie::Water || feature.impassable_to.iter().any(|closed| closed == name)
        })
    }
}

fn areas<'a>(field: &'a Field, places: &'a [usize]) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
    places.iter().filter_map(|place| {
        let feature = &field.features[*place];
        feature.area().map(|polygon| (feature, polygon))
    })
}

/// More than half of fifteen points spread evenly over the base.
fn is_mostly_on(feature: &Feature, rect: &Rect) -> bool {
    let size = rect.size();
    let (forward, right) = (rect.facing(), rect.facing().right());
    let mut on = 0;
    for row in -1..=1 {
        for column in -2..=2 {
            let ahead = Length::from_micrometres(size.depth.micrometres() * row / 3);
            let aside = Length::from_micrometres(size.front.micrometres() * column / 5);
            on += u32::from(feature.holds(rect.centre().ahead(forward, ahead).ahead(right, aside)));
        }
    }
    on >= 8
}
