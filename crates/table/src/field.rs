//! The field: its size, and what stands and lies on it.

use crate::{Bounds, FARTHEST, Footprint, GRAIN, Heading, Length, Line, Placed, Point, Polygon};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of a feature on a field.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct FeatureId(pub u16);

/// What a feature is. What that means is for others to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Kind {
    Wood,
    Field,
    Orchard,
    Brush,
    Rough,
    Marsh,
    Water,
    Building,
    Town,
    /// Ground inside stands at least at the feature's level.
    Contour,
    Road,
    Trail,
    Railway,
    Stream,
    Fence,
    Wall,
    Hedge,
    Works,
    Bridge,
    Ford,
    Cut,
}

/// The ground a feature covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// An area.
    Area(Polygon),
    /// A line with a width. Walking along it the outer side is on the left.
    Line(Line),
}

/// One feature of the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Feature {
    /// Its number.
    pub id: FeatureId,
    /// What it is.
    pub kind: Kind,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is.
    pub shape: Shape,
    /// For contours: the level that the ground inside has at least.
    #[serde(default)]
    pub level: i8,
    /// How many levels it rises above the ground it stands on.
    #[serde(default)]
    pub height: i8,
    /// Grade, density or strength, where there are several; zero when it does not matter.
    #[serde(default)]
    pub grade: u8,
    /// How far one sees through it, where the scenario says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight_depth: Option<Length>,
    /// To whom it is impassable: words that only rulesets understand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub impassable_to: Vec<String>,
}

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum TableEdge {
    North,
    East,
    South,
    West,
}

/// The table with all its features. The origin is the south-west corner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    /// From west to east.
    pub width: Length,
    /// From south to north.
    pub height: Length,
    /// What stands and lies on it.
    #[serde(default)]
    pub features: Vec<Feature>,
}

impl TableEdge {
    /// All four, clockwise from the north.
    pub const ALL: [TableEdge; 4] = [TableEdge::North, TableEdge::East, TableEdge::South, TableEdge::West];

    /// The heading straight over this edge.
    pub const fn outward(self) -> Heading {
        match self {
            TableEdge::North => Heading::NORTH,
            TableEdge::East => Heading::EAST,
            TableEdge::South => Heading::SOUTH,
            TableEdge::West => Heading::WEST,
        }
    }
}

impl Feature {
    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        match &self.shape {
            Shape::Area(area) => area.bounds(),
            Shape::Line(line) => line.bounds(),
        }
    }

    /// Its area, if it is one.
    pub fn area(&self) -> Option<&Polygon> {
        match &self.shape {
            Shape::Area(area) => Some(area),
            Shape::Line(_) => None,
        }
    }

    /// Its line, if it is one.
    pub fn line(&self) -> Option<&Line> {
        match &self.shape {
            Shape::Area(_) => None,
            Shape::Line(line) => Some(line),
        }
    }

    /// Is the point on it: in its area, edge included, or no farther from its line than half the width?
    pub fn holds(&self, p: Point) -> bool {
        match &self.shape {
            Shape::Area(area) => area.holds(p),
            Shape::Line(line) => line.holds(p),
        }
    }

    /// Does some of the footprint lie on it, deeper than the grain?
    pub fn lies_under(&self, footprint: &Footprint) -> bool {
        self.bounds().meets(&footprint.bounds())
            && footprint.stands().iter().any(|stand| match &self.shape {
                Shape::Area(area) => area.overlaps(stand),
                Shape::Line(line) => crate::overlaps(line.pieces(), stand),
            })
    }

    /// How many bases of the footprint have their middle on it.
    pub fn stands_on(&self, footprint: &Footprint) -> usize {
        footprint.stands().iter().filter(|stand| self.holds(stand.centre())).count()
    }

    /// The distance from the feature to something: from the edge of its area, or from the edge of its line's width.
    pub fn distance<B: Placed + ?Sized>(&self, other: &B) -> Length {
        match &self.shape {
            Shape::Area(area) => area.distance(other),
            Shape::Line(line) => (line.distance(other) - line.width().half()).max(Length::ZERO),
        }
    }
}

impl Field {
    /// A bare table of this size.
    pub const fn bare(width: Length, height: Length) -> Field {
        Field { width, height, features: Vec::new() }
    }

    /// The box of the table. A size that no table can have is cut to one that it can.
    pub fn bounds(&self) -> Bounds {
        let side = |length: Length| length.micrometres().clamp(0, FARTHEST);
        Bounds { west: 0, south: 0, east: side(self.width), north: side(self.height) }
    }

    /// The feature with this number.
    pub fn feature(&self, id: FeatureId) -> Option<&Feature> {
        // Numbers are usually places in the list.
        let guess = self.features.get(usize::from(id.0)).filter(|f| f.id == id);
        guess.or_else(|| self.features.iter().find(|f| f.id == id))
    }

    /// All features at a point, in order.
    pub fn features_at(&self, p: Point) -> impl Iterator<Item = &Feature> {
        self.features.iter().filter(move |f| f.holds(p))
    }

    /// The kinds of all features at a point.
    pub fn kinds_at(&self, p: Point) -> impl Iterator<Item = Kind> {
        self.features_at(p).map(|f| f.kind)
    }

    /// Is there a feature of this kind at the point?
    pub fn has_kind_at(&self, p: Point, kind: Kind) -> bool {
        self.features.iter().any(|f| f.kind == kind && f.holds(p))
    }

    /// The level of the ground at a point: the highest contour around it, or zero.
    pub fn level_at(&self, p: Point) -> i8 {
        let contours = self.features.iter().filter(|f| f.kind == Kind::Contour && f.level > 0);
        contours.filter(|f| f.holds(p)).map(|f| f.level).max().unwrap_or(0)
    }

    /// All features on which some of the footprint lies, deeper than the grain.
    pub fn features_under(&self, footprint: &Footprint) -> impl Iterator<Item = &Feature> {
        self.features.iter().filter(move |f| f.lies_under(footprint))
    }

    /// Is it wholly on the table, but for the grain?
    pub fn inside<B: Placed + ?Sized>(&self, thing: &B) -> bool {
        let (table, b) = (self.bounds().grown(GRAIN), thing.bounds());
        table.west <= b.west && b.east <= table.east && table.south <= b.south && b.north <= table.north
    }

    /// The distance from its nearest part to an edge of the table; negative when it sticks out over it.
    pub fn distance_to_edge<B: Placed + ?Sized>(&self, thing: &B, edge: TableEdge) -> Length {
        let (table, b) = (self.bounds(), thing.bounds());
        Length::from_micrometres(match edge {
            TableEdge::North => table.north - b.north,
            TableEdge::East => table.east - b.east,
            TableEdge::South => b.south - table.south,
            TableEdge::West => b.west - table.west,
        })
    }

    /// The nearest edge of the table and its distance; on ties the first of north, east, south, west.
    pub fn nearest_edge<B: Placed + ?Sized>(&self, thing: &B) -> (TableEdge, Length) {
        let mut best = (TableEdge::North, self.distance_to_edge(thing, TableEdge::North));
        for edge in TableEdge::ALL {
            let distance = self.distance_to_edge(thing, edge);
            if distance < best.1 {
                best = (edge, distance);
            }
        }
        best
    }

    /// The first edge of the table that some part of it reaches when it goes straight along `heading` for up to
    /// `reach`, and how far it goes until then. When two are reached at once, the one more squarely approached.
    pub fn leaves_at<B: Placed + ?Sized>(
        &self,
        thing: &B,
        heading: Heading,
        reach: Length,
    ) -> Option<(TableEdge, Length)> {
        let (sine, cosine) = heading.sine_cosine();
        let rates = [
            (TableEdge::North, cosine),
            (TableEdge::East, sine),
            (TableEdge::South, -cosine),
            (TableEdge::West, -sine),
        ];
        let mut best: Option<(Length, i64, TableEdge)> = None;
        for (edge, rate) in rates.into_iter().filter(|&(_, rate)| rate > 0) {
            let gap = self.distance_to_edge(thing, edge).micrometres().max(0);
            let after = ((i128::from(gap) << 30) / i128::from(rate)).min(i128::from(i64::MAX)) as i64;
            let after = Length::from_micrometres(after);
            let sooner = best.is_none_or(|(least, r, _)| after < least || (after == least && rate > r));
            if after.within(reach) && sooner {
                best = Some((after, rate, edge));
            }
        }
        best.map(|(after, _, edge)| (edge, after.min(reach)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BaseSize, Pose, Rect, inches};

    fn p(x: i64, y: i64) -> Point {
        Point::at(inches(x), inches(y))
    }

    fn square(id: u16, kind: Kind, (x, y): (i64, i64), side: i64, level: i8) -> Feature {
        let ring = vec![p(x, y), p(x + side, y), p(x + side, y + side), p(x, y + side)];
        let shape = Shape::Area(Polygon::new(ring).unwrap());
        Feature {
            id: FeatureId(id),
            kind,
            name: None,
            shape,
            level,
            height: 0,
            grade: 0,
            sight_depth: None,
            impassable_to: Vec::new(),
        }
    }

    fn field() -> Field {
        let mut field = Field::bare(inches(72), inches(48));
        field.features = vec![
            square(0, Kind::Contour, (10, 10), 20, 1),
            square(1, Kind::Contour, (15, 15), 5, 2),
            square(2, Kind::Wood, (18, 10), 10, 0),
        ];
        field
    }

    fn unit(x: i64, y: i64) -> Footprint {
        let pose = Pose::new(p(x, y), Heading::NORTH);
        Footprint::single(Rect::new(pose, BaseSize::new(inches(4), inches(2))))
    }

    #[test]
    fn ground_at_a_point() {
        let field = field();
        assert_eq!(field.level_at(p(5, 5)), 0);
        assert_eq!(field.level_at(p(10, 12)), 1, "the edge is inside");
        assert_eq!(field.level_at(p(17, 17)), 2);
        assert_eq!(field.kinds_at(p(19, 19)).collect::<Vec<_>>(), [Kind::Contour, Kind::Contour, Kind::Wood]);
        assert!(field.has_kind_at(p(19, 19), Kind::Wood) && !field.has_kind_at(p(17, 17), Kind::Wood));
        assert_eq!(field.feature(FeatureId(2)).unwrap().kind, Kind::Wood);
        assert!(field.feature(FeatureId(9)).is_none());
    }

    #[test]
    fn ground_under_a_footprint() {
        let field = field();
        let under = |x, y| field.features_under(&unit(x, y)).map(|f| f.id.0).collect::<Vec<_>>();
        assert_eq!(under(16, 12), [0], "its right edge only touches the wood at x = 18");
        assert_eq!(under(17, 12), [0, 2]);
        assert_eq!(under(50, 40), [] as [u16; 0]);
        assert_eq!(field.features[2].stands_on(&unit(17, 12)), 0);
        assert_eq!(field.features[2].stands_on(&unit(18, 12)), 1);
        assert_eq!(field.features[2].distance(&unit(12, 12)), inches(4)); // 18 − 12 − 2
    }

    #[test]
    fn edges_of_the_table() {
        let field = field();
        assert!(field.inside(&unit(2, 1)) && !field.inside(&unit(1, 1)));
        assert_eq!(field.distance_to_edge(&unit(10, 10), TableEdge::North), inches(37)); // 48 − 10 − 1
        assert_eq!(field.distance_to_edge(&unit(1, 10), TableEdge::West), inches(-1));
        assert_eq!(field.nearest_edge(&unit(36, 10)), (TableEdge::South, inches(9)));
        let leaves = |heading, reach| field.leaves_at(&unit(10, 10), Heading::from_degrees(heading), reach);
        assert_eq!(leaves(180, inches(9)), Some((TableEdge::South, inches(9))));
        assert_eq!(leaves(180, inches(8)), None);
        // South-west: 8 in to the west edge, 9 to the south: 8·√2 in = 287 368.2 µm.
        let (edge, after) = leaves(225, inches(20)).unwrap();
        assert_eq!(edge, TableEdge::West);
        assert!(after.about(Length::from_micrometres(287_368)));
    }

    #[test]
    fn a_field_can_be_written_and_read() {
        let field = field();
        let text = serde_json::to_string(&field).unwrap();
        assert!(text.contains(r#""kind":"contour""#) && text.contains(r#""shape":{"area":[{"x":"#));
        assert_eq!(serde_json::from_str::<Field>(&text).unwrap(), field);
        let schema = serde_json::to_value(schemars::schema_for!(Field)).unwrap();
        assert_eq!(schema["$defs"]["Length"]["type"], "integer");
        assert_eq!(schema["$defs"]["Polygon"]["type"], "array");
    }

    #[test]
    fn wild_sizes_do_no_harm() {
        let field = Field::bare(Length::MAX, -Length::MAX);
        assert!(!field.inside(&unit(5, 5)));
        assert!(field.distance_to_edge(&unit(-5, -5), TableEdge::East) > inches(100));
        assert_eq!(field.leaves_at(&unit(0, 0), Heading::EAST, inches(50)), None);
    }
}
