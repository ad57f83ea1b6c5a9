//! Figures worked out by hand.

use longroll_lab::{
    Difference, Guess, Histogram, Share, Sums, battles_for, even_at, half_width, is_enough, mean_and_half,
    paired, quantile,
};

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.01
}

#[test]
fn intervals_by_wilson() {
    // 50 of 100: 0.5 and a half width of 0.0962; 0 of 200: up to z² / (n + z²) = 3.8415 / 203.8415
    let half = Share::of(50, 100);
    assert!(near(half.low_percent, 40.38) && near(half.high_percent, 59.62));
    let none = Share::of(0, 200);
    assert!(near(none.percent, 0.0) && near(none.low_percent, 0.0) && near(none.high_percent, 1.8846));
    let all = Share::of(200, 200);
    assert!(near(all.low_percent, 98.1154) && near(all.high_percent, 100.0));
}

/// At a half the interval of n battles reaches z / (2 √(n + z²)) to each side, so ±2 % needs z² (0.25/0.0004 − 1) = 3.8415 · 624 = 2397.1.
#[test]
fn so_many_battles_are_needed() {
    assert_eq!(battles_for(500, 1000, 2.0), 2398);
    assert!(half_width(1199, 2398) <= 2.0 && half_width(1198, 2396) > 2.0);
    // Nothing is known yet, so the worst is feared: a half.
    assert_eq!(battles_for(0, 0, 2.0), 2398);
    // A share of nought in many battles needs fewer.
    assert!(battles_for(0, 1000, 2.0) < 200);
}

#[test]
fn means_quantiles_and_pairs() {
    // 1, 2, 3: mean 2, variance 1, standard error 1/√3 = 0.5774, times 1.96
    let (mean, half) = mean_and_half(&[1.0, 2.0, 3.0]);
    assert!(near(mean, 2.0) && near(half, 1.1316));
    assert!(near(quantile(&[0.0, 10.0, 20.0], 0.5), 10.0) && near(quantile(&[0.0, 10.0], 0.25), 2.5));
    assert!(near(quantile(&[], 0.5), 0.0));
    // Differences 1, 1, 4: mean 2, variance 3, standard error 1
    let change = paired(&[(0.0, 1.0), (5.0, 6.0), (2.0, 6.0)]);
    assert!(near(change.mean, 2.0) && near(change.low, 0.04) && near(change.high, 3.96));
}

/// Newcombe's example of 56 of 70 against 48 of 80: a difference of 0.2 and an interval from 0.0524 to 0.3339.
#[test]
fn two_shares_apart() {
    let apart = Difference::of_shares((56, 70), (48, 80));
    assert!(near(apart.mean, 20.0) && near(apart.low, 5.24) && near(apart.high, 33.39));
    assert!(near(apart.clear_of_nought(), 5.24));
    assert!(near(Difference { mean: 1.0, low: -1.0, high: 3.0 }.clear_of_nought(), 0.0));
}

#[test]
fn histograms_add_up_and_have_a_middle() {
    let mut figures = Histogram::default();
    [9, 1, 4].into_iter().for_each(|figure| figures.count(figure));
    assert!(near(figures.median(), 4.0));
    let mut others = Histogram::default();
    others.count(5);
    figures.add(&others);
    // 1, 4, 5, 9: mean 19/4, and half way between 4 and 5
    assert!(near(figures.median(), 4.5) && near(figures.mean(), 4.75));
    assert!(near(Histogram::default().median(), 0.0));
}

#[test]
fn enough_is_looked_at_after_pairs() {
    let sums = |games, won| Sums { games, won: [won, games - won], ..Sums::default() };
    // 100 battles at a half: ±9.62
    assert!(is_enough(&sums(100, 50), 9.7) && !is_enough(&sums(100, 50), 9.5));
    assert!(!is_enough(&sums(101, 101), 50.0) && !is_enough(&sums(48, 48), 50.0));
}

/// On a curve 1 / (1 + e^-(number - 7)/2) the middle is 7.
#[test]
fn the_even_number_is_found() {
    let share = |number: f64| 1.0 / (1.0 + f64::exp(-(number - 7.0) / 2.0));
    let guesses: Vec<Guess> = [2.0, 5.0, 8.0, 11.0]
        .iter()
        .map(|number| Guess { number: *number, share: share(*number), games: 400 })
        .collect();
    let even = even_at(&guesses).unwrap();
    assert!((even.number - 7.0).abs() < 0.1 && (even.slope - 0.5).abs() < 0.02, "{even:?}");
    // Never even between 8 and 11, and no curve where the number does not matter.
    assert_eq!(even_at(&guesses[2..]), None);
    let flat: Vec<Guess> = guesses.iter().map(|guess| Guess { share: 0.5, ..*guess }).collect();
    assert_eq!(even_at(&flat), None);
    assert_eq!(even_at(&guesses[..1]), None);
}
