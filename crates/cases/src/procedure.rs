//! Cases of the first kind: facts and dice into a procedure, or its exact odds.

use crate::check::{dice, left_over, settings};
use crate::compare::{fact_agrees, fact_text, shown};
use crate::document::{Node, Table, Value};
use crate::report::{Difference, Mistake};
use longroll_dice::{Distribution, Fraction, odds};
use longroll_kit::{Outcome, Prepared, Ruleset};

const KEYS: [&str; 9] =
    ["name", "clauses", "note", "procedure", "facts", "options", "dice", "expect", "odds"];

pub(crate) fn run<R: Ruleset>(case: &Table) -> Result<Vec<Difference>, Mistake> {
    case.only(&KEYS, "a case with a procedure")?;
    let prepared = prepare::<R>(case)?;
    let mut differences = Vec::new();
    let expect = case.get("expect").map(|node| node.table("expect")).transpose()?;
    let odds = case.get("odds").map(|node| node.table("odds")).transpose()?;
    let expects = |table: Option<&Table>| table.is_some_and(|table| !table.entries.is_empty());
    if !expects(expect) && !expects(odds) {
        return Err(Mistake::new(
            case.line,
            "the case expects nothing; say what comes out under expect or odds",
        ));
    }
    if case.get("dice").is_some() && expect.is_none() {
        return Err(Mistake::new(case.line, "dice need an expect, which says what they bring"));
    }
    if let Some(expect) = expect {
        compare_outcome(case, expect, &prepared, &mut differences)?;
    }
    if let Some(odds) = odds {
        compare_odds(case, odds, &prepared, &mut differences)?;
    }
    Ok(differences)
}

fn prepare<R: Ruleset>(case: &Table) -> Result<Prepared, Mistake> {
    let node = case.need("procedure", "a case")?;
    let name = node.text("procedure")?;
    let Some(procedure) = R::procedures().iter().find(|known| known.name == name) else {
        let known: Vec<_> = R::procedures().iter().map(|known| known.name).collect();
        let what = format!("{} has no procedure {name:?}; it has {}", R::ID, known.join(", "));
        return Err(node.mistake(what));
    };
    let (facts, line) = match case.get("facts") {
        Some(facts) => (facts.table("facts")?.to_json(), facts.line),
        None => (serde_json::Map::new(), node.line),
    };
    (procedure.prepare)(&facts.into(), &settings::<R>(case)?)
        .map_err(|error| Mistake::new(line, error.to_string()))
}

fn compare_outcome(
    case: &Table,
    expect: &Table,
    prepared: &Prepared,
    differences: &mut Vec<Difference>,
) -> Result<(), Mistake> {
    let mut dice = dice(case)?;
    let outcome = match prepared(&mut dice) {
        Ok(outcome) => outcome,
        Err(wanted) => {
            differences.push(Difference::new("dice", "enough for the procedure", wanted.to_string()));
            return Ok(());
        }
    };
    differences.extend(left_over(&dice, ""));
    for (name, wanted) in &expect.entries {
        let fact = outcome.get(name).ok_or_else(|| unknown_fact(name, wanted, &outcome))?;
        if !fact_agrees(wanted, fact) {
            differences.push(Difference::new(name, shown_fact(wanted), fact_text(fact)));
        }
    }
    Ok(())
}

fn compare_odds(
    case: &Table,
    stated: &Table,
    prepared: &Prepared,
    differences: &mut Vec<Difference>,
) -> Result<(), Mistake> {
    let exact = odds(|dice| prepared(dice)).map_err(|error| Mistake::new(case.line, error.to_string()))?;
    for (name, node) in &stated.entries {
        let by_value = odds_of(&exact, name, node)?;
        for (value, node) in &node.table("the odds of a fact")?.entries {
            let wanted = fraction(node)?;
            let got = by_value.probability(value);
            if wanted != got {
                differences.push(Difference::new(
                    format!("odds of {name} = {value}"),
                    wanted.to_string(),
                    got.to_string(),
                ));
            }
        }
    }
    Ok(())
}

/// The odds of one named fact alone, by its value as it is written in a case.
fn odds_of(exact: &Distribution<Outcome>, name: &str, node: &Node) -> Result<Distribution<String>, Mistake> {
    if let Some((outcome, _)) = exact.iter().find(|(outcome, _)| outcome.get(name).is_none()) {
        return Err(unknown_fact(name, node, outcome));
    }
    Ok(exact.map(|outcome| outcome.get(name).map(fact_text).unwrap_or_default()))
}

/// A fraction written "1/4", "0" or "1", or a plain 0 or 1.
fn fraction(node: &Node) -> Result<Fraction, Mistake> {
    let bad = || node.mistake("odds are exact fractions such as \"1/4\", \"0\" or \"1\"");
    let text = match &node.value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return Err(bad()),
    };
    let (above, below) = text.split_once('/').unwrap_or((&text, "1"));
    let whole = |text: &str| text.trim().parse::<u128>().map_err(|_| bad());
    match whole(below)? {
        0 => Err(bad()),
        below => Ok(Fraction::new(whole(above)?, below)),
    }
}

fn unknown_fact(name: &str, node: &Node, outcome: &Outcome) -> Mistake {
    let known: Vec<_> = outcome.0.iter().map(|(known, _)| *known).collect();
    node.mistake(format!("the procedure does not decide {name:?}; it decides {}", known.join(", ")))
}

fn shown_fact(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.clone(),
        _ => shown(node),
    }
}
