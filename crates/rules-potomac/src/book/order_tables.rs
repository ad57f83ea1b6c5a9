//! The printed tables of who may be ordered what, and what it costs.

use crate::book::tables::yes;
use longroll_kit::{Clause, TableError, rows};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderKind {
    Move,
    Fire,
    StandReady,
    Charge,
    DeploySkirmishers,
    RecallSkirmishers,
    Rally,
    /// POT-EVADE-02: never ordered, only done on initiative.
    Evade,
}

/// Who is told to do it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Recipient {
    Infantry,
    CavalryMounted,
    CavalryDismounted,
    FieldArtillery,
    SiegeArtillery,
    Mortar,
    Skirmishers,
    /// An officer ordering himself.
    Officer,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum May {
    Yes,
    No,
    /// Guns, once they are unlimbered.
    Unlimbered,
    /// POT-READY-01: siege guns and mortars may be told, but it does nothing.
    YesNoEffect,
    /// Officers, while they are attached to nobody.
    Unattached,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnInitiative {
    Yes,
    No,
    /// POT-SIEGE-03, POT-MORTAR-03.
    YesNotSiegeNotMortar,
    /// It is an initiative action and no order.
    OnlyInitiative,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct OrderRow {
    pub order: OrderKind,
    infantry: May,
    cavalry_mounted: May,
    cavalry_dismounted: May,
    field_artillery: May,
    siege_artillery: May,
    mortar: May,
    skirmishers: May,
    officer_self: May,
    /// POT-CMD-17, without option POT-OPT-05.
    #[serde(deserialize_with = "yes")]
    pub confused_unit: bool,
    /// POT-GROUP-08, without option POT-OPT-07.
    #[serde(deserialize_with = "yes")]
    pub group_order: bool,
    pub initiative_action: OnInitiative,
}

pub fn order(kind: OrderKind) -> &'static OrderRow {
    TABLES.orders.iter().find(|row| row.order == kind).expect("tests read a row for every order")
}

/// May such a recipient do it at all?
pub fn may(kind: OrderKind, recipient: Recipient) -> May {
    let row = order(kind);
    match recipient {
        Recipient::Infantry => row.infantry,
        Recipient::CavalryMounted => row.cavalry_mounted,
        Recipient::CavalryDismounted => row.cavalry_dismounted,
        Recipient::FieldArtillery => row.field_artillery,
        Recipient::SiegeArtillery => row.siege_artillery,
        Recipient::Mortar => row.mortar,
        Recipient::Skirmishers => row.skirmishers,
        Recipient::Officer => row.officer_self,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitType {
    Infantry,
    CavalryMounted,
    CavalryDismounted,
    FieldArtilleryLight,
    FieldArtilleryMedium,
    FieldArtilleryHeavy,
    SiegeArtillery,
    MortarLight,
    MortarHeavy,
    SkirmishLine,
}

/// POT-UNIT-03, -09 and what each type may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct TypeRow {
    #[serde(rename = "type")]
    pub unit_type: UnitType,
    pub crew_figures_per_gun: Option<u8>,
    pub usual_stands: Option<u8>,
    #[serde(deserialize_with = "yes")]
    pub small_arms: bool,
    #[serde(deserialize_with = "yes")]
    pub may_deploy_skirmishers: bool,
    #[serde(deserialize_with = "yes")]
    pub may_evade: bool,
    #[serde(deserialize_with = "yes")]
    pub may_charge: bool,
    pub may_stand_ready: May,
}

pub fn unit_type(of: UnitType) -> &'static TypeRow {
    TABLES.types.iter().find(|row| row.unit_type == of).expect("tests read a row for every type")
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    Column,
    Line,
    ColumnWholePathOnRoad,
    IrregularFormation,
    InFortifications,
    OverDifficultTerrain,
    CrossingLinearObstacle,
    EnteringBrokenGround,
    InsideBrokenGround,
    FormationChangeOrTurn,
    BackwardsOrSideways,
    ChargeAtTargetBehindObstacleOrInFortification,
    Charging,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rate {
    Full,
    Half,
    FullPlusHalf,
    StopAtEdge,
}

/// Which rate a condition of the move gives, and whether a charge and skirmishers heed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct RateRow {
    pub condition: Condition,
    pub rate: Rate,
    #[serde(deserialize_with = "yes")]
    pub applies_to_charge: bool,
    #[serde(deserialize_with = "yes")]
    pub skirmishers_exempt: bool,
    pub clause: Clause,
}

pub fn rate(condition: Condition) -> &'static RateRow {
    TABLES.rates.iter().find(|row| row.condition == condition).expect("tests read a row for every condition")
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    Limber,
    Unlimber,
    Mount,
    Dismount,
    ChangeFormation,
    #[serde(rename = "turn_90_or_180")]
    Turn,
    TurnUnlimberedGuns,
    AttachOfficer,
    Rally,
}

/// How much of its order an activity takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
pub enum Share {
    #[serde(rename = "1")]
    Whole,
    #[serde(rename = "0.5")]
    Half,
    /// The rest is moved at the half rate.
    #[serde(rename = "half_rate")]
    HalfRate,
    #[serde(rename = "0")]
    Nothing,
}

/// How far the unit may still go under the same order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
pub enum WithMove {
    #[serde(rename = "0")]
    None,
    #[serde(rename = "15")]
    Fifteen,
    /// Ten on foot afterwards, or fifteen mounted before.
    #[serde(rename = "10_or_15_before")]
    TenOrFifteenBefore,
    #[serde(rename = "half")]
    HalfRate,
    #[serde(rename = "by_move")]
    ByMove,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct CostRow {
    pub activity: Activity,
    pub order: OrderKind,
    pub share_of_order: Share,
    #[serde(rename = "with_move_cm")]
    pub with_move: WithMove,
    #[serde(deserialize_with = "yes")]
    pub may_fire_same_order: bool,
}

pub fn cost(activity: Activity) -> &'static CostRow {
    TABLES.costs.iter().find(|row| row.activity == activity).expect("tests read a row for every activity")
}

struct Tables {
    orders: Vec<OrderRow>,
    types: Vec<TypeRow>,
    rates: Vec<RateRow>,
    costs: Vec<CostRow>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::read().expect("the embedded tables parse"));

impl Tables {
    fn read() -> Result<Tables, TableError> {
        Ok(Tables {
            orders: rows("orders.csv", include_str!("../../tables/orders.csv"))?,
            types: rows("unit_types.csv", include_str!("../../tables/unit_types.csv"))?,
            rates: rows("movement_rates.csv", include_str!("../../tables/movement_rates.csv"))?,
            costs: rows("order_costs.csv", include_str!("../../tables/order_costs.csv"))?,
        })
    }
}
