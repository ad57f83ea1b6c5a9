//! Recording events: no dice, no decision, no failure.

use crate::book::kinds::{Form, Kind};
use crate::field::body::settle;
use crate::procedures::melee::Arrival;
use crate::procedures::tests_of_command::{BrigadeResult, Risk};
use crate::turn::event::{Act, Event};
use crate::turn::state::{
    Brigade, Gone, How, Moment, Muster, Piece, Stage, Standing, State, Status, Step, Today, Unit,
};
use longroll_kit::UnitId;
use longroll_table::{Length, Pose, Rect, within};
use smallvec::SmallVec;
use std::sync::Arc;

impl Event {
    pub(crate) fn apply(&self, state: &mut State) {
        match self {
            Event::Mustered(muster) => mustered(state, muster),
            Event::MoraleTested { unit, reason, .. } => {
                let today = &mut state.units[unit.index()].today;
                let rally = *reason == crate::procedures::morale::Reason::ToRally;
                today.tested |= !rally;
                today.rally_tried |= rally;
            }
            Event::Stays { unit, clause } => {
                state.units[unit.index()].today.stayed |= *clause == crate::c::CHARGE_18;
            }
            Event::LotsThrown { .. } | Event::InitiativeThrown { .. } | Event::DiceThrown { .. } => {}
            Event::Bounced { from, unit, .. } => state.units[unit.index()].today.shot_by = Some(*from),
            Event::NamesFirst { side } => state.namer = Some(*side),
            Event::SideReady { side } => state.ready[*side as usize] = true,
            Event::TurnBegan { turn } => state.turn = *turn,
            Event::FirstNamed { side } => state.first = *side,
            Event::StepBegan { step } => {
                state.step = *step;
                state.part = 0;
                state.active = state.first;
                state.later_half = false;
                if *step == Step::Command {
                    state.brigades.iter_mut().for_each(|brigade| brigade.tried = false);
                }
            }
            Event::PartBegan { side, part } => {
                state.active = *side;
                state.part = *part;
                state.later_half = false;
            }
            Event::Replaced { general, ability, .. } => {
                let side = state.side(*general) as usize;
                state.adcs[side] += 1;
                let unit = &mut state.units[general.index()];
                unit.ability = *ability;
                unit.standing = Standing::OnTable;
                unit.out_until = 0;
                unit.attached = None;
            }
            Event::OrderTried { brigade, by, .. } => {
                state.brigades[usize::from(*brigade)].tried = true;
                state.later_half |= *by == crate::procedures::tests_of_command::By::Brigadier;
            }
            Event::OrderSet { brigade, order, .. } => order_set(state, *brigade, *order),
            Event::TookCommand { brigade } => {
                let side = state.muster.brigades[usize::from(*brigade)].side;
                state.cinc_commands[side as usize] = Some(*brigade);
            }
            Event::Disrupted { unit, dp, cause, .. } => {
                let skirmishing = state.is_skirmishing(*unit);
                let unit = &mut state.units[unit.index()];
                unit.dp = (unit.dp + dp).min(3);
                unit.today.skirmish_dp |= skirmishing && *cause == crate::turn::event::Cause::Movement;
            }
            Event::Steadied { unit, dp, .. } => {
                let unit = &mut state.units[unit.index()];
                unit.dp = unit.dp.saturating_sub(*dp);
            }
            Event::FiguresLost { unit, lost, by_fire, .. } => {
                let unit = &mut state.units[unit.index()];
                unit.figures = unit.figures.saturating_sub(*lost);
                if *by_fire {
                    unit.today.lost_to_fire += lost;
                }
            }
            Event::GunLost { unit, gun } => {
                let place = unit.index();
                if let Some(group) = state.units[place].guns.iter_mut().find(|group| group.gun == *gun) {
                    group.models = group.models.saturating_sub(1);
                }
                state.units[place].models = state.units[place].models.saturating_sub(1);
                settle(state, *unit);
            }
            Event::Removed { unit, standing, .. } => removed(state, *unit, *standing),
            Event::StatusSet { unit, status, .. } => status_set(state, *unit, *status),
            Event::Acted { unit, act, to, halves } => acted(state, *unit, *act, *to, *halves),
            Event::RecallThrown { unit, recalled, .. } => {
                let today = &mut state.units[unit.index()].today;
                today.recall_tried = true;
                today.recalled = *recalled;
            }
            Event::Detached { piece, figures, dp } => detached(state, piece, *figures, *dp),
            Event::Absorbed { unit, into } => absorbed(state, *unit, *into),
            Event::Moved { unit, to, distance, how } => moved(state, *unit, *to, *distance, *how),
            Event::FlightLeft { unit, left, heading } => {
                let unit = &mut state.units[unit.index()];
                unit.pending = *left;
                unit.flight = *heading;
            }
            Event::HeldBack { unit, die } => state.units[unit.index()].today.held_back = *die < 5,
            Event::ChargeDeclared { unit, charge } => {
                if charge.yell {
                    state.units[unit.index()].yelled = true;
                    if let Some(brigade) = state.piece(*unit).brigade {
                        state.brigades[usize::from(brigade)].yelled = true;
                    }
                }
                let unit = &mut state.units[unit.index()];
                unit.charge = Some(*charge);
                unit.uncontrolled = false;
                unit.run = Length::ZERO;
            }
            Event::ChargeStage { unit, charge } => state.units[unit.index()].charge = Some(*charge),
            Event::ChargeEnded { unit } => {
                if let Some(charge) = &mut state.units[unit.index()].charge {
                    charge.stage = Stage::Done;
                }
            }
            Event::ContactMade(contact) => {
                state.contacts.push(*contact);
                for id in [contact.attacker, contact.defender] {
                    state.units[id.index()].today.fought = true;
                }
            }
            Event::ContactBroken { attacker, defender } => {
                state.contacts.retain(|known| known.attacker != *attacker || known.defender != *defender);
                for id in [*attacker, *defender] {
                    if !state.is_in_melee(id) {
                        let unit = &mut state.units[id.index()];
                        unit.rounds = 0;
                        unit.came_on = false;
                        unit.pushed = false;
                        unit.caught = false;
                        unit.arrival = Arrival::Stood;
                    }
                }
            }
            Event::GotInside { unit } => {
                for contact in state.contacts.iter_mut().filter(|contact| contact.attacker == *unit) {
                    contact.inside = true;
                }
            }
            Event::Arrived { unit, arrival } => {
                state.units[unit.index()].arrival = *arrival;
                state.units[unit.index()].came_on |= *arrival != Arrival::Stood;
                // the melee goes on: it is no first round (GRE-MELEE-23)
                if *arrival == Arrival::FollowingUp {
                    let all: SmallVec<[UnitId; 4]> = state
                        .contacts_of(*unit)
                        .filter_map(|contact| contact.other(*unit))
                        .chain([*unit])
                        .collect();
                    all.iter().for_each(|id| state.units[id.index()].rounds = 1);
                }
            }
            Event::Fired(shot) => {
                let other = !state.kind(shot.unit).is_artillery();
                state.later_half |= other;
                let today = &mut state.units[shot.unit.index()].today;
                today.faces.extend(shot.face);
                today.fired = shot.face.is_none() || today.faces.len() > 1;
                if shot.hits > 0 {
                    state.units[shot.target.index()].today.shot_by = Some(shot.unit);
                }
            }
            Event::FlankFire { unit, by } => {
                let today = &mut state.units[unit.index()].today;
                today.flank_fire = true;
                today.shot_by = Some(*by);
            }
            Event::RanLow { unit } => state.units[unit.index()].low_ammunition = true,
            Event::RiskThrown { general, risk } => risk_thrown(state, *general, *risk),
            Event::Attached { general, unit } => state.units[general.index()].attached = *unit,
            Event::Fought(round) => {
                let all: SmallVec<[UnitId; 6]> = state.ids().filter(|id| state.is_in_melee(*id)).collect();
                let leaders = [round.blue, round.gray];
                for id in all {
                    if leaders.iter().any(|leader| crate::turn::melee_step::same_melee(state, *leader, id)) {
                        let unit = &mut state.units[id.index()];
                        unit.rounds = unit.rounds.saturating_add(1);
                        unit.today.round_done = true;
                        unit.pushed = false;
                        unit.arrival = Arrival::Stood;
                        unit.today.fought = true;
                    }
                }
            }
            Event::PursuitTested { unit, .. } => state.units[unit.index()].today.pursuit_due = false,
            Event::Pursues { unit, prey, uncontrolled } => {
                let unit = &mut state.units[unit.index()];
                unit.prey = *prey;
                unit.uncontrolled = *uncontrolled;
            }
            Event::PushedInside { unit, .. } => state.units[unit.index()].pushed = true,
            Event::YellFailed { unit } => state.units[unit.index()].yell_penalty = true,
            Event::TestDue { unit, due } => state.units[unit.index()].today.run_into = *due,
            Event::PursuitDue { unit } => state.units[unit.index()].today.pursuit_due = true,
            Event::Compelled { unit, due } => state.units[unit.index()].today.compelled = *due,
            Event::Helped { general } => state.units[general.index()].today.helped = true,
            Event::RalliesDp { unit } => state.units[unit.index()].today.rallies_dp = true,
            Event::BrigadeTested { brigade, result, .. } => brigade_tested(state, *brigade, *result),
            Event::MustTest { brigade, .. } => state.brigades[usize::from(*brigade)].must_test = true,
            Event::RetirementMade { brigade } => state.brigades[usize::from(*brigade)].retires = false,
            Event::Recovered { brigade } => state.brigades[usize::from(*brigade)].broken = false,
            Event::ObjectiveTaken { objective, side } => {
                if let Some(held) = state.held.get_mut(usize::from(*objective)) {
                    *held = Some(*side);
                }
            }
            Event::TurnEnded { shares } => turn_ended(state, shares),
            Event::Owes(debt) => {
                // A depth beyond the limit cannot arise: each command owes at most a few debts for each unit.
                let _ = state.owed.push(debt.clone());
            }
            Event::Paid => {
                state.owed.pop();
            }
            Event::Ended(end) => {
                state.step = Step::Over;
                state.end = Some(end.clone());
            }
        }
    }
}

/// GRE-ORDER-04: the places are noted; GRE-ORDER-05: Retire is owed by every unit.
fn order_set(state: &mut State, brigade: u16, order: crate::book::kinds::Order) {
    state.brigades[usize::from(brigade)].order = order;
    let retire = order == crate::book::kinds::Order::Retire;
    for (piece, unit) in state.muster.pieces.iter().zip(&mut state.units) {
        if piece.brigade == Some(brigade) {
            unit.spot = unit.pose.at;
            unit.retire_owed = retire && piece.kind.is_unit();
        }
    }
}

fn removed(state: &mut State, id: UnitId, standing: Standing) {
    let (turn, moment) = (state.turn, state.moment());
    let at = state.unit(id).pose.at;
    let general = state.kind(id) == Kind::General;
    if state.kind(id).is_unit() {
        shake(state, id);
        state.gone.push(Gone { unit: id, at, turn, moment });
    }
    let unit = &mut state.units[id.index()];
    unit.standing = standing;
    unit.charge = None;
    unit.building = None;
    if general {
        unit.lost_in = turn;
        if let Some(with) = unit.attached.take() {
            state.units[with.index()].today.lost_general = true;
        }
        let side = state.side(id) as usize;
        if state.piece(id).rank == Some(crate::book::kinds::Rank::CinC) {
            state.cinc_commands[side] = None;
        }
    }
    state.contacts.retain(|contact| contact.attacker != id && contact.defender != id);
    free_of_melee(state);
}

/// Who has no enemy in contact any more starts afresh in his next melee.
fn free_of_melee(state: &mut State) {
    let free: Vec<UnitId> = state.ids().filter(|id| !state.is_in_melee(*id)).collect();
    for id in free {
        let unit = &mut state.units[id.index()];
        unit.rounds = 0;
        unit.came_on = false;
        unit.pushed = false;
        unit.caught = false;
        unit.arrival = Arrival::Stood;
    }
}

/// GRE-MORALE-27: friends within 12 in of a unit that breaks or is dispersed now have a cause to test; in parts (b) and (c)
/// of the morale step it counts for the next turn.
pub(crate) fn shake(state: &mut State, id: UnitId) {
    let late = state.moment() == Moment::Late;
    let near: SmallVec<[UnitId; 8]> = state
        .troops(state.side(id))
        .filter(|other| *other != id && crate::turn::morale_step::heeds(state, *other, id))
        .filter(|other| within(&state.unit(*other).rect, &state.unit(id).rect, longroll_table::inches(12)))
        .collect();
    for other in near {
        let unit = &mut state.units[other.index()];
        unit.shaken_late |= late;
        unit.today.friend_broke |= !late;
    }
}

fn status_set(state: &mut State, id: UnitId, status: Status) {
    let was = state.unit(id).status;
    if status.is_broken() && was != status && was != Status::Routing {
        shake(state, id);
    }
    let (turn, moment) = (state.turn, state.moment());
    let unit = &mut state.units[id.index()];
    unit.status = status;
    unit.since = turn;
    unit.moment = moment;
    if status.is_broken() {
        unit.prone = false;
        unit.closed_up = false;
        unit.prey = None;
        unit.uncontrolled = false;
    }
    if status == Status::Pursuing {
        unit.closed_up = false;
    }
    if matches!(status, Status::Rallying | Status::Steady | Status::Halted) {
        unit.pending = Length::ZERO;
    }
    if status == Status::Rallying {
        unit.yell_penalty = false;
    }
    if status != Status::Pursuing {
        unit.prey = None;
    }
}

fn acted(state: &mut State, id: UnitId, act: Act, to: Pose, halves: u8) {
    let unit = &mut state.units[id.index()];
    unit.pose = to;
    unit.today.halves += halves;
    unit.today.stirred |= state.step != Step::Deployment;
    match act {
        Act::Form(form) => {
            unit.form = form;
            unit.closed_up = false;
        }
        Act::Prone => {
            unit.prone = true;
            unit.closed_up = false;
        }
        Act::StandUp => unit.prone = false,
        Act::AboutFace => {}
        Act::Limber(form) => {
            unit.form = form;
            unit.today.limbered = true;
        }
        Act::Unlimber => {
            unit.form = Form::Unlimbered;
            unit.today.unlimbered = true;
        }
        Act::CloseUp => {
            unit.closed_up = true;
            unit.front_figures = unit.figures;
        }
        Act::OpenOut => unit.closed_up = false,
        Act::Reface => unit.today.turned = true,
        Act::Mount => unit.mounted = true,
        Act::Dismount => unit.mounted = false,
        Act::Occupy(building) => {
            unit.form = Form::Garrison;
            unit.building = Some(building);
            unit.closed_up = false;
        }
        Act::Leave => {
            unit.form = Form::Line;
            unit.building = None;
        }
        Act::TurnLeft | Act::TurnRight => {
            unit.form = if unit.form == Form::Line { Form::Column } else { Form::Line };
            unit.closed_up = false;
        }
    }
    settle(state, id);
    carry(state, id);
}

fn moved(state: &mut State, id: UnitId, to: Pose, distance: Length, how: How) {
    let unit = &mut state.units[id.index()];
    unit.pose = to;
    if unit.building.take().is_some() {
        unit.form = Form::Line;
    }
    let today = &mut unit.today;
    today.stirred |= how != How::Placed;
    match how {
        How::HalfMove | How::StepBack => {
            today.halves += 1;
            today.half_moved = true;
            today.moved = true;
        }
        How::FullMove | How::TacticalMarch => {
            today.halves = 2;
            today.moved = true;
            today.marched = how == How::TacticalMarch;
        }
        How::Manhandled => {
            today.halves = 2;
            today.manhandled = true;
        }
        How::Retire => {
            today.halves = 2;
            today.moved = true;
            unit.retire_owed = false;
            unit.prone = false;
            unit.spot = to.at;
        }
        How::Approach | How::Closing => unit.run += distance,
        How::Ride => today.ridden = true,
        How::Evade => today.evaded = true,
        How::BrokenRetirement => {
            today.retired_broken = true;
            unit.prone = false;
            unit.spot = to.at;
        }
        How::Retreat | How::Rout => today.compelled = false,
        How::Countercharge
        | How::Pursuit
        | How::PushedBack
        | How::FollowUp
        | How::GoBack
        | How::SetBack
        | How::Placed => {}
    }
    if how == How::PushedBack {
        unit.pushed = true;
    }
    if how == How::TacticalMarch
        && let Some(brigade) = state.muster.pieces[id.index()].brigade
        && !state.marching.contains(&brigade)
    {
        state.marching.push(brigade);
    }
    settle(state, id);
    carry(state, id);
}

/// GRE-MOVE-27, GRE-PURSUIT-15, ruling GRE-R16: attached generals go along; each has his place at the middle of the rear.
pub(crate) fn carry(state: &mut State, id: UnitId) {
    let with: SmallVec<[UnitId; 2]> = state.attached(id).collect();
    for general in with {
        let pose = place_with(state, id);
        state.units[general.index()].pose = pose;
        settle(state, general);
    }
}

/// The place of a general with a unit: behind the middle of its rear, or in its midst at the table edge.
pub(crate) fn place_with(state: &State, id: UnitId) -> Pose {
    let rect = &state.unit(id).rect;
    let back = rect.size().depth.half() + longroll_table::thousandths(500);
    let at = rect.centre().ahead(rect.facing().opposite(), back);
    let behind = Pose { at, facing: rect.facing() };
    let size = longroll_table::BaseSize::new(longroll_table::inches(1), longroll_table::inches(1));
    if state.field.inside(&Rect::new(behind, size)) { behind } else { Pose { at: rect.centre(), ..behind } }
}

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
