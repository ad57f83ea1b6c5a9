//! Step 8: the rounds of melee.

use crate::book::kinds::{Cover, Form};
use crate::c;
use crate::field::sight::is_uphill;
use crate::procedures::melee::{MeleeFacts, MeleeSide, melee, melee_mods};
use crate::procedures::morale::Arm;
use crate::ruleset::GrenadierDraft;
use crate::turn::aftermath::{disrupt, lose_figures};
use crate::turn::event::{Cause, Event, Round};
use crate::turn::follow_up::after_draw;
use crate::turn::state::{Aftermath, Debt, State, Status};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Side, UnitId};
use smallvec::SmallVec;

type Units = SmallVec<[UnitId; 4]>;

/// GRE-TURN-09: every group of units in contact is one melee.
pub fn melee_of(state: &State, id: UnitId) -> Units {
    let mut group: Units = SmallVec::from_slice(&[id]);
    let mut place = 0;
    while place < group.len() {
        let one = group[place];
        for contact in state.contacts_of(one) {
            if let Some(other) = contact.other(one).filter(|other| !group.contains(other)) {
                group.push(other);
            }
        }
        place += 1;
    }
    group.sort_unstable();
    group
}

pub fn same_melee(state: &State, a: UnitId, b: UnitId) -> bool {
    a == b || melee_of(state, a).contains(&b)
}

/// The melees that have not been fought this turn, each named by the first of this side's units in it.
pub fn melees(state: &State, side: Side) -> Vec<UnitId> {
    let mut named: Vec<UnitId> = Vec::new();
    for id in state.troops(side).filter(|id| state.is_in_melee(*id) && !state.unit(*id).today.round_done) {
        if !named.iter().any(|known| same_melee(state, *known, id)) {
            named.push(id);
        }
    }
    named
}

pub fn melee_debt(state: &State, id: UnitId) -> Debt {
    let group = melee_of(state, id);
    let of = |side: Side| group.iter().copied().filter(|id| state.side(*id) == side).collect::<Vec<_>>();
    Debt::Melee { blue: of(Side::Blue), gray: of(Side::Gray), leaders: [None, None] }
}

/// GRE-MELEE-26: the side with its leading unit, as the factors see it.
fn side_facts(state: &State, own: &[UnitId], leader: UnitId, enemies: &[UnitId], enemy: UnitId) -> MeleeSide {
    let unit = state.unit(leader);
    let piece = state.piece(leader);
    let count = |arm: Arm| -> u32 {
        let others = own.iter().filter(|id| **id != leader && state.arm(**id) == arm);
        others.map(|id| u32::from(state.unit(*id).figures)).sum()
    };
    // GRE-MELEE-27: any enemy in the flank of any of ours
    let flanked = state.contacts.iter().any(|contact| {
        contact.flank && own.contains(&contact.defender) && enemies.contains(&contact.attacker)
    });
    let inside = unit.building.is_some()
        && !state.contacts_of(leader).any(|contact| contact.defender == leader && contact.inside);
    MeleeSide {
        first_round: Some(unit.rounds == 0),
        arm: state.arm(leader),
        irregular: piece.irregular,
        lancers: piece.lancers,
        skirmishing: unit.form == Form::Skirmish,
        grade: piece.grade,
        figures: u32::from(unit.figures),
        other_foot: count(Arm::Foot),
        other_horse: count(Arm::Horse),
        other_crew: count(Arm::Guns),
        dp: unit.dp,
        arrival: unit.arrival,
        in_line: unit.form == Form::Line,
        charged_inches: unit.run,
        prone: unit.prone,
        pushed_back: unit.pushed,
        retreating: unit.status == Status::Retreating,
        flanked,
        in_building: inside,
        // GRE-MELEE-20: in a later round too the wall shelters only who stood behind it
        cover: !unit.came_on && state.ground.cover(state, leader, Some(enemy)) != Cover::None,
        uphill: is_uphill(state, leader, Some(enemy)),
        weapon: piece.weapon,
        // ruling GRE-R13: mounted or not
        second_weapon: piece.second_weapon,
    }
}

pub fn melee_facts(state: &State, blue: &[UnitId], gray: &[UnitId], leaders: [UnitId; 2]) -> MeleeFacts {
    let [a, b] = leaders;
    MeleeFacts {
        a: side_facts(state, blue, a, gray, b),
        b: side_facts(state, gray, b, blue, a),
        later_round: state.unit(a).rounds.max(state.unit(b).rounds) > 0,
    }
}

/// One round.
pub fn fight(
    draft: &mut GrenadierDraft,
    blue: &[UnitId],
    gray: &[UnitId],
    leaders: [UnitId; 2],
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let facts = melee_facts(draft, blue, gray, leaders);
    let options = draft.options;
    let result = melee(&facts, &options, dice)?;
    let winner = result.winner.map(|won| if won == 0 { Side::Blue } else { Side::Gray });
    draft.emit(Event::Fought(Round {
        blue: leaders[0],
        gray: leaders[1],
        scores: result.scores,
        winner,
        fate: result.fate,
        casualties: result.casualties,
        mods: vec![
            melee_mods(&facts.a, &facts.b, facts.later_round, &options),
            melee_mods(&facts.b, &facts.a, facts.later_round, &options),
        ],
    }));
    let sides = [blue, gray];
    let difference = (result.scores[0] - result.scores[1]).abs();
    let Some(won) = result.winner else {
        for (place, units) in sides.iter().enumerate() {
            fall(draft, units, leaders[place], result.casualties[place], dice)?;
        }
        after_draw(draft, sides);
        return Ok(());
    };
    let yelled: Vec<UnitId> = sides[won]
        .iter()
        .copied()
        .filter(|id| draft.unit(*id).charge.is_some_and(|charge| charge.yell))
        .collect();
    let house = sides[1 - won].iter().find_map(|id| draft.unit(*id).building);
    // GRE-MELEE-30, GRE-MELEE-31, GRE-MELEE-32: DPs first, then the casualties; GRE-MELEE-38: one DP for the winner
    for id in sides[1 - won] {
        disrupt(draft, *id, result.loser_dp, Cause::Melee, c::MELEE_30, dice)?;
    }
    for id in sides[won] {
        disrupt(draft, *id, result.winner_dp, Cause::Melee, c::MELEE_38, dice)?;
    }
    for (place, units) in sides.iter().enumerate() {
        fall(draft, units, leaders[place], result.casualties[place], dice)?;
    }
    draft.emit(Event::Owes(Debt::Aftermath(Aftermath {
        difference,
        winner: leaders[won],
        losers: sides[1 - won].to_vec(),
        first: sides[1 - won].to_vec(),
        then: sides[won].to_vec(),
        pushed: Vec::new(),
        ridden_down: false,
        yelled,
        house,
    })));
    Ok(())
}

/// GRE-MELEE-26: figures come off the leading unit first; then off the others, the largest first (ruling GRE-R15).
fn fall(
    draft: &mut GrenadierDraft,
    units: &[UnitId],
    leader: UnitId,
    lost: u32,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let mut left = lost;
    let mut others: Units = units.iter().copied().filter(|id| *id != leader).collect();
    others.sort_unstable_by_key(|id| (std::cmp::Reverse(draft.unit(*id).figures), *id));
    for id in std::iter::once(leader).chain(others) {
        if left == 0 || !draft.is_on_table(id) {
            continue;
        }
        let from = left.min(u32::from(draft.unit(id).figures));
        left -= from;
        lose_figures(draft, id, from, false, c::MELEE_50, dice)?;
    }
    Ok(())
}
