//! A command followed to its end: through the answers that are assumed of whoever is asked on the way.

use crate::told::piece_called;
use longroll_dice::{Dice, Wanted};
use longroll_kit::{Actor, Offer, Ruleset, Side, Stop, Tally, UnitId, Upshot};
use std::collections::BTreeMap;

/// What is assumed of those who are asked, beside every figure that hangs on it.
pub(crate) const POLICY: &str = "Assumed: units under attack fire at the attackers where they may, and stand; nobody else answers; \
     what is only a matter of order goes as listed.";
/// More steps than any encounter takes within one turn.
pub(crate) const MOST_STEPS: usize = 80;

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

/// Where a course stands between two commands.
#[derive(Clone)]
pub(crate) struct Stand<R: Ruleset> {
    pub state: R::State,
    pub harm: BTreeMap<UnitId, Harm>,
    /// The newest round of the fight: who won it.
    pub last: Option<Option<Side>>,
}

impl<R: Ruleset> Stand<R> {
    pub(crate) fn first(known: &R::State) -> Stand<R> {
        Stand { state: known.clone(), harm: BTreeMap::new(), last: None }
    }

    /// The stand after these events; each of them is shown before it is applied.
    fn after(&self, events: &[R::Event], mut show: impl FnMut(&R::State, &R::Event)) -> Stand<R> {
        let mut stand = self.clone();
        for event in events {
            for (unit, lost) in R::losses(event) {
                stand.harm.entry(unit).or_default().lost += lost;
            }
            for upshot in R::upshots(&stand.state, event) {
                match upshot {
                    Upshot::Contest(winner) => stand.last = Some(winner),
                    Upshot::GivesWay(unit) => stand.harm.entry(unit).or_default().gives_way = true,
                    Upshot::Gone(unit) => stand.harm.entry(unit).or_default().gone = true,
                }
            }
            show(&stand.state, event);
            R::apply(&mut stand.state, event);
        }
        stand
    }

    /// One command further.
    pub(crate) fn advanced(
        &self,
        by: Side,
        command: &R::Command,
        dice: &mut dyn Dice,
    ) -> Result<Stand<R>, Stop<R::Why>> {
        Ok(self.after(&R::handle(&self.state, by, command, dice)?, |_, _| {}))
    }
}

/// A command that leads to close quarters, and those who come to them.
pub(crate) struct Engagement<R: Ruleset> {
    side: Side,
    engaged: Vec<UnitId>,
    /// Before the command.
    roster: Vec<Tally>,
    rules: std::marker::PhantomData<R>,
}

impl<R: Ruleset> Engagement<R> {
    /// Nothing for a command that does not lead to close quarters.
    pub(crate) fn of(known: &R::State, side: Side, command: &R::Command) -> Option<Engagement<R>> {
        let engaged = R::engages(known, command);
        (!engaged.is_empty()).then(|| Engagement {
            side,
            engaged,
            roster: R::roster(known),
            rules: std::marker::PhantomData,
        })
    }

    /// Who is assumed to do what next; nothing when the encounter is over.
    pub(crate) fn next(&self, stand: &Stand<R>) -> Option<(Side, R::Command)> {
        let goes_on = R::is_engaged(&stand.state, &self.engaged, stand.last);
        if goes_on { assumed::<R>(&stand.state, &self.engaged) } else { None }
    }

    /// What has come of it, followed to its end or left open.
    pub(crate) fn outcome(&self, stand: &Stand<R>, is_open: bool) -> Upcome {
        let mut harm = stand.harm.clone();
        harm.retain(|unit, _| self.engaged.contains(unit));
        let fight = if is_open { Fight::Open } else { self.fight(stand.last, &harm) };
        let words = in_words(&self.roster, fight, &harm);
        Upcome { fight, harm, words, is_open }
    }

    /// The last round decides; where it did not come to one, whoever gave way has lost.
    fn fight(&self, last: Option<Option<Side>>, harm: &BTreeMap<UnitId, Harm>) -> Fight {
        let is_own =
            |unit: &UnitId| self.roster.iter().any(|tally| tally.unit == *unit && tally.side == self.side);
        let beaten =
            |own: bool| harm.iter().any(|(unit, harm)| is_own(unit) == own && (harm.gives_way || harm.gone));
        match last {
            Some(Some(winner)) if winner == self.side => Fight::Won,
            Some(Some(_)) => Fight::Lost,
            Some(None) | None => match (beaten(true), beaten(false)) {
                (false, true) => Fight::Won,
                (true, false) => Fight::Lost,
                _ if last.is_some() => Fight::Drawn,
                _ => Fight::Unmet,
            },
        }
    }
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
    let first = Stand::<R>::first(known);
    let Some(engagement) = Engagement::<R>::of(known, side, command) else {
        let mut words = Vec::new();
        let events = R::handle(known, side, command, dice)?;
        let stand = first.after(&events, |state, event| words.extend(R::gist(state, event)));
        return Ok(Upcome { fight: Fight::None, harm: stand.harm, words, is_open: has_left_open() });
    };
    let first = first.advanced(side, command, dice)?;
    follow_on::<R>(&engagement, first, dice, has_left_open)
}

/// Follows an encounter with these dice from where it stands to its end.
pub(crate) fn follow_on<R: Ruleset>(
    engagement: &Engagement<R>,
    mut stand: Stand<R>,
    dice: &mut dyn Dice,
    has_left_open: &dyn Fn() -> bool,
) -> Result<Upcome, Stop<R::Why>> {
    for _ in 1..MOST_STEPS {
        if has_left_open() {
            break;
        }
        let Some((by, next)) = engagement.next(&stand) else { break };
        stand = match stand.advanced(by, &next, dice) {
            Ok(stand) => stand,
            Err(Stop::Wanted(Wanted::LeftOpen { .. })) => break,
            Err(stop) => return Err(stop),
        };
    }
    Ok(engagement.outcome(&stand, has_left_open()))
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
