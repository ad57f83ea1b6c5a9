//! Throws that seldom come, by the exact odds of their dice.

use crate::Step;
use crate::luck::in_words;
use longroll_ai::Appraisal;
use longroll_dice::{Dice, Die, Fraction, Read, Reading, Roll, Thrown, odds};
use longroll_wire::RareThrow;
use std::collections::BTreeMap;

/// Rarer than one in so many is worth a line.
const RARE: u64 = 100;
const MOST: usize = 6;

/// The rarest throws of the battle, and what their number makes of them.
pub(crate) fn rare<R: Appraisal>(steps: &[Step<R>]) -> (Vec<RareThrow>, String) {
    let mut known: BTreeMap<(u32, Die, Read, Reading), u64> = BTreeMap::new();
    let (mut list, mut throws) = (Vec::new(), 0_u32);
    for step in steps {
        for thrown in &step.dice {
            throws += 1;
            let key = (thrown.roll().n, thrown.die, thrown.read, thrown.reading());
            let one_in = *known.entry(key).or_insert_with(|| one_in(thrown));
            if one_in >= RARE {
                list.push(RareThrow {
                    step: step.number,
                    round: step.round,
                    by: step.by.into(),
                    text: format!("{}: {}", R::label(&step.before, &step.command), in_words(thrown)),
                    clause: thrown.clause.to_string(),
                    one_in: u32::try_from(one_in).unwrap_or(u32::MAX),
                });
            }
        }
    }
    list.sort_by_key(|throw| (std::cmp::Reverse(throw.one_in), throw.step));
    let many = list.len();
    list.truncate(MOST);
    let expected = throws.div_ceil(RARE as u32).max(1);
    let throws = match (throws, many) {
        (0, _) => "No dice were thrown.".to_owned(),
        (_, 0) => format!("{throws} throws were made. None of them is rarer than 1 in {RARE}."),
        _ => format!(
            "{throws} throws were made. {many} of them {} rarer than 1 in {RARE}; with so many throws about {expected} of that kind \
             would be nothing out of the way.",
            if many == 1 { "is" } else { "are" }
        ),
    };
    (list, throws)
}

/// One throw in so many is as far from the middle as this one, on the same side.
fn one_in(thrown: &Thrown) -> u64 {
    let roll = thrown.roll();
    // dice that are told apart are judged by their sum
    let roll = match roll.read {
        Read::Faces | Read::Sorted => Roll { read: Read::Sum, ..roll },
        Read::Sum | Read::AtLeast(_) => roll,
    };
    let Reading::Number(fell) = roll.read_off(&thrown.faces) else { return 1 };
    let number = |dice: &mut dyn Dice| {
        Ok(match dice.throw(&roll)? {
            Reading::Number(number) => number,
            Reading::Faces(_) => 0,
        })
    };
    let Ok(chances) = odds(number) else { return 1 };
    let (up, down) = (chances.at_least(&fell), chances.chance_that(|other| *other <= fell));
    let one_in = |chance: &Fraction| chance.one_in();
    one_in(&up).max(one_in(&down))
}
