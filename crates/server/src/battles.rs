//! The battles that can be chosen: those inside the program, and those in the folder of whoever runs the server, which is looked at
//! anew whenever somebody asks.

use crate::config::Config;
use crate::failure::{Failed, Outcome};
use crate::guard::guarded;
use crate::hall::{Hall, shortened};
use crate::start::scenario_card;
use axum::http::StatusCode;
use longroll_game::{Battle, ScenarioText};
use longroll_wire::{BattleFile, FailureKind, OwnBattles, OwnMistakes, ScenarioCard, StartPage};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The two files of a battle.
const FILES: [&str; 2] = ["scenario.toml", "terrain.geojson"];
/// Battles of one's own.
const MOST_OWN: usize = 200;
/// Bytes of one file.
const LONGEST: u64 = 4_000_000;
const LONGEST_NAME: usize = 60;
const FORMAT: u32 = 1;

#[derive(Debug)]
pub(crate) struct Battles {
    shipped: Vec<Battle>,
    folder: Option<PathBuf>,
    own: Mutex<Arc<Own>>,
}

/// What the folder held when it was looked at last.
#[derive(Debug, Default)]
struct Own {
    stamp: Vec<Stamp>,
    battles: Vec<Battle>,
    cards: Vec<ScenarioCard>,
    mistakes: Vec<OwnMistakes>,
}

/// Tells whether a battle has changed: its name, and when its files were written and how long they are.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stamp {
    name: String,
    files: [Option<(SystemTime, u64)>; 2],
}

impl Battles {
    pub(crate) fn new(shipped: Vec<Battle>, config: &Config) -> Battles {
        Battles { shipped, folder: config.own_scenarios.clone(), own: Mutex::default() }
    }

    pub(crate) fn find(&self, name: &str) -> Option<Battle> {
        let named = |battle: &&Battle| battle.text().name == name;
        let shipped = self.shipped.iter().find(named).cloned();
        shipped.or_else(|| self.own().battles.iter().find(named).cloned())
    }

    /// Reads again only what has changed.
    fn own(&self) -> Arc<Own> {
        let Some(folder) = &self.folder else { return Arc::default() };
        let stamp = stamps(folder);
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if own.stamp != stamp {
            *own = Arc::new(self.read(folder, stamp, &own));
        }
        own.clone()
    }

    fn read(&self, folder: &Path, stamp: Vec<Stamp>, before: &Own) -> Own {
        let mut own = Own::default();
        for one in &stamp {
            let name = &one.name;
            let known = before.stamp.contains(one);
            let kept =
                before.battles.iter().zip(&before.cards).find(|(battle, _)| battle.text().name == *name);
            if let Some((battle, card)) = kept.filter(|_| known) {
                own.battles.push(battle.clone());
                own.cards.push(card.clone());
                continue;
            }
            match self.read_one(folder, name) {
                Ok((battle, card)) => {
                    own.battles.push(battle);
                    own.cards.push(card);
                }
                Err(mistakes) => own.mistakes.push(OwnMistakes { name: name.clone(), mistakes }),
            }
        }
        own.stamp = stamp;
        own
    }

    fn read_one(&self, folder: &Path, name: &str) -> Result<(Battle, ScenarioCard), Vec<String>> {
        let [toml, geojson] = FILES.map(|file| read_file(&folder.join(name).join(file)));
        let (toml, geojson) = match (toml, geojson) {
            (Ok(toml), Ok(geojson)) => (toml, geojson),
            (toml, geojson) => return Err([toml.err(), geojson.err()].into_iter().flatten().collect()),
        };
        self.checked(ScenarioText { name: name.to_owned(), toml, geojson })
    }

    /// Every mistake in a battle, and whether all rulebooks can muster it.
    fn checked(&self, text: ScenarioText) -> Result<(Battle, ScenarioCard), Vec<String>> {
        if let Some(mistake) = self.mistake_in_name(&text.name) {
            return Err(vec![mistake]);
        }
        let read = guarded(|| {
            let battle = Battle::read(text)
                .map_err(|mistakes| mistakes.iter().map(ToString::to_string).collect::<Vec<_>>())?;
            let card = scenario_card(&battle);
            if card.rulesets.is_empty() {
                return Err(vec!["no rulebook can muster it: longroll scenario check says why".to_owned()]);
            }
            Ok((battle, card))
        });
        read.unwrap_or_else(|| Err(vec!["the program ran into an error of its own over it".to_owned()]))
    }

    fn mistake_in_name(&self, name: &str) -> Option<String> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.bytes().all(is_plain) {
            return Some(format!(
                "the name of its folder is to have 1 to {LONGEST_NAME} small letters, digits and hyphens"
            ));
        }
        let is_shipped = self.shipped.iter().any(|battle| battle.text().name == name);
        is_shipped.then(|| "a battle of the program has this name; rename the folder".to_owned())
    }
}

fn read_file(file: &Path) -> Result<String, String> {
    let shown = file.file_name().unwrap_or_default().to_string_lossy();
    match fs::metadata(file) {
        Err(_) => Err(format!("there is no file {shown}")),
        Ok(there) if there.len() > LONGEST => Err(format!("{shown} is longer than {LONGEST} bytes")),
        Ok(_) => fs::read_to_string(file).map_err(|error| format!("{shown} cannot be read: {error}")),
    }
}

fn stamps(folder: &Path) -> Vec<Stamp> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names.truncate(MOST_OWN);
    let of =
        |file: PathBuf| fs::metadata(file).ok().and_then(|there| Some((there.modified().ok()?, there.len())));
    names
        .into_iter()
        .map(|name| Stamp { files: FILES.map(|file| of(folder.join(&name).join(file))), name })
        .collect()
}

impl Hall {
    /// What the start page offers now.
    pub(crate) fn start_page(&self) -> StartPage {
        let mut page = self.start.clone();
        let own = self.battles.own();
        page.scenarios.extend(own.cards.iter().cloned());
        let folder = self.battles.folder.as_ref().filter(|_| self.config.is_private());
        page.own = OwnBattles {
            names: own.cards.iter().map(|card| card.name.clone()).collect(),
            mistakes: own.mistakes.clone(),
            // Paths of the computer are its owner's business.
            folder: folder.map(|folder| folder.display().to_string()),
        };
        page
    }

    /// A battle as one file.
    pub(crate) fn battle_file(&self, name: &str) -> Outcome<BattleFile> {
        let battle = self.battles.find(name);
        let battle =
            battle.ok_or_else(|| Failed::not_found(format!("there is no scenario {:?}", shortened(name))))?;
        let ScenarioText { name, toml, geojson } = battle.text().clone();
        Ok(BattleFile { longroll_battle: FORMAT, name, scenario: toml, terrain: geojson })
    }

    /// Puts a battle into the folder of one's own. Nothing is overwritten unless that is asked for.
    pub(crate) fn take_battle(&self, file: BattleFile, replace: bool) -> Outcome<StartPage> {
        let folder = self.battles.folder.as_ref().filter(|_| self.config.is_private());
        let folder = folder.ok_or_else(|| {
            Failed::forbidden("battles are added on this server by its owner, as folders beside its games")
        })?;
        if file.longroll_battle != FORMAT {
            return Err(Failed::bad("this file was written by a newer program; use that one"));
        }
        let BattleFile { name, scenario: toml, terrain: geojson, .. } = file;
        let text = ScenarioText { name: name.clone(), toml, geojson };
        let contents = [text.toml.clone(), text.geojson.clone()];
        if let Err(mistakes) = self.battles.checked(text) {
            let mut failed = Failed::bad(format!("the battle has mistakes: {}", mistakes.join("; ")));
            failed.failure.measured = Some(serde_json::json!({ "mistakes": mistakes }));
            return Err(failed);
        }
        let place = folder.join(&name);
        if place.symlink_metadata().is_ok() && !replace {
            let text = format!("there is a battle {name} already");
            return Err(Failed::new(StatusCode::CONFLICT, FailureKind::Stale, text));
        }
        put(folder, &place, &contents).map_err(|error| {
            tracing::error!(%error, battle = name, "a battle could not be written");
            Failed::busy("the battle could not be written to disk; nothing was changed")
        })?;
        Ok(self.start_page())
    }
}

/// Writes both files beside their place and only then gives the folder its name, so that a battle is there whole or not at all.
fn put(folder: &Path, place: &Path, contents: &[String; 2]) -> std::io::Result<()> {
    let number = std::process::id();
    let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (new, old) =
        (folder.join(format!(".{name}.{number}.new")), folder.join(format!(".{name}.{number}.old")));
    // Left over from a run that was killed.
    let _ = fs::remove_dir_all(&new);
    fs::create_dir_all(&new)?;
    for (file, text) in FILES.iter().zip(contents) {
        fs::write(new.join(file), text)?;
        fs::File::open(new.join(file))?.sync_all()?;
    }
    let was_there = place.is_dir();
    if was_there {
        fs::rename(place, &old)?;
    }
    if let Err(error) = fs::rename(&new, place) {
        if was_there {
            fs::rename(&old, place)?;
        }
        return Err(error);
    }
    if was_there {
        // What is left of it begins with a dot and is no battle.
        let _ = fs::remove_dir_all(&old);
    }
    Ok(())
}
