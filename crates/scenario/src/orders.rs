//! Does the battle make sense: order of battle, deployment, objectives.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::battle::{FieldSize, Force, Formation, Objective, Place, Scenario, Unit, Zone};
use crate::document::{Document, Step, way};
use crate::limits::*;
use crate::mistake::Mistake;
use crate::outline::{Tangle, closer_than, contains, near_line, tangle};
use crate::terrain::{Shape, Spot};
use crate::words::{Arm, Kind, Side};

/// Checks everything about the battle that does not need the ground.
pub(crate) fn check_battle(
    document: &Document<'_>,
    scenario: &Scenario,
    rulesets: &[&str],
    mistakes: &mut Vec<Mistake>,
) {
    let mut check = Check { document, mistakes, field: scenario.field, ids: BTreeMap::new() };
    check.heading(scenario);
    for side in Side::ALL {
        check.force(*side, scenario.force(*side));
    }
    for (index, objective) in scenario.objectives.iter().enumerate() {
        check.objective(index, objective);
    }
    check.totals(scenario);
    check.crowding(scenario);
    check.overrides(scenario, rulesets);
}

/// Checks that no unit starts on ground it may not enter.
pub(crate) fn check_units_on_ground(
    document: &Document<'_>,
    scenario: &Scenario,
    mistakes: &mut Vec<Mistake>,
) {
    for (way, unit) in units(scenario).filter(|(_, unit)| in_field(scenario.field, unit.at)) {
        let here = spot(unit.at);
        let barred = scenario.terrain.features.iter().find(|feature| {
            let closed = feature.impassable_to.contains(&unit.arm) || feature.kind == Kind::Water;
            closed
                && match &feature.shape {
                    Shape::Area(ring) => contains(ring, here),
                    Shape::Line(line) => near_line(line, here, i64::from(feature.width_yards) * 500),
                }
        });
        if let Some(feature) = barred {
            let name = feature.name.as_deref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
            let what = format!(
                "[{}, {}] is on {}{name}, closed to {}",
                unit.at.x, unit.at.y, feature.kind, unit.arm
            );
            mistakes.push(document.mistake(&step(&way, "at"), &what, "move the unit or open the ground"));
        }
    }
}

/// The checks of one battle, and what they share.
struct Check<'a> {
    document: &'a Document<'a>,
    mistakes: &'a mut Vec<Mistake>,
    field: FieldSize,
    /// Ids already taken, with the line of thought "who has it".
    ids: BTreeMap<String, String>,
}

impl Check<'_> {
    fn heading(&mut self, scenario: &Scenario) {
        for (key, text) in [("title", &scenario.title), ("date", &scenario.date), ("place", &scenario.place)]
        {
            self.name(way![key], text);
        }
        self.range(way!["minutes"], scenario.minutes, &MINUTES);
        self.range(way!["field", "width_yards"], scenario.field.width_yards, &FIELD_YARDS);
        self.range(way!["field", "height_yards"], scenario.field.height_yards, &FIELD_YARDS);
        self.range(way!["field", "contour_feet"], scenario.field.contour_feet, &CONTOUR_FEET);
    }

    fn force(&mut self, side: Side, force: &Force) {
        let here = way!["sides", side.word()];
        self.name(step(&here, "name"), &force.name);
        for (index, zone) in force.zones.iter().enumerate() {
            self.zone(way!["sides", side.word(), "zones", index], zone);
        }
        for (index, formation) in force.formations.iter().enumerate() {
            self.formation(way!["sides", side.word(), "formations", index], formation, force);
        }
        let tops: Vec<_> = force.formations.iter().filter(|formation| formation.parent.is_none()).collect();
        match tops[..] {
            [] => self.report(
                step(&here, "formations"),
                "has no whole force",
                "leave one formation without parent",
            ),
            [_] => {}
            [first, ..] => {
                let what = format!("has {} formations without parent", tops.len());
                let remedy = format!("put all but one under another, for instance parent = \"{}\"", first.id);
                self.report(step(&here, "formations"), &what, &remedy);
            }
        }
        if force.units.is_empty() {
            self.report(step(&here, "units"), "is empty", "give the side at least one unit");
        }
        for (index, unit) in force.units.iter().enumerate() {
            self.unit(way!["sides", side.word(), "units", index], unit, force);
        }
    }

    fn formation(&mut self, way: Vec<Step>, formation: &Formation, force: &Force) {
        self.id(&way, &formation.id, &formation.name);
        self.name(step(&way, "name"), &formation.name);
        match formation.parent.as_deref().map(|parent| (parent, force.formation(parent))) {
            None if formation.commander.is_none() => {
                let remedy = "add commander = { name = …, rating = …, at = [x, y] } to the whole force";
                self.report(step(&way, "commander"), "is missing", remedy);
            }
            None => {}
            Some((parent, None)) => {
                let known: Vec<_> = force.formations.iter().map(|other| other.id.as_str()).collect();
                let remedy = format!("use the id of a formation of this side: {}", known.join(", "));
                self.report(
                    step(&way, "parent"),
                    &format!("\"{parent}\" is not a formation of this side"),
                    &remedy,
                );
            }
            // Echelons fall strictly from parent to child, so a formation can never stand above itself.
            Some((parent, Some(above))) if above.echelon >= formation.echelon => {
                let what =
                    format!("\"{parent}\" is a {}, not larger than a {}", above.echelon, formation.echelon);
                self.report(
                    step(&way, "parent"),
                    &what,
                    "put it under a larger echelon: army, corps, division, brigade",
                );
            }
            Some(_) => {}
        }
        if let Some(commander) = &formation.commander {
            self.name(path_to(&way, &["commander", "name"]), &commander.name);
            self.place(path_to(&way, &["commander", "at"]), commander.at);
        }
    }

    fn unit(&mut self, way: Vec<Step>, unit: &Unit, force: &Force) {
        self.id(&way, &unit.id, &unit.name);
        self.name(step(&way, "name"), &unit.name);
        if force.formation(&unit.formation).is_none() {
            let known: Vec<_> = force.formations.iter().map(|formation| formation.id.as_str()).collect();
            let what = format!("\"{}\" is not a formation of this side", unit.formation);
            let remedy = format!("use the id of a formation of this side: {}", known.join(", "));
            self.report(step(&way, "formation"), &what, &remedy);
        }
        self.strength(&way, unit);
        self.equipment(&way, unit);
        if unit.facing > 359 {
            let what = format!("{} is not a compass bearing", unit.facing);
            self.report(step(&way, "facing"), &what, "use 0 to 359: 0 north, 90 east, 180 south, 270 west");
        }
        if self.place(step(&way, "at"), unit.at) && !in_zones(force, unit.at) {
            let what = format!("[{}, {}] is outside the zones of its side", unit.at.x, unit.at.y);
            self.report(step(&way, "at"), &what, "move the unit into a zone, or draw the zone larger");
        }
    }

    fn strength(&mut self, way: &[Step], unit: &Unit) {
        match (unit.arm, unit.men) {
            (_, Some(men)) => self.range(step(way, "men"), men, &MEN),
            (Arm::Artillery, None) => {}
            (arm, None) => {
                self.report(
                    step(way, "men"),
                    "is missing",
                    &format!("add men = how many; {arm} is counted in men"),
                );
            }
        }
        if unit.arm != Arm::Artillery {
            if !unit.guns.is_empty() {
                self.report(
                    step(way, "guns"),
                    &format!("do not go with {}", unit.arm),
                    "take them out, or make it artillery",
                );
            }
        } else if unit.guns.is_empty() {
            let remedy = "add guns = [{ type = \"napoleon\", count = 4 }]";
            self.report(step(way, "guns"), "are missing", remedy);
        } else if !GUNS.contains(&unit.gun_count()) || unit.guns.iter().any(|guns| guns.count == 0) {
            let what = format!("add up to {}", unit.gun_count());
            self.report(
                step(way, "guns"),
                &what,
                &format!("use {} for the battery, no entry empty", within(&GUNS)),
            );
        }
    }

    fn equipment(&mut self, way: &[Step], unit: &Unit) {
        let arm = unit.arm;
        match unit.weapon {
            None if arm != Arm::Artillery => {
                self.report(
                    step(way, "weapon"),
                    "is missing",
                    "add weapon = \"rifle_musket\" or what they carry",
                );
            }
            Some(_) if arm == Arm::Artillery => {
                self.report(
                    step(way, "weapon"),
                    "does not go with artillery",
                    "take it out; guns says what it fires",
                );
            }
            _ => {}
        }
        if unit.branch.is_some() && arm != Arm::Artillery {
            self.report(
                step(way, "branch"),
                &format!("does not go with {arm}"),
                "take it out; it is for artillery",
            );
        }
        if unit.weight.is_some() && arm != Arm::Cavalry {
            self.report(
                step(way, "weight"),
                &format!("does not go with {arm}"),
                "take it out; it is for cavalry",
            );
        }
        if unit.posture().arm() != arm {
            let remedy = match arm {
                Arm::Infantry => "use formed or skirmish",
                Arm::Cavalry => "use mounted or dismounted",
                Arm::Artillery => "use limbered or unlimbered",
            };
            let what = format!("\"{}\" does not go with {arm}", unit.posture());
            self.report(step(way, "posture"), &what, remedy);
        }
    }

    fn zone(&mut self, way: Vec<Step>, zone: &Zone) {
        match (&zone.limits, &zone.polygon) {
            (Some([west, south, east, north]), None) => {
                if west >= east || south >= north {
                    self.report(step(&way, "box"), "is empty", "write [west, south, east, north] in yards");
                } else if self.place(step(&way, "box"), Place { x: *west, y: *south }) {
                    self.place(step(&way, "box"), Place { x: *east, y: *north });
                }
            }
            (None, Some(corners)) => self.zone_polygon(step(&way, "polygon"), corners),
            _ => self.report(way, "needs one shape", "give either box or polygon"),
        }
    }

    fn zone_polygon(&mut self, way: Vec<Step>, corners: &[Place]) {
        if corners.len() > MOST_POINTS_OF_ONE {
            let what = format!("has {} corners", corners.len());
            return self.report(way, &what, &format!("use no more than {MOST_POINTS_OF_ONE}"));
        }
        if !corners.iter().all(|corner| self.place(way.clone(), *corner)) {
            return;
        }
        let ring: Vec<Spot> = corners.iter().map(|corner| spot(*corner)).collect();
        match tangle(&ring) {
            None => {}
            Some(Tangle::Flat) => {
                self.report(way, "encloses nothing", "give three corners or more, not in one line")
            }
            Some(Tangle::Repeats(_)) => {
                self.report(way, "names a corner twice", "leave the second out; the zone closes itself")
            }
            Some(Tangle::Crosses(_)) => {
                self.report(way, "crosses itself", "give the corners in order around the zone")
            }
        }
    }

    fn objective(&mut self, index: usize, objective: &Objective) {
        let way = way!["objectives", index];
        self.id(&way, &objective.id, &objective.name);
        self.name(step(&way, "name"), &objective.name);
        self.place(step(&way, "at"), objective.at);
        self.range(step(&way, "radius_yards"), objective.radius_yards, &RADIUS_YARDS);
        self.range(step(&way, "points"), objective.points, &OBJECTIVE_POINTS);
    }

    fn totals(&mut self, scenario: &Scenario) {
        let forces = [&scenario.sides.blue, &scenario.sides.gray];
        let counts = [
            ("units", forces.iter().map(|force| force.units.len()).sum::<usize>(), MOST_UNITS),
            ("formations", forces.iter().map(|force| force.formations.len()).sum(), MOST_FORMATIONS),
            ("objectives", scenario.objectives.len(), MOST_OBJECTIVES),
        ];
        for (noun, count, most) in counts {
            if count > most {
                self.report(
                    Vec::new(),
                    &format!("the scenario has {count} {noun}"),
                    &format!("use no more than {most}"),
                );
            }
        }
    }

    fn crowding(&mut self, scenario: &Scenario) {
        let all: Vec<_> = units(scenario).take(MOST_UNITS).collect();
        for (index, (way, unit)) in all.iter().enumerate() {
            let crowded =
                all[..index].iter().find(|(_, other)| closer_than(unit.at, other.at, NEAREST_CENTRES_YARDS));
            if let Some((_, other)) = crowded {
                let what = format!("is on top of \"{}\"", other.name);
                let remedy = format!("keep centres {NEAREST_CENTRES_YARDS} yards apart or more");
                self.report(step(way, "at"), &what, &remedy);
            }
        }
    }

    fn overrides(&mut self, scenario: &Scenario, rulesets: &[&str]) {
        for (ruleset, table) in &scenario.overrides {
            if !rulesets.is_empty() && !rulesets.contains(&ruleset.as_str()) {
                let remedy = format!("use one of {}", rulesets.join(", "));
                let what = format!("\"{ruleset}\" is not a ruleset");
                self.report(way!["overrides", ruleset.as_str()], &what, &remedy);
            }
            let named = table.get("units").and_then(|units| units.as_table());
            for id in named.into_iter().flat_map(|units| units.keys()) {
                if !units(scenario).any(|(_, unit)| unit.id == *id) {
                    let way = way!["overrides", ruleset.as_str(), "units", id.as_str()];
                    self.report(way, "is for no unit of this scenario", "use the id of a unit");
                }
            }
        }
    }

    fn id(&mut self, way: &[Step], id: &str, name: &str) {
        let letters_ok = id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if id.is_empty() || id.len() > LONGEST_ID || !letters_ok {
            let remedy = format!("use small letters, digits and hyphens, no more than {LONGEST_ID}");
            self.report(step(way, "id"), &format!("\"{id}\" will not do"), &remedy);
        }
        if let Some(holder) = self.ids.insert(id.to_owned(), name.to_owned()) {
            let what = format!("\"{id}\" is also the id of \"{holder}\"");
            self.report(step(way, "id"), &what, "give each formation, unit and objective its own id");
        }
    }

    fn name(&mut self, way: Vec<Step>, text: &str) {
        let letters = text.chars().count();
        if letters == 0 || letters > LONGEST_NAME {
            let remedy = format!("use 1 to {LONGEST_NAME}");
            self.report(way, &format!("has {letters} letters"), &remedy);
        }
    }

    /// Reports a place off the field; true when it is on it.
    fn place(&mut self, way: Vec<Step>, at: Place) -> bool {
        let on_field = in_field(self.field, at);
        if !on_field {
            let what = format!("[{}, {}] is off the field", at.x, at.y);
            let FieldSize { width_yards, height_yards, .. } = self.field;
            self.report(
                way,
                &what,
                &format!("keep x within 0 to {width_yards} and y within 0 to {height_yards}"),
            );
        }
        on_field
    }

    fn range(&mut self, way: Vec<Step>, number: u32, allowed: &RangeInclusive<u32>) {
        if !allowed.contains(&number) {
            self.report(way, &format!("is {number}"), &format!("use {}", within(allowed)));
        }
    }

    fn report(&mut self, way: Vec<Step>, what: &str, remedy: &str) {
        self.mistakes.push(self.document.mistake(&way, what, remedy));
    }
}

/// Every unit of both sides with the way to it.
fn units(scenario: &Scenario) -> impl Iterator<Item = (Vec<Step>, &Unit)> {
    Side::ALL.iter().flat_map(|side| {
        let units = scenario.force(*side).units.iter().enumerate();
        units.map(|(index, unit)| (way!["sides", side.word(), "units", index], unit))
    })
}

fn in_zones(force: &Force, at: Place) -> bool {
    force.zones.is_empty()
        || force.zones.iter().any(|zone| match (&zone.limits, &zone.polygon) {
            (Some([west, south, east, north]), _) => {
                (*west..=*east).contains(&at.x) && (*south..=*north).contains(&at.y)
            }
            (None, Some(corners)) => {
                contains(&corners.iter().map(|corner| spot(*corner)).collect::<Vec<_>>(), spot(at))
            }
            (None, None) => false,
        })
}

fn in_field(field: FieldSize, at: Place) -> bool {
    let along = |v: i32, most: u32| u32::try_from(v).is_ok_and(|v| v <= most);
    along(at.x, field.width_yards) && along(at.y, field.height_yards)
}

fn spot(place: Place) -> Spot {
    Spot { x: i64::from(place.x) * 1_000, y: i64::from(place.y) * 1_000 }
}

fn step(way: &[Step], key: &str) -> Vec<Step> {
    path_to(way, &[key])
}

fn path_to(way: &[Step], keys: &[&str]) -> Vec<Step> {
    way.iter().cloned().chain(keys.iter().map(|key| Step::from(*key))).collect()
}

fn within(range: &RangeInclusive<u32>) -> String {
    format!("{} to {}", range.start(), range.end())
}
