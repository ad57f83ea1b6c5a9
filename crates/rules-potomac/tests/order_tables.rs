//! The printed tables of orders, types, rates by condition and costs, cell by cell.

mod cells;

use cells::cells;
use longroll_kit::Clause;
use longroll_rules_potomac::book::order_tables::{
    Activity, Condition, May, OnInitiative, OrderKind, Rate, Recipient, Share, UnitType, WithMove, cost, may,
    order, rate, unit_type,
};

const RECIPIENTS: [Recipient; 8] = [
    Recipient::Infantry,
    Recipient::CavalryMounted,
    Recipient::CavalryDismounted,
    Recipient::FieldArtillery,
    Recipient::SiegeArtillery,
    Recipient::Mortar,
    Recipient::Skirmishers,
    Recipient::Officer,
];

// clauses: POT-CMD-17, POT-GROUP-08, POT-READY-01, POT-CHARGE-02, POT-EVADE-01, POT-EVADE-02, POT-SKIRM-04, POT-SIEGE-03, POT-MORTAR-03, POT-FIRE-01
#[test]
fn who_may_be_ordered_what() {
    const Y: May = May::Yes;
    const N: May = May::No;
    const U: May = May::Unlimbered;
    const E: May = May::YesNoEffect;
    let rows = [
        (OrderKind::Move, [Y, Y, Y, Y, Y, Y, Y, Y], false, true, OnInitiative::No),
        (OrderKind::Fire, [Y, Y, Y, U, U, U, Y, N], false, false, OnInitiative::YesNotSiegeNotMortar),
        (OrderKind::StandReady, [Y, N, Y, Y, E, E, N, N], false, false, OnInitiative::No),
        (OrderKind::Charge, [Y, Y, Y, N, N, N, N, N], false, true, OnInitiative::Yes),
        (OrderKind::DeploySkirmishers, [Y, N, Y, N, N, N, N, N], false, false, OnInitiative::Yes),
        (OrderKind::RecallSkirmishers, [Y, N, Y, N, N, N, N, N], false, false, OnInitiative::Yes),
        (OrderKind::Rally, [Y, Y, Y, Y, Y, Y, N, N], true, false, OnInitiative::No),
        (
            OrderKind::Evade,
            [N, Y, N, Y, Y, Y, Y, May::Unattached],
            false,
            false,
            OnInitiative::OnlyInitiative,
        ),
    ];
    assert_eq!(cells(include_str!("../tables/orders.csv")).len(), rows.len());
    for (kind, recipients, confused, group, initiative) in rows {
        assert_eq!(RECIPIENTS.map(|recipient| may(kind, recipient)), recipients, "{kind:?}");
        let row = order(kind);
        assert_eq!((row.confused_unit, row.group_order), (confused, group), "{kind:?}");
        assert_eq!(row.initiative_action, initiative, "{kind:?}");
    }
}

// clauses: POT-UNIT-03, POT-UNIT-09, POT-READY-01, POT-CHARGE-02, POT-EVADE-01, POT-SKIRM-04, POT-FIRE-01
#[test]
fn unit_types() {
    // crew and stands; small arms, deploys, evades, charges; Stand Ready
    let rows = [
        (UnitType::Infantry, None, None, [true, true, false, true], May::Yes),
        (UnitType::CavalryMounted, None, None, [true, false, true, true], May::No),
        (UnitType::CavalryDismounted, None, None, [true, true, false, true], May::Yes),
        (UnitType::FieldArtilleryLight, Some(2), Some(2), [false, false, true, false], May::Yes),
        (UnitType::FieldArtilleryMedium, Some(3), Some(2), [false, false, true, false], May::Yes),
        (UnitType::FieldArtilleryHeavy, Some(4), Some(2), [false, false, true, false], May::Yes),
        (UnitType::SiegeArtillery, Some(5), Some(2), [false, false, true, false], May::YesNoEffect),
        (UnitType::MortarLight, None, Some(2), [false, false, true, false], May::YesNoEffect),
        (UnitType::MortarHeavy, None, Some(2), [false, false, true, false], May::YesNoEffect),
        (UnitType::SkirmishLine, None, None, [true, false, true, false], May::No),
    ];
    assert_eq!(cells(include_str!("../tables/unit_types.csv")).len(), rows.len());
    for (of, crew, stands, flags, ready) in rows {
        let row = unit_type(of);
        assert_eq!((row.crew_figures_per_gun, row.usual_stands), (crew, stands), "{of:?}");
        let found = [row.small_arms, row.may_deploy_skirmishers, row.may_evade, row.may_charge];
        assert_eq!(found, flags, "{of:?}");
        assert_eq!(row.may_stand_ready, ready, "{of:?}");
    }
}

// clauses: POT-MOVE-04, POT-MOVE-05, POT-MOVE-06, POT-MOVE-08, POT-MOVE-09, POT-MOVE-10, POT-MOVE-11, POT-MOVE-14, POT-MOVE-20, POT-MOVE-21, POT-CHARGE-03, POT-CHARGE-04
#[test]
fn rates_by_condition() {
    let rows = [
        (Condition::Column, Rate::Full, false, "POT-MOVE-04"),
        (Condition::Line, Rate::Half, false, "POT-MOVE-05"),
        (Condition::ColumnWholePathOnRoad, Rate::FullPlusHalf, false, "POT-MOVE-06"),
        (Condition::IrregularFormation, Rate::Half, false, "POT-MOVE-08"),
        (Condition::InFortifications, Rate::Half, true, "POT-MOVE-08"),
        (Condition::OverDifficultTerrain, Rate::Half, true, "POT-MOVE-09"),
        (Condition::CrossingLinearObstacle, Rate::Half, true, "POT-MOVE-10"),
        (Condition::EnteringBrokenGround, Rate::StopAtEdge, true, "POT-MOVE-11"),
        (Condition::InsideBrokenGround, Rate::Half, true, "POT-MOVE-11"),
        (Condition::FormationChangeOrTurn, Rate::Half, false, "POT-MOVE-20"),
        (Condition::BackwardsOrSideways, Rate::Half, false, "POT-MOVE-21"),
        (Condition::ChargeAtTargetBehindObstacleOrInFortification, Rate::Half, true, "POT-CHARGE-04"),
        (Condition::Charging, Rate::Full, true, "POT-CHARGE-03"),
    ];
    assert_eq!(cells(include_str!("../tables/movement_rates.csv")).len(), rows.len());
    for (condition, expected, charge, clause) in rows {
        let row = rate(condition);
        assert_eq!((row.rate, row.applies_to_charge), (expected, charge), "{condition:?}");
        assert_eq!(row.clause, Clause::new(clause), "{condition:?}");
        assert!(row.skirmishers_exempt, "{condition:?}");
    }
}

// clauses: POT-MOVE-16, POT-MOVE-17, POT-MOVE-18, POT-MOVE-19, POT-MOVE-20, POT-LEADER-07, POT-CMD-16
#[test]
fn what_an_activity_costs() {
    let rows = [
        (Activity::Limber, OrderKind::Move, Share::Whole, WithMove::None),
        (Activity::Unlimber, OrderKind::Move, Share::Whole, WithMove::None),
        (Activity::Mount, OrderKind::Move, Share::Half, WithMove::Fifteen),
        (Activity::Dismount, OrderKind::Move, Share::Half, WithMove::TenOrFifteenBefore),
        (Activity::ChangeFormation, OrderKind::Move, Share::HalfRate, WithMove::HalfRate),
        (Activity::Turn, OrderKind::Move, Share::HalfRate, WithMove::HalfRate),
        (Activity::TurnUnlimberedGuns, OrderKind::Move, Share::Whole, WithMove::None),
        (Activity::AttachOfficer, OrderKind::Move, Share::Nothing, WithMove::ByMove),
        (Activity::Rally, OrderKind::Rally, Share::Whole, WithMove::None),
    ];
    assert_eq!(cells(include_str!("../tables/order_costs.csv")).len(), rows.len());
    for (activity, kind, share, with_move) in rows {
        let row = cost(activity);
        assert_eq!((row.order, row.share_of_order), (kind, share), "{activity:?}");
        assert_eq!(row.with_move, with_move, "{activity:?}");
        assert!(!row.may_fire_same_order, "{activity:?}");
    }
}
