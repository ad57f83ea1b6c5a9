//! The standing of Tolliver's Farm before anything has happened, counted by hand from its order of battle.

use longroll_kit::{BattleStanding, Ruleset, Seat, Settings};
use longroll_rules_deadly_field::DeadlyField;
use longroll_rules_grenadier::Grenadier;
use longroll_rules_johnny_reb::JohnnyReb;
use longroll_rules_potomac::Potomac;
use longroll_rules_quickplay::Quickplay;
use longroll_testkit::{LEARNING, setup};

fn at_the_start<R: Ruleset>() -> BattleStanding {
    let setup = setup(LEARNING, Settings::default());
    let mut state = R::blank(&setup).unwrap();
    for event in R::open(&setup).unwrap() {
        R::apply(&mut state, &event);
    }
    R::view(&state, Seat::Spectator).standing
}

/// What breaks each side: lost so far, the point, all.
fn breaking(standing: &BattleStanding) -> [(u32, u32, u32); 2] {
    [0, 1].map(|place| {
        let breaking = &standing.sides[place].breaking;
        (breaking.now, breaking.at, breaking.of)
    })
}

#[test]
fn nobody_is_ahead_and_each_army_breaks_where_its_rulebook_says() {
    // three regiments in a brigade, a battery and a cavalry regiment under the column itself, on each side
    let quickplay = at_the_start::<Quickplay>();
    assert_eq!(breaking(&quickplay), [(0, 3, 5); 2], "half of five, rounded up");
    let grenadier = at_the_start::<Grenadier>();
    assert_eq!(breaking(&grenadier), [(0, 2, 2); 2], "more than half of two bodies");
    let johnny_reb = at_the_start::<JohnnyReb>();
    assert_eq!(breaking(&johnny_reb), [(0, 5, 5); 2], "all must be gone or Routed");
    let deadly_field = at_the_start::<DeadlyField>();
    assert_eq!(breaking(&deadly_field), [(0, 5, 5); 2], "all must be gone or routed");
    let potomac = at_the_start::<Potomac>();
    for (now, at, of) in breaking(&potomac) {
        assert_eq!((now, at), (0, of.div_ceil(2)), "half of the stands, rounded up");
    }
    for standing in [quickplay, grenadier, johnny_reb, deadly_field, potomac] {
        assert_eq!(standing.ahead, None, "{standing:?}");
        assert_eq!(standing.sides.each_ref().map(|side| (side.points, side.lost.lost)), [(0, 0); 2]);
    }
}
