//! What a seat sees. Nothing is hidden (GRE-UNIT-24), so every seat sees the same.

use crate::Grenadier;
use crate::book::kinds::{Form, Kind, Rank};
use crate::book::tables;
use crate::turn::state::{State, Status, Step};
use longroll_kit::{ObjectiveView, OutcomeView, Ruleset, Sign, StandView, StepView, UnitId, UnitView, View};

pub(crate) fn view(state: &State) -> View {
    let standing = crate::turn::victory::standing(state);
    View {
        ruleset: Grenadier::ID,
        edition: Grenadier::EDITION,
        unit_of_length: "in",
        field: state.field.clone(),
        round: state.turn.max(1),
        rounds: state.muster.turns,
        active: (state.step != Step::Deployment && state.step != Step::Over).then_some(state.active),
        steps: Step::OF_TURN
            .into_iter()
            .map(|step| StepView { name: step.words(), is_current: step == state.step })
            .collect(),
        units: state.ids().map(|id| unit_view(state, id)).collect(),
        objectives: objectives(state),
        outcome: state
            .end
            .as_ref()
            .map(|end| OutcomeView { winner: end.winner, reason: standing.why.clone() }),
        standing,
    }
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
    let strength = piece.kind.is_unit().then(|| (u32::from(unit.figures), u32::from(piece.figures)));
    UnitView {
        id,
        key: piece.key.clone(),
        name: piece.name.clone(),
        formation: piece.formation.clone(),
        side: piece.side,
        kind: symbol(state, id),
        pose: unit.pose,
        has_facing: state.has_facing(id),
        stands: vec![StandView { corners: *unit.rect.corners() }],
        strength,
        on_table: state.is_on_table(id),
        signs: signs(state, id),
        details: details(state, id),
    }
}

fn symbol(state: &State, id: UnitId) -> &'static str {
    match state.kind(id) {
        Kind::General => "general",
        Kind::Sniper => "skirmisher",
        Kind::Cavalry if state.is_mounted(id) => "cavalry",
        Kind::Infantry | Kind::Cavalry if state.unit(id).form == Form::Skirmish => "skirmisher",
        Kind::Infantry | Kind::Cavalry => "infantry",
        _ => "artillery",
    }
}

fn signs(state: &State, id: UnitId) -> Vec<Sign> {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let dp = match unit.dp {
        1 => Some(Sign { code: "1", text: "1 disruption point" }),
        2 => Some(Sign { code: "2", text: "2 disruption points" }),
        3 => Some(Sign { code: "3", text: "3 disruption points" }),
        _ => None,
    };
    let marks = [
        (unit.status == Status::Halted, Sign { code: "H", text: "Halted" }),
        (unit.status == Status::Retreating, Sign { code: "T", text: "Retreating" }),
        (unit.status == Status::Routing, Sign { code: "R", text: "Routing" }),
        (unit.status == Status::Rallying, Sign { code: "Y", text: "Rallying" }),
        (unit.status == Status::Pursuing, Sign { code: "P", text: "Pursuing" }),
        (unit.form.is_column(), Sign { code: "|", text: "in column" }),
        (unit.form.is_limbered(), Sign { code: "L", text: "limbered" }),
        (unit.prone, Sign { code: "_", text: "prone" }),
        (unit.closed_up, Sign { code: "=", text: "closed up" }),
        (unit.low_ammunition, Sign { code: "A", text: "low on ammunition" }),
        (unit.fired_last && piece.kind.is_unit(), Sign { code: "f", text: "fired last turn" }),
        (unit.charge.is_some(), Sign { code: "C", text: "charging" }),
        (piece.kind == Kind::Cavalry && !unit.mounted, Sign { code: "d", text: "dismounted" }),
        (piece.rank == Some(Rank::CinC), Sign { code: "★", text: "commander in chief" }),
        (unit.out_until >= state.turn && unit.out_until > 0, Sign { code: "w", text: "lightly wounded" }),
    ];
    let shown = marks.into_iter().filter(|(shown, _)| *shown).map(|(_, sign)| sign);
    dp.into_iter().chain(shown).collect()
}

fn details(state: &State, id: UnitId) -> Vec<(&'static str, String)> {
    let (piece, unit) = (state.piece(id), state.unit(id));
    let mut list = vec![("Type", piece.kind.words().to_owned())];
    if piece.kind == Kind::General {
        list.push(("Ability", unit.ability.words().to_owned()));
        list.push(("Command radius", format!("{} in", tables::general(unit.ability).radius)));
        if let Some(with) = unit.attached {
            list.push(("With", state.name(with).to_owned()));
        }
        for (place, card) in state.muster.brigades.iter().enumerate() {
            if state.brigadier(place as u16) == Some(id) {
                list.push(("Brigade", format!("{}: {}", card.name, state.brigades[place].order.words())));
            }
        }
        return list;
    }
    list.push(("Grade", piece.grade.words().to_owned()));
    list.push(("Formation", unit.form.words().to_owned()));
    list.push(("State", unit.status.words().to_owned()));
    list.push(("Disruption", format!("{} of 3", unit.dp)));
    if let Some(brigade) = piece.brigade {
        let known = &state.brigades[usize::from(brigade)];
        let broken = if known.broken { ", broken" } else { "" };
        list.push(("Order", format!("{}{broken}", known.order.words())));
    }
    if let Some(weapon) = piece.weapon {
        list.push(("Weapon", weapon.words().to_owned()));
    }
    if !unit.guns.is_empty() {
        let guns: Vec<_> =
            unit.guns.iter().map(|group| format!("{} × {}", group.models, group.gun.words())).collect();
        list.push(("Guns", guns.join(", ")));
    }
    list
}
