//! From the shapes of the engine to those of the wire.

use crate::{
    BreakingView, ConditionView, DiceThrown, ExplainedView, FeatureView, FieldView, Mark, ModifierLine,
    NoteView, ObjectiveView, OutcomeView, Particular, Point, Pose, RegionView, Seat, Side, SideStandingView,
    StandView, StandingView, StepView, StrengthView, TableView, TollView, TurningView, UnitView,
};
use longroll_dice::{Read, Reading, Thrown};
use longroll_kit as kit;
use longroll_table as table;
use serde::Serialize;

pub fn table_view(view: &kit::View, notes: &[kit::Note]) -> TableView {
    TableView {
        round: view.round,
        rounds: view.rounds,
        active: view.active.map(Side::from),
        steps: view
            .steps
            .iter()
            .map(|step| StepView { name: step.name.to_owned(), is_current: step.is_current })
            .collect(),
        units: view.units.iter().map(unit_view).collect(),
        objectives: view.objectives.iter().map(objective_view).collect(),
        standing: standing_view(&view.standing),
        notes: notes.iter().map(note_view).collect(),
        outcome: view.outcome.as_ref().map(|outcome| OutcomeView {
            winner: outcome.winner.map(Side::from),
            reason: outcome.reason.clone(),
        }),
    }
}

pub fn standing_view(standing: &kit::BattleStanding) -> StandingView {
    let side = |side: &kit::SideStanding| SideStandingView {
        points: side.points,
        lost: TollView {
            lost: u32::try_from(side.lost.lost).unwrap_or(u32::MAX),
            of: u32::try_from(side.lost.of).unwrap_or(u32::MAX),
            what: side.lost.what.to_owned(),
        },
        breaking: BreakingView {
            now: side.breaking.now,
            at: side.breaking.at,
            of: side.breaking.of,
            what: side.breaking.what.to_owned(),
            clause: side.breaking.clause.to_string(),
        },
    };
    let condition = |condition: &kit::Condition| ConditionView {
        text: condition.text.clone(),
        clause: condition.clause.to_string(),
    };
    StandingView {
        ahead: standing.ahead.map(Side::from),
        why: standing.why.clone(),
        clause: standing.clause.to_string(),
        turns_left: standing.turns_left,
        points_are: standing.points_are.to_owned(),
        blue: side(&standing.sides[0]),
        gray: side(&standing.sides[1]),
        conditions: standing.conditions.iter().map(condition).collect(),
    }
}

pub fn field_view(field: &table::Field) -> FieldView {
    FieldView {
        width: field.width.micrometres(),
        height: field.height.micrometres(),
        features: field.features.iter().map(feature_view).collect(),
    }
}

/// `template` is the command of a move without legs.
pub fn region_view(region: &kit::Region, template: serde_json::Value) -> RegionView {
    RegionView {
        unit: region.unit.0,
        clause: region.clause.to_string(),
        from: region.from.into(),
        reach: region.reach.micrometres(),
        turning: match region.turning {
            kit::Turning::Free => TurningView::Free,
            kit::Turning::Arc { half_angle, turns } => TurningView::Arc { half_angle, turns },
        },
        acts: region.acts.iter().map(|act| (*act).to_owned()).collect(),
        legs_at: way_to_legs(&template).unwrap_or_default(),
        template,
    }
}

pub fn dice_thrown(thrown: &Thrown) -> DiceThrown {
    let hits_on = match thrown.read {
        Read::AtLeast(need) => Some(need),
        Read::Sum | Read::Faces | Read::Sorted => None,
    };
    let read = match thrown.reading() {
        Reading::Number(count) if hits_on.is_some() => format!("{count} of {} score", thrown.faces.len()),
        Reading::Number(sum) => sum.to_string(),
        Reading::Faces(faces) => faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    };
    DiceThrown {
        clause: thrown.clause.to_string(),
        die: word(&thrown.die),
        faces: thrown.faces.to_vec(),
        read,
        hits_on,
    }
}

pub fn explained(list: &kit::Explained) -> ExplainedView {
    let line = |line: &kit::Line| ModifierLine {
        clause: line.clause.to_string(),
        label: line.label.to_string(),
        effect: line.effect.to_string(),
        present: line.counted != kit::Counted::Absent,
        counted: line.counted == kit::Counted::Yes,
        why_not: match &line.counted {
            kit::Counted::No(why) => Some(why.to_string()),
            kit::Counted::Yes | kit::Counted::Absent => None,
        },
    };
    ExplainedView {
        title: list.title.clone(),
        result: list.result.clone(),
        total: list.settled.total,
        lines: list.settled.lines.iter().map(line).collect(),
    }
}

impl From<kit::Side> for Side {
    fn from(side: kit::Side) -> Side {
        match side {
            kit::Side::Blue => Side::Blue,
            kit::Side::Gray => Side::Gray,
        }
    }
}

impl From<kit::Seat> for Seat {
    fn from(seat: kit::Seat) -> Seat {
        match seat {
            kit::Seat::Blue => Seat::Blue,
            kit::Seat::Gray => Seat::Gray,
            kit::Seat::Spectator => Seat::Spectator,
        }
    }
}

impl From<table::Point> for Point {
    fn from(point: table::Point) -> Point {
        Point { x: point.x, y: point.y }
    }
}

impl From<table::Pose> for Pose {
    fn from(pose: table::Pose) -> Pose {
        Pose { at: pose.at.into(), facing: pose.facing.0 }
    }
}

impl From<&kit::StandView> for StandView {
    fn from(stand: &kit::StandView) -> StandView {
        StandView { corners: stand.corners.map(Point::from) }
    }
}

fn unit_view(unit: &kit::UnitView) -> UnitView {
    UnitView {
        id: unit.id.0,
        key: unit.key.clone(),
        name: unit.name.clone(),
        formation: unit.formation.clone(),
        side: unit.side.into(),
        kind: unit.kind.to_owned(),
        pose: unit.pose.into(),
        has_facing: unit.has_facing,
        stands: unit.stands.iter().map(StandView::from).collect(),
        strength: unit.strength.map(|(now, start)| StrengthView { now, start }),
        on_table: unit.on_table,
        signs: unit
            .signs
            .iter()
            .map(|sign| Mark { code: sign.code.to_owned(), text: sign.text.to_owned() })
            .collect(),
        details: unit
            .details
            .iter()
            .map(|(label, value)| Particular { label: (*label).to_owned(), value: value.clone() })
            .collect(),
    }
}

fn note_view(note: &kit::Note) -> NoteView {
    NoteView { at: note.at.into(), text: note.text.clone(), title: note.title.clone() }
}

fn objective_view(objective: &kit::ObjectiveView) -> ObjectiveView {
    ObjectiveView {
        name: objective.name.clone(),
        at: objective.at.into(),
        radius: objective.radius.micrometres(),
        points: objective.points,
        held_by: objective.held_by.map(Side::from),
    }
}

fn feature_view(feature: &table::Feature) -> FeatureView {
    let (points, width) = match &feature.shape {
        table::Shape::Area(area) => (area.ring(), None),
        table::Shape::Line(line) => (line.points(), Some(line.width().micrometres())),
    };
    FeatureView {
        id: feature.id.0,
        kind: word(&feature.kind),
        name: feature.name.clone(),
        points: points.iter().copied().map(Point::from).collect(),
        width,
        level: feature.level,
        height: feature.height,
        grade: feature.grade,
    }
}

/// The word by which an enum without fields is written in JSON.
fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// Names of fields that lead to the list called `legs`.
fn way_to_legs(template: &serde_json::Value) -> Option<Vec<String>> {
    let fields = template.as_object()?;
    if fields.get("legs").is_some_and(serde_json::Value::is_array) {
        return Some(vec!["legs".to_owned()]);
    }
    fields.iter().find_map(|(name, inner)| {
        let mut way = way_to_legs(inner)?;
        way.insert(0, name.clone());
        Some(way)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use longroll_dice::{Clause, Die};
    use serde_json::json;

    #[test]
    fn legs_are_found_wherever_the_ruleset_keeps_them() {
        let way = |template| way_to_legs(&template).map(|way| way.join("."));
        assert_eq!(way(json!({"move": {"unit": 3, "legs": []}})).as_deref(), Some("move.legs"));
        assert_eq!(way(json!({"legs": []})).as_deref(), Some("legs"));
        assert_eq!(way(json!("end_step")), None);
    }

    #[test]
    fn dice_are_told_as_they_were_read() {
        let thrown = |read, faces: &[u8]| {
            let faces = faces.iter().copied().collect();
            dice_thrown(&Thrown { clause: Clause::new("T-01"), die: Die::D6, read, faces })
        };
        // of 5, 2, 4 and 6 two show 5 or more
        let counted = thrown(Read::AtLeast(5), &[5, 2, 4, 6]);
        assert_eq!(
            (counted.read.as_str(), counted.hits_on, counted.die.as_str()),
            ("2 of 4 score", Some(5), "d6")
        );
        // 5 + 2 = 7
        assert_eq!(thrown(Read::Sum, &[5, 2]).read, "7");
        assert_eq!(thrown(Read::Sorted, &[2, 5]).read, "5 2");
    }
}
