//! What follows under Across the Potomac.

use super::{After, counted};

pub(super) fn after(procedure: &str, it: &mut After<'_>) {
    match procedure {
        "command" => command(it),
        "orders" => {
            let done = counted(it.number("carried_out"), "order is", "orders are");
            it.say("officer", format!("{done} carried out"), "POT-CMD-03");
            it.add("officer", "given", it.number("carried_out"));
        }
        "small_arms" | "artillery" => under_fire(it, "target", ""),
        "siege" => work(it),
        "mortar" if it.outcome.get("cohesion_left").is_some() => work(it),
        "mortar" => under_fire(it, "unit", ""),
        "skirmish_line" => line(it),
        "premelee" => premelee(it, "charger"),
        "melee_round" => round(it),
        "charge" => {
            premelee(it, "charger");
            if it.is("contact") {
                round(it);
            }
        }
        _ => morale(it),
    }
}

fn command(it: &mut After<'_>) {
    if it.is("passed") {
        it.say("unit", "the order is carried out", "POT-CMD-03");
        it.add("officer", "given", 1);
        it.add("unit", "received", 1);
    } else {
        it.say(
            "officer",
            "fails, and issues no more orders; if he commands in chief the initiative passes",
            "POT-TURN-07",
        );
    }
}

/// POT-FIRE-22: absorption, stands, officer, drive back, confusion, morale.
fn under_fire(it: &mut After<'_>, part: &str, prefix: &str) {
    let named = |name: &str| format!("{prefix}{name}");
    let reached = it.number(&named("reached"));
    if prefix.is_empty() && reached == 0 {
        it.say(part, "no hit reaches it", "POT-DRIVE-02");
    }
    let skirmishers = it.number(&named("skirmishers_lost"));
    if skirmishers > 0 {
        let lost = counted(skirmishers, "skirmish stand", "skirmish stands");
        it.say(part, format!("its line loses {lost}"), "POT-SKIRM-10");
    }
    struck(it, part, prefix);
    if it.is(&named("destroyed")) {
        it.gone(part, "no stand is left", "POT-FIRE-18");
    }
}

fn struck(it: &mut After<'_>, part: &str, prefix: &str) {
    let named = |name: &str| format!("{prefix}{name}");
    it.lose(part, "stands", it.number(&named("stands_lost")), "stand", "stands", "POT-FIRE-18");
    if let Some(marked) = it.outcome.get(named("marked")).and_then(serde_json::Value::as_i64) {
        if marked > 0 {
            it.say(part, format!("{} stay marked on it", counted(marked, "hit", "hits")), "POT-FIRE-19");
        }
        it.set(part, "marked", marked);
    }
    if it.is(&named("officer_lost")) {
        it.say(part, "remove the officer attached", "POT-LEADER-12");
    }
    let back = it.number(&named("driven_back"));
    if back > 0 {
        it.say(part, format!("driven back {back} cm"), "POT-DRIVE-01");
    }
    if it.is(&named("collided")) {
        it.say(part, "it runs into friends behind it", "POT-CONF-01");
    }
    if it.is(&named("other_confused"))
        || (!prefix.is_empty() && it.is("other_confused") && prefix == "attacker_")
    {
        it.say("", "the unit that was run into is Confused", "POT-CONF-01");
    }
    if it.is(&named("confused")) {
        it.say(part, "Confused", "POT-CONF-01");
        it.set(part, "confused", true);
        it.set(part, "ready", false);
    }
    if it.is(&named("tested")) {
        holds(it, part, &named("holds"));
    }
}

fn holds(it: &mut After<'_>, part: &str, name: &str) {
    if it.is(name) {
        it.say(part, "its morale holds", "POT-MORALE-03");
    } else {
        it.say(part, "fails its morale: a full move away at once, in flight", "POT-MORALE-08");
        it.set(part, "retreating", true);
        it.set(part, "confused", true);
    }
}

fn work(it: &mut After<'_>) {
    let lost = counted(it.number("cohesion_lost"), "point", "points");
    let left = it.number("cohesion_left");
    it.say(
        "",
        format!("the work loses {lost} of cohesion; {left} left, {} marked", it.number("marked")),
        "POT-SIEGE-06",
    );
    if it.is("breached") {
        it.say("", "the work is breached, and counts as cover from now on", "POT-SIEGE-09");
    }
    let back = it.number("driven_back");
    if back > 0 {
        it.say("unit", format!("driven back {back} cm"), "POT-SIEGE-10");
    }
    if it.is("other_confused") {
        it.say("", "the unit that was run into is Confused", "POT-CONF-01");
    }
    if it.is("confused") {
        it.say("unit", "Confused", "POT-CONF-01");
        it.set("unit", "confused", true);
    }
}

fn line(it: &mut After<'_>) {
    let lost = it.number("stands_lost");
    if lost == 0 {
        return it.say("", "the skirmish line loses nothing", "POT-SKIRM-13");
    }
    it.say("", format!("remove {} of the line", counted(lost, "stand", "stands")), "POT-SKIRM-13");
    if it.is("destroyed") {
        it.say("", "the line is gone", "POT-SKIRM-13");
    }
}

fn premelee(it: &mut After<'_>, charger: &str) {
    match it.word("fire") {
        "panics" => it.say("defender", "is seized with panic, and does not fire", "POT-FIRE-13"),
        "no_fire" => it.say("defender", "does not fire", "POT-FIRE-13"),
        band => {
            let text = format!("fires at {band} range: {}", counted(it.number("hits"), "hit", "hits"));
            it.say("defender", text, "POT-FIRE-13");
        }
    }
    under_fire(it, charger, "");
    if it.is("contact") {
        it.say(charger, "makes contact", "POT-CHARGE-10");
    } else if !it.is("destroyed") {
        let gap = it.number("gap_mm");
        it.say(charger, format!("falls short by {}.{} cm", gap / 10, gap % 10), "POT-CHARGE-11");
    }
}

fn round(it: &mut After<'_>) {
    let (attacker, defender) =
        if it.parts.contains_key("charger") { ("charger", "defender") } else { ("attacker", "defender") };
    match it.word("winner") {
        "attacker" => it.say(attacker, "wins the round", "POT-MELEE-13"),
        "defender" => it.say(defender, "wins the round", "POT-MELEE-13"),
        "draw" => it.say("", "the round is drawn", "POT-MELEE-14"),
        _ => it.say("", "nobody wins the round", "POT-MELEE-13"),
    }
    struck(it, attacker, "attacker_");
    struck(it, defender, "defender_");
    if it.is("contact_kept") {
        it.say("", "both stay in contact: another round at once", "POT-MELEE-28");
    }
}

fn morale(it: &mut After<'_>) {
    holds(it, "unit", "holds");
}
