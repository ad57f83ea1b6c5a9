//! Shares, means and their 95 % intervals.

use serde::{Deserialize, Serialize};

/// Half of a 95 % interval reaches so many standard errors.
const Z: f64 = 1.959_963_984_540_054;

/// A share of the battles with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Share {
    pub count: u64,
    pub percent: f64,
    pub low_percent: f64,
    pub high_percent: f64,
}

impl Share {
    /// Wilson's interval, which stays sound for shares near 0 and 1.
    pub fn of(count: u64, games: u64) -> Share {
        let (k, n) = (count as f64, (games as f64).max(1.0));
        let (p, zz) = (k / n, Z * Z);
        let middle = (p + zz / (2.0 * n)) / (1.0 + zz / n);
        let half = Z * (p * (1.0 - p) / n + zz / (4.0 * n * n)).sqrt() / (1.0 + zz / n);
        let percent = |share: f64| 100.0 * share.clamp(0.0, 1.0);
        Share {
            count,
            percent: percent(p),
            low_percent: percent(middle - half),
            high_percent: percent(middle + half),
        }
    }

    pub fn words(self) -> String {
        format!("{:.1} % ({:.1}–{:.1})", self.percent, self.low_percent, self.high_percent)
    }
}

/// Half the width of the interval of a share, in per cent.
pub fn half_width(count: u64, games: u64) -> f64 {
    let share = Share::of(count, games);
    (share.high_percent - share.low_percent) / 2.0
}

/// So many battles make the interval of such a share reach no farther than `half` per cent to each side.
pub fn battles_for(count: u64, games: u64, half: f64) -> u64 {
    // A share of which little is known is taken at the end of its interval that is nearest to a half.
    let share = Share::of(count, games);
    let p = 50_f64.clamp(share.low_percent, share.high_percent) / 100.0;
    let half = half / 100.0;
    // Wilson: half² = (Z² p(1-p)/n + Z⁴/4n²) / (1 + Z²/n)², solved for n
    let (zz, hh) = (Z * Z, half * half);
    let b = zz * (2.0 * hh - p * (1.0 - p));
    let c = zz * zz * (hh - 0.25);
    let n = (-b + (b * b - 4.0 * hh * c).max(0.0).sqrt()) / (2.0 * hh);
    n.ceil().max(1.0) as u64
}

/// The average and half the width of its 95 % interval.
pub fn mean_and_half(figures: &[f64]) -> (f64, f64) {
    let count = (figures.len() as f64).max(1.0);
    let mean = figures.iter().sum::<f64>() / count;
    let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
    (mean, Z * (squares / (count - 1.0).max(1.0) / count).sqrt())
}

/// The figure below which this part of the figures lies, half way between two where it falls between them.
pub fn quantile(sorted: &[f64], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let place = part.clamp(0.0, 1.0) * last as f64;
    let low = place.floor() as usize;
    let at = |place: usize| sorted.get(place.min(last)).copied().unwrap_or(0.0);
    at(low) + (at(low + 1) - at(low)) * (place - place.floor())
}

/// A difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Difference {
    /// Between two shares of different battles, in per cent (Newcombe's interval from Wilson's).
    pub fn of_shares(one: (u64, u64), other: (u64, u64)) -> Difference {
        let (a, b) = (Share::of(one.0, one.1), Share::of(other.0, other.1));
        let mean = a.percent - b.percent;
        let down = ((a.percent - a.low_percent).powi(2) + (b.high_percent - b.percent).powi(2)).sqrt();
        let up = ((a.high_percent - a.percent).powi(2) + (b.percent - b.low_percent).powi(2)).sqrt();
        Difference { mean, low: mean - down, high: mean + up }
    }

    /// How far the interval is from nought.
    pub fn clear_of_nought(self) -> f64 {
        self.low.max(-self.high).max(0.0)
    }

    pub fn words(self) -> String {
        format!("{:+.1} ({:+.1} to {:+.1})", self.mean, self.low, self.high)
    }
}

/// The difference of figures that belong together in pairs: the same seed in both.
pub fn paired(pairs: &[(f64, f64)]) -> Difference {
    let differences: Vec<f64> = pairs.iter().map(|(one, other)| other - one).collect();
    let (mean, half) = mean_and_half(&differences);
    Difference { mean, low: mean - half, high: mean + half }
}
