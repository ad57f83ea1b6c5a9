//! Everything that a game of Across the Potomac must remember.

use crate::book::kinds::{Gun, GunClass, Kind, Quality, Standing, Weapon};
use crate::book::options::Options;
use crate::book::tables::{Mover, constants, gun};
use crate::field::body::{Body, Hand};
use crate::field::ground::Ground;
pub use crate::turn::debts::{
    Aim, Assault, ChargeAt, Charger, Debt, FollowUp, Melee, Pursuer, Received, Sharing, Stage,
};
pub use longroll_kit::{End, Objective};
use longroll_kit::{Owed, Side, UnitId};
use longroll_table::{BaseSize, FeatureId, Field, Footprint, Heading, Point, Pose, Rect, TableEdge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    #[serde(skip)]
    pub field: Arc<Field>,
    #[serde(skip)]
    pub ground: Arc<Ground>,
    pub options: Options,
    /// Who is who: never changes after the muster.
    pub muster: Arc<Muster>,
    pub units: Vec<Unit>,
    pub works: Vec<Work>,
    pub turn: u32,
    /// POT-TURN-01: the side that holds the initiative.
    pub active: Side,
    /// The side that had the first tenure (POT-TURN-12).
    pub first: Side,
    pub phase: Phase,
    /// Sides that have finished setting up.
    pub ready: [bool; 2],
    /// POT-CMD-10: the officer who is issuing orders.
    pub officer: Option<UnitId>,
    /// The tenure ends as soon as nothing is owed (POT-TURN-06, -13).
    pub is_spent: bool,
    pub next_group: u16,
    /// Who holds each objective.
    pub held: SmallVec<[Option<Side>; 4]>,
    pub owed: Owed<Debt>,
    pub end: Option<End>,
}

/// POT-GAME-01: what the scenario gives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Muster {
    pub pieces: Vec<Piece>,
    /// POT-UNIT-08: one size of stand for the whole game.
    pub stand: BaseSize,
    /// POT-LEADER-19: absent: the usual base of an officer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub officer_base: Option<BaseSize>,
    pub edges: [TableEdge; 2],
    pub turns: u32,
    pub first: Option<Side>,
    /// Stands at which each side breaks; absent: half, rounded up (POT-GAME-03).
    pub break_at: [Option<u32>; 2],
    pub works: Vec<WorkPiece>,
    pub objectives: Vec<Objective>,
}

/// POT-TERRAIN-05: a fortification as set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WorkPiece {
    pub key: String,
    pub name: String,
    /// Its place among the features of the field.
    pub feature: FeatureId,
    pub strength: u8,
    pub cohesion: u8,
    /// POT-SIEGE-04: an empty work that the scenario names as somebody's.
    pub owner: Option<Side>,
}

/// POT-UNIT-01: a unit, an officer or the skirmish line of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    pub key: String,
    pub name: String,
    pub formation: String,
    pub side: Side,
    pub kind: Kind,
    pub quality: Quality,
    pub strength: u8,
    pub firepower: u8,
    pub melee: u8,
    /// POT-UNIT-07: the special rules; Militia has nothing to do with the quality Untried.
    pub weapon: Weapon,
    pub standing: Standing,
    pub fear: bool,
    pub gun: Option<Gun>,
    /// Formed stands at the start.
    pub stands: u8,
    /// POT-UNIT-17: its own officer.
    pub officer: Option<UnitId>,
    /// Of a skirmish line: its parent. Of a parent: its line.
    pub partner: Option<UnitId>,
    /// POT-LEADER-01, POT-LEADER-02, POT-LEADER-03: Leadership Rating and Combat Value.
    pub rating: u8,
    pub value: i8,
    pub is_general: bool,
    pub body: Body,
    /// Skirmish stands already out at the start, or the place of an officer.
    pub bases: Vec<Pose>,
    /// An officer who begins attached.
    pub with: Option<UnitId>,
    pub limbered: bool,
    pub mounted: bool,
}

/// What changes of a piece during the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unit {
    /// Formed stands; none for officers and skirmish lines.
    pub body: Body,
    /// Skirmish stands of a line; the base of an officer who is not attached.
    pub bases: SmallVec<[Pose; 4]>,
    /// Body or bases as a footprint, kept so that corners are not worked out again for every question.
    #[serde(skip)]
    pub print: Footprint,
    /// The same of a body in as few rectangles as it has, for lines of sight.
    #[serde(skip)]
    pub walls: Footprint,
    /// POT-FIRE-19: marked hits.
    pub hits: u8,
    pub status: Status,
    pub is_ready: bool,
    pub limbered: bool,
    pub mounted: bool,
    /// POT-EVADE-08: guns left behind by their crews.
    pub guns: Option<Body>,
    pub group: Option<u16>,
    /// Orders received this tenure (POT-CMD-06); of an officer, his orders to himself (POT-LEADER-06).
    pub received: u8,
    /// Initiative action used (POT-INIT-04).
    pub acted: bool,
    pub evaded: bool,
    /// POT-INIT-01: enemies that gave it the right to act on its own.
    pub awake: SmallVec<[UnitId; 4]>,
    /// Rounds of fire that its skirmishers absorbed this tenure (POT-SKIRM-10).
    pub absorbed: u8,
    /// Limbered or unlimbered this tenure (POT-OPT-25).
    pub changed_limber: bool,
    /// Was stopped at the edge of broken ground this tenure (POT-OPT-26).
    pub stopped_at_edge: bool,
    /// Where the horse holders were left: a mark, no stand (POT-UNIT-10, POT-OPT-34).
    pub horses: Option<Point>,
    /// POT-FIRE-26: the end from which its owner lets stands go.
    pub sheds: Hand,
    pub fate: Fate,
    pub office: Office,
}

/// What changes of an officer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Office {
    /// POT-LEADER-07: the unit he is attached to (of a group: the unit he is with). POT-LEADER-08: he has no place of his
    /// own, so he goes wherever it goes.
    pub with: Option<UnitId>,
    /// He is attached to the whole group of that unit.
    pub of_group: bool,
    /// Orders given this tenure (POT-CMD-07).
    pub given: u8,
    /// Failed or stopped (POT-CMD-04, POT-TURN-08).
    pub done: bool,
    pub failed: bool,
    pub is_general: bool,
    /// POT-LEADER-11: named by his owner as the one who counts.
    pub named: bool,
    /// POT-CMD-20: units he has ordered, and those of them closed to him.
    pub ordered: SmallVec<[UnitId; 4]>,
    pub closed: SmallVec<[UnitId; 4]>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    #[default]
    Steady,
    Confused,
    /// POT-CONF-04; a battery that caused it must be out of range too (POT-MORALE-09).
    Retreating {
        battery: Option<UnitId>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    OnTable,
    Destroyed,
    OffTable,
    Captured,
}

/// POT-TURN-02: the two steps of a tenure, with set-up before and the end after.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    SetUp,
    /// Melees left over and retreat moves, before anybody decides (POT-MELEE-40, POT-MORALE-11).
    Start,
    Initiative,
    Command,
    Over,
}

/// A fortification in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Work {
    pub cohesion: u8,
    pub hits: u8,
}

/// POT-TURN-10: the orders that exist are exactly seven.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderKind {
    Move,
    Fire,
    StandReady,
    Charge,
    DeploySkirmishers,
    RecallSkirmishers,
    Rally,
}

impl Muster {
    pub fn empty() -> Muster {
        Muster {
            pieces: Vec::new(),
            stand: constants().stand,
            officer_base: None,
            edges: [TableEdge::South, TableEdge::North],
            turns: constants().turns,
            first: None,
            break_at: [None, None],
            works: Vec::new(),
            objectives: Vec::new(),
        }
    }
}

impl Muster {
    pub fn officer_base(&self) -> BaseSize {
        self.officer_base.unwrap_or(constants().officer_base)
    }
}

longroll_kit::unit_accessors!(State, Piece, Unit);

impl State {
    pub fn kind(&self, id: UnitId) -> Kind {
        self.piece(id).kind
    }

    pub fn stand(&self) -> BaseSize {
        self.muster.stand
    }

    /// On the table with a place of its own: not an attached officer, not a line that is not deployed.
    pub fn is_placed(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.fate == Fate::OnTable && !unit.print.stands().is_empty()
    }

    /// POT-UNIT-12: infantry, cavalry or artillery that is on the table.
    pub fn is_formed(&self, id: UnitId) -> bool {
        matches!(self.kind(id), Kind::Infantry | Kind::Cavalry | Kind::Artillery) && self.is_placed(id)
    }

    pub fn is_line(&self, id: UnitId) -> bool {
        self.kind(id) == Kind::Skirmishers && self.is_placed(id)
    }

    pub fn is_officer(&self, id: UnitId) -> bool {
        self.kind(id) == Kind::Officer
    }

    pub fn formed(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.side(*id) == side && self.is_formed(*id))
    }

    pub fn lines(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.side(*id) == side && self.is_line(*id))
    }

    /// Formed units and skirmish lines: what can be seen, fired at and charged.
    pub fn troops(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.side(*id) == side && (self.is_formed(*id) || self.is_line(*id)))
    }

    pub fn officers(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| {
            self.side(*id) == side && self.is_officer(*id) && self.unit(*id).fate == Fate::OnTable
        })
    }

    pub fn general(&self, side: Side) -> Option<UnitId> {
        self.officers(side).find(|id| self.unit(*id).office.is_general)
    }

    /// POT-UNIT-11: cavalry that is mounted; everything else fights on foot.
    pub fn is_mounted(&self, id: UnitId) -> bool {
        self.kind(id) == Kind::Cavalry && self.unit(id).mounted
    }

    pub fn is_artillery(&self, id: UnitId) -> bool {
        self.kind(id) == Kind::Artillery
    }

    pub fn gun_class(&self, id: UnitId) -> Option<GunClass> {
        self.piece(id).gun.map(|model| gun(model).class)
    }

    /// POT-EVADE-08: the crews are away from their guns.
    pub fn has_left_guns(&self, id: UnitId) -> bool {
        self.unit(id).guns.is_some()
    }

    /// Unlimbered with its crew: guns that can fire, and that count as deployed artillery.
    pub fn is_deployed_artillery(&self, id: UnitId) -> bool {
        self.is_artillery(id) && !self.unit(id).limbered && !self.has_left_guns(id)
    }

    /// POT-MOVE-03: men who have left their horses or guns walk.
    pub fn mover(&self, id: UnitId) -> Mover {
        let unit = self.unit(id);
        match self.kind(id) {
            Kind::Infantry => Mover::Infantry,
            Kind::Cavalry if unit.mounted => Mover::CavalryMounted,
            Kind::Cavalry => Mover::CavalryDismounted,
            Kind::Artillery if self.has_left_guns(id) => Mover::ArtilleryCrewWithoutGuns,
            Kind::Artillery if unit.limbered => Mover::ArtilleryLimbered,
            Kind::Artillery => Mover::ArtilleryUnlimbered,
            Kind::Skirmishers => Mover::Skirmishers,
            Kind::Officer => Mover::Officer,
        }
    }

    /// POT-CONF-04: a Retreating unit is Confused in every respect.
    pub fn is_confused(&self, id: UnitId) -> bool {
        self.unit(id).status != Status::Steady
    }

    pub fn is_retreating(&self, id: UnitId) -> bool {
        matches!(self.unit(id).status, Status::Retreating { .. })
    }

    pub fn group_of(&self, id: UnitId) -> Vec<UnitId> {
        match self.unit(id).group {
            None => vec![id],
            Some(group) => self.ids().filter(|other| self.unit(*other).group == Some(group)).collect(),
        }
    }

    /// The line of a parent while it is deployed.
    pub fn line_of(&self, parent: UnitId) -> Option<UnitId> {
        let line = self.piece(parent).partner?;
        (self.kind(line) == Kind::Skirmishers && self.is_line(line)).then_some(line)
    }

    /// The parent of a line while it has formed stands (POT-UNIT-15).
    pub fn parent_of(&self, line: UnitId) -> Option<UnitId> {
        let parent = self.piece(line).partner?;
        self.is_formed(parent).then_some(parent)
    }

    pub fn centre(&self, id: UnitId) -> Point {
        mean(self.unit(id).print.stands().iter().map(Rect::centre))
    }

    pub fn facing(&self, id: UnitId) -> Heading {
        let unit = self.unit(id);
        unit.bases.first().map_or(unit.body.front.facing, |base| base.facing)
    }

    pub fn base_of(&self, id: UnitId) -> BaseSize {
        if self.is_officer(id) { self.muster.officer_base() } else { self.stand() }
    }

    /// Stands that count for breaking: formed ones and those out as skirmishers (POT-GAME-03).
    pub fn stands_left(&self, id: UnitId) -> u32 {
        let unit = self.unit(id);
        let out = self.piece(id).partner.filter(|_| self.kind(id) != Kind::Skirmishers);
        let out =
            out.map_or(0, |line| crate::procedures::losses::returning(self.unit(line).bases.len() as u8));
        u32::from(unit.body.stands()) + u32::from(out)
    }

    /// Officers attached to a unit, or to the group it belongs to.
    pub fn attached(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let group = self.unit(id).group;
        self.ids().filter(move |officer| {
            let office = &self.unit(*officer).office;
            let Some(with) = office.with.filter(|_| self.unit(*officer).fate == Fate::OnTable) else {
                return false;
            };
            with == id || (office.of_group && group.is_some() && self.unit(with).group == group)
        })
    }

    /// POT-LEADER-09, -10, -11: the Combat Value that works on a unit.
    pub fn officer_value(&self, id: UnitId) -> i8 {
        use crate::book::options::SeveralOfficers;
        let attached: SmallVec<[UnitId; 2]> = self.attached(id).collect();
        let value = |officer: &UnitId| self.piece(*officer).value;
        match self.options.several_officers {
            SeveralOfficers::ValuesAddUp => attached.iter().map(value).fold(0, i8::saturating_add),
            SeveralOfficers::OneCounts => attached
                .iter()
                .max_by_key(|officer| (self.unit(**officer).office.named, value(officer)))
                .map_or(0, value),
        }
    }
}

pub fn mean(points: impl Iterator<Item = Point>) -> Point {
    let (x, y, n) = points.fold((0_i64, 0_i64, 0_i64), |(x, y, n), at| (x + at.x, y + at.y, n + 1));
    Point::new(x.div_euclid(n.max(1)), y.div_euclid(n.max(1)))
}
