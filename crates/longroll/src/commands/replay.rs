//! `longroll replay`: a game file played back, or judged.

use crate::args::ReplayArgs;
use crate::files;
use crate::report::{Failure, Report, json};
use crate::words::wrapped;
use longroll_ai::Appraisal;
use longroll_dice::Thrown;
use longroll_game::{
    DiceProof, Game, Happened, Header, LoadError, Verified, VerifyError, load_to_show, peek, verify,
};
use longroll_kit::{Clause, Side, Telling};
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

fn judge(verdict: Result<Verified, VerifyError>, shown: &str, args: &ReplayArgs) -> Result<Report, Failure> {
    match verdict {
        Err(VerifyError::Unreadable(error)) => Err(Failure::usage(format!("{shown}: {error}"))),
        Err(error) if args.json => {
            json(&json!({ "verified": false, "difference": error.to_string() })).map(Report::differs)
        }
        Err(error) => Ok(Report::differs(String::new()).with_complaints(format!("{shown}: {error}\n"))),
        Ok(verified) if args.json => json(&json!({
            "verified": true, "entries": verified.entries, "undos": verified.undos, "rolls": verified.rolls,
            "rolls_by_hand": verified.rolls_by_hand, "dice": proof_word(verified.dice),
            "state": verified.state, "closed": verified.closed,
        }))
        .map(Report::fine),
        Ok(verified) => Ok(Report::fine(format!(
            "{shown}: every command decided anew, and every byte the same\n\
             {} entries, {} undos, {} rolls ({} by hand); {}\n{}; final state {}\n",
            verified.entries,
            verified.undos,
            verified.rolls,
            verified.rolls_by_hand,
            proof_in_words(verified.dice),
            if verified.closed { "the game is closed" } else { "the game goes on" },
            verified.state,
        ))),
    }
}

fn proof_word(proof: DiceProof) -> &'static str {
    match proof {
        DiceProof::Proven => "proven",
        DiceProof::SeedNotShown => "seed_not_shown",
        DiceProof::ByHand => "by_hand",
    }
}

fn proof_in_words(proof: DiceProof) -> &'static str {
    match proof {
        DiceProof::Proven => "the seed fits its commitment and gives all drawn dice",
        DiceProof::SeedNotShown => "the seed is not shown yet, so the drawn dice are not proven",
        DiceProof::ByHand => "all dice were thrown by hand",
    }
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
        let by = moment.by.map(|by| format!("{by}: ")).unwrap_or_default();
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
