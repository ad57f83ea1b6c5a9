//! Troops written as text, one unit on a line, made into a battle on empty ground, so that each ruleset musters them by its own
//! scale as it musters every battle.

use longroll_game::{Battle, ScenarioText};
use longroll_scenario::{GunType, Quality, Weapon};
use std::fmt::Write;

/// The text cannot be read: which line, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TroopsError(pub String);

/// More units than a table holds.
const MOST_UNITS: usize = 120;
/// Units stand this far apart, so that none is on another under any ruleset.
const APART: usize = 500;
const IN_A_ROW: usize = 12;

struct Unit {
    gray: bool,
    name: String,
    men: Option<u32>,
    guns: Option<(u32, GunType)>,
    weapon: Option<Weapon>,
    quality: Quality,
    is_cavalry: bool,
}

/// Reads lines such as `blue; 2nd Wisconsin; 300 men; rifle musket; veteran` or `gray; Poague's Battery; 4 napoleon; regular`. The
/// order of the parts does not matter; a line that is only a side's name begins that side.
pub fn battle_of(title: &str, text: &str) -> Result<Battle, TroopsError> {
    let units = read(text)?;
    for (gray, side) in [(false, "blue"), (true, "gray")] {
        if !units.iter().any(|unit| unit.gray == gray) {
            return Err(TroopsError(format!("there is no {side} unit; give each side one at least")));
        }
    }
    let text = ScenarioText {
        name: "troops".to_owned(),
        toml: written(title, &units),
        geojson: r#"{"type":"FeatureCollection","units":"yards","features":[]}"#.to_owned(),
    };
    Battle::read(text).map_err(|mistakes| {
        TroopsError(
            mistakes
                .first()
                .map(ToString::to_string)
                .unwrap_or_else(|| "no troops could be read from this".to_owned()),
        )
    })
}

fn read(text: &str) -> Result<Vec<Unit>, TroopsError> {
    let (mut units, mut gray) = (Vec::new(), false);
    for (place, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(side) = side(line.trim_end_matches(':')) {
            gray = side;
            continue;
        }
        let bad = |what: &str| TroopsError(format!("line {}: {what}", place + 1));
        let unit = unit(line, gray).map_err(|what| bad(&what))?;
        if units.len() == MOST_UNITS {
            return Err(bad(&format!("a table holds at most {MOST_UNITS} units")));
        }
        units.push(unit);
    }
    Ok(units)
}

fn side(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "blue" | "union" | "federal" | "usa" => Some(false),
        "gray" | "grey" | "confederate" | "confederacy" | "csa" => Some(true),
        _ => None,
    }
}

fn unit(line: &str, gray: bool) -> Result<Unit, String> {
    let mut unit = Unit {
        gray,
        name: String::new(),
        men: None,
        guns: None,
        weapon: None,
        quality: Quality::Regular,
        is_cavalry: false,
    };
    let separator = if line.contains(';') {
        ';'
    } else if line.contains('\t') {
        '\t'
    } else {
        ','
    };
    for part in line.split(separator).map(str::trim).filter(|part| !part.is_empty()) {
        let words = part.to_lowercase();
        let word = words.replace([' ', '-'], "_");
        if let Some(side) = side(part) {
            unit.gray = side;
        } else if let Some(quality) = Quality::ALL.iter().find(|known| known.word() == word) {
            unit.quality = *quality;
        } else if let Some(weapon) = Weapon::ALL.iter().find(|known| known.word() == word) {
            unit.weapon = Some(*weapon);
        } else if ["infantry", "artillery", "battery"].contains(&word.as_str()) {
            // told by its weapon or guns
        } else if word == "cavalry" {
            unit.is_cavalry = true;
        } else if let Some((number, what)) = numbered(&words) {
            match what.as_str() {
                "men" | "" => unit.men = Some(number),
                "gun" | "guns" => unit.guns = Some((number, GunType::Napoleon)),
                _ => {
                    let gun = GunType::ALL.iter().find(|known| known.word() == what);
                    match gun {
                        Some(gun) => unit.guns = Some((number, *gun)),
                        None if unit.name.is_empty() => unit.name = part.to_owned(),
                        None => return Err(format!("{part:?} is neither men nor guns; guns are {}", guns())),
                    }
                }
            }
        } else if unit.name.is_empty() {
            unit.name = part.to_owned();
        } else {
            return Err(format!("{part:?} is no side, weapon or quality; weapons are {}", weapons()));
        }
    }
    if unit.name.is_empty() {
        return Err("the unit has no name".to_owned());
    }
    if unit.men.is_none() && unit.guns.is_none() {
        return Err(format!("{} has neither men nor guns, such as 300 men or 4 napoleon", unit.name));
    }
    Ok(unit)
}

/// "4 napoleon" as 4 and "napoleon"; "2nd Wisconsin" is a name.
fn numbered(words: &str) -> Option<(u32, String)> {
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = words.split_at(digits);
    if digits == 0 || !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    Some((number.parse().ok()?, rest.trim().replace([' ', '-'], "_")))
}

fn weapons() -> String {
    Weapon::ALL.iter().map(|weapon| weapon.word()).collect::<Vec<_>>().join(", ")
}

fn guns() -> String {
    GunType::ALL.iter().map(|gun| gun.word()).collect::<Vec<_>>().join(", ")
}

/// The battle as a scenario is written: nothing of its ground matters, for only its roster is used.
fn written(title: &str, units: &[Unit]) -> String {
    let rows = units.len().div_ceil(IN_A_ROW) + 2;
    let (width, height) = ((IN_A_ROW + 1) * APART, (2 * rows + 1) * APART);
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut all = format!(
        "title = {}\ndate = \"now\"\nplace = \"a table\"\nsummary = \"Troops for a table.\"\nsources = [\"Typed in.\"]\nminutes = 240\n\
         [field]\nwidth_yards = {width}\nheight_yards = {height}\n",
        quoted(if title.is_empty() { "A table" } else { title })
    );
    for (gray, side, name, edge) in
        [(false, "blue", "Union", "south"), (true, "gray", "Confederacy", "north")]
    {
        let half = height / 2;
        let (low, facing) = if gray { (half, 180) } else { (0, 0) };
        let general = [width / 2, if gray { height - 100 } else { 100 }];
        // Writing to a text cannot fail.
        let _ = write!(
            all,
            "[sides.{side}]\nname = \"{name}\"\nedge = \"{edge}\"\n[[sides.{side}.zones]]\nbox = [0, {low}, {width}, {}]\n\
             [[sides.{side}.formations]]\nid = \"{side}\"\nname = \"{name}\"\nechelon = \"brigade\"\n\
             commander = {{ name = \"Commander\", rating = \"average\", at = {general:?} }}\n",
            low + half
        );
        for (place, unit) in units.iter().filter(|unit| unit.gray == gray).enumerate() {
            let x = (place % IN_A_ROW + 1) * APART;
            let deep = (place / IN_A_ROW + 1) * APART;
            let at = [x, if gray { height - deep } else { deep }];
            let _ = write!(
                all,
                "[[sides.{side}.units]]\nid = \"{side}-{place}\"\nname = {}\nformation = \"{side}\"\n",
                quoted(&unit.name)
            );
            let weapon = unit.weapon.unwrap_or(if unit.is_cavalry {
                Weapon::CarbineBreechloader
            } else {
                Weapon::RifleMusket
            });
            let is_horse =
                unit.is_cavalry || weapon.word().starts_with("carbine") || weapon == Weapon::SabreAndPistol;
            match unit.guns {
                Some((count, gun)) => {
                    let _ = write!(
                        all,
                        "arm = \"artillery\"\nguns = [{{ type = \"{gun}\", count = {count} }}]\n"
                    );
                }
                None => {
                    let arm = if is_horse { "cavalry" } else { "infantry" };
                    let _ = write!(all, "arm = \"{arm}\"\nweapon = \"{weapon}\"\n");
                }
            }
            if let Some(men) = unit.men {
                let _ = writeln!(all, "men = {men}");
            }
            let _ = write!(all, "quality = \"{}\"\nat = {at:?}\nfacing = {facing}\n", unit.quality);
        }
    }
    all
}
