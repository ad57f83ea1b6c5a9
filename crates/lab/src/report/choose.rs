//! The battles that are worth a look: the typical one, the closest, the wildest.

use crate::row::Row;
use crate::statistics::quantile;

/// A battle worth a look, and why.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// `typical`, `closest` or `wildest`.
    pub name: &'static str,
    pub why: String,
    pub seed: u64,
}

/// Of the battles that are not fought with the colours exchanged, which have no scenario of their own to be replayed in.
pub fn choose(rows: &[Row]) -> Vec<Chosen> {
    let rows: Vec<&Row> = rows.iter().filter(|row| !row.mirrored).collect();
    let Some(first) = rows.first() else { return Vec::new() };
    let typical = typical(&rows).unwrap_or(first);
    let closest = rows.iter().min_by_key(|row| (margin(row), row.seed)).unwrap_or(first);
    let wild = |row: &Row| (row.lead_changes, row.taken.len());
    let wildest = rows.iter().max_by_key(|row| (wild(row), std::cmp::Reverse(row.seed))).unwrap_or(first);
    vec![
        Chosen {
            name: "typical",
            why: "the usual winner, with losses and turns nearest to the middle of all battles".to_owned(),
            seed: typical.seed,
        },
        Chosen {
            name: "closest",
            why: format!(
                "{} points against {} at the end, {:.0} % of its strength lost against {:.0} %",
                closest.points[0],
                closest.points[1],
                lost_percent(closest, 0),
                lost_percent(closest, 1)
            ),
            seed: closest.seed,
        },
        Chosen {
            name: "wildest",
            why: format!(
                "the lead changed {} times and objectives changed hands {} times",
                wildest.lead_changes,
                wildest.taken.len()
            ),
            seed: wildest.seed,
        },
    ]
}

fn typical<'a>(rows: &[&'a Row]) -> Option<&'a Row> {
    let usual =
        [0, 1, 2].into_iter().max_by_key(|score| rows.iter().filter(|row| row.score() == *score).count());
    let measures: [fn(&Row) -> f64; 4] = [
        |row| lost_percent(row, 0),
        |row| lost_percent(row, 1),
        |row| f64::from(row.turns),
        |row| f64::from(row.decided),
    ];
    let spread = measures.map(|measure| {
        let mut all: Vec<f64> = rows.iter().map(|row| measure(row)).collect();
        all.sort_by(f64::total_cmp);
        (quantile(&all, 0.5), (quantile(&all, 0.9) - quantile(&all, 0.1)).max(1.0))
    });
    let far = |row: &Row| -> f64 {
        let parts = measures
            .iter()
            .zip(spread)
            .map(|(measure, (middle, width))| ((measure(row) - middle) / width).powi(2));
        parts.sum()
    };
    let usual = rows.iter().filter(|row| Some(row.score()) == usual);
    usual.min_by(|one, other| far(one).total_cmp(&far(other))).copied()
}

/// Points apart at the end, then thousandths of strength lost apart.
fn margin(row: &Row) -> (u32, u32) {
    let apart = (lost_percent(row, 0) - lost_percent(row, 1)).abs();
    (row.points[0].abs_diff(row.points[1]), (apart * 10.0) as u32)
}

pub(super) fn lost_percent(row: &Row, side: usize) -> f64 {
    100.0 * f64::from(row.lost[side]) / f64::from(row.strength[side].max(1))
}
