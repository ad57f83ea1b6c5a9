//! A paragraph on each ruleset, for somebody who has to choose one. Lengths are those of Tolliver's Farm fought by two captains,
//! in orders given by both sides; a person takes ten to twenty seconds over an order.

use longroll_rulesets::RulesetId;
use longroll_wire::RulesetAbout;

pub fn about(set: RulesetId) -> RulesetAbout {
    let [particular, length, difficulty] = match set {
        RulesetId::Quickplay => [
            "A whole game on one sheet. One side moves, both sides test their nerve at close range, then the attacker picks the \
             order of the fights. Units near their general do as you say; the rest only hold or fall back.",
            "About 7 turns and 140 orders: half an hour.",
            "Easy. Start here.",
        ],
        RulesetId::Potomac => [
            "You give orders until one fails its command test; then the enemy takes over. Fire drives lines back before it \
             destroys them, skirmishers screen the advance, and siege guns and mortars open works.",
            "About 6 turns and 90 orders: half an hour.",
            "Moderate. The turn is unusual, the fighting is quick.",
        ],
        RulesetId::DeadlyField => [
            "Every regiment has two actions, and the enemy may answer each inch of a move with fire. Morale is a number that \
             falls with every loss; charges are settled by the two lines' nerve as much as by their muskets.",
            "About 4 turns and 100 orders: forty minutes, with many decisions in the enemy's turn.",
            "Hard. The most detailed of the five.",
        ],
        RulesetId::Grenadier => [
            "You command brigades, not regiments: each has an order that takes effort to change, and a brigadier may lose his \
             nerve. Moves are rolled for, and haste brings disruption points, which decide charges.",
            "About 8 turns and 220 orders: an hour.",
            "Moderate. Plan two turns ahead.",
        ],
        RulesetId::JohnnyReb => [
            "Both sides mark secret orders for every unit, then all are carried out at once, phase by phase. What a unit did \
             decides how well it shoots: hold and fire first, or move and pay for it.",
            "About 5 turns and 160 orders: forty minutes.",
            "Moderate. Guessing the enemy's orders is the game.",
        ],
    };
    RulesetAbout {
        particular: particular.to_owned(),
        length: length.to_owned(),
        difficulty: difficulty.to_owned(),
    }
}
