//! What it is worth to stand somewhere.

use super::{DISORDER, FACES_AWAY, INCH, MOUNTED, OBJECTIVE_POINT, moves, to_inches};
use longroll_kit::UnitId;
use longroll_rules_johnny_reb::Command;
use longroll_rules_johnny_reb::book::kinds::{Arm, Formation, Level};
use longroll_rules_johnny_reb::book::tables::ranges;
use longroll_rules_johnny_reb::field::movement::walk;
use longroll_rules_johnny_reb::field::sight::face_struck;
use longroll_rules_johnny_reb::procedures::fire::{Face, Works};
use longroll_rules_johnny_reb::turn::officers::commands;
use longroll_rules_johnny_reb::turn::state::{Order, State};
use longroll_table::{Heading, Length, Pose, Rect, distance, in_arc, inches, nearest_of};

/// A flank given to the enemy, or taken from him.
const FLANK: i64 = 800;
const COVER: i64 = 500;
/// Near enough to fire well.
const IN_RANGE: i64 = 700;

/// What the unit gains by standing there, so formed.
pub(super) fn change(state: &State, id: UnitId, to: Pose, formed: Option<(Formation, bool)>) -> i64 {
    let unit = state.unit(id);
    let now = (unit.formation, unit.mounted);
    place_worth(state, id, to, formed.unwrap_or(now)) - place_worth(state, id, unit.pose, now)
}

fn place_worth(state: &State, id: UnitId, pose: Pose, (formation, mounted): (Formation, bool)) -> i64 {
    let (side, piece) = (state.side(id), state.piece(id));
    let rect = Rect::new(pose, piece.size(formation, state.unit(id).figures));
    let mut worth = if formation == Formation::Disorder { DISORDER } else { 0 };
    for (objective, held) in state.muster.objectives.iter().zip(&state.held) {
        let points = i64::from(objective.points);
        let on = |friend: &UnitId| {
            let unit = state.unit(*friend);
            unit.level != Level::Routed && distance(&unit.rect, &objective.at).within(objective.radius)
        };
        // where friends stand already one more is worth less
        let others = state.troops(side).filter(|friend| *friend != id && on(friend)).count() as i64;
        let away = distance(&rect, &objective.at);
        if away.within(objective.radius) {
            worth += OBJECTIVE_POINT * points / 3 / (1 + others);
        } else {
            let pull = if *held == Some(side) { 2 * (1 + others) } else { 1 + others };
            worth -= to_inches(away) * INCH * points / pull;
        }
    }
    let enemies = state.troops(side.enemy()).filter(|enemy| state.unit(*enemy).level != Level::Routed);
    let enemies = enemies.map(|enemy| (enemy, &state.unit(enemy).rect));
    let Some((away, enemy)) = nearest_of(&rect, enemies) else {
        return worth;
    };
    let foe = &state.unit(enemy).rect;
    let wanted = ranges(piece.weapon).normal;
    let limbered = formation == Formation::Limbered;
    if away.within(wanted) {
        worth += if limbered { 2 * FACES_AWAY } else { IN_RANGE };
    } else {
        worth -= to_inches(away - wanted) * INCH;
    }
    if !away.within(inches(12)) {
        return worth;
    }
    worth += order_of_battle(formation);
    worth += if piece.arm == Arm::Cavalry && mounted { MOUNTED } else { 0 };
    if formation != Formation::SkirmishLine {
        worth += if in_arc(&rect, 8192, foe) { 0 } else { FACES_AWAY };
        worth -= if face_struck(&rect, foe.front_middle()) == Face::Front { 0 } else { FLANK };
    }
    worth += if face_struck(foe, rect.front_middle()) == Face::Front { 0 } else { FLANK };
    let ground = &state.ground;
    let covered =
        ground.is_covered(&state.field, &rect) || ground.works_of(&state.field, &rect) != Works::None;
    worth += if covered { COVER } else { 0 };
    worth += if away.within(inches(8)) && formation.is_column() { FACES_AWAY } else { 0 };
    worth
}

/// Near the enemy a line is best, then what comes nearest to it.
pub(super) fn order_of_battle(formation: Formation) -> i64 {
    match formation {
        Formation::DoubleLine => -150,
        Formation::AttackColumn => -250,
        Formation::SkirmishLine => -500,
        Formation::MarchColumn | Formation::Column => -900,
        _ => 0,
    }
}

/// The best that a Move in this direction could bring as things stand.
pub(super) fn best_move(state: &State, id: UnitId, way: Heading) -> i64 {
    let mut marked = state.clone();
    marked.units[id.index()].order = Some(Order::Move(way));
    let mut best = 0;
    for command in moves(&marked, state.side(id), id) {
        let Command::Move { legs, .. } = &command else { continue };
        if let Ok(walk) = walk(&marked, id, legs)
            && !walk.leaves
            && walk.distance > Length::ZERO
        {
            best = best.max(change(&marked, id, walk.to, Some((walk.formation, walk.mounted))));
        }
    }
    best
}

/// What an officer is worth there: with a unit of his command that needs him, and not alone before the enemy.
pub(super) fn presence(state: &State, officer: UnitId, pose: Pose) -> i64 {
    let rect = Rect::new(pose, state.unit(officer).rect.size());
    let near = |id: &UnitId| distance(&rect, &state.unit(*id).rect).within(inches(1));
    let need = |id: UnitId| {
        let unit = state.unit(id);
        let engaged = state
            .troops(state.side(id).enemy())
            .any(|enemy| distance(&unit.rect, &state.unit(enemy).rect).within(inches(12)));
        let own = if commands(state, officer, id) { 400 } else { 0 };
        own + if unit.level == Level::Good { 200 } else { 900 } + if engaged { 500 } else { 0 }
    };
    let with = state.troops(state.side(officer)).filter(near).map(need).max();
    // one officer is enough for a unit
    let crowd = state.officers(state.side(officer)).filter(|other| *other != officer && near(other)).count();
    with.unwrap_or(-800) - 300 * crowd as i64
}
