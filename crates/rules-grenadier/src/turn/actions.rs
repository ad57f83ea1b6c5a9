//! Formation changes and the other actions of the movement step.

use crate::book::kinds::{Form, Grade, Kind};
use crate::book::tables::{self, action_cost};
use crate::c;
use crate::field::body::Shape;
use crate::field::course::overlapped;
use crate::field::sight::nearest_enemy;
use crate::procedures::pace;
use crate::procedures::skirmish_fire::{RecallFacts, recall, recall_mods};
use crate::ruleset::{GrenadierDraft, Refused, refuse};
use crate::shown::why::Why;
use crate::turn::aftermath::{disrupt, run_over};
use crate::turn::event::{Act, Cause, Event};
use crate::turn::flight::{fitting, way_out};
use crate::turn::movement_step::{has_halves, may_act};
use crate::turn::state::{How, State};
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Clause, Side, UnitId};
use longroll_table::{Heading, Pose, QUARTER, Rect, inches};

/// An action that is lawful: what it costs, by which clause, and where the unit stands after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lawful {
    pub halves: u8,
    pub clause: Clause,
    pub to: Pose,
}

/// GRE-FORM-05: within the move that is left, all or nothing (GRE-FORM-17).
pub fn may_do(
    state: &State,
    side: Side,
    id: UnitId,
    act: Act,
    facing: Option<Heading>,
) -> Result<Lawful, Refused> {
    may_act(state, side, id)?;
    let unit = state.unit(id);
    let no = |clause: Clause, what: &'static str| -> Result<Lawful, Refused> {
        refuse(clause, Why::CannotDo { unit: state.name(id).to_owned(), what })
    };
    if !state.kind(id).is_unit() {
        return no(c::UNIT_03, "it has no formation");
    }
    let guns = state.kind(id).is_artillery();
    let mobile = !(state.kind(id) == Kind::SiegeArtillery || state.piece(id).fixed);
    let ahead = unit.pose.facing;
    let shape = Shape::of(state, id);
    if unit.prone && act != Act::StandUp {
        return refuse(c::FORM_07, Why::Prone { unit: state.name(id).to_owned() });
    }
    if unit.form == Form::Garrison && !matches!(act, Act::Leave) {
        return no(c::TERRAIN_07, "a garrison has no formation");
    }
    let (halves, clause, wanted, facing) = match act {
        Act::Form(form) => {
            if form == unit.form {
                return no(c::UNIT_03, "it is in that formation already");
            }
            if unit.form == Form::Skirmish && unit.today.recall_tried && !unit.today.recalled {
                return no(c::SKIRM_10, "it was not recalled this turn");
            }
            let (clause, halves) = change_cost(state, id, form)?;
            (halves, clause, Shape { form, ..shape }, ahead)
        }
        Act::Prone if guns || state.is_mounted(id) => {
            return no(c::FORM_07, "only infantry and dismounted cavalry lie down");
        }
        Act::Prone => (cost(state, "prone_or_stand", id), c::FORM_06, shape, ahead),
        Act::StandUp if !unit.prone => return no(c::FORM_06, "it is standing"),
        Act::StandUp => (cost(state, "prone_or_stand", id), c::FORM_06, shape, ahead),
        Act::AboutFace if guns => return no(c::FORM_09, "guns are re-faced"),
        Act::AboutFace => (cost(state, "about_face", id), c::FORM_09, shape, ahead.opposite()),
        Act::Limber(form) => {
            if !guns || !mobile {
                return no(c::FORM_18, "it cannot limber");
            }
            if unit.form != Form::Unlimbered || !form.is_limbered() {
                return no(c::FORM_10, "it is limbered already");
            }
            // ruling GRE-R11: limbering and unlimbering it faces as its owner likes
            let (clause, halves) = limber_cost(state, id);
            (halves, clause, Shape { form, ..shape }, facing.unwrap_or(ahead))
        }
        Act::Unlimber => {
            if !guns || !unit.form.is_limbered() {
                return no(c::FORM_10, "it is not limbered");
            }
            let (clause, halves) = limber_cost(state, id);
            (halves, clause, Shape { form: Form::Unlimbered, ..shape }, facing.unwrap_or(ahead))
        }
        Act::Reface => {
            if !guns || facing.is_none() {
                return no(c::FORM_13, "only guns are re-faced, and to a facing");
            }
            if facing == Some(ahead) {
                return no(c::FORM_13, "it faces that way already");
            }
            (lost_cost(state, "reface_artillery", id), c::FORM_13, shape, facing.unwrap_or(ahead))
        }
        Act::CloseUp | Act::OpenOut if unit.form != Form::Line || guns => {
            return no(c::FORM_11, "only a Line closes up");
        }
        Act::CloseUp if unit.closed_up => return no(c::FORM_11, "it is closed up"),
        Act::CloseUp => {
            (cost(state, "close_up", id), c::FORM_11, Shape { front_figures: unit.figures, ..shape }, ahead)
        }
        Act::OpenOut if !unit.closed_up => return no(c::FORM_11, "it is not closed up"),
        Act::OpenOut => (cost(state, "open_out", id), c::FORM_11, shape, ahead),
        Act::Mount | Act::Dismount if state.kind(id) != Kind::Cavalry => {
            return no(c::FORM_14, "only cavalry mounts and dismounts");
        }
        Act::Mount | Act::Dismount if unit.mounted == (act == Act::Mount) => {
            return no(c::FORM_14, "it has done so already");
        }
        Act::Mount | Act::Dismount => {
            let shape = Shape { mounted: act == Act::Mount, ..shape };
            (lost_cost(state, "mount_or_dismount", id), c::FORM_14, shape, ahead)
        }
        Act::Occupy(building) => return may_occupy(state, id, building),
        Act::Leave => return may_leave(state, id, facing),
        Act::TurnLeft | Act::TurnRight => {
            if !matches!(unit.form, Form::Line | Form::Column) || guns {
                return no(c::FORM_16, "only a Line or Column turns by files");
            }
            let turned = if act == Act::TurnLeft { -i32::from(QUARTER) } else { i32::from(QUARTER) };
            let form = if unit.form == Form::Line { Form::Column } else { Form::Line };
            let halves = lost_cost(state, "turn_90_line_column", id);
            (halves, c::FORM_16, Shape { form, ..shape }, ahead.turned(turned))
        }
    };
    has_halves(state, id, halves)?;
    let still = wanted == shape && facing == ahead;
    let to = if still { Ok(unit.pose) } else { fitting_turned(state, id, wanted, facing) };
    match to {
        Ok(to) => Ok(Lawful { halves, clause, to }),
        Err(other) => refuse(c::FORM_17, Why::NoRoom { other: room_word(state, id, other) }),
    }
}

fn room_word(state: &State, id: UnitId, other: UnitId) -> String {
    if other == id { "the table edge".to_owned() } else { state.name(other).to_owned() }
}

/// Turned about or by files it keeps its middle; else its front.
fn fitting_turned(state: &State, id: UnitId, shape: Shape, facing: Heading) -> Result<Pose, UnitId> {
    let unit = state.unit(id);
    if facing == unit.pose.facing {
        return fitting(state, id, shape, facing);
    }
    let pose = Pose { at: unit.pose.at, facing };
    let rect = Rect::new(pose, shape.size());
    let enemies = state.troops(state.side(id).enemy()).find(|enemy| {
        let body = &state.unit(*enemy).rect;
        let now = longroll_table::distance(&rect, body);
        !now.at_least(inches(1)) && !now.at_least(longroll_table::distance(&unit.rect, body))
    });
    match overlapped(state, id, &rect).or(enemies) {
        None if state.field.inside(&rect) => Ok(pose),
        None => Err(id),
        Some(other) => Err(other),
    }
}

/// GRE-FORM-02, GRE-FORM-03, GRE-FORM-04, GRE-FORM-19. GRE-UNIT-21: irregular cavalry forms Line and Column too.
fn change_cost(state: &State, id: UnitId, form: Form) -> Result<(Clause, u8), Refused> {
    let unit = state.unit(id);
    let grade = state.piece(id).grade;
    let word = |form: Form| match form {
        Form::Line => "Line",
        Form::Column => "Column",
        Form::Skirmish => "Skirmish",
        Form::LimberedLine => "limbered_line",
        Form::LimberedColumn => "limbered_column",
        Form::Unlimbered | Form::Garrison => "",
    };
    let clause = match (unit.form, form) {
        (Form::Skirmish, _) => c::FORM_04,
        (_, Form::Skirmish) => c::FORM_03,
        (Form::LimberedLine | Form::LimberedColumn, _) => c::FORM_19,
        _ => c::FORM_02,
    };
    match action_cost("change", word(unit.form), word(form), grade) {
        Some(halves) => Ok((clause, halves)),
        None => {
            let unit = state.name(id).to_owned();
            refuse(c::UNIT_03, Why::CannotDo { unit, what: "that formation is not for it" })
        }
    }
}

fn cost(state: &State, action: &str, id: UnitId) -> u8 {
    let grade: Grade = state.piece(id).grade;
    action_cost(action, "", "", grade).unwrap_or(2)
}

/// The costs lost in the print: option GRE-OPT-21 makes each a whole move.
fn lost_cost(state: &State, action: &str, id: UnitId) -> u8 {
    if state.options.lost_costs_whole { 2 } else { cost(state, action, id) }
}

/// GRE-FORM-10; GRE-FORM-12 for heavy field batteries.
fn limber_cost(state: &State, id: UnitId) -> (Clause, u8) {
    let heavy = state.unit(id).guns.iter().any(|group| tables::gun(group.gun).heavy_field);
    if heavy {
        return (c::FORM_12, lost_cost(state, "limber_or_unlimber_heavy_field", id));
    }
    (c::FORM_10, cost(state, "limber_or_unlimber", id))
}

/// GRE-FORM-15, GRE-TERRAIN-07: foot of up to 36 figures at the walls of an empty building.
fn may_occupy(state: &State, id: UnitId, building: u16) -> Result<Lawful, Refused> {
    let unit = state.unit(id);
    let no =
        |what: &'static str| refuse(c::TERRAIN_07, Why::CannotDo { unit: state.name(id).to_owned(), what });
    let Some((_, _, polygon)) = state.ground.buildings(&state.field).find(|(place, _, _)| *place == building)
    else {
        return no("there is no such building");
    };
    if state.arm(id) != crate::procedures::morale::Arm::Foot || unit.figures > 36 {
        return no("a building holds foot of up to 36 figures");
    }
    if state.all_troops().any(|other| state.unit(other).building == Some(building)) {
        return no("the building is held");
    }
    if !polygon.distance(&unit.rect).within(inches(1)) {
        return no("it is not at the building");
    }
    let halves = lost_cost(state, "occupy_or_leave_bua", id);
    has_halves(state, id, halves)?;
    let Some(rect) = crate::field::body::garrison(state, building, unit.pose.facing) else {
        return no("there is no such building");
    };
    let near = state
        .troops(state.side(id).enemy())
        .any(|enemy| !longroll_table::distance(&rect, &state.unit(enemy).rect).at_least(inches(1)));
    if near || overlapped(state, id, &rect).is_some() {
        return no("others stand in the doors");
    }
    Ok(Lawful { halves, clause: c::FORM_15, to: rect.pose() })
}

fn may_leave(state: &State, id: UnitId, facing: Option<Heading>) -> Result<Lawful, Refused> {
    let halves = lost_cost(state, "occupy_or_leave_bua", id);
    let way = facing.unwrap_or(state.unit(id).pose.facing);
    let Some(out) = way_out(state, id, way) else {
        let unit = state.name(id).to_owned();
        return refuse(c::FORM_15, Why::CannotDo { unit, what: "it is in no building" });
    };
    has_halves(state, id, halves)?;
    let to = Pose { facing: way, ..out };
    let size = Shape { form: Form::Line, ..Shape::of(state, id) }.size();
    let rect = Rect::new(to, size);
    let near = state
        .troops(state.side(id).enemy())
        .find(|enemy| !longroll_table::distance(&rect, &state.unit(*enemy).rect).at_least(inches(1)));
    match overlapped(state, id, &rect).or(near) {
        None if state.field.inside(&rect) => Ok(Lawful { halves, clause: c::FORM_15, to }),
        other => {
            let other = room_word(state, id, other.unwrap_or(id));
            refuse(c::FORM_17, Why::NoRoom { other })
        }
    }
}

/// Carries an action out. GRE-FORM-04, GRE-SKIRM-10: who leaves Skirmish must first be recalled, and stays if he is not.
pub fn perform(
    draft: &mut GrenadierDraft,
    id: UnitId,
    act: Act,
    lawful: Lawful,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let unit = draft.unit(id);
    let leaves = unit.form == Form::Skirmish && matches!(act, Act::Form(_)) && !unit.today.recalled;
    if leaves && !throw_recall(draft, id, dice)? {
        return Ok(());
    }
    draft.emit(Event::Acted { unit: id, act, to: lawful.to, halves: lawful.halves });
    action_dp(draft, id, lawful.halves, lawful.clause, dice)?;
    run_over(draft, id, dice)
}

/// GRE-FORM-01: the dice of the share of a move, read for DPs in the new formation.
fn action_dp(
    draft: &mut GrenadierDraft,
    id: UnitId,
    halves: u8,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let Some((n, die)) = pace::action_dice(draft.mover(id), halves, &draft.options) else { return Ok(()) };
    let thrown = pace::throw(c::FORM_01, n, die, dice)?;
    draft.emit(Event::DiceThrown { unit: id, thrown: thrown.clone(), why: How::Placed });
    let here = draft.unit(id).pose.at;
    let rough = draft.ground.is_rough(&draft.field, here, here);
    let dp = pace::movement_dp(&thrown, draft.kind(id), draft.unit(id).form, rough, false);
    disrupt(draft, id, dp, Cause::Movement, clause, dice)
}

pub fn recall_facts(state: &State, id: UnitId) -> RecallFacts {
    let whole = state.piece(state.whole(id));
    let out = if state.piece(id).parent.is_some() { u32::from(state.unit(id).figures) } else { u32::MAX / 4 };
    let far = nearest_enemy(state, id).is_none_or(|(away, _)| !away.within(inches(15)));
    RecallFacts {
        grade: state.piece(id).grade,
        less_than_half_out: out * 2 < u32::from(whole.figures),
        far_from_enemy: far,
        dp: state.unit(id).dp,
        general: state.best_general(id),
    }
}

/// GRE-SKIRM-10: thrown at the start of the move, once a turn.
pub fn throw_recall(draft: &mut GrenadierDraft, id: UnitId, dice: &mut dyn Dice) -> Result<bool, Wanted> {
    let facts = recall_facts(draft, id);
    let recalled = recall(&facts, dice)?;
    draft.emit(Event::RecallThrown { unit: id, mods: recall_mods(&facts), recalled });
    Ok(recalled)
}

/// GRE-SKIRM-15: the recall is only for taking up Line or Column, or for going back to the regiment.
pub fn may_recall(state: &State, side: Side, id: UnitId) -> Result<(), Refused> {
    may_act(state, side, id)?;
    let unit = state.unit(id);
    let lawful = unit.form == Form::Skirmish && !unit.today.recall_tried && unit.today.halves == 0;
    let parent = state.piece(id).parent.is_some_and(|parent| state.is_on_table(parent));
    if lawful && parent {
        return Ok(());
    }
    let unit = state.name(id).to_owned();
    refuse(
        c::SKIRM_10,
        Why::CannotDo { unit, what: "only a detachment at the start of its move, once a turn" },
    )
}

/// GRE-UNIT-18: whole bases of a regiment in Line, at least one staying; they have room before its front.
pub fn may_detach(state: &State, side: Side, id: UnitId, bases: u8) -> Result<Pose, Refused> {
    may_act(state, side, id)?;
    let unit = state.unit(id);
    let no = |what: &'static str| refuse(c::UNIT_18, Why::CannotDo { unit: state.name(id).to_owned(), what });
    if unit.prone
        || unit.form != Form::Line
        || state.kind(id).is_artillery()
        || state.piece(id).parent.is_some()
    {
        return no("only a regiment in Line sends out skirmishers");
    }
    let shape = Shape::of(state, id);
    let out = detached_figures(state, id, bases);
    if bases == 0 || i64::from(bases) >= shape.bases() || out >= unit.figures || state.units.len() > 2000 {
        return no("at least one base goes and one stays");
    }
    let sent = Shape { form: Form::Skirmish, front_figures: out, ..shape };
    let size = sent.size();
    let facing = unit.pose.facing;
    let at = unit.rect.front_middle().ahead(facing, size.depth.half() + inches(0));
    let pose = Pose { at, facing };
    let rect = Rect::new(pose, size);
    let near = state
        .troops(state.side(id).enemy())
        .any(|enemy| !longroll_table::distance(&rect, &state.unit(enemy).rect).at_least(inches(1)));
    let taken = state
        .all_troops()
        .any(|other| other != id && longroll_table::overlaps(&rect, &state.unit(other).rect));
    if near || taken || !state.field.inside(&rect) {
        return no("there is no room before its front");
    }
    Ok(pose)
}

pub fn detached_figures(state: &State, id: UnitId, bases: u8) -> u16 {
    let per = if state.is_mounted(id) { 4 } else { 6 };
    u16::from(bases) * per
}

pub fn detach(
    draft: &mut GrenadierDraft,
    id: UnitId,
    bases: u8,
    pose: Pose,
    dice: &mut dyn Dice,
) -> Result<(), Wanted> {
    let figures = detached_figures(draft, id, bases);
    let mut piece = draft.piece(id).clone();
    let sent = draft.muster.pieces.iter().filter(|known| known.parent == Some(id)).count();
    piece.key = format!("{}-skirmishers-{}", piece.key, sent + 1);
    piece.name = format!("skirmishers of {}", piece.name);
    piece.figures = figures;
    piece.parent = Some(id);
    piece.form = Form::Skirmish;
    piece.mounted = draft.unit(id).mounted;
    piece.pose = pose;
    let dp = draft.unit(id).dp;
    draft.emit(Event::Detached { piece: Box::new(piece), figures, dp });
    let sent = UnitId((draft.units.len() - 1) as u16);
    action_dp(draft, sent, 2, c::UNIT_18, dice)
}
