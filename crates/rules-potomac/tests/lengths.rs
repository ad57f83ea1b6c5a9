//! Lengths in facts: read exactly, written back the same.

use longroll_rules_potomac::procedures::facts::UnitFacts;
use longroll_table::{Length, cm};
use serde_json::json;

fn room(value: serde_json::Value) -> Result<Option<Length>, String> {
    serde_json::from_value::<UnitFacts>(json!({ "room": value }))
        .map(|unit| unit.room)
        .map_err(|error| error.to_string())
}

#[test]
fn centimetres_are_read_exactly() {
    assert_eq!(room(json!(15)), Ok(Some(cm(15))));
    assert_eq!(room(json!(15.1)), Ok(Some(Length::from_micrometres(151_000))));
    assert_eq!(room(json!("4.5 cm")), Ok(Some(Length::from_micrometres(45_000))));
    assert_eq!(room(json!(null)), Ok(None));
    for bad in [json!("far"), json!(""), json!([1]), json!(1e40), json!("10001"), json!("1.2.3")] {
        assert!(room(bad.clone()).is_err(), "{bad}");
    }
}

#[test]
fn and_written_back_the_same() {
    for micrometres in [0, 10_000, 151_000, -1, 12_345, 200_000] {
        let unit = UnitFacts { room: Some(Length::from_micrometres(micrometres)), ..UnitFacts::default() };
        let text = serde_json::to_string(&unit).expect("facts can be written");
        assert_eq!(serde_json::from_str::<UnitFacts>(&text).expect("and read"), unit, "{text}");
    }
}
