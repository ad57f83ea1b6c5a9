//! A game that was recorded under an older revision of the rules, decided anew by the present one up to the first difference.

use crate::error::NotDone;
use crate::game::{DiceSource, Game};
use crate::guard::guarded;
use crate::load::{LoadError, load_to_show, shortened};
use crate::log::{Entry, Line};
use crate::opening::{Battle, Fairness, Opening, ScenarioText};
use longroll_kit::{Clause, Ruleset, Stop, Telling};
use std::fmt;

/// What came of it.
#[derive(Debug)]
pub struct Redecided<R: Ruleset> {
    /// The game under the present edition, up to the line before the difference. Nothing when not even the muster is the same, and for
    /// signed games: what was signed under one edition cannot be moved to another.
    pub game: Option<Game<R>>,
    /// Lines of the log that are decided as they were.
    pub same: usize,
    /// The first line that is not; nothing if all are.
    pub difference: Option<Difference>,
}

/// Where two revisions of the rules part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The number of the entry; 0 is the muster.
    pub number: u32,
    /// The clause by which it is decided now, if one is named.
    pub clause: Option<Clause>,
    /// What happened then, in words.
    pub then: String,
    /// What the present revision makes of it, in words.
    pub now: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clause = self.clause.map(|clause| format!(" ({clause})")).unwrap_or_default();
        match self.number {
            0 => write!(f, "the muster")?,
            number => write!(f, "entry {number}")?,
        }
        write!(f, " is decided otherwise now{clause}\n  then: {}\n  now:  {}", self.then, self.now)
    }
}

/// Decides a game of any edition anew, with its recorded dice.
pub fn redecide<R: Ruleset>(text: &str) -> Result<Redecided<R>, LoadError> {
    let recorded: Game<R> = load_to_show(text)?;
    let is_signed = recorded.keys().is_some();
    let mut game = match started::<R>(&recorded) {
        Ok(game) => game,
        Err(now) => {
            let difference = Some(Difference {
                number: 0,
                clause: None,
                then: "the armies were mustered".to_owned(),
                now,
            });
            return Ok(Redecided { game: None, same: 0, difference });
        }
    };
    if recorded.opened() != game.opened() {
        let blank = recorded.blank.clone();
        let difference = first_difference::<R>(0, &blank, recorded.opened(), game.opened());
        return Ok(Redecided { game: None, same: 0, difference: Some(difference) });
    }
    let mut same = 0;
    let mut difference = None;
    for line in recorded.lines() {
        let decided = match line {
            Line::Entry(entry) => again(&mut game, entry),
            Line::Undo(undo) => game.undo(undo.by).map(|_| ()).map_err(|error| Difference {
                number: undo.number,
                clause: None,
                then: format!("{} took back entry {}", undo.by, undo.takes_back),
                now: error.to_string(),
            }),
            // The end is declared anew by whoever goes on.
            Line::End(_) | Line::Approved(_) => break,
        };
        if let Err(found) = decided {
            difference = Some(found);
            break;
        }
        same += 1;
    }
    if difference.is_none()
        && let Some(close) = recorded.closed()
    {
        if let Some(seed) = &close.seed {
            // A seed that is not the game's own stays away; verifying tells.
            let _ = game.entrust(seed.clone());
        }
        // Only a game whose end is the same is closed again.
        let over = game.awaiting().is_over();
        if over || close.abandoned {
            let _ = game.close();
        }
    }
    Ok(Redecided { game: Some(game).filter(|_| !is_signed), same, difference })
}

/// The same opening under the present edition, or why it cannot be had.
fn started<R: Ruleset>(recorded: &Game<R>) -> Result<Game<R>, String> {
    let header = recorded.header();
    let battle = Battle::read(ScenarioText::clone(&header.scenario))
        .map_err(|mistakes| mistakes.first().map_or_else(String::new, ToString::to_string))?;
    let fairness = match &header.commitment {
        Some(commitment) => Fairness::Commitment(commitment.clone()),
        None => Fairness::ByHand,
    };
    let opening =
        Opening { battle, settings: header.options.clone(), fairness, players: header.players.clone() };
    guarded(|| Game::start(opening))
        .ok_or("the armies cannot be mustered")?
        .map_err(|error| error.to_string())
}

/// One command with its recorded dice: recorded if it brings the same, otherwise the difference.
fn again<R: Ruleset>(game: &mut Game<R>, entry: &Entry<R>) -> Result<(), Difference> {
    let dice = DiceSource::Recorded { dice: &entry.dice, by_hand: entry.by_hand };
    let then = || {
        described::<R>(game.state(), &entry.events).first().map_or_else(String::new, |one| one.text.clone())
    };
    let refused =
        |clause: Option<Clause>, now: String| Difference { number: entry.number, clause, then: then(), now };
    let decided = guarded(|| game.decide(entry.by, entry.command.clone(), dice));
    let mut decided = match decided {
        None => return Err(refused(None, "the rules break down over it".to_owned())),
        Some(Err(NotDone::Stopped(Stop::Refused(refusal)))) => {
            return Err(refused(Some(refusal.clause), format!("refused: {}", refusal.why)));
        }
        Some(Err(error)) => return Err(refused(None, error.to_string())),
        Some(Ok(decided)) => decided,
    };
    if decided.events != entry.events {
        return Err(first_difference::<R>(entry.number, game.state(), &entry.events, &decided.events));
    }
    // How dice are read may be recorded more exactly now; what was thrown is the same, or the events would differ.
    decided.standing_order = entry.standing_order.clone();
    decided.thought = entry.thought.clone();
    decided.advised = entry.advised;
    game.record(Line::Entry(decided));
    Ok(())
}

/// The first events that differ, in words.
fn first_difference<R: Ruleset>(
    number: u32,
    before: &R::State,
    then: &[R::Event],
    now: &[R::Event],
) -> Difference {
    let same = then.iter().zip(now).take_while(|(then, now)| then == now).count();
    let mut state = before.clone();
    for event in &then[..same] {
        R::apply(&mut state, event);
    }
    let told = |events: &[R::Event]| {
        let said = described::<R>(&state, &events[same..]).into_iter().next();
        said.unwrap_or_else(|| {
            let written = events.get(same).and_then(|event| serde_json::to_string(event).ok());
            Telling {
                clause: None,
                text: written.map_or_else(|| "nothing more".to_owned(), |text| shortened(&text)),
            }
        })
    };
    let (mut was, mut is) = (told(then), told(now));
    if was.text == is.text {
        // In words they are alike: shown as they are written.
        let written = |events: &[R::Event]| {
            events
                .get(same)
                .and_then(|event| serde_json::to_string(event).ok())
                .map_or_else(String::new, |text| shortened(&text))
        };
        (was.text, is.text) = (written(then), written(now));
    }
    Difference { number, clause: is.clause.or(was.clause), then: was.text, now: is.text }
}

/// Events in words, those without words left out.
fn described<R: Ruleset>(before: &R::State, events: &[R::Event]) -> Vec<Telling> {
    let mut state = before.clone();
    let mut all = Vec::new();
    for event in events {
        let told = guarded(|| R::tell(&state, event));
        all.extend(told.filter(|telling| !telling.text.is_empty()));
        if guarded(|| R::apply(&mut state, event)).is_none() {
            break;
        }
    }
    all
}
