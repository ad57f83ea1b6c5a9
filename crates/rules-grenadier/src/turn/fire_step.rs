//! Step 6: who may fire at whom, and what the fire does.

use crate::book::kinds::{Cover, Form, Gun, Kind, Weapon};
use crate::book::tables;
use crate::c;
use crate::field::sight::{Quarter, can_see, eye, face_towards, gap, has_in_arc, level, look, quarter};
use crate::procedures::fire::{FireFacts, TargetFacts, fire, is_long, may_pour_formed, pours};
use crate::procedures::guns::{GunFacts, GunGroup, fire_guns, salvos};
use crate::procedures::skirmish_fire::{SkirmishFacts, skirmish_fire, snipe};
use crate::ruleset::{GrenadierDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::aftermath::{at_risk, disperse, disrupt, generals_near, hit, lose_figures};
use crate::turn::event::{Cause, Event, Shot};
use crate::turn::handle::own;
use crate::turn::state::{Standing, State, Status};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Side, UnitId};
use longroll_table::{Convex, Edge, Heading, Length, Vector, distance, farther_than, inches, within};
use smallvec::SmallVec;

/// GRE-ARTY-15.
const BOUNCE: Length = inches(5);

/// May the unit fire at all this turn? GRE-FIRE-37, GRE-ARTY-17, GRE-ARTY-18, GRE-ARTY-20, GRE-SKIRM-08.
pub fn may_fire(state: &State, side: Side, id: UnitId) -> Result<(), Refused> {
    own(state, side, id)?;
    let unit = state.unit(id);
    let kind = state.kind(id);
    let no = |clause, what: &'static str| {
        refuse(clause, Why::CannotFire { unit: state.name(id).to_owned(), what })
    };
    if kind == Kind::General {
        return no(c::LEADER_05, "generals give nothing in fire");
    }
    if unit.today.fired {
        return no(c::TURN_07, "it has fired this turn");
    }
    if kind == Kind::Sniper {
        return Ok(());
    }
    let guns = kind.is_artillery();
    if guns && state.later_half {
        return refuse(c::TURN_07, Why::BatteriesFirst);
    }
    if state.is_in_melee(id) {
        return refuse(c::FIRE_37, Why::InMelee { unit: state.name(id).to_owned() });
    }
    if unit.charge.is_some() {
        return refuse(c::FIRE_41, Why::Charging { unit: state.name(id).to_owned() });
    }
    if matches!(unit.status, Status::Retreating | Status::Routing | Status::Pursuing) {
        return refuse(c::FIRE_37, Why::InState { unit: state.name(id).to_owned(), status: unit.status });
    }
    if unit.today.evaded {
        return refuse(c::SKIRM_08, Why::Evaded { unit: state.name(id).to_owned() });
    }
    if unit.today.retired_broken {
        return refuse(c::BRIG_18, Why::RetiresBroken { unit: state.name(id).to_owned() });
    }
    let today = &unit.today;
    if guns {
        if unit.form != Form::Unlimbered {
            return no(c::FIRE_37, "it is limbered");
        }
        if state.served(id) == 0 {
            return no(c::UNIT_07, "nobody serves its guns");
        }
        if kind != Kind::HorseArtillery {
            // GRE-FIRE-24: a Gatling like a foot battery; GRE-MOVE-14
            if today.moved || today.unlimbered || today.limbered {
                return no(c::ARTY_17, "it moved or unlimbered this turn");
            }
            if today.turned {
                return no(c::ARTY_18, "it was re-faced this turn");
            }
            if today.manhandled {
                return no(c::MOVE_14, "it was manhandled this turn");
            }
        } else if today.moved && !today.unlimbered {
            return no(c::ARTY_20, "it moved and did not unlimber");
        }
        return Ok(());
    }
    match unit.form {
        Form::Skirmish => Ok(()),
        Form::Line | Form::Garrison if today.halves >= 2 => no(c::FIRE_37, "it has used up its whole move"),
        Form::Line | Form::Garrison => Ok(()),
        _ => no(c::FIRE_37, "units in Column do not fire"),
    }
}

/// Weapons the unit may choose between: GRE-UNIT-26, mounted or not (ruling GRE-R13).
pub fn weapons(state: &State, id: UnitId) -> SmallVec<[Weapon; 2]> {
    let piece = state.piece(id);
    piece.weapon.into_iter().chain(piece.second_weapon).collect()
}

fn reach(state: &State, id: UnitId, weapon: Option<Weapon>) -> Length {
    let guns = state.unit(id).guns.iter().filter(|group| group.models > 0);
    let farthest = guns
        .flat_map(|group| tables::band_limits(tables::gun(group.gun).band))
        .map(|(_, limit)| limit)
        .chain(weapon.map(|weapon| tables::weapon(weapon).long_max))
        .max();
    inches(i64::from(farthest.unwrap_or(0)))
}

/// GRE-FIRE-38: not into or beside a melee of its own side.
fn is_entangled(state: &State, id: UnitId, target: UnitId) -> bool {
    if state.contacts.is_empty() {
        return false;
    }
    state.is_in_melee(target)
        || state.troops(state.side(id)).any(|friend| {
            state.is_in_melee(friend) && within(&state.unit(friend).rect, &state.unit(target).rect, inches(1))
        })
}

/// GRE-ARTY-27: over friends who stand lower, at a target more than 6 in beyond them.
fn sees_to_fire(state: &State, id: UnitId, target: UnitId) -> Result<(), String> {
    let guns = state.kind(id).is_artillery();
    let over = |other: UnitId| {
        guns && state.side(other) == state.side(id)
            && level(state, id) > level(state, other)
            && farther_than(&state.unit(other).rect, &state.unit(target).rect, inches(6))
    };
    look(state, id, target, &over).map(|_| ()).map_err(|blocked| blocked.tag.words(state))
}

/// May it fire at this target with this weapon? GRE-FIRE-38 for men, GRE-ARTY-27 for guns, GRE-SKIRM-09 for the sniper.
pub fn may_fire_at(
    state: &State,
    side: Side,
    id: UnitId,
    target: UnitId,
    weapon: Option<Weapon>,
) -> Result<(), Refused> {
    may_fire(state, side, id)?;
    let named = || state.name(target).to_owned();
    let sniper = state.kind(id) == Kind::Sniper;
    let general = state.kind(target) == Kind::General;
    if state.side(target) == side || !state.is_on_table(target) || (general && !sniper) {
        return refuse(c::FIRE_38, Why::NotAnEnemy { unit: named() });
    }
    if weapon.is_some_and(|weapon| !weapons(state, id).contains(&weapon)) {
        return refuse(c::UNIT_26, Why::NoSuchWeapon { unit: state.name(id).to_owned() });
    }
    let used = weapon.or_else(|| weapons(state, id).first().copied());
    let far = if sniper { inches(16) } else { reach(state, id, used) };
    let measured = gap(state, id, target);
    if !measured.within(far) {
        let clause = if sniper { c::SKIRM_09 } else { c::FIRE_38 };
        return refuse(clause, Why::OutOfRange { target: named(), measured, reach: far });
    }
    if !has_in_arc(state, id, target) {
        return refuse(c::GEN_12, Why::OutOfArc { target: named() });
    }
    if is_entangled(state, id, target) {
        return refuse(c::FIRE_38, Why::TargetInMelee { target: named() });
    }
    if let Err(by) = sees_to_fire(state, id, target) {
        return refuse(c::GEN_13, Why::NotVisible { target: named(), by });
    }
    if state.unit(id).building.is_some() {
        let face = face_of(state, id, target);
        let used = &state.unit(id).today.faces;
        if used.len() >= 2 || used.contains(&face) {
            return refuse(c::TERRAIN_07, Why::FaceUsed);
        }
        return Ok(());
    }
    if sniper || state.kind(id).is_artillery() {
        return Ok(());
    }
    let nearer = possible(state, id, far)
        .into_iter()
        .find(|(away, other)| *other != target && !(measured.within(*away)) && state.kind(*other).is_unit());
    if let Some((measured, other)) = nearer {
        return refuse(c::FIRE_38, Why::NotNearest { nearest: state.name(other).to_owned(), measured });
    }
    Ok(())
}

/// Enemies in arc, range and sight, nearest first.
fn possible(state: &State, id: UnitId, far: Length) -> SmallVec<[(Length, UnitId); 8]> {
    let rect = &state.unit(id).rect;
    let mut list: SmallVec<[(Length, UnitId); 8]> = state
        .troops(state.side(id).enemy())
        .filter(|other| within(rect, &state.unit(*other).rect, far))
        .filter(|other| has_in_arc(state, id, *other) && !is_entangled(state, id, *other))
        .filter(|other| sees_to_fire(state, id, *other).is_ok())
        .map(|other| (gap(state, id, other), other))
        .collect();
    list.sort_unstable();
    list
}

/// Is there anybody it may fire at? As [`targets`], but content with the first.
pub fn has_target(state: &State, side: Side, id: UnitId) -> bool {
    if may_fire(state, side, id).is_err() {
        return false;
    }
    if state.unit(id).building.is_some() || state.kind(id) == Kind::Sniper {
        return !targets(state, side, id).is_empty();
    }
    let carried = weapons(state, id).into_iter().map(Some);
    let far = carried.chain([None]).map(|weapon| reach(state, id, weapon)).max().unwrap_or(Length::ZERO);
    let rect = &state.unit(id).rect;
    state.troops(side.enemy()).any(|other| {
        within(rect, &state.unit(other).rect, far)
            && has_in_arc(state, id, other)
            && !is_entangled(state, id, other)
            && sees_to_fire(state, id, other).is_ok()
    })
}

/// What the unit may fire at now, with the weapon for it.
pub fn targets(state: &State, side: Side, id: UnitId) -> Vec<(UnitId, Option<Weapon>)> {
    if may_fire(state, side, id).is_err() {
        return Vec::new();
    }
    let mut list = Vec::new();
    if state.kind(id).is_artillery() || state.kind(id) == Kind::Sniper {
        let far = if state.kind(id) == Kind::Sniper {
            inches(16)
        } else {
            reach(state, id, state.piece(id).weapon)
        };
        let seen = possible(state, id, far);
        list.extend(seen.into_iter().map(|(_, target)| (target, None)));
        if state.kind(id) == Kind::Sniper {
            let generals = state.generals(side.enemy());
            list.extend(
                generals
                    .filter(|general| may_fire_at(state, side, id, *general, None).is_ok())
                    .map(|g| (g, None)),
            );
        }
        return list;
    }
    for weapon in weapons(state, id) {
        let seen = possible(state, id, reach(state, id, Some(weapon)));
        if state.unit(id).building.is_some() {
            let free =
                seen.iter().filter(|(_, target)| may_fire_at(state, side, id, *target, Some(weapon)).is_ok());
            list.extend(free.map(|(_, target)| (*target, Some(weapon))));
            continue;
        }
        let Some((nearest, _)) = seen.first().copied() else { continue };
        let equal = seen.into_iter().filter(|(away, _)| away.within(nearest));
        list.extend(equal.map(|(_, target)| (target, Some(weapon))));
    }
    list
}

/// GRE-TERRAIN-07: the face of the building that looks at the target.
fn face_of(state: &State, id: UnitId, target: UnitId) -> Edge {
    face_towards(&state.unit(id).rect, state.unit(target).pose.at)
}

/// What a target looks like to a firer.
pub fn target_facts(state: &State, firer: UnitId, target: UnitId) -> TargetFacts {
    let unit = state.unit(target);
    let column = unit.form == Form::Column || unit.form.is_limbered();
    // GRE-FIRE-28
    let massed = unit.form == Form::Column
        && state.troops(state.side(target)).any(|other| {
            other != target
                && state.unit(other).form == Form::Column
                && within(&unit.rect, &state.unit(other).rect, inches(2))
        });
    TargetFacts {
        column,
        massed,
        charging_cavalry: state.is_mounted(target) && unit.charge.is_some(),
        deployed_artillery: unit.form == Form::Unlimbered,
        skirmishers: state.is_skirmishing(target),
        prone: unit.prone,
        closed_up: unit.closed_up,
        cover: state.ground.cover(state, target, Some(firer)),
        dp: unit.dp,
        figures: u32::from(unit.figures),
    }
}

pub fn fire_facts(state: &State, id: UnitId, target: UnitId, weapon: Weapon, pour: bool) -> FireFacts {
    let unit = state.unit(id);
    let all = u32::from(unit.figures);
    // GRE-TERRAIN-07: half of a garrison, rounded up, from the first face, the rest from the second
    let figures = match (unit.building.is_some(), unit.today.faces.len()) {
        (true, 0) => all.div_ceil(2),
        (true, _) => all / 2,
        _ if weapon == Weapon::Gatling => u32::from(state.served(id)),
        _ => all,
    };
    FireFacts {
        figures,
        grade: state.piece(id).grade,
        dp: unit.dp,
        weapon,
        range: gap(state, id, target),
        fired_last_turn: unit.fired_last,
        mounted: state.is_mounted(id),
        cavalry: state.kind(id) == Kind::Cavalry,
        low_ammunition: unit.low_ammunition,
        pour,
        target: target_facts(state, id, target),
    }
}

pub fn skirmish_facts(
    state: &State,
    id: UnitId,
    target: UnitId,
    weapon: Weapon,
    pour: bool,
) -> SkirmishFacts {
    let unit = state.unit(id);
    SkirmishFacts {
        figures: u32::from(unit.figures),
        class: Some(state.piece(id).skirmish_class),
        grade: state.piece(id).grade,
        dp: unit.dp,
        weapon,
        cavalry: state.kind(id) == Kind::Cavalry,
        pour,
        low_ammunition: unit.low_ammunition,
        general_near: !generals_near(state, target).is_empty(),
        target: target_facts(state, id, target),
    }
}

pub fn gun_facts(state: &State, id: UnitId, target: UnitId) -> GunFacts {
    let unit = state.unit(id);
    let mut left = u32::from(state.served(id));
    let guns: Vec<GunGroup> = unit
        .guns
        .iter()
        .map(|group| {
            let models = group.models.min(left);
            left -= models;
            GunGroup { models, ..*group }
        })
        .collect();
    // GRE-ARTY-26: from the flank zone of a Line or of unlimbered guns
    let enfilade = matches!(state.unit(target).form, Form::Line | Form::Unlimbered)
        && quarter(state, target, eye(state, id)) == Quarter::Flank;
    let today = &unit.today;
    GunFacts {
        guns,
        kind: state.kind(id),
        grade: state.piece(id).grade,
        dp: unit.dp,
        range: gap(state, id, target),
        turned: today.unlimbered || today.turned || today.manhandled,
        fired_last_turn: unit.fired_last,
        low_ammunition: unit.low_ammunition,
        enfilade,
        unit_behind: behind(state, id, target).is_some(),
        target: target_facts(state, id, target),
    }
}

/// GRE-ARTY-15: the nearest unit, of either side, in the strip as wide as the target and 5 in deep behind it.
pub fn behind(state: &State, battery: UnitId, target: UnitId) -> Option<UnitId> {
    let from = state.unit(battery).rect.centre();
    let body = &state.unit(target).rect;
    let heading = Heading::of(body.centre() - from)?;
    let along = |point: longroll_table::Point| (point - body.centre()).measured_along(heading);
    let across = |point: longroll_table::Point| (point - body.centre()).measured_along(heading.right());
    let far = body.corners().iter().map(|corner| along(*corner)).max()?;
    let half = body.corners().iter().map(|corner| across(*corner).abs()).max()?;
    let at =
        |x: Length, y: Length| body.centre() + Vector::along(heading.right(), x) + Vector::along(heading, y);
    // within includes the figure itself (GRE-GEN-07)
    let end = far + BOUNCE + longroll_table::GRAIN + longroll_table::GRAIN;
    let strip = Convex::hull(&[at(-half, far), at(half, far), at(half, end), at(-half, end)]);
    state
        .all_troops()
        .filter(|other| *other != target && *other != battery)
        .filter(|other| {
            let rect = &state.unit(*other).rect;
            longroll_table::overlaps(&strip, rect)
        })
        .map(|other| (distance(body, &state.unit(other).rect), other))
        .min()
        .map(|(_, other)| other)
}

/// May it pour on fire with this weapon as it stands?
pub fn may_pour(state: &State, id: UnitId, weapon: Weapon) -> bool {
    let unit = state.unit(id);
    let cavalry = state.kind(id) == Kind::Cavalry;
    if unit.form == Form::Skirmish {
        return !unit.low_ammunition && pours(weapon, cavalry);
    }
    may_pour_formed(weapon, cavalry, unit.low_ammunition, &state.options)
}

/// One firing, with everything that comes of it.
pub fn shoot(
    draft: &mut GrenadierDraft,
    id: UnitId,
    target: UnitId,
    weapon: Option<Weapon>,
    pour: bool,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let kind = draft.kind(id);
    if kind == Kind::Sniper {
        return sharpshoot(draft, id, target, dice);
    }
    let weapon = weapon.or_else(|| weapons(draft, id).first().copied());
    let range = gap(draft, id, target);
    let face = draft.unit(id).building.is_some().then(|| face_of(draft, id, target));
    let mut shot = Shot { unit: id, target, weapon, guns: Vec::new(), range, pour, face, hits: 0 };
    let (result, bounced, burst) = if kind.is_artillery() && kind != Kind::Gatling {
        let facts = gun_facts(draft, id, target);
        let options = draft.options;
        shot.guns = salvos(&facts).into_iter().flat_map(|salvo| salvo.guns).collect();
        shot.weapon = None;
        let result = fire_guns(&facts, &options, dice)?;
        (result.fire, result.bounced, result.burst)
    } else {
        let options = draft.options;
        let used = weapon.unwrap_or_default();
        let result = if draft.unit(id).form == Form::Skirmish {
            skirmish_fire(&skirmish_facts(draft, id, target, used, pour), &options, dice)?
        } else {
            fire(&fire_facts(draft, id, target, used, pour), &options, dice)?
        };
        (result, 0, SmallVec::new())
    };
    shot.hits = result.hits;
    let back = behind(draft, id, target).filter(|_| bounced > 0);
    let near = generals_near(draft, target);
    draft.emit(Event::Fired(shot));
    if result.ran_low {
        draft.emit(Event::RanLow { unit: id });
    }
    // GRE-FIRE-40: order foot in the flank or rear zone, whether or not it hit
    if draft.is_order_foot(id)
        && crate::field::sight::is_on_flank(draft, id, target)
        && !draft.unit(target).today.flank_fire
    {
        draft.emit(Event::FlankFire { unit: target, by: id });
    }
    hit(draft, target, result.hits, dice)?;
    if let Some(unit) = back {
        // GRE-ARTY-16: whatever its own cover or formation
        draft.emit(Event::Bounced { from: id, unit, hits: bounced });
        hit(draft, unit, bounced, dice)?;
    }
    if result.generals_at_risk {
        for general in near {
            at_risk(draft, general, dice)?;
        }
    }
    for gun in burst {
        burst_gun(draft, id, gun, dice)?;
    }
    Ok(())
}

/// GRE-ARTY-29: the gun, a DP, two of the crew, and generals within 3 in at risk. GRE-MORALE-27: this is no loss by fire.
fn burst_gun(draft: &mut GrenadierDraft, id: UnitId, gun: Gun, dice: &mut dyn Dice) -> Result<(), Wanted> {
    if !draft.is_on_table(id) {
        return Ok(());
    }
    let near = generals_near(draft, id);
    draft.emit(Event::GunLost { unit: id, gun });
    disrupt(draft, id, 1, Cause::Burst, c::ARTY_29, dice)?;
    lose_figures(draft, id, 2, false, c::ARTY_29, dice)?;
    if draft.is_on_table(id) && draft.unit(id).models == 0 {
        disperse(draft, id, Standing::Dispersed, c::UNIT_09, dice)?;
    }
    for general in near {
        at_risk(draft, general, dice)?;
    }
    Ok(())
}

/// GRE-SKIRM-09: one hit on a unit, or a throw on the risk table for a general.
fn sharpshoot(
    draft: &mut GrenadierDraft,
    id: UnitId,
    target: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let struck = snipe(dice)?;
    let range = gap(draft, id, target);
    draft.emit(Event::Fired(Shot {
        unit: id,
        target,
        weapon: None,
        guns: Vec::new(),
        range,
        pour: false,
        face: None,
        hits: u32::from(struck),
    }));
    if !struck {
        return Ok(());
    }
    if draft.kind(target) == Kind::General {
        at_risk(draft, target, dice)
    } else {
        hit(draft, target, 1, dice)
    }
}

/// Is an enemy within effective range of a unit's fire? Used by those who plan.
pub fn in_effective_range(state: &State, id: UnitId, target: UnitId) -> bool {
    let weapon = state.piece(id).weapon;
    weapon.is_some_and(|weapon| is_long(weapon, gap(state, id, target)) == Some(false))
        && can_see(state, id, target)
        && state.ground.cover(state, target, Some(id)) != Cover::Hard
}
