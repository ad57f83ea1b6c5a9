//! What these rules make of the ground (ruling JR-R01).

use crate::book::kinds::{Arm, Terrain};
use crate::procedures::fire::{Cover, Works};
use crate::turn::state::State;
use longroll_kit::UnitId;
use longroll_table::{Convex, Feature, Field, Kind, Length, LineSide, Point, Polygon, Rect, thousandths};
use smallvec::SmallVec;
use std::sync::Arc;

/// How near a line of works, wall or fence a unit must stand to be behind it.
pub const BEHIND: Length = thousandths(500);

/// The features that matter here, sorted out once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ground {
    pub woods: Vec<usize>,
    pub buildings: Vec<usize>,
    pub contours: Vec<usize>,
    lines: Vec<usize>,
    slow: Vec<usize>,
    roads: Vec<usize>,
    closed: Vec<usize>,
}

impl Ground {
    pub fn of(field: &Field) -> Arc<Ground> {
        let pick = |wanted: &dyn Fn(&Feature) -> bool| {
            (0..field.features.len()).filter(|place| wanted(&field.features[*place])).collect()
        };
        Arc::new(Ground {
            woods: pick(&|f| f.kind == Kind::Wood),
            buildings: pick(&|f| matches!(f.kind, Kind::Building | Kind::Town)),
            contours: pick(&|f| f.kind == Kind::Contour),
            lines: pick(&|f| matches!(f.kind, Kind::Fence | Kind::Hedge | Kind::Wall | Kind::Works)),
            slow: pick(&|f| slowness(f) > Terrain::Open),
            roads: pick(&|f| matches!(f.kind, Kind::Road | Kind::Trail | Kind::Railway)),
            closed: pick(&|f| f.kind == Kind::Water || !f.impassable_to.is_empty()),
        })
    }

    /// JR-ARTY-03: the same ground after this building has fallen.
    pub fn without(&self, feature: u16) -> Arc<Ground> {
        let mut left = self.clone();
        left.buildings.retain(|place| *place != usize::from(feature));
        left.slow.retain(|place| *place != usize::from(feature));
        Arc::new(left)
    }

    /// The building that a unit stands in.
    pub fn house_of(&self, field: &Field, unit: &Rect) -> Option<u16> {
        let at = unit.centre();
        let house = |place: &&usize| {
            let feature = &field.features[**place];
            feature.kind == Kind::Building && feature.holds(at)
        };
        self.buildings.iter().find(house).and_then(|place| u16::try_from(*place).ok())
    }

    /// Ground closed to this arm that a base or a sweep runs into.
    pub fn closing(&self, field: &Field, arm: Arm, over: &[Convex]) -> Option<String> {
        self.closed
            .iter()
            .map(|place| &field.features[*place])
            .filter(|feature| feature.kind == Kind::Water || is_closed_to(feature, arm))
            .find(|feature| feature.area().is_some_and(|area| over.iter().any(|hull| area.overlaps(hull))))
            .map(name_of)
    }

    /// JR-MOVE-02: the ground at a point; roads only for those who can use them.
    pub fn terrain_at(&self, field: &Field, at: Point, on_roads: bool) -> Terrain {
        if on_roads {
            let underfoot = self.roads.iter().map(|place| &field.features[*place]);
            let kind = |road: &Feature| if road.kind == Kind::Road { Terrain::Road } else { Terrain::Trail };
            // Where a trail crosses a road, the road counts.
            if let Some(best) = underfoot.filter(|road| road.holds(at)).map(kind).min() {
                return best;
            }
        }
        let slow = self.slow.iter().map(|place| &field.features[*place]);
        slow.filter(|feature| feature.holds(at)).map(slowness).max().unwrap_or(Terrain::Open)
    }

    /// The stretches of a straight leg, each with its ground.
    pub fn along(
        &self,
        field: &Field,
        a: Point,
        b: Point,
        on_roads: bool,
    ) -> SmallVec<[(Length, Terrain); 4]> {
        let whole = a.distance_to(b);
        let mut cuts: SmallVec<[Length; 8]> = SmallVec::from_slice(&[Length::ZERO, whole]);
        let roads: &[usize] = if on_roads { &self.roads } else { &[] };
        for place in self.slow.iter().chain(roads) {
            for stretch in field.features[*place].stretches(a, b) {
                cuts.push(stretch.enter);
                cuts.push(stretch.leave);
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let way = b - a;
        let total = whole.micrometres().max(1);
        let at = |length: Length| {
            let part = |d: i64| (i128::from(d) * i128::from(length.micrometres()) / i128::from(total)) as i64;
            Point::new(a.x + part(way.dx), a.y + part(way.dy))
        };
        cuts.windows(2)
            .filter(|pair| pair[1] > pair[0])
            .map(|pair| {
                let middle = pair[0] + (pair[1] - pair[0]).half();
                (pair[1] - pair[0], self.terrain_at(field, at(middle), on_roads))
            })
            .collect()
    }

    /// JR-DRM-16, -17: the best cover of a target against fire from there.
    pub fn cover(&self, field: &Field, target: &Rect, from: Point) -> Cover {
        self.covers(field, target, Some(from)).into_iter().fold(Cover::None, better)
    }

    /// JR-MPM-04, -05, -06, ruling JR-R17: the works that shelter a unit from what comes from there, and whether anything
    /// else does; with nobody to shelter from, what it stands in or behind.
    pub fn shelter(&self, field: &Field, unit: &Rect, from: Option<Point>) -> (Works, bool) {
        let mut found = (Works::None, false);
        for cover in self.covers(field, unit, from) {
            match cover {
                Cover::None => {}
                Cover::HastyWorks => found.0 = found.0.max(Works::Hasty),
                Cover::MediumWorks | Cover::HeavyWorks => found.0 = Works::Heavier,
                Cover::LightWoods | Cover::HeavyWoods | Cover::Fence | Cover::StoneWall => found.1 = true,
            }
        }
        found
    }

    /// Everything that covers a unit, measured from its base (ruling JR-R01): woods and buildings that it is in, lines that
    /// it is close behind, none on the outer side of works. Against something, only what lies between (ruling JR-R17).
    fn covers(&self, field: &Field, unit: &Rect, from: Option<Point>) -> SmallVec<[Cover; 4]> {
        let at = unit.centre();
        let mut found = SmallVec::new();
        for place in &self.woods {
            let wood = &field.features[*place];
            if wood.holds(at) {
                found.push(if wood.grade >= 2 { Cover::HeavyWoods } else { Cover::LightWoods });
            }
        }
        let house = |place: &usize| {
            let building = &field.features[*place];
            building.holds(at) && !from.is_some_and(|from| building.holds(from))
        };
        if self.buildings.iter().any(house) {
            found.push(Cover::StoneWall);
        }
        for place in &self.lines {
            let feature = &field.features[*place];
            let Some(line) = feature.line() else { continue };
            if line.bounds().farther_than(&unit.bounds(), BEHIND + line.width()) {
                continue;
            }
            let near = line.distance(unit).within(BEHIND + line.width().half());
            let inner = feature.kind != Kind::Works || line.side_of(at) != LineSide::Outer;
            if near && inner && from.is_none_or(|from| line.crosses(at, from)) {
                found.push(line_cover(feature));
            }
        }
        found
    }

    /// JR-DRM-05, JR-MPM-05: the works that a unit stands in.
    pub fn works_of(&self, field: &Field, unit: &Rect) -> Works {
        let near = |feature: &&Feature| {
            feature.line().is_some_and(|line| {
                !line.bounds().farther_than(&unit.bounds(), BEHIND + line.width())
                    && line.distance(unit).within(BEHIND + line.width().half())
                    && line.side_of(unit.centre()) != LineSide::Outer
            })
        };
        let works = self.lines.iter().map(|place| &field.features[*place]).filter(|f| f.kind == Kind::Works);
        works
            .filter(near)
            .map(|feature| if feature.grade >= 2 { Works::Heavier } else { Works::Hasty })
            .max()
            .unwrap_or(Works::None)
    }

    /// In woods, a building, or close behind a line, whoever may come.
    pub fn is_covered(&self, field: &Field, unit: &Rect) -> bool {
        !self.covers(field, unit, None).is_empty()
    }

    pub fn in_woods(&self, field: &Field, at: Point) -> bool {
        self.woods.iter().any(|place| field.features[*place].holds(at))
    }

    pub fn areas<'a>(
        field: &'a Field,
        places: &'a [usize],
    ) -> impl Iterator<Item = (&'a Feature, &'a Polygon)> {
        places.iter().filter_map(|place| {
            let feature = &field.features[*place];
            feature.area().map(|area| (feature, area))
        })
    }
}

fn line_cover(feature: &Feature) -> Cover {
    match (feature.kind, feature.grade) {
        (Kind::Works, 3..) => Cover::HeavyWorks,
        (Kind::Works, 2) => Cover::MediumWorks,
        (Kind::Works, _) => Cover::HastyWorks,
        (Kind::Wall, _) => Cover::StoneWall,
        _ => Cover::Fence,
    }
}

/// The cover that is worth more.
pub(crate) fn better(one: Cover, other: Cover) -> Cover {
    let worth = |cover: Cover| match cover {
        Cover::None => 0,
        Cover::LightWoods | Cover::Fence => 1,
        Cover::HeavyWoods | Cover::StoneWall | Cover::HastyWorks => 2,
        Cover::MediumWorks => 3,
        Cover::HeavyWorks => 4,
    };
    if worth(other) > worth(one) { other } else { one }
}

fn slowness(feature: &Feature) -> Terrain {
    match feature.kind {
        Kind::Wood if feature.grade >= 2 => Terrain::HeavyWoods,
        Kind::Wood => Terrain::LightWoods,
        Kind::Orchard | Kind::Brush | Kind::Stream | Kind::Building | Kind::Town | Kind::Cut => {
            Terrain::Broken
        }
        Kind::Rough | Kind::Marsh => Terrain::Rough,
        _ => Terrain::Open,
    }
}

fn is_closed_to(feature: &Feature, arm: Arm) -> bool {
    let word = match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "artillery",
        Arm::Officer => return false,
    };
    feature.impassable_to.iter().any(|known| known == word)
}

fn name_of(feature: &Feature) -> String {
    feature.name.clone().unwrap_or_else(|| format!("the {:?}", feature.kind).to_lowercase())
}

/// The nearest enemy regiment or battery, and how far it is, between the nearest points of their bases (JR-UNIT-09).
pub fn nearest_enemy(state: &State, id: UnitId) -> Option<(Length, UnitId)> {
    let rect = &state.unit(id).rect;
    let enemies = state.troops(state.side(id).enemy()).map(|enemy| (enemy, &state.unit(enemy).rect));
    longroll_table::nearest_of(rect, enemies)
}
