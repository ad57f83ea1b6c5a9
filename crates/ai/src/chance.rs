//! The chance to win, in ten-thousandths: whole numbers, so that every machine finds the same.

use crate::Appraisal;
use longroll_kit::{BattleStanding, Seat, Side};

/// A chance that is certain.
pub const CERTAIN: i64 = 10_000;

/// What of a position tells who will win. Each is positive for the side that is better off, and a thousand is a great deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features(pub [i64; Features::COUNT]);

/// Thousandths of a logit for each thousand of a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    pub of: [i64; Features::COUNT],
    /// The difference of both sides' worth that counts as a thousand.
    pub scale: i64,
}

impl Features {
    pub const COUNT: usize = 10;

    /// Who is ahead by the rule of victory, points, losses, how near each side is to breaking, and the worth of the position; then
    /// the same, grown with the part of the battle that is over.
    pub fn of<R: Appraisal>(state: &R::State, side: Side) -> Features {
        let view = R::view(state, Seat::Spectator);
        let BattleStanding { ahead, turns_left, sides, .. } = &view.standing;
        let (own, enemy) = (&sides[side as usize], &sides[side.enemy() as usize]);
        let share = |part: u64, whole: u64| thousandths(part, whole);
        let points = i64::from(own.points) - i64::from(enemy.points);
        let all_points = i64::from(own.points) + i64::from(enemy.points);
        let breaking = |now: u32, at: u32| share(now.into(), at.into());
        let worth = (R::worth(state, side) - R::worth(state, side.enemy())) / 2;
        let first = [
            match ahead {
                Some(ahead) if *ahead == side => 1000,
                Some(_) => -1000,
                None => 0,
            },
            points * 1000 / all_points.max(1),
            share(enemy.lost.lost, enemy.lost.of) - share(own.lost.lost, own.lost.of),
            breaking(enemy.breaking.now, enemy.breaking.at) - breaking(own.breaking.now, own.breaking.at),
            (worth * 1000 / R::CHANCE.scale).clamp(-3000, 3000),
        ];
        let left = i64::from((*turns_left).min(view.rounds));
        let over = 1000 - left * 1000 / i64::from(view.rounds.max(1));
        let mut all = [0; Features::COUNT];
        for (place, feature) in first.into_iter().enumerate() {
            all[place] = feature;
            all[place + first.len()] = feature * over / 1000;
        }
        Features(all)
    }
}

fn thousandths(part: u64, whole: u64) -> i64 {
    i64::try_from(part.saturating_mul(1000) / whole.max(1)).unwrap_or(i64::MAX).min(2000)
}

/// The chance that the side wins, as the position looks; a draw counts as half.
pub fn chance<R: Appraisal>(state: &R::State, side: Side) -> i64 {
    if R::awaiting(state).is_over() {
        return match R::view(state, Seat::Spectator).outcome.and_then(|outcome| outcome.winner) {
            Some(winner) if winner == side => CERTAIN,
            Some(_) => 0,
            None => CERTAIN / 2,
        };
    }
    let Features(features) = Features::of::<R>(state, side);
    let logit: i64 = features.iter().zip(R::CHANCE.of).map(|(feature, weight)| feature * weight).sum();
    logistic(logit / 1000)
}

/// 1 / (1 + e^-x) in ten-thousandths, for x in thousandths: a table by quarters, straight lines between.
pub fn logistic(x: i64) -> i64 {
    const STEP: i64 = 250;
    const TABLE: [i64; 25] = [
        5000, 5622, 6225, 6792, 7311, 7773, 8176, 8520, 8808, 9047, 9241, 9399, 9526, 9627, 9707, 9770, 9820,
        9859, 9890, 9914, 9933, 9948, 9959, 9968, 9975,
    ];
    let far = x.abs().min(STEP * (TABLE.len() as i64 - 1) - 1);
    let (place, rest) = ((far / STEP) as usize, far % STEP);
    let up = TABLE[place] + (TABLE[place + 1] - TABLE[place]) * rest / STEP;
    if x < 0 { CERTAIN - up } else { up }
}
