//! What a captain should know about Across the Potomac.

use crate::{Appraisal, Weights, expected};
use longroll_kit::{Actor, Leg, Side, UnitId};
use longroll_rules_potomac::book::kinds::{Cover, Formation, Kind};
use longroll_rules_potomac::book::tables::{rates, small_arms};
use longroll_rules_potomac::field::ground::cover_against;
use longroll_rules_potomac::field::screen::stands_in_front;
use longroll_rules_potomac::procedures::command_test::command_test;
use longroll_rules_potomac::procedures::fire as musketry;
use longroll_rules_potomac::procedures::guns;
use longroll_rules_potomac::turn::fire_step::{gun_facts, small_arms_facts, targets};
use longroll_rules_potomac::turn::orders::{can_command, charges, command_facts, is_entitled};
use longroll_rules_potomac::turn::state::{ChargeAt, Debt, Fate, OrderKind, Phase, State, Status};
use longroll_rules_potomac::{Aimed, Command, Potomac};
use longroll_table::{Heading, Length, cm, distance, nearest_of, within};

/// Worth of one stand; everything else is measured against it.
const STAND: i64 = 1000;
const HIT: i64 = 120;
const CONFUSED: i64 = -450;
const RETREATING: i64 = -1300;
const OFFICER: i64 = 1200;
const GENERAL: i64 = 2500;
const READY: i64 = 420;
const SCREEN: i64 = 90;
const FACES_AWAY: i64 = -260;
const COLUMN_NEAR: i64 = -380;
const LIMBERED_NEAR: i64 = -500;
const IN_COVER: i64 = 90;
const IN_WORKS: i64 = 220;
const OBJECTIVE_POINT: i64 = 900;
/// Worth of a centimetre nearer to where a unit wants to be.
const CM: i64 = 7;

impl Appraisal for Potomac {
    const CHANCE: Weights = Weights { of: [-363, -549, 110, 218, 2771, 650, 259, 90, 179, 707], scale: 6000 };
    const HORIZON: u32 = 4;

    fn worth(state: &State, side: Side) -> i64 {
        if let Some(end) = &state.end {
            return match end.winner {
                Some(winner) if winner == side => 1_000_000,
                Some(_) => -1_000_000,
                None => 0,
            };
        }
        army(state, side) - army(state, side.enemy()) + objectives(state, side) + postures(state, side)
    }

    fn ideas(state: &State, side: Side, actor: Actor) -> Vec<Command> {
        match (state.owed.top(), actor) {
            (Some(Debt::Carry(received)), Actor::Unit(id)) if received.kind == OrderKind::Move => {
                move_ideas(state, side, id)
            }
            (None, Actor::Unit(id)) if state.phase == Phase::SetUp => own_unit(state, side, id)
                .into_iter()
                .map(|unit| Command::Attach { officer: id, unit, of_group: false })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Orders by the odds of their test, fire and charges by the hits to be expected.
    fn estimate(state: &State, side: Side, command: &Command) -> Option<i64> {
        match command {
            Command::Order { officer, unit, kind, group } => {
                let units = if *group { state.group_of(*unit) } else { vec![*unit] };
                let gain = units.iter().map(|id| order_gain(state, side, *officer, *id, *kind)).sum::<i64>();
                let waits = state.unit(*officer).office.is_general && has_fresh_subordinate(state, side);
                let chance = chance_of(state, *officer, &units);
                Some(if waits { gain.min(0) - 1 } else { gain * chance / 1000 })
            }
            Command::Fire { unit, target } => Some(fire_gain(state, *unit, Some(*target), None)),
            Command::Charge { charges } => {
                Some(charges.iter().map(|charge| charge_value(state, charge)).sum())
            }
            Command::FollowUp { follow, at } => Some(i64::from(*follow) * follow_value(state, side, *at)),
            Command::Volley { fire } => Some(i64::from(*fire) * 200),
            Command::Ready => Some(100_000),
            Command::Attach { .. } if state.phase == Phase::SetUp => Some(100_001),
            // A brigade that goes forward as one group comes under fire sooner than its screens: it lost seven battles of ten
            Command::SetUp { .. } | Command::Group { .. } | Command::Attach { .. } => Some(-1),
            Command::Stop { .. } => Some(1),
            Command::EndPhase => Some(2),
            Command::EndTenure | Command::Done => Some(0),
            Command::Detach { officer } => {
                let broken = matches!(state.owed.top(), Some(Debt::Detach { failed: true, .. }));
                Some(if broken && state.unit(*officer).office.is_general { 60 } else { -60 })
            }
            Command::Stay { .. }
            | Command::Share { .. }
            | Command::Aim { .. }
            | Command::GiveWay { .. }
            | Command::Flee { .. } => Some(0),
            Command::GoWith { .. } | Command::Succeed { .. } => Some(-5),
            _ => None,
        }
    }

    fn promise(before: &State, _: &State, _: Side, command: &Command) -> i64 {
        match command {
            // an officer alone among the enemy is soon taken
            Command::Evade { unit, .. } if before.is_officer(*unit) => 150,
            Command::Evade { .. } => -250,
            _ => 0,
        }
    }

    fn half_turns(state: &State) -> u32 {
        2 * state.turn + u32::from(state.active != state.first)
    }

    fn first_to_act(state: &State, side: Side, actors: &[Actor]) -> Vec<Actor> {
        if state.owed.top().is_some() || state.phase != Phase::Command {
            return actors.to_vec();
        }
        // One officer after another, the general last; the unit nearest to the enemy is as good as any to begin with.
        let officer = state.officer.or_else(|| next_officer(state, side));
        let Some(officer) = officer else { return vec![Actor::Side] };
        let mut own: Vec<(Length, Actor)> = actors
            .iter()
            .filter_map(|actor| match actor {
                Actor::Unit(id) if !state.is_officer(*id) && is_entitled(state, officer, *id) => {
                    let useful = OrderKind::ALL.iter().any(|kind| is_useful(state, side, *id, *kind));
                    useful.then(|| (nearest(state, side, *id).map_or(Length::MAX, |(away, _)| away), *actor))
                }
                _ => None,
            })
            .collect();
        own.sort_by_key(|(away, _)| *away);
        let mut list: Vec<Actor> = own.into_iter().take(6).map(|(_, actor)| actor).collect();
        list.push(Actor::Side);
        list
    }
}

/// The only unit that an officer leads, if he is not with it yet: he orders it the better for being there (POT-CMD-05) and has nobody else to
/// order worse (POT-CMD-08).
fn own_unit(state: &State, side: Side, id: UnitId) -> Option<UnitId> {
    if !state.is_officer(id) || state.unit(id).office.is_general || state.unit(id).office.with.is_some() {
        return None;
    }
    let mut led = state.formed(side).filter(|unit| is_entitled(state, id, *unit));
    led.next().filter(|_| led.next().is_none())
}

fn next_officer(state: &State, side: Side) -> Option<UnitId> {
    let fresh = state.officers(side).filter(|id| can_command(state, *id));
    fresh.min_by_key(|id| (state.unit(*id).office.is_general, *id))
}

fn has_fresh_subordinate(state: &State, side: Side) -> bool {
    state.officers(side).any(|id| {
        let office = &state.unit(id).office;
        !office.is_general && !office.done && state.officer != Some(id)
    })
}

/// A cheap look before the dear one: could an order of this kind help the unit at all?
fn is_useful(state: &State, side: Side, id: UnitId, kind: OrderKind) -> bool {
    match kind {
        OrderKind::Rally => state.is_confused(id),
        OrderKind::Move => move_gain(state, side, id) > 0,
        _ => nearest(state, side, id)
            .is_some_and(|(away, _)| away.within(cm(35)) || (state.is_artillery(id) && away.within(cm(150)))),
    }
}

/// What is left of an army, in what state, and how it stands.
fn army(state: &State, side: Side) -> i64 {
    let mut worth = 0;
    for id in state.ids().filter(|id| state.side(*id) == side) {
        let (piece, unit) = (state.piece(id), state.unit(id));
        match piece.kind {
            Kind::Officer => {
                if unit.fate != Fate::OnTable {
                    worth -= if piece.is_general { GENERAL } else { OFFICER };
                }
            }
            Kind::Skirmishers => {}
            _ => {
                worth += i64::from(state.stands_left(id)) * STAND;
                if state.is_formed(id) {
                    worth -= i64::from(unit.hits) * HIT;
                    worth += match unit.status {
                        Status::Confused => CONFUSED,
                        Status::Retreating { .. } => RETREATING,
                        Status::Steady => 0,
                    };
                } else if unit.fate == Fate::OffTable {
                    worth -= i64::from(unit.body.stands()) * STAND;
                }
            }
        }
    }
    worth
}

/// How the side's own units stand. The enemy's are left out: what brings two armies nearer brings both nearer.
fn postures(state: &State, side: Side) -> i64 {
    state.formed(side).filter(|id| !state.is_confused(*id)).map(|id| posture(state, side, id)).sum()
}

/// How one unit stands: faced, sheltered, near enough.
fn posture(state: &State, side: Side, id: UnitId) -> i64 {
    let unit = state.unit(id);
    let Some((away, enemy)) = nearest(state, side, id) else { return 0 };
    let mut worth = -excess(state, id, away, enemy) * CM;
    let near = away.within(cm(40));
    let print = &state.unit(enemy).print;
    if near {
        let off = Heading::of(state.centre(enemy) - state.centre(id))
            .map_or(0, |way| unit.body.facing().difference(way).unsigned_abs());
        if off > 10_000 && !state.is_artillery(id) {
            worth += FACES_AWAY;
        }
        if unit.body.formation() == Formation::Column && !state.is_artillery(id) {
            worth += COLUMN_NEAR;
        }
        worth += match cover_against(state, id, print, true) {
            Cover::Open => 0,
            Cover::Cover => IN_COVER,
            Cover::Fortification => IN_WORKS,
        };
        if unit.is_ready && is_threatened(state, side, id) {
            worth += READY;
        }
    }
    if state.is_artillery(id) && unit.limbered && away.within(long_enough(state, id)) {
        worth += LIMBERED_NEAR;
    }
    if let Some(line) = state.line_of(id)
        && away.within(cm(70))
    {
        let out = state.unit(line).bases.len().min(2) as i64;
        worth += out * SCREEN - 30 * (state.unit(line).bases.len() as i64 - out);
    }
    worth
}

/// How many centimetres too far off the unit is from where it can do harm.
fn excess(state: &State, id: UnitId, away: Length, enemy: UnitId) -> i64 {
    let mut wanted = long_enough(state, id);
    // where a charge would pay it wants to be within reach of one
    if !state.is_artillery(id) && away.within(cm(60)) {
        let charge = ChargeAt { unit: id, target: enemy, facing: None, distance: None };
        if charge_value(state, &charge) > 0 {
            wanted = rates(state.mover(id)).charge.map_or(wanted, |reach| wanted.min(reach - cm(1)));
        }
    }
    (away - wanted).max(Length::ZERO).micrometres() / 10_000
}

fn long_enough(state: &State, id: UnitId) -> Length {
    match state.piece(id).gun {
        Some(model) => longroll_rules_potomac::book::tables::gun(model).medium,
        None if state.is_mounted(id) => cm(28),
        None => small_arms(state.piece(id).weapon).max - cm(4),
    }
}

/// Could some enemy charge it soon?
fn is_threatened(state: &State, side: Side, id: UnitId) -> bool {
    let print = &state.unit(id).print;
    state.formed(side.enemy()).any(|enemy| {
        let reach = rates(state.mover(enemy)).charge.unwrap_or(Length::ZERO);
        !state.is_confused(enemy)
            && reach > Length::ZERO
            && within(print, &state.unit(enemy).print, reach + cm(3))
    })
}

fn nearest(state: &State, side: Side, id: UnitId) -> Option<(Length, UnitId)> {
    let print = &state.unit(id).print;
    nearest_of(print, state.formed(side.enemy()).map(|enemy| (enemy, &state.unit(enemy).print)))
}

/// Objectives held, and how near the side is to those it does not hold.
fn objectives(state: &State, side: Side) -> i64 {
    let late = i64::from(state.turn) * 4 / i64::from(state.muster.turns.max(1));
    let mut worth = 0;
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        let points = i64::from(objective.points);
        let near = |side: Side| {
            let able = state.formed(side).filter(|id| !state.is_confused(*id));
            nearest_of(&objective.at, able.map(|id| (id, &state.unit(id).print))).map(|(away, _)| away)
        };
        let (ours, theirs) = (near(side), near(side.enemy()));
        let holds = |away: Option<Length>| away.is_some_and(|away| away.within(objective.radius));
        let holder = match (holds(ours), holds(theirs)) {
            (true, false) => Some(side),
            (false, true) => Some(side.enemy()),
            _ => *held,
        };
        worth += match holder {
            Some(holder) if holder == side => OBJECTIVE_POINT * points * (1 + late) / 3,
            Some(_) => -OBJECTIVE_POINT * points * (1 + late) / 3,
            None => 0,
        };
        if let Some(ours) = ours.filter(|_| *held != Some(side)) {
            worth -= ours.micrometres() / 10_000 * CM * points / 2;
        }
    }
    worth
}

/// What a received order is expected to bring, by a quick estimate.
fn order_gain(state: &State, side: Side, officer: UnitId, id: UnitId, kind: OrderKind) -> i64 {
    match kind {
        OrderKind::Move => move_gain(state, side, id),
        OrderKind::Fire => fire_gain(state, id, None, Some(officer)),
        OrderKind::Charge => charges(state, id).map(|charge| charge_value(state, &charge)).max().unwrap_or(0),
        OrderKind::DeploySkirmishers => {
            let out = state.line_of(id).is_some();
            let near = nearest(state, side, id).is_some_and(|(away, _)| away.within(cm(70)));
            if near && !out && state.unit(id).body.stands() > 3 { 2 * SCREEN } else { -50 }
        }
        OrderKind::Rally => match state.unit(id).status {
            Status::Retreating { .. } => 700,
            Status::Confused => 420,
            Status::Steady => 0,
        },
        // Worth it while it waits for an attack, not while it could fire instead
        OrderKind::StandReady => {
            let wanted = !state.unit(id).is_ready && is_threatened(state, side, id);
            if wanted && !state.is_artillery(id) { READY } else { -10 }
        }
        OrderKind::RecallSkirmishers => -50,
    }
}

/// Chances of a thousand that the order is received.
fn chance_of(state: &State, officer: UnitId, units: &[UnitId]) -> i64 {
    let facts = command_facts(state, officer, units);
    expected(|dice| Ok(i64::from(command_test(&facts, &state.options, dice)?.passed) * 1000))
}

/// What a fire is expected to do: at one target, or at the best there is.
fn fire_gain(state: &State, id: UnitId, at: Option<Aimed>, officer: Option<UnitId>) -> i64 {
    let aims = targets(state, id, officer).into_iter().filter(|aim| at.is_none_or(|at| aim.target == at));
    let worth = aims.map(|aim| {
        let (dice, need, strength) = match aim.target {
            Aimed::Unit(target) if !state.is_artillery(id) => {
                let facts = small_arms_facts(state, id, target, aim.band);
                let strength = state.piece(target).strength;
                (musketry::dice_of(&facts), musketry::need(&facts, &state.options), strength)
            }
            Aimed::Unit(target) => {
                let facts = gun_facts(state, id, &aim);
                (guns::dice_of(&facts), guns::need(&facts, &state.options), state.piece(target).strength)
            }
            Aimed::Work(_) => {
                let facts = gun_facts(state, id, &aim);
                (guns::dice_of(&facts), guns::need(&facts, &state.options), 4)
            }
        };
        let screened = match aim.target {
            Aimed::Unit(target) => i64::from(stands_in_front(state, id, target)) * 6,
            Aimed::Work(_) => 0,
        };
        (hits(dice, need) - screened).max(0) * STAND / i64::from(strength.max(1)) / 6
    });
    worth.max().unwrap_or(0)
}

/// Hits to be expected, in sixths.
fn hits(dice: u32, need: u8) -> i64 {
    i64::from(dice) * (7 - i64::from(need.clamp(1, 7)))
}

/// What a move could bring: nearer to where the unit wants to be, faced, unlimbered, in line.
fn move_gain(state: &State, side: Side, id: UnitId) -> i64 {
    if !state.is_formed(id) || state.is_confused(id) {
        return 0;
    }
    let unit = state.unit(id);
    let Some((away, enemy)) = nearest(state, side, id) else { return 0 };
    let rate = rates(state.mover(id));
    let reach =
        if unit.body.formation() == Formation::Column { rate.full } else { rate.half.unwrap_or(rate.full) };
    let mut gain = excess(state, id, away, enemy).min(reach.micrometres() / 10_000) * CM;
    if state.is_artillery(id) {
        if unit.limbered && away.within(long_enough(state, id)) {
            gain += 450;
        }
        return gain;
    }
    if away.within(cm(40)) {
        let off = Heading::of(state.centre(enemy) - state.centre(id))
            .map_or(0, |way| unit.body.facing().difference(way).unsigned_abs());
        if off > 10_000 {
            gain += 220;
        }
        if unit.body.formation() == Formation::Column {
            gain += 300;
        }
    }
    // Somebody should go where the points are
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        let here = distance(&unit.print, &objective.at);
        if *held != Some(side) && !here.within(objective.radius) && here.within(cm(120)) {
            let path = (here - objective.radius).micrometres() / 10_000;
            gain = gain.max(path.min(reach.micrometres() / 10_000) * CM * i64::from(objective.points) / 2);
        }
    }
    gain
}

/// What a charge is worth by its expected hits: the fire it walks into, both sides' melee dice, supports and flank.
fn charge_value(state: &State, charge: &ChargeAt) -> i64 {
    let (own, target) = (charge.unit, charge.target);
    if !state.is_formed(target) {
        return 30;
    }
    let (mine, theirs) = (state.piece(own), state.piece(target));
    let (body, other) = (&state.unit(own).body, &state.unit(target).body);
    let front = |body: &longroll_rules_potomac::field::body::Body| i64::from(body.files);
    let cover = match cover_against(state, target, &state.unit(own).print, true) {
        Cover::Open => 0,
        Cover::Cover => 1,
        Cover::Fortification => 2,
    };
    let mounted = |a: UnitId, b: UnitId| i64::from(state.is_mounted(a) && !state.is_mounted(b));
    let confused = |id: UnitId| i64::from(state.is_confused(id));
    let width = front(body).min(front(other));
    let need = |plus: i64| (7 - (5 - plus).clamp(2, 7)).max(0);
    let blow = width * (i64::from(mine.melee) + i64::from(state.officer_value(own))).max(0);
    let hit_them = blow * need(1 + mounted(own, target) - cover - confused(own));
    let back = width * (i64::from(theirs.melee) + i64::from(state.officer_value(target))).max(0);
    let hit_us = back * need(mounted(target, own) - confused(target));
    let retreating = state.is_retreating(target);
    let volley = if retreating {
        0
    } else if state.is_deployed_artillery(target) {
        i64::from(other.stands()) * 4 * 3
    } else {
        let dice = i64::from(other.stands()) * i64::from(theirs.firepower + small_arms(theirs.weapon).bonus);
        dice * if state.unit(target).is_ready { 3 } else { 2 }
    };
    let supports = |body: &longroll_rules_potomac::field::body::Body, ok: bool| {
        if ok { i64::from(body.stands()) - width } else { 0 }
    };
    let lead = (hit_them - hit_us - volley) / 6 + supports(body, confused(own) == 0).min(width)
        - supports(other, confused(target) == 0).min(width);
    let casualties = (hit_them / i64::from(theirs.strength.max(1))
        - (hit_us + volley) / i64::from(mine.strength.max(1)))
        * STAND
        / 6;
    casualties + lead * 260 - 120
}

/// The follow-up is a charge without fire against it.
fn follow_value(state: &State, side: Side, at: Option<UnitId>) -> i64 {
    let Some(Debt::FollowUp(owed)) = state.owed.top() else { return 0 };
    let Some(pursuer) = owed.waiting.first() else { return 0 };
    let mut value = 0;
    for unit in pursuer.units.iter().filter(|id| state.side(**id) == side) {
        if let Some(loser) = at.or(pursuer.losers.first().copied()) {
            let charge = ChargeAt { unit: *unit, target: loser, facing: None, distance: None };
            value += charge_value(state, &charge) + 200;
        }
    }
    value
}

/// Paths worth thinking about: at the enemy, at an objective, straight on, turning, forming.
fn move_ideas(state: &State, side: Side, id: UnitId) -> Vec<Command> {
    let order = |legs: Vec<Leg>| Command::Move { unit: id, legs };
    let mut list = Vec::new();
    if !state.is_formed(id) {
        return list;
    }
    let unit = state.unit(id);
    let rate = rates(state.mover(id));
    let column = unit.body.formation() == Formation::Column;
    let reach = if column { rate.full } else { rate.half.unwrap_or(rate.full) };
    let from = unit.body.front.at;
    let facing = unit.body.front.facing;
    let mut goals = Vec::new();
    if let Some((_, enemy)) = nearest(state, side, id) {
        goals.push(state.centre(enemy));
    }
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        if *held != Some(side) {
            goals.push(objective.at);
        }
    }
    for share in [100, 70, 40] {
        let by = Length::from_micrometres(reach.micrometres() * share / 100);
        list.push(order(vec![Leg::Go { bearing: facing, distance: by }]));
        for goal in goals.iter().take(3) {
            if let Some(way) = Heading::of(*goal - from) {
                list.push(order(vec![Leg::To(from.ahead(way, by))]));
            }
        }
    }
    for goal in goals.iter().take(2) {
        if let Some(way) = Heading::of(*goal - from) {
            let off = facing.difference(way);
            let turn = off.clamp(-8_000, 8_000);
            list.push(order(vec![Leg::Turn(facing.turned(turn))]));
            list.push(order(vec![Leg::Turn(facing.turned(turn / 2))]));
        }
    }
    let half = rate.half.unwrap_or(rate.full);
    if column {
        list.push(order(vec![Leg::Go { bearing: facing, distance: half }, Leg::Act("line 2".to_owned())]));
    } else if nearest(state, side, id).is_some_and(|(away, _)| !away.within(cm(60))) {
        list.push(order(vec![Leg::Act("column".to_owned()), Leg::Go { bearing: facing, distance: half }]));
    }
    list
}
