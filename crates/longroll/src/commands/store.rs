//! `longroll store`: the games of a server, looked after.

use crate::args::{StoreArgs, StoreCommand};
use crate::files::{self, Existing, Readers};
use crate::report::{Failure, Report, json};
use crate::shelves::{Missing, Place, Shelves};
use longroll_ai::Appraisal;
use longroll_game::{LoadError, load_to_show};
use longroll_rulesets::{RulesetId, Visit};
use longroll_store::{Damaged, Restored, Whole, back_up, restore};
use serde_json::json;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) fn run(args: &StoreArgs) -> Result<Report, Failure> {
    match &args.command {
        StoreCommand::Check { store, json } => check(store.as_deref(), *json),
        StoreCommand::Backup { file, from, force } => {
            backup(file, from.as_deref(), Existing::unless_forced(*force))
        }
        StoreCommand::Restore { file, into } => take_back(file, into.as_deref()),
        StoreCommand::Move { from, to } => copy(from, to),
        StoreCommand::Expire { days, over, store, remove } => expire(store.as_deref(), *days, *over, *remove),
    }
}

fn open(name: Option<&str>) -> Result<(Place, Shelves), Failure> {
    let place = Place::named(name)?;
    let shelves = place.open(Missing::Refuse)?;
    Ok((place, shelves))
}

fn check(name: Option<&str>, as_json: bool) -> Result<Report, Failure> {
    let (place, shelves) = open(name)?;
    let (mut mistakes, mut counts) = (Vec::new(), [0_u64; 2]);
    for ((_, store), count) in shelves.named().into_iter().zip(&mut counts) {
        mistakes.extend(store.check().map_err(Failure::usage)?);
        store
            .read_all(&mut |_| {
                *count += 1;
                Ok(())
            })
            .map_err(Failure::usage)?;
    }
    let mut unreadable = |whole: Whole| {
        if let Some(why) = why_unreadable(&whole) {
            let record = &whole.listed.record;
            mistakes.push(format!("game {} ({}): {why}", record.game, record.title));
        }
        Ok(())
    };
    shelves.games.read_all(&mut unreadable).map_err(Failure::usage)?;
    let [games, tables] = counts;
    if as_json {
        let found = json(&json!({ "games": games, "tables": tables, "mistakes": mistakes }))?;
        return Ok(if mistakes.is_empty() { Report::fine(found) } else { Report::differs(found) });
    }
    let counted = format!("{place}: {}, {}", counted(games, "game"), counted(tables, "umpire's table"));
    if mistakes.is_empty() {
        return Ok(Report::fine(format!("{counted}; everything is there and can be read\n")));
    }
    let list: String = mistakes.iter().map(|mistake| format!("  {mistake}\n")).collect();
    Ok(Report::differs(format!("{counted}; {} found\n{list}", counted_mistakes(mistakes.len()))))
}

fn counted_mistakes(number: usize) -> String {
    if number == 1 { "1 mistake".to_owned() } else { format!("{number} mistakes") }
}

fn counted(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Why a game cannot even be shown; nothing for one that waits for its guest.
fn why_unreadable(whole: &Whole) -> Option<String> {
    if whole.lines.is_empty() {
        return None;
    }
    let set = match RulesetId::parse(&whole.listed.record.ruleset) {
        Ok(set) => set,
        Err(error) => return Some(error.to_string()),
    };
    set.visit(Show(&whole.lines.concat())).err().map(|error| error.to_string())
}

struct Show<'a>(&'a str);

impl Visit for Show<'_> {
    type Out = Result<(), LoadError>;

    fn visit<R: Appraisal>(self) -> Self::Out {
        load_to_show::<R>(self.0).map(drop)
    }
}

fn backup(file: &Path, from: Option<&str>, existing: Existing) -> Result<Report, Failure> {
    files::check_writable(file, existing)?;
    let (place, shelves) = open(from)?;
    let mut games = 0;
    files::write_with(file, existing, Readers::OwnerOnly, |to| {
        games = back_up(&shelves.named(), to).map_err(|error| match error {
            Damaged::File(error) => Failure::usage(format!("{} cannot be written: {error}", file.display())),
            other => Failure::usage(other),
        })?;
        Ok(())
    })?;
    let text = format!("{} of {place} kept in {}\n", counted(games, "game or table"), file.display());
    Ok(Report::fine(text.replace("game or tables", "games and tables")))
}

fn take_back(file: &Path, into: Option<&str>) -> Result<Report, Failure> {
    let shown = file.display();
    let cannot = |error: std::io::Error| Failure::usage(format!("{shown} cannot be opened: {error}"));
    if !file.is_file() {
        return Err(Failure::usage(format!("there is no file {shown}; check the path")));
    }
    let mut reader = BufReader::new(File::open(file).map_err(cannot)?);
    let place = Place::named(into)?;
    let shelves = place.open(Missing::Make)?;
    let restored = restore(&mut reader, &shelves.named())
        .map_err(|error| Failure::usage(format!("nothing was restored from {shown}: {error}")))?;
    Ok(Report::fine(taken_in(restored, &place)))
}

fn copy(from: &str, to: &str) -> Result<Report, Failure> {
    let (_, source) = open(Some(from))?;
    let place = Place::named(Some(to))?;
    let target = place.open(Missing::Make)?;
    let mut moved = Restored::default();
    for ((_, source), (_, target)) in source.named().into_iter().zip(target.named()) {
        source.read_all(&mut |whole| moved.take_in(target, &whole)).map_err(Failure::usage)?;
    }
    Ok(Report::fine(taken_in(moved, &place)))
}

fn taken_in(restored: Restored, place: &Place) -> String {
    let Restored { games, there_already } = restored;
    let left = match there_already {
        0 => String::new(),
        number => format!("; {number} that were there already were left as they are"),
    };
    format!("{games} games and tables taken into {place}{left}\n")
}

fn expire(name: Option<&str>, days: u32, only_over: bool, remove: bool) -> Result<Report, Failure> {
    const SECONDS_OF_A_DAY: u64 = 86_400;
    let (place, shelves) = open(name)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let before = now.saturating_sub(u64::from(days) * SECONDS_OF_A_DAY);
    let mut old = Vec::new();
    let mut look = |whole: Whole| {
        let listed = whole.listed;
        if listed.last_played < before && (listed.ending.is_some() || !only_over) {
            old.push((
                listed.record.game,
                listed.record.title,
                (now - listed.last_played) / SECONDS_OF_A_DAY,
            ));
        }
        Ok(())
    };
    shelves.games.read_all(&mut look).map_err(Failure::usage)?;
    let mut text = String::new();
    for (game, title, age) in &old {
        if remove {
            shelves.games.remove(game).map_err(Failure::usage)?;
        }
        text.push_str(&format!("{game}  {title}, last played {age} days ago\n"));
    }
    let what = if remove { "removed from" } else { "in" };
    text.push_str(&format!("{} {what} {place}", counted(old.len() as u64, "such game")));
    text.push_str(if remove || old.is_empty() { "\n" } else { "; add --remove to remove them\n" });
    Ok(Report::fine(text))
}
