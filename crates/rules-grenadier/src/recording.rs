//! Recording the larger events: the muster, detachments, wounds, the end of a turn.

use crate::body::settle;
use crate::melee::Arrival;
use crate::state::{Brigade, Moment, Muster, Piece, Standing, State, Status, Today, Unit};
use crate::tests_of_command::{BrigadeResult, Risk};
use longroll_kit::UnitId;
use longroll_table::{Length, Rect};
use std::sync::Arc;

/// GRE-GEN-17: everybody begins Steady, without DPs, unfired and with full ammunition.
pub(crate) fn mustered(state: &mut State, muster: &Muster) {
    state.muster = Arc::new(muster.clone());
    state.units = muster.pieces.iter().map(fresh).collect();
    let ids: Vec<UnitId> = state.ids().collect();
    ids.into_iter().for_each(|id| settle(state, id));
    state.brigades = muster
        .brigades
        .iter()
        .map(|card| Brigade {
            order: card.order,
            tried: false,
            broken: false,
            retires: false,
            panicked: false,
            broke_in: 0,
            yelled: false,
            share: 0,
            must_test: false,
            tested: false,
        })
        .collect();
    for (place, card) in muster.brigades.iter().enumerate() {
        if card.brigadier.is_none() && state.cinc_commands[card.side as usize].is_none() {
            state.cinc_commands[card.side as usize] = Some(place as u16);
        }
    }
    state.held = muster.objectives.iter().map(|objective| objective.held_by).collect();
}

pub(crate) fn fresh(piece: &Piece) -> Unit {
    Unit {
        pose: piece.pose,
        rect: Rect::new(piece.pose, longroll_table::BaseSize::new(Length::ZERO, Length::ZERO)),
        figures: piece.figures,
        front_figures: piece.figures,
        guns: piece.guns.iter().copied().collect(),
        models: piece.models,
        dp: 0,
        form: piece.form,
        mounted: piece.mounted,
        prone: false,
        closed_up: false,
        low_ammunition: piece.low_ammunition,
        fired_last: false,
        status: Status::Steady,
        since: 0,
        moment: Moment::Early,
        pending: Length::ZERO,
        flight: piece.pose.facing,
        prey: None,
        uncontrolled: false,
        charge: None,
        arrival: Arrival::Stood,
        run: Length::ZERO,
        rounds: 0,
        came_on: false,
        pushed: false,
        caught: false,
        yelled: false,
        yell_penalty: false,
        bushwhacked: false,
        shaken_late: false,
        spot: piece.pose.at,
        retire_owed: false,
        building: None,
        standing: Standing::OnTable,
        ability: piece.ability,
        attached: None,
        out_until: 0,
        lost_in: 0,
        today: Today::default(),
    }
}

/// GRE-UNIT-18: the detachment is a unit of its own, but not one of the brigade.
pub(crate) fn detached(state: &mut State, piece: &Piece, figures: u16, dp: u8) {
    let Some(parent) = piece.parent else { return };
    Arc::make_mut(&mut state.muster).pieces.push(piece.clone());
    let mut unit = fresh(piece);
    unit.figures = figures;
    unit.front_figures = figures;
    unit.dp = dp;
    unit.today.halves = 2;
    unit.today.stirred = true;
    let regiment = &mut state.units[parent.index()];
    regiment.figures -= figures.min(regiment.figures);
    regiment.front_figures = regiment.front_figures.saturating_sub(figures).max(1);
    unit.fired_last = regiment.fired_last;
    unit.low_ammunition = regiment.low_ammunition;
    unit.mounted = regiment.mounted;
    unit.spot = regiment.spot;
    state.units.push(unit);
    let id = UnitId((state.units.len() - 1) as u16);
    settle(state, id);
    settle(state, parent);
}

/// GRE-UNIT-27: the higher of the two counts of DPs.
pub(crate) fn absorbed(state: &mut State, id: UnitId, into: UnitId) {
    let (figures, front, dp) = {
        let unit = &mut state.units[id.index()];
        unit.standing = Standing::Absorbed;
        let figures = unit.figures;
        unit.figures = 0;
        (figures, unit.front_figures, unit.dp)
    };
    let regiment = &mut state.units[into.index()];
    regiment.figures += figures;
    regiment.front_figures += front;
    regiment.dp = regiment.dp.max(dp);
    settle(state, into);
}

/// GRE-LEADER-01, GRE-LEADER-02.
pub(crate) fn risk_thrown(state: &mut State, general: UnitId, risk: Risk) {
    let turn = state.turn;
    if risk == Risk::LightlyWounded {
        let home = state.edge(state.side(general)).outward();
        let unit = &mut state.units[general.index()];
        unit.out_until = turn + 1;
        unit.attached = None;
        let room = state.field.distance_to_edge(
            &state.units[general.index()].rect,
            state.muster.edges[state.muster.pieces[general.index()].side as usize],
        );
        let far = longroll_table::inches(8).min(room.max(Length::ZERO));
        let unit = &mut state.units[general.index()];
        unit.pose.at = unit.pose.at.ahead(home, far);
        settle(state, general);
    }
}

pub(crate) fn brigade_tested(state: &mut State, brigade: u16, result: BrigadeResult) {
    let turn = state.turn;
    let brigade = &mut state.brigades[usize::from(brigade)];
    brigade.must_test = false;
    brigade.tested = true;
    match result {
        BrigadeResult::Stands => {}
        BrigadeResult::Breaks => {
            brigade.broken = true;
            brigade.retires = true;
            brigade.broke_in = turn;
        }
        BrigadeResult::Panics => brigade.panicked = true,
    }
}

/// GRE-TURN-11: markers of the turn come off.
pub(crate) fn turn_ended(state: &mut State, shares: &[i32]) {
    let turn = state.turn;
    for unit in &mut state.units {
        unit.fired_last = unit.today.fired || !unit.today.faces.is_empty();
        // GRE-UNIT-12, GRE-UNIT-14: at the end of the turn after the one in which it was received
        if matches!(unit.status, Status::Halted | Status::Rallying) && unit.since < turn {
            unit.status = Status::Steady;
        }
        unit.today = Today { friend_broke: std::mem::take(&mut unit.shaken_late), ..Today::default() };
        unit.charge = None;
        unit.bushwhacked = false;
    }
    for (brigade, share) in state.brigades.iter_mut().zip(shares) {
        brigade.share = *share;
        brigade.yelled = false;
        brigade.must_test = false;
        brigade.tested = false;
    }
    let shaken_off: Vec<UnitId> = state.ids().filter(|id| !state.is_in_melee(*id)).collect();
    shaken_off.into_iter().for_each(|id| state.units[id.index()].pushed = false);
    state.marching.clear();
    state.gone.retain(|gone| gone.turn >= turn);
}
