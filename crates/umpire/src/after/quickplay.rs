//! What follows under the quick-play sheet.

use super::{After, counted};

pub(super) fn after(procedure: &str, it: &mut After<'_>) {
    match procedure {
        "fire" => fire(it),
        "melee" => melee(it),
        "morale" => morale(it),
        "rally" => rally(it),
        _ => charge(it),
    }
}

/// QP-COMBAT-12, QP-COMBAT-13, QP-COMBAT-30: both count their hits, then both losses are applied.
fn fire(it: &mut After<'_>) {
    if it.number("target_lost") == 0 {
        it.say("target", "no loss", "QP-COMBAT-06");
    }
    strength(it, "target", "target_lost", "QP-COMBAT-30");
    if it.is("answered") {
        let hits = counted(it.number("answering_hits"), "hit", "hits");
        it.say("target", format!("its answer scores {hits}"), "QP-COMBAT-13");
        strength(it, "firer", "firer_lost", "QP-COMBAT-12");
    }
    destroyed(it, "target", "target_destroyed");
    destroyed(it, "firer", "firer_destroyed");
}

fn melee(it: &mut After<'_>) {
    if it.fact("defender_order") == "routed" {
        it.say("defender", "routs again: one Strength and a full move to the rear", "QP-MORALE-05");
        it.say("charger", "takes the ground", "QP-COMBAT-32");
        it.add("defender", "strength", -it.number("defender_lost"));
        return destroyed(it, "defender", "defender_destroyed");
    }
    strength(it, "charger", "charger_lost", "QP-COMBAT-12");
    strength(it, "defender", "defender_lost", "QP-COMBAT-12");
    destroyed(it, "charger", "charger_destroyed");
    destroyed(it, "defender", "defender_destroyed");
    match it.word("winner") {
        "charger" => beaten(it, "defender", "charger"),
        "defender" => beaten(it, "charger", "defender"),
        "tie" => it.say("charger", "a tie: it backs away from the unit charged", "QP-COMBAT-22"),
        _ => {}
    }
}

fn beaten(it: &mut After<'_>, loser: &str, winner: &str) {
    if !it.is(&format!("{loser}_destroyed")) {
        it.say(loser, "Disordered, and retreats half a move straight away from the winner", "QP-COMBAT-09");
        it.set(loser, "order", "disordered");
        it.set(loser, "stationary", false);
    }
    if winner == "charger" {
        it.say("charger", "takes the ground", "QP-COMBAT-10");
    }
}

fn morale(it: &mut After<'_>) {
    match it.word("result") {
        "passed" => it.say("unit", "passes, and stands as it is", "QP-MORALE-07"),
        "disordered" => {
            it.say("unit", "mark it Disordered", "QP-MORALE-02");
            it.set("unit", "order", "disordered");
        }
        "routed" => {
            it.say("unit", "Routed: it loses one Strength and makes a full move to the rear", "QP-MORALE-03");
            it.add("unit", "strength", -1);
            it.set("unit", "order", "routed");
            it.set("unit", "stationary", false);
        }
        _ => it.gone("unit", "its last Strength goes with the rout", "QP-MORALE-19"),
    }
}

fn rally(it: &mut After<'_>) {
    if it.is("rallied") {
        it.say("unit", "rallied: Disordered now, and stays where it is", "QP-RALLY-04");
        it.set("unit", "order", "disordered");
    } else {
        it.say("unit", "stays Routed", "QP-RALLY-06");
    }
}

fn charge(it: &mut After<'_>) {
    for part in ["charger", "defender"] {
        let order = it.word(part).to_owned();
        match order.as_str() {
            "destroyed" => it.gone(part, "destroyed", "QP-UNIT-04"),
            "routed" => {
                it.say(part, "Routed: a full move to the rear", "QP-MORALE-03");
                it.set(part, "order", "routed");
            }
            "disordered" => {
                it.say(part, "Disordered", "QP-MORALE-02");
                it.set(part, "order", "disordered");
            }
            _ => it.say(part, "in good order", "QP-UNIT-06"),
        }
        if order != "destroyed" {
            let left = it.number(&format!("{part}_strength"));
            it.say(part, format!("Strength {left} now"), "QP-COMBAT-12");
            it.set(part, "strength", left);
        }
    }
    if it.is("carried") {
        it.say("charger", "takes the ground", "QP-COMBAT-10");
    }
}

fn strength(it: &mut After<'_>, part: &str, lost: &str, clause: &str) {
    let lost = it.number(lost);
    it.lose(part, "strength", lost, "Strength", "Strength", clause);
}

fn destroyed(it: &mut After<'_>, part: &str, name: &str) {
    if it.is(name) {
        it.gone(part, "no Strength is left", "QP-UNIT-04");
    }
}
