//! Judging a game file for whoever brings it.

use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::hall::ruleset;
use crate::sets;
use longroll_game::{Battle, ScenarioText, Verdict};
use longroll_wire::{Judgement, VerdictWord};

/// What a game file is worth.
pub(crate) fn judge(text: &str) -> Outcome<Judgement> {
    let bad = |error: longroll_game::LoadError| Failed::bad(format!("the file cannot be judged: {error}"));
    let header = sets::read_header(text).map_err(bad)?;
    let set = ruleset(&header.ruleset)?;
    let verified = guarded(|| sets::verify(set, text))
        .ok_or_else(|| Failed::bad("the file holds a game that no rules could have led to"))?;
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let title = Battle::read(ScenarioText::clone(&header.scenario));
    let title = title.map_or_else(|_| header.scenario.name.clone(), |battle| battle.scenario().title.clone());
    let blank = Judgement {
        verdict: VerdictWord::Forged,
        reasons: Vec::new(),
        title,
        ruleset: set.name().to_owned(),
        edition: header.edition.clone(),
        entries: 0,
        rolls: 0,
        keys: header
            .keys
            .iter()
            .flat_map(|keys| [keys.blue.key, keys.gray.key])
            .map(|key| key.to_string())
            .collect(),
    };
    match verified {
        Err(error) if error.is_unreadable() => {
            Err(Failed::bad(format!("the file cannot be judged: {error}")))
        }
        Err(error) => Ok(Judgement { reasons: vec![error.to_string()], ..blank }),
        Ok(verified) => Ok(Judgement {
            verdict: match verified.verdict() {
                Verdict::Proven => VerdictWord::Proven,
                Verdict::Unproven => VerdictWord::Unproven,
            },
            reasons: verified.open.iter().map(ToString::to_string).collect(),
            entries: count(verified.entries),
            rolls: count(verified.rolls),
            ..blank
        }),
    }
}
