//! Exact odds against brute force, against hand-worked figures and against drawn dice.

use std::collections::BTreeMap;

use longroll_dice::{
    Budget, Clause, Dice, Die, Distribution, Fraction, OddsError, Read, Reading, Roll, Rolling, Scripted,
    Seed, Seeded, Wanted, odds, odds_within,
};
use num_bigint::BigUint;
use proptest::prelude::*;

const TEST: Clause = Clause::new("test");

/// Any procedure's odds by throwing every face of every die: the faces are handed out from a script, and whenever it
/// runs out it is continued with each face in turn. Gives each outcome with its chance in units of 1/`unit`.
fn brute_force<T: Ord>(
    unit: u64,
    procedure: &dyn Fn(&mut dyn Dice) -> Result<T, Wanted>,
) -> BTreeMap<T, u64> {
    fn follow<T: Ord>(
        script: &mut Vec<u8>,
        share: u64,
        procedure: &dyn Fn(&mut dyn Dice) -> Result<T, Wanted>,
        found: &mut BTreeMap<T, u64>,
    ) {
        match procedure(&mut Rolling::new(Scripted::new(script.clone()))) {
            Ok(outcome) => *found.entry(outcome).or_default() += share,
            Err(Wanted::NotThrown { roll, .. }) => {
                let faces = roll.die.faces();
                assert_eq!(share % faces.len() as u64, 0, "choose a unit that divides");
                for &face in faces {
                    script.push(face);
                    follow(script, share / faces.len() as u64, procedure, found);
                    script.pop();
                }
            }
            Err(other) => panic!("{other}"),
        }
    }
    let mut found = BTreeMap::new();
    follow(&mut Vec::new(), unit, procedure, &mut found);
    found
}

fn agree<T: Ord + std::fmt::Debug>(unit: u64, procedure: impl Fn(&mut dyn Dice) -> Result<T, Wanted>) {
    let exact = odds(&procedure).unwrap();
    let brute = brute_force(unit, &procedure);
    assert_eq!(exact.len(), brute.len());
    for (outcome, share) in &brute {
        assert_eq!(exact.probability(outcome), Fraction::new(*share, unit), "{outcome:?}");
    }
    assert_eq!(&exact.iter().map(|(_, weight)| weight).sum::<BigUint>(), exact.total());
}

#[test]
fn every_die_and_every_way_of_reading() {
    for die in Die::ALL {
        let needs = 0..=die.highest() + 1;
        let reads = needs.map(Read::AtLeast).chain([Read::Sum, Read::Faces, Read::Sorted]);
        for read in reads {
            for n in 0..=3 {
                let unit = (die.faces().len() as u64).pow(n);
                agree(unit, |dice| dice.throw(&Roll { clause: TEST, n, die, read }));
            }
        }
    }
    for read in [Read::Sum, Read::AtLeast(4), Read::Faces, Read::Sorted] {
        agree(7776, |dice| dice.throw(&Roll { clause: TEST, n: 5, die: Die::D6, read })); // 6^5
    }
}

#[test]
fn mixed_dice() {
    // 6² · 10 · 6 (average) · 3
    agree(36 * 10 * 6 * 3, |dice| {
        let sum = dice.sum(TEST, 2, Die::D6)? + u32::from(dice.one(TEST, Die::D10)?);
        let average = dice.one(TEST, Die::Average)?;
        Ok((sum, average, dice.one(TEST, Die::D3)?))
    });
}

#[test]
fn a_second_roll_that_depends_on_the_first() {
    // Three dice; as many dice of another kind as scored; on a double of the second kind yet another.
    // At most 6³ · 10³ · 12.
    agree(216 * 1000 * 12, |dice| {
        let hits = dice.count(TEST, 3, Die::D6, 5)?;
        let saved = dice.sorted(TEST, hits, Die::D10)?;
        if saved.windows(2).any(|pair| pair[0] == pair[1]) {
            return Ok((hits, dice.one(TEST, Die::D12)?));
        }
        Ok((hits, saved.first().copied().unwrap_or(0)))
    });
}

fn any_roll() -> impl Strategy<Value = (u32, Die, Read)> {
    let read = prop_oneof![
        Just(Read::Sum),
        (0u8..14).prop_map(Read::AtLeast),
        Just(Read::Faces),
        Just(Read::Sorted)
    ];
    (0u32..=2, proptest::sample::select(Die::ALL.to_vec()), read)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Procedures put together at random: the second roll is made only when the reading of the first is odd, and the
    /// third has as many dice as the reading before it leaves on division by two. At most five dice, and every die's
    /// number of faces divides 60.
    #[test]
    fn any_chain_of_rolls(first in any_roll(), second in any_roll(), third in any_roll()) {
        let number = |reading: &Reading| match reading {
            Reading::Number(number) => *number,
            Reading::Faces(faces) => faces.iter().rev().fold(0, |sum, &face| 3 * sum + u32::from(face)),
        };
        agree(60u64.pow(5), |dice| {
            let mut throw = |(n, die, read)| dice.throw(&Roll { clause: TEST, n, die, read });
            let mut last = throw(first)?;
            if number(&last) % 2 == 1 {
                last = throw(second)?;
            }
            Ok((number(&last), throw((number(&last) % 2, third.1, third.2))?))
        });
    }
}

#[test]
fn figures_worked_out_by_hand() {
    // 2d6: 8 in 5 ways of 36 (2+6, 3+5, 4+4, 5+3, 6+2); 10 or more in 3 + 2 + 1 = 6 ways; on average 7.
    let two = odds(|dice| dice.sum(TEST, 2, Die::D6)).unwrap();
    assert_eq!(two.probability(&8).to_string(), "5/36");
    assert_eq!(two.probability(&8).percent_text(2), "13.89 %");
    assert_eq!(two.probability(&13).to_string(), "0");
    assert_eq!(two.at_least(&10).to_string(), "1/6");
    assert_eq!(two.chance_that(|sum| sum % 2 == 0).to_string(), "1/2");
    assert_eq!(two.expectation(|&sum| i64::from(sum)).to_string(), "7");
    assert_eq!(two.expectation(|&sum| 6 - i64::from(sum)).to_string(), "-1");
    assert_eq!(two.map(|&sum| sum >= 10).probability(&true).to_string(), "1/6");

    // A double on 2d6: 6 of 36. Average die: 3 on two faces of six, mean (2+3+3+4+4+5)/6 = 21/6.
    let double = odds(|dice| dice.sorted(TEST, 2, Die::D6).map(|pair| pair[0] == pair[1])).unwrap();
    assert_eq!(double.probability(&true).to_string(), "1/6");
    let average = odds(|dice| dice.one(TEST, Die::Average)).unwrap();
    assert_eq!(average.probability(&3).to_string(), "1/3");
    assert_eq!(average.expectation(|&face| face.into()).to_string(), "7/2");

    // Nothing thrown is certain.
    let nothing = odds(|dice| dice.sum(TEST, 0, Die::D6)).unwrap();
    assert_eq!(nothing, longroll_dice::Distribution::certain(0));
}

#[test]
fn paths_with_unlike_denominators() {
    // One die: on a 6 throw a d5, else nothing. P(d5 shows 5) = 1/6 · 1/5 = 1/30; P(nothing) = 5/6 = 25/30.
    let both =
        odds(|dice| Ok(if dice.one(TEST, Die::D6)? == 6 { Some(dice.one(TEST, Die::D5)?) } else { None }))
            .unwrap();
    assert_eq!(both.total(), &BigUint::from(30u8));
    assert_eq!(both.probability(&Some(5)), Fraction::new(1, 30u8));
    assert_eq!(both.probability(&None), Fraction::new(25, 30u8));
}

#[test]
fn sixty_dice_take_large_numbers() {
    // 6^60 has 156 bits. No six: (5/6)^60. One six: 60 · 5^59 / 6^60. On average 60/6 = 10.
    let sixes = odds(|dice| dice.count(TEST, 60, Die::D6, 6)).unwrap();
    let (five, six) = (BigUint::from(5u8), BigUint::from(6u8));
    assert_eq!(sixes.len(), 61);
    assert_eq!(sixes.total(), &six.pow(60));
    assert_eq!(sixes.iter().map(|(_, weight)| weight).sum::<BigUint>(), six.pow(60));
    assert_eq!(sixes.probability(&0), Fraction::new(five.pow(60), six.pow(60)));
    assert_eq!(sixes.probability(&1), Fraction::new(five.pow(59) * 60u8, six.pow(60)));
    assert_eq!(sixes.probability(&60), Fraction::new(1, six.pow(60)));
    assert_eq!(sixes.expectation(|&n| n.into()).to_string(), "10");
}

#[test]
fn a_chain_that_outgrows_small_numbers_on_the_way() {
    // Two counts of 40 dice each: every table fits 128 bits, the product (6^80, 207 bits) does not.
    let both =
        odds(|dice| Ok(dice.count(TEST, 40, Die::D6, 6)? + dice.count(TEST, 40, Die::D6, 6)?)).unwrap();
    assert_eq!(both, odds(|dice| dice.count(TEST, 80, Die::D6, 6)).unwrap());
}

#[test]
fn the_largest_rolls_are_followed_in_reasonable_time() {
    for die in Die::ALL {
        let mean = i64::from(die.lowest()) + i64::from(die.highest()); // twice the mean of one die
        let sum = odds(|dice| dice.sum(TEST, 1000, die)).unwrap();
        assert_eq!(sum.expectation(|&n| n.into()), Fraction::new(500 * mean, 1u8), "{die}");
    }
    assert_eq!(odds(|dice| dice.count(TEST, 1000, Die::D6, 5)).unwrap().len(), 1001);
}

#[test]
fn too_wide_is_said_and_not_tried() {
    fn too_wide<T>(paths: u64) -> Result<T, OddsError> {
        Err(OddsError::TooWide { paths })
    }
    let usual = Budget::default().paths;
    // 6^9 and 6^1000 faces in order; 27 sorted dice have (32 choose 5) = 201 376 readings.
    assert_eq!(odds(|dice| dice.faces(TEST, 9, Die::D6)), too_wide(usual));
    assert_eq!(odds(|dice| dice.faces(TEST, 1000, Die::D6)), too_wide(usual));
    assert_eq!(odds(|dice| dice.sorted(TEST, 27, Die::D6)), too_wide(usual));
    assert_eq!(odds(|dice| dice.sorted(TEST, 1000, Die::D12)), too_wide(usual));
    // A procedure that hides the refusal gets no odds either.
    assert_eq!(odds(|dice| Ok(dice.faces(TEST, 9, Die::D6).is_ok())), too_wide(usual));

    // 36 paths: a budget of 36 is enough, 35 is not.
    let two = |dice: &mut dyn Dice| -> Result<u8, Wanted> {
        Ok(dice.one(TEST, Die::D6)? + dice.one(TEST, Die::D6)?)
    };
    assert_eq!(odds_within(Budget { paths: 36 }, two).unwrap().len(), 11);
    assert_eq!(odds_within(Budget { paths: 35 }, two), too_wide(35));
}

#[test]
fn throwing_on_and_on_is_stopped() {
    // Each die counts or not, so each leaves one reading waiting: with 10 paths to spend the tenth die is one too many.
    let for_ever = |need: u8| {
        move |dice: &mut dyn Dice| -> Result<u32, Wanted> {
            loop {
                if dice.count(TEST, 1, Die::D6, need)? > 1 {
                    return Ok(0);
                }
            }
        }
    };
    assert_eq!(odds_within(Budget { paths: 10 }, for_ever(4)), Err(OddsError::TooWide { paths: 10 }));
    assert_eq!(odds(for_ever(4)), Err(OddsError::TooLong));
    assert_eq!(odds(for_ever(7)), Err(OddsError::TooLong));
}

#[test]
fn errors_of_the_procedure_come_through() {
    #[derive(Debug, PartialEq)]
    enum Mine {
        Dice(Wanted),
        Fire(u8),
    }
    impl From<Wanted> for Mine {
        fn from(wanted: Wanted) -> Self {
            Self::Dice(wanted)
        }
    }
    let fails = odds_within(Budget::default(), |dice| match dice.one(TEST, Die::D6)? {
        4 => Err(Mine::Fire(4)),
        face => Ok(face),
    });
    assert_eq!(fails, Err(OddsError::Stopped(Mine::Fire(4))));
    let roll = Roll { clause: TEST, n: 1001, die: Die::D6, read: Read::Sum };
    let many = odds_within(Budget::default(), |dice| Ok(dice.throw(&roll)?));
    assert_eq!(many, Err(OddsError::Stopped(Mine::Dice(Wanted::TooMany { roll }))));
}

#[test]
fn a_procedure_with_a_memory_has_no_odds() {
    let mut runs = 0;
    let other_die = odds(|dice| {
        runs += 1;
        dice.one(TEST, Die::D6)?;
        dice.one(TEST, if runs < 3 { Die::D6 } else { Die::D10 })
    });
    assert_eq!(other_die, Err(OddsError::NotRepeatable));
    let mut runs = 0;
    let fewer_dice = odds(|dice| {
        runs += 1;
        dice.one(TEST, Die::D6)?;
        if runs < 3 { dice.one(TEST, Die::D6) } else { Ok(0) }
    });
    assert_eq!(fewer_dice, Err(OddsError::NotRepeatable));
}

/// Each outcome of 20 000 drawn rolls stays within five standard deviations of its exact chance p = w/t. In whole
/// numbers: (k − N·w/t)² ≤ 25 · N · w/t · (t − w)/t, that is (k·t − N·w)² ≤ 25 · N · w · (t − w).
#[test]
fn drawn_dice_fall_as_often_as_they_should() {
    type Procedure = fn(&mut dyn Dice) -> Result<Reading, Wanted>;
    const N: u32 = 20_000;
    let procedures: [Procedure; 5] = [
        |dice| dice.throw(&Roll { clause: TEST, n: 1, die: Die::D6, read: Read::Sum }),
        |dice| dice.throw(&Roll { clause: TEST, n: 2, die: Die::Average, read: Read::Sorted }),
        |dice| dice.throw(&Roll { clause: TEST, n: 12, die: Die::D6, read: Read::AtLeast(5) }),
        |dice| dice.throw(&Roll { clause: TEST, n: 1, die: Die::D12, read: Read::Faces }),
        |dice| {
            let hits = dice.count(TEST, 3, Die::D10, 7)?;
            dice.throw(&Roll { clause: TEST, n: hits, die: Die::D5, read: Read::Sum })
        },
    ];
    for (number, procedure) in procedures.into_iter().enumerate() {
        let exact = odds(procedure).unwrap();
        let seed = Seed::from_number(1863 + number as u64);
        let mut seen: BTreeMap<Reading, u64> = BTreeMap::new();
        for command in 0..N {
            let reading = procedure(&mut Rolling::new(Seeded::new(seed.clone(), command))).unwrap();
            *seen.entry(reading).or_default() += 1;
        }
        assert_eq!(seen.values().sum::<u64>(), u64::from(N));
        for (outcome, weight) in exact.iter() {
            let total = exact.total();
            let k = BigUint::from(seen.remove(outcome).unwrap_or(0));
            let (found, expected) = (k * total, weight * N);
            let off = if found > expected { &found - &expected } else { &expected - &found };
            assert!(off.pow(2) <= weight * (total - weight) * N * 25u8, "{number}: {outcome:?}");
        }
        assert!(seen.is_empty(), "no outcome that is impossible");
    }
}

#[test]
fn json_of_odds() {
    let coin = odds(|dice| Ok(dice.one(TEST, Die::D3)? == 3)).unwrap();
    let json = serde_json::to_string(&coin).unwrap();
    assert_eq!(
        json,
        concat!(
            r#"[{"outcome":false,"numerator":"2","denominator":"3","percent":"66.67"},"#,
            r#"{"outcome":true,"numerator":"1","denominator":"3","percent":"33.33"}]"#
        )
    );
}

/// 2d6 against 7, then 1d6 for those who fail.
fn nerve(dice: &mut dyn Dice, coarse: bool) -> Result<(bool, u8), Wanted> {
    let alike = |a: u32, b: u32| (a >= 7) == (b >= 7);
    let sum = if coarse { dice.sum_alike(TEST, 2, Die::D6, &alike)? } else { dice.sum(TEST, 2, Die::D6)? };
    if sum >= 7 { Ok((true, 0)) } else { Ok((false, dice.one(TEST, Die::D6)?)) }
}

#[test]
fn sums_that_are_alike_are_followed_once() {
    let fine = odds(|dice| nerve(dice, false)).unwrap();
    let coarse = odds(|dice| nerve(dice, true)).unwrap();
    assert!(fine.iter().eq(coarse.iter()));
    // seven ways instead of thirty-six
    assert!(odds_within(Budget { paths: 7 }, |dice| nerve(dice, true)).is_ok());
    assert!(odds_within(Budget { paths: 7 }, |dice| nerve(dice, false)).is_err());
    // thrown dice give their own sum
    let mut thrown = Rolling::new(Scripted::parse("2 3 4").unwrap());
    assert_eq!(nerve(&mut thrown, true), Ok((false, 4)));
}

#[test]
fn what_is_rare_is_left_open_and_all_adds_up() {
    // one die on and on: a six asks for another
    let sixes = |dice: &mut dyn Dice| -> Result<(u8, bool), Wanted> {
        let mut count = 0;
        loop {
            match dice.one(TEST, Die::D6) {
                Ok(6) => count += 1,
                Ok(_) => return Ok((count, false)),
                Err(Wanted::LeftOpen { .. }) => return Ok((count, true)),
                Err(other) => return Err(other),
            }
        }
    };
    // one in 36 is not rarer than one in 40, one in 216 is
    let odds = longroll_dice::odds_of_the_likely(Budget::default(), 40, sixes).unwrap();
    assert_eq!(odds.probability(&(3, true)).to_string(), "1/216");
    assert_eq!(odds.probability(&(2, false)).to_string(), "5/216");
    assert_eq!(odds.probability(&(0, false)).to_string(), "5/6");
    assert_eq!(odds.chance_that(|_| true).to_string(), "1");
}

#[test]
fn chances_are_put_together_over_one_denominator() {
    let third = Fraction::new(1, 3u8);
    let odds = Distribution::from_chances([
        ("b", third.clone()),
        ("a", Fraction::new(1, 2u8)),
        ("b", Fraction::new(1, 6u8)),
    ])
    .unwrap();
    assert_eq!(odds.probability(&"a"), Fraction::new(1, 2u8));
    assert_eq!(odds.probability(&"b"), Fraction::new(1, 2u8));
    assert_eq!(Distribution::from_chances([("a", third.clone())]), None, "a third is not all");
    assert_eq!(third.times(&Fraction::new(3, 4u8)), Fraction::new(1, 4u8));
    assert_eq!(third.plus(&Fraction::new(1, 6u8)), Fraction::new(1, 2u8));
    assert_eq!(
        [third.one_in(), Fraction::new(3, 10u8).one_in(), Fraction::new(0, 1u8).one_in()],
        [3, 3, u64::MAX]
    );
}
