//! A command followed to its end: through the answers that are assumed of whoever is asked on the way.

use crate::told::piece_called;
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Actor, Offer, Ruleset, Side, Stop, Tally, UnitId, Upshot};
use std::collections::{BTreeMap, BTreeSet};

/// What is assumed of those who are asked, beside every figure that hangs on it.
pub(crate) const POLICY: &str = "Assumed: units under attack fire at the attackers where they may, and stand; nobody else answers; \
     what is only a matter of order goes as listed.";
/// More steps than any encounter takes within one turn.
const MOST_STEPS: usize = 80;

/// How a fight hand to hand went, for the side whose command it was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fight {
    /// The command does not lead to one.
    None,
    Won,
    Drawn,
    Lost,
    /// It did not come to one: the attack stopped, or was called off.
    Unmet,
    /// It was not followed to its end.
    Open,
}

/// What happens to one unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Harm {
    pub lost: u32,
    pub gives_way: bool,
    pub gone: bool,
}

/// One way in which it may come out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Upcome {
    pub fight: Fight,
    pub harm: BTreeMap<UnitId, Harm>,
    /// The consequences in words.
    pub words: Vec<String>,
    /// What follows from a rare throw is left open.
    pub is_open: bool,
}

/// Follows the command with these dice. One that leads to close quarters is followed to the end of that, any other to the next
/// decision.
pub(crate) fn follow<R: Ruleset>(
    known: &R::State,
    side: Side,
    command: &R::Command,
    dice: &mut dyn Dice,
    has_left_open: &dyn Fn() -> bool,
) -> Result<Upcome, Stop<R::Why>> {
    let engaged = R::engages(known, command);
    let mut state = known.clone();
    let (mut by, mut next) = (side, command.clone());
    let (mut harm, mut words, mut last) = (BTreeMap::<UnitId, Harm>::new(), Vec::new(), None);
    for step in 0..MOST_STEPS {
        let events = match R::handle(&state, by, &next, dice) {
            Ok(events) => events,
            Err(Stop::Wanted(Wanted::LeftOpen { .. })) if step > 0 => break,
            Err(stop) => return Err(stop),
        };
        for event in &events {
            for (unit, lost) in R::losses(event) {
                harm.entry(unit).or_default().lost += lost;
            }
            for upshot in R::upshots(&state, event) {
                match upshot {
                    Upshot::Contest(winner) => last = Some(winner),
                    Upshot::GivesWay(unit) => harm.entry(unit).or_default().gives_way = true,
                    Upshot::Gone(unit) => harm.entry(unit).or_default().gone = true,
                }
            }
            words.extend(R::gist(&state, event));
            R::apply(&mut state, event);
        }
        if engaged.is_empty() || has_left_open() || !R::is_engaged(&state, &engaged, last) {
            break;
        }
        let Some(answer) = assumed::<R>(&state, &engaged) else { break };
        (by, next) = answer;
    }
    let is_open = has_left_open();
    if engaged.is_empty() {
        return Ok(Upcome { fight: Fight::None, harm, words, is_open });
    }
    harm.retain(|unit, _| engaged.contains(unit));
    let fight = if is_open { Fight::Open } else { fight_of::<R>(known, side, &engaged, last, &harm) };
    let words = in_words(&R::roster(known), fight, &harm);
    Ok(Upcome { fight, harm, words, is_open })
}

/// The last round decides; where it did not come to one, whoever gave way has lost.
fn fight_of<R: Ruleset>(
    state: &R::State,
    side: Side,
    engaged: &[UnitId],
    last: Option<Option<Side>>,
    harm: &BTreeMap<UnitId, Harm>,
) -> Fight {
    let of_side: BTreeSet<UnitId> = R::roster(state)
        .into_iter()
        .filter(|tally| tally.side == side && engaged.contains(&tally.unit))
        .map(|tally| tally.unit)
        .collect();
    let beaten = |own: bool| {
        let gives =
            |(unit, harm): (&UnitId, &Harm)| of_side.contains(unit) == own && (harm.gives_way || harm.gone);
        harm.iter().any(gives)
    };
    match last {
        Some(Some(winner)) if winner == side => Fight::Won,
        Some(Some(_)) => Fight::Lost,
        Some(None) | None => match (beaten(true), beaten(false)) {
            (false, true) => Fight::Won,
            (true, false) => Fight::Lost,
            _ if last.is_some() => Fight::Drawn,
            _ => Fight::Unmet,
        },
    }
}

fn in_words(roster: &[Tally], fight: Fight, harm: &BTreeMap<UnitId, Harm>) -> Vec<String> {
    let name = |unit: &UnitId| {
        roster.iter().find(|tally| tally.unit == *unit).map_or("somebody", |tally| tally.name.as_str())
    };
    let first = match fight {
        Fight::None => None,
        Fight::Won => Some("won"),
        Fight::Drawn => Some("drawn"),
        Fight::Lost => Some("lost"),
        Fight::Unmet => Some("it does not come to blows"),
        Fight::Open => Some("not followed to its end"),
    };
    let lines = harm.iter().filter(|(_, harm)| **harm != Harm::default()).map(|(unit, harm)| {
        let lost = (harm.lost > 0).then(|| format!("loses {}", harm.lost));
        let way = if harm.gone { Some("is gone") } else { harm.gives_way.then_some("gives way") };
        let parts: Vec<String> = lost.into_iter().chain(way.map(str::to_owned)).collect();
        format!("{} {}", name(unit), parts.join(" and "))
    });
    first.map(str::to_owned).into_iter().chain(lines).collect()
}

/// The answer of whoever is asked next: see [`POLICY`].
fn assumed<R: Ruleset>(state: &R::State, engaged: &[UnitId]) -> Option<(Side, R::Command)> {
    let side = R::awaiting(state).0.first()?.side;
    let is_engaged = |actor: &Actor| matches!(actor, Actor::Unit(id) if engaged.contains(id));
    let mut actors = R::actors(state, side);
    actors.sort_by_key(|actor| (!is_engaged(actor), *actor != Actor::Side));
    let finite = |actor: Actor| {
        let offers = R::offers(state, side, actor).into_iter();
        offers.filter_map(|offer| if let Offer::Do(command) = offer { Some(command) } else { None })
    };
    let aim = |command: &R::Command| {
        let written = serde_json::to_value(command).ok()?;
        piece_called("target", &written).map(UnitId)
    };
    if let Some(reaction) = R::reaction(state, side) {
        if let Some(usual) = reaction.usual {
            return Some((side, usual));
        }
        let mut fires = actors
            .into_iter()
            .filter(|actor| is_engaged(actor) || *actor == Actor::Side)
            .flat_map(finite)
            .filter(|command| aim(command).is_some_and(|target| engaged.contains(&target)));
        return Some((side, fires.next().unwrap_or(reaction.pass)));
    }
    // An end of what the side is doing is written as a bare word.
    let is_bare = |command: &R::Command| serde_json::to_value(command).is_ok_and(|value| value.is_string());
    let mut fallback = None;
    for actor in actors {
        for command in finite(actor) {
            let suits = match actor {
                Actor::Unit(id) if engaged.contains(&id) => {
                    aim(&command).is_none_or(|target| engaged.contains(&target))
                }
                Actor::Unit(_) => false,
                Actor::Side => is_bare(&command),
            };
            if suits {
                return Some((side, command));
            }
            fallback.get_or_insert(command);
        }
    }
    fallback.map(|command| (side, command))
}
