//! Commands in words: the parts that all rulesets write alike. Which commands there are, and which acts, is each rulebook's own.

use crate::{Leg, UnitId, degrees_in, inches_in, place_in_inches};
use longroll_table::Heading;

/// The key of a unit, as commands name it; its number for one that does not exist.
pub fn key_of(id: UnitId, key: Option<&String>) -> String {
    key.map_or_else(|| id.to_string(), String::clone)
}

/// The unit of that name, looked for by `find`.
///
/// # Errors
/// There is none.
pub fn unit_named(find: impl FnOnce(&str) -> Option<UnitId>, name: &str) -> Result<UnitId, String> {
    let name = name.trim();
    find(name).ok_or_else(|| format!("there is no unit {name:?}"))
}

/// Two words, parted by space.
///
/// # Errors
/// There is but one.
pub fn two_words<'a>(rest: &'a str, whole: &str) -> Result<(&'a str, &'a str), String> {
    rest.split_once(char::is_whitespace)
        .map(|(a, b)| (a.trim(), b.trim()))
        .ok_or_else(|| format!("{whole:?} wants two words after the first"))
}

/// `A at X`.
///
/// # Errors
/// There is no "at".
pub fn who_at_whom<'a>(rest: &'a str, whole: &str) -> Result<(&'a str, &'a str), String> {
    rest.split_once(" at ").ok_or_else(|| format!("{whole:?}: say who and at whom, as in: fire A at X"))
}

/// A heading turned to the left or right by an angle in degrees.
///
/// # Errors
/// It is no angle.
pub fn turned(facing: Heading, hand: &str, angle: &str) -> Result<Heading, String> {
    let by = i32::from(degrees_in(angle)?.0);
    Ok(facing.turned(if hand == "left" { -by } else { by }))
}

/// A leg of a path in inches, as every ruleset that counts in inches writes it: `go 5`, `go 5 at 45`, `go 5 left 30`, `to 10,20`,
/// `road to 10,20`, `turn 90`, `turn left 45`. Nothing for other words.
///
/// # Errors
/// A number or place in it cannot be read.
pub fn leg_in_inches(words: &[&str], facing: Heading) -> Result<Option<Leg>, String> {
    Ok(Some(match words {
        ["go", distance] => Leg::Go { bearing: facing, distance: inches_in(distance)? },
        ["go", distance, "at", bearing] => {
            Leg::Go { bearing: degrees_in(bearing)?, distance: inches_in(distance)? }
        }
        ["go", distance, hand @ ("left" | "right"), angle] => {
            Leg::Go { bearing: turned(facing, hand, angle)?, distance: inches_in(distance)? }
        }
        ["to", place @ ..] => Leg::To(place_in_inches(&place.concat())?),
        ["road", "to", place @ ..] => Leg::Road(place_in_inches(&place.concat())?),
        ["turn", to] => Leg::Turn(degrees_in(to)?),
        ["turn", hand @ ("left" | "right"), angle] => Leg::Turn(turned(facing, hand, angle)?),
        _ => return Ok(None),
    }))
}

/// A path in words, leg by leg, parted by `;`. `read` reads one leg for the facing there; `after` says how the unit faces after the legs so
/// far.
///
/// # Errors
/// The first leg that cannot be read.
pub fn read_path(
    path: &str,
    mut facing: Heading,
    read: impl Fn(&str, Heading) -> Result<Leg, String>,
    after: impl Fn(&[Leg], Heading) -> Result<Heading, String>,
) -> Result<Vec<Leg>, String> {
    let mut legs = Vec::new();
    for leg in path.split(';').map(str::trim).filter(|leg| !leg.is_empty()) {
        let leg = read(leg, facing)?;
        if let Leg::Turn(to) = &leg {
            facing = *to;
        }
        legs.push(leg);
        facing = after(&legs, facing)?;
    }
    Ok(legs)
}
