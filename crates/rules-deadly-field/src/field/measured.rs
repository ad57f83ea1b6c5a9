//! From the table to facts: who fires at whom and how, and what a unit's morale looks at.

use crate::book::kinds::{Arm, Level, Sector};
use crate::book::options::Options;
use crate::book::tables::{combine_limit, normal_range};
use crate::c;
use crate::field::sight::{
    ONE_INCH, apart, are_adjacent, can_see, chain_of, has_in_arc, is_in_primary_zone, range, sector,
};
use crate::procedures::catalogue::VolleyFacts;
use crate::procedures::fire::{
    Band, FireFacts, Firer, Manner, Target, any_band, sector_of_all, severity, unable,
};
use crate::procedures::impact::{ChargeFacts, Lead, cmm};
use crate::procedures::morale::{Cause, MoraleFacts};
use crate::procedures::target::enfilade;
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use crate::turn::state::{Debt, State};
use longroll_kit::UnitId;
use longroll_table::{Convex, Length, Point, distance, farther_than, inches, touching};

/// The remnant that fires with a unit, if its owner does not leave it out (ADF-UNIT-23).
fn firing_remnant(state: &State, id: UnitId, without: &[UnitId]) -> Option<UnitId> {
    state
        .unit(id)
        .remnant
        .filter(|remnant| state.regiment_figures(*remnant) > 0 && !without.contains(remnant))
}

/// One unit as a firer at a target.
pub fn firer(state: &State, id: UnitId, target: UnitId, without: &[UnitId]) -> Firer {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let remnant = firing_remnant(state, id, without);
    Firer {
        arm: piece.arm,
        weapon: piece.weapon,
        side: piece.side,
        figures: state.own_figures(id),
        quality: piece.quality,
        level: unit.level,
        formation: unit.formation,
        mounted: unit.mounted,
        sharpshooters: piece.sharpshooters,
        opening_volley: !unit.volleyed,
        in_village: state.ground.cover(&state.field, &unit.rect, None).village,
        pistols: piece.pistols,
        attached_figures: remnant.map_or(0, |remnant| state.regiment_figures(remnant)),
        attached_weapon: remnant.map(|remnant| state.piece(remnant).weapon),
        range: range(state, id, target),
        sector: sector(state, target, state.rect(id).front_middle()),
    }
}

/// A target as one enemy sees it.
pub fn target(state: &State, id: UnitId, by: UnitId) -> Target {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let cover = state.ground.cover(&state.field, &unit.rect, Some(state.rect(by).front_middle()));
    Target {
        arm: piece.arm,
        quality: piece.quality,
        level: unit.level,
        formation: unit.formation,
        mounted: unit.mounted,
        charging: unit.charging,
        disengaging: unit.disengaging,
        woods: cover.woods,
        works: cover.works,
        fence: cover.fence,
        wall: cover.wall,
        village: cover.village,
        screened: is_screened(state, id, by),
    }
}

/// ADF-TARGET-09: skirmishers of its own side cross the line of fire, two inches or more ahead of it.
fn is_screened(state: &State, id: UnitId, by: UnitId) -> bool {
    let line = Convex::hull(&[state.rect(by).centre(), state.rect(id).centre()]);
    state.troops(state.side(id)).any(|screen| {
        screen != id
            && state.unit(screen).formation.is_skirmish()
            && touching(&line, state.rect(screen))
            && apart(state, screen, id).at_least(inches(2))
    })
}

/// The facts of one fire, of one unit or several together, `without` these remnants.
pub fn fire_facts(
    state: &State,
    units: &[UnitId],
    at: UnitId,
    manner: Manner,
    without: &[UnitId],
) -> FireFacts {
    let mut firers = units.iter().map(|unit| firer(state, *unit, at, without));
    let first = firers.next().unwrap_or_default();
    let with = firers.collect();
    let by = units.first().copied().unwrap_or(at);
    FireFacts { firer: first, with, target: target(state, at, by), manner, passed_through: 0 }
}

/// The fire, and what the target's check after it looks at.
pub(crate) fn volley_facts(
    state: &State,
    units: &[UnitId],
    at: UnitId,
    manner: Manner,
    without: &[UnitId],
) -> VolleyFacts {
    let threat = units.first().map(|unit| state.rect(*unit).front_middle());
    VolleyFacts {
        fire: fire_facts(state, units, at, manner, without),
        morale: morale_facts(state, at, Cause::Fire, threat),
        figures: state.figures(at),
        leader_from_outside: state.leaders_with(at).any(|leader| !state.leads_brigade_of(leader, at)),
    }
}

/// ADF-FIRE-01: may this unit fire so at this enemy? Formation and level, arc, sight, range, primary zone, in this order.
pub fn may_fire_at(state: &State, id: UnitId, at: UnitId, manner: Manner) -> Result<Band, Refused> {
    may_fire_without(state, id, at, manner, &[])
}

/// ADF-UNIT-23: only the remnants of those who fire can be left out.
pub(crate) fn may_leave_out(state: &State, units: &[UnitId], without: &[UnitId]) -> Result<(), Refused> {
    let stranger =
        without.iter().find(|left| !units.iter().any(|id| state.unit(*id).remnant == Some(**left)));
    match stranger {
        Some(left) => refuse(c::UNIT_23, Why::NotChoosable { unit: state.name(*left).to_owned() }),
        None => Ok(()),
    }
}

/// The same if these remnants are left out: then only the range of its own weapon counts.
pub(crate) fn may_fire_without(
    state: &State,
    id: UnitId,
    at: UnitId,
    manner: Manner,
    without: &[UnitId],
) -> Result<Band, Refused> {
    let remnant = firing_remnant(state, id, without);
    let name = |id: UnitId| state.name(id).to_owned();
    if state.is_leader(at) {
        return refuse(c::LEADER_17, Why::NotATarget { unit: name(at) });
    }
    if state.side(at) == state.side(id) || !state.is_on_table(at) {
        return refuse(c::FIRE_01, Why::NotATarget { unit: name(at) });
    }
    let quick = Firer {
        arm: state.arm(id),
        weapon: state.piece(id).weapon,
        level: state.unit(id).level,
        formation: state.unit(id).formation,
        mounted: state.unit(id).mounted,
        range: range(state, id, at),
        attached_figures: remnant.map_or(0, |remnant| state.regiment_figures(remnant)),
        attached_weapon: remnant.map(|remnant| state.piece(remnant).weapon),
        ..Firer::default()
    };
    if let Some(clause) = unable(&quick, manner) {
        return refuse(clause, Why::CannotFire { unit: name(id) });
    }
    if matches!(manner, Manner::Desperation | Manner::PointBlank)
        && !quick.range.within(ONE_INCH)
        && farther_than(state.rect(id), state.rect(at), ONE_INCH)
    {
        let clause = if manner == Manner::Desperation { c::REACT_15 } else { c::FIRE_28 };
        return refuse(clause, Why::OutOfRange { measured: quick.range, allowed: ONE_INCH });
    }
    let Some(band) = any_band(&quick, manner, &state.options) else {
        let normal = normal_range(state.options.scale, quick.arm, quick.weapon);
        return refuse(c::FIRE_10, Why::OutOfRange { measured: quick.range, allowed: normal * 2 });
    };
    if !has_in_arc(state, id, at) {
        return refuse(c::ARC_01, Why::NotInArc { target: name(at) });
    }
    if let Err(by) = can_see(state, id, at) {
        return refuse(c::LOS_03, Why::Unseen { target: name(at), by: by.words(state) });
    }
    if manner == Manner::Deliberate && !matches!(band, Band::Normal | Band::Long) {
        return refuse(c::ARTY_09, Why::TooNearForThat { band: band.words() });
    }
    // ADF-ARC-09: fire at a charger or at one who comes within an inch answers that enemy alone
    if matches!(manner, Manner::Ordinary | Manner::Deliberate)
        && let Some((nearest, away)) =
            obliging(state, id, |enemy| range(state, id, enemy).within(reach(state, id)))
        && nearest != at
        && !(is_in_primary_zone(state, id, at) && quick.range.within(away))
    {
        return refuse(c::ARC_03, Why::Obliged { nearest: name(nearest), at: away });
    }
    Ok(band)
}

fn reach(state: &State, id: UnitId) -> Length {
    let of = |id: UnitId| normal_range(state.options.scale, state.arm(id), state.piece(id).weapon) * 2;
    let remnant = state.unit(id).remnant.filter(|remnant| state.regiment_figures(*remnant) > 0);
    of(id).max(remnant.map_or(Length::ZERO, of))
}

/// ADF-ARC-03, -04, -05: the closest enemy in the primary zone that must be engaged: seen, not routed, within reach.
pub fn obliging(state: &State, id: UnitId, in_reach: impl Fn(UnitId) -> bool) -> Option<(UnitId, Length)> {
    let enemies = state.troops(state.side(id).enemy());
    let mut near: Vec<(Length, UnitId)> = enemies
        .filter(|enemy| {
            state.unit(*enemy).level != Level::Routed
                && is_in_primary_zone(state, id, *enemy)
                && in_reach(*enemy)
        })
        .map(|enemy| (range(state, id, enemy), enemy))
        .collect();
    near.sort_unstable();
    near.into_iter().find(|(_, enemy)| can_see(state, id, *enemy).is_ok()).map(|(away, enemy)| (enemy, away))
}

/// ADF-FIRE-32, -33: may these combine?
pub fn may_combine(state: &State, units: &[UnitId]) -> Result<(), Refused> {
    let Some(first) = units.first() else { return refuse(c::FIRE_33, Why::Nobody) };
    if units.len() == 1 {
        return Ok(());
    }
    let arm = state.arm(*first);
    let (most, _, _) = combine_limit(arm);
    if units.len() > most {
        return refuse(c::FIRE_32, Why::TooMany { given: units.len(), most });
    }
    for id in units {
        if state.arm(*id) != arm {
            return refuse(c::FIRE_33, Why::Unlike { unit: state.name(*id).to_owned() });
        }
        if state.unit(*id).level != Level::GoodOrder {
            return refuse(c::FIRE_32, Why::NotInGoodOrder { unit: state.name(*id).to_owned() });
        }
        // ADF-CAV-06
        if state.is_mounted(*id) {
            return refuse(c::CAV_06, Why::CannotFire { unit: state.name(*id).to_owned() });
        }
    }
    if crate::field::sight::is_contiguous(state, units) {
        Ok(())
    } else {
        refuse(c::FIRE_33, Why::NotContiguous)
    }
}

/// What a check looks at besides its cause: level, stands, leader, cover, supports, enemies, losses.
pub fn morale_facts(state: &State, id: UnitId, cause: Cause, threat: Option<Point>) -> MoraleFacts {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let cover = state.ground.cover(&state.field, &unit.rect, threat);
    MoraleFacts {
        cause,
        arm: piece.arm,
        quality: piece.quality,
        stands_at_start: state.stands_at_start(id),
        stands: state.stands(id),
        level: unit.level,
        formation: unit.formation,
        mounted: unit.mounted,
        merged: unit.merged.is_some(),
        leader: state.benefit(id),
        works: cover.works,
        cover: cover.for_morale(),
        behind_friends: is_behind_friends(state, id, cause),
        charging: unit.charging,
        supports: supports(state, id).count().min(9) as u8,
        near_enemy: is_near_enemy(state, id),
        elements_lost: state.elements_lost(id),
        ..MoraleFacts::default()
    }
}

/// ADF-MMP-11, -12: adjacent friends of any arm and brigade that are not shaken or routed.
pub fn supports(state: &State, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    state.troops(state.side(id)).filter(move |friend| {
        *friend != id && state.unit(*friend).level <= Level::Disorder && are_adjacent(state, id, *friend)
    })
}

/// ADF-MMP-16, -17.
pub fn is_near_enemy(state: &State, id: UnitId) -> bool {
    let any = state.options.any_enemy_is_near;
    state.troops(state.side(id).enemy()).any(|enemy| {
        let counts = any || (state.arm(enemy) == Arm::Infantry && state.unit(enemy).level <= Level::Disorder);
        counts && !farther_than(state.rect(id), state.rect(enemy), state.options.near_enemy)
    })
}

/// ADF-MMP-06, -07: a formed friend far enough ahead cuts the line to the nearest enemy; a rally attempt also with no enemy
/// within 24 inches.
pub fn is_behind_friends(state: &State, id: UnitId, cause: Cause) -> bool {
    let here = state.rect(id);
    let enemies = state.troops(state.side(id).enemy());
    let Some((away, nearest)) = enemies.map(|enemy| (apart(state, id, enemy), enemy)).min() else {
        return cause == Cause::Rally;
    };
    if cause == Cause::Rally && !away.within(inches(24)) {
        return true;
    }
    let gap = state.options.behind_friends;
    if away < gap {
        return false;
    }
    let line = Convex::hull(&[here.centre(), state.rect(nearest).centre()]);
    state.troops(state.side(id)).any(|friend| {
        let unit = state.unit(friend);
        friend != id
            && unit.level != Level::Routed
            && !unit.formation.is_skirmish()
            && touching(&line, &unit.rect)
            && distance(here, &unit.rect).at_least(gap)
    })
}

/// ADF-MMP-13, ADF-ENF-09, -10: the sector that counts against the morale of a unit just fired on.
pub fn fire_sector(facts: &FireFacts, band: Band, options: &Options) -> Option<Sector> {
    let sector = sector_of_all(facts, band);
    let melee = facts.manner == Manner::Melee;
    if options.enfilade_shakes_disordered && facts.target.level >= Level::Disorder {
        let formed = Target { level: Level::GoodOrder, ..facts.target.clone() };
        return enfilade(&formed, sector, melee);
    }
    enfilade(&facts.target, sector, melee)
}

/// ADF-MMP-14: the worst sector from which an unshaken enemy could fire on a unit that tries to rally, at normal range or
/// closer.
pub fn rally_sector(state: &State, id: UnitId) -> Option<Sector> {
    let formation = state.unit(id).formation;
    if formation.is_skirmish() {
        return None;
    }
    let enemies = state.troops(state.side(id).enemy()).filter(|enemy| {
        let unit = state.unit(*enemy);
        unit.level <= Level::Disorder
            && !unit.formation.is_skirmish()
            && may_fire_at(state, *enemy, id, Manner::Ordinary).is_ok_and(|band| band != Band::Long)
    });
    enemies
        .map(|enemy| sector(state, id, state.rect(enemy).front_middle()))
        .filter(|sector| *sector != Sector::Front || formation.has_one_side())
        .max_by_key(|sector| severity(*sector, formation))
}

/// ADF-FORM-06: those whose charge modifier a battery may take.
pub(crate) fn supporters(state: &State, battery: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    supports(state, battery).filter(|friend| matches!(state.arm(*friend), Arm::Infantry | Arm::Cavalry))
}

/// The one that its owner has named in this charge; before he is asked, the best of them.
pub fn supporter(state: &State, battery: UnitId) -> Option<UnitId> {
    let named = named_supporter(state, battery);
    named.or_else(|| supporters(state, battery).min_by_key(|friend| (own_cmm(state, *friend), *friend)))
}

pub(crate) fn named_supporter(state: &State, battery: UnitId) -> Option<UnitId> {
    let backed = state.owed.iter().filter_map(|debt| match debt {
        Debt::Charge(charge) => Some(&charge.backed),
        _ => None,
    });
    let named = backed.flatten().filter(|(guns, _)| *guns == battery).map(|(_, friend)| *friend).last();
    named.filter(|friend| supporters(state, battery).any(|other| other == *friend))
}

fn own_cmm(state: &State, id: UnitId) -> i32 {
    let unit = state.unit(id);
    cmm(state.arm(id), unit.formation, unit.mounted, unit.level, &state.options)
}

/// ADF-CHARGE-35, -40: who stands with a charged battery: up to three batteries together, and the regiment that supports them.
pub fn counted_with(state: &State, id: UnitId) -> Vec<UnitId> {
    if state.arm(id) != Arm::Artillery {
        return vec![id];
    }
    let mut list = chain_of(state, id, |other| {
        state.arm(other) == Arm::Artillery && state.unit(other).level <= Level::Disorder
    });
    list.truncate(3);
    // ruling ADF-R17: the supporter named, if it is a regiment of foot
    let named = named_supporter(state, id).filter(|friend| state.arm(*friend) == Arm::Infantry);
    let regiments = || supports(state, id).filter(|friend| state.arm(*friend) == Arm::Infantry);
    list.extend(named.or_else(|| regiments().min_by_key(|friend| (own_cmm(state, *friend), *friend))));
    list
}

/// One side of an impact. ADF-CHARGE-25: the charging lead unit counts everybody contiguous with it as support.
pub fn lead(state: &State, id: UnitId, enemy: UnitId, charged: Option<Sector>, touching: &[UnitId]) -> Lead {
    let threat = Some(state.rect(enemy).front_middle());
    let mut morale = morale_facts(state, id, Cause::Impact, threat);
    morale.charged = charged;
    morale.charged_by_mounted = state.is_mounted(enemy);
    if state.unit(id).charging && charged.is_none() {
        let chain = chain_of(state, id, |other| state.unit(other).level <= Level::Disorder);
        morale.supports = (chain.len() - 1).min(9) as u8;
    }
    let supporter = supporter(state, id);
    morale.unsupported = state.arm(id) == Arm::Artillery && supporter.is_none();
    // ADF-FIV-03: the lead unit alone, or all in contact by the option
    let figures: u32 = if state.options.fiv_counts_all && !touching.is_empty() {
        touching.iter().map(|unit| u32::from(state.figures(*unit))).sum()
    } else {
        counted_with(state, id).iter().map(|unit| u32::from(state.figures(*unit))).sum()
    };
    Lead {
        figures: figures.min(250) as u8,
        morale,
        supporters_cmm: supporter.map_or(0, |friend| own_cmm(state, friend)),
    }
}

/// The facts of a charge at one inch. A countercharging defender is a charger too (ADF-REACT-25).
pub fn charge_facts(state: &State, attacker: UnitId, defender: UnitId, struck: Sector) -> ChargeFacts {
    let charged = if state.unit(defender).charging { None } else { Some(struck) };
    ChargeFacts {
        attacker: lead(state, attacker, defender, None, &[]),
        defender: lead(state, defender, attacker, charged, &[]),
        countercharge: state.unit(defender).charging,
    }
}
