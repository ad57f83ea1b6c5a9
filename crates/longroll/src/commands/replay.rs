//! `longroll replay`: a game file played back, or judged.

use crate::args::ReplayArgs;
use crate::files;
use crate::report::{Failure, Report, json};
use crate::words::wrapped;
use longroll_ai::Appraisal;
use longroll_dice::Thrown;
use longroll_game::{
    Difference, Game, Happened, Header, Hex32, LoadError, Verdict, Verified, VerifyError, load_to_show, peek,
    redecide, verify, write_game,
};
use longroll_kit::{Clause, Side, Telling, side_name};
use longroll_rulesets::{RulesetId, Visit};
use serde::Serialize;
use serde_json::json;

pub(crate) fn run(args: &ReplayArgs) -> Result<Report, Failure> {
    let shown = args.file.display().to_string();
    let text = files::read_text(&args.file)?;
    let unreadable = |error: LoadError| Failure::usage(format!("{shown}: {error}"));
    let header = peek(&text).map_err(unreadable)?;
    let set =
        RulesetId::parse(&header.ruleset).map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
    if args.verify {
        return judge(set.visit(Verify(&text)), &shown, args);
    }
    if args.redecide {
        let anew = set.visit(Redecide(&text)).map_err(unreadable)?;
        return show_difference(&anew, set, &shown, args);
    }
    let moments = set.visit(Show(&text)).map_err(unreadable)?;
    if args.json {
        let all = json!({
            "ruleset": header.ruleset, "edition": header.edition, "scenario": header.scenario.name,
            "players": header.players, "moments": moments,
        });
        return json(&all).map(Report::fine);
    }
    Ok(Report::fine(in_words(&header, &moments)))
}

struct Verify<'a>(&'a str);

impl Visit for Verify<'_> {
    type Out = Result<Verified, VerifyError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        verify::<R>(self.0)
    }
}

struct Redecide<'a>(&'a str);

/// A game decided anew: the file up to the difference, how many lines are the same, and the difference.
struct Anew {
    file: Option<String>,
    same: usize,
    difference: Option<Difference>,
}

impl Visit for Redecide<'_> {
    type Out = Result<Anew, LoadError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        let anew = redecide::<R>(self.0)?;
        let file = anew.game.as_ref().map(write_game);
        Ok(Anew { file, same: anew.same, difference: anew.difference })
    }
}

fn show_difference(anew: &Anew, set: RulesetId, shown: &str, args: &ReplayArgs) -> Result<Report, Failure> {
    let mut text =
        format!("{shown}, by {}\n{} entries and undos are decided as they were\n", set.edition(), anew.same);
    match &anew.difference {
        None => text.push_str("no difference\n"),
        Some(difference) => text.push_str(&format!("{difference}\n")),
    }
    if let Some(log) = &args.log {
        let file = anew.file.as_ref().ok_or_else(|| {
            Failure::usage(
                "nothing can be written: the muster differs, or the game was signed under its own revision",
            )
        })?;
        files::write(log, file, files::Existing::Keep)?;
        text.push_str(&format!("Game file: {}\n", log.display()));
    }
    let report = if anew.difference.is_some() { Report::differs } else { Report::fine };
    if args.json {
        let difference = anew.difference.as_ref().map(|found| {
            json!({ "number": found.number, "clause": found.clause, "then": found.then, "now": found.now })
        });
        return json(&json!({ "same": anew.same, "difference": difference })).map(report);
    }
    Ok(report(text))
}

fn judge(verdict: Result<Verified, VerifyError>, shown: &str, args: &ReplayArgs) -> Result<Report, Failure> {
    let forged = |what: String| match args.json {
        true => json(&json!({ "verdict": "forged", "where": what })).map(Report::differs),
        false => Ok(Report::differs(String::new()).with_complaints(format!("{shown}: forged: {what}\n"))),
    };
    let verified = match verdict {
        Err(error) if error.is_unreadable() => return Err(Failure::usage(format!("{shown}: {error}"))),
        Err(error) => return forged(error.to_string()),
        Ok(verified) => verified,
    };
    for (side, named) in [(Side::Blue, &args.blue_key), (Side::Gray, &args.gray_key)] {
        let Some(named) = named else { continue };
        let named: Hex32 = named.parse().map_err(Failure::usage)?;
        if verified.keys.map(|keys| if side == Side::Blue { keys.blue.key } else { keys.gray.key })
            != Some(named)
        {
            return forged(format!("{side} did not sign with the key {named}"));
        }
    }
    let verdict = verified.verdict();
    let report = if verdict == Verdict::Proven { Report::fine } else { Report::unproven };
    let open: Vec<String> = verified.open.iter().map(ToString::to_string).collect();
    if args.json {
        return json(&json!({
            "verdict": if verdict == Verdict::Proven { "proven" } else { "unproven" }, "open": open,
            "entries": verified.entries, "undos": verified.undos, "rolls": verified.rolls,
            "rolls_by_hand": verified.rolls_by_hand, "keys": verified.keys,
            "state": verified.state, "closed": verified.closed,
        }))
        .map(report);
    }
    let mut text = match verdict {
        Verdict::Proven => format!("{shown}: proven\n"),
        Verdict::Unproven => format!("{shown}: consistent but unproven\n"),
    };
    for reason in open {
        text.push_str(&wrapped(&reason, "    "));
    }
    if let Some(keys) = verified.keys {
        text.push_str(&format!("Blue's key {}\nGray's key {}\n", keys.blue.key, keys.gray.key));
    }
    text.push_str(&format!(
        "every command decided anew, and every byte the same\n\
         {} entries, {} undos, {} rolls ({} by hand)\n{}; final state {}\n",
        verified.entries,
        verified.undos,
        verified.rolls,
        verified.rolls_by_hand,
        if verified.closed { "the game is closed" } else { "the game goes on" },
        verified.state,
    ));
    Ok(report(text))
}

struct Show<'a>(&'a str);

/// One line of a game file, told.
#[derive(Serialize)]
struct Moment {
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Side>,
    /// The command in words, or what else happened.
    what: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dice: Vec<Thrown>,
    told: Vec<Telling>,
}

impl Visit for Show<'_> {
    type Out = Result<Vec<Moment>, LoadError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        let game: Game<R> = load_to_show(self.0)?;
        let mut before: Option<R::State> = None;
        let mut moments = Vec::new();
        for frame in game.replay() {
            let (number, by, what, dice) = match frame.happened {
                Happened::Opened => (None, None, "muster".to_owned(), Vec::new()),
                Happened::Entry(entry) => {
                    let words = R::write_command(before.as_ref().unwrap_or(&frame.state), &entry.command);
                    (Some(entry.number), Some(entry.by), words, entry.dice.clone())
                }
                Happened::Undo(undo) => {
                    (Some(undo.number), Some(undo.by), format!("take back {}", undo.takes_back), Vec::new())
                }
                Happened::Closed(close) => {
                    let winner = close.winner.map_or("nobody".to_owned(), |side| side.to_string());
                    let abandoned = if close.abandoned { ", abandoned" } else { "" };
                    (None, None, format!("end{abandoned}: {winner} wins"), Vec::new())
                }
                Happened::Approved(approval) => {
                    (None, Some(approval.by), "approves of the whole log".to_owned(), Vec::new())
                }
            };
            moments.push(Moment { number, by, what, dice, told: frame.tellings });
            before = Some(frame.state);
        }
        Ok(moments)
    }
}

fn in_words(header: &Header, moments: &[Moment]) -> String {
    let mut text = format!(
        "{} under {} ({})\nUnion: {}; Confederacy: {}\n",
        header.scenario.name, header.ruleset, header.edition, header.players.blue, header.players.gray
    );
    for moment in moments {
        let number = moment.number.map(|number| format!("{number}. ")).unwrap_or_default();
        let by = moment.by.map(|by| format!("{}: ", side_name(by))).unwrap_or_default();
        text.push_str(&format!("\n{number}{by}{}\n", moment.what));
        for thrown in &moment.dice {
            let faces = thrown.faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            text.push_str(&format!("    dice {faces} ({})\n", thrown.clause));
        }
        for telling in &moment.told {
            let clause = telling.clause.map(|clause: Clause| format!(" ({clause})")).unwrap_or_default();
            text.push_str(&wrapped(&format!("{}{clause}", telling.text), "    "));
        }
    }
    text
}
