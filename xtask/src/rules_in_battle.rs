//! `cargo xtask rules-in-battle`: writes docs/rules-in-battle.md, which says how often each heading of each rulebook came up in battles of
//! each shipped scenario, and why some never did.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

const SCENARIOS: [&str; 6] = [
    "learning",
    "mcphersons-ridge",
    "vicksburg-stockade",
    "brandy-station",
    "pickett-pettigrew",
    "cornfield",
];

/// What is asked for.
pub(crate) struct Asked {
    games: u32,
    seed: u32,
}

impl Asked {
    pub(crate) fn read(words: &[&str]) -> Option<Asked> {
        let mut asked = Asked { games: 20, seed: 1 };
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let number = rest.next()?.parse().ok()?;
            match *word {
                "--games" => asked.games = number,
                "--seed" => asked.seed = number,
                _ => return None,
            }
        }
        Some(asked)
    }
}

#[derive(Deserialize)]
struct Series {
    rulesets: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    ruleset: String,
    rules: Vec<Heading>,
    given: BTreeMap<String, u64>,
}

#[derive(Deserialize)]
struct Heading {
    heading: String,
    topic: String,
    lines: u64,
    clauses_that_came_up: usize,
    clauses: usize,
}

#[derive(Deserialize)]
struct Reasons {
    reason: Vec<Reason>,
}

/// Why a heading stays at nought: everywhere, or in the scenarios named.
#[derive(Deserialize)]
struct Reason {
    heading: String,
    #[serde(default)]
    scenarios: Vec<String>,
    why: String,
}

pub(crate) fn run(root: &Path, program: &Path, asked: &Asked) -> ExitCode {
    match write(root, program, asked) {
        Ok(unsaid) if unsaid.is_empty() => ExitCode::SUCCESS,
        Ok(unsaid) => {
            eprintln!("never came up, and docs/rules-in-battle.toml gives no reason:\n{}", unsaid.join("\n"));
            ExitCode::FAILURE
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the page and gives back what stays at nought without a reason.
fn write(root: &Path, program: &Path, asked: &Asked) -> Result<Vec<String>, String> {
    let reasons = root.join("docs/rules-in-battle.toml");
    let reasons = std::fs::read_to_string(&reasons).map_err(|why| format!("{}: {why}", reasons.display()))?;
    let reasons: Reasons = toml::from_str(&reasons).map_err(|why| why.to_string())?;
    let series: Vec<Series> =
        SCENARIOS.iter().map(|scenario| fight(program, scenario, asked)).collect::<Result<_, _>>()?;
    let (page, unsaid) = page(&series, &reasons.reason, asked)?;
    std::fs::write(root.join("docs/rules-in-battle.md"), page).map_err(|why| why.to_string())?;
    Ok(unsaid)
}

fn fight(program: &Path, scenario: &str, asked: &Asked) -> Result<Series, String> {
    eprintln!("{scenario}: {} battles under each ruleset", asked.games);
    let (games, seed) = (asked.games.to_string(), asked.seed.to_string());
    let words =
        ["sim", scenario, "--ruleset", "all", "--games", &games, "--seed", &seed, "--rules", "--json"];
    let done = Command::new(program).args(words).output().map_err(|why| why.to_string())?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    serde_json::from_slice(&done.stdout).map_err(|why| why.to_string())
}

fn page(series: &[Series], reasons: &[Reason], asked: &Asked) -> Result<(String, Vec<String>), String> {
    let mut text = format!(
        "# Rules in battle\n\n\
         How often each heading of each rulebook came up when `captain` fought `captain`, {} battles of each scenario, seeds from {}. Made by \
         `cargo xtask rules-in-battle`; the reasons are in `docs/rules-in-battle.toml`.\n\n\
         A clause comes up when a line of the log, a roll or a modifier that counted names it. Clauses that define, forbid or limit decide \
         nothing of their own and are not counted, however much they shape a battle. In brackets: how many clauses of the heading came up.\n",
        asked.games, asked.seed
    );
    let mut unsaid = Vec::new();
    let sets: Vec<&str> = series[0].rulesets.iter().map(|row| row.ruleset.as_str()).collect();
    for set in sets {
        let rows: Vec<&Row> =
            series.iter().filter_map(|one| one.rulesets.iter().find(|row| row.ruleset == set)).collect();
        let heads = SCENARIOS.join(" | ");
        write!(text, "\n## {set}\n\n| heading | clauses | {heads} |\n|---|---|---|---|---|---|---|---|\n")
            .map_err(|why| why.to_string())?;
        let mut said: Vec<String> = Vec::new();
        for (place, first) in rows[0].rules.iter().enumerate() {
            let cells: Vec<&Heading> = rows.iter().map(|row| &row.rules[place]).collect();
            let shown: Vec<String> = cells
                .iter()
                .map(|cell| match cell.lines {
                    0 => "0".to_owned(),
                    lines => format!("{lines} ({})", cell.clauses_that_came_up),
                })
                .collect();
            text.push_str(&format!(
                "| {} {} | {} | {} |\n",
                first.heading,
                first.topic,
                first.clauses,
                shown.join(" | ")
            ));
            let never: Vec<&str> = SCENARIOS
                .iter()
                .zip(&cells)
                .filter(|(_, cell)| cell.lines == 0)
                .map(|(scenario, _)| *scenario)
                .collect();
            explain(&first.heading, &never, reasons, &mut said, &mut unsaid);
        }
        if !said.is_empty() {
            text.push_str("\nNever, and why:\n\n");
            text.extend(said.iter().map(|line| format!("- {line}\n")));
        }
        let mut given: BTreeMap<&str, u64> = BTreeMap::new();
        for (kind, count) in rows.iter().flat_map(|row| &row.given) {
            *given.entry(kind).or_default() += count;
        }
        let given: Vec<String> = given.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        text.push_str(&format!("\nCommands given, all six scenarios together: {}.\n", given.join(", ")));
    }
    Ok((text, unsaid))
}

/// One line for each reason that covers some of the scenarios in which a heading never came up.
fn explain(
    heading: &str,
    never: &[&str],
    reasons: &[Reason],
    said: &mut Vec<String>,
    unsaid: &mut Vec<String>,
) {
    let mut left: Vec<&str> = never.to_vec();
    for reason in reasons.iter().filter(|reason| reason.heading == heading) {
        let covers =
            |scenario: &&str| reason.scenarios.is_empty() || reason.scenarios.iter().any(|s| s == scenario);
        let covered: Vec<&str> = left.iter().copied().filter(|scenario| covers(scenario)).collect();
        left.retain(|scenario| !covered.contains(scenario));
        match covered.len() {
            0 => {}
            6 => said.push(format!("{heading}: {}", reason.why)),
            _ => said.push(format!("{heading} ({}): {}", covered.join(", "), reason.why)),
        }
    }
    unsaid.extend(left.iter().map(|scenario| format!("{heading} in {scenario}")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_came_up_needs_a_reason_for_each_scenario() {
        let reason = Reason {
            heading: "X-SIEGE".to_owned(),
            scenarios: vec!["learning".to_owned(), "cornfield".to_owned()],
            why: "no siege guns".to_owned(),
        };
        let (mut said, mut unsaid) = (Vec::new(), Vec::new());
        explain("X-SIEGE", &["learning", "brandy-station"], &[reason], &mut said, &mut unsaid);
        assert_eq!(said, ["X-SIEGE (learning): no siege guns"]);
        assert_eq!(unsaid, ["X-SIEGE in brandy-station"]);
    }
}
