//! Keys that both kinds of case share.

use crate::document::{Node, Table};
use crate::report::{Difference, Mistake};
use longroll_dice::{Rolling, Scripted};
use longroll_kit::{Clause, Ruleset, Settings};

/// The clauses that a case is about: at least one, each known to the ruleset.
pub(crate) fn clauses<R: Ruleset>(case: &Table) -> Result<Vec<Clause>, Mistake> {
    let node = case.need("clauses", "a case")?;
    let found: Vec<Clause> = node.list("clauses")?.iter().map(known_clause::<R>).collect::<Result<_, _>>()?;
    if found.is_empty() {
        return Err(node.mistake("a case is about one clause at least"));
    }
    Ok(found)
}

/// The id of a clause, an option or a ruling of the ruleset.
pub(crate) fn known_clause<R: Ruleset>(node: &Node) -> Result<Clause, Mistake> {
    let text = node.text("a clause")?;
    let clause = Clause::parse(text).map_err(|error| node.mistake(error.to_string()))?;
    let registry = R::registry();
    let is_ruling = registry.rulings.iter().any(|ruling| ruling.id == clause);
    if registry.entry(clause).is_some() || registry.option(clause).is_some() || is_ruling {
        return Ok(clause);
    }
    Err(node.mistake(format!("{clause} is not a clause of {}", R::ID)))
}

/// The readings of disputed rules that the case is played by.
pub(crate) fn settings<R: Ruleset>(case: &Table) -> Result<Settings, Mistake> {
    let Some(node) = case.get("options") else { return Ok(Settings::default()) };
    let mut pairs = Vec::new();
    for (option, choice) in &node.table("options")?.entries {
        pairs.push((option.as_str(), choice.text("the choice of an option")?));
    }
    Settings::read(R::registry(), pairs).map_err(|error| node.mistake(error.to_string()))
}

/// The dice under this key; none when it is absent.
pub(crate) fn dice(table: &Table) -> Result<Rolling<Scripted>, Mistake> {
    let script = match table.get("dice") {
        None => Scripted::default(),
        Some(node) => Scripted::parse(node.text("dice")?).map_err(|error| node.mistake(error.to_string()))?,
    };
    Ok(Rolling::new(script))
}

/// Dice that nobody asked for are a difference.
pub(crate) fn left_over(dice: &Rolling<Scripted>, whose: &str) -> Option<Difference> {
    let left = dice.source().left_over();
    if left.is_empty() {
        return None;
    }
    let left: Vec<String> = left.iter().map(ToString::to_string).collect();
    let thrown: usize = dice.thrown().iter().map(|thrown| thrown.faces.len()).sum();
    let got = format!("{thrown} were thrown; left over: {}", left.join(" "));
    Some(Difference::new(format!("dice{whose}"), "all dice are thrown", got))
}
