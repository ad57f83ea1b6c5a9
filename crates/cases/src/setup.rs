//! The position of a case: the table and its ground are read here, everything else is left to the ruleset.

use crate::document::{Node, Table};
use crate::report::Mistake;
use longroll_kit::CaseSetup;
use longroll_table::{
    BadOutline, Feature, FeatureId, Field, Kind, Length, Line, MOST_CORNERS, Point, Polygon, Shape,
};
use std::sync::Arc;

const TERRAIN_KEYS: [&str; 10] =
    ["kind", "name", "area", "line", "width", "level", "height", "grade", "sight_depth", "impassable_to"];

/// Reads a position whose lengths are counted in this unit.
pub(crate) fn read(setup: &Table, unit: Length) -> Result<CaseSetup, Mistake> {
    let table = setup.need("table", "setup")?;
    let [width, height] = table.list("setup.table")? else {
        return Err(table.mistake("setup.table is [width, height]"));
    };
    let mut field = Field::bare(size(width, unit)?, size(height, unit)?);
    if let Some(terrain) = setup.get("terrain") {
        for node in terrain.list("setup.terrain")? {
            let number =
                u16::try_from(field.features.len()).map_err(|_| node.mistake("there is too much terrain"))?;
            field.features.push(feature(node, FeatureId(number), unit)?);
        }
    }
    let units = match setup.get("unit") {
        Some(units) => units.list("setup.unit")?.iter().map(Node::to_json).collect(),
        None => Vec::new(),
    };
    let mut game = setup.to_json();
    for shared in ["table", "terrain", "unit"] {
        game.remove(shared);
    }
    Ok(CaseSetup { field: Arc::new(field), game, units })
}

fn feature(node: &Node, id: FeatureId, unit: Length) -> Result<Feature, Mistake> {
    let table = node.table("terrain")?;
    table.only(&TERRAIN_KEYS, "terrain")?;
    let kind = table.need("kind", "terrain")?;
    let word = kind.text("kind")?;
    let kind: Kind =
        serde_json::from_value(word.into()).map_err(|error| kind.mistake(format!("kind: {error}")))?;
    let shape = match (table.get("area"), table.get("line")) {
        (Some(area), None) => {
            if let Some(width) = table.get("width") {
                return Err(width.mistake("only a line has a width"));
            }
            Shape::Area(Polygon::new(points(area, unit)?).map_err(|bad| outline(area, bad))?)
        }
        (None, Some(line)) => {
            let width = table.get("width").map_or(Ok(Length::ZERO), |width| length(width, unit))?;
            Shape::Line(Line::new(points(line, unit)?, width).map_err(|bad| outline(line, bad))?)
        }
        _ => return Err(node.mistake("terrain has either an area = [[x, y], …] or a line = [[x, y], …]")),
    };
    let impassable_to = match table.get("impassable_to") {
        None => Vec::new(),
        Some(node) => {
            let words = node.list("impassable_to")?.iter();
            words.map(|word| word.text("impassable_to").map(str::to_owned)).collect::<Result<_, _>>()?
        }
    };
    Ok(Feature {
        id,
        kind,
        name: table.get("name").map(|name| name.text("name").map(str::to_owned)).transpose()?,
        shape,
        level: small(table, "level")?,
        height: small(table, "height")?,
        grade: small(table, "grade")?,
        sight_depth: table.get("sight_depth").map(|depth| length(depth, unit)).transpose()?,
        impassable_to,
    })
}

/// A whole number of the size that the key takes; zero when it is absent.
fn small<N: TryFrom<i64> + Default>(table: &Table, key: &str) -> Result<N, Mistake> {
    let Some(node) = table.get(key) else { return Ok(N::default()) };
    node.number(key)?;
    let number = node.to_json().as_i64().and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| node.mistake(format!("{key} is a small whole number")))
}

fn size(node: &Node, unit: Length) -> Result<Length, Mistake> {
    let size = length(node, unit)?;
    if size > Length::ZERO { Ok(size) } else { Err(node.mistake("a table is larger than nothing")) }
}

fn length(node: &Node, unit: Length) -> Result<Length, Mistake> {
    let number = node.number("a length")?;
    number.of_unit(unit).ok_or_else(|| node.mistake(format!("{number} is beyond any table")))
}

fn points(node: &Node, unit: Length) -> Result<Vec<Point>, Mistake> {
    node.list("an outline")?.iter().map(|item| point(item, unit)).collect()
}

fn point(node: &Node, unit: Length) -> Result<Point, Mistake> {
    match node.list("a point")? {
        [x, y] => Ok(Point::at(length(x, unit)?, length(y, unit)?)),
        _ => Err(node.mistake("a point is [x, y]")),
    }
}

fn outline(node: &Node, bad: BadOutline) -> Mistake {
    node.mistake(match bad {
        BadOutline::TooFew => "an area has three corners at least, a line two points".to_owned(),
        BadOutline::TooMany => format!("an outline has at most {MOST_CORNERS} points"),
        BadOutline::TooFar => "a point is beyond any table".to_owned(),
        BadOutline::BadWidth => "a width is neither negative nor wider than any table".to_owned(),
    })
}
