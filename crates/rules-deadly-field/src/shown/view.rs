//! What a seat sees. Nothing is hidden (ADF-GAME-05), so every seat sees the same.

use crate::DeadlyField;
use crate::book::kinds::{Arm, Formation, Level};
use crate::field::measured::morale_facts;
use crate::procedures::morale::{Cause, basic, mmp};
use crate::turn::state::{Debt, Fate, State, Step};
use longroll_kit::{ObjectiveView, OutcomeView, Ruleset, Sign, StandView, StepView, UnitId, UnitView, View};
use longroll_table::{BaseSize, Heading, Length, Pose, Rect};

pub(crate) fn view(state: &State) -> View {
    let standing = crate::turn::victory::standing(state);
    View {
        ruleset: DeadlyField::ID,
        edition: DeadlyField::EDITION,
        unit_of_length: "in",
        field: state.field.clone(),
        round: state.turn,
        rounds: state.muster.turns,
        active: (!matches!(state.step, Step::Initiative | Step::Over)).then_some(state.active),
        steps: [Step::Leaders, Step::Actions, Step::Ending]
            .into_iter()
            .map(|step| StepView { name: step.words(), is_current: step == state.step })
            .collect(),
        units: state.ids().map(|id| unit_view(state, id)).collect(),
        objectives: state
            .muster
            .objectives
            .iter()
            .zip(&state.held)
            .map(|(objective, held_by)| ObjectiveView {
                name: objective.name.clone(),
                at: objective.at,
                radius: objective.radius,
                points: objective.points,
                held_by: *held_by,
            })
            .collect(),
        outcome: state
            .end
            .as_ref()
            .map(|end| OutcomeView { winner: end.winner, reason: standing.why.clone() }),
        standing,
    }
}

fn unit_view(state: &State, id: UnitId) -> UnitView {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let formation = piece.chain.first().and_then(|place| state.muster.formations.get(usize::from(*place)));
    UnitView {
        id,
        key: piece.key.clone(),
        name: piece.name.clone(),
        formation: formation.cloned().unwrap_or_default(),
        side: piece.side,
        kind: match piece.arm {
            Arm::Infantry if unit.formation.is_skirmish() => "skirmisher",
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::Leader => "general",
        },
        pose: unit.pose,
        has_facing: piece.arm != Arm::Leader,
        stands: stands(state, id),
        strength: (piece.arm != Arm::Leader)
            .then(|| (u32::from(state.figures(id)), u32::from(piece.strength()))),
        on_table: unit.fate == Fate::OnTable,
        signs: signs(state, id),
        details: details(state, id),
    }
}

/// ADF-FORM-15: the stands inside the unit's footprint.
fn stands(state: &State, id: UnitId) -> Vec<StandView> {
    let unit = state.unit(id);
    let count = i64::from(state.stands(id).max(1));
    if matches!(state.arm(id), Arm::Artillery | Arm::Leader) || count == 1 {
        return vec![StandView { corners: *unit.rect.corners() }];
    }
    let (w, d) = state.options.stand();
    let size = unit.rect.size();
    let deep =
        matches!(unit.formation, Formation::AttackColumn | Formation::DoubleLine | Formation::RoadColumn);
    (0..count)
        .map(|place| {
            let offset = |whole: Length, part: Length| {
                let step = (whole - part).micrometres() / (count - 1);
                Length::from_micrometres(step * place) - (whole - part).half()
            };
            let (along, by): (Heading, Length) = if deep {
                (unit.pose.facing.opposite(), offset(size.depth, d))
            } else {
                (unit.pose.facing.right(), offset(size.front, w))
            };
            let pose = Pose { at: unit.pose.at.ahead(along, by), facing: unit.pose.facing };
            StandView { corners: *Rect::new(pose, BaseSize { front: w, depth: d }).corners() }
        })
        .collect()
}

fn signs(state: &State, id: UnitId) -> Vec<Sign> {
    let unit = state.unit(id);
    let troops = !state.is_leader(id);
    let marks = [
        (unit.level == Level::Disorder, Sign { code: "D", text: "in disorder" }),
        (unit.level == Level::Shaken, Sign { code: "S", text: "shaken" }),
        (unit.level == Level::Routed, Sign { code: "R", text: "routed" }),
        (troops && state.is_depleted(id), Sign { code: "1", text: "down to its last stand" }),
        (unit.formation == Formation::Limbered && troops, Sign { code: "L", text: "limbered" }),
        (state.arm(id) == Arm::Cavalry && !unit.mounted, Sign { code: "F", text: "dismounted" }),
        (troops && !unit.in_command, Sign { code: "?", text: "out of command" }),
        (unit.charging, Sign { code: "C", text: "charging" }),
        (is_under_way(state, id), Sign { code: "M", text: "on the move" }),
        (unit.reacted && state.side(id) != state.active, Sign { code: "r", text: "has reacted" }),
        (unit.merged.is_some(), Sign { code: "+", text: "merged regiment" }),
        (unit.remnant.is_some(), Sign { code: "a", text: "a remnant is attached" }),
    ];
    marks.into_iter().filter(|(shown, _)| *shown).map(|(_, sign)| sign).collect()
}

/// ADF-REACT-07: in the middle of a move, where it may stand on a friend whom it passes (ADF-MOVE-10).
fn is_under_way(state: &State, id: UnitId) -> bool {
    state.owed.iter().any(|debt| match debt {
        Debt::Walk(walk) => walk.members.iter().any(|member| member.unit == id),
        _ => false,
    })
}

fn details(state: &State, id: UnitId) -> Vec<(&'static str, String)> {
    let (piece, unit) = (state.piece(id), state.unit(id));
    if piece.arm == Arm::Leader {
        let with = unit.with.map_or_else(|| "nobody".to_owned(), |with| state.name(with).to_owned());
        return vec![("Benefit", format!("+{}", piece.benefit)), ("With", with)];
    }
    let facts = morale_facts(state, id, Cause::Event, None);
    let mut list = vec![
        ("Quality", piece.quality.words().to_owned()),
        ("Weapon", piece.weapon.words().to_owned()),
        ("Formation", unit.formation.words()),
        ("Morale", format!("basic {}, number {}", basic(&facts), mmp(&facts, &state.options))),
        ("Actions", unit.actions.to_string()),
    ];
    if let Some(points) = piece.muster_points {
        list.push(("Muster points", points.to_string()));
    }
    list
}

impl Step {
    pub fn words(self) -> &'static str {
        match self {
            Step::Initiative => "Initiative",
            Step::Leaders => "Leaders",
            Step::Actions => "Actions",
            Step::Ending => "Routed units",
            Step::Over => "Over",
        }
    }
}
