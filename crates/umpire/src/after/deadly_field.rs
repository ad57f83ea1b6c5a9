//! What follows under Across A Deadly Field.

use super::{After, plain};

pub(super) fn after(procedure: &str, it: &mut After<'_>) {
    match procedure {
        "fire" => fire(it),
        "volley" => volley(it),
        "morale" => morale(it),
        "competence" => {
            let text = if it.is("succeeds") { "succeeds" } else { "fails" };
            it.say("unit", text, "ADF-UNIT-33");
        }
        _ => impact(it),
    }
}

/// The result alone: the check that it calls for is made on a card of its own.
fn fire(it: &mut After<'_>) {
    let hits = it.number("hits");
    if it.word("result") == "none" {
        return it.say("target", "no effect", "ADF-RESULT-05");
    }
    lose(it, "target", hits, "ADF-RESULT-02");
    let addition = it.number("addition");
    it.say("target", format!("takes a morale check with {addition:+}"), "ADF-RESULT-01");
}

fn volley(it: &mut After<'_>) {
    if it.word("result") == "none" {
        return it.say("target", "no effect", "ADF-RESULT-05");
    }
    lose(it, "target", it.number("lost"), "ADF-RESULT-02");
    if it.is("leader_killed") {
        it.say("target", "the leader attached is killed", "ADF-LEADER-10");
    }
    if it.is("eliminated") {
        return it.gone("target", "nobody is left, or it has disintegrated", "ADF-MORALE-19");
    }
    let before = it.fact("fire.target.level").as_str().unwrap_or("good_order").to_owned();
    level(it, "target", &before);
    back(it, "target", "fall_back");
}

fn morale(it: &mut After<'_>) {
    if it.is("disintegrates") {
        return it.gone("unit", "it disintegrates", "ADF-MORALE-19");
    }
    let before = it.fact("level").as_str().unwrap_or("good_order").to_owned();
    level(it, "unit", &before);
    if it.is("routs") {
        it.say("unit", "makes a rout move at once", "ADF-MORALE-17");
    } else {
        back(it, "unit", "fall_back");
    }
    if it.is("loses_one") {
        lose(it, "unit", 1, "ADF-MORALE-18");
    }
    if it.is("recovers") {
        it.say("unit", "one figure or gun comes back", "ADF-MORALE-13");
        it.add("unit", "figures", 1);
    }
}

fn impact(it: &mut After<'_>) {
    let loser = it.word("loser").to_owned();
    match it.word("clash") {
        "gave_way" => it.say("defender", "gives way before the impact", "ADF-CHARGE-18"),
        "melee" => it.say("", "equal: melee", "ADF-FIV-05"),
        "stop_short" => {
            it.say("attacker", "stops short: 1D6 for the distance, and both fire one volley", "ADF-FIV-06")
        }
        "point_blank" => it.say("", "both fire one volley at point-blank", "ADF-DICE-06"),
        "surrender" => it.say(&loser, "surrenders", "ADF-CHARGE-18"),
        _ => {}
    }
    for part in ["attacker", "defender"] {
        let column = format!("{part}_level");
        if it.outcome.get(&column).is_none() {
            continue;
        }
        let to = it.word(&column).to_owned();
        it.say(part, format!("ends at {}", plain(&to)), "ADF-CHARGE-26");
        it.set(part, "level", to);
    }
    if loser != "nobody" && !loser.is_empty() {
        lose(it, &loser, it.number("lost"), "ADF-FIV-09");
        back(it, &loser, "back");
    }
}

fn level(it: &mut After<'_>, part: &str, before: &str) {
    let to = it.word("level").to_owned();
    if to == before {
        it.say(part, format!("stays at {}", plain(&to)), "ADF-MORALE-04");
    } else {
        it.say(part, format!("goes to {}", plain(&to)), "ADF-MORALE-04");
        it.set(part, "level", to);
    }
}

fn back(it: &mut After<'_>, part: &str, name: &str) {
    let inches = it.number(name);
    if inches > 0 {
        it.say(part, format!("falls back {inches} in"), "ADF-MORALE-15");
    }
}

/// ADF-UNIT-03: from one stand until it is empty.
fn lose(it: &mut After<'_>, part: &str, lost: i64, clause: &str) {
    it.lose(part, "figures", lost, "figure or section", "figures or sections", clause);
    if lost > 0 {
        let what = if lost == 1 { "it" } else { "them" };
        it.say(part, format!("take {what} off one stand until it is empty"), "ADF-UNIT-03");
    }
}
