//! Steps 1, 3 and 4: command, rally and the morale tests, measured on the table.

use crate::book::kinds::Kind;
use crate::book::options::{OutOfCommandMarker, RalliedStatus};
use crate::c;
use crate::field::sight::{FIRE_ARC, level};
use crate::procedures::bearing;
use crate::procedures::fire::Band;
use crate::procedures::morale::{MoraleFacts, RallyFacts, TestResult, rally_mods, rally_roll};
use crate::ruleset::{QuickplayDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::combat_step::{could_fire_close, fire_band};
use crate::turn::event::Event;
use crate::turn::flight;
use crate::turn::generals::{attached, has_army_commander};
use crate::turn::state::{Debt, Face, Fate, Gone, Order, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Side, UnitId};
use longroll_table::{Length, in_arc, inches, within};
use smallvec::SmallVec;

/// QP-CMD-01.
const COMMAND_RADIUS: Length = inches(6);
/// QP-MOD-10.
const SUPPORT_RADIUS: Length = inches(3);

/// Step 1, QP-CMD-01, -07, -08: each unit of the Attacker within 6 in of any friendly General is in command; QP-CMD-04
/// the others are Disordered, at once unless QP-OPT-05 delays it; QP-CMD-09 a Routed unit stays Routed. QP-TURN-02: the
/// Defender's units keep their class.
pub fn determine_command(draft: &mut QuickplayDraft) {
    let side = draft.attacker;
    let units: SmallVec<[UnitId; 32]> = draft.troops(side).collect();
    for id in units {
        let in_command = is_in_command(draft, id);
        draft.emit(Event::CommandFound { unit: id, in_command });
        if !in_command && draft.options.marker == OutOfCommandMarker::InStep1 {
            disorder(draft, id, c::CMD_04);
        }
    }
}

/// QP-CMD-14: without a General on the table nobody is. QP-UNIT-15: from edge to edge, and 6 in itself is within.
pub fn is_in_command(state: &State, id: UnitId) -> bool {
    let rect = &state.unit(id).rect;
    state.generals(state.side(id)).any(|general| within(rect, &state.unit(general).rect, COMMAND_RADIUS))
}

/// The end of Step 2. QP-UNIT-10: who did nothing and is in command is Stationary; QP-DISORDER-03 recovering does not
/// break it; QP-CMD-06 out of command nobody is.
pub fn settle_stationary(draft: &mut QuickplayDraft) {
    let units: SmallVec<[UnitId; 32]> = draft.troops(draft.attacker).collect();
    for id in units {
        let unit = draft.unit(id);
        let stationary = unit.in_command && !unit.stirred;
        let late_marker = !unit.in_command && draft.options.marker == OutOfCommandMarker::AtEndOfStep2;
        draft.emit(Event::FoundStationary { unit: id, stationary });
        if late_marker {
            disorder(draft, id, c::OPT_05);
        }
    }
}

/// QP-UNIT-07: markers do not add up, and only a unit in Good Order gets one.
pub fn disorder(draft: &mut QuickplayDraft, id: UnitId, clause: longroll_kit::Clause) {
    if draft.unit(id).order == Order::GoodOrder {
        draft.emit(Event::Disordered { unit: id, clause });
    }
}

/// QP-TURN-04, QP-RALLY-02: Routed units of the Attacker that a General of theirs touches and that have not rolled.
pub fn rally_candidates(state: &State) -> impl Iterator<Item = UnitId> + '_ {
    state.troops(state.attacker).filter(|id| may_rally(state, *id).is_ok())
}

pub fn may_rally(state: &State, id: UnitId) -> Result<(), Refused> {
    let unit = state.unit(id);
    let name = || state.name(id).to_owned();
    if unit.order != Order::Routed || state.kind(id).is_general() {
        return refuse(c::RALLY_01, Why::NotRouted { unit: name() });
    }
    if attached(state, id).next().is_none() {
        return refuse(c::RALLY_02, Why::NoGeneralTouches { unit: name() });
    }
    if unit.rallied {
        return refuse(c::RALLY_05, Why::AlreadyRolled { unit: name() });
    }
    Ok(())
}

/// Step 3 for one unit. QP-RALLY-04: it comes back Disordered (QP-OPT-07: in Good Order), where it stands; QP-RALLY-07
/// it counts as Moved.
pub fn rally(draft: &mut QuickplayDraft, id: UnitId, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let facts = rally_facts(draft, id);
    let mods = rally_mods(&facts);
    let passes_on = i32::from(facts.morale) + mods.total;
    let rallied = rally_roll(&facts, dice)?;
    draft.emit(Event::RallyTried { unit: id, mods, passes_on, rallied });
    if rallied {
        let order = match draft.options.rallied {
            RalliedStatus::Disordered => Order::Disordered,
            RalliedStatus::GoodOrder => Order::GoodOrder,
        };
        draft.emit(Event::Rallied { unit: id, order });
    }
    Ok(())
}

pub fn rally_facts(state: &State, id: UnitId) -> RallyFacts {
    RallyFacts { morale: state.piece(id).morale, army_commander_attached: has_army_commander(state, id) }
}

/// Step 4, for units of both sides (QP-TURN-05). QP-MORALE-12: triggers and modifiers are fixed first, then all dice are
/// thrown, then all results applied, rout moves last. QP-MORALE-11: each unit throws once, whatever its triggers.
/// QP-MORALE-24: nothing else in the game calls for a test.
pub fn test_all(draft: &mut QuickplayDraft, dice: &mut dyn Dice) -> Result<(), Wanted> {
    let tests: Vec<(UnitId, MoraleFacts)> = [draft.attacker, draft.attacker.enemy()]
        .into_iter()
        .flat_map(|side| draft.troops(side).filter_map(|id| measure(draft, id).map(|facts| (id, facts))))
        .collect();
    let results = bearing::test_all(draft, &tests, dice)?;
    owe_routs(draft, &results);
    Ok(())
}

/// The rout moves of both sides, and what those who charged the routers do after them.
fn owe_routs(draft: &mut QuickplayDraft, results: &[(UnitId, TestResult)]) {
    let mut runners: [Vec<UnitId>; 2] = [Vec::new(), Vec::new()];
    let mut gone: Vec<Gone> = Vec::new();
    let mut destroyed: SmallVec<[UnitId; 4]> = SmallVec::new();
    for (id, result) in results {
        match result {
            TestResult::Passed | TestResult::Disordered => continue,
            TestResult::Routed => runners[draft.side(*id) as usize].push(*id),
            TestResult::Destroyed => destroyed.push(*id),
        }
        gone.push(left_behind(draft, *id));
    }
    gone.retain(|left| !left.chargers.is_empty());
    if !gone.is_empty() {
        draft.emit(Event::Owes(Debt::AfterRouts { gone }));
    }
    // The stack is worked off from the top: the Attacker's routs come first, so they are owed last.
    for side in [draft.attacker.enemy(), draft.attacker] {
        let units = std::mem::take(&mut runners[side as usize]);
        if !units.is_empty() {
            draft.emit(Event::Owes(Debt::Routs { side, units }));
        }
    }
    for id in destroyed {
        flight::remove(draft, id, Fate::Destroyed, c::MORALE_19);
    }
}

/// Who charged a unit that is about to leave, and where it stands.
fn left_behind(state: &State, id: UnitId) -> Gone {
    let chargers = state.contacts_of(id).filter(|contact| contact.enemy == id && contact.is_target);
    Gone {
        target: id,
        stood: state.unit(id).pose.at,
        chargers: chargers.map(|contact| contact.charger).collect(),
    }
}

/// QP-MORALE-01, -08, -09, -16: the facts of a unit's test, or nothing if it has no reason to test.
pub fn measure(state: &State, id: UnitId) -> Option<MoraleFacts> {
    let unit = state.unit(id);
    if unit.order == Order::Routed {
        return None;
    }
    let touching: SmallVec<[Met; 4]> =
        state.contacts_of(id).map(|contact| Met::of(state, id, contact)).collect();
    let batteries: SmallVec<[UnitId; 4]> = state
        .troops(state.side(id).enemy())
        .filter(|enemy| {
            fire_band(state, *enemy, id) == Some(Band::Close) && could_fire_close(state, *enemy, id)
        })
        .collect();
    if touching.is_empty() && batteries.is_empty() {
        return None;
    }
    let piece = state.piece(id);
    let threats = || touching.iter().map(|met| met.enemy).chain(batteries.iter().copied());
    let any = |is: fn(&Met) -> bool| touching.iter().any(is);
    let facing = state.has_facing(id);
    // QP-MOD-14: no part of a battery that triggers the test lies in the front arc; who has no facing has no flank
    let fired_on_in_flank =
        facing && batteries.iter().any(|battery| !in_arc(&unit.rect, FIRE_ARC, &state.unit(*battery).rect));
    Some(MoraleFacts {
        morale: piece.morale,
        kind: piece.kind,
        order: unit.order,
        strength: unit.strength,
        stationary: unit.stationary,
        army_commander_attached: has_army_commander(state, id),
        // QP-MOD-12, -13: who charged this turn defends nothing
        defending_cover: !unit.charged
            && threats()
                .any(|enemy| state.ground.is_covered(&state.field, &unit.rect, &state.unit(enemy).rect)),
        // QP-MOD-03, -13, QP-R16: against a charge that began lower, and against guns that stand lower
        defending_high_ground: !unit.charged
            && (any(|met| met.uphill)
                || batteries.iter().any(|battery| level(state, id) > level(state, *battery))),
        in_melee: !touching.is_empty(),
        struck_flank: any(|met| met.charged && met.face == Face::Flank),
        against_skirmishers: any(|met| met.kind == Kind::Skirmisher),
        against_light_cavalry: any(|met| met.kind == Kind::LightCavalry),
        against_cavalry: any(|met| met.kind.is_cavalry()),
        against_artillery_front: any(|met| met.is_battery_front),
        supported: is_supported(state, id),
        attacked_in_flank: fired_on_in_flank || any(|met| !met.charged && met.face == Face::Flank),
    })
}

/// One enemy in contact, seen from the unit that tests.
struct Met {
    enemy: UnitId,
    kind: Kind,
    face: Face,
    /// The testing unit is the charger of this contact.
    charged: bool,
    /// QP-MOD-16: unlimbered guns struck in front.
    is_battery_front: bool,
    /// Charged from lower ground.
    uphill: bool,
}

impl Met {
    fn of(state: &State, id: UnitId, contact: &crate::turn::state::Contact) -> Met {
        let charged = contact.charger == id;
        let enemy = if charged { contact.enemy } else { contact.charger };
        let kind = state.kind(enemy);
        let is_battery_front =
            charged && kind.is_artillery() && !state.unit(enemy).limbered && contact.face == Face::Front;
        Met { enemy, kind, face: contact.face, charged, is_battery_front, uphill: !charged && contact.uphill }
    }
}

/// QP-MOD-10, -15: friendly infantry, cavalry or artillery within 3 in that is not Routed.
fn is_supported(state: &State, id: UnitId) -> bool {
    let rect = &state.unit(id).rect;
    state.troops(state.side(id)).any(|friend| {
        friend != id
            && state.kind(friend) != Kind::Skirmisher
            && state.unit(friend).order != Order::Routed
            && within(rect, &state.unit(friend).rect, SUPPORT_RADIUS)
    })
}

/// QP-MORALE-22, QP-COMBAT-35: when all rout moves are done, chargers that did not rout take the ground their enemy
/// left, one for each; the Attacker names which. None of them fights any more this turn.
pub fn after_routs(draft: &mut QuickplayDraft, gone: &[Gone]) {
    for left in gone.iter().rev() {
        let chargers: Vec<UnitId> = left
            .chargers
            .iter()
            .copied()
            .filter(|id| draft.is_on_table(*id) && draft.unit(*id).order != Order::Routed)
            .collect();
        for charger in &chargers {
            draft.emit(Event::CombatForgone { unit: *charger, clause: c::MORALE_22 });
        }
        draft.emit(Event::Owes(Debt::Release { target: left.target }));
        match chargers.as_slice() {
            [] => {}
            [charger] => draft.emit(Event::Owes(Debt::TakeGround { charger: *charger, stood: left.stood })),
            _ => draft.emit(Event::Owes(Debt::Claim { chargers, stood: left.stood })),
        }
    }
}

/// Who owns the decision that is owed, if a player must decide it.
pub fn owner_of(state: &State, debt: &Debt) -> Option<Side> {
    match debt {
        Debt::Routs { side, .. } => Some(*side),
        Debt::GoesAlong { general, .. } | Debt::Placement { general, .. } => Some(state.side(*general)),
        Debt::Claim { .. } => Some(state.attacker),
        Debt::TakeGround { .. } | Debt::Release { .. } | Debt::AfterRouts { .. } => None,
    }
}
