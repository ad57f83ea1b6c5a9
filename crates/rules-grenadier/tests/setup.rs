//! What the scenario gives and how everybody starts.

use longroll_kit::{Ruleset, Seat, Settings, Setup, Side, UnitId};
use longroll_rules_grenadier::Grenadier;
use longroll_rules_grenadier::book::kinds::{Ability, Form, Grade, Gun, Kind, Rank, Weapon};
use longroll_rules_grenadier::turn::state::{State, Status, Step};
use longroll_scenario::{Files, NamedText, check};
use longroll_table::{Point, overlaps, thousandths};
use std::sync::Arc;

const LEARNING: &str = include_str!("../../../scenarios/learning/scenario.toml");

fn open(text: &str, terrain: &str) -> State {
    let scenario = check(&Files {
        scenario: NamedText { file: "scenario.toml", text },
        terrain: NamedText { file: "terrain.geojson", text: terrain },
        rulesets: &[],
    })
    .unwrap();
    let setup = Setup { scenario: Arc::new(scenario), settings: Settings::default() };
    let mut state = Grenadier::blank(&setup).unwrap();
    for event in Grenadier::open(&setup).unwrap() {
        Grenadier::apply(&mut state, &event);
    }
    state
}

fn tollivers_farm(more: &str) -> State {
    open(&format!("{LEARNING}\n{more}"), include_str!("../../../scenarios/learning/terrain.geojson"))
}

fn named(state: &State, key: &str) -> UnitId {
    state.find(key).unwrap()
}

// clauses: GRE-GEN-01, GRE-GEN-16, GRE-GEN-17, GRE-UNIT-11
#[test]
fn men_yards_and_guns_become_figures_inches_and_models() {
    let state = tollivers_farm("");
    // 1920 by 1440 yards at 25 to the inch
    assert_eq!((state.field.width, state.field.height), (thousandths(76_800), thousandths(57_600)));
    assert_eq!(state.muster.turns, 12);
    assert_eq!(state.step, Step::Deployment);
    let lakeshore = named(&state, "lakeshore");
    // 400 men, 20 to the figure
    assert_eq!(state.unit(lakeshore).figures, 20);
    assert_eq!(state.unit(lakeshore).pose.at, Point::at(thousandths(38_400), thousandths(48_800)));
    let keller = named(&state, "kellers-battery");
    // four guns: two models and eight crew
    assert_eq!((state.unit(keller).models, state.unit(keller).figures), (2, 8));
    assert!(state.all_troops().all(|id| state.unit(id).dp == 0 && state.unit(id).status == Status::Steady));
}

// clauses: GRE-UNIT-01, GRE-UNIT-02, GRE-UNIT-26, GRE-ARTY-10, GRE-R08, GRE-R09
#[test]
fn grades_kinds_and_weapons() {
    let state = tollivers_farm("");
    let of = |key: &str| state.piece(named(&state, key));
    assert_eq!(of("lakeshore").grade, Grade::Regular);
    assert_eq!(of("iron-city").grade, Grade::Trained);
    assert_eq!(of("prairie").grade, Grade::Raw);
    assert_eq!(of("harlans-dragoons").kind, Kind::Cavalry);
    assert_eq!(of("harlans-dragoons").weapon, Some(Weapon::BreechloadingCarbine));
    assert_eq!(of("harlans-dragoons").second_weapon, Some(Weapon::CavalryPistol));
    let guns: Vec<Gun> = of("marlows-battery").guns.iter().map(|group| group.gun).collect();
    assert_eq!(guns, [Gun::Napoleon, Gun::TenPounderParrott]);
    assert_eq!(of("kellers-battery").kind, Kind::FootArtillery);
}

// clauses: GRE-UNIT-15, GRE-CMD-01, GRE-CMD-09, GRE-R07
#[test]
fn formations_become_brigades_with_generals() {
    let state = tollivers_farm("");
    let hollis = state.brigade_named("hollis").unwrap();
    assert_eq!(state.brigade_units(hollis).count(), 3);
    let brigadier = state.brigadier(hollis).unwrap();
    assert_eq!(
        (state.piece(brigadier).rank, state.unit(brigadier).ability),
        (Some(Rank::Brigadier), Ability::Average)
    );
    // the battery and the dragoons hang on the column itself: its commander, the CinC, leads them
    let column = state.brigade_named("blue-column").unwrap();
    assert_eq!(state.brigadier(column), state.cinc(Side::Blue));
    assert_eq!(state.cinc_commands, [Some(column), state.brigade_named("gray-column")]);
}

// clauses: GRE-UNIT-03, GRE-UNIT-04
#[test]
fn order_units_and_order_foot() {
    let state = tollivers_farm("");
    let [foot, horse, guns] =
        ["lakeshore", "harlans-dragoons", "kellers-battery"].map(|key| named(&state, key));
    assert!(state.is_order_unit(foot) && state.is_order_foot(foot));
    assert!(state.is_order_unit(horse) && !state.is_order_foot(horse));
    assert!(!state.is_order_unit(guns) && state.unit(guns).form == Form::Unlimbered);
}

// clauses: GRE-UNIT-19, GRE-UNIT-20
#[test]
fn one_sniper_for_a_side_that_asks_for_him() {
    let state = tollivers_farm("[overrides.grenadier]\nsnipers = [\"gray\"]\n");
    let snipers: Vec<UnitId> = state.ids().filter(|id| state.kind(*id) == Kind::Sniper).collect();
    assert_eq!(snipers.len(), 1);
    assert_eq!(state.side(snipers[0]), Side::Gray);
    assert!(state.muster.brigades.iter().all(|card| !card.units.contains(&snipers[0])));
    assert_eq!(tollivers_farm("").ids().filter(|id| state.kind(*id) == Kind::Sniper).count(), 0);
}

// clauses: GRE-UNIT-24, GRE-GEN-09
#[test]
fn nothing_is_hidden() {
    let state = tollivers_farm("");
    for seat in Seat::ALL {
        assert_eq!(Grenadier::seen(&state, seat), state);
        assert_eq!(Grenadier::view(&state, seat), Grenadier::view(&state, Seat::Spectator));
    }
    assert!(Grenadier::sight(&state, named(&state, "lakeshore"), named(&state, "tidewater")).is_some());
}

// clauses: GRE-GEN-17, GRE-UNIT-23, GRE-R10
#[test]
fn everybody_finds_room_on_mcphersons_ridge() {
    let state = open(
        include_str!("../../../scenarios/mcphersons-ridge/scenario.toml"),
        include_str!("../../../scenarios/mcphersons-ridge/terrain.geojson"),
    );
    let all: Vec<UnitId> = state.all_troops().collect();
    for (place, id) in all.iter().enumerate() {
        assert!(state.field.inside(&state.unit(*id).rect));
        for other in &all[..place] {
            let apart = !overlaps(&state.unit(*id).rect, &state.unit(*other).rect);
            assert!(apart, "{} stands on {}", state.name(*id), state.name(*other));
        }
    }
    assert_eq!(state.muster.attacker, Some(Side::Gray));
    let divisions = state.ids().filter(|id| state.piece(*id).rank == Some(Rank::Division)).count();
    assert_eq!(
        divisions, 1,
        "Doubleday; Wadsworth and Buford lead the batteries that hang on their divisions"
    );
}
