//! Fire on the table: who may fire at whom, and what comes of it (POT-FIRE, POT-ARTY, POT-SIEGE, POT-MORTAR).

use crate::book::kinds::{Band, Cover, GunClass, Kind};
use crate::book::options::{ArtilleryGroupSharing, FiringRanks, GroupHitSharing, Options};
use crate::book::tables::{gun_band, small_arms_band};
use crate::c;
use crate::field::ground::{cover_against, has_cover_too, is_in_work_against, outline};
use crate::field::gun_targets::{are_guns_in_action, guns_at_unit, guns_at_work};
use crate::field::lane::{Lane, is_engaged, may_shoot, must_be_fired_at};
use crate::field::screen::stands_in_front;
use crate::field::sight::away;
use crate::procedures::bearing::{Push, Volley, drive_back, under_fire};
use crate::procedures::fire::SmallArmsFacts;
use crate::procedures::guns::{GunFacts, GunTarget};
use crate::procedures::losses::{absorb, line_under_fire, work_under_fire};
use crate::procedures::under_fire::Fire;
use crate::ruleset::{PotomacDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::aftermath::{Way, group_distance, heed_morale, take_hits};
use crate::turn::event::{Aimed, Event, Shot};
use crate::turn::overrun::wear_line;
use crate::turn::state::{Debt, Sharing, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::UnitId;
use longroll_table::{
    Heading, Length, Rect, distance, is_behind_front_line, nearest_point, overlaps, touching,
};

/// A lawful shot before its dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    pub target: Aimed,
    pub range: Length,
    pub band: Band,
}

/// Everything a unit may fire at now; `officer` is who orders it (for mortars).
pub fn targets(state: &State, id: UnitId, officer: Option<UnitId>) -> Vec<Aim> {
    if !state.is_artillery(id) {
        let found = must_be_fired_at(state, id).into_iter();
        return found.map(|f| Aim { target: Aimed::Unit(f.unit), range: f.range, band: f.band }).collect();
    }
    let units = state.troops(state.side(id).enemy()).map(Aimed::Unit);
    let works = (0..state.muster.works.len()).map(|work| Aimed::Work(work as u16));
    units.chain(works).filter_map(|target| may_fire(state, id, target, officer).ok()).collect()
}

/// May the unit fire at this now? POT-FIRE-01: not crews without guns; POT-MOVE-17: guns only unlimbered.
pub fn may_fire(state: &State, id: UnitId, target: Aimed, officer: Option<UnitId>) -> Result<Aim, Refused> {
    let name = || state.name(id).to_owned();
    match state.gun_class(id) {
        None => {
            let Aimed::Unit(target) = target else {
                return refuse(c::SIEGE_03, Why::NotAtWorks { unit: name() });
            };
            let found = may_shoot(state, id, target)?;
            Ok(Aim { target: Aimed::Unit(target), range: found.range, band: found.band })
        }
        Some(class) => {
            if is_engaged(state, id) {
                return refuse(c::FIRE_24, Why::InContact { unit: name() });
            }
            are_guns_in_action(state, id)?;
            match target {
                Aimed::Unit(unit) => guns_at_unit(state, id, class, unit, officer),
                Aimed::Work(work) => guns_at_work(state, id, class, usize::from(work), officer),
            }
        }
    }
}

/// POT-FIRE-07: all formed stands, or only those of the front two ranks (POT-OPT-15).
pub fn small_arms_facts(state: &State, id: UnitId, target: UnitId, band: Band) -> SmallArmsFacts {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let skirmishers = piece.kind == Kind::Skirmishers;
    let stands = match (skirmishers, state.options.firing_ranks) {
        (true, _) => unit.bases.len() as u8,
        (false, FiringRanks::AllStands) => unit.body.stands(),
        (false, FiringRanks::FrontTwoRanks) => {
            unit.body.cells.iter().filter(|cell| cell.rank < 2).count() as u8
        }
    };
    SmallArmsFacts {
        skirmishers,
        mounted: state.is_mounted(id),
        weapon: piece.weapon,
        firepower: piece.firepower,
        stands,
        band,
        cover: cover_against(state, target, &unit.print, true),
        cover_too: has_cover_too(state, target, &unit.print, true),
        deployed_guns: state.is_deployed_artillery(target),
    }
}

pub fn gun_facts(state: &State, id: UnitId, aim: &Aim) -> GunFacts {
    let piece = state.piece(id);
    let model = piece.gun.unwrap_or(crate::book::kinds::Gun::SbLight);
    let guns = state.unit(id).body.stands();
    let (target, cover, deployed_guns, screened) = match aim.target {
        Aimed::Work(_) => (GunTarget::Fortification, Cover::Open, false, false),
        Aimed::Unit(unit) if state.is_line(unit) => {
            (GunTarget::SkirmishLine, cover_against(state, unit, &state.unit(id).print, true), false, false)
        }
        Aimed::Unit(unit) => (
            GunTarget::Unit,
            cover_against(state, unit, &state.unit(id).print, true),
            state.is_deployed_artillery(unit),
            is_screened(state, id, unit),
        ),
    };
    let cover_too = match aim.target {
        Aimed::Unit(unit) => has_cover_too(state, unit, &state.unit(id).print, true),
        Aimed::Work(_) => false,
    };
    GunFacts {
        gun: model,
        quality: piece.quality,
        guns,
        band: aim.band,
        target,
        cover,
        cover_too,
        deployed_guns,
        screened,
    }
}

/// What throws the dice of a unit that fires so; nothing for small arms at a work.
pub(crate) fn fire_of(state: &State, id: UnitId, aim: &Aim) -> Option<Fire> {
    match aim.target {
        Aimed::Unit(target) => Some(fire_at_unit(state, id, target, aim)),
        Aimed::Work(_) => state.is_artillery(id).then(|| Fire::Guns(gun_facts(state, id, aim))),
    }
}

/// The same at this unit.
pub(crate) fn fire_at_unit(state: &State, id: UnitId, target: UnitId, aim: &Aim) -> Fire {
    if state.is_artillery(id) {
        Fire::Guns(gun_facts(state, id, aim))
    } else {
        Fire::SmallArms(small_arms_facts(state, id, target, aim.band))
    }
}

/// A fire as it is recorded.
pub(crate) fn shot(unit: UnitId, aim: &Aim, fire: &Fire, hits: u32, options: &Options) -> Shot {
    Shot {
        unit,
        target: aim.target,
        range: aim.range,
        band: aim.band,
        dice: fire.dice_of(),
        need: fire.need(options),
        mods: fire.hit_mods(options),
        hits,
        is_premelee: false,
        hits_on: fire.hits_on(),
    }
}

/// POT-SIEGE-05, POT-MORTAR-04: only small arms and field guns mind the skirmishers in front.
pub(crate) fn is_screened(state: &State, id: UnitId, target: UnitId) -> bool {
    state.gun_class(id).is_none_or(|class| class == GunClass::Field) && stands_in_front(state, id, target) > 0
}

/// Steps 2 to 10 of POT-FIRE-22. On initiative or by order alike (POT-ARTY-03).
pub(crate) fn fire(
    draft: &mut PotomacDraft,
    id: UnitId,
    aim: &Aim,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let options = draft.options;
    if draft.is_artillery(id) {
        // Small arms fire as they face (POT-FIRE-28)
        lay_guns(draft, id, aim.target);
    }
    let Some(fire) = fire_of(draft, id, aim) else { return Ok(()) };
    let hits = fire.hits(&options, dice)?;
    draft.emit(Event::Fired(shot(id, aim, &fire, hits, &options)));
    match aim.target {
        Aimed::Work(work) => hit_work(draft, id, work, hits, dice),
        Aimed::Unit(target) if draft.is_line(target) => {
            hit_line(draft, target, hits);
            Ok(())
        }
        Aimed::Unit(target) => {
            let sharing = share(draft, id, target, hits);
            if sharing.odd > 0 {
                draft.emit(Event::Owes(Debt::Share(sharing)));
                return Ok(());
            }
            strike(draft, &sharing, dice)
        }
    }
}

/// POT-ARTY-19: each gun is turned in place to face the target and stays so; POT-R28: where it has room for that.
fn lay_guns(draft: &mut PotomacDraft, id: UnitId, target: Aimed) {
    let to = match target {
        Aimed::Unit(unit) => Some(draft.centre(unit)),
        Aimed::Work(work) => draft.muster.works.get(usize::from(work)).and_then(|piece| {
            let feature = &draft.field.features[usize::from(piece.feature.0)];
            nearest_point(draft.centre(id), &outline(feature)[..])
        }),
    };
    let from = draft.centre(id);
    let Some(heading) = to.and_then(|to| longroll_table::Heading::of(to - from)) else { return };
    if draft.unit(id).body.facing() != heading {
        let body = crate::field::body::Body { laid: Some(heading), ..draft.unit(id).body.clone() };
        if has_room_to_turn(draft, id, &body) {
            draft.emit(Event::GunsLaid { unit: id, body });
        }
    }
}

/// On the table, on nobody of its own side in formation on whom it did not stand before, and touching no enemy.
fn has_room_to_turn(state: &State, id: UnitId, body: &crate::field::body::Body) -> bool {
    let print = body.footprint(state.stand());
    let here = &state.unit(id).print;
    let mut others = state.ids().filter(|other| *other != id);
    state.field.inside(&print)
        && others.all(|other| {
            let there = &state.unit(other).print;
            if state.side(other) == state.side(id) {
                !state.is_formed(other) || !overlaps(&print, there) || overlaps(here, there)
            } else {
                !(state.is_formed(other) || state.is_line(other)) || !touching(&print, there)
            }
        })
}

/// POT-FIRE-20, -21, POT-ARTY-20: who takes how many of the hits.
pub(crate) fn share(state: &State, firer: UnitId, target: UnitId, hits: u32) -> Sharing {
    let alone = Sharing { firer, target, shares: vec![(target, hits)], odd: 0, tied: Vec::new() };
    let guns = state.is_artillery(firer);
    if hits == 0 || (guns && state.options.artillery_group_sharing == ArtilleryGroupSharing::NoTargetTakesAll)
    {
        return alone;
    }
    let group = state.group_of(target);
    if group.len() < 2 || is_from_behind(state, firer, target) {
        return alone;
    }
    let mut near: Vec<(Length, UnitId)> = group
        .into_iter()
        .filter(|id| state.is_formed(*id))
        .filter_map(|id| Some((share_range(state, firer, id, guns)?, id)))
        .collect();
    near.sort();
    if near.len() < 2 {
        return alone;
    }
    let count = near.len() as u32;
    let each = hits / count;
    let mut odd = hits % count;
    let mut shares: Vec<(UnitId, u32)> = near.iter().map(|(_, id)| (*id, each)).collect();
    let mut place = 0;
    // Odd hits go to the nearest first; among the equally near the owner chooses
    while odd > 0 && place < near.len() {
        let tie = near[place..].iter().take_while(|(away, _)| away.within(near[place].0)).count();
        if tie as u32 <= odd {
            for share in &mut shares[place..place + tie] {
                share.1 += 1;
            }
            odd -= tie as u32;
            place += tie;
        } else {
            let tied = near[place..place + tie].iter().map(|(_, id)| *id).collect();
            return Sharing { firer, target, shares, odd, tied };
        }
    }
    Sharing { firer, target, shares, odd: 0, tied: Vec::new() }
}

/// How near a unit of the group is to the firer, if it shares at all.
fn share_range(state: &State, firer: UnitId, id: UnitId, guns: bool) -> Option<Length> {
    let plain = || distance(&state.unit(firer).print, &state.unit(id).print);
    if guns {
        // POT-R22: guns have no lane; whoever of the group is in range shares
        return state.piece(firer).gun.and_then(|gun| gun_band(gun, plain()).ok()).map(|_| plain());
    }
    if state.options.group_hit_sharing == GroupHitSharing::AllUnitsOfTheGroup {
        return Some(plain());
    }
    let range = Lane::of(state, firer).range(&state.unit(id).print)?;
    small_arms_band(state.piece(firer).weapon, range).map(|_| range)
}

/// POT-FIRE-21: the firer lies wholly behind the line through the target's front edge.
fn is_from_behind(state: &State, firer: UnitId, target: UnitId) -> bool {
    let block: Rect = state.unit(target).body.block(state.stand());
    state.unit(firer).print.corners().all(|corner| is_behind_front_line(&block, corner))
}

/// Steps 4 to 10 for the shares of one fire. POT-DRIVE-02: what reached a unit in this round drives it back; POT-DRIVE-04:
/// each round for itself.
pub(crate) fn strike(draft: &mut PotomacDraft, sharing: &Sharing, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let (firer, target) = (sharing.firer, sharing.target);
    // POT-GAME-07: Fear and morale in order of nearness to the firer, as they stood when it fired
    let group = draft.group_of(target);
    let mut order = group.clone();
    order.sort_by_key(|id| distance(&draft.unit(firer).print, &draft.unit(*id).print));
    let heading = draft.facing(target).opposite();
    let mut fire = AtGroup { firer, target, group, order, heading };
    let tests = under_fire(draft, &mut fire, &sharing.shares, dice)?;
    heed_morale(draft, &tests, firer, Some(firer));
    Ok(())
}

/// Fire at a unit, which may share it with its group.
struct AtGroup {
    firer: UnitId,
    target: UnitId,
    group: Vec<UnitId>,
    /// The nearest to the firer first.
    order: Vec<UnitId>,
    heading: Heading,
}

impl Volley<PotomacDraft> for AtGroup {
    fn absorb(&mut self, draft: &mut PotomacDraft, unit: UnitId, hits: u32) -> u32 {
        screened_hits(draft, self.firer, unit, hits)
    }

    fn lose(&mut self, draft: &mut PotomacDraft, unit: UnitId, hits: u32) -> u8 {
        take_hits(draft, unit, hits, c::FIRE_18)
    }

    fn in_order(&mut self, draft: &mut PotomacDraft, mut hurt: Vec<UnitId>) -> Vec<UnitId> {
        hurt.sort_by_key(|id| self.order.iter().position(|known| known == id));
        // POT-SIGHT-05: the way back is fixed after stands lost in the same event are gone
        let centre = if draft.unit(self.target).body.stands() > 0 {
            draft.centre(self.target)
        } else {
            draft.unit(self.target).body.front.at
        };
        let backwards = draft.facing(self.target).opposite();
        self.heading = away(centre, &draft.unit(self.firer).print).unwrap_or(backwards);
        hurt
    }

    fn pushes(&mut self, draft: &PotomacDraft, reached: &[(UnitId, u32)]) -> Vec<Push<PotomacDraft>> {
        let way = Way { heading: self.heading, together: self.group.clone(), clause: c::DRIVE_01 };
        let push =
            |id: &UnitId| Push { unit: *id, cm: group_distance(draft, *id, reached), way: Some(way.clone()) };
        self.order.iter().map(push).collect()
    }
}

/// Step 4: what the unit's own skirmishers absorb, and their wear. Gives the hits that reach it.
pub(crate) fn screened_hits(draft: &mut PotomacDraft, firer: UnitId, id: UnitId, hits: u32) -> u32 {
    if hits == 0 || !is_screened(draft, firer, id) {
        return hits;
    }
    let Some(line) = draft.line_of(id) else { return hits };
    let screen = stands_in_front(draft, firer, id);
    let stands = draft.unit(line).bases.len() as u8;
    let result = absorb(screen, stands, draft.unit(id).absorbed, hits, &draft.options);
    let (absorbed, reached, is_round) = (result.absorbed, result.reached, result.is_round);
    draft.emit(Event::Absorbed { unit: id, absorbed, reached, is_round, line: None });
    wear_line(draft, line, result.wear, c::SKIRM_10);
    reached
}

/// POT-SKIRM-13: the line itself is the target.
fn hit_line(draft: &mut PotomacDraft, line: UnitId, hits: u32) {
    let parent = draft.piece(line).partner.unwrap_or(line);
    let stands = draft.unit(line).bases.len() as u8;
    let loss = line_under_fire(stands, draft.unit(parent).absorbed, hits, &draft.options);
    draft.emit(Event::Absorbed {
        unit: parent,
        absorbed: hits.min(u32::from(stands)),
        reached: 0,
        is_round: loss.is_round,
        line: Some(line),
    });
    wear_line(draft, line, loss.lost.saturating_sub(loss.worn), c::SKIRM_13);
    wear_line(draft, line, loss.worn, c::SKIRM_10);
}

/// POT-SIEGE-08 to -10: cohesion, and the drive back of all who are in the work.
fn hit_work(
    draft: &mut PotomacDraft,
    firer: UnitId,
    work: u16,
    hits: u32,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let place = usize::from(work);
    let (Some(piece), Some(now)) = (draft.muster.works.get(place).cloned(), draft.works.get(place).copied())
    else {
        return Ok(());
    };
    let inside: Vec<UnitId> = draft
        .ids()
        .filter(|id| draft.is_formed(*id))
        .filter(|id| is_in_work_against(draft, &draft.unit(*id).print, place, &draft.unit(firer).print))
        .collect();
    let loss = work_under_fire(piece.strength, now.cohesion, now.hits, hits);
    let cohesion = now.cohesion.saturating_sub(loss.cohesion);
    draft.emit(Event::WorkHit { work, hits, marked: loss.marked, cohesion });
    // All of them go back at once, so none is in another's way
    let together = &inside;
    let mut pushes: Vec<(Length, Push<PotomacDraft>)> = inside
        .iter()
        .map(|&id| {
            let print = &draft.unit(firer).print;
            let heading = crate::field::sight::away_from(draft, id, print);
            let way = Way { heading, together: together.clone(), clause: c::SIEGE_10 };
            (distance(print, &draft.unit(id).print), Push { unit: id, cm: hits, way: Some(way) })
        })
        .collect();
    pushes.sort_by_key(|(away, push)| (*away, push.unit));
    let pushes: Vec<Push<PotomacDraft>> = pushes.into_iter().map(|(_, push)| push).collect();
    drive_back(draft, &pushes, dice)
}
