//! Text for people: wrapping, first sentences, settings.

use crate::report::Failure;
use longroll_kit::{Registry, Settings};
use longroll_rulesets::RulesetId;

const WIDTH: usize = 100;

pub(crate) fn ruleset(named: &str) -> Result<RulesetId, Failure> {
    RulesetId::parse(named).map_err(Failure::usage)
}

/// Reads `OPTION=CHOICE` pairs.
pub(crate) fn settings(registry: &Registry, written: &[String]) -> Result<Settings, Failure> {
    Settings::read(registry, pairs(written)?).map_err(Failure::usage)
}

/// Splits `OPTION=CHOICE` pairs.
pub(crate) fn pairs(written: &[String]) -> Result<Vec<(&str, &str)>, Failure> {
    let mut read = Vec::new();
    for pair in written {
        let Some(split) = pair.split_once('=') else {
            let remedy = "write the option and its choice, such as --set QP-OPT-01=fire_too";
            return Err(Failure::usage(format!("{pair:?} sets nothing; {remedy}")));
        };
        read.push(split);
    }
    Ok(read)
}

/// Words wrapped to the width of a page, each line indented.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    let mut page = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = indent.chars().count() + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && longer > WIDTH {
            page.push_str(&format!("{indent}{line}\n"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    page.push_str(&format!("{indent}{line}\n"));
    page
}

/// The first sentence of a text.
pub(crate) fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_wrapped_between_words() {
        let text = "word ".repeat(30);
        let page = wrapped(&text, "  ");
        // 2 + 4 + 19 × 5 = 101 is one too wide, so 19 words stand on the first line and 11 on the second
        assert_eq!(page.lines().map(|line| line.split_whitespace().count()).collect::<Vec<_>>(), [19, 11]);
        assert_eq!(wrapped("", ""), "\n");
    }

    #[test]
    fn the_first_sentence_ends_at_its_full_stop() {
        assert_eq!(first_sentence("One thing. Another."), "One thing");
        assert_eq!(first_sentence("Only 2.5 in."), "Only 2.5 in");
    }
}
