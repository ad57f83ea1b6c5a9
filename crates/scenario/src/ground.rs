//! From yards to the table: the ground and the places of a scenario at a ruleset's own scale.

use longroll_table::{
    BadOutline, FARTHEST, Feature, FeatureId, Field, Heading, Kind, Length, Line, Point, Polygon, Pose,
    Shape, TableEdge,
};

use crate::battle::{Place, Scenario, Unit};
use crate::terrain;
use crate::words;

/// How large the ground is drawn on the table: so many micrometres stand for so many yards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    micrometres: i64,
    yards: i64,
}

/// Why a scenario has no field at some scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoField {
    /// The table would be larger than any table can be.
    TooLarge {
        /// The longer side it would have.
        side: Length,
    },
    /// A feature cannot be drawn at this scale.
    BadFeature {
        /// Its number in the terrain, from 0.
        index: usize,
        /// What is wrong with it.
        why: BadOutline,
    },
}

impl Scale {
    /// The scale at which `length` on the table stands for `yards`. None when either is not above zero, or absurd.
    pub fn new(length: Length, yards: i64) -> Option<Scale> {
        let micrometres = length.micrometres();
        let fits = (1..=FARTHEST).contains(&micrometres) && (1..=1_000_000).contains(&yards);
        fits.then_some(Scale { micrometres, yards })
    }

    /// A distance in yards as a length on the table.
    pub fn length(self, yards: i64) -> Length {
        self.thousandths(yards.saturating_mul(1_000))
    }

    /// A place as a point on the table.
    pub fn point(self, place: Place) -> Point {
        Point::at(self.length(i64::from(place.x)), self.length(i64::from(place.y)))
    }

    /// Where a unit stands and faces at the start.
    pub fn pose(self, unit: &Unit) -> Pose {
        Pose::new(self.point(unit.at), Heading::from_degrees(i32::from(unit.facing)))
    }

    /// Thousandths of a yard as a length on the table, rounded half away from zero; stops at the farthest possible.
    fn thousandths(self, amount: i64) -> Length {
        let numerator = i128::from(amount) * i128::from(self.micrometres);
        let denominator = i128::from(self.yards) * 1_000;
        let rounded = (numerator.abs() * 2 + denominator) / (denominator * 2) * numerator.signum();
        let farthest = i128::from(FARTHEST) * 2;
        Length::from_micrometres(i64::try_from(rounded.clamp(-farthest, farthest)).unwrap_or(0))
    }

    fn spot(self, spot: terrain::Spot) -> Point {
        Point::at(self.thousandths(spot.x), self.thousandths(spot.y))
    }
}

impl Scenario {
    /// The field at a scale, with every feature; the number of a feature is its place in [`Scenario::terrain`].
    pub fn field(&self, scale: Scale) -> Result<Field, NoField> {
        let width = scale.length(i64::from(self.field.width_yards));
        let height = scale.length(i64::from(self.field.height_yards));
        if width.max(height).micrometres() > FARTHEST {
            return Err(NoField::TooLarge { side: width.max(height) });
        }
        let mut field = Field::bare(width, height);
        for (index, drawn) in self.terrain.features.iter().enumerate() {
            let feature = feature(index, drawn, scale).map_err(|why| NoField::BadFeature { index, why })?;
            field.features.push(feature);
        }
        Ok(field)
    }
}

impl words::Edge {
    /// The same edge of the table.
    pub const fn on_table(self) -> TableEdge {
        match self {
            words::Edge::North => TableEdge::North,
            words::Edge::East => TableEdge::East,
            words::Edge::South => TableEdge::South,
            words::Edge::West => TableEdge::West,
        }
    }
}

impl std::fmt::Display for NoField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoField::TooLarge { side } => {
                write!(
                    f,
                    "the field would be {} in long at this scale; use a smaller scale",
                    side.in_inches()
                )
            }
            NoField::BadFeature { index, why } => {
                write!(
                    f,
                    "features[{index}] cannot be drawn at this scale ({why:?}); draw it larger or simpler"
                )
            }
        }
    }
}

impl std::error::Error for NoField {}

fn feature(index: usize, drawn: &terrain::Feature, scale: Scale) -> Result<Feature, BadOutline> {
    let id = FeatureId(u16::try_from(index).map_err(|_| BadOutline::TooMany)?);
    let shape = match &drawn.shape {
        terrain::Shape::Area(ring) => {
            let mut ring = on_table(ring, scale);
            if ring.first() == ring.last() {
                ring.pop();
            }
            Shape::Area(Polygon::new(ring)?)
        }
        terrain::Shape::Line(points) => {
            Shape::Line(Line::new(on_table(points, scale), scale.length(i64::from(drawn.width_yards)))?)
        }
    };
    Ok(Feature {
        id,
        kind: kind(drawn.kind),
        name: drawn.name.clone(),
        shape,
        level: drawn.level,
        height: 0,
        grade: drawn.grade,
        sight_depth: drawn.sight_yards.map(|yards| scale.length(i64::from(yards))),
        impassable_to: drawn.impassable_to.iter().map(|arm| arm.word().to_owned()).collect(),
    })
}

/// The points on the table; points that fall together at this scale become one.
fn on_table(spots: &[terrain::Spot], scale: Scale) -> Vec<Point> {
    let mut points: Vec<Point> = spots.iter().map(|spot| scale.spot(*spot)).collect();
    points.dedup();
    points
}

fn kind(kind: words::Kind) -> Kind {
    use words::Kind as Word;
    match kind {
        Word::Wood => Kind::Wood,
        Word::Field => Kind::Field,
        Word::Orchard => Kind::Orchard,
        Word::Brush => Kind::Brush,
        Word::Rough => Kind::Rough,
        Word::Marsh => Kind::Marsh,
        Word::Water => Kind::Water,
        Word::Building => Kind::Building,
        Word::Town => Kind::Town,
        Word::Contour => Kind::Contour,
        Word::Road => Kind::Road,
        Word::Trail => Kind::Trail,
        Word::Railway => Kind::Railway,
        Word::Stream => Kind::Stream,
        Word::Fence => Kind::Fence,
        Word::Wall => Kind::Wall,
        Word::Hedge => Kind::Hedge,
        Word::Works => Kind::Works,
        Word::Bridge => Kind::Bridge,
        Word::Ford => Kind::Ford,
        Word::Cut => Kind::Cut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use longroll_table::inches;

    #[test]
    fn yards_become_micrometres() {
        let forty = Scale::new(inches(1), 40).expect("a usual scale");
        // 40 yards are an inch, 25 400 µm; one yard is 635 µm; a thousandth 0.635, rounded 1; -3 thousandths -1.905.
        assert_eq!(forty.length(40), inches(1));
        assert_eq!(forty.length(1).micrometres(), 635);
        assert_eq!(forty.thousandths(1).micrometres(), 1);
        assert_eq!(forty.thousandths(-3).micrometres(), -2);
        // At an inch to 60 yards a yard is 423 1/3 µm, and 50 yards are 21 166 2/3.
        let sixty = Scale::new(inches(1), 60).expect("a usual scale");
        assert_eq!(sixty.length(50).micrometres(), 21_167);
        assert_eq!(sixty.point(Place { x: 60, y: 120 }), Point::at(inches(1), inches(2)));
        assert_eq!(Scale::new(inches(0), 40), None);
        assert_eq!(Scale::new(inches(1), 0), None);
    }

    #[test]
    fn every_kind_keeps_its_word() {
        for word in words::Kind::ALL {
            let ours = serde_json::to_value(word).expect("a word");
            assert_eq!(serde_json::to_value(kind(*word)).expect("a word"), ours);
        }
    }
}
