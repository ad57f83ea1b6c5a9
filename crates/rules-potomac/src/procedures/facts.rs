//! How facts are written by hand, in cases and on the command line; and the facts of one unit.

use crate::book::kinds::{Cover, Gun, Quality, Standing, Weapon};
use crate::book::options::{Options, SeveralOfficers};
use longroll_table::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    #[serde(with = "longroll_kit::centimetres_or_none")]
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
