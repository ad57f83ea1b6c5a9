//! Plans are whole, every rule case of a procedure comes out the same typed in at a table, and a table keeps what was done.

use longroll_dice::Seed;
use longroll_kit::{Clause, Settings};
use longroll_rulesets::RulesetId;
use longroll_umpire::{Asked, Resolution, Table, battle_of, marker_list, mustered, plan_view, resolve};
use longroll_wire::{AskedAct, ColumnKind, RosterUnit, Side, TableAct, TableLine};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn clauses_exist(set: RulesetId, ids: impl IntoIterator<Item = String>, whose: &str) {
    for id in ids {
        let clause = Clause::parse(&id).unwrap();
        assert!(set.registry().entry(clause).is_some(), "{set}: {whose} names {id}, which is no clause");
    }
}

#[test]
fn every_procedure_has_its_card_under_a_step_and_every_clause_exists() {
    for set in RulesetId::ALL {
        let plan = plan_view(*set);
        for procedure in set.procedures() {
            let cards = plan.cards.iter().filter(|card| card.procedure == procedure.name).count();
            assert_eq!(cards, 1, "{set} {}", procedure.name);
            let is_placed =
                plan.steps.iter().any(|step| step.cards.iter().any(|card| card == procedure.name));
            assert!(is_placed, "{set}: no step has the card {}", procedure.name);
        }
        for step in &plan.steps {
            clauses_exist(*set, step.clauses.clone(), &step.title);
            for card in &step.cards {
                assert!(plan.cards.iter().any(|known| known.procedure == *card), "{set} {}: {card}", step.id);
            }
        }
        clauses_exist(*set, marker_list(*set).iter().map(|marker| marker.clause.clone()), "a marker");
        for card in &plan.cards {
            for (fact, column) in card.parts.iter().flat_map(|part| &part.fill) {
                let known = plan.columns.iter().any(|known| known.name == *column);
                assert!(known, "{set} {}: {fact} from {column}", card.procedure);
            }
        }
    }
}

/// Every fact that a roster fills in is taken by its procedure, with the value that a mustered army has there.
#[test]
fn what_a_mustered_roster_fills_in_is_taken() {
    let learning = learning();
    for set in RulesetId::ALL {
        let settings = Settings::default();
        let roster = mustered(*set, &settings, &learning).unwrap();
        assert!(roster.len() >= 10, "{set}: {} units", roster.len());
        let plan = plan_view(*set);
        for column in plan.columns.iter().filter(|column| column.kind == ColumnKind::Choice) {
            for unit in &roster {
                let Some(word) = unit.values.get(&column.name).and_then(Value::as_str) else { continue };
                let is_known = column.choices.iter().any(|choice| choice == word);
                // officers are pieces that no procedure takes as troops
                let is_officer = ["general", "officer", "leader"].contains(&word);
                assert!(is_known || is_officer, "{set} {}: {} is {word}", unit.name, column.name);
            }
        }
        for card in &plan.cards {
            let known = set.procedures().iter().find(|known| known.name == card.procedure).unwrap();
            for part in &card.parts {
                let mut facts = Map::new();
                let unit = fitting(&roster, &card.procedure, &part.name);
                for (fact, column) in &part.fill {
                    if let Some(value) = unit.values.get(column).filter(|value| !value.is_null()) {
                        put(&mut facts, fact, value.clone());
                    }
                }
                let facts = Value::Object(facts);
                if let Err(error) = (known.prepare)(&facts, &settings) {
                    let unread = error.to_string().contains("cannot be read");
                    assert!(!unread, "{set} {} {}: {error}: {facts}", card.procedure, part.name);
                }
            }
        }
    }
}

/// A battery where the card is about guns, else the first regiment.
fn fitting<'a>(roster: &'a [RosterUnit], procedure: &str, part: &str) -> &'a RosterUnit {
    let of_guns =
        ["artillery", "siege", "mortar"].contains(&procedure) && ["battery", "firer"].contains(&part);
    let wanted = if of_guns { "Keller's Battery" } else { "Lakeshore Rifles" };
    roster.iter().find(|unit| unit.name == wanted).unwrap()
}

fn put(facts: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => drop(facts.insert(path.to_owned(), value)),
        Some((first, rest)) => {
            let group = facts.entry(first).or_insert_with(|| json!({}));
            put(group.as_object_mut().unwrap(), rest, value);
        }
    }
}

fn learning() -> longroll_game::Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/learning");
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    longroll_game::Battle::read(longroll_game::ScenarioText {
        name: "learning".into(),
        toml: text("scenario.toml"),
        geojson: text("terrain.geojson"),
    })
    .unwrap()
}

/// The rule cases from facts alone: the same dice typed in roll by roll at a table give what the case expects.
#[test]
fn every_rule_case_from_facts_comes_out_the_same_at_a_table() {
    let mut seen: BTreeSet<(RulesetId, String)> = BTreeSet::new();
    let mut count = 0;
    for set in RulesetId::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(set.id());
        for file in std::fs::read_dir(folder).unwrap().flatten() {
            let text = std::fs::read_to_string(file.path()).unwrap();
            let Ok(cases) = text.parse::<toml::Table>() else { continue };
            for case in cases.get("case").and_then(toml::Value::as_array).into_iter().flatten() {
                let word = |name: &str| case.get(name).and_then(toml::Value::as_str);
                let (Some(procedure), Some(expect), None) =
                    (word("procedure"), case.get("expect"), case.get("options"))
                else {
                    continue;
                };
                let facts = case.get("facts").map_or(json!({}), |facts| serde_json::to_value(facts).unwrap());
                let name = word("name").unwrap_or_default();
                if table_agrees(*set, procedure, &facts, word("dice").unwrap_or_default(), expect, name) {
                    seen.insert((*set, procedure.to_owned()));
                    count += 1;
                }
            }
        }
    }
    assert!(count > 300, "{count} cases");
    for set in RulesetId::ALL {
        for procedure in set.procedures() {
            let known = seen.contains(&(*set, procedure.name.to_owned()));
            assert!(known, "{set} {} has no rule case that a table can play", procedure.name);
        }
    }
}

fn table_agrees(
    set: RulesetId,
    procedure: &str,
    facts: &Value,
    dice: &str,
    expect: &toml::Value,
    name: &str,
) -> bool {
    let table = opened(set, Vec::new());
    let mut left: Vec<u8> = dice.split([' ', '|']).filter_map(|word| word.parse().ok()).collect();
    let mut rolls: Vec<Vec<u8>> = Vec::new();
    loop {
        let act = AskedAct::Resolve {
            procedure: procedure.to_owned(),
            facts: facts.clone(),
            parts: BTreeMap::new(),
            rolls: rolls.clone(),
            screen: false,
        };
        match table.ask(&act, &Seed::from_number(1)) {
            // A case may show what is refused.
            Err(_) => return false,
            Ok(Asked::Wants { roll, .. }) => {
                let n = roll.n as usize;
                // A case may show which odds or lists facts give, without dice.
                if left.is_empty() && rolls.is_empty() {
                    return false;
                }
                assert!(n <= left.len(), "{set} {name}: {} wants more dice than {dice}", roll.words);
                rolls.push(left.drain(..n).collect());
            }
            Ok(Asked::Line(line)) => {
                assert!(left.is_empty(), "{set} {name}: dice are left over");
                let TableAct::Resolved(resolved) = *line else { panic!("it was resolved") };
                for (fact, wanted) in expect.as_table().unwrap() {
                    let Some(found) = resolved.outcome.get(fact) else { continue };
                    let wanted = serde_json::to_value(wanted).unwrap();
                    assert_eq!(*found, wanted, "{set} {name}: {fact}");
                }
                assert!(
                    !resolved.said.is_empty(),
                    "{set} {procedure}: nothing is said of {}",
                    resolved.outcome
                );
                clauses_exist(set, resolved.said.iter().map(|said| said.clause.clone()), procedure);
                return true;
            }
        }
    }
}

fn opened(set: RulesetId, roster: Vec<RosterUnit>) -> Table {
    let act = TableAct::Opened {
        title: "A table".into(),
        ruleset: set.id().into(),
        edition: set.edition().into(),
        options: BTreeMap::new(),
        roster,
    };
    Table::from_lines(vec![TableLine { number: 0, at: 0, ask: String::new(), act }]).unwrap()
}

fn done(table: &mut Table, act: AskedAct) -> u32 {
    let asked = table.ask(&act, &Seed::from_number(1863)).unwrap();
    let Asked::Line(line) = asked else { panic!("dice are wanted") };
    let number = table.lines.len() as u32;
    table.add(TableLine { number, at: 0, ask: format!("ask {number}"), act: *line });
    number
}

fn fire(rolls: Vec<Vec<u8>>) -> AskedAct {
    AskedAct::Resolve {
        procedure: "fire".into(),
        facts: json!({ "stationary": true, "range": 2 }),
        parts: BTreeMap::from([("firer".into(), 0), ("target".into(), 1)]),
        rolls,
        screen: false,
    }
}

fn two() -> Vec<RosterUnit> {
    let unit = |id: u32, side, name: &str| RosterUnit {
        id,
        side,
        name: name.into(),
        formation: String::new(),
        values: BTreeMap::from([("strength".into(), json!(4)), ("order".into(), json!("good_order"))]),
        gone: false,
    };
    vec![unit(0, Side::Blue, "A"), unit(1, Side::Gray, "B")]
}

/// Four dice for stationary infantry, two of them sixes: B loses two Strength (QP-COMBAT-04, -06, -30).
#[test]
fn losses_go_into_the_roster_and_come_back_with_an_undo() {
    let mut table = opened(RulesetId::Quickplay, two());
    let asked = table.ask(&fire(Vec::new()), &Seed::from_number(1)).unwrap();
    let Asked::Wants { roll, .. } = asked else { panic!("four dice are wanted") };
    assert_eq!((roll.n, roll.faces.len(), roll.words.as_str()), (4, 6, "4d6, each 6 counts"));
    let number = done(&mut table, fire(vec![vec![6, 1, 6, 3]]));
    assert_eq!(table.roster[1].values["strength"], json!(2));
    let TableAct::Resolved(resolved) = &table.lines[number as usize].act else { panic!("a fire") };
    assert_eq!(resolved.said[0].text, "B: remove 2 Strength.");
    assert!(resolved.dice[0].by_hand);
    let undo = done(&mut table, AskedAct::Undo { number });
    assert_eq!(table.roster[1].values["strength"], json!(4));
    // taking back what took back
    done(&mut table, AskedAct::Undo { number: undo });
    assert_eq!(table.roster[1].values["strength"], json!(2));
    assert_eq!(Table::from_lines(table.lines.clone()).unwrap(), table, "it follows from its lines alone");
}

#[test]
fn what_is_asked_twice_is_known_and_nonsense_is_refused() {
    let mut table = opened(RulesetId::Quickplay, two());
    let number = done(&mut table, AskedAct::Next);
    assert_eq!(table.known("ask 1"), Some(number));
    assert_eq!((table.known(""), table.known("ask 9")), (None, None));
    let seed = Seed::from_number(1);
    let refused = |act: AskedAct| table.ask(&act, &seed).unwrap_err().0;
    assert!(refused(fire(vec![vec![6, 1]])).contains("4d6"));
    assert!(refused(fire(vec![vec![6, 1, 1, 7]])).contains("cannot show 7"));
    assert!(refused(fire(vec![vec![6, 1, 1, 1], vec![1]])).contains("more dice"));
    assert!(refused(AskedAct::Undo { number: 0 }).contains("opening"));
    let to = json!("brave");
    let bad = AskedAct::Correct { unit: 0, column: "order".into(), to };
    assert_eq!(refused(bad), "Order cannot be set to that");
    assert!(
        refused(AskedAct::Correct { unit: 7, column: "order".into(), to: Value::Null })
            .contains("no such unit")
    );
    assert!(refused(AskedAct::Note { text: " ".into() }).contains("a note"));
}

#[test]
fn the_sequence_goes_round_and_back() {
    for set in RulesetId::ALL {
        let mut table = opened(*set, Vec::new());
        let plan = plan_view(*set);
        let start = table.place;
        done(&mut table, AskedAct::Back);
        assert_eq!(table.place, start, "{set}: before the first step is nothing");
        let passes = if plan.turns_of_a_side { 2 } else { 1 };
        let steps = plan.steps.len() * passes;
        (0..steps).for_each(|_| assert!(done(&mut table, AskedAct::Next) > 0));
        assert_eq!((table.place.turn, table.place.step, table.place.side), (2, 0, Side::Blue), "{set}");
        (0..steps).for_each(|_| assert!(done(&mut table, AskedAct::Back) > 0));
        assert_eq!(table.place, start, "{set}");
    }
}

/// POT-TURN-13: hits that stay marked go at the end of a tenure; only on the way forward.
#[test]
fn a_step_clears_what_it_clears() {
    let mut roster = two();
    roster[1].values = BTreeMap::from([("marked".into(), json!(2)), ("stands".into(), json!(5))]);
    let mut table = opened(RulesetId::Potomac, roster);
    (0..2).for_each(|_| assert!(done(&mut table, AskedAct::Next) > 0));
    assert_eq!(table.roster[1].values["marked"], json!(2));
    done(&mut table, AskedAct::Next);
    assert_eq!(
        (&table.roster[1].values["marked"], &table.roster[1].values["stands"]),
        (&json!(0), &json!(5))
    );
}

#[test]
fn troops_are_read_from_text_and_mustered_by_each_ruleset() {
    let text = "blue\n2nd Wisconsin; 300 men; rifle musket; veteran\nHall's Battery; 6 3in rifle; regular\n\
                gray\n1st Tennessee; 280 men; rifle-musket; regular\nJenkins; 250 men; cavalry; carbine muzzleloader; elite";
    let battle = battle_of("Seminary Ridge", text).unwrap();
    for set in RulesetId::ALL {
        let roster = mustered(*set, &Settings::default(), &battle).unwrap();
        for name in ["2nd Wisconsin", "Hall's Battery", "1st Tennessee", "Jenkins"] {
            assert!(roster.iter().any(|unit| unit.name == name), "{set}: {name}");
        }
    }
    let wrong = |text: &str| battle_of("", text).unwrap_err().0;
    assert_eq!(wrong("blue; A; 300 men"), "there is no gray unit; give each side one at least");
    assert!(wrong("blue; A; 300 men\ngray; B; halberd; 3 men").starts_with("line 2: "));
    assert!(wrong("A").contains("neither men nor guns"));
    let many = "A; 100 men\n".repeat(121);
    assert!(wrong(&many).starts_with("line 121: a table holds at most"));
    let most = format!("{}gray\n{}", "A; 1000 men\n".repeat(60), "B; 1000 men\n".repeat(60));
    let battle = battle_of("", &most).unwrap();
    RulesetId::ALL
        .iter()
        .for_each(|set| assert!(mustered(*set, &Settings::default(), &battle).is_ok(), "{set}"));
}

#[test]
fn dice_on_the_screen_finish_what_was_begun_by_hand() {
    let facts = json!({ "charger": { "morale": 4 }, "defender": { "morale": 4 } });
    let seed = Seed::from_number(5);
    let set = RulesetId::Quickplay;
    let done = resolve(set, &Settings::default(), "charge", &facts, vec![vec![1]], Some(&seed)).unwrap();
    let Resolution::Done { thrown, .. } = done else { panic!("the screen throws the rest") };
    assert!(thrown.len() >= 2);
    assert!(thrown[0].by_hand && thrown[0].faces == [1]);
    assert!(thrown[1..].iter().all(|one| !one.by_hand));
}

/// Facts that contradict each other are refused, and the refusal names both.
#[test]
fn facts_that_contradict_each_other_are_refused_with_the_pair_named() {
    use RulesetId::{DeadlyField, Grenadier, JohnnyReb, Potomac, Quickplay};
    let pairs = [
        (Quickplay, "fire", json!({ "firer": "infantry", "weapon": "field_artillery" }), ["infantry", "gun"]),
        (Quickplay, "fire", json!({ "target_limbered": true }), ["Infantry", "target_limbered"]),
        (Quickplay, "melee", json!({ "defender_limbered": true }), ["Infantry", "defender_limbered"]),
        (JohnnyReb, "fire", json!({ "weapon": "12pdr_napoleon" }), ["body", "gun"]),
        (
            JohnnyReb,
            "fire",
            json!({ "body": "artillery", "formation": "unlimbered" }),
            ["artillery", "no gun"],
        ),
        (DeadlyField, "fire", json!({ "firer": { "weapon": "12pdr_napoleon" } }), ["arm", "Napoleon"]),
        (Grenadier, "fire", json!({ "mounted": true }), ["mounted", "cavalry"]),
        (
            Grenadier,
            "fire",
            json!({ "target": { "skirmishers": true, "column": true } }),
            ["skirmishers", "column"],
        ),
        (Potomac, "small_arms", json!({ "target": { "limbered": true } }), ["limbered", "guns"]),
        (
            Potomac,
            "small_arms",
            json!({ "target": { "ready": true, "confused": true } }),
            ["ready", "confused"],
        ),
    ];
    for (set, procedure, facts, pair) in pairs {
        let known = set.procedures().iter().find(|known| known.name == procedure).unwrap();
        let said = match (known.prepare)(&facts, &Settings::default()) {
            Ok(_) => panic!("{set} {procedure} takes {facts}"),
            Err(error) => error.to_string().to_lowercase(),
        };
        let names_both = pair.iter().all(|word| said.contains(&word.to_lowercase()));
        assert!(said.contains("contradict each other") && names_both, "{set} {procedure} {facts}: {said}");
    }
}
