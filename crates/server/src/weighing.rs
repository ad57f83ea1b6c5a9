//! From the odds of outcomes to what a player reads: the line that matters, then unit by unit, then everything.

use crate::course::{Fight, Harm, Upcome};
use longroll_dice::{Distribution, Fraction};
use longroll_kit::{Side, Tally, UnitId};
use longroll_wire::{Chance, Headline, Method, UnitOdds};
use std::collections::BTreeSet;

/// Outcomes told one by one; the rest are put together.
const MOST_CHANCES: usize = 40;
const MOST_PARTS: usize = 60;
const NOTHING: &str = "Nothing changes";
const LEFT_OPEN: &str = "and what comes of that";
/// Between the things that an outcome is made of.
const JOINT: &str = "; ";

/// What was found of the odds.
pub(crate) enum Found {
    Known(Distribution<Upcome>, Method),
    Unknown,
}

impl Found {
    pub(crate) fn method(&self) -> Method {
        match self {
            Found::Known(_, method) => *method,
            Found::Unknown => Method::Unknown,
        }
    }
}

pub(crate) struct Weighed {
    pub headline: Headline,
    pub line: String,
    pub units: Vec<UnitOdds>,
    pub chances: Vec<Chance>,
    pub parts: Vec<Chance>,
    pub sum: String,
}

/// `what` is the word for what units lose.
pub(crate) fn weighed(found: &Found, side: Side, roster: &[Tally], what: &'static str) -> Weighed {
    let Found::Known(odds, _) = found else {
        return Weighed {
            headline: Headline::Unknown,
            line: "No odds in time".to_owned(),
            units: Vec::new(),
            chances: Vec::new(),
            parts: Vec::new(),
            sum: "0".to_owned(),
        };
    };
    let labels = odds.map(label);
    let chances = likeliest_first(&labels);
    let headline = headline(odds, side, roster, what, &chances);
    Weighed {
        line: in_a_line(&headline),
        headline,
        units: by_unit(odds, side, roster),
        parts: parts_of(odds),
        sum: labels.chance_that(|_| true).to_string(),
        chances,
    }
}

fn label(outcome: &Upcome) -> String {
    let words = if outcome.words.is_empty() { NOTHING.to_owned() } else { outcome.words.join(JOINT) };
    if outcome.is_open { format!("{words}{JOINT}{LEFT_OPEN}") } else { words }
}

fn headline(
    odds: &Distribution<Upcome>,
    side: Side,
    roster: &[Tally],
    what: &'static str,
    chances: &[Chance],
) -> Headline {
    let fight = |fight: Fight| odds.chance_that(|outcome| outcome.fight == fight).percent_digits(2);
    if odds.iter().any(|(outcome, _)| outcome.fight != Fight::None) {
        return Headline::Fight {
            won: fight(Fight::Won),
            drawn: fight(Fight::Drawn),
            lost: fight(Fight::Lost),
            unmet: fight(Fight::Unmet),
            open: fight(Fight::Open),
        };
    }
    let side_of = |unit: UnitId| roster.iter().find(|tally| tally.unit == unit).map(|tally| tally.side);
    // What the other side suffers; if it is only the own side that may, then that.
    for of in [side.enemy(), side] {
        let harms = |outcome: &Upcome| {
            let of_side = outcome.harm.iter().filter(|(unit, _)| side_of(**unit) == Some(of));
            of_side.map(|(_, harm)| *harm).collect::<Vec<Harm>>()
        };
        if odds.iter().all(|(outcome, _)| harms(outcome).is_empty()) {
            continue;
        }
        let lost = |outcome: &Upcome| harms(outcome).iter().map(|harm| i64::from(harm.lost)).sum();
        return Headline::Harm {
            expected: odds.expectation(lost).decimal_text(1),
            what: what.to_owned(),
            gives_way: odds
                .chance_that(|outcome| harms(outcome).iter().any(|harm| harm.gives_way))
                .percent_digits(2),
            gone: odds.chance_that(|outcome| harms(outcome).iter().any(|harm| harm.gone)).percent_digits(2),
        };
    }
    match chances.first() {
        Some(chance) => Headline::Likeliest { label: chance.label.clone(), percent: chance.percent.clone() },
        None => Headline::Unknown,
    }
}

/// "48.23" as "48 %".
fn whole_percent(digits: &str) -> String {
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let up = decimals.starts_with(['5', '6', '7', '8', '9']);
    let whole: u32 = whole.parse().unwrap_or(0);
    match (whole + u32::from(up), digits.chars().any(|digit| ('1'..='9').contains(&digit))) {
        (0, true) => "under 1 %".to_owned(),
        (100, _) if whole < 100 => "over 99 %".to_owned(),
        (rounded, _) => format!("{rounded} %"),
    }
}

fn in_a_line(headline: &Headline) -> String {
    let is_none = |digits: &str| !digits.chars().any(|digit| ('1'..='9').contains(&digit));
    match headline {
        Headline::Fight { won, drawn, lost, unmet, open } => {
            let [won, drawn, lost] = [won, drawn, lost].map(|digits| whole_percent(digits));
            let rest = [(unmet, "no contact"), (open, "left open")].into_iter();
            let rest = rest.filter(|(digits, _)| !is_none(digits));
            let rest: String =
                rest.map(|(digits, words)| format!(", {words} {}", whole_percent(digits))).collect();
            format!("Won {won}, drawn {drawn}, lost {lost}{rest}")
        }
        Headline::Harm { expected, what, gives_way, gone } => {
            let parts = [(gives_way, "gives way"), (gone, "gone")].into_iter();
            let parts = parts.filter(|(digits, _)| !is_none(digits));
            let parts: String =
                parts.map(|(digits, words)| format!(", {} {words}", whole_percent(digits))).collect();
            format!("{expected} {what} expected{parts}")
        }
        Headline::Likeliest { label, percent } => format!("{}: {label}", whole_percent(percent)),
        Headline::Unknown => "No odds in time".to_owned(),
    }
}

fn by_unit(odds: &Distribution<Upcome>, side: Side, roster: &[Tally]) -> Vec<UnitOdds> {
    let concerned: BTreeSet<UnitId> =
        odds.iter().flat_map(|(outcome, _)| outcome.harm.keys().copied()).collect();
    let harm = |outcome: &Upcome, unit: UnitId| outcome.harm.get(&unit).copied().unwrap_or_default();
    let mut units: Vec<(bool, UnitOdds)> = concerned
        .into_iter()
        .filter_map(|unit| {
            let tally = roster.iter().find(|tally| tally.unit == unit)?;
            let chance = |is: fn(&Harm) -> bool| {
                odds.chance_that(|outcome| is(&harm(outcome, unit))).percent_digits(2)
            };
            let odds = UnitOdds {
                unit: unit.0,
                name: tally.name.clone(),
                side: tally.side.into(),
                expected: odds.expectation(|outcome| i64::from(harm(outcome, unit).lost)).decimal_text(1),
                gives_way: chance(|harm| harm.gives_way),
                gone: chance(|harm| harm.gone),
            };
            Some((tally.side == side, odds))
        })
        .collect();
    units.sort_by_key(|(is_own, unit)| (*is_own, unit.unit));
    units.into_iter().map(|(_, unit)| unit).collect()
}

/// Each thing by itself, whatever comes with it. The same thing at different lengths is one.
fn parts_of(odds: &Distribution<Upcome>) -> Vec<Chance> {
    let things = |outcome: &Upcome| -> BTreeSet<String> {
        let nothing = outcome.words.is_empty().then(|| NOTHING.to_owned());
        let open = outcome.is_open.then(|| LEFT_OPEN.to_owned());
        outcome.words.iter().map(|words| without_lengths(words)).chain(nothing).chain(open).collect()
    };
    let all: BTreeSet<String> = odds.iter().flat_map(|(outcome, _)| things(outcome)).collect();
    let mut parts: Vec<_> = all
        .into_iter()
        .take(MOST_PARTS)
        .map(|thing| {
            let fraction = odds.chance_that(|outcome| things(outcome).contains(&thing));
            (thing, fraction)
        })
        .collect();
    parts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    parts.into_iter().map(|(thing, fraction)| chance(thing, &fraction)).collect()
}

/// "stops 4.33 cm from A" as "stops some cm from A".
fn without_lengths(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '.') && !word.is_empty();
    let told = words.iter().enumerate().map(|(place, word)| {
        let unit = words.get(place + 1).map(|next| next.trim_end_matches(','));
        if is_number(word) && matches!(unit, Some("cm" | "in")) { "some" } else { word }
    });
    told.collect::<Vec<_>>().join(" ")
}

fn likeliest_first(odds: &Distribution<String>) -> Vec<Chance> {
    let mut outcomes: Vec<_> = odds.iter().collect();
    outcomes.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let rest = outcomes.split_off(outcomes.len().min(MOST_CHANCES));
    let mut chances: Vec<Chance> =
        outcomes.iter().map(|(label, _)| chance((*label).clone(), &odds.probability(label))).collect();
    if !rest.is_empty() {
        let rest: BTreeSet<&String> = rest.into_iter().map(|(label, _)| label).collect();
        let others = odds.chance_that(|label| rest.contains(label));
        chances.push(chance(format!("one of {} other outcomes", rest.len()), &others));
    }
    chances
}

fn chance(label: String, fraction: &Fraction) -> Chance {
    Chance {
        label,
        numerator: fraction.numerator().to_string(),
        denominator: fraction.denominator().to_string(),
        percent: fraction.percent_digits(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use longroll_dice::{Budget, Clause, Dice, Die, Wanted, odds_within};
    use std::collections::BTreeMap;

    fn outcome(fight: Fight, harm: &[(u16, Harm)], words: &[&str]) -> Upcome {
        Upcome {
            fight,
            harm: harm.iter().map(|(unit, harm)| (UnitId(*unit), *harm)).collect::<BTreeMap<_, _>>(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            is_open: false,
        }
    }

    /// Six outcomes, one for each face of a die.
    fn by_face(of: impl Fn(u8) -> Upcome) -> Found {
        let odds = odds_within(Budget { paths: 100 }, |dice: &mut dyn Dice| -> Result<_, Wanted> {
            Ok(of(dice.one(Clause::new("T-01"), Die::D6)?))
        });
        Found::Known(odds.unwrap(), Method::Exact)
    }

    fn roster() -> Vec<Tally> {
        let tally = |unit, side, name: &str| Tally {
            unit: UnitId(unit),
            side,
            name: name.to_owned(),
            start: 10,
            now: 10,
            on_table: true,
        };
        vec![tally(0, Side::Blue, "A"), tally(1, Side::Gray, "X")]
    }

    #[test]
    fn what_an_outcome_is_made_of_has_chances_of_its_own() {
        // 1 to 3: nothing; 4 and 5: A stops, at two different lengths; 6: A stops and B runs
        let found = by_face(|face| match face {
            1..=3 => outcome(Fight::None, &[], &[]),
            4 => outcome(Fight::None, &[], &["A of the 3rd stops 4 cm off"]),
            5 => outcome(Fight::None, &[], &["A of the 3rd stops 0.33 cm off"]),
            _ => outcome(Fight::None, &[], &["A of the 3rd stops 4 cm off", "B runs"]),
        });
        let told = weighed(&found, Side::Blue, &roster(), "figures");
        let parts: Vec<String> =
            told.parts.iter().map(|part| format!("{} {}", part.label, part.percent)).collect();
        assert_eq!(parts, ["A of the 3rd stops some cm off 50.00", "Nothing changes 50.00", "B runs 16.67"]);
        assert_eq!((told.line.as_str(), told.sum.as_str()), ("50 %: Nothing changes", "1"));
    }

    #[test]
    fn a_fire_is_told_by_what_it_costs_the_other_side() {
        // 1, 2: nothing; 3, 4: X loses 1; 5: X loses 2 and gives way; 6: X loses 4, gives way and is gone; A loses 1 then
        let harm = |lost, gives_way, gone| Harm { lost, gives_way, gone };
        let found = by_face(|face| match face {
            1 | 2 => outcome(Fight::None, &[], &[]),
            3 | 4 => outcome(Fight::None, &[(1, harm(1, false, false))], &["X loses 1"]),
            5 => outcome(Fight::None, &[(1, harm(2, true, false))], &["X loses 2"]),
            _ => {
                let both = [(0, harm(1, false, false)), (1, harm(4, true, true))];
                outcome(Fight::None, &both, &["X is gone"])
            }
        });
        let told = weighed(&found, Side::Blue, &roster(), "figures");
        // (1 + 1 + 2 + 4) / 6 = 1.33; two faces of six; one of six
        assert_eq!(told.line, "1.3 figures expected, 33 % gives way, 17 % gone");
        let units: Vec<_> =
            told.units.iter().map(|unit| (unit.name.as_str(), unit.expected.as_str())).collect();
        assert_eq!(units, [("X", "1.3"), ("A", "0.2")], "the enemy first");
    }

    #[test]
    fn a_fight_is_told_by_who_wins_it() {
        let found = by_face(|face| match face {
            1 | 2 => outcome(Fight::Won, &[], &["won"]),
            3 => outcome(Fight::Drawn, &[], &["drawn"]),
            4 | 5 => outcome(Fight::Lost, &[], &["lost"]),
            _ => outcome(Fight::Unmet, &[], &["it does not come to blows"]),
        });
        let told = weighed(&found, Side::Blue, &roster(), "figures");
        assert_eq!(told.line, "Won 33 %, drawn 17 %, lost 33 %, no contact 17 %");
    }

    #[test]
    fn small_chances_are_not_rounded_away() {
        assert_eq!(
            ["0.00", "0.40", "0.50", "99.60", "100.00"].map(whole_percent),
            ["0 %", "under 1 %", "1 %", "over 99 %", "100 %"]
        );
    }
}
