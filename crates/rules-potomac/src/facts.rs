//! How facts are written by hand, in cases and on the command line; and the facts of one unit.

use crate::kinds::{Cover, Gun, Quality, Standing, Weapon};
use crate::options::{Options, SeveralOfficers};
use longroll_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A length in centimetres, written as a number or as text such as `"4.5"` or `"4 cm"`.
pub(crate) fn cm<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
    read(&serde_json::Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}

/// The same, where a length may be left out.
pub(crate) fn cm_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Length>, D::Error> {
    match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::Null => Ok(None),
        value => read(&value).map(Some).map_err(serde::de::Error::custom),
    }
}

/// The same way back: whole centimetres as a number, others as text.
pub(crate) fn in_cm<S: Serializer>(length: &Length, serializer: S) -> Result<S::Ok, S::Error> {
    let one = longroll_table::cm(1).micrometres();
    if length.micrometres() % one == 0 {
        serializer.serialize_i64(length.micrometres() / one)
    } else {
        serializer.serialize_str(&exact_cm(*length))
    }
}

pub(crate) fn in_cm_or_none<S: Serializer>(
    length: &Option<Length>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match length {
        Some(length) => in_cm(length, serializer),
        None => serializer.serialize_none(),
    }
}

fn read(value: &serde_json::Value) -> Result<Length, String> {
    let text = match value {
        serde_json::Value::Number(number) => number.to_string(),
        serde_json::Value::String(text) => text.trim().to_owned(),
        other => return Err(format!("{other} is not a length in centimetres")),
    };
    let digits = text.trim_end_matches("cm").trim();
    decimal(digits, 10_000)
        .filter(|length| length.unsigned_abs() <= 100_000_000)
        .map(Length::from_micrometres)
        .ok_or_else(|| format!("{text:?} is not a length in centimetres"))
}

/// Every micrometre of it, so that what is written is read back the same.
fn exact_cm(length: Length) -> String {
    let all = length.micrometres();
    let sign = if all < 0 { "-" } else { "" };
    let (whole, part) = (all.unsigned_abs() / 10_000, all.unsigned_abs() % 10_000);
    format!("{sign}{whole}.{part:04}").trim_end_matches('0').to_owned()
}

/// A decimal number times `scale`, rounded to the nearest whole, without floating point.
pub(crate) fn decimal(text: &str, scale: i128) -> Option<i64> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !all_digits(whole) || !all_digits(fraction) || digits.len() > 24 {
        return None;
    }
    let number: i128 = format!("{whole}{fraction}").parse().ok()?;
    let denominator = 10_i128.pow(u32::try_from(fraction.len()).ok()?);
    let rounded = (number.checked_mul(scale)?.checked_mul(2)?.checked_add(denominator)?) / (denominator * 2);
    i64::try_from(if negative { -rounded } else { rounded }).ok()
}

/// One formed unit, as far as any dice look at it. What is left out is usual.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UnitFacts {
    /// Formed stands; of a battery, its guns. Stands out as skirmishers are not among them.
    pub stands: u8,
    /// Stands abreast; left out: all in one rank.
    pub files: Option<u8>,
    /// Hits that remove one stand.
    pub strength: u8,
    /// Hits marked on it earlier in this tenure; `hits` as in a setup is understood.
    #[serde(alias = "hits")]
    pub marked: u8,
    pub quality: Quality,
    /// Militia, Regulars, or neither.
    pub standing: Standing,
    /// Dice per stand in small-arms fire.
    pub firepower: u8,
    /// Dice per stand in melee.
    pub melee: u8,
    pub weapon: Weapon,
    /// The guns of a battery; left out: no artillery.
    pub gun: Option<Gun>,
    pub limbered: bool,
    /// The crews of a battery are away from their guns.
    pub guns_left: bool,
    /// Mounted cavalry.
    pub mounted: bool,
    /// The special rule Fear.
    pub fear: bool,
    pub confused: bool,
    /// In flight: as Confused, and without pre-melee fire.
    pub retreating: bool,
    /// In Stand Ready.
    pub ready: bool,
    /// Combat Value of the officer attached to it; left out: nobody is.
    pub officer: Option<i8>,
    /// Combat Values of all of them, if several are attached: the highest counts, or by POT-OPT-35 their sum.
    pub officers: Vec<i8>,
    /// Combat Value of the officer a battery is assigned to, wherever he stands.
    pub own_officer: i8,
    /// What shelters it against this enemy.
    pub cover: Cover,
    /// In fortifications, and these stand in other cover.
    pub cover_too: bool,
    /// Its skirmish stands between it and the firer.
    pub screen: u8,
    /// All stands of its skirmish line; left out: those of the screen.
    pub line: Option<u8>,
    /// Rounds of fire that its skirmishers have absorbed in this tenure; `absorbed` is understood.
    #[serde(alias = "absorbed")]
    pub rounds_absorbed: u8,
    /// Free ground behind it, in centimetres, up to a formed unit, which it meets if it comes to touch it; left out: as much
    /// as it needs.
    #[serde(deserialize_with = "cm_or_none", serialize_with = "in_cm_or_none")]
    #[schemars(with = "Option<f64>")]
    pub room: Option<Length>,
}

impl Default for UnitFacts {
    fn default() -> Self {
        UnitFacts {
            stands: 6,
            files: None,
            strength: 3,
            marked: 0,
            quality: Quality::Tried,
            standing: Standing::Ordinary,
            firepower: 1,
            melee: 3,
            weapon: Weapon::RifledMusket,
            gun: None,
            limbered: false,
            guns_left: false,
            mounted: false,
            fear: false,
            confused: false,
            retreating: false,
            ready: false,
            officer: None,
            officers: Vec::new(),
            own_officer: 0,
            cover: Cover::Open,
            cover_too: false,
            screen: 0,
            line: None,
            rounds_absorbed: 0,
            room: None,
        }
    }
}

impl UnitFacts {
    /// POT-FIRE-10: guns in action shelter their crews.
    pub fn deployed_guns(&self) -> bool {
        self.gun.is_some() && !self.limbered && !self.guns_left
    }

    pub fn files(&self) -> u8 {
        self.files.unwrap_or(self.stands).clamp(1, self.stands.max(1))
    }

    /// POT-CONF-04: a unit in flight is treated as Confused.
    pub fn is_confused(&self) -> bool {
        self.confused || self.retreating
    }

    pub fn line(&self) -> u8 {
        self.line.unwrap_or(self.screen).max(self.screen)
    }

    /// The Combat Values of all officers attached to it.
    pub fn officers(&self) -> impl Iterator<Item = i8> {
        self.officer.into_iter().chain(self.officers.iter().copied())
    }

    /// Those who are left when some have fallen, each by a bit of his place.
    pub fn officers_without(&self, fallen: u8) -> impl Iterator<Item = i8> {
        let is_left = move |place: &usize| fallen.checked_shr(*place as u32).unwrap_or(0) & 1 == 0;
        self.officers().enumerate().filter(move |(place, _)| is_left(place)).map(|(_, value)| value)
    }

    /// POT-LEADER-10: nobody attached, nothing added; POT-LEADER-11: of several one counts, unless POT-OPT-35 adds them up.
    pub fn officer_value(&self, fallen: u8, options: &Options) -> i8 {
        let mut left = self.officers_without(fallen);
        match options.several_officers {
            SeveralOfficers::ValuesAddUp => left.fold(0, i8::saturating_add),
            SeveralOfficers::OneCounts => left.by_ref().max().unwrap_or(0),
        }
    }
}
