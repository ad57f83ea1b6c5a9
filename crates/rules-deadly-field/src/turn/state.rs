//! Everything that a game must remember.

use crate::book::kinds::{Arm, Formation, Level, Quality, Stand, Weapon};
use crate::book::options::Options;
use crate::book::tables::Mover;
use crate::field::ground::Ground;
use crate::turn::asking::Question;
use crate::turn::charge::Charge;
use crate::turn::march::Walk;
pub use longroll_kit::{End, Objective};
use longroll_kit::{Owed, Side, UnitId};
use longroll_table::{BaseSize, Field, Heading, Length, Pose, Rect, TableEdge, Vector, thousandths};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
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
    pub turn: u32,
    /// ADF-TURN-01: the side whose player turn it is.
    pub active: Side,
    /// ADF-TURN-02: the side with the initiative.
    pub first: Side,
    pub step: Step,
    pub acting: Option<Acting>,
    pub held: SmallVec<[Option<Side>; 4]>,
    /// ADF-REACT-07: what is still going on, newest on top.
    pub owed: Owed<Debt>,
    /// What an owner is asked in the middle of a command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// The state in which that command was given.
    #[serde(skip)]
    pub before: Option<Arc<State>>,
    pub end: Option<End>,
}

/// ADF-GAME-03: what the scenario gives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Muster {
    pub pieces: Vec<Piece>,
    /// Formations by number: brigades and what stands above them.
    pub formations: Vec<String>,
    /// Each side's own table edge, Blue's first.
    pub edges: [TableEdge; 2],
    pub turns: u32,
    pub first: Option<Side>,
    pub objectives: Vec<Objective>,
}

/// A unit or leader as mustered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub arm: Arm,
    pub quality: Quality,
    pub weapon: Weapon,
    /// ADF-UNIT-02: figures on two or three stands; ADF-ARTY-15: one to three sections.
    pub stands: Vec<Stand>,
    pub pistols: bool,
    pub sharpshooters: bool,
    /// ADF-UNIT-29: its brigade and every formation above it, nearest first. A leader: the formation he leads, and above.
    pub chain: Vec<u16>,
    /// ADF-LEADER-14: a leader of a brigade, and not of something larger.
    pub leads_brigade: bool,
    /// ADF-LEADER-01.
    pub benefit: u8,
    /// ADF-UNIT-32: informative.
    pub muster_points: Option<u32>,
    pub pose: Pose,
    pub formation: Formation,
    pub mounted: bool,
}

impl Piece {
    pub fn strength(&self) -> u8 {
        self.stands.iter().map(|stand| stand.full).sum()
    }
}

/// What changes of a unit during the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unit {
    pub pose: Pose,
    /// The ground it covers, kept so that it is not worked out for every question.
    #[serde(skip)]
    pub rect: Rect,
    pub stands: SmallVec<[Stand; 3]>,
    pub level: Level,
    pub formation: Formation,
    pub mounted: bool,
    pub fate: Fate,
    /// ADF-TURN-03: actions left in this player turn.
    pub actions: u8,
    /// ADF-GROUP-04: left its group, and may only reform, rally or disengage.
    pub dropped_out: bool,
    /// ADF-TURN-06.
    pub reacted: bool,
    /// ADF-GAME-07: enemies reaction-fired at, and enemies desperation-fired at, in this player turn.
    pub fired_at: SmallVec<[UnitId; 2]>,
    pub desperate_at: SmallVec<[UnitId; 2]>,
    /// ADF-FIRE-26.
    pub volleyed: bool,
    /// ADF-CMD-01.
    pub in_command: bool,
    /// ADF-MMP-09: from the declaration of a charge to its end.
    pub charging: bool,
    pub disengaging: bool,
    /// ADF-UNIT-18: the regiment merged into this one.
    pub merged: Option<UnitId>,
    /// ADF-UNIT-21: the remnant attached to this unit.
    pub remnant: Option<UnitId>,
    /// Of a leader: the unit he is attached to (ADF-LEADER-04), and whether he has moved.
    pub with: Option<UnitId>,
    pub moved: bool,
    /// ADF-UNIT-25: figures that came back.
    pub recovered: u8,
    /// ADF-REACT-10, ADF-CHARGE-14, ruling ADF-R22: it has lost a level since the last stop of its move or charge, even if it had gained one there or has
    /// it back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lost_level: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    OnTable,
    /// ADF-UNIT-11.
    Eliminated,
    /// ADF-ROUT-08, ADF-FIV-13.
    Surrendered,
    /// ADF-MORALE-19.
    Disintegrated,
    /// ADF-ROUT-07.
    Abandoned,
    /// ADF-GEO-09.
    OffTable,
    /// ADF-UNIT-18, -21: part of another unit now.
    Joined,
    /// ADF-LEADER-10, -16.
    Killed,
    Captured,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// ADF-TURN-02: the scenario does not say who begins.
    Initiative,
    /// ADF-TURN-08: the active side's leaders move.
    Leaders,
    Actions,
    /// ADF-TURN-10: routed units that were not taken run.
    Ending,
    Over,
}

/// ADF-GROUP-01, -11: who is acting: one unit, or a group with both actions declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Acting {
    pub members: Vec<UnitId>,
    /// ADF-TURN-05: declared actions still to come; empty for a single unit.
    pub plan: Vec<Deed>,
    /// The reactive side lets the rest of this action pass.
    pub unwatched: bool,
    /// ADF-GROUP-01: declared as a group.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub group: bool,
}

impl Acting {
    pub(crate) fn alone(members: Vec<UnitId>) -> Acting {
        Acting { members, plan: Vec::new(), unwatched: false, group: false }
    }
}

/// What one action is spent on, as a group declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    Move,
    Fire,
    Charge,
    Reform,
    Rally,
    Disengage,
    Nothing,
}

/// What is going on and not yet done. Reactions wait for the reactive player, the questions of a charge for either.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Debt {
    Walk(Walk),
    Charge(Charge),
    /// ADF-REACT-06: one unit or group may react.
    React(Trigger),
    /// ADF-REACT-15: each of these may fire in desperation at the one that came near it.
    Desperation {
        pairs: Vec<(UnitId, UnitId)>,
    },
    /// ADF-REACT-29: the charged unit may fire what it held.
    HeldFire {
        unit: UnitId,
        #[serde(alias = "charger", deserialize_with = "one_or_several")]
        chargers: Vec<UnitId>,
    },
    /// ADF-CHARGE-21: several enemies are met at once; the reactive side names the one that stands against the charger.
    Opponent {
        lead: UnitId,
        among: Vec<UnitId>,
    },
    /// ADF-ROUT-01: the second action of a routed unit.
    Rally {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Heading>,
    },
}

/// ADF-REACT-01, -02, -03: what may be reacted to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Trigger {
    pub kind: TriggerKind,
    pub by: Vec<UnitId>,
    /// ADF-REACT-29: the charged unit has its own opportunity.
    pub except: Option<UnitId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TriggerKind {
    Fire,
    Inch,
    /// Another act, which counts within two inches only.
    Near,
}

/// Half an inch: the base of a leader (ruling ADF-R04).
pub const LEADER_BASE: Length = thousandths(500);

longroll_kit::unit_accessors!(State, Piece, Unit);

impl State {
    pub fn rect(&self, id: UnitId) -> &Rect {
        &self.units[id.index()].rect
    }

    pub fn arm(&self, id: UnitId) -> Arm {
        self.piece(id).arm
    }

    pub fn is_leader(&self, id: UnitId) -> bool {
        self.arm(id) == Arm::Leader
    }

    pub fn edge(&self, side: Side) -> TableEdge {
        self.muster.edges[side as usize]
    }

    pub fn is_on_table(&self, id: UnitId) -> bool {
        self.unit(id).fate == Fate::OnTable
    }

    /// Units of a side on the table: everything but leaders.
    pub fn troops(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.is_on_table(*id) && self.side(*id) == side && !self.is_leader(*id))
    }

    pub fn leaders(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.is_on_table(*id) && self.side(*id) == side && self.is_leader(*id))
    }

    /// Leaders attached to a unit.
    pub fn leaders_with(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.leaders(self.side(id)).filter(move |leader| self.unit(*leader).with == Some(id))
    }

    /// Does this leader lead the brigade of that unit, and not another or more than one?
    pub fn leads_brigade_of(&self, leader: UnitId, id: UnitId) -> bool {
        let leader = self.piece(leader);
        leader.leads_brigade && leader.chain.first() == self.piece(id).chain.first()
    }

    /// ADF-LEADER-18: of several leaders only the highest benefit counts.
    pub fn benefit(&self, id: UnitId) -> u8 {
        self.leaders_with(id).map(|leader| self.piece(leader).benefit).max().unwrap_or(0)
    }

    /// Its figures or sections, those of a merged regiment among them, an attached remnant's not.
    pub fn own_figures(&self, id: UnitId) -> u8 {
        let merged = self.unit(id).merged.map_or(0, |other| self.regiment_figures(other));
        self.regiment_figures(id).saturating_add(merged)
    }

    /// ADF-UNIT-21, ADF-FIV-03: with the remnant's.
    pub fn figures(&self, id: UnitId) -> u8 {
        self.own_figures(id).saturating_add(self.remnant_figures(id))
    }

    pub fn remnant_figures(&self, id: UnitId) -> u8 {
        self.unit(id).remnant.map_or(0, |remnant| self.regiment_figures(remnant))
    }

    /// What is left of the regiment as mustered, wherever it serves.
    pub fn regiment_figures(&self, id: UnitId) -> u8 {
        self.unit(id).stands.iter().map(|stand| stand.now).sum()
    }

    /// Stands that still have figures; of a battery its sections.
    pub fn stands(&self, id: UnitId) -> u8 {
        if self.arm(id) == Arm::Artillery {
            return self.regiment_figures(id);
        }
        let left = |id: UnitId| self.unit(id).stands.iter().filter(|stand| stand.now > 0).count() as u8;
        left(id) + self.unit(id).merged.map_or(0, left)
    }

    /// ADF-UNIT-18: a merged unit counts as one that began with two stands.
    pub fn stands_at_start(&self, id: UnitId) -> u8 {
        match self.arm(id) {
            Arm::Artillery => self.piece(id).strength(),
            _ if self.unit(id).merged.is_some() => 2,
            _ => self.piece(id).stands.len() as u8,
        }
    }

    /// ADF-UNIT-07, -09: and so fires, moves and is hit as in disorder, its level being that.
    pub fn is_depleted(&self, id: UnitId) -> bool {
        matches!(self.arm(id), Arm::Infantry | Arm::Cavalry) && self.stands(id) <= 1
    }

    pub fn mover(&self, id: UnitId) -> Mover {
        let (piece, unit) = (self.piece(id), self.unit(id));
        Mover {
            arm: piece.arm,
            weapon: piece.weapon,
            formation: unit.formation,
            mounted: unit.mounted,
            level: unit.level,
        }
    }

    pub fn is_mounted(&self, id: UnitId) -> bool {
        self.arm(id) == Arm::Cavalry && self.unit(id).mounted
    }

    /// ADF-FORM-15, -16, -17, ADF-UNIT-28: no horse-holders are taken off; the ground a unit covers in a formation, whatever its morale.
    pub fn footprint(&self, id: UnitId, formation: Formation) -> BaseSize {
        footprint(&self.options, self.arm(id), formation, i64::from(self.stands(id).max(1)))
    }

    /// ADF-UNIT-30, -31, ADF-MMP-18: regiments and leaders of a brigade lost by casualties, surrender or disintegration.
    /// ADF-UNIT-24: a merged or attached regiment only when all its figures are gone.
    pub fn elements_lost(&self, of: UnitId) -> u8 {
        let Some(brigade) = self.piece(of).chain.first() else { return 0 };
        let lost = self.ids().filter(|id| {
            let (piece, unit) = (self.piece(*id), self.unit(*id));
            if *id == of || piece.chain.first() != Some(brigade) || piece.side != self.side(of) {
                return false;
            }
            match piece.arm {
                Arm::Artillery => false,
                Arm::Leader => piece.leads_brigade && matches!(unit.fate, Fate::Killed | Fate::Captured),
                _ => match unit.fate {
                    Fate::Eliminated | Fate::Surrendered | Fate::Disintegrated => true,
                    Fate::Joined => self.regiment_figures(*id) == 0,
                    Fate::OnTable => unit.merged.is_some() && self.regiment_figures(*id) == 0,
                    _ => false,
                },
            }
        });
        lost.count().min(2) as u8
    }

    /// Who moves, fires or charges when this unit does: its group, itself first, or itself alone.
    pub fn together(&self, id: UnitId) -> Vec<UnitId> {
        let group = self.acting.as_ref().filter(|acting| acting.group && acting.members.contains(&id));
        let mut members = vec![id];
        members.extend(group.iter().flat_map(|acting| &acting.members).filter(|member| **member != id));
        members
    }

    /// The members of the acting group that can still be commanded.
    pub fn acting_members(&self) -> &[UnitId] {
        self.acting.as_ref().map_or(&[], |acting| &acting.members)
    }
}

/// ADF-FORM-15: n stands of width W and depth D. ADF-FORM-08: skirmishers stand one stand's width apart.
pub fn footprint(options: &Options, arm: Arm, formation: Formation, stands: i64) -> BaseSize {
    let (w, d) = options.stand();
    let size = |front: Length, depth: Length| BaseSize { front, depth };
    match (arm, formation) {
        (Arm::Leader, _) => size(LEADER_BASE, LEADER_BASE),
        (Arm::Artillery, Formation::Limbered) => size(w, w * 2),
        (Arm::Artillery, _) => size(w, w),
        (_, Formation::ExtendedLine) => size(w * stands + w.half() * (stands - 1), d),
        (_, formation) if formation.is_skirmish() => size(w * (2 * stands - 1), d),
        (_, Formation::AttackColumn | Formation::DoubleLine) => size(w, d * stands),
        (_, Formation::RoadColumn) => size(w, d * (2 * stands - 1)),
        _ => size(w * stands, d),
    }
}

/// Ruling ADF-R04: where a leader stands who is with a unit: behind the middle of its rear, or as near to that as the table reaches.
pub fn behind(field: &Field, rect: &Rect) -> Pose {
    let back = rect.size().depth.half() + LEADER_BASE.half();
    let at = rect.centre().ahead(rect.facing().opposite(), back);
    let base = BaseSize { front: LEADER_BASE, depth: LEADER_BASE };
    let bounds = Rect::new(Pose { at, facing: rect.facing() }, base).bounds();
    // how far it lies over either edge
    let inward = |low: i64, high: i64, end: i64| (-low).max(0) - (high - end).max(0);
    let by = Vector::new(
        inward(bounds.west, bounds.east, field.width.micrometres()),
        inward(bounds.south, bounds.north, field.height.micrometres()),
    );
    Pose { at: at + by, facing: rect.facing() }
}

/// Games of the first revision name the one charger that there could be.
fn one_or_several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<UnitId>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        One(UnitId),
        Several(Vec<UnitId>),
    }
    Ok(match Kept::deserialize(deserializer)? {
        Kept::One(unit) => vec![unit],
        Kept::Several(units) => units,
    })
}
