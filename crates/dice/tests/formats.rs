//! The shapes that stand in game files and go over the wire. Old files hold them: add to them, never bend them.

use longroll_dice::{Clause, Dice, Die, Distribution, Read, Roll, Rolling, Scripted, Seed, Thrown, Wanted};
use schemars::schema_for;
use serde_json::{from_value, json, to_value};

const FIRE: Clause = Clause::new("ap.fire.hit");

#[test]
fn the_record_of_a_roll() {
    let mut dice = Rolling::new(Scripted::parse("5 1 6 | 2 2").unwrap());
    dice.count(FIRE, 3, Die::D6, 5).unwrap();
    dice.sorted(FIRE, 2, Die::Average).unwrap();
    let shape = json!([
        { "clause": "ap.fire.hit", "die": "d6", "read": { "at_least": 5 }, "faces": [5, 1, 6] },
        { "clause": "ap.fire.hit", "die": "average", "read": "sorted", "faces": [2, 2] },
    ]);
    assert_eq!(to_value(dice.thrown()).unwrap(), shape);
    assert_eq!(from_value::<Vec<Thrown>>(shape).unwrap(), dice.thrown());
    assert_eq!(dice.thrown()[0].reading(), longroll_dice::Reading::Number(2));
}

#[test]
fn what_is_wanted() {
    let roll = Roll { clause: FIRE, n: 4, die: Die::D10, read: Read::Sum };
    let shape = json!({
        "why": "not_thrown", "given": 0,
        "roll": { "clause": "ap.fire.hit", "n": 4, "die": "d10", "read": "sum" },
    });
    let wanted = Wanted::NotThrown { roll, given: 0 };
    assert_eq!(to_value(wanted).unwrap(), shape);
    assert_eq!(from_value::<Wanted>(shape).unwrap(), wanted);
}

#[test]
fn schemas_say_what_the_shapes_are() {
    let thrown = schema_for!(Thrown).to_value();
    assert_eq!(thrown["required"], json!(["clause", "die", "read", "faces"]));
    assert_eq!(thrown["properties"]["clause"]["pattern"], "^[A-Za-z0-9._-]{1,23}$");
    assert_eq!(thrown["properties"]["faces"]["type"], "array");
    let odds = schema_for!(Distribution<u32>).to_value();
    assert_eq!(odds["type"], "array");
    assert_eq!(schema_for!(Seed).to_value()["type"], "string");
    assert!(schema_for!(Wanted).to_value()["oneOf"].is_array());
}

#[test]
fn bad_files_are_refused_in_words() {
    let bad = json!({ "clause": "no good", "die": "d6", "read": "sum", "faces": [1] });
    let said = from_value::<Thrown>(bad).unwrap_err().to_string();
    assert!(said.contains("\"no good\" is not a clause id"), "{said}");
    assert!(from_value::<Die>(json!("d7")).is_err());
    assert!(from_value::<Read>(json!({ "at_least": 256 })).is_err());
    assert!(from_value::<Seed>(json!("1863")).is_err());
}
