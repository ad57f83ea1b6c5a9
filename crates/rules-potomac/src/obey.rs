//! Carries out what a player asks for, one command at a time.

use crate::aftermath::{leave_guns, man_guns, overrun};
use crate::assault::{self, check_all, sorted};
use crate::body::Body;
use crate::c;
use crate::command::{Beginning, Command};
use crate::evade::{EvadeEnd, evasion, may_evade};
use crate::event::{Aimed, Event};
use crate::fire_step::{fire, may_fire, strike, targets};
use crate::kinds::{Formation, GunClass, Kind};
use crate::loose::{behind, stroll};
use crate::melee_step::{doubtful, name_aim};
use crate::movement::{Change, walk};
use crate::options::InitiativeActionCounts;
use crate::orders::{may_order, test_and_give};
use crate::potomac::{PotomacDraft, Refused, refuse};
use crate::sight::sees;
use crate::skirmish::{Placing, deployment, recall};
use crate::state::{ChargeAt, Debt, Fate, OrderKind, Phase, Received, Sharing, State};
use crate::turn::{awaiting, awake, may_recall_on_initiative};
use crate::why::Why;
use longroll_dice::Dice;
use longroll_kit::{Leg, Side, Stop, UnitId};
use longroll_table::{Footprint, Length, overlaps, touching};

pub(crate) fn obey(
    draft: &mut PotomacDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if let Some(debt) = draft.owed.top().cloned() {
        return pay(draft, &debt, command, dice);
    }
    match (draft.phase, command) {
        (Phase::SetUp, _) => Ok(set_up(draft, by, command)?),
        (_, Command::Group { units }) => Ok(group(draft, by, units)?),
        (_, Command::Dissolve { unit }) => Ok(dissolve(draft, by, *unit)?),
        (_, Command::Shed { unit, end }) => {
            own(draft, by, *unit)?;
            draft.emit(Event::Sheds { unit: *unit, end: *end });
            Ok(())
        }
        (_, Command::Name { officer }) => Ok(name(draft, by, *officer)?),
        (_, Command::Order { officer, unit, kind, group }) => {
            order(draft, by, *officer, *unit, *kind, *group, dice)
        }
        (Phase::Initiative | Phase::Command, Command::Stop { officer }) => Ok(stop(draft, by, *officer)?),
        (Phase::Initiative, Command::EndPhase) => {
            draft.emit(Event::PhaseBegan { phase: Phase::Command });
            Ok(())
        }
        (_, Command::EndTenure) => {
            draft.emit(Event::PhaseBegan { phase: Phase::Command });
            draft.emit(Event::TenureSpent { clause: c::TURN_08 });
            Ok(())
        }
        (
            _,
            Command::Fire { .. }
            | Command::Charge { .. }
            | Command::Evade { .. }
            | Command::Skirmish { .. }
            | Command::Recall { .. },
        ) => initiative(draft, by, command, dice),
        (Phase::Initiative, Command::Move { unit, .. } | Command::Face { unit, .. }) => {
            // POT-INIT-03: no Move and no Rally on initiative
            Ok(refuse(c::INIT_03, Why::NotForThisKind { unit: draft.name(*unit).to_owned() })?)
        }
        (Phase::Command, Command::Move { unit, .. } | Command::Face { unit, .. }) => {
            Ok(refuse(c::CMD_01, Why::NoOfficer { unit: draft.name(*unit).to_owned() })?)
        }
        (now, _) => Ok(refuse(c::TURN_02, Why::WrongPhase { now })?),
    }
}

fn own(state: &State, by: Side, id: UnitId) -> Result<(), Refused> {
    if state.side(id) != by {
        return refuse(c::TURN_01, Why::NotYours { unit: state.name(id).to_owned() });
    }
    if state.unit(id).fate != Fate::OnTable {
        return refuse(c::UNIT_15, Why::OffTable { unit: state.name(id).to_owned() });
    }
    Ok(())
}

/// POT-GAME-01: any formation, limbered or not, mounted or not, grouped or not, officers attached or not.
fn set_up(draft: &mut PotomacDraft, by: Side, command: &Command) -> Result<(), Refused> {
    match command {
        Command::Ready => draft.emit(Event::SideReady { side: by }),
        Command::Group { units } => group(draft, by, units)?,
        Command::Dissolve { unit } => dissolve(draft, by, *unit)?,
        Command::Shed { unit, end } => {
            own(draft, by, *unit)?;
            draft.emit(Event::Sheds { unit: *unit, end: *end });
        }
        Command::Attach { officer, unit, of_group } => {
            own(draft, by, *officer)?;
            if !draft.is_officer(*officer) || draft.side(*unit) != by || !draft.is_formed(*unit) {
                return refuse(c::LEADER_07, Why::CannotAttach { unit: draft.name(*unit).to_owned() });
            }
            draft.emit(Event::Attached { officer: *officer, unit: *unit, of_group: *of_group });
        }
        Command::SetUp { unit, how } => begin_so(draft, by, *unit, *how)?,
        _ => return refuse(c::GAME_01, Why::WrongPhase { now: Phase::SetUp }),
    }
    Ok(())
}

fn begin_so(draft: &mut PotomacDraft, by: Side, id: UnitId, how: Beginning) -> Result<(), Refused> {
    own(draft, by, id)?;
    let name = || draft.name(id).to_owned();
    let unit = draft.unit(id);
    if !draft.is_formed(id) {
        return refuse(c::GAME_01, Why::NoSuchFormation { unit: name() });
    }
    let stands = unit.body.stands();
    let (mut body, mut limbered, mut mounted) = (unit.body.clone(), unit.limbered, unit.mounted);
    let is_kind = |kind: Kind| draft.kind(id) == kind;
    match how {
        Beginning::Line(ranks) => body = body.formed(stands.div_ceil(ranks.clamp(1, stands.max(1))), false),
        Beginning::Column(files) => body = body.formed(files.clamp(1, 2), true),
        Beginning::Limbered | Beginning::Unlimbered if is_kind(Kind::Artillery) => {
            limbered = how == Beginning::Limbered;
        }
        Beginning::Mounted | Beginning::Dismounted if is_kind(Kind::Cavalry) => {
            mounted = how == Beginning::Mounted
        }
        _ => return refuse(c::GAME_01, Why::NotForThisKind { unit: name() }),
    }
    let wanted = match how {
        Beginning::Line(_) => body.formation() == Formation::Line,
        Beginning::Column(_) => body.formation() == Formation::Column,
        _ => true,
    };
    if !wanted {
        return refuse(c::UNIT_14, Why::NoSuchFormation { unit: name() });
    }
    let print = body.footprint(draft.stand());
    let other = draft
        .ids()
        .find(|other| *other != id && draft.is_formed(*other) && overlaps(&print, &draft.unit(*other).print));
    if let Some(other) = other {
        return refuse(c::GAME_01, Why::InTheWay { other: draft.name(other).to_owned() });
    }
    if !draft.field.inside(&print) {
        return refuse(c::GAME_01, Why::LeavesTable);
    }
    draft.emit(Event::SetUp { unit: id, body, limbered, mounted });
    Ok(())
}

/// POT-GROUP-01, -04, -05: formed units of the side that touch, directly or through each other.
fn group(draft: &mut PotomacDraft, by: Side, units: &[UnitId]) -> Result<(), Refused> {
    let mut ids = units.to_vec();
    ids.sort();
    ids.dedup();
    if ids.len() < 2 || ids.len() > 64 {
        return refuse(c::GROUP_01, Why::NotTouchingEachOther);
    }
    for id in &ids {
        own(draft, by, *id)?;
        if !draft.is_formed(*id) {
            return refuse(c::GROUP_04, Why::NotGrouped { unit: draft.name(*id).to_owned() });
        }
    }
    let prints: Vec<Footprint> = ids.iter().map(|id| draft.unit(*id).print.clone()).collect();
    if longroll_table::chains(&prints, Length::ZERO).len() > 1 {
        return refuse(c::GROUP_01, Why::NotTouchingEachOther);
    }
    draft.emit(Event::Ungrouped { units: ids.clone(), clause: c::GROUP_05 });
    let group = draft.next_group;
    draft.emit(Event::Grouped { units: ids, group });
    Ok(())
}

fn dissolve(draft: &mut PotomacDraft, by: Side, id: UnitId) -> Result<(), Refused> {
    own(draft, by, id)?;
    if draft.unit(id).group.is_none() {
        return refuse(c::GROUP_05, Why::NotAGroup { unit: draft.name(id).to_owned() });
    }
    draft.emit(Event::Ungrouped { units: vec![id], clause: c::GROUP_05 });
    Ok(())
}

/// POT-LEADER-11: at the start of the tenure, before the first order.
fn name(draft: &mut PotomacDraft, by: Side, officer: UnitId) -> Result<(), Refused> {
    own(draft, by, officer)?;
    if draft.officers(by).any(|other| draft.unit(other).office.given > 0 || draft.unit(other).office.done) {
        return refuse(c::LEADER_11, Why::WrongPhase { now: draft.phase });
    }
    if draft.unit(officer).office.with.is_none() {
        return refuse(c::LEADER_11, Why::CannotAttach { unit: draft.name(officer).to_owned() });
    }
    draft.emit(Event::Named { officer });
    Ok(())
}

/// POT-TURN-08: stopping is final for the tenure.
fn stop(draft: &mut PotomacDraft, by: Side, officer: UnitId) -> Result<(), Refused> {
    own(draft, by, officer)?;
    let name = || draft.name(officer).to_owned();
    if !draft.is_officer(officer) {
        return refuse(c::TURN_08, Why::NotForThisKind { unit: name() });
    }
    if draft.unit(officer).office.done {
        return refuse(c::TURN_08, Why::OfficerDone { officer: name() });
    }
    if let Some(current) = draft.officer.filter(|current| *current != officer) {
        return refuse(c::CMD_10, Why::AnotherOfficer { officer: draft.name(current).to_owned() });
    }
    if draft.phase == Phase::Initiative {
        draft.emit(Event::PhaseBegan { phase: Phase::Command });
    }
    draft.emit(Event::OfficerDone { officer, failed: false });
    Ok(())
}

/// POT-CMD-02 to -04, -15: kind and recipient are declared, then tested; details come afterwards.
fn order(
    draft: &mut PotomacDraft,
    by: Side,
    officer: UnitId,
    unit: UnitId,
    kind: OrderKind,
    group: bool,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let units = if group { draft.group_of(unit) } else { vec![unit] };
    if group && units.len() < 2 {
        return Ok(refuse(c::GROUP_01, Why::NotAGroup { unit: draft.name(unit).to_owned() })?);
    }
    may_order(draft, by, officer, &units, kind)?;
    if draft.phase == Phase::Initiative {
        draft.emit(Event::PhaseBegan { phase: Phase::Command });
    }
    if draft.officer.is_none() {
        draft.emit(Event::OfficerBegan { officer });
    }
    if !test_and_give(draft, officer, &units, kind, false, dice)? {
        return Ok(());
    }
    match kind {
        OrderKind::StandReady => {
            for id in units {
                draft.emit(Event::StoodReady { unit: id });
            }
        }
        OrderKind::RecallSkirmishers => {
            let (line, body) = recall(draft, unit)?;
            draft.emit(Event::LineRecalled { unit, line, body, clause: c::SKIRM_06 });
        }
        OrderKind::Rally => {
            // POT-CMD-18: the order itself does it; there is no stock of command points
            draft.emit(Event::Rallied { unit });
            draft.emit(Event::Owes(Debt::Carry(Received { officer, units, kind })));
        }
        OrderKind::Fire => {
            // With a single choice there is nothing to ask
            let choices = targets(draft, unit, Some(officer));
            match (units.len(), choices.as_slice()) {
                (1, [aim]) => fire(draft, unit, aim, dice)?,
                _ => draft.emit(Event::Owes(Debt::Carry(Received { officer, units, kind }))),
            }
        }
        OrderKind::Move | OrderKind::Charge | OrderKind::DeploySkirmishers => {
            draft.emit(Event::Owes(Debt::Carry(Received { officer, units, kind })));
        }
    }
    Ok(())
}

/// POT-INIT-01 to -06, POT-INIT-07, POT-TURN-04: one action of its own, without a roll; in the order its owner likes
/// (POT-INIT-08).
fn initiative(
    draft: &mut PotomacDraft,
    by: Side,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    let id = match command {
        Command::Charge { charges } => match charges.as_slice() {
            [charge] => charge.unit,
            // POT-INIT-09: no joint charge
            _ => return Ok(refuse(c::INIT_09, Why::OneEach)?),
        },
        Command::Fire { unit, .. }
        | Command::Evade { unit, .. }
        | Command::Skirmish { unit, .. }
        | Command::Recall { unit } => *unit,
        _ => return Ok(refuse(c::INIT_03, Why::WrongPhase { now: draft.phase })?),
    };
    own(draft, by, id)?;
    if draft.phase != Phase::Initiative {
        return Ok(refuse(c::TURN_02, Why::WrongPhase { now: draft.phase })?);
    }
    if draft.is_officer(id) && !matches!(command, Command::Evade { .. }) {
        return Ok(refuse(c::INIT_03, Why::NotForThisKind { unit: draft.name(id).to_owned() })?);
    }
    // POT-SKIRM-03, -17: the line may call itself back if only it qualifies
    let actor = match command {
        Command::Recall { unit } => may_recall_on_initiative(draft, *unit).unwrap_or(id),
        _ => id,
    };
    check_initiative(draft, actor)?;
    let counts = draft.options.initiative_action_counts == InitiativeActionCounts::Yes;
    match command {
        Command::Fire { target, .. } => {
            check_initiative_fire(draft, id, *target)?;
            let aim = may_fire(draft, id, *target, None)?;
            draft.emit(Event::Acted { unit: id, counts });
            fire(draft, id, &aim, dice)?;
        }
        Command::Charge { charges } => {
            check_woken_by(draft, id, charges[0].target)?;
            check_all(draft, charges)?;
            draft.emit(Event::Acted { unit: id, counts });
            assault::declare(draft, charges, None);
        }
        Command::Evade { face_enemy, .. } => {
            may_evade(draft, id)?;
            let found = evasion(draft, id, *face_enemy)?;
            draft.emit(Event::Acted { unit: id, counts });
            evade(draft, id, found);
        }
        Command::Skirmish { placing, .. } => {
            let found = deployment(draft, id, placing)?;
            draft.emit(Event::Acted { unit: id, counts });
            send_out(draft, id, found);
        }
        _ => {
            let (line, body) = recall(draft, id)?;
            draft.emit(Event::Acted { unit: actor, counts });
            draft.emit(Event::LineRecalled { unit: id, line, body, clause: c::SKIRM_06 });
        }
    }
    Ok(())
}

fn check_initiative(state: &State, id: UnitId) -> Result<(), Refused> {
    let name = || state.name(id).to_owned();
    if state.is_officer(id) && state.unit(id).office.with.is_some() {
        return refuse(c::LEADER_15, Why::MayNotEvade { unit: name() });
    }
    if state.unit(id).acted {
        return refuse(c::INIT_04, Why::AlreadyActed { unit: name() });
    }
    if state.is_confused(id) {
        return refuse(c::INIT_06, Why::Confused { unit: name() });
    }
    if awake(state, id).is_empty() {
        return refuse(c::INIT_01, Why::NotAwake { unit: name() });
    }
    Ok(())
}

/// POT-INIT-05, -06: field guns and small arms, at an enemy that woke the unit and is still in sight.
fn check_initiative_fire(state: &State, id: UnitId, target: Aimed) -> Result<(), Refused> {
    let name = || state.name(id).to_owned();
    if state.gun_class(id).is_some_and(|class| class != GunClass::Field) {
        return refuse(c::INIT_06, Why::CannotFire { unit: name() });
    }
    let Aimed::Unit(target) = target else { return refuse(c::INIT_05, Why::NotAtWorks { unit: name() }) };
    check_woken_by(state, id, target)
}

/// POT-INIT-02, -05.
pub(crate) fn check_woken_by(state: &State, id: UnitId, target: UnitId) -> Result<(), Refused> {
    let target_name = || state.name(target).to_owned();
    if !awake(state, id).contains(&target) {
        return refuse(c::INIT_05, Why::NotBecauseOf { target: target_name() });
    }
    if !state.is_placed(target) || sees(state, id, target).is_err() {
        return refuse(c::INIT_02, Why::Unseen { target: target_name() });
    }
    Ok(())
}

fn evade(draft: &mut PotomacDraft, id: UnitId, found: crate::evade::Evasion) {
    let distance = found.moved;
    match found.end {
        EvadeEnd::Absorbed => {
            if let Some(parent) = draft.parent_of(id)
                && let Some(body) = crate::skirmish::taken_back(draft, parent, id)
            {
                draft.emit(Event::LineRecalled { unit: parent, line: id, body, clause: c::EVADE_07 });
            }
        }
        EvadeEnd::Bases(bases) => {
            draft.emit(Event::Evaded { unit: id, body: None, bases: bases.to_vec(), distance });
        }
        EvadeEnd::Body(body) => {
            leave_guns(draft, id);
            draft.emit(Event::Evaded { unit: id, body: Some(body), bases: Vec::new(), distance });
            overrun(draft, id, &found.swept);
        }
    }
}

fn send_out(draft: &mut PotomacDraft, id: UnitId, found: crate::skirmish::Deployment) {
    draft.emit(Event::LineDeployed {
        unit: id,
        line: found.line,
        body: found.body,
        bases: found.bases.to_vec(),
    });
}

/// A decision that is owed: only the command that answers it is taken.
fn pay(
    draft: &mut PotomacDraft,
    debt: &Debt,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match (debt, command) {
        (Debt::Carry(received), _) => carry_out(draft, received, command, dice),
        (Debt::Share(sharing), Command::Share { unit }) => share(draft, sharing, *unit, dice),
        (Debt::Detach { officer, unit, failed, of_group }, _) => {
            Ok(decide_officer(draft, *officer, *unit, *failed, *of_group, command)?)
        }
        (Debt::Flee { unit, from, .. }, Command::Flee { unit: named, first }) if unit == named => {
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::Flee { unit: *unit, from: *from, first: Some(*first) }));
            Ok(())
        }
        (Debt::Assault(assault), Command::Volley { fire }) => {
            Ok(assault::answer(draft, assault, *fire, dice)?)
        }
        (Debt::FollowUp(owed), Command::FollowUp { follow }) => {
            Ok(crate::follow_up::answer(draft, owed, *follow, dice)?)
        }
        (Debt::Round(melee), Command::Aim { unit, stand, at }) => {
            let open = doubtful(draft, melee);
            let fits =
                open.is_some_and(|(id, place, among)| id == *unit && place == *stand && among.contains(at));
            if !fits {
                return Ok(refuse(c::MELEE_30, Why::NotChoosable { unit: draft.name(*at).to_owned() })?);
            }
            let melee = name_aim(melee, *unit, *stand, *at);
            draft.emit(Event::Paid);
            draft.emit(Event::Owes(Debt::Round(Box::new(melee))));
            Ok(())
        }
        (Debt::Succession { candidates, .. }, Command::Succeed { officer }) => {
            if !candidates.contains(officer) {
                return Ok(refuse(
                    c::LEADER_18,
                    Why::NotChoosable { unit: draft.name(*officer).to_owned() },
                )?);
            }
            draft.emit(Event::Paid);
            draft.emit(Event::BecameGeneral { officer: *officer });
            Ok(())
        }
        // POT-R08: what was received is carried out
        _ => Ok(something_first(draft)?),
    }
}

fn something_first(state: &State) -> Result<(), Refused> {
    let waits = awaiting(state).0;
    let what = waits.first().map_or_else(String::new, |wait| wait.prompt.clone());
    let clause = waits.first().map_or(c::TURN_13, |wait| wait.clause);
    refuse(clause, Why::AnotherMatterFirst { what })
}

/// POT-FIRE-21: one odd hit after another.
fn share(
    draft: &mut PotomacDraft,
    sharing: &Sharing,
    unit: UnitId,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    if !sharing.tied.contains(&unit) {
        return Ok(refuse(c::FIRE_21, Why::NotChoosable { unit: draft.name(unit).to_owned() })?);
    }
    let mut next = sharing.clone();
    for (id, hits) in &mut next.shares {
        if *id == unit {
            *hits += 1;
        }
    }
    next.odd -= 1;
    next.tied.retain(|id| *id != unit);
    draft.emit(Event::Paid);
    if next.odd > 0 && !next.tied.is_empty() {
        draft.emit(Event::Owes(Debt::Share(next)));
        return Ok(());
    }
    Ok(strike(draft, &next, dice)?)
}

/// POT-MORALE-14, -15, POT-LEADER-19.
fn decide_officer(
    draft: &mut PotomacDraft,
    officer: UnitId,
    unit: UnitId,
    failed: bool,
    of_group: bool,
    command: &Command,
) -> Result<(), Refused> {
    match command {
        Command::Stay { officer: named } if *named == officer => draft.emit(Event::Paid),
        Command::Detach { officer: named } if *named == officer => {
            draft.emit(Event::Paid);
            let with = draft.unit(officer).office.with.unwrap_or(unit);
            let at = behind(&draft.unit(with).body, draft.stand());
            draft.emit(Event::Detached { officer, at, clause: c::MORALE_14 });
        }
        Command::GoWith { officer: named } if *named == officer && failed && of_group => {
            draft.emit(Event::Paid);
            draft.emit(Event::Attached { officer, unit, of_group: false });
        }
        _ => return something_first(draft),
    }
    Ok(())
}

/// The details of an order that was received.
fn carry_out(
    draft: &mut PotomacDraft,
    received: &Received,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<(), Stop<Why>> {
    match (received.kind, command) {
        (OrderKind::Move, Command::Move { unit, legs }) if received.units.contains(unit) => {
            Ok(make_move(draft, received, legs)?)
        }
        (OrderKind::Fire, Command::Fire { unit, target }) if received.units.contains(unit) => {
            let aim = may_fire(draft, *unit, *target, Some(received.officer))?;
            draft.emit(Event::Paid);
            let rest: Vec<UnitId> = received.units.iter().copied().filter(|id| id != unit).collect();
            let more = rest.iter().any(|id| !targets(draft, *id, Some(received.officer)).is_empty());
            if more {
                draft.emit(Event::Owes(Debt::Carry(Received { units: rest, ..received.clone() })));
            }
            Ok(fire(draft, *unit, &aim, dice)?)
        }
        (OrderKind::Fire, Command::Done) if received.units.len() > 1 || !can_any_fire(draft, received) => {
            draft.emit(Event::Paid);
            Ok(())
        }
        (OrderKind::Charge, Command::Charge { charges }) => Ok(charge(draft, received, charges)?),
        (OrderKind::DeploySkirmishers, Command::Skirmish { unit, placing })
            if received.units.contains(unit) =>
        {
            Ok(deploy(draft, *unit, placing)?)
        }
        (OrderKind::Rally, Command::Face { unit, to }) if received.units.contains(unit) => {
            Ok(face_about(draft, *unit, *to)?)
        }
        _ => Ok(something_first(draft)?),
    }
}

fn can_any_fire(state: &State, received: &Received) -> bool {
    received.units.iter().any(|id| !targets(state, *id, Some(received.officer)).is_empty())
}

fn deploy(draft: &mut PotomacDraft, unit: UnitId, placing: &Placing) -> Result<(), Refused> {
    let found = deployment(draft, unit, placing)?;
    draft.emit(Event::Paid);
    send_out(draft, unit, found);
    Ok(())
}

fn charge(draft: &mut PotomacDraft, received: &Received, charges: &[ChargeAt]) -> Result<(), Refused> {
    if charges.is_empty() || charges.len() > received.units.len() {
        return something_first(draft);
    }
    if let Some(other) = charges.iter().find(|charge| !received.units.contains(&charge.unit)) {
        return refuse(c::GROUP_09, Why::NotChoosable { unit: draft.name(other.unit).to_owned() });
    }
    check_all(draft, charges)?;
    draft.emit(Event::Paid);
    let rest = sorted(draft, charges);
    draft.emit(Event::Owes(Debt::Charges { officer: Some(received.officer), rest }));
    Ok(())
}

/// POT-MORALE-20: turned in place about its centre, if there is room.
fn face_about(
    draft: &mut PotomacDraft,
    id: UnitId,
    to: Option<longroll_table::Heading>,
) -> Result<(), Refused> {
    if let Some(to) = to {
        let body = Body { laid: None, ..draft.unit(id).body.clone() }.faced_about_centre(to, draft.stand());
        if !has_room(draft, id, &body) {
            return refuse(c::MORALE_20, Why::NoRoom);
        }
        draft.emit(Event::Paid);
        draft.emit(Event::Faced { unit: id, body, clause: c::MORALE_20 });
        return Ok(());
    }
    draft.emit(Event::Paid);
    Ok(())
}

pub(crate) fn has_room(state: &State, id: UnitId, body: &Body) -> bool {
    let print = body.footprint(state.stand());
    state.field.inside(&print)
        && !state.ids().any(|other| {
            other != id
                && state.is_formed(other)
                && if state.side(other) == state.side(id) {
                    overlaps(&print, &state.unit(other).print)
                } else {
                    touching(&print, &state.unit(other).print)
                }
        })
}

/// What a move would cost, for the page.
pub(crate) fn measure_move(state: &State, unit: UnitId, legs: &[Leg]) -> Result<(Length, Length), Refused> {
    if state.is_officer(unit) || state.is_line(unit) {
        return stroll(state, unit, legs).map(|stroll| (stroll.distance, stroll.allowed));
    }
    let units = match state.owed.top() {
        Some(Debt::Carry(received)) if received.units.contains(&unit) => received.units.clone(),
        _ => vec![unit],
    };
    walk(state, &units, legs).map(|walk| (walk.distance, walk.allowed))
}

fn make_move(draft: &mut PotomacDraft, received: &Received, legs: &[Leg]) -> Result<(), Refused> {
    let first = received.units[0];
    if draft.is_officer(first) || draft.is_line(first) {
        return stroll_off(draft, first, legs);
    }
    let walk = walk(draft, &received.units, legs)?;
    draft.emit(Event::Paid);
    for (id, change) in &walk.changes {
        match change {
            Change::Limber | Change::Unlimber => {
                draft.emit(Event::Limbered { unit: *id, limbered: *change == Change::Limber });
            }
            Change::Mount | Change::Dismount => {
                draft.emit(Event::Mounted { unit: *id, mounted: *change == Change::Mount });
            }
        }
    }
    for (id, body) in walk.bodies {
        if body != draft.unit(id).body {
            draft.emit(Event::Moved { unit: id, body, distance: walk.distance });
        }
    }
    for id in &received.units {
        overrun(draft, *id, &walk.swept);
        man_guns(draft, *id);
        if let Some(ground) = &walk.stopped_at {
            draft.emit(Event::StoppedAtEdge { unit: *id, ground: ground.clone() });
        }
    }
    Ok(())
}

fn stroll_off(draft: &mut PotomacDraft, id: UnitId, legs: &[Leg]) -> Result<(), Refused> {
    let stroll = stroll(draft, id, legs)?;
    let was_with = draft.unit(id).office.with;
    let stays = legs.is_empty() || (stroll.distance == Length::ZERO && stroll.attach.is_none());
    draft.emit(Event::Paid);
    if stays && (was_with.is_some() || !draft.is_officer(id)) {
        return Ok(());
    }
    draft.emit(Event::LooseMoved { unit: id, bases: stroll.bases.to_vec(), distance: stroll.distance });
    if let Some((unit, of_group)) = stroll.attach {
        draft.emit(Event::Attached { officer: id, unit, of_group });
    }
    Ok(())
}
