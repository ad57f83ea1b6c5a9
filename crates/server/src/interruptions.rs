//! Answers that a side has given beforehand: what it lets pass without being asked, and its standing orders.

use crate::course::follow;
use crate::preview::in_unit;
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Actor, Offer, Reaction, Ruleset, Side, UnitId, View};
use longroll_table::{Convex, Length, distance};
use longroll_wire::{Beforehand, Interruptions, PassFor, When};
use serde::{Deserialize, Serialize};

/// What a side wishes, and what it is letting pass now. Kept beside the game, so that both outlast the program.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Wishes {
    pub interruptions: Interruptions,
    pub passing: Option<Passing>,
}

/// Let pass until another acts, or until the turn passes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Passing {
    by: Vec<UnitId>,
    round: u32,
    active: Option<Side>,
    whole_turn: bool,
    /// It was let pass as an attack, too.
    attack: bool,
}

/// What is given instead of the player's answer, and why.
#[derive(Debug)]
pub(crate) struct Given<C> {
    pub command: C,
    pub why: String,
}

/// What the side lets pass from now on, having let pass what it is asked now.
pub(crate) fn passing<R: Ruleset>(state: &R::State, side: Side, pass_for: PassFor) -> Option<Passing> {
    let reaction = R::reaction(state, side)?;
    let view = R::view(state, side.into());
    let whole_turn = match pass_for {
        PassFor::Inch => return None,
        PassFor::Move => false,
        PassFor::Turn => true,
    };
    Some(Passing {
        by: reaction.by,
        round: view.round,
        active: view.active,
        whole_turn,
        attack: reaction.is_attack,
    })
}

/// Is this the command that lets pass what the side is asked now?
pub(crate) fn is_pass<R: Ruleset>(state: &R::State, side: Side, command: &R::Command) -> bool {
    R::reaction(state, side).is_some_and(|reaction| reaction.pass == *command)
}

/// The answer that the side has given beforehand to what it is asked now, if it has.
pub(crate) fn given<R: Ruleset>(state: &R::State, side: Side, wishes: &Wishes) -> Option<Given<R::Command>> {
    let Some(reaction) = R::reaction(state, side) else {
        let command = R::as_listed(state, side).filter(|_| wishes.interruptions.order_as_listed)?;
        return Some(Given { command, why: "order among equals: as listed".to_owned() });
    };
    let view = R::view(state, side.into());
    let pass = |why: &str| Some(Given { command: reaction.pass.clone(), why: format!("let pass: {why}") });
    let mut open = Vec::new();
    for actor in R::actors(state, side) {
        let offers = R::offers(state, side, actor).into_iter().filter_map(|offer| match offer {
            Offer::Do(command) if command != reaction.pass => Some(command),
            Offer::Do(_) | Offer::Move(_) => None,
        });
        let mut strikes = Vec::new();
        for strike in offers.filter(|command| R::strikes(state, command)) {
            match by_standing_orders::<R>(state, &view, &reaction, &wishes.interruptions, &strike) {
                Ordered::Fire(why) => {
                    return Some(Given { command: strike, why: format!("standing order: {why}") });
                }
                Ordered::Hold => {}
                Ordered::Open => strikes.push(strike),
            }
        }
        let mut strikes = strikes.into_iter().peekable();
        if strikes.peek().is_none() {
            continue;
        }
        let unit = if let Actor::Unit(id) = actor { Some(id) } else { None };
        match unit.and_then(|id| Some((id, ordered(&wishes.interruptions, id)?))) {
            None => open.extend(strikes),
            Some((id, order)) => {
                if let Some((target, why)) = target_of::<R>(state, &view, &reaction, id, order)
                    && let Some(command) = strikes.find(|command| aimed_at::<R>(command) == Some(target))
                {
                    return Some(Given { command, why: format!("standing order: {why}") });
                }
            }
        }
    }
    let when = wishes.interruptions.kinds.get(reaction.kind).copied().unwrap_or_default();
    if let Some(passing) = &wishes.passing
        && passing.covers(&reaction, &view)
    {
        return pass(if passing.whole_turn { "all of this turn" } else { "the rest of this move" });
    }
    match when {
        When::Always => None,
        When::Useful | When::Attacked if reaction.is_attack && !open.is_empty() => None,
        When::Useful if open.is_empty() => pass("no fire or charge is possible"),
        When::Useful if open.iter().any(|strike| matters::<R>(state, side, strike)) => None,
        When::Useful => pass("no fire or charge would do much"),
        When::Attacked => pass("only charges are asked about"),
        When::Never => pass("never asked about"),
    }
}

/// What the standing orders of those whose fire an answer of the whole side is say to it.
enum Ordered {
    /// All of them fire, in these words.
    Fire(String),
    /// All of them have orders, and one of these says not to.
    Hold,
    /// Somebody has no order: the side is asked.
    Open,
}

fn by_standing_orders<R: Ruleset>(
    state: &R::State,
    view: &View,
    reaction: &Reaction<R::Command>,
    wishes: &Interruptions,
    strike: &R::Command,
) -> Ordered {
    let mut words = None;
    for unit in R::fire_of(state, strike) {
        let Some(order) = ordered(wishes, unit) else { return Ordered::Open };
        match target_of::<R>(state, view, reaction, unit, order) {
            Some((_, why)) => words = Some(why),
            None => return Ordered::Hold,
        }
    }
    words.map_or(Ordered::Open, Ordered::Fire)
}

/// Throws by which an answer is judged before anybody is asked: the same ones every time.
const TRIED: u32 = 36;

/// Would this answer cost the enemy something: on average half of what he loses one by one, or in one case of nine his ground?
fn matters<R: Ruleset>(state: &R::State, side: Side, answer: &R::Command) -> bool {
    let enemies: Vec<UnitId> =
        R::roster(state).into_iter().filter(|tally| tally.side != side).map(|tally| tally.unit).collect();
    let (mut lost, mut beaten) = (0, 0);
    for throw in 0..TRIED {
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(1863), throw));
        // What cannot be tried out may matter.
        let Ok(outcome) = follow::<R>(state, side, answer, &mut dice, &|| false) else { return true };
        let harm = || outcome.harm.iter().filter(|(unit, _)| enemies.contains(unit)).map(|(_, harm)| harm);
        lost += harm().map(|harm| harm.lost).sum::<u32>();
        beaten += u32::from(harm().any(|harm| harm.gives_way || harm.gone));
    }
    lost * 2 >= TRIED || beaten * 9 >= TRIED
}

impl Passing {
    fn covers<C>(&self, reaction: &Reaction<C>, view: &View) -> bool {
        let same_turn = (self.round, self.active) == (view.round, view.active);
        let same_units = reaction.by.iter().all(|unit| self.by.contains(unit));
        same_turn && (self.whole_turn || same_units) && (!reaction.is_attack || self.attack)
    }
}

fn ordered(wishes: &Interruptions, unit: UnitId) -> Option<Beforehand> {
    let orders = wishes.standing.iter().rev();
    orders.filter(|order| order.units.contains(&unit.0)).map(|order| order.order).next()
}

/// Whom the unit is to fire at by its standing order, and the order in words.
fn target_of<R: Ruleset>(
    state: &R::State,
    view: &View,
    reaction: &Reaction<R::Command>,
    unit: UnitId,
    order: Beforehand,
) -> Option<(UnitId, String)> {
    let (limit, words) = match order {
        Beforehand::Stand => return None,
        Beforehand::FireAtWill => (None, "fire at will".to_owned()),
        Beforehand::FireClose => {
            let shortest = R::reaches(state, unit).into_iter().map(|reach| reach.length).min()?;
            (Some(shortest), "fire at close range".to_owned())
        }
        Beforehand::HoldFire { to } => {
            let limit = Length::from_micrometres(i64::from(to));
            let length = in_unit(limit, view.unit_of_length);
            (Some(limit), format!("hold fire to {length} {}", view.unit_of_length))
        }
    };
    let shape = |id: UnitId| -> Vec<Convex> {
        let stands = view.units.iter().filter(|other| other.id == id && other.on_table);
        stands.flat_map(|other| &other.stands).map(|stand| Convex::hull(&stand.corners)).collect()
    };
    let own = shape(unit);
    let within = |target: &UnitId| {
        let enemy = shape(*target);
        let is_near = |limit| distance(own.as_slice(), enemy.as_slice()).within(limit);
        !own.is_empty() && !enemy.is_empty() && limit.is_none_or(is_near)
    };
    reaction.by.iter().copied().find(|target| within(target)).map(|target| (target, words))
}

fn aimed_at<R: Ruleset>(command: &R::Command) -> Option<UnitId> {
    let written = serde_json::to_value(command).ok()?;
    crate::told::piece_called("target", &written).map(UnitId)
}
