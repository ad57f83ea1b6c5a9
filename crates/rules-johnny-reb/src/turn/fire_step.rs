//! Who may fire at whom, and fires resolved together.

use crate::book::kinds::{Arm, Body, Formation, Level, Weapon};
use crate::book::tables::ranges;
use crate::c;
use crate::field::ground::better;
use crate::field::sight::{can_see, face_struck, has_in_arc};
use crate::procedures::fire::{
    Face, FireFacts, FireResult, Situation, band, eligible, face_of_volley, fire, fire_mods, morale_face,
};
use crate::procedures::morale::{Cause, Loss};
use crate::ruleset::{JohnnyRebDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::event::{Event, Volley};
use crate::turn::houses::shell_house;
use crate::turn::morale_step::{Alarm, Shelter, Shock, destroy_if_empty, is_charging};
use crate::turn::officers::{best_officer, lose_figures};
use crate::turn::state::{Ammunition, Order, Phase, Shot, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Clause, Side, UnitId};
use longroll_table::{Length, distance, inches, within};
use smallvec::SmallVec;

/// JR-FIRE-16: may this unit fire at all now?
pub fn may_open_fire(state: &State, id: UnitId) -> Result<(), Refused> {
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    let row_fires = crate::book::tables::formation_row(state.body(id), unit.formation)
        .is_some_and(|row| row.fire_share != "none");
    let manned = unit.guns_at.is_none();
    if state.is_officer(id) || !row_fires || !manned || unit.level == Level::Routed || is_charging(state, id)
    {
        return refuse(c::FIRE_16, Why::CannotFire { unit: name() });
    }
    if state.is_in_contact(id) {
        return refuse(c::FIRE_16, Why::InContact { unit: name() });
    }
    if unit.ammunition == Ammunition::Out {
        return refuse(c::FIRE_13, Why::NoAmmunition { unit: name() });
    }
    if unit.flags.fired {
        return refuse(c::ORDER_10, Why::AlreadyFired { unit: name() });
    }
    if unit.flags.spent || unit.flags.fell_back {
        return refuse(c::ORDER_13, Why::CannotFire { unit: name() });
    }
    // JR-CHARGE-27: except a defender on Hold or unfired First Fire that won, in phase 8 only
    let held = matches!(unit.order, Some(Order::Hold | Order::FirstFire));
    if unit.flags.impacted && !(unit.flags.won_impact && held && state.phase == Phase::Fires) {
        return refuse(c::CHARGE_27, Why::CannotFire { unit: name() });
    }
    if unit.flags.charged {
        return refuse(c::ORDER_05, Why::WrongOrder { unit: name() });
    }
    let allowed = match state.phase {
        // JR-ORDER-03
        Phase::FirstFires => unit.order == Some(Order::FirstFire),
        // JR-ORDER-02: after first fires and disengaging moves, unless JR-OPT-11 says at any time
        Phase::HoldFires | Phase::Disengage => unit.order == Some(Order::Hold) && state.options.hold_any_time,
        Phase::Charges | Phase::Moves => unit.order == Some(Order::Hold),
        Phase::Fires => true,
        _ => false,
    };
    if allowed { Ok(()) } else { refuse(c::ORDER_02, Why::WrongOrder { unit: name() }) }
}

/// May it fire at this target, whichever is nearest? JR-FIRE-16, -17, -20, JR-RANGE-12.
pub fn may_aim(state: &State, id: UnitId, target: UnitId) -> Result<Length, Refused> {
    let foe = state.is_on_table(target) && state.side(target) != state.side(id) && !state.is_officer(target);
    if !foe || state.is_in_contact(target) {
        return refuse(c::FIRE_16, Why::NotAnEnemy { unit: state.name(target).to_owned() });
    }
    let (ours, theirs) = (&state.unit(id).rect, &state.unit(target).rect);
    let weapon = state.piece(id).weapon;
    let in_woods = in_woods(state, id);
    let long = ranges(weapon).long;
    let allowed = if weapon.is_gun() && in_woods { long.half() } else { long };
    if ours.bounds().farther_than(&theirs.bounds(), allowed) || !within(ours, theirs, allowed) {
        let measured = distance(ours, theirs);
        return refuse(c::RANGE_12, Why::OutOfRange { measured, allowed });
    }
    if !has_in_arc(state, id, target) {
        return refuse(c::FIRE_17, Why::NotInArc { target: state.name(target).to_owned() });
    }
    if let Err(blocked) = can_see(state, id, target) {
        let (target, by) = (state.name(target).to_owned(), blocked.tag.words(state));
        return refuse(c::FIRE_20, Why::Unseen { target, by });
    }
    Ok(distance(ours, theirs))
}

fn in_woods(state: &State, id: UnitId) -> bool {
    state.ground.in_woods(&state.field, state.unit(id).pose.at)
}

/// JR-FIRE-18: those at which the unit may choose to fire: the nearest, or for guns any, canister first.
pub fn targets(state: &State, id: UnitId) -> SmallVec<[UnitId; 4]> {
    let mut all: SmallVec<[(Length, UnitId); 8]> = state
        .troops(state.side(id).enemy())
        .filter_map(|target| may_aim(state, id, target).ok().map(|at| (at, target)))
        .collect();
    all.sort_unstable();
    let Some((nearest, _)) = all.first().copied() else { return SmallVec::new() };
    let weapon = state.piece(id).weapon;
    let canister = ranges(weapon).close;
    let canister = if in_woods(state, id) { canister.half() } else { canister };
    all.into_iter()
        .filter(|(at, _)| {
            if weapon.is_gun() {
                !nearest.within(canister) || at.within(canister)
            } else {
                at.within(nearest)
            }
        })
        .map(|(_, target)| target)
        .collect()
}

/// Is there anybody to fire at? The nearest such is always a lawful target.
fn has_target(state: &State, id: UnitId) -> bool {
    state.troops(state.side(id).enemy()).any(|target| may_aim(state, id, target).is_ok())
}

/// The whole question, for a fire declared in a fire phase.
pub fn may_fire(state: &State, by: Side, shot: &Shot) -> Result<(), Refused> {
    if state.side(shot.unit) != by {
        return refuse(c::FIRE_16, Why::NotYours { unit: state.name(shot.unit).to_owned() });
    }
    may_open_fire(state, shot.unit)?;
    let declared = |id: UnitId| state.shots.iter().any(|known| known.unit == id || known.with.contains(&id));
    if declared(shot.unit) {
        return refuse(c::ORDER_10, Why::AlreadyFired { unit: state.name(shot.unit).to_owned() });
    }
    if shot.rapid && !state.piece(shot.unit).weapon.is_breech_loader() {
        return refuse(c::FIRE_15, Why::CannotRapidFire { unit: state.name(shot.unit).to_owned() });
    }
    if shot.sparing && !state.piece(shot.unit).weapon.is_repeater() {
        return refuse(c::FIRE_15, Why::NoRepeaters { unit: state.name(shot.unit).to_owned() });
    }
    let at = may_aim(state, shot.unit, shot.target)?;
    if !targets(state, shot.unit).contains(&shot.target) {
        let nearest = targets(state, shot.unit).first().copied().unwrap_or(shot.target);
        let name = state.name(nearest).to_owned();
        if state.piece(shot.unit).weapon.is_gun() {
            return refuse(c::FIRE_18, Why::CanisterTarget { nearest: name });
        }
        let near = distance(&state.unit(shot.unit).rect, &state.unit(nearest).rect);
        return refuse(c::FIRE_18, Why::NearerTarget { nearest: name, at: near, chosen: at });
    }
    if let Some(other) = shot.with.iter().find(|other| declared(**other)) {
        return refuse(c::FIRE_19, Why::CannotCombine { unit: state.name(*other).to_owned() });
    }
    may_combine(state, shot)
}

/// JR-FIRE-19: the whole chain of those who would fire as one, named in whatever order.
pub(crate) fn may_combine(state: &State, shot: &Shot) -> Result<(), Refused> {
    let refused =
        |other: UnitId| refuse(c::FIRE_19, Why::CannotCombine { unit: state.name(other).to_owned() });
    let mut chain: SmallVec<[UnitId; 4]> = SmallVec::from_slice(&[shot.unit]);
    let mut left: SmallVec<[UnitId; 4]> = SmallVec::new();
    for other in &shot.with {
        if *other == shot.unit || left.contains(other) {
            return refused(*other);
        }
        left.push(*other);
    }
    while let Some(first) = left.first().copied() {
        match left.iter().position(|other| can_combine(state, &chain, *other, shot)) {
            Some(place) => chain.push(left.remove(place)),
            None => return refused(first),
        }
    }
    Ok(())
}

/// JR-FIRE-19: same arm and weapon, within 1 in of one of them, same target, band and dice.
fn can_combine(state: &State, chain: &[UnitId], other: UnitId, shot: &Shot) -> bool {
    let lead = shot.unit;
    let same = state.side(other) == state.side(lead)
        && state.body(other) == state.body(lead)
        && state.piece(other).weapon == state.piece(lead).weapon;
    let near = |id: &UnitId| within(&state.unit(*id).rect, &state.unit(other).rect, inches(1));
    if !same || !chain.iter().any(near) || may_open_fire(state, other).is_err() {
        return false;
    }
    if may_aim(state, other, shot.target).is_err() || !targets(state, other).contains(&shot.target) {
        return false;
    }
    // Shaken guns count half sections, on a scale of their own
    if state.piece(lead).weapon.is_gun() && state.unit(other).level != state.unit(lead).level {
        return false;
    }
    let facts = |id: UnitId| single_facts(state, id, shot.target, situation(state, id));
    let (a, b) = (facts(lead), facts(other));
    let at = |f: &FireFacts| band(f.weapon, f.range, f.guns_in_woods, &state.options);
    let dice = |f: &FireFacts| {
        crate::procedures::fire::dice_count(&crate::procedures::fire::fire_dice(f, &state.options))
    };
    at(&a) == at(&b) && dice(&a) == dice(&b)
}

/// JR-FIRE-02 to -04, -11, JR-ORDER-11, -13: what the unit is doing, for its dice.
pub fn situation(state: &State, id: UnitId) -> Situation {
    let unit = state.unit(id);
    match unit.order {
        _ if unit.flags.lost_order => Situation::Stirred,
        Some(Order::FirstFire) => Situation::FirstFire,
        Some(Order::Hold) if !unit.flags.pivoted => Situation::Hold,
        _ => Situation::Stirred,
    }
}

/// Everything that one unit's fire at a target looks at.
pub fn single_facts(state: &State, id: UnitId, target: UnitId, situation: Situation) -> FireFacts {
    let (unit, piece, foe) = (state.unit(id), state.piece(id), state.unit(target));
    let from = unit.rect.front_middle();
    let mut facts = FireFacts {
        weapon: piece.weapon,
        figures: unit.figures,
        per_stand: piece.per_stand,
        body: state.body(id),
        formation: unit.formation,
        firing: None,
        situation,
        range: distance(&unit.rect, &foe.rect),
        quality: piece.quality,
        officer: best_officer(state, id).is_some(),
        opening_volley: !unit.opening_used,
        works: state.ground.works_of(&state.field, &unit.rect),
        shaken: unit.level == Level::Shaken,
        low_ammunition: unit.ammunition == Ammunition::Low,
        rapid_fire: false,
        repeater_die: true,
        guns_in_woods: in_woods(state, id),
        figure_mm: 15,
        target: state.body(target),
        target_formation: foe.formation,
        cover: state.ground.cover(&state.field, &foe.rect, from),
        face: if foe.level == Level::Routed { Face::Front } else { face_struck(&foe.rect, from) },
        target_charging: is_charging(state, target),
        target_disengaging: state.revealed && foe.order == Some(Order::Disengage),
    };
    // JR-OPT-16: as many as foot would have in that formation
    if facts.body == Body::CavalryMounted && state.options.mounted_fire {
        facts.firing = Some(eligible(&FireFacts { body: Body::Infantry, ..facts.clone() }));
    }
    facts
}

/// JR-FIRE-19: figures added; what helps counts only if all have it, what hinders if any has.
pub fn shot_facts(state: &State, shot: &Shot, situation: Situation) -> FireFacts {
    let mut facts = single_facts(state, shot.unit, shot.target, situation);
    facts.rapid_fire = shot.rapid;
    facts.repeater_die = !shot.sparing;
    if shot.with.is_empty() {
        return facts;
    }
    let mut firing = eligible(&facts);
    for other in &shot.with {
        let more = single_facts(state, *other, shot.target, self::situation(state, *other));
        // the +1 of First Fire counts only if all have it; the dice are the same
        if more.situation == Situation::Hold && facts.situation == Situation::FirstFire {
            facts.situation = Situation::Hold;
        }
        firing += eligible(&more);
        facts.officer &= more.officer;
        facts.opening_volley &= more.opening_volley;
        facts.works = facts.works.min(more.works);
        facts.quality = facts.quality.max(more.quality);
        // ruling JR-R13: a flank only as far as all strike it, cover if it covers against any
        facts.face = facts.face.min(more.face);
        facts.cover = better(facts.cover, more.cover);
    }
    facts.firing = Some(firing);
    facts
}

/// A fire about to be resolved, and what is peculiar to it.
#[derive(Clone, Debug)]
pub struct Aim {
    pub shot: Shot,
    pub how: Situation,
    /// The clause that gave it this fire.
    pub clause: Clause,
    /// JR-DRM-21: the face that a volley at contact strikes.
    pub struck: Option<Face>,
    /// JR-CHARGE-22: a beaten attacker has no cover.
    pub bare: bool,
}

impl Aim {
    pub fn new(shot: Shot, how: Situation, clause: Clause) -> Aim {
        Aim { shot, how, clause, struck: None, bare: false }
    }

    /// A fire as the unit's order gives it, out of a fire phase.
    pub fn ordered(state: &State, shot: Shot, clause: Clause) -> Aim {
        let how = situation(state, shot.unit);
        Aim::new(shot, how, clause)
    }

    fn facts(&self, state: &State) -> FireFacts {
        let mut facts = shot_facts(state, &self.shot, self.how);
        facts.face = self.struck.unwrap_or(facts.face);
        facts.target_charging |= self.bare;
        facts
    }

    /// Ruling JR-R17: what the target stands behind, against any of those who fire as one (ruling JR-R13).
    fn shelter(&self, state: &State) -> Shelter {
        let target = &state.unit(self.shot.target).rect;
        let firers = std::iter::once(&self.shot.unit).chain(&self.shot.with);
        let against = |id: &UnitId| {
            let from = state.unit(*id).rect.front_middle();
            Shelter::of(state.ground.shelter(&state.field, target, Some(from)))
        };
        firers.map(against).max().unwrap_or_default()
    }
}

/// What the targets of a step suffered, before anybody checks.
struct Hurt {
    target: UnitId,
    /// JR-MOVE-14: the single enemy that caused it, if there was but one.
    by: Option<UnitId>,
    lost: u32,
    horses: u32,
    heavy: u32,
    must_check: bool,
    face: Face,
    /// The fires that struck it.
    hits: Vec<Aim>,
}

/// JR-TURN-02: all dice on the situation at the start, then all losses, then the shocks and alarms to be checked.
pub fn resolve(
    draft: &mut JohnnyRebDraft,
    aims: &[Aim],
    dice: &mut dyn Dice,
) -> Result<(Vec<Shock>, Vec<Alarm>), Wanted> {
    let start: State = (**draft).clone();
    let mut hurts: Vec<Hurt> = Vec::new();
    for aim in aims {
        let shot = &aim.shot;
        let facts = aim.facts(&start);
        let result = fire(&facts, &start.options, dice)?;
        let counts = aim.how != Situation::AfterCharge;
        record(draft, aim, &facts, &result);
        if facts.weapon.is_gun() {
            shell_house(draft, shot.target, result.lost);
        }
        let heavy = facts.is_heavy();
        let face = if counts { face_of_volley(&facts, &start.options) } else { Some(morale_face(&facts)) };
        let face = face.unwrap_or(Face::Front);
        let hits = result.lost > 0 || result.must_check;
        match hurts.iter_mut().find(|hurt| hurt.target == shot.target) {
            Some(hurt) => {
                hurt.by = hurt.by.filter(|by| *by == shot.unit);
                hurt.lost += result.lost - result.horses;
                hurt.horses += result.horses;
                hurt.heavy += if heavy { result.lost } else { 0 };
                hurt.must_check |= result.must_check;
                if hits {
                    hurt.face = hurt.face.max(face);
                    hurt.hits.push(aim.clone());
                }
            }
            None => hurts.push(Hurt {
                target: shot.target,
                by: shot.with.is_empty().then_some(shot.unit),
                lost: result.lost - result.horses,
                horses: result.horses,
                heavy: if heavy { result.lost } else { 0 },
                must_check: result.must_check,
                face: if hits { face } else { Face::Front },
                hits: if hits { vec![aim.clone()] } else { Vec::new() },
            }),
        }
    }
    apply_losses(draft, &hurts, dice)
}

fn record(draft: &mut JohnnyRebDraft, aim: &Aim, f: &FireFacts, result: &FireResult) {
    let shot = &aim.shot;
    draft.emit(Event::Fired(Volley {
        unit: shot.unit,
        with: shot.with.clone(),
        target: shot.target,
        range: f.range,
        band: band(f.weapon, f.range, f.guns_in_woods, &draft.options),
        firing: eligible(f),
        dice: result.dice,
        roll: result.roll,
        mods: fire_mods(f, &draft.options),
        lost: result.lost,
        horses: result.horses,
        must_check: result.must_check,
        counts: aim.how != Situation::AfterCharge,
        clause: Some(aim.clause),
    }));
    let fast = f.rapid_fire || (f.weapon.is_repeater() && f.repeater_die);
    for id in std::iter::once(shot.unit).chain(shot.with.iter().copied()) {
        // JR-FIRE-13: who is low already runs out on all sixes and on nothing less
        let (to, clause) = match draft.unit(id).ammunition {
            Ammunition::Full if result.all_high && fast => (Ammunition::Low, c::FIRE_15),
            Ammunition::Full if result.all_high => (Ammunition::Low, c::FIRE_12),
            Ammunition::Low if result.all_sixes => (Ammunition::Out, c::FIRE_13),
            _ => continue,
        };
        draft.emit(Event::AmmunitionSet { unit: id, to, clause });
    }
}

/// JR-MORALE-01, JR-MORALE-02, JR-MORALE-03, JR-MORALE-07, JR-ARTY-04: who must check for what was lost; JR-OFFICER-03 first.
fn apply_losses(
    draft: &mut JohnnyRebDraft,
    hurts: &[Hurt],
    dice: &mut dyn Dice,
) -> Result<(Vec<Shock>, Vec<Alarm>), Wanted> {
    let (mut shocks, mut alarms) = (Vec::new(), Vec::new());
    for hurt in hurts {
        let id = hurt.target;
        let lost = hurt.lost.min(draft.unit(id).figures);
        let (had_loss, stands) = (draft.unit(id).had_loss, draft.stands_lost(id));
        if hurt.horses > 0 {
            draft.emit(Event::HorsesLost { unit: id, horses: hurt.horses });
        }
        let guns = draft.arm(id) == Arm::Artillery;
        lose_figures(draft, id, lost, if guns { c::ARTY_01 } else { c::CRT_04 }, dice)?;
        if let Some(alarm) = destroy_if_empty(draft, id, dice)? {
            alarms.push(alarm);
            continue;
        }
        let stands = draft.stands_lost(id).saturating_sub(stands);
        if (Loss { figures: lost, had_loss, stands, must_check: hurt.must_check }).calls_for_check() {
            let (cause, heavy_hits, face, by) = (Cause::Fire, hurt.heavy, hurt.face, hurt.by);
            // ruling JR-R17: against the fire that it shelters from least, with what still stands (JR-ARTY-03)
            let shelter = hurt.hits.iter().map(|aim| aim.shelter(draft)).min();
            shocks.push(Shock { unit: id, cause, heavy_hits, face, by, shelter });
        }
    }
    Ok((shocks, alarms))
}

/// Units of a side that could still fire in this phase and have somebody to fire at.
pub fn firers(state: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    state.troops(side).filter(move |id| {
        let declared = state.shots.iter().any(|shot| shot.unit == *id || shot.with.contains(id));
        !declared && may_open_fire(state, *id).is_ok() && has_target(state, *id)
    })
}

/// Does the unit have facing guns or rifles ready: used by the machine for volleys.
pub fn can_volley(state: &State, id: UnitId) -> bool {
    let unit = state.unit(id);
    let shares = crate::book::tables::formation_row(state.body(id), unit.formation)
        .is_some_and(|row| row.fire_share != "none");
    let fires = shares || fires_mounted(state, id);
    // JR-CHARGE-33, JR-OPT-08
    let spent = unit.flags.fired && !(state.options.second_volley && unit.flags.fired_first);
    fires
        && unit.level != Level::Routed
        && unit.ammunition != Ammunition::Out
        && !spent
        && !unit.flags.spent
        && !unit.flags.impacted
        && !state.is_in_contact(id)
        && unit.formation != Formation::Limbered
        && unit.guns_at.is_none()
}

/// JR-OPT-16: mounted cavalry with weapons that can be fired from the saddle.
fn fires_mounted(state: &State, id: UnitId) -> bool {
    let weapon = state.piece(id).weapon;
    let light = weapon == Weapon::Pistol
        || weapon == Weapon::Shotgun
        || weapon == Weapon::MuzzleLoadingCarbine
        || weapon.is_breech_loader()
        || weapon.is_repeater();
    state.options.mounted_fire && state.body(id) == Body::CavalryMounted && light
}
