//! At which number do both sides win equally often?

use crate::vary::turns_key;
use longroll_rulesets::RulesetId;

/// How a number came out: how often the Union won, draws counted as half, in so many battles.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    pub number: f64,
    pub share: f64,
    pub games: u64,
}

/// Where the curve through all guesses crosses a half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Balanced {
    pub number: f64,
    /// How much the logit of the Union's share grows with one more.
    pub slope: f64,
}

/// Fits a logistic curve to the guesses. Nothing when the number does not matter enough to say, or no number between the guesses is even.
pub fn even_at(guesses: &[Guess]) -> Option<Balanced> {
    let (low, high) = guesses
        .iter()
        .fold((f64::MAX, f64::MIN), |(low, high), guess| (low.min(guess.number), high.max(guess.number)));
    let (middle, half) = (f64::midpoint(low, high), (high - low) / 2.0);
    if half <= 0.0 || !half.is_finite() {
        return None;
    }
    // Newton's steps for a + b·x with x from -1 to 1. Half a battle won and lost at each end keeps a clean sweep finite.
    let points: Vec<(f64, f64, f64)> = guesses
        .iter()
        .map(|guess| {
            let games = guess.games as f64;
            ((guess.number - middle) / half, (guess.share * games + 0.5) / (games + 1.0), games)
        })
        .collect();
    let (mut a, mut b) = (0.0, 0.0);
    for _ in 0..60 {
        let (mut ga, mut gb, mut haa, mut hab, mut hbb) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
        for (x, share, games) in &points {
            let p = 1.0 / (1.0 + f64::exp(-(a + b * x)));
            let (rest, weight) = (games * (share - p), games * (p * (1.0 - p)).max(1e-6));
            ga += rest;
            gb += rest * x;
            haa += weight;
            hab += weight * x;
            hbb += weight * x * x;
        }
        let determinant: f64 = haa * hbb - hab * hab;
        if determinant.abs() < 1e-12 {
            return None;
        }
        let (da, db) = ((hbb * ga - hab * gb) / determinant, (haa * gb - hab * ga) / determinant);
        let longest = da.abs().max(db.abs()).max(1.0);
        a += da / longest;
        b += db / longest;
        if da.abs().max(db.abs()) < 1e-9 {
            break;
        }
    }
    let games: f64 = points.iter().map(|point| point.2).sum();
    // A slope within about two standard errors of nought says nothing.
    let spread: f64 = points.iter().map(|(x, _, games)| games * x * x / 4.0).sum();
    if games <= 0.0 || b.abs() * spread.sqrt() < 2.0 {
        return None;
    }
    let even = -a / b;
    (even.abs() <= 1.0).then(|| Balanced { number: middle + half * even, slope: b / half })
}

/// The lines that set so many turns for one ruleset.
pub fn in_toml(set: RulesetId, turns: i64) -> String {
    format!("[overrides.{set}]\n{} = {turns}\n", turns_key(set))
}
