//! All rule cases of this set, so that its own tests run them too.

use longroll_cases::run;
use longroll_rules_deadly_field::DeadlyField;
use longroll_table::inches;

macro_rules! cases {
    ($($name:literal),+) => { [$(($name, include_str!(concat!("../../../cases/deadly-field/", $name)))),+] };
}

#[test]
fn every_case_passes() {
    let files = cases![
        "charges.toml",
        "contact.toml",
        "fire.toml",
        "ground.toml",
        "groups.toml",
        "impact.toml",
        "log.toml",
        "morale.toml",
        "movement.toml",
        "reactions.toml",
        "shooting.toml",
        "target.toml",
        "turn.toml",
        "units.toml",
        "volley.toml"
    ];
    let reports = files.map(|(name, text)| run::<DeadlyField>(text, name, inches(1)));
    let wrong: Vec<String> =
        reports.iter().filter(|report| !report.is_all_right()).map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
