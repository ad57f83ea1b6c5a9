//! Rows as tables for other programs: a row for each battle, each unit, each turn.

use crate::row::Row;
use longroll_kit::Side;

/// A row for each battle.
pub fn battles_csv(rows: &[Row]) -> String {
    let mut text = String::from(
        "ruleset,seed,mirrored,winner,reason,turns,commands,rolls,decided,lead_changes,\
         union_strength,union_lost,union_points,confederacy_strength,confederacy_lost,confederacy_points\n",
    );
    for row in rows {
        let Row { ruleset, seed, mirrored, turns, commands, rolls, decided, lead_changes, .. } = row;
        let [blue, gray] = [0, 1]
            .map(|side: usize| format!("{},{},{}", row.strength[side], row.lost[side], row.points[side]));
        text.push_str(&format!(
            "{ruleset},{seed},{mirrored},{},{},{turns},{commands},{rolls},{decided},{lead_changes},{blue},{gray}\n",
            winner(row.winner),
            cell(&row.reason),
        ));
    }
    text
}

/// A row for each unit of each battle.
pub fn units_csv(rows: &[Row]) -> String {
    let mut text = String::from("ruleset,seed,mirrored,unit,side,strength,lost,gone\n");
    for row in rows {
        for unit in &row.units {
            text.push_str(&format!(
                "{},{},{},{},{},{},{},{}\n",
                row.ruleset,
                row.seed,
                row.mirrored,
                cell(&unit.unit),
                unit.side,
                unit.start,
                unit.lost,
                unit.gone.map(|turn| turn.to_string()).unwrap_or_default()
            ));
        }
    }
    text
}

/// A row for each turn of each battle.
pub fn turns_csv(rows: &[Row]) -> String {
    let mut text = String::from(
        "ruleset,seed,mirrored,turn,union_lost,confederacy_lost,union_points,confederacy_points,ahead\n",
    );
    for row in rows {
        for turn in &row.by_turn {
            text.push_str(&format!(
                "{},{},{},{},{},{},{},{},{}\n",
                row.ruleset,
                row.seed,
                row.mirrored,
                turn.turn,
                turn.lost[0],
                turn.lost[1],
                turn.points[0],
                turn.points[1],
                winner(turn.ahead)
            ));
        }
    }
    text
}

fn winner(side: Option<Side>) -> &'static str {
    side.map_or("", Side::word)
}

/// Text as one cell: in quotes where it must be.
pub(super) fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
