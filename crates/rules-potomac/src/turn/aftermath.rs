//! What hits do on the table: stands, officers, drive back, confusion, morale, flight. In the order of POT-FIRE-22 and
//! POT-GAME-07.

use crate::book::options::{GroupDriveBackDistance, RetreatTiming};
use crate::book::tables::constants;
use crate::c;
use crate::field::body::{Body, Hand};
use crate::field::flight::{drive, flight, flight_heading, is_barred, is_in_range, way_open};
use crate::field::sight::nearest_enemy;
use crate::procedures::bearing::{Bears, Push};
use crate::procedures::losses::{friend_confused, losses};
use crate::procedures::morale::{MoraleFacts, holds_on, roll_mods, target_score};
use crate::ruleset::PotomacDraft;
use crate::turn::event::Event;
use crate::turn::overrun::{beside, leave_guns, overrun};
use crate::turn::state::{Debt, Fate, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Clause, UnitId};
use longroll_table::{BaseSize, GRAIN, Heading, Length, Pose};

/// POT-FIRE-18, -19: marks hits and takes stands away; gives back how many stands went.
pub(crate) fn take_hits(draft: &mut PotomacDraft, id: UnitId, hits: u32, clause: Clause) -> u8 {
    if hits == 0 {
        return 0;
    }
    let (piece, unit) = (draft.piece(id), draft.unit(id));
    let stands = unit.body.stands();
    let lost = losses(piece.strength, stands, unit.hits, hits);
    draft.emit(Event::HitsTaken { unit: id, hits, marked: lost.marked });
    lose_stands(draft, id, lost.stands, clause);
    lost.stands
}

/// POT-FIRE-26: from the rear, at the end its owner has named (POT-R05).
fn lose_stands(draft: &mut PotomacDraft, id: UnitId, lost: u8, clause: Clause) {
    if lost == 0 {
        return;
    }
    let unit = draft.unit(id);
    let (end, stand) = (unit.sheds, draft.stand());
    let body = thinned(&unit.body, lost, end, stand);
    draft.emit(Event::StandsLost { unit: id, lost, body, clause });
}

/// A body that loses stands. POT-LEADER-19: of one that loses all only the place of its centre is left.
pub(crate) fn thinned(body: &Body, lost: u8, end: Hand, stand: BaseSize) -> Body {
    let mut left = (0..lost).fold(body.clone(), |body, _| body.without_one(end, stand));
    if left.stands() == 0 {
        left.front.at = body.centre(stand);
    }
    left
}

/// The last formed stand is gone.
pub(crate) fn ruin(draft: &mut PotomacDraft, id: UnitId) {
    let at = draft.unit(id).body.front;
    release_officers(draft, id, at, c::LEADER_14);
    draft.emit(Event::Removed { unit: id, fate: Fate::Destroyed, clause: c::UNIT_15 });
}

/// Officers whose unit is gone: with the rest of their group, or alone where it stood.
pub(crate) fn release_officers(draft: &mut PotomacDraft, id: UnitId, at: Pose, clause: Clause) {
    let with: Vec<UnitId> =
        draft.ids().filter(|officer| draft.unit(*officer).office.with == Some(id)).collect();
    let mates: Vec<UnitId> =
        draft.group_of(id).into_iter().filter(|mate| *mate != id && draft.is_formed(*mate)).collect();
    for officer in with {
        match mates.first() {
            Some(mate) if draft.unit(officer).office.of_group => {
                draft.emit(Event::Attached { officer, unit: *mate, of_group: mates.len() > 1 });
            }
            _ => draft.emit(Event::Detached { officer, at, clause }),
        }
    }
}

/// Which way a unit goes back on the table.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub heading: Heading,
    /// Units that go back with it as one body and do not collide (POT-DRIVE-07).
    pub together: Vec<UnitId>,
    /// What drives it back.
    pub clause: Clause,
}

impl Bears for PotomacDraft {
    type Unit = UnitId;
    type Officer = UnitId;
    type Friend = UnitId;
    type Way = Way;

    fn is_formed(&self, unit: UnitId) -> bool {
        State::is_formed(self, unit)
    }

    fn strength(&self, unit: UnitId) -> u8 {
        self.piece(unit).strength
    }

    fn is_confused(&self, unit: UnitId) -> bool {
        State::is_confused(self, unit)
    }

    fn has_fear(&self, unit: UnitId) -> bool {
        self.piece(unit).fear
    }

    fn morale_facts(&self, unit: UnitId) -> MoraleFacts {
        MoraleFacts {
            stands: self.unit(unit).body.stands(),
            officer: self.officer_value(unit),
            quality: self.piece(unit).quality,
        }
    }

    fn officers_of(&self, units: &[UnitId]) -> Vec<UnitId> {
        let mut officers: Vec<UnitId> = Vec::new();
        for officer in units.iter().flat_map(|unit| self.attached(*unit)) {
            if !officers.contains(&officer) {
                officers.push(officer);
            }
        }
        officers
    }

    fn officer_rolled(&mut self, officer: UnitId, killed: bool) {
        self.emit(Event::OfficerRolled { officer, killed });
        if killed {
            self.emit(Event::Removed { unit: officer, fate: Fate::Destroyed, clause: c::LEADER_12 });
        }
    }

    fn take_off(&mut self, units: &[UnitId]) {
        for id in units {
            if self.unit(*id).body.stands() == 0 && self.unit(*id).fate == Fate::OnTable {
                ruin(self, *id);
            }
        }
    }

    fn move_back(&mut self, pushes: &[Push<Self>]) -> Vec<UnitId> {
        move_back(self, pushes)
    }

    fn friend_tested(&mut self, friend: UnitId, confused: bool) {
        self.emit(Event::FriendTested { unit: friend, confused, clause: c::DRIVE_08 });
        if confused {
            confuse(self, friend, c::DRIVE_08);
        }
    }

    fn fear_rolled(&mut self, unit: UnitId, confused: bool) {
        self.emit(Event::FearRolled { unit, confused });
        if confused {
            confuse(self, unit, c::SPECIAL_01);
        }
    }

    fn confuse(&mut self, unit: UnitId, clause: Clause) {
        confuse(self, unit, clause);
    }

    fn morale_tested(&mut self, unit: UnitId, facts: &MoraleFacts, die: u8, held: bool) {
        self.emit(Event::MoraleTested {
            unit,
            target: target_score(facts),
            mods: roll_mods(facts),
            holds_on: holds_on(facts),
            held,
            stands: facts.stands,
            officer: facts.officer,
            die,
        });
    }
}

/// Drive back with collisions; gives the friends met, to be tested one after another.
fn move_back(draft: &mut PotomacDraft, pushes: &[Push<PotomacDraft>]) -> Vec<UnitId> {
    let due: Vec<(UnitId, u32, &Way)> = pushes
        .iter()
        .filter(|push| push.cm > 0 && draft.is_formed(push.unit))
        .filter_map(|push| Some((push.unit, push.cm, push.way.as_ref()?)))
        .collect();
    // POT-R13: the rearmost first; who has stopped is in the way of those that went back with it
    let mut order: Vec<usize> = (0..due.len()).collect();
    if let Some((first, _, way)) = due.first().filter(|(.., way)| !way.together.is_empty()) {
        let from = draft.centre(*first);
        // Those equally far back, as nearly as places can be measured, go in the order in which they stood
        const HAIR: i64 = 1000;
        order.sort_by_key(|place| {
            let back = (draft.centre(due[*place].0) - from).measured_along(way.heading);
            std::cmp::Reverse((back.micrometres() + HAIR / 2).div_euclid(HAIR))
        });
    }
    let mut met: Vec<(usize, UnitId)> = Vec::new();
    let mut halted: Vec<UnitId> = Vec::new();
    // POT-R24: who comes up against one of its group that goes less far stops there, and has not collided
    let mut slower: Vec<UnitId> = Vec::new();
    for place in order {
        let (unit, cm, way) = due[place];
        slower.extend(due.iter().filter(|(_, other, _)| *other < cm).map(|(other, ..)| *other));
        let is_clear = |mate: &UnitId| !halted.contains(mate) && !slower.contains(mate);
        let together: Vec<UnitId> = way.together.iter().copied().filter(is_clear).collect();
        let owed = constants().drive_back_per_hit * i64::from(cm);
        let driven = drive(draft, unit, way.heading, owed, &together);
        let touched = beside(draft, &[unit]);
        draft.emit(Event::DrivenBack {
            unit,
            body: driven.body,
            owed: cm,
            moved: driven.moved,
            clause: Some(way.clause),
        });
        overrun(draft, unit, &driven.swept, &touched);
        let is_stopped = driven.stopped.is_some();
        if is_stopped {
            draft.emit(Event::Collided { unit, with: None, ground: driven.stopped });
            confuse(draft, unit, c::DRIVE_11);
        }
        let (mates, met_now): (Vec<UnitId>, Vec<UnitId>) =
            driven.met.into_iter().partition(|other| way.together.contains(other) && !halted.contains(other));
        if is_stopped || !met_now.is_empty() {
            halted.push(unit);
        } else if !mates.is_empty() {
            slower.push(unit);
        }
        for other in met_now {
            draft.emit(Event::Collided { unit, with: Some(other), ground: None });
            confuse(draft, unit, c::DRIVE_08);
            if !way.together.contains(&other) {
                met.push((place, other));
            }
        }
    }
    met.sort_by_key(|(place, _)| *place);
    met.into_iter().map(|(_, other)| other).collect()
}

/// POT-CONF-01: the one way to become Confused, besides failed morale; POT-CONF-03: confusing a confused unit has no effect.
pub(crate) fn confuse(draft: &mut PotomacDraft, id: UnitId, clause: Clause) {
    if !draft.is_confused(id) && draft.is_formed(id) {
        draft.emit(Event::Confused { unit: id, clause });
    }
}

/// What follows: officers decide, and those that failed flee, in this order.
pub(crate) fn heed_morale(
    draft: &mut PotomacDraft,
    results: &[(UnitId, bool)],
    from: UnitId,
    firer: Option<UnitId>,
) {
    let battery = firer.filter(|firer| draft.is_artillery(*firer));
    let mut debts: Vec<Debt> = Vec::new();
    for (id, held) in results {
        let attached: Vec<UnitId> = draft.attached(*id).collect();
        let of_group: Vec<bool> =
            attached.iter().map(|officer| draft.unit(*officer).office.of_group).collect();
        if !held {
            break_unit(draft, *id, battery);
        }
        for (officer, of_group) in attached.into_iter().zip(of_group) {
            debts.push(Debt::Detach { officer, unit: *id, failed: !held, of_group });
        }
        if !held {
            debts.push(Debt::Flee { unit: *id, from, first: None });
        }
    }
    for debt in debts.into_iter().rev() {
        draft.emit(Event::Owes(debt));
    }
}

/// POT-MORALE-13, POT-CONF-04: it leaves its group; the group's officer stays with those that hold (POT-MORALE-15).
fn break_unit(draft: &mut PotomacDraft, id: UnitId, battery: Option<UnitId>) {
    let mates: Vec<UnitId> =
        draft.group_of(id).into_iter().filter(|mate| *mate != id && draft.is_formed(*mate)).collect();
    let leaders: Vec<UnitId> = draft
        .ids()
        .filter(|officer| {
            let office = &draft.unit(*officer).office;
            office.with == Some(id) && office.of_group
        })
        .collect();
    draft.emit(Event::Broke { unit: id, battery });
    for officer in leaders {
        match mates.first() {
            Some(mate) => draft.emit(Event::Attached { officer, unit: *mate, of_group: mates.len() > 1 }),
            None => draft.emit(Event::Attached { officer, unit: id, of_group: false }),
        }
    }
}

/// One flight move; forced moves count as no order and no action (POT-GAME-12). False: its owner must say to which side it turns first (POT-MORALE-21).
pub(crate) fn flee(
    draft: &mut PotomacDraft,
    id: UnitId,
    from: UnitId,
    first: Option<Hand>,
    dice: &mut dyn Dice,
) -> Result<bool, Wanted> {
    if !draft.is_formed(id) {
        draft.emit(Event::Paid);
        return Ok(true);
    }
    let Some(from) =
        Some(from).filter(|from| draft.is_placed(*from)).or_else(|| Some(nearest_enemy(draft, id)?.0))
    else {
        draft.emit(Event::Paid);
        draft.emit(Event::Halted { unit: id });
        return Ok(true);
    };
    let straight = flight_heading(draft, id, from);
    let barred = is_barred(draft, id, straight);
    if barred && first.is_none() {
        return Ok(false);
    }
    draft.emit(Event::Paid);
    let heading = if barred { way_open(draft, id, straight, first.unwrap_or_default()) } else { straight };
    let before = nearest_enemy(draft, id).map(|(_, away)| away);
    leave_guns(draft, id);
    if !draft.is_formed(id) {
        return Ok(true);
    }
    let flight = flight(draft, id, heading);
    let touched = beside(draft, &[id]);
    draft.emit(Event::Fled {
        unit: id,
        body: flight.body,
        distance: flight.moved,
        past: flight.passed.clone(),
        stopped_by: flight.stopped_by,
    });
    overrun(draft, id, &flight.swept, &touched);
    for friend in flight.passed {
        let confused = friend_confused(dice)?;
        draft.emit(Event::FriendTested { unit: friend, confused, clause: c::MORALE_17 });
        if confused {
            confuse(draft, friend, c::MORALE_17);
        }
    }
    if flight.leaves {
        leave_table(draft, id);
    } else if !is_in_range(draft, id) {
        draft.emit(Event::Halted { unit: id });
    } else if draft.options.retreat_timing == RetreatTiming::AllAtOnce
        // Only while it gets away: between two enemies it would run to and fro for ever
        && nearest_enemy(draft, id).map(|(_, away)| away) > before.map(|away| away + GRAIN)
        && let Some((enemy, _)) = nearest_enemy(draft, id)
    {
        draft.emit(Event::Owes(Debt::Flee { unit: id, from: enemy, first: None }));
    }
    Ok(true)
}

/// POT-MORALE-16: out of the game, with the officers attached to it.
fn leave_table(draft: &mut PotomacDraft, id: UnitId) {
    let with: Vec<UnitId> =
        draft.ids().filter(|officer| draft.unit(*officer).office.with == Some(id)).collect();
    for officer in with {
        draft.emit(Event::Removed { unit: officer, fate: Fate::OffTable, clause: c::MORALE_16 });
    }
    draft.emit(Event::Removed { unit: id, fate: Fate::OffTable, clause: c::MORALE_16 });
}

/// POT-GROUP-05: units that no longer touch are no group. What still hangs together stays one (POT-R06).
pub(crate) fn settle_groups(draft: &mut PotomacDraft) {
    let mut groups: Vec<u16> = draft.units.iter().filter_map(|unit| unit.group).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let members: Vec<UnitId> = draft.ids().filter(|id| draft.unit(*id).group == Some(group)).collect();
        let prints: Vec<_> = members.iter().map(|id| draft.unit(*id).print.clone()).collect();
        let parts = longroll_table::chains(&prints, Length::ZERO);
        if parts.len() <= 1 && members.len() > 1 {
            continue;
        }
        let largest = parts.iter().map(Vec::len).max().unwrap_or(0);
        let mut kept = false;
        for part in parts {
            let ids: Vec<UnitId> = part.iter().map(|place| members[*place]).collect();
            if !kept && ids.len() == largest && ids.len() > 1 {
                kept = true;
                continue;
            }
            draft.emit(Event::Ungrouped { units: ids.clone(), clause: c::GROUP_05 });
            if ids.len() > 1 {
                let group = draft.next_group;
                draft.emit(Event::Grouped { units: ids, group });
            }
        }
    }
    // An officer of a group that is none any more is attached to the unit he is with
    for officer in draft.ids().filter(|id| draft.unit(*id).office.of_group).collect::<Vec<_>>() {
        if let Some(with) = draft.unit(officer).office.with
            && draft.unit(with).group.is_none()
        {
            draft.emit(Event::Attached { officer, unit: with, of_group: false });
        }
    }
}

/// How far each unit of a group goes back under fire (POT-DRIVE-06 and POT-OPT-10).
pub(crate) fn group_distance(state: &State, unit: UnitId, reached: &[(UnitId, u32)]) -> u32 {
    let largest = reached.iter().map(|(_, hits)| *hits).max().unwrap_or(0);
    let all: u32 = reached.iter().map(|(_, hits)| *hits).sum();
    if all == 0 {
        return 0;
    }
    match state.options.group_drive_back_distance {
        GroupDriveBackDistance::LargestShareOfOneUnit => largest,
        GroupDriveBackDistance::AllHitsOnTheGroup => all,
        GroupDriveBackDistance::OwnShareButAtLeast1Cm => {
            reached.iter().find(|(id, _)| *id == unit).map_or(0, |(_, hits)| *hits).max(1)
        }
    }
}
