//! Good files damaged at random: whatever comes of it, the checker answers and never panics.

use longroll_scenario::{Files, NamedText, check};
use proptest::prelude::*;

const BATTLE: &str = include_str!("../../../scenarios/mcphersons-ridge/scenario.toml");
const GROUND: &str = include_str!("../../../scenarios/mcphersons-ridge/terrain.geojson");

/// One piece of damage: where (as a share of the length), how many bytes go, and what comes instead.
type Damage = (u16, usize, String);

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let piece = prop_oneof![
        "[-0-9.eE]{0,12}",
        "[\\[\\]{}\",=:# \\n]{0,4}",
        "\\PC{0,6}",
        Just("99999999999999999999".to_owned()),
        Just("[[".repeat(60)),
    ];
    prop::collection::vec((any::<u16>(), 0_usize..40, piece), 1..4)
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for (share, length, piece) in damages {
        let start = bytes.len() * usize::from(*share) / 65_536;
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, piece.bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn answer(battle: &str, ground: &str) {
    let files = Files {
        scenario: NamedText { file: "b", text: battle },
        terrain: NamedText { file: "g", text: ground },
        rulesets: &[],
    };
    if let Err(mistakes) = check(&files) {
        assert!(!mistakes.is_empty());
        for mistake in mistakes {
            assert!(!mistake.what.is_empty() && !mistake.remedy.is_empty(), "{mistake}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_damaged_battle_is_answered(damages in damage()) {
        answer(&damaged(BATTLE, &damages), GROUND);
    }

    #[test]
    fn a_damaged_ground_is_answered(damages in damage()) {
        answer(BATTLE, &damaged(GROUND, &damages));
    }
}
