//! What a seat sees. Nothing is hidden on this sheet, so every seat sees the same.

use crate::Quickplay;
use crate::book::kinds::Kind;
use crate::turn::state::{Fate, Order, State, Step};
use longroll_kit::{ObjectiveView, OutcomeView, Ruleset, Sign, StandView, StepView, UnitId, UnitView, View};

pub(crate) fn view(state: &State) -> View {
    let standing = crate::turn::victory::standing(state);
    View {
        ruleset: Quickplay::ID,
        edition: Quickplay::EDITION,
        unit_of_length: "in",
        field: state.field.clone(),
        round: state.round,
        rounds: state.muster.rounds,
        active: (state.step != Step::Deployment && state.step != Step::Over).then_some(state.attacker),
        steps: steps(state.step),
        units: state.ids().map(|id| unit_view(state, id)).collect(),
        objectives: objectives(state),
        outcome: state
            .end
            .as_ref()
            .map(|end| OutcomeView { winner: end.winner, reason: standing.why.clone() }),
        standing,
    }
}

fn steps(now: Step) -> Vec<StepView> {
    [
        Step::CommandDetermination,
        Step::Movement,
        Step::Rally,
        Step::MoraleTests,
        Step::Combat,
        Step::SwitchInitiative,
    ]
    .into_iter()
    .map(|step| StepView { name: step.words(), is_current: step == now })
    .collect()
}

fn objectives(state: &State) -> Vec<ObjectiveView> {
    let held = state.muster.objectives.iter().zip(&state.held);
    held.map(|(objective, held_by)| ObjectiveView {
        name: objective.name.clone(),
        at: objective.at,
        radius: objective.radius,
        points: objective.points,
        held_by: *held_by,
    })
    .collect()
}

fn unit_view(state: &State, id: UnitId) -> UnitView {
    let (piece, unit) = (state.piece(id), state.unit(id));
    UnitView {
        id,
        key: piece.key.clone(),
        name: piece.name.clone(),
        formation: piece.formation.clone(),
        side: piece.side,
        kind: symbol(piece.kind),
        pose: unit.pose,
        has_facing: state.has_facing(id),
        stands: vec![StandView { corners: *unit.rect.corners() }],
        strength: (!piece.kind.is_general()).then(|| (u32::from(unit.strength), u32::from(piece.strength))),
        on_table: unit.fate == Fate::OnTable,
        signs: signs(state, id),
        details: details(state, id),
    }
}

fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "infantry",
        Kind::Skirmisher => "skirmisher",
        Kind::HeavyCavalry | Kind::LightCavalry => "cavalry",
        Kind::FieldArtillery | Kind::HorseArtillery | Kind::HeavyArtillery => "artillery",
        Kind::General => "general",
    }
}

fn signs(state: &State, id: UnitId) -> Vec<Sign> {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let marks = [
        (unit.order == Order::Disordered, Sign { code: "D", text: "Disordered" }),
        (unit.order == Order::Routed, Sign { code: "R", text: "Routed" }),
        (piece.kind.is_artillery() && unit.limbered, Sign { code: "L", text: "limbered" }),
        (!unit.in_command, Sign { code: "?", text: "out of command" }),
        (
            unit.stationary && !unit.stirred && !piece.kind.is_general(),
            Sign { code: "S", text: "Stationary" },
        ),
        (unit.charged && state.is_in_contact(id), Sign { code: "C", text: "charging" }),
        (piece.is_army_commander, Sign { code: "★", text: "army commander" }),
    ];
    marks.into_iter().filter(|(shown, _)| *shown).map(|(_, sign)| sign).collect()
}

fn details(state: &State, id: UnitId) -> Vec<(&'static str, String)> {
    let piece = state.piece(id);
    let mut list = vec![("Type", piece.kind.words().to_owned())];
    if !piece.kind.is_general() {
        list.push(("Morale", piece.morale.to_string()));
        list.push(("Move", format!("{} in", crate::book::tables::full_move(piece.kind).in_inches())));
        if let Some(ranges) = crate::book::tables::ranges(piece.weapon) {
            let long = ranges.long.in_inches();
            let text = match ranges.close {
                Some(close) => format!("Close {} in, Long {long} in", close.in_inches()),
                None => format!("{long} in"),
            };
            list.push(("Range", text));
        }
    }
    list
}
