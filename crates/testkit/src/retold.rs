//! A scenario as the author of a twin would have written it: turned, mirrored, moved, recoloured, relisted.

use crate::twins::Told;
use longroll_scenario::{Edge, Feature, Force, Place, Scenario, Shape, Spot};

/// Added on each side of the field where a battle is moved, in yards: farther than anybody runs in a battle.
const MARGIN: i32 = 6_000;
const SHIFT: [i32; 2] = [160, -240];
/// The scenario as the twin's author would have written it.
pub(crate) fn retold(scenario: &Scenario, told: Told) -> Scenario {
    let mut other = scenario.clone();
    match told {
        Told::Turned(turns) => (0..turns).for_each(|_| quarter_turn(&mut other)),
        Told::Mirrored => mirror(&mut other),
        Told::Moved => other = on_wider_field_moved(scenario),
        Told::Recoloured => other = scenario.mirrored(),
        Told::GroundReversed => other.terrain.features.reverse(),
        Told::LinesInPieces => other.terrain.features = in_pieces(&scenario.terrain.features),
        // Whole yards cannot be turned by an odd angle; positions of cases can.
        Told::Slanted => {}
        Told::UnitsReversed => {
            other.sides.blue.units.reverse();
            other.sides.gray.units.reverse();
        }
    }
    other
}

fn quarter_turn(scenario: &mut Scenario) {
    let width = i32::try_from(scenario.field.width_yards).unwrap_or_default();
    change_places(scenario, &|place| Place { x: place.y, y: width - place.x }, &|spot| Spot {
        x: spot.y,
        y: i64::from(width) * 1_000 - spot.x,
    });
    std::mem::swap(&mut scenario.field.width_yards, &mut scenario.field.height_yards);
    for force in [&mut scenario.sides.blue, &mut scenario.sides.gray] {
        force.edge = match force.edge {
            Edge::North => Edge::East,
            Edge::East => Edge::South,
            Edge::South => Edge::West,
            Edge::West => Edge::North,
        };
        for unit in &mut force.units {
            unit.facing = (unit.facing + 90) % 360;
        }
    }
    for table in scenario.overrides.values_mut() {
        if let Some(toml::Value::Array(size)) = table.get_mut("table") {
            size.reverse();
        }
    }
}

fn mirror(scenario: &mut Scenario) {
    let width = i32::try_from(scenario.field.width_yards).unwrap_or_default();
    change_places(scenario, &|place| Place { x: width - place.x, y: place.y }, &|spot| Spot {
        x: i64::from(width) * 1_000 - spot.x,
        y: spot.y,
    });
    for feature in &mut scenario.terrain.features {
        // the outer side of a work stays outside
        if let Shape::Line(points) = &mut feature.shape {
            points.reverse();
        }
    }
    for force in [&mut scenario.sides.blue, &mut scenario.sides.gray] {
        force.edge = match force.edge {
            Edge::East => Edge::West,
            Edge::West => Edge::East,
            edge => edge,
        };
        for unit in &mut force.units {
            unit.facing = (360 - unit.facing) % 360;
        }
    }
}

fn change_places(scenario: &mut Scenario, place: &dyn Fn(Place) -> Place, spot: &dyn Fn(Spot) -> Spot) {
    for feature in &mut scenario.terrain.features {
        match &mut feature.shape {
            Shape::Area(points) | Shape::Line(points) => {
                points.iter_mut().for_each(|point| *point = spot(*point));
            }
        }
    }
    for objective in &mut scenario.objectives {
        objective.at = place(objective.at);
    }
    for force in [&mut scenario.sides.blue, &mut scenario.sides.gray] {
        change_force(force, place);
    }
}

fn change_force(force: &mut Force, place: &dyn Fn(Place) -> Place) {
    for zone in &mut force.zones {
        if let Some([west, south, east, north]) = zone.limits {
            let (one, two) = (place(Place { x: west, y: south }), place(Place { x: east, y: north }));
            zone.limits = Some([one.x.min(two.x), one.y.min(two.y), one.x.max(two.x), one.y.max(two.y)]);
        }
        for corner in zone.polygon.iter_mut().flatten() {
            *corner = place(*corner);
        }
    }
    for unit in &mut force.units {
        unit.at = place(unit.at);
    }
    for commander in force.formations.iter_mut().filter_map(|formation| formation.commander.as_mut()) {
        commander.at = place(commander.at);
    }
}

pub(crate) fn on_wider_field(scenario: &Scenario, shift: [i32; 2]) -> Scenario {
    let mut wider = scenario.clone();
    let [dx, dy] = shift.map(|yards| yards + MARGIN);
    change_places(&mut wider, &|place| Place { x: place.x + dx, y: place.y + dy }, &|spot| Spot {
        x: spot.x + i64::from(dx) * 1_000,
        y: spot.y + i64::from(dy) * 1_000,
    });
    let added = u32::try_from(2 * MARGIN).unwrap_or_default();
    wider.field.width_yards += added;
    wider.field.height_yards += added;
    // a table of stated size would change the scale
    for table in wider.overrides.values_mut() {
        table.remove("table");
    }
    wider
}

/// `scenario` is the one on the wider field already.
fn on_wider_field_moved(scenario: &Scenario) -> Scenario {
    let mut moved = scenario.clone();
    let [dx, dy] = SHIFT;
    change_places(&mut moved, &|place| Place { x: place.x + dx, y: place.y + dy }, &|spot| Spot {
        x: spot.x + i64::from(dx) * 1_000,
        y: spot.y + i64::from(dy) * 1_000,
    });
    moved
}

/// Each line drawn leg by leg, the pieces where the whole was.
fn in_pieces(features: &[Feature]) -> Vec<Feature> {
    let mut pieces = Vec::new();
    for feature in features {
        match &feature.shape {
            Shape::Line(points) if points.len() > 2 => {
                for leg in points.windows(2) {
                    pieces.push(Feature { shape: Shape::Line(leg.to_vec()), ..feature.clone() });
                }
            }
            _ => pieces.push(feature.clone()),
        }
    }
    pieces
}
