//! What a scenario gives: figures, stands, sections, officers, ground and length.

use longroll_kit::{Ruleset, Settings, Setup};
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_johnny_reb::book::kinds::{Arm, Formation, Grade, Quality, Weapon};
use longroll_rules_johnny_reb::turn::state::State;
use longroll_rules_johnny_reb::turn::victory::winner_of;
use longroll_scenario::{Files, NamedText, check};
use longroll_table::{inches, overlaps, thousandths};
use std::sync::Arc;

const LEARNING: [&str; 2] = [
    include_str!("../../../scenarios/learning/scenario.toml"),
    include_str!("../../../scenarios/learning/terrain.geojson"),
];

fn mustered([scenario, terrain]: [&str; 2]) -> State {
    let files = Files {
        scenario: NamedText { file: "scenario.toml", text: scenario },
        terrain: NamedText { file: "terrain.geojson", text: terrain },
        rulesets: &[],
    };
    let setup = Setup { scenario: Arc::new(check(&files).unwrap()), settings: Settings::default() };
    let mut state = JohnnyReb::blank(&setup).unwrap();
    for event in JohnnyReb::open(&setup).unwrap() {
        JohnnyReb::apply(&mut state, &event);
    }
    state
}

// clauses: JR-SETUP-01, JR-SCALE-01, JR-UNIT-01, JR-UNIT-02, JR-UNIT-03, JR-UNIT-04, JR-UNIT-05, JR-R05
#[test]
fn men_guns_and_yards_become_figures_sections_and_inches() {
    let state = mustered(LEARNING);
    let piece = |key: &str| state.piece(state.find(key).unwrap()).clone();
    // 1920 by 1440 yards at 50 to the inch: 38.4 by 28.8 in; 100 minutes are five turns
    assert_eq!((state.field.width, state.field.height), (thousandths(38_400), thousandths(28_800)));
    assert_eq!(state.muster.turns, 5);
    // 450 men are 15 figures, to the nearest four equal stands: 4 of 4
    let line = piece("iron-city");
    assert_eq!((line.arm, line.stands, line.per_stand), (Arm::Infantry, 4, 4));
    assert_eq!((line.quality, line.weapon), (Quality::Veteran, Weapon::RifleMusket));
    assert_eq!(piece("prairie").quality, Quality::Green);
    // 300 troopers: 10 figures, 4 stands of 3, mounted
    let horse = piece("harlans-dragoons");
    assert_eq!((horse.arm, horse.stands, horse.per_stand, horse.mounted), (Arm::Cavalry, 4, 3, true));
    // four guns are two sections; guns of two kinds are mixed
    let guns = piece("kellers-battery");
    assert_eq!((guns.stands, guns.per_stand, guns.weapon), (1, 2, Weapon::Rifle10));
    assert_eq!(piece("marlows-battery").weapon, Weapon::MixedGuns);
    let grades: Vec<Option<Grade>> = ["hollis-officer", "blue-column-officer"]
        .map(|key| state.find(key).and_then(|id| state.piece(id).grade))
        .to_vec();
    assert_eq!(grades, [Some(Grade::Brigade), Some(Grade::Division)]);
    assert_eq!(piece("iron-city").brigade, piece("hollis-officer").brigade);
    assert_ne!(piece("kellers-battery").brigade, piece("hollis-officer").brigade, "not of the brigade");
}

// clauses: JR-UNIT-01, JR-UNIT-02
#[test]
fn a_regiment_of_more_than_twenty_figures_plays_as_battalions() {
    // 480 men are 16 figures, 600 the most; 630 are 21
    for (men, stands) in [(480, vec![4]), (600, vec![5]), (630, vec![3, 3])] {
        let text = LEARNING[0].replacen("men = 450", &format!("men = {men}"), 1);
        let state = mustered([&text, LEARNING[1]]);
        let own = |key: &str| key == "iron-city" || key.starts_with("iron-city-");
        let found: Vec<u32> =
            state.muster.pieces.iter().filter(|piece| own(&piece.key)).map(|piece| piece.per_stand).collect();
        assert_eq!(found, stands, "{men} men");
    }
    // 360 troopers are 12 figures, 4 stands of 3
    let state = mustered([&LEARNING[0].replacen("men = 300", "men = 360", 1), LEARNING[1]]);
    let horse = state.piece(state.find("harlans-dragoons").unwrap());
    assert_eq!((horse.stands, horse.per_stand), (4, 3));
}

// clauses: JR-R07, JR-SETUP-01
#[test]
fn nobody_is_set_up_on_top_of_another() {
    for texts in [
        LEARNING,
        [
            include_str!("../../../scenarios/cornfield/scenario.toml"),
            include_str!("../../../scenarios/cornfield/terrain.geojson"),
        ],
    ] {
        let state = mustered(texts);
        let troops: Vec<_> = state.ids().filter(|id| !state.is_officer(*id)).collect();
        for (place, one) in troops.iter().enumerate() {
            for other in &troops[place + 1..] {
                assert!(!overlaps(&state.unit(*one).rect, &state.unit(*other).rect), "{one} and {other}");
            }
        }
    }
    // where there is room a regiment stands in line, where the scenario puts it
    let state = mustered(LEARNING);
    assert!(state.muster.pieces.iter().any(|piece| piece.formation == Formation::SingleLine));
    assert!(inches(1) < state.field.width);
}

// clauses: JR-VICTORY-01
#[test]
fn a_difference_under_a_tenth_of_the_smaller_score_is_a_draw() {
    use longroll_kit::Side;
    // 10 per cent of 37 is 3.7: 3 is under it, 4 is not
    assert_eq!(winner_of(40, 37), None);
    assert_eq!(winner_of(41, 37), Some(Side::Blue));
    // exactly 10 per cent is not under it
    assert_eq!(winner_of(40, 44), Some(Side::Gray));
    assert_eq!((winner_of(0, 0), winner_of(1, 0)), (None, Some(Side::Blue)));
}
