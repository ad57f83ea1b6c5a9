//! What follows under the Grenadier play sheet.

use super::{After, counted, plain};

pub(super) fn after(procedure: &str, it: &mut After<'_>) {
    match procedure {
        "fire" | "artillery" | "skirmish" => fire(it),
        "sniper" => sniper(it),
        "recall" => {
            let text = if it.is("recalled") { "comes back" } else { "does not come back" };
            it.say("unit", text, "GRE-SKIRM-10");
        }
        "morale" => morale(it),
        "melee" => melee(it),
        "pursuit" => pursuit(it),
        "order" => order(it),
        "brigade" => brigade(it),
        "movement" => {
            let far = it.number("half_inches");
            it.say("unit", format!("moves up to {} in", halves(far)), "GRE-MOVE-01");
            disrupted(it, "unit", "GRE-DP-06");
        }
        "action" => {
            if it.number("dp") == 0 {
                it.say("unit", "changes without a DP", "GRE-FORM-01");
            }
            disrupted(it, "unit", "GRE-DP-06");
        }
        "charge" => {
            it.say("unit", format!("{} in", it.number("inches")), "GRE-CHARGE-03");
            let text = if it.is("covered") { "the gap is covered" } else { "the gap is not covered" };
            it.say("unit", text, "GRE-CHARGE-03");
            disrupted(it, "unit", "GRE-DP-08");
        }
        "compulsory" => {
            let (whole, now) = (it.number("inches"), halves(it.number("half_inches_at_once")));
            it.say("unit", format!("{whole} in in all, {now} in of it now"), "GRE-MOVE-23");
            disrupted(it, "unit", "GRE-DP-08");
        }
        "initiative" => match it.word("winner") {
            "again" => it.say("", "a tie: throw again", "GRE-TURN-02"),
            "blue" => it.say("", "Blue chooses who is first player", "GRE-TURN-02"),
            _ => it.say("", "Gray chooses who is first player", "GRE-TURN-02"),
        },
        "risk" => {
            let fate = plain(it.word("result"));
            it.say("general", &fate, "GRE-LEADER-01");
            if ["killed", "captured", "badly wounded"].contains(&fate.as_str()) {
                it.gone("general", &fate, "GRE-LEADER-01");
            }
        }
        "adc" => it.say("", format!("the ADC is {}", it.word("ability")), "GRE-CMD-13"),
        _ => {
            let text = if it.is("may_charge") { "may charge" } else { "may not charge" };
            it.say("unit", text, "GRE-CMD-04");
        }
    }
}

fn fire(it: &mut After<'_>) {
    if it.number("hits") == 0 {
        it.say("target", "no hit", "GRE-FIRE-01");
    }
    disrupted(it, "target", "GRE-DP-03");
    it.lose("target", "figures", it.number("figures_lost"), "figure", "figures", "GRE-DP-03");
    if it.is("destroyed") {
        it.gone("target", "nobody is left", "GRE-UNIT-09");
    }
    if it.is("ran_low") {
        it.say("firer", "is low on ammunition from now on", "GRE-POUR-05");
        it.set("firer", "low_ammunition", true);
    }
    if it.number("burst") > 0 {
        let guns = counted(it.number("burst"), "gun bursts", "guns burst");
        it.say("firer", guns, "GRE-ARTY-28");
    }
    if it.number("bounced") > 0 {
        let hits = counted(it.number("bounced"), "hit", "hits");
        it.say("", format!("{hits} bounce through to the unit behind"), "GRE-ARTY-14");
    }
    if it.is("generals_at_risk") {
        it.say("target", "generals with it are at risk: throw for each", "GRE-LEADER-01");
    }
    it.set("firer", "fired_last_turn", true);
}

fn sniper(it: &mut After<'_>) {
    if it.is("hit") {
        it.say("target", "one hit: a DP, or a figure if it has 3 already", "GRE-SKIRM-09");
    } else {
        it.say("target", "missed", "GRE-SKIRM-09");
    }
}

fn morale(it: &mut After<'_>) {
    let result = it.word("result").to_owned();
    it.say("unit", plain(&result), "GRE-MORALE-01");
    disrupted(it, "unit", "GRE-DP-04");
    let state = match result.as_str() {
        "halt" => "halted",
        "retreat" => "retreating",
        "rout" => "routing",
        "rally" => "rallying",
        "disperse" => return it.gone("unit", "dispersed", "GRE-MORALE-01"),
        _ => return,
    };
    it.set("unit", "status", state);
    it.set("unit", "condition", state);
}

fn melee(it: &mut After<'_>) {
    let winner = it.word("winner").to_owned();
    let (result, loser) = (it.word("result").to_owned(), if winner == "a" { "b" } else { "a" });
    for (part, lost) in [("a", "a_lost"), ("b", "b_lost")] {
        it.lose(part, "figures", it.number(lost), "figure", "figures", "GRE-MELEE-50");
    }
    if winner == "draw" {
        return it.say("", "a draw: the melee goes on next round", "GRE-MELEE-33");
    }
    it.say(&winner, "wins", "GRE-MELEE-01");
    points(it, &winner, it.number("winner_dp"), "GRE-MELEE-38");
    points(it, loser, it.number("loser_dp"), "GRE-DP-04");
    match result.as_str() {
        "pushed_back" => it.say(loser, "pushed back by one movement die", "GRE-MELEE-32"),
        "retreat" => state(it, loser, "retreating", "retreats", "GRE-MELEE-31"),
        "rout" => state(it, loser, "routing", "routs", "GRE-MELEE-30"),
        "dispersed" => it.gone(loser, "dispersed", "GRE-MELEE-36"),
        _ => {}
    }
}

fn state(it: &mut After<'_>, part: &str, state: &str, text: &str, clause: &str) {
    it.say(part, text, clause);
    it.set(part, "status", state);
    it.set(part, "condition", state);
}

fn pursuit(it: &mut After<'_>) {
    match it.word("result") {
        "pursue" => state(it, "unit", "pursuing", "pursues the enemy just beaten", "GRE-PURSUIT-09"),
        "stay" => it.say("unit", "stays put", "GRE-PURSUIT-05"),
        "stand_or_retire" => {
            it.say("unit", "stands, or retires by its half-move dice, as its owner likes", "GRE-PURSUIT-06")
        }
        "stand" => it.say("unit", "stands", "GRE-PURSUIT-07"),
        _ => it.say("unit", "goes back at charge speed", "GRE-PURSUIT-07"),
    }
    disrupted(it, "unit", "GRE-PURSUIT-07");
}

fn order(it: &mut After<'_>) {
    let order = plain(it.word("order"));
    if it.is("lost_nerve") {
        it.say("general", format!("loses his nerve: the brigade is on {order} orders"), "GRE-CMD-17");
    } else if it.is("changed") {
        it.say("general", format!("the brigade is on {order} orders"), "GRE-CMD-05");
    } else {
        it.say("general", format!("no change: the brigade stays on {order} orders"), "GRE-CMD-18");
    }
}

fn brigade(it: &mut After<'_>) {
    match it.word("result") {
        "stands" => it.say("", "the brigade stands", "GRE-BRIG-11"),
        "breaks" => it.say(
            "",
            "the brigade breaks: each unit takes 1 DP, those in retreat or rout are dispersed, the others retire 12 in in the next \
             compulsory step; Hold orders",
            "GRE-BRIG-12",
        ),
        _ => it.say("", "panic: the brigade is removed from play", "GRE-BRIG-14"),
    }
}

fn disrupted(it: &mut After<'_>, part: &str, clause: &str) {
    points(it, part, it.number("dp"), clause);
}

fn points(it: &mut After<'_>, part: &str, dp: i64, clause: &str) {
    if dp > 0 {
        it.say(part, format!("takes {}", counted(dp, "DP", "DPs")), clause);
        it.add(part, "dp", dp);
    }
}

fn halves(number: i64) -> String {
    let half = if number % 2 == 0 { "" } else { "½" };
    match number / 2 {
        0 if !half.is_empty() => half.to_owned(),
        whole => format!("{whole}{half}"),
    }
}
