//! Phase 6: a charge from its start to its end, and moves under the eyes of enemies on Hold.

use crate::book::kinds::{Arm, Formation, Level, Quality, Terrain};
use crate::book::tables::{RunDice, formation_row, run_dice};
use crate::c;
use crate::field::rates::rate_in_quarters;
use crate::field::sight::is_visible;
use crate::procedures::fire::{Situation, Works};
use crate::procedures::morale::{VolleyPoint, volley_half_inches, volley_mods};
use crate::ruleset::{JohnnyRebDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::asking::{Answer, Question, ask};
use crate::turn::event::{Event, Motion};
use crate::turn::fire_step::can_volley;
use crate::turn::flight::{clear_of_friends, disorder, farthest, is_steady, make_room};
use crate::turn::morale_step::{Shelter, is_charging};
use crate::turn::officers::{best_officer, carry, officers_with, onto_table};
use crate::turn::state::{Debt, Errand, March, Order, Phase, Run, Shot, State};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Clause, UnitId};
use longroll_table::{
    Footprint, GRAIN, Heading, Length, Point, Pose, Rect, Vector, bearing_within, distance, first_touch,
    inches, overlaps, swept, within,
};

const ARC: u16 = 8192;

/// JR-CHARGE-04, JR-CHARGE-28: may it be ordered to charge, as it stands?
pub fn may_charge(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    let row = formation_row(state.body(id), unit.formation);
    let allowed = row.is_some_and(|row| row.may_charge != "no");
    allowed && unit.level == Level::Good && !state.is_in_contact(id) && state.arm(id) != Arm::Artillery
}

/// JR-CHARGE-02: the closest enemies in sight; skirmishers look at skirmishers only (JR-CHARGE-04).
pub fn closest_enemies(state: &State, id: UnitId) -> Vec<UnitId> {
    let mut all: Vec<(Length, UnitId)> = state
        .troops(state.side(id).enemy())
        .map(|enemy| (distance(&state.unit(id).rect, &state.unit(enemy).rect), enemy))
        .collect();
    all.sort_unstable();
    let mut found: Vec<(Length, UnitId)> = Vec::new();
    for (at, enemy) in all {
        if found.first().is_some_and(|(first, _)| !at.within(*first)) {
            break;
        }
        if is_visible(state, id, enemy) {
            found.push((at, enemy));
        }
    }
    let skirmishers = state.unit(id).formation == Formation::SkirmishLine;
    found.retain(|(_, enemy)| !skirmishers || state.unit(*enemy).formation == Formation::SkirmishLine);
    found.into_iter().map(|(_, enemy)| enemy).collect()
}

/// The straight run at a target.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub from: Pose,
    pub heading: Heading,
    pub contact: Length,
    pub is_wide: bool,
    pub ground: Terrain,
    pub touched: UnitId,
}

/// JR-CHARGE-03, -31: turned to the nearest point of the target, then straight on; who is touched first is the target.
pub fn plan(state: &State, id: UnitId, target: UnitId) -> Option<Plan> {
    let unit = state.unit(id);
    let eye = unit.rect.front_middle();
    let aim = nearest_point(&state.unit(target).rect, eye);
    let heading = Heading::of(aim - eye).unwrap_or(unit.pose.facing);
    // turned at the edge of the table it keeps on it
    let from = onto_table(state, id, Pose { at: unit.pose.at, facing: heading });
    let rect = Footprint::single(Rect::new(from, unit.rect.size()));
    let enemies: Vec<(UnitId, Footprint)> = state
        .troops(state.side(id).enemy())
        .map(|enemy| (enemy, Footprint::single(state.unit(enemy).rect)))
        .collect();
    let touch = first_touch(&rect, heading, inches(60), enemies.iter().map(|(id, rect)| (*id, rect)));
    let first = touch.first()?;
    // the ground under the whole unit, up to where its front will strike
    let to = from.at.ahead(heading, first.distance + unit.rect.size().depth.half());
    let ground = state.ground.along(&state.field, from.at, to, false).iter().map(|(_, ground)| *ground).max();
    Some(Plan {
        from,
        heading,
        contact: first.distance,
        is_wide: !bearing_within(unit.pose.facing, aim - eye, ARC),
        ground: ground.unwrap_or(Terrain::Open).max(state.ground.terrain_at(&state.field, from.at, false)),
        touched: touch.iter().map(|touch| touch.id).find(|id| *id == target).unwrap_or(first.id),
    })
}

fn nearest_point(rect: &Rect, to: Point) -> Point {
    let way = to - rect.centre();
    let clamp = |along: Length, half: Length| along.max(-half).min(half);
    let ahead = clamp(way.measured_along(rect.facing()), rect.size().depth.half());
    let across = clamp(way.measured_along(rect.facing().right()), rect.size().front.half());
    rect.centre() + Vector::along(rect.facing(), ahead) + Vector::along(rect.facing().right(), across)
}

/// JR-CHARGE-16: friends on Charge within 2 in, who give up their own.
pub fn supporters(state: &State, id: UnitId) -> Vec<UnitId> {
    state
        .troops(state.side(id))
        .filter(|other| {
            *other != id
                && is_charging(state, *other)
                && is_steady(state, *other)
                && !state.is_in_contact(*other)
                && within(&state.unit(id).rect, &state.unit(*other).rect, inches(2))
        })
        .collect()
}

pub fn check_charge(state: &State, id: UnitId, target: UnitId, with: &[UnitId]) -> Result<(), Refused> {
    let closest = closest_enemies(state, id);
    if !closest.contains(&target) {
        let Some(first) = closest.first() else {
            return refuse(c::CHARGE_30, Why::NotAnEnemy { unit: state.name(target).to_owned() });
        };
        let at = |other: UnitId| distance(&state.unit(id).rect, &state.unit(other).rect);
        let closest = state.name(*first).to_owned();
        return refuse(c::CHARGE_02, Why::NotClosest { closest, at: at(*first), chosen: at(target) });
    }
    let able = supporters(state, id);
    for (place, other) in with.iter().enumerate() {
        // at most three, each once
        if place >= 3 || !able.contains(other) || with[..place].contains(other) {
            return refuse(c::CHARGE_16, Why::CannotSupport { unit: state.name(*other).to_owned() });
        }
    }
    Ok(())
}

pub(crate) fn did(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    change: impl FnOnce(&mut crate::turn::state::Flags),
) {
    let mut flags = draft.unit(id).flags;
    change(&mut flags);
    draft.emit(Event::Did { unit: id, flags });
}

/// Steps 1 to 3: target, bonus, volley point; then the run is owed.
pub fn begin(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    target: UnitId,
    with: &[UnitId],
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    // JR-CHARGE-03: wide of its front the whole charge is made in disorder, and takes up the ground of it
    if plan(draft, id, target).is_some_and(|plan| plan.is_wide) {
        disorder(draft, id, c::CHARGE_03);
    }
    let Some(plan) = plan(draft, id, target) else {
        did(draft, id, |flags| flags.acted = true);
        return Ok(());
    };
    let target = plan.touched;
    turn_to(draft, id, &plan);
    let bonus = match run_dice(draft.body(id), plan.ground) {
        RunDice::Dice(n) => dice.sum(c::CHARGE_05, n, Die::D6)?,
        RunDice::Fixed(n) => n,
        RunDice::Abandoned => 0,
    };
    let unit = draft.unit(id);
    let rate = rate_in_quarters(draft, id, unit.formation, unit.mounted, plan.ground);
    let quarters = |n: u32| Length::from_micrometres(i64::from(n) * 6_350);
    // JR-OPT-02
    let bonus_length = quarters(bonus * if draft.options.half_bonus { 2 } else { 4 });
    let full = quarters(rate) + bonus_length;
    // JR-CHARGE-06, JR-CHARGE-07
    let disorder_at = if draft.piece(id).quality == Quality::Green {
        full.half()
    } else {
        quarters(rate) + bonus_length.half()
    };
    let (full, passed, closed) = way_of(draft, id, &plan, full);
    let (rate, contact) = (quarters(rate), plan.contact);
    let told = closed.clone();
    let rolled = Event::ChargeRolled {
        unit: id,
        target,
        bonus,
        full,
        disorder_at,
        contact,
        rate,
        passed,
        closed: told,
    };
    draft.emit(rolled);
    set_out(draft, id, with, &plan, Reach { full, disorder_at, closed }, dice)
}

/// JR-CHARGE-03: turned to the target, at no cost.
fn turn_to(draft: &mut JohnnyRebDraft, id: UnitId, plan: &Plan) {
    if draft.unit(id).pose != plan.from {
        move_by(draft, id, plan.from, Length::ZERO, (Motion::Charge, Some(c::CHARGE_03)));
    }
}

/// JR-CHARGE-31: an inch for each friend on the way, and where it is closed, with what closes it.
fn way_of(state: &State, id: UnitId, plan: &Plan, full: Length) -> (Length, Vec<UnitId>, Option<String>) {
    let base = Footprint::single(state.unit(id).rect);
    let run = swept(&base, Vector::along(plan.heading, plan.contact.min(full)));
    let friends = state.troops(state.side(id));
    let passed: Vec<UnitId> = friends
        .filter(|friend| *friend != id && overlaps(run.as_slice(), &state.unit(*friend).rect))
        .collect();
    let full = (full - inches(i64::try_from(passed.len()).unwrap_or(0))).max(Length::ZERO);
    let looked = full.min(plan.contact + inches(1));
    let closing = |length: Length| {
        let over = swept(&base, Vector::along(plan.heading, length));
        state.ground.closing(&state.field, state.arm(id), &over)
    };
    let open = farthest(looked, |length| closing(length).is_none());
    if open < looked { (open, passed, closing(looked)) } else { (full, passed, None) }
}

/// How far a charge goes, in formation and at all, and what closes its way.
struct Reach {
    full: Length,
    disorder_at: Length,
    closed: Option<String>,
}

/// JR-OPT-14: the winner of an impact runs on at another enemy with what is left of its charge.
pub(crate) fn charge_on(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    target: UnitId,
    (left, disorder_at): (Length, Length),
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    if plan(draft, id, target).is_some_and(|plan| plan.is_wide) {
        disorder(draft, id, c::CHARGE_03);
    }
    let Some(plan) = plan(draft, id, target) else {
        did(draft, id, |flags| flags.acted = true);
        return Ok(());
    };
    turn_to(draft, id, &plan);
    let (full, _, closed) = way_of(draft, id, &plan, left);
    draft.emit(Event::ChargedOn { unit: id, target: plan.touched, contact: plan.contact, left: full });
    set_out(draft, id, &[], &plan, Reach { full, disorder_at, closed }, dice)
}

/// Step 3 and the run, which is owed.
fn set_out(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    with: &[UnitId],
    plan: &Plan,
    Reach { full, disorder_at, closed }: Reach,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let target = plan.touched;
    // JR-CHARGE-32: a melee is joined
    if draft.is_in_contact(target) {
        join_melee(draft, id, target, plan, full);
        return Ok(());
    }
    let volley_at = volley_point(draft, (id, target), plan, full, dice)?;
    let end = plan.from.moved(plan.heading, full.min(plan.contact));
    // JR-OPT-11; JR-FIRE-16: once it touches the enemy nobody fires at it any more
    let whole = full.min(plan.contact - GRAIN - GRAIN).micrometres() / inches(1).micrometres();
    let whole = if draft.options.hold_any_time { whole } else { 0 };
    let stops: Vec<Pose> = (1..=whole).map(|n| plan.from.moved(plan.heading, inches(n))).collect();
    // JR-CHARGE-25: two who charge each other
    let mutual = is_charging(draft, target) && closest_enemies(draft, target).contains(&id);
    let run = Run {
        target,
        contact: plan.contact,
        full,
        disorder_at,
        heading: plan.heading,
        front: draft.unit(id).rect.front_middle(),
        supporters: with.to_vec(),
        volley_at,
        mutual,
        closed,
    };
    let from = Some(draft.unit(id).pose);
    let march = March {
        unit: id,
        stops,
        end,
        gone: 0,
        errand: Errand::Charge(run),
        asked: false,
        from,
        length: None,
    };
    draft.emit(Event::Owes(Debt::March(march)));
    Ok(())
}

/// JR-CHARGE-09, JR-CHARGE-12, JR-CHARGE-33: how far the charger has gone when the volley falls.
fn volley_point(
    draft: &mut JohnnyRebDraft,
    (charger, target): (UnitId, UnitId),
    plan: &Plan,
    full: Length,
    dice: &mut dyn Dice,
) -> Result<Option<Length>, Wanted> {
    // whether it has arc and range is judged where the charger is halted
    if !can_volley(draft, target) {
        return Ok(None);
    }
    let die = dice.one(c::CHARGE_09, Die::D6)?;
    let unit = draft.unit(target);
    let runs_from = Rect::new(plan.from, draft.unit(charger).rect.size()).front_middle();
    let point = VolleyPoint {
        on_charge: unit.order == Some(Order::Charge) && !unit.flags.charged,
        disordered: unit.formation == Formation::Disorder,
        forming: unit.order == Some(Order::Form),
        officer: best_officer(draft, target).is_some(),
        works: Shelter::against(draft, target, runs_from).works() != Works::None,
    };
    let half = volley_half_inches(draft.piece(target).quality, die, &point, &draft.options);
    let at = Length::from_micrometres(half * 12_700);
    let mods = Some(volley_mods(&point, &draft.options));
    draft.emit(Event::VolleyPoint { unit: target, die, at, mods });
    let gone = halted_at(draft, charger, target, plan, at);
    Ok(gone.within(full).then_some(gone))
}

/// How far it has gone when its front is just so far from the defender.
fn halted_at(state: &State, charger: UnitId, target: UnitId, plan: &Plan, at: Length) -> Length {
    let (runs, stands) = (&state.unit(charger).rect, &state.unit(target).rect);
    let apart =
        |gone: Length| distance(&runs.shifted(Vector::along(plan.heading, gone)), stands).at_least(at);
    let straight = (plan.contact - at).max(Length::ZERO);
    // seldom otherwise: a run aslant comes nearer by less than it goes
    if apart(straight) && !apart(straight + inches(1).half()) && straight_on(state, charger, target) {
        return straight;
    }
    if !apart(Length::ZERO) { Length::ZERO } else { farthest(plan.contact, apart) }
}

fn straight_on(state: &State, one: UnitId, other: UnitId) -> bool {
    let turn = state.unit(one).pose.facing.difference(state.unit(other).pose.facing).unsigned_abs();
    turn.is_multiple_of(16_384)
}

/// JR-CHARGE-32: it comes up to an inch from the enemy and supports its friend; who cannot reach stops where it must.
fn join_melee(draft: &mut JohnnyRebDraft, id: UnitId, target: UnitId, plan: &Plan, full: Length) {
    let length = full.min((plan.contact - inches(1)).max(Length::ZERO));
    // ruling JR-R19: not on a friend
    let size = draft.unit(id).rect.size();
    let rect = |length: Length| Rect::new(plan.from.moved(plan.heading, length), size);
    let length = clear_of_friends(draft, id, length, &rect);
    step(draft, id, plan.from.moved(plan.heading, length), length, Motion::Support);
    make_room(draft, id);
    let friend = draft
        .contact_of(target)
        .map(|contact| if contact.attacker == target { contact.defender } else { contact.attacker });
    let reaches = plan.contact.within(full);
    if let Some(friend) = friend.filter(|friend| reaches && draft.side(*friend) == draft.side(id)) {
        draft.emit(Event::SupportJoined { unit: id, friend });
    }
    did(draft, id, |flags| {
        flags.charged = true;
        flags.acted = true;
        flags.spent = true;
    });
}

/// JR-FIRE-15: a fire out of turn; those who have breech-loaders or repeaters are asked how.
pub(crate) fn volley(
    draft: &mut JohnnyRebDraft,
    unit: UnitId,
    target: UnitId,
    how: Situation,
) -> Result<Shot, Wanted> {
    let weapon = draft.piece(unit).weapon;
    // JR-CHARGE-22: after a charge there is no repeater die to spare
    let (rapid, sparing) = (weapon.is_breech_loader(), weapon.is_repeater() && how != Situation::AfterCharge);
    let mut shot = Shot { unit, target, with: Vec::new(), rapid: false, sparing: false };
    if rapid || sparing {
        let question = Question::Manner { unit, target, rapid, sparing };
        if let Answer::Manner { rapid, sparing } = ask(draft, question)? {
            (shot.rapid, shot.sparing) = (rapid, sparing);
        }
    }
    Ok(shot)
}

pub(crate) fn step(draft: &mut JohnnyRebDraft, id: UnitId, to: Pose, distance: Length, motion: Motion) {
    move_by(draft, id, to, distance, (motion, None));
}

/// The same, with the clause that makes it move.
pub(crate) fn move_by(
    draft: &mut JohnnyRebDraft,
    id: UnitId,
    to: Pose,
    distance: Length,
    (motion, clause): (Motion, Option<Clause>),
) {
    let was = draft.unit(id).pose;
    let with = officers_with(draft, id);
    let (past, stopped) = (Vec::new(), None);
    draft.emit(Event::Moved { unit: id, to, distance, motion, past, stopped, clause });
    carry(draft, &with, id, was);
}

/// Charges still to be resolved, with the distance to the target of each (JR-CHARGE-01).
pub fn waiting(state: &State) -> Vec<(Length, UnitId)> {
    state
        .ids()
        .filter(|id| state.is_on_table(*id) && is_charging(state, *id) && !state.unit(*id).flags.acted)
        .filter(|_| state.phase == Phase::Charges)
        .map(|id| {
            let target = closest_enemies(state, id).first().copied();
            let at = |target: UnitId| distance(&state.unit(id).rect, &state.unit(target).rect);
            (target.map_or(inches(1000), at), id)
        })
        .collect()
}
