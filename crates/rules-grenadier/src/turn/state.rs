//! What is remembered between commands.

use crate::book::kinds::{Ability, Form, Grade, Kind, Order, Rank, Weapon};
use crate::book::options::Options;
use crate::field::ground::Ground;
use crate::procedures::guns::GunGroup;
use crate::procedures::melee::Arrival;
use crate::procedures::morale::Arm;
use crate::procedures::pace::Mover;
pub use crate::turn::debts::{Aftermath, Debt, Due};
pub use longroll_kit::{End, Objective};
use longroll_kit::{Owed, Side, UnitId};
use longroll_table::{Edge, Field, Heading, Length, Point, Pose, Rect, TableEdge, touching};
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
    pub muster: Arc<Muster>,
    pub units: Vec<Unit>,
    pub brigades: Vec<Brigade>,
    pub contacts: SmallVec<[Contact; 4]>,
    /// GRE-UNIT-10: who was dispersed, where and when.
    pub gone: Vec<Gone>,
    pub turn: u32,
    pub step: Step,
    /// GRE-TURN-02: the first player of the turn.
    pub first: Side,
    /// Whose part of the step it is (GRE-GEN-10).
    pub active: Side,
    /// Where within the step play is; each step counts its own parts.
    pub part: u8,
    /// GRE-TURN-03: brigadiers have begun; GRE-TURN-07: units other than batteries have begun.
    pub later_half: bool,
    pub ready: [bool; 2],
    /// GRE-GEN-17: who names his orders first.
    pub namer: Option<Side>,
    /// GRE-CMD-12: ADCs used.
    pub adcs: [u8; 2],
    /// GRE-CMD-09: the brigade that the CinC commands himself.
    pub cinc_commands: [Option<u16>; 2],
    /// GRE-MOVE-18: brigades that march this turn.
    pub marching: Vec<u16>,
    pub held: Vec<Option<Side>>,
    pub owed: Owed<Debt>,
    pub end: Option<End>,
}

/// GRE-TURN-01: the steps of a turn, with set-up before and the end after.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Deployment,
    Initiative,
    Command,
    Compulsory,
    Charge,
    Movement,
    Fire,
    Resolution,
    Melee,
    Morale,
    End,
    Over,
}

impl Step {
    pub const OF_TURN: [Step; 10] = [
        Step::Initiative,
        Step::Command,
        Step::Compulsory,
        Step::Charge,
        Step::Movement,
        Step::Fire,
        Step::Resolution,
        Step::Melee,
        Step::Morale,
        Step::End,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Step::Deployment => "deployment",
            Step::Initiative => "initiative",
            Step::Command => "command",
            Step::Compulsory => "compulsory movement",
            Step::Charge => "charges",
            Step::Movement => "movement",
            Step::Fire => "fire",
            Step::Resolution => "charge resolution",
            Step::Melee => "melee",
            Step::Morale => "morale",
            Step::End => "end of turn",
            Step::Over => "over",
        }
    }
}

/// What stays the same for a unit or a general all game long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    pub key: String,
    pub name: String,
    pub formation: String,
    pub side: Side,
    pub kind: Kind,
    pub grade: Grade,
    /// Starting figures; for batteries the crew.
    pub figures: u16,
    pub guns: Vec<GunGroup>,
    /// Models of a Gatling-type battery or of a battery of guns.
    pub models: u8,
    pub weapon: Option<Weapon>,
    pub second_weapon: Option<Weapon>,
    pub skirmish_class: u8,
    pub irregular: bool,
    pub lancers: bool,
    /// GRE-MOVE-26: guns in a fixed mounting.
    pub fixed: bool,
    pub brigade: Option<u16>,
    pub rank: Option<Rank>,
    pub ability: Ability,
    pub pose: Pose,
    pub form: Form,
    pub mounted: bool,
    pub low_ammunition: bool,
    /// GRE-UNIT-18: a detachment's regiment.
    pub parent: Option<UnitId>,
}

/// A brigade as it was mustered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BrigadeCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub units: Vec<UnitId>,
    pub brigadier: Option<UnitId>,
    /// Generals above him, other than the CinC.
    pub above: Vec<UnitId>,
    pub order: Order,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Muster {
    pub pieces: Vec<Piece>,
    pub brigades: Vec<BrigadeCard>,
    pub edges: [TableEdge; 2],
    /// GRE-GEN-16: 12 turns unless option GRE-OPT-20 leaves it to the scenario.
    pub turns: u32,
    pub attacker: Option<Side>,
    pub objectives: Vec<Objective>,
    /// GRE-CMD-12: three ADCs an army, unless the scenario says otherwise.
    pub adcs: u8,
}

/// GRE-UNIT-11: one state at a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    #[default]
    Steady,
    Halted,
    Retreating,
    Routing,
    Rallying,
    Pursuing,
}

impl Status {
    pub fn is_broken(self) -> bool {
        matches!(self, Status::Retreating | Status::Routing)
    }

    pub fn words(self) -> &'static str {
        match self {
            Status::Steady => "Steady",
            Status::Halted => "Halted",
            Status::Retreating => "Retreating",
            Status::Routing => "Routing",
            Status::Rallying => "Rallying",
            Status::Pursuing => "Pursuing",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    #[default]
    OnTable,
    Dispersed,
    Surrendered,
    OffTable,
    /// A detachment that has rejoined its regiment.
    Absorbed,
    Killed,
    Captured,
    Wounded,
}

/// When within a turn something befell a unit: before the morale step, in its part (a), or after that (GRE-UNIT-10,
/// GRE-RALLY-01).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    #[default]
    Early,
    OtherTests,
    Late,
}

/// What a unit has done this turn; cleared in the end step (GRE-TURN-11).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Today {
    /// Halves of a move used up (GRE-FORM-05).
    pub halves: u8,
    /// GRE-FORM-05: its half move is made; the other half is for an action.
    pub half_moved: bool,
    /// Any move or formation action, voluntary or not (GRE-DP-09).
    pub stirred: bool,
    pub moved: bool,
    pub unlimbered: bool,
    pub limbered: bool,
    pub turned: bool,
    pub manhandled: bool,
    pub marched: bool,
    pub fired: bool,
    /// Faces of a building fired from, with the figures used (GRE-TERRAIN-07).
    pub faces: SmallVec<[Edge; 2]>,
    /// GRE-DP-07: the one DP of skirmishers' movement dice.
    pub skirmish_dp: bool,
    pub evaded: bool,
    /// GRE-CHARGE-18: it was asked and stays.
    pub stayed: bool,
    /// GRE-CMD-04: the one throw of an out-of-command unit was made and failed.
    pub held_back: bool,
    pub recall_tried: bool,
    pub recalled: bool,
    pub fought: bool,
    /// GRE-TURN-09: its one round of melee is fought.
    pub round_done: bool,
    /// GRE-PURSUIT-08: counts as stationary and not in melee.
    pub rallies_dp: bool,
    pub lost_to_fire: u16,
    /// GRE-MOVE-23: the enemy that last hit it by fire, or fired on it in flank.
    pub shot_by: Option<UnitId>,
    pub flank_fire: bool,
    pub lost_general: bool,
    /// GRE-MORALE-27: a charge test or its one Other test was taken.
    pub tested: bool,
    /// GRE-RALLY-01: its rally test is taken.
    pub rally_tried: bool,
    /// GRE-MORALE-27: a friend that it heeds broke or was dispersed within 12 in.
    pub friend_broke: bool,
    pub retired_broken: bool,
    /// A pursuit test is due in step 8 (GRE-PURSUIT-14).
    pub pursuit_due: bool,
    /// GRE-PURSUIT-10: touched by a pursuer, and owes the test for it.
    pub run_into: bool,
    pub compelled: bool,
    pub ridden: bool,
    pub helped: bool,
}

/// A charge from its declaration to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Charge {
    pub target: UnitId,
    pub yell: bool,
    /// GRE-PURSUIT-12: needs no order and no test.
    pub uncontrolled: bool,
    /// GRE-CHARGE-20: waves before it.
    pub waves_before: u8,
    /// GRE-GEN-11: the zone of the target in which it stood when it declared.
    pub flank: bool,
    pub stage: Stage,
    /// GRE-CHARGE-07: the approach reached the target.
    pub reached: bool,
    /// GRE-CHARGE-17: the target gave way before contact.
    pub gave_way: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Declared,
    Approached,
    /// The To Charge test is passed (or not needed).
    Pressed,
    Done,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unit {
    pub pose: Pose,
    #[serde(skip)]
    pub rect: Rect,
    pub figures: u16,
    /// GRE-UNIT-22: the figures that its frontage is drawn for.
    pub front_figures: u16,
    pub guns: SmallVec<[GunGroup; 2]>,
    pub models: u8,
    pub dp: u8,
    pub form: Form,
    pub mounted: bool,
    pub prone: bool,
    pub closed_up: bool,
    pub low_ammunition: bool,
    pub fired_last: bool,
    pub status: Status,
    /// When the state was last received.
    pub since: u32,
    pub moment: Moment,
    /// GRE-MOVE-23: the half of a flight still to be run, and its direction.
    pub pending: Length,
    pub flight: Heading,
    /// Whom it pursues.
    pub prey: Option<UnitId>,
    /// GRE-PURSUIT-11: it will charge without orders in the next charge step.
    pub uncontrolled: bool,
    pub charge: Option<Charge>,
    pub arrival: Arrival,
    /// Inches run in its charge (GRE-CHARGE-23).
    pub run: Length,
    /// Rounds of the present melee already fought.
    pub rounds: u8,
    /// GRE-MELEE-20: it came into the present melee by a charge, countercharge, pursuit or following up, and claims no cover in it.
    pub came_on: bool,
    /// GRE-MELEE-16.
    pub pushed: bool,
    /// GRE-CHARGE-19: caught in the open, fights as if struck in the rear.
    pub caught: bool,
    pub yelled: bool,
    pub yell_penalty: bool,
    pub bushwhacked: bool,
    /// GRE-MORALE-27: a friend broke near it after the Other tests; it tests for it next turn.
    pub shaken_late: bool,
    /// GRE-ORDER-04: where it stood when its order came into force.
    pub spot: Point,
    pub retire_owed: bool,
    /// The feature that it garrisons.
    pub building: Option<u16>,
    pub standing: Standing,
    pub ability: Ability,
    pub attached: Option<UnitId>,
    /// GRE-LEADER-02: out of action up to and with this turn.
    pub out_until: u32,
    /// GRE-CMD-12: the turn in which a general was lost.
    pub lost_in: u32,
    pub today: Today,
}

/// GRE-UNIT-15.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Brigade {
    pub order: Order,
    /// GRE-CMD-11.
    pub tried: bool,
    pub broken: bool,
    /// GRE-BRIG-12: retires in the next compulsory step.
    pub retires: bool,
    pub panicked: bool,
    pub broke_in: u32,
    pub yelled: bool,
    /// GRE-TURN-11, GRE-BRIG-01: the share step at the end of last turn.
    pub share: i32,
    /// GRE-BRIG-01: a cause for a test has arisen.
    pub must_test: bool,
    /// GRE-BRIG-01: its one test of the turn is taken.
    pub tested: bool,
}

/// A unit in contact with an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Contact {
    pub attacker: UnitId,
    pub defender: UnitId,
    /// GRE-MELEE-27: made in the flank or rear of the defender.
    pub flank: bool,
    /// GRE-MELEE-45: the attacker has got into the building.
    pub inside: bool,
}

impl Contact {
    pub fn other(&self, id: UnitId) -> Option<UnitId> {
        if self.attacker == id {
            Some(self.defender)
        } else if self.defender == id {
            Some(self.attacker)
        } else {
            None
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Gone {
    pub unit: UnitId,
    pub at: Point,
    pub turn: u32,
    pub moment: Moment,
}

/// How a unit comes to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    HalfMove,
    FullMove,
    StepBack,
    Manhandled,
    TacticalMarch,
    Ride,
    Approach,
    Closing,
    Countercharge,
    Evade,
    Retreat,
    Rout,
    Retire,
    BrokenRetirement,
    Pursuit,
    PushedBack,
    FollowUp,
    GoBack,
    SetBack,
    Placed,
}

longroll_kit::unit_accessors!(State, Piece, Unit);

impl State {
    pub fn kind(&self, id: UnitId) -> Kind {
        self.piece(id).kind
    }

    pub fn edge(&self, side: Side) -> TableEdge {
        self.muster.edges[side as usize]
    }

    pub fn is_on_table(&self, id: UnitId) -> bool {
        self.unit(id).standing == Standing::OnTable
    }

    /// Infantry, cavalry and batteries of a side on the table, detachments with them.
    pub fn troops(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids()
            .filter(move |id| self.is_on_table(*id) && self.side(*id) == side && self.kind(*id).is_unit())
    }

    pub fn all_troops(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.is_on_table(*id) && self.kind(*id).is_unit())
    }

    pub fn generals(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| {
            self.is_on_table(*id) && self.side(*id) == side && self.kind(*id) == Kind::General
        })
    }

    pub fn cinc(&self, side: Side) -> Option<UnitId> {
        self.generals(side).find(|id| self.piece(*id).rank == Some(Rank::CinC))
    }

    /// GRE-LEADER-02: a lightly wounded general gives nothing until he is back.
    pub fn is_fit(&self, general: UnitId) -> bool {
        self.is_on_table(general) && self.unit(general).out_until < self.turn
    }

    /// GRE-CMD-14: the brigadier, or the CinC who has joined the brigade in his place.
    pub fn brigadier(&self, brigade: u16) -> Option<UnitId> {
        let card = self.muster.brigades.get(usize::from(brigade))?;
        let own = card.brigadier.filter(|general| self.is_on_table(*general));
        own.or_else(|| {
            (self.cinc_commands[card.side as usize] == Some(brigade)).then(|| self.cinc(card.side)).flatten()
        })
    }

    /// Units of a brigade still on the table; detachments are not counted (GRE-UNIT-18).
    pub fn brigade_units(&self, brigade: u16) -> impl Iterator<Item = UnitId> + '_ {
        self.muster.brigades[usize::from(brigade)].units.iter().copied().filter(|id| self.is_on_table(*id))
    }

    pub fn order_of(&self, id: UnitId) -> Order {
        self.piece(id).brigade.map_or(Order::Engage, |brigade| self.brigades[usize::from(brigade)].order)
    }

    /// GRE-LEADER-04: fit generals attached to the unit.
    pub fn attached(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.is_on_table(*id) && self.unit(*id).attached == Some(unit))
    }

    pub fn best_general(&self, unit: UnitId) -> Option<Ability> {
        self.attached(unit)
            .filter(|general| self.is_fit(*general))
            .map(|general| self.unit(general).ability)
            .min()
    }

    pub fn touches(&self, a: UnitId, b: UnitId) -> bool {
        touching(&self.unit(a).rect, &self.unit(b).rect)
    }

    pub fn contacts_of(&self, id: UnitId) -> impl Iterator<Item = &Contact> {
        self.contacts.iter().filter(move |contact| contact.attacker == id || contact.defender == id)
    }

    pub fn is_in_melee(&self, id: UnitId) -> bool {
        self.contacts_of(id).next().is_some()
    }

    /// Chargers of this target whose charge is not over.
    pub fn chargers_of(&self, target: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| {
            self.is_on_table(*id)
                && self
                    .unit(*id)
                    .charge
                    .is_some_and(|charge| charge.target == target && charge.stage != Stage::Done)
        })
    }

    /// GRE-UNIT-04: infantry or cavalry in Line or Column.
    pub fn is_order_unit(&self, id: UnitId) -> bool {
        matches!(self.kind(id), Kind::Infantry | Kind::Cavalry)
            && matches!(self.unit(id).form, Form::Line | Form::Column)
    }

    /// GRE-UNIT-04: infantry or dismounted cavalry in Line or Column.
    pub fn is_order_foot(&self, id: UnitId) -> bool {
        self.is_order_unit(id) && !self.is_mounted(id)
    }

    pub fn is_mounted(&self, id: UnitId) -> bool {
        self.kind(id) == Kind::Cavalry && self.unit(id).mounted
    }

    pub fn is_skirmishing(&self, id: UnitId) -> bool {
        self.kind(id) == Kind::Sniper || self.unit(id).form == Form::Skirmish
    }

    /// GRE-UNIT-25, GRE-MELEE-04: dismounted cavalry is foot.
    pub fn arm(&self, id: UnitId) -> Arm {
        match self.kind(id) {
            kind if kind.is_artillery() => Arm::Guns,
            Kind::Cavalry if self.unit(id).mounted => Arm::Horse,
            _ => Arm::Foot,
        }
    }

    pub fn mover(&self, id: UnitId) -> Mover {
        let unit = self.unit(id);
        let form = if self.kind(id) == Kind::Sniper { Form::Skirmish } else { unit.form };
        Mover { kind: self.kind(id), mounted: unit.mounted, grade: self.piece(id).grade, form }
    }

    /// GRE-UNIT-07: models with crew enough to serve them.
    pub fn served(&self, id: UnitId) -> u8 {
        let unit = self.unit(id);
        unit.models.min(unit.figures.div_ceil(4).min(255) as u8)
    }

    /// The regiment that a unit is or belongs to.
    pub fn whole(&self, id: UnitId) -> UnitId {
        self.piece(id).parent.unwrap_or(id)
    }

    /// GRE-UNIT-18: starting figures and figures left of the whole regiment, detachments with it.
    pub fn strength(&self, id: UnitId) -> (u32, u32) {
        let whole = self.whole(id);
        let now = self
            .ids()
            .filter(|part| self.whole(*part) == whole && self.unit(*part).standing != Standing::Absorbed)
            .map(|part| u32::from(self.unit(part).figures))
            .sum();
        (u32::from(self.piece(whole).figures), now)
    }

    pub fn has_facing(&self, id: UnitId) -> bool {
        !matches!(self.kind(id), Kind::General | Kind::Sniper) && self.unit(id).form != Form::Skirmish
    }

    /// GRE-UNIT-10: the moment of the turn it is now.
    pub fn moment(&self) -> Moment {
        match (self.step, self.part) {
            (Step::Morale, 0 | 1) => Moment::OtherTests,
            (Step::Morale, _) => Moment::Late,
            _ => Moment::Early,
        }
    }

    pub fn brigade_named(&self, key: &str) -> Option<u16> {
        self.muster.brigades.iter().position(|brigade| brigade.key == key).map(|place| place as u16)
    }
}
