//! The log adds up: what a line names as counted is what was counted, and nothing else.

use crate::playing::Moment;
use longroll_ai::Appraisal;
use longroll_kit::{Counted, Effect, Settled};
use serde_json::Value;

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summed {
    pub lines: u32,
    /// Modifier lists behind those lines.
    pub lists: u32,
    pub modifiers: u32,
    /// Sums written out, such as `7 +2 −1 = 8`.
    pub sums: u32,
}

/// Looks at every line that the command brings into the log, and at the explanation of the command before it is given.
///
/// # Errors
/// The first line that does not add up.
pub fn check_sums<R: Appraisal>(moment: &Moment<'_, R>, summed: &mut Summed) -> Result<(), String> {
    for explained in R::explain(moment.before, moment.side, moment.command) {
        check_total(&explained.settled)
            .map_err(|what| format!("explained as {}: {what}", explained.title))?;
        summed.lists += 1;
    }
    let mut state = moment.before.clone();
    for event in moment.events {
        let telling = R::tell(&state, event);
        if !telling.text.is_empty() {
            summed.lines += 1;
            check_words(&telling.text)?;
            if telling.clause.is_none() {
                return Err(format!("{:?} cites no clause", telling.text));
            }
            let event = serde_json::to_value(event).unwrap_or_default();
            let mut lists = Vec::new();
            modifier_lists(&event, &mut lists);
            for list in &lists {
                check_total(list)?;
                check_named(&telling.text, list, &lists, summed)?;
                summed.lists += 1;
            }
            summed.sums += check_written_sums(&telling.text)?;
        }
        R::apply(&mut state, event);
    }
    Ok(())
}

fn check_total(list: &Settled) -> Result<(), String> {
    let added: i32 = list
        .lines
        .iter()
        .filter(|line| line.counted == Counted::Yes)
        .map(|line| if let Effect::Add(value) = line.effect { value } else { 0 })
        .sum();
    if added == list.total { Ok(()) } else { Err(format!("the lines add up to {added}, not {}", list.total)) }
}

/// Every line that counted is named with its value, and no other is named as if it had. A line of the log may tell of several
/// lists, one a side.
fn check_named(text: &str, list: &Settled, all: &[Settled], summed: &mut Summed) -> Result<(), String> {
    for line in &list.lines {
        let named = format!("{} {}", line.effect, line.label);
        let is_named = text.contains(&named);
        let is_counted = line.counted == Counted::Yes;
        let counted_elsewhere = || {
            let mut lines = all.iter().flat_map(Settled::counted);
            lines.any(|other| other.label == line.label && other.effect == line.effect)
        };
        if is_counted && !is_named && line.effect != Effect::Add(0) {
            return Err(format!("{text:?} does not name {named:?}, which counted"));
        }
        if !is_counted && is_named && !counted_elsewhere() {
            return Err(format!("{text:?} names {named:?}, which did not count"));
        }
        summed.modifiers += u32::from(is_counted);
    }
    Ok(())
}

fn modifier_lists(value: &Value, lists: &mut Vec<Settled>) {
    match value {
        Value::Object(entries) => {
            if entries.contains_key("total") && entries.contains_key("lines") {
                lists.extend(serde_json::from_value::<Settled>(value.clone()));
            } else {
                entries.values().for_each(|entry| modifier_lists(entry, lists));
            }
        }
        Value::Array(entries) => entries.iter().for_each(|entry| modifier_lists(entry, lists)),
        _ => {}
    }
}

/// Words that no line may hold.
fn check_words(text: &str) -> Result<(), String> {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || "(),;:".contains(c)).collect();
    if words.windows(2).any(|pair| pair == ["1", "dice"]) {
        return Err(format!("{text:?}: one die is not dice"));
    }
    let is_no_move =
        |three: &[&str]| three[0].starts_with("move") && three[1] == "0" && matches!(three[2], "in" | "cm");
    if words.windows(3).any(is_no_move) {
        return Err(format!("{text:?}: a move of nothing"));
    }
    Ok(())
}

/// Sums written out in the line: `A (+1 this, −2 that) = B` and `A + B − C = D` are right. Returns how many there were.
fn check_written_sums(text: &str) -> Result<u32, String> {
    let mut found = 0;
    for (at, _) in text.match_indices(" = ") {
        let Some(total) = leading_number(&text[at + 3..]) else { continue };
        let before = &text[..at];
        let Some(sum) = sum_before(before) else { continue };
        if sum != total {
            return Err(format!("{text:?}: {sum} is not {total}"));
        }
        found += 1;
    }
    Ok(found)
}

fn leading_number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('−') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse::<i64>().ok().map(|number| sign * number)
}

/// The last number before a bracket of modifiers, with those modifiers; or the last number and whatever is added to it.
fn sum_before(text: &str) -> Option<i64> {
    let (base, mods) = match text.strip_suffix(')') {
        Some(inner) => {
            let open = inner.rfind(" (")?;
            (&inner[..open], &inner[open + 2..])
        }
        None => (text, ""),
    };
    let start = base
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| at + base[at..].chars().next().map_or(1, char::len_utf8));
    let first = base[start..].parse::<i64>().ok()?;
    let added: i64 = mods
        .split(", ")
        .filter_map(|part| {
            let (sign, rest) = match part.strip_prefix('+') {
                Some(rest) => (1, rest),
                None => (-1, part.strip_prefix('−')?),
            };
            // dice that are added are thrown with the others and do not enter the sum
            let number = leading_number(rest)?;
            let is_dice = rest.split(' ').nth(1).is_some_and(|word| word == "die" || word == "dice");
            (!is_dice).then_some(sign * number)
        })
        .sum();
    Some(first + added)
}
