//! The guide for scenario writers: its example is a real scenario, and it leaves no key out.

use longroll_scenario::{Files, Kind, NamedText, check, schema_text};

const GUIDE: &str = include_str!("../../../docs/scenarios.md");

fn block(language: &str) -> &'static str {
    let opening = format!("```{language}\n");
    let start = GUIDE.find(&opening).expect("the guide has such a block") + opening.len();
    let length = GUIDE[start..].find("```").expect("the block ends");
    &GUIDE[start..start + length]
}

#[test]
fn the_example_of_the_guide_checks_clean() {
    let files = Files {
        scenario: NamedText { file: "guide", text: block("toml") },
        terrain: NamedText { file: "guide", text: block("json") },
        rulesets: &[],
    };
    let scenario = check(&files).expect("no mistakes");
    assert_eq!(scenario.terrain.features.len(), 2);
    let strength = scenario.unit_overrides("quickplay", "first-foot").and_then(|table| table.get("strength"));
    assert_eq!(strength.and_then(|value| value.as_integer()), Some(4));
    assert!(scenario.unit_overrides("quickplay", "second-foot").is_none());
}

#[test]
fn the_guide_names_every_key_and_every_word() {
    let schema: serde_json::Value = serde_json::from_str(&schema_text()).expect("JSON");
    let mut words: Vec<String> = Kind::ALL.iter().map(|kind| kind.word().to_owned()).collect();
    let definitions = schema["$defs"].as_object().into_iter().flat_map(|defs| defs.values()).chain([&schema]);
    for definition in definitions {
        words.extend(definition["properties"].as_object().into_iter().flat_map(|keys| keys.keys().cloned()));
        let choices = definition["oneOf"].as_array().into_iter().flatten();
        words.extend(choices.filter_map(|choice| choice["const"].as_str()).map(str::to_owned));
    }
    assert!(words.len() > 90, "the schema was read: {} words", words.len());
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let named: std::collections::BTreeSet<&str> = GUIDE.split(|letter| !is_part(letter)).collect();
    let missing: Vec<_> = words.iter().filter(|word| !named.contains(word.as_str())).collect();
    assert!(missing.is_empty(), "not in the guide: {missing:?}");
}
