//! Reading `terrain.geojson`: features in yards, each judged on its own so that one bad shape does not hide the next.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::battle::FieldSize;
use crate::check::NamedText;
use crate::coordinates::{Nested, read_coordinates};
use crate::document::{Document, Node};
use crate::limits::*;
use crate::mistake::{LineStarts, Mistake};
use crate::outline::{Tangle, tangle};
use crate::schema::{departures, schema_of};
use crate::terrain::{Feature, Shape, Spot, Terrain};
use crate::words::{Arm, DrawnAs, Kind};

/// Reads the ground. Mistakes are added to the list; features without mistakes are kept, also when others have some.
pub(crate) fn read_terrain(
    source: &NamedText<'_>,
    field: Option<FieldSize>,
    mistakes: &mut Vec<Mistake>,
) -> Terrain {
    let lines = LineStarts::of(source.text);
    let mut reader = Reader { source, field, mistakes, lines, schema: schema_of::<Properties>(), points: 0 };
    Terrain { features: reader.collection() }
}

/// The top of the file. Other members are the business of the program that wrote them.
#[derive(Deserialize)]
struct Collection<'a> {
    #[serde(rename = "type", default)]
    sort: String,
    #[serde(default)]
    units: Option<serde_json::Value>,
    #[serde(borrow, default)]
    features: Vec<&'a RawValue>,
}

/// One feature. `id`, `bbox` and the like are passed over.
#[derive(Deserialize)]
struct RawFeature<'a> {
    properties: Option<serde_json::Value>,
    #[serde(borrow)]
    geometry: Option<RawGeometry<'a>>,
}

#[derive(Deserialize)]
struct RawGeometry<'a> {
    #[serde(rename = "type")]
    sort: String,
    #[serde(borrow)]
    coordinates: Option<&'a RawValue>,
}

/// What a feature says of itself.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Properties {
    kind: Kind,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    level: Option<i64>,
    #[serde(default)]
    width_yards: Option<i64>,
    #[serde(default)]
    grade: Option<i64>,
    #[serde(default)]
    sight_yards: Option<i64>,
    #[serde(default)]
    impassable_to: Option<Vec<Arm>>,
}

/// What went wrong with one feature: what, and the remedy.
type Complaint = (String, String);

struct Reader<'a> {
    source: &'a NamedText<'a>,
    field: Option<FieldSize>,
    mistakes: &'a mut Vec<Mistake>,
    lines: LineStarts,
    /// The schema of the properties.
    schema: serde_json::Value,
    /// Points of all features so far.
    points: usize,
}

impl Reader<'_> {
    fn collection(&mut self) -> Vec<Feature> {
        let text = self.source.text;
        if text.len() > MOST_TERRAIN_BYTES {
            let what = format!("the file has {} bytes", text.len());
            self.report(None, "", &what, &format!("keep it within {MOST_TERRAIN_BYTES}"));
            return Vec::new();
        }
        let collection: Collection<'_> = match serde_json::from_str(text) {
            Ok(collection) => collection,
            Err(error) => {
                let what = format!("this is not a GeoJSON feature collection: {error}");
                self.report(
                    Some(error.line()),
                    "",
                    &what,
                    "mend the line, or write the file anew with a GIS program",
                );
                return Vec::new();
            }
        };
        if collection.sort != "FeatureCollection" {
            let what = format!("type is \"{}\"", collection.sort);
            self.report(Some(1), "", &what, "write \"type\": \"FeatureCollection\" at the top");
        }
        if collection.units.as_ref().and_then(|units| units.as_str()) != Some("yards") {
            self.report(
                Some(1),
                "",
                "the unit of length is not stated",
                "write \"units\": \"yards\" at the top",
            );
        }
        let count = collection.features.len();
        if count > MOST_FEATURES {
            let what = format!("the ground has {count} features");
            self.report(None, "", &what, &format!("use no more than {MOST_FEATURES}"));
            return Vec::new();
        }
        let features: Vec<Feature> = collection
            .features
            .iter()
            .enumerate()
            .flat_map(|(index, raw)| self.feature(index, raw))
            .collect();
        if features.len() > MOST_FEATURES {
            let what = format!(
                "the ground has {} features, counting each part of those with several",
                features.len()
            );
            self.report(None, "", &what, &format!("use no more than {MOST_FEATURES}"));
        }
        if self.points > MOST_POINTS {
            let what = format!("the ground has {} points", self.points);
            self.report(None, "", &what, &format!("use no more than {MOST_POINTS}"));
        }
        features
    }

    /// One feature of the file: one or, with several parts, several features of the ground.
    fn feature(&mut self, index: usize, raw: &RawValue) -> Vec<Feature> {
        // The raw text is a slice of the file, so its address tells where in the file it stands.
        let offset = (raw.get().as_ptr() as usize).saturating_sub(self.source.text.as_ptr() as usize);
        let line = self.lines.line(offset);
        let mut place = format!("features[{index}]");
        let mut complaints = Vec::new();
        let features = self.parts(raw, &mut place, &mut complaints);
        for (what, remedy) in &complaints {
            self.report(Some(line), &place, what, remedy);
        }
        if complaints.is_empty() { features } else { Vec::new() }
    }

    fn parts(&mut self, raw: &RawValue, place: &mut String, complaints: &mut Vec<Complaint>) -> Vec<Feature> {
        let feature: RawFeature<'_> = match serde_json::from_str(raw.get()) {
            Ok(feature) => feature,
            Err(error) => {
                complaints.push((unread(&error), "write type, properties and geometry".to_owned()));
                return Vec::new();
            }
        };
        let properties = self.properties(feature.properties.as_ref(), place, complaints);
        if let Some(properties) = &properties {
            judge_properties(properties, complaints);
        }
        let shapes = self.shapes(feature.geometry, complaints);
        let Some(properties) = properties else { return Vec::new() };
        shapes.into_iter().map(|shape| finished(&properties, shape, complaints)).collect()
    }

    /// The properties as typed data, with kind and name added to the place as far as they can be read.
    fn properties(
        &self,
        json: Option<&serde_json::Value>,
        place: &mut String,
        complaints: &mut Vec<Complaint>,
    ) -> Option<Properties> {
        let Some(json) = json.filter(|json| json.is_object()) else {
            complaints.push((
                "properties are missing".to_owned(),
                "write \"properties\": {\"kind\": \"wood\"}".to_owned(),
            ));
            return None;
        };
        if let Some(kind) = json["kind"].as_str() {
            place.push_str(&format!(" {kind}"));
        }
        if let Some(name) = json["name"].as_str() {
            place.push_str(&format!(" \"{name}\""));
        }
        let document = Document { file: "", top: Node::from_json(json, 0) };
        let found = departures(&document, &self.schema);
        if !found.is_empty() {
            complaints.extend(found.into_iter().map(|mistake| (mistake.what, mistake.remedy)));
            return None;
        }
        match serde_json::from_value(json.clone()) {
            Ok(properties) => Some(properties),
            Err(error) => {
                complaints
                    .push((unread(&error), "see the key list in the documentation of scenarios".to_owned()));
                None
            }
        }
    }

    fn shapes(&mut self, geometry: Option<RawGeometry<'_>>, complaints: &mut Vec<Complaint>) -> Vec<Shape> {
        let drawn = geometry.and_then(|geometry| Some((geometry.sort, geometry.coordinates?)));
        let Some((sort, coordinates)) = drawn else {
            complaints
                .push(("geometry is missing".to_owned(), "draw it as a Polygon or a LineString".to_owned()));
            return Vec::new();
        };
        let depth = match sort.as_str() {
            "LineString" => 2,
            "Polygon" | "MultiLineString" => 3,
            "MultiPolygon" => 4,
            _ => {
                let remedy = "draw it as a Polygon or a LineString".to_owned();
                complaints.push((format!("geometry \"{sort}\" is of no use here"), remedy));
                return Vec::new();
            }
        };
        let Some(nested) = read_coordinates(coordinates.get()) else {
            let remedy = "write [x, y] pairs of plain numbers in yards, under a million".to_owned();
            complaints.push(("coordinates hold something that is no number of yards".to_owned(), remedy));
            return Vec::new();
        };
        let parts = if sort.starts_with("Multi") { nested.items() } else { vec![&nested] };
        let part_depth = if sort.starts_with("Multi") { depth - 1 } else { depth };
        parts.into_iter().filter_map(|part| self.shape(part, part_depth, complaints)).collect()
    }

    /// One line (depth 2) or polygon (depth 3).
    fn shape(&mut self, part: &Nested, depth: usize, complaints: &mut Vec<Complaint>) -> Option<Shape> {
        let rings = if depth == 3 { part.items() } else { vec![part] };
        let rings: Option<Vec<Vec<Spot>>> = rings.into_iter().map(Nested::as_spots).collect();
        let mut points = match rings {
            Some(mut rings) if rings.len() == 1 => rings.remove(0),
            Some(rings) if rings.len() > 1 => {
                let remedy = "draw two areas with a seam, or lay a second feature over it".to_owned();
                complaints.push(("the polygon has a hole".to_owned(), remedy));
                return None;
            }
            _ => {
                let remedy = "write the coordinates as GeoJSON lays down for this geometry".to_owned();
                complaints.push(("coordinates are not nested as they should be".to_owned(), remedy));
                return None;
            }
        };
        self.points = self.points.saturating_add(points.len());
        if points.len() > MOST_POINTS_OF_ONE {
            let what = format!("the shape has {} points", points.len());
            complaints.push((what, format!("use no more than {MOST_POINTS_OF_ONE}, or cut it in pieces")));
            return None;
        }
        if let Some(outside) = points.iter().find(|point| !self.is_on_field(**point)) {
            let what = format!("the point {} is off the field", yards(*outside));
            complaints.push((what, "keep every point within the field of scenario.toml".to_owned()));
        }
        if depth == 2 {
            judge_line(&points, complaints);
            return Some(Shape::Line(points));
        }
        if points.len() < 4 || points.first() != points.last() {
            let what =
                if points.len() < 4 { "the polygon has too few points" } else { "the polygon is not closed" };
            complaints.push((
                what.to_owned(),
                "give three corners or more and end with the first again".to_owned(),
            ));
            return None;
        }
        points.pop();
        judge_ring(&points, complaints);
        Some(Shape::Area(points))
    }

    fn is_on_field(&self, point: Spot) -> bool {
        self.field.is_none_or(|field| {
            (0..=i64::from(field.width_yards) * 1_000).contains(&point.x)
                && (0..=i64::from(field.height_yards) * 1_000).contains(&point.y)
        })
    }

    fn report(&mut self, line: Option<usize>, place: &str, what: &str, remedy: &str) {
        self.mistakes.push(Mistake {
            file: self.source.file.to_owned(),
            line,
            place: place.to_owned(),
            what: what.to_owned(),
            remedy: remedy.to_owned(),
        });
    }
}

fn judge_properties(properties: &Properties, complaints: &mut Vec<Complaint>) {
    let levels = format!("{} to {}", LEVELS.start(), LEVELS.end());
    match (properties.kind, properties.level) {
        (Kind::Contour, None) => {
            complaints.push(("level is missing".to_owned(), format!("give the contour a level, {levels}")));
        }
        (Kind::Contour, Some(level)) if !i8::try_from(level).is_ok_and(|level| LEVELS.contains(&level)) => {
            complaints.push((format!("level is {level}"), format!("use {levels}")));
        }
        (kind, Some(_)) if kind != Kind::Contour => {
            complaints
                .push(("level is for contours".to_owned(), "take it out, or draw a contour".to_owned()));
        }
        _ => {}
    }
    if let Some(grade) = properties.grade
        && !u8::try_from(grade).is_ok_and(|grade| GRADES.contains(&grade))
    {
        let remedy = format!("use {} to {}", GRADES.start(), GRADES.end());
        complaints.push((format!("grade is {grade}"), remedy));
    }
    if let Some(width) = properties.width_yards {
        let remedy = format!("use {} to {} yards", WIDTH_YARDS.start(), WIDTH_YARDS.end());
        if !u32::try_from(width).is_ok_and(|width| WIDTH_YARDS.contains(&width)) {
            complaints.push((format!("width_yards is {width}"), remedy));
        }
    }
    if let Some(yards) = properties.sight_yards {
        let remedy = format!("use {} to {} yards", SIGHT_YARDS.start(), SIGHT_YARDS.end());
        if !u32::try_from(yards).is_ok_and(|yards| SIGHT_YARDS.contains(&yards)) {
            complaints.push((format!("sight_yards is {yards}"), remedy));
        }
    }
}

fn judge_line(points: &[Spot], complaints: &mut Vec<Complaint>) {
    if points.len() < 2 {
        complaints.push(("the line has too few points".to_owned(), "give two points or more".to_owned()));
    }
    if let Some(pair) = points.windows(2).find(|pair| pair[0] == pair[1]) {
        let what = format!("the point {} stands twice", yards(pair[0]));
        complaints.push((what, "leave the second out".to_owned()));
    }
}

fn judge_ring(ring: &[Spot], complaints: &mut Vec<Complaint>) {
    match tangle(ring) {
        None => {}
        Some(Tangle::Flat) => {
            complaints.push((
                "the polygon encloses nothing".to_owned(),
                "give corners that are not in one line".to_owned(),
            ));
        }
        Some(Tangle::Repeats(point)) => {
            complaints.push((
                format!("the point {} stands twice", yards(point)),
                "leave the second out".to_owned(),
            ));
        }
        Some(Tangle::Crosses(point)) => {
            let what = format!("the polygon crosses or touches itself near {}", yards(point));
            complaints.push((what, "give the corners in order around the area".to_owned()));
        }
    }
}

/// Puts properties and shape together, if they fit each other.
fn finished(properties: &Properties, shape: Shape, complaints: &mut Vec<Complaint>) -> Feature {
    let kind = properties.kind;
    let is_line = matches!(shape, Shape::Line(_));
    match (kind.drawn_as(), is_line) {
        (DrawnAs::Area, true) => {
            complaints.push((format!("a {kind} is an area, not a line"), "draw it as a Polygon".to_owned()));
        }
        (DrawnAs::Line, false) => {
            complaints
                .push((format!("a {kind} is a line, not an area"), "draw it as a LineString".to_owned()));
        }
        (_, true) if properties.sight_yards.is_some() => {
            complaints.push(("sight_yards is for areas".to_owned(), "take it out".to_owned()));
        }
        (_, false) if properties.width_yards.is_some() => {
            complaints.push(("width_yards is for lines".to_owned(), "take it out".to_owned()));
        }
        _ => {}
    }
    let stated = properties.width_yards.and_then(|width| u32::try_from(width).ok());
    Feature {
        kind,
        name: properties.name.clone(),
        level: properties.level.and_then(|level| i8::try_from(level).ok()).unwrap_or(0),
        width_yards: if is_line { stated.unwrap_or(kind.usual_width_yards()) } else { 0 },
        grade: properties.grade.and_then(|grade| u8::try_from(grade).ok()).unwrap_or(0),
        sight_yards: properties.sight_yards.and_then(|yards| u32::try_from(yards).ok()),
        impassable_to: properties.impassable_to.clone().unwrap_or_default(),
        shape,
    }
}

/// The message of a JSON error without its place, which would be counted from the feature and mislead.
fn unread(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// A point as the file writes it.
fn yards(point: Spot) -> String {
    let decimal = |v: i64| {
        let sign = if v < 0 { "-" } else { "" };
        let (whole, rest) = (v.abs() / 1_000, v.abs() % 1_000);
        if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest:03}") }
    };
    format!("[{}, {}]", decimal(point.x), decimal(point.y))
}
