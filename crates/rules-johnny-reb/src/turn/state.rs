//! Everything that a game must remember.

use crate::book::kinds::{Arm, Body, Formation, Grade, Level, Quality, Weapon};
use crate::book::options::Options;
use crate::field::ground::Ground;
use crate::turn::asking::{Pending, Question};
pub use longroll_kit::{End, Objective};
use longroll_kit::{Owed, Side, UnitId};
use longroll_table::{BaseSize, Field, Heading, Length, Point, Pose, Rect, TableEdge, thousandths};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
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
    pub contacts: Vec<Contact>,
    pub turn: u32,
    pub phase: Phase,
    /// Sides that have nothing more to say in this phase.
    pub ready: [bool; 2],
    /// Both sides have shown their orders (JR-ORDER-08).
    pub revealed: bool,
    /// Fires declared in this step and not yet resolved (JR-TURN-02).
    pub shots: Vec<Shot>,
    /// Whose move or charge it is (JR-TURN-03).
    pub mover: Option<UnitId>,
    pub held: Vec<Option<Side>>,
    /// Officers lost for whom their friends have not yet checked (JR-MORALE-04).
    pub fallen: Vec<UnitId>,
    /// JR-MORALE-08: what units on Charge have seen and not yet checked for.
    pub witnesses: Vec<Witness>,
    /// JR-ARTY-03: hits of this turn on buildings, by the place of the feature.
    pub house_hits: Vec<(u16, u32)>,
    pub owed: Owed<Debt>,
    /// JR-MELEE-11: whose enemy has left a melee, and who has not yet been put in disorder for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alone: Vec<UnitId>,
    /// What a player is asked in the middle of a command, and that command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    #[serde(skip)]
    pub pending: Option<Arc<Pending>>,
    pub end: Option<End>,
}

/// JR-SETUP-01: what the scenario gives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Muster {
    pub pieces: Vec<Piece>,
    pub edges: [TableEdge; 2],
    pub turns: u32,
    pub objectives: Vec<Objective>,
}

/// A regiment, battery or officer as mustered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    pub key: String,
    pub name: String,
    /// JR-UNIT-04: its brigade; for an officer the command he leads.
    pub brigade: String,
    /// The commands above it, nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub above: Vec<String>,
    pub side: Side,
    pub arm: Arm,
    pub quality: Quality,
    pub weapon: Weapon,
    pub grade: Option<Grade>,
    /// JR-UNIT-01 to -03: stands and figures a stand; one stand and its sections for a battery.
    pub stands: u32,
    pub per_stand: u32,
    pub formation: Formation,
    pub mounted: bool,
    pub pose: Pose,
}

/// JR-ORDER-01: the six markers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    Hold,
    FirstFire,
    Move(Heading),
    Charge,
    Disengage,
    Form,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ammunition {
    Full,
    Low,
    Out,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    OnTable,
    Destroyed,
    Surrendered,
    Dispersed,
    /// Fled over the table edge.
    OffTable,
    Killed,
    /// JR-MOVE-11: left of its own will.
    Left,
    /// JR-ARTY-05, -06: guns without a crew, where they stood.
    Abandoned,
    Captured,
}

/// What changes of a unit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unit {
    pub pose: Pose,
    #[serde(skip)]
    pub rect: Rect,
    pub formation: Formation,
    pub mounted: bool,
    /// Figures, or sections.
    pub figures: u32,
    pub horses_lost: u32,
    pub level: Level,
    pub order: Option<Order>,
    /// JR-ORDER-08: written down to change to Hold, not yet shown.
    pub to_hold: bool,
    pub fate: Fate,
    pub ammunition: Ammunition,
    /// JR-DRM-06.
    pub opening_used: bool,
    /// JR-MORALE-01.
    pub had_loss: bool,
    /// JR-TURN-03: the dice it has thrown for its place among equals in this phase.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lots: Vec<u8>,
    /// JR-OFFICER-01: the unit that an officer was named to be present with.
    pub with: Option<UnitId>,
    /// JR-OPT-15: where its crews have left their guns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guns_at: Option<Pose>,
    pub flags: Flags,
}

/// What a unit has done this turn (JR-TURN-04).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Flags {
    pub fired: bool,
    pub fired_first: bool,
    pub moved: bool,
    pub formed: bool,
    pub pivoted: bool,
    pub charged: bool,
    pub fell_back: bool,
    pub impacted: bool,
    pub won_impact: bool,
    /// Its part of the present phase is done.
    pub acted: bool,
    pub tried_rally: bool,
    /// JR-MORALE-06: has checked for a rout seen in this phase.
    pub saw: bool,
    /// JR-ORDER-13: lost its order by going Shaken.
    pub lost_order: bool,
    /// JR-OFFICER-01: his owner has named a unit for him this turn.
    pub named: bool,
    /// JR-ORDER-13, JR-CHARGE-29: may not fire any more this turn.
    pub spent: bool,
}

/// JR-TURN-01, with the two steps of First Fires and the late step of Move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    MarkOrders,
    Rallies,
    Reveal,
    FirstFires,
    HoldFires,
    Disengage,
    Charges,
    Moves,
    /// Officers ride and Hold units pivot.
    Pivots,
    Fires,
    Melee,
    Over,
}

/// Two units locked in melee (JR-MELEE-01).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Contact {
    pub attacker: UnitId,
    pub defender: UnitId,
    /// Supporters of the attacker and of the defender.
    pub supports: [Vec<UnitId>; 2],
    /// JR-MELEE-10: it goes on from an earlier turn.
    pub is_old: bool,
    /// JR-CHARGE-32: supporters who have come up this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<UnitId>,
    /// Ruling JR-R17: where the attacker's charge began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Point>,
}

/// A fire that was declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Shot {
    pub unit: UnitId,
    pub target: UnitId,
    /// JR-FIRE-19: units that fire with it as one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<UnitId>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rapid: bool,
    /// JR-FIRE-15: repeaters that do not use their extra die.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sparing: bool,
}

/// A move under the eyes of enemies on Hold, who may halt it at a whole inch (JR-ORDER-02, -12).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct March {
    pub unit: UnitId,
    /// Where it stands after 1, 2, 3 … whole inches of its path.
    pub stops: Vec<Pose>,
    /// Where it comes to rest.
    pub end: Pose,
    /// The whole inches that it has gone.
    pub gone: u32,
    /// What to do on arrival.
    pub errand: Errand,
    /// Units that have been ordered to fire at the next stop.
    pub asked: bool,
    /// Where it set out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Pose>,
    /// How long its whole path is, bends and wheels and all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
}

impl<'de> Deserialize<'de> for March {
    /// Early games of the first revision kept the end as the last of the stops.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<March, D::Error> {
        #[derive(Deserialize)]
        struct Kept {
            unit: UnitId,
            stops: Vec<Pose>,
            end: Option<Pose>,
            gone: u32,
            errand: Errand,
            asked: bool,
            from: Option<Pose>,
            length: Option<Length>,
        }
        let Kept { unit, stops, end, gone, errand, asked, from, length } = Kept::deserialize(deserializer)?;
        let end = end.or(stops.last().copied()).ok_or_else(|| D::Error::missing_field("end"))?;
        Ok(March { unit, stops, end, gone, errand, asked, from, length })
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Errand {
    Move,
    /// JR-ORDER-07: it forms where it comes to rest.
    Form {
        formation: Formation,
        mounted: bool,
    },
    Charge(Run),
    /// JR-MOVE-10, JR-MELEE-10: away, and from whom it tore itself.
    Disengage(Option<UnitId>),
    /// JR-MOVE-11: over the edge at the end.
    Leave,
}

/// A charge on its way (JR-CHARGE-05 to -14).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Run {
    pub target: UnitId,
    /// Distance to contact, and how far it can go at all.
    pub contact: Length,
    pub full: Length,
    pub disorder_at: Length,
    /// The way it runs, and where the middle of its front began, for the side struck (JR-CHARGE-24).
    pub heading: Heading,
    pub front: Point,
    pub supporters: Vec<UnitId>,
    /// Distance gone at which the defender's volley falls.
    pub volley_at: Option<Length>,
    /// JR-CHARGE-25: the target was about to charge this unit.
    pub mutual: bool,
    /// What its way is closed by where it must stop short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
}

impl<'de> Deserialize<'de> for Run {
    /// Early games of the first revision kept where the unit stood, in place of its bearing and front.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Run, D::Error> {
        #[derive(Deserialize)]
        struct Kept {
            target: UnitId,
            contact: Length,
            full: Length,
            disorder_at: Length,
            heading: Option<Heading>,
            front: Option<Point>,
            from: Option<Pose>,
            supporters: Vec<UnitId>,
            volley_at: Option<Length>,
            #[serde(default)]
            mutual: bool,
            closed: Option<String>,
        }
        let kept = Kept::deserialize(deserializer)?;
        let Kept { target, contact, full, disorder_at, supporters, volley_at, mutual, closed, .. } = kept;
        let heading = kept.heading.or(kept.from.map(|from| from.facing));
        let heading = heading.ok_or_else(|| D::Error::missing_field("heading"))?;
        let front = kept.front.or(kept.from.map(|from| from.at));
        let front = front.ok_or_else(|| D::Error::missing_field("front"))?;
        Ok(Run { target, contact, full, disorder_at, heading, front, supporters, volley_at, mutual, closed })
    }
}

/// JR-MORALE-08: a unit on Charge saw friends break here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Witness {
    pub unit: UnitId,
    /// Who broke or fell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<UnitId>,
    pub pose: Pose,
    pub size: BaseSize,
}

/// What is owed before the phase goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Debt {
    /// The other side may halt it by fire.
    March(March),
}

impl Muster {
    pub fn empty() -> Muster {
        let edges = [TableEdge::South, TableEdge::North];
        Muster { pieces: Vec::new(), edges, turns: 12, objectives: Vec::new() }
    }
}

impl Phase {
    pub const SHOWN: [Phase; 11] = [
        Phase::MarkOrders,
        Phase::Rallies,
        Phase::Reveal,
        Phase::FirstFires,
        Phase::HoldFires,
        Phase::Disengage,
        Phase::Charges,
        Phase::Moves,
        Phase::Pivots,
        Phase::Fires,
        Phase::Melee,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Phase::MarkOrders => "Mark Orders",
            Phase::Rallies => "Routs and Rallies",
            Phase::Reveal => "Reveal",
            Phase::FirstFires => "First Fires",
            Phase::HoldFires => "Hold Fires",
            Phase::Disengage => "Disengage",
            Phase::Charges => "Charges",
            Phase::Moves => "Moves",
            Phase::Pivots => "Pivots and Officers",
            Phase::Fires => "Fire",
            Phase::Melee => "Melee",
            Phase::Over => "Over",
        }
    }

    pub fn is_fire(self) -> bool {
        matches!(self, Phase::FirstFires | Phase::HoldFires | Phase::Fires)
    }
}

impl Order {
    pub fn code(self) -> &'static str {
        match self {
            Order::Hold => "H",
            Order::FirstFire => "Fr",
            Order::Move(_) => "M",
            Order::Charge => "CH",
            Order::Disengage => "D",
            Order::Form => "Fm",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Order::Hold => "Hold",
            Order::FirstFire => "First Fire",
            Order::Move(_) => "Move",
            Order::Charge => "Charge",
            Order::Disengage => "Disengage",
            Order::Form => "Form",
        }
    }
}

impl Piece {
    pub fn body(&self, mounted: bool) -> Body {
        match self.arm {
            Arm::Infantry | Arm::Officer => Body::Infantry,
            Arm::Cavalry if mounted => Body::CavalryMounted,
            Arm::Cavalry => Body::CavalryDismounted,
            Arm::Artillery => Body::Artillery,
        }
    }

    pub fn start(&self) -> u32 {
        self.stands * self.per_stand
    }

    /// JR-FORM-02: the ground that so many stands take up in a formation; ruling JR-R02: the gaps belong to it.
    pub fn size(&self, formation: Formation, figures: u32) -> BaseSize {
        let (front, depth) = match self.arm {
            Arm::Infantry => (875, 750),
            Arm::Cavalry => (1000, 1500),
            Arm::Artillery => (1000, 1000),
            Arm::Officer => (500, 500),
        };
        let n = i64::from(figures.div_ceil(self.per_stand.max(1)).clamp(1, self.stands.max(1)));
        let (front, depth) = match formation {
            _ if matches!(self.arm, Arm::Artillery | Arm::Officer) => (front, depth),
            Formation::SingleLine | Formation::Line => (front * n, depth),
            Formation::ExtendedLine => {
                return BaseSize::new(thousandths(front * (3 * n - 1)).half(), thousandths(depth));
            }
            Formation::SkirmishLine => (front * (2 * n - 1), depth),
            Formation::DoubleLine | Formation::Disorder => {
                (front * ((n + 1) / 2), if n > 1 { 2 * depth } else { depth })
            }
            Formation::AttackColumn => (front, depth * n),
            _ => (front, depth * n + depth / 2 * (n - 1)),
        };
        BaseSize::new(thousandths(front), thousandths(depth))
    }
}

longroll_kit::unit_accessors!(State, Piece, Unit);

impl State {
    pub fn arm(&self, id: UnitId) -> Arm {
        self.piece(id).arm
    }

    pub fn body(&self, id: UnitId) -> Body {
        self.piece(id).body(self.unit(id).mounted)
    }

    pub fn is_officer(&self, id: UnitId) -> bool {
        self.arm(id) == Arm::Officer
    }

    pub fn edge(&self, side: Side) -> TableEdge {
        self.muster.edges[side as usize]
    }

    pub fn is_on_table(&self, id: UnitId) -> bool {
        self.unit(id).fate == Fate::OnTable
    }

    /// Regiments and batteries of a side on the table.
    pub fn troops(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.side(*id) == side && self.is_on_table(*id) && !self.is_officer(*id))
    }

    pub fn officers(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.side(*id) == side && self.is_on_table(*id) && self.is_officer(*id))
    }

    pub fn contact_of(&self, id: UnitId) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.attacker == id || contact.defender == id)
    }

    pub fn is_in_contact(&self, id: UnitId) -> bool {
        self.contact_of(id).is_some()
    }

    pub fn is_supporting(&self, id: UnitId) -> bool {
        self.contacts.iter().any(|contact| contact.supports.iter().any(|list| list.contains(&id)))
    }

    /// JR-UNIT-07: whole stands lost, or sections.
    pub fn stands_lost(&self, id: UnitId) -> u32 {
        let piece = self.piece(id);
        let lost = piece.start().saturating_sub(self.unit(id).figures);
        if piece.arm == Arm::Artillery { lost } else { lost / piece.per_stand.max(1) }
    }
}
