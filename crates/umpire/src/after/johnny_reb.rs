//! What follows under Johnny Reb III.

use super::{After, plain};

pub(super) fn after(procedure: &str, it: &mut After<'_>) {
    match procedure {
        "fire" => fire(it),
        "morale" => morale(it, "unit", "level"),
        "rally" => rally(it),
        "volley_point" => {
            let far = it.number("half_inches");
            let half = if far % 2 == 0 { "" } else { "½" };
            it.say("defender", format!("fires with the charger {}{half} in away", far / 2), "JR-CHARGE-09");
        }
        "melee" => {
            let lost = it.number("lost");
            if lost == 0 {
                it.say("enemy", "loses nothing", "JR-MELEE-05");
            }
            it.lose("enemy", "figures", lost, "figure or section", "figures or sections", "JR-MELEE-09");
        }
        _ => charge(it),
    }
}

fn fire(it: &mut After<'_>) {
    let (lost, horses) = (it.number("lost"), it.number("horses"));
    if lost == 0 && horses == 0 {
        it.say("target", "loses nothing", "JR-FIRE-01");
    }
    it.lose("target", "figures", lost - horses, "figure or section", "figures or sections", "JR-FIRE-01");
    if horses > 0 {
        it.say("target", format!("loses {horses} of its horses"), "JR-ARTY-01");
        it.add("target", "horses_lost", horses);
    }
    if lost > 0 {
        it.set("target", "had_loss", true);
        it.say(
            "target",
            "checks morale if this is its first loss, completes a stand, or came from guns or sharpshooters",
            "JR-MORALE-06",
        );
    }
    if it.is("must_check") {
        it.say("target", "must check morale", "JR-MORALE-02");
    }
    if it.is("ran_low") {
        it.say("firer", "is low on ammunition", "JR-FIRE-12");
        it.set("firer", "low_ammunition", true);
    }
}

fn morale(it: &mut After<'_>, part: &str, name: &str) {
    let to = it.word(name).to_owned();
    if it.is("passed") {
        it.say(part, format!("passes: {}", plain(&to)), "JR-MORALE-09");
    } else if to == "routed" {
        it.say(part, "routs: a rout-move roll away from the enemy at once, in Disorder", "JR-MORALE-14");
        it.set(part, "formation", "disorder");
    } else {
        it.say(
            part,
            format!("fails: {}; it falls back one die in inches unless an officer is present", plain(&to)),
            "JR-MORALE-13",
        );
    }
    it.set(part, name, to);
}

fn rally(it: &mut After<'_>) {
    match it.word("level") {
        "removed" => it.gone("unit", "dispersed", "JR-MORALE-17"),
        to => {
            let to = to.to_owned();
            it.say("unit", plain(&to), "JR-MORALE-16");
            it.set("unit", "level", to);
        }
    }
}

/// The parts of an impact are called attacker and defender, those of a whole charge charger and defender.
fn charge(it: &mut After<'_>) {
    let charger = if it.parts.contains_key("charger") { "charger" } else { "attacker" };
    it.lose(charger, "figures", it.number("charger_lost"), "figure", "figures", "JR-CHARGE-13");
    match it.word("result") {
        "charger_shaken" | "charger_routed" => {
            it.say(charger, "fails its check after the volley: the charge is over", "JR-CHARGE-14")
        }
        "defender_won" => it.say(
            charger,
            "beaten: falls back one die in inches, in disorder; then both fire a volley of 2 dice",
            "JR-CHARGE-17",
        ),
        "attacker_won" => {
            it.say("defender", "beaten: falls back two dice in inches, in disorder", "JR-CHARGE-18")
        }
        "melee" => it.say("", "a tie: melee in phase 9", "JR-MELEE-01"),
        _ => {}
    }
    for (part, name) in [(charger, "attacker"), ("defender", "defender")] {
        match it.word(name) {
            "removed" => it.gone(part, "removed", "JR-CHARGE-18"),
            "untouched" | "" => {}
            level => {
                let level = level.to_owned();
                it.say(part, plain(&level), "JR-CHARGE-18");
                it.set(part, "level", level);
                it.set(part, "formation", "disorder");
            }
        }
    }
}
