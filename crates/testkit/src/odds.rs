//! The odds of a command asked for twice: by the command itself on the table, and by the procedure from the facts measured there.

use longroll_ai::Appraisal;
use longroll_dice::{Budget, Dice, Distribution, OddsError, odds_within};
use longroll_kit::{Calculation, Fact, Offer, Settings, Side};
use std::collections::BTreeMap;

/// How a ruleset's events read in the names of its procedures.
pub trait Calculated: Appraisal {
    /// What must still be commanded before the dice of the first command are thrown: where orders are given first and carried out
    /// together, both sides must have given theirs.
    fn then(_after: &Self::State, _events: &[Self::Event]) -> Option<(Side, Self::Command)> {
        None
    }

    /// What the events say of the facts that this procedure decides; the same names whatever happened.
    fn found(
        procedure: &str,
        state: &Self::State,
        command: &Self::Command,
        events: &[Self::Event],
    ) -> Vec<(&'static str, Fact)>;
}

/// What was compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Agreed {
    /// How often for each procedure.
    pub compared: BTreeMap<&'static str, u32>,
    /// Outcomes whose chances were found equal.
    pub outcomes: usize,
    /// Modifier lists found equal.
    pub lists: usize,
    /// Commands whose dice go too many ways.
    pub wide: u32,
}

impl Agreed {
    fn has_enough(&self, procedure: &str, enough: u32) -> bool {
        self.compared.get(procedure).is_some_and(|count| *count >= enough)
    }
}

const MOST_WAYS: Budget = Budget { paths: 3_000 };
/// After so many that go too many ways, the rest of this moment is left alone.
const MOST_WIDE: u32 = 2;

type Facts = Vec<(&'static str, Fact)>;

/// Compares the odds of the offers of this side that a procedure decides, until there are enough for each procedure.
///
/// # Errors
/// The first command whose two odds differ, with both.
pub fn check_odds<R: Calculated>(
    state: &R::State,
    side: Side,
    enough: u32,
    agreed: &mut Agreed,
) -> Result<(), String> {
    let known = R::seen(state, side.into());
    let wide = agreed.wide;
    for actor in R::actors(&known, side) {
        for offer in R::offers(&known, side, actor) {
            let Offer::Do(command) = offer else { continue };
            if agreed.wide >= wide + MOST_WIDE {
                return Ok(());
            }
            let calculation = R::calculation(&known, side, &command);
            if let Some(calculation) = calculation.filter(|one| !agreed.has_enough(one.procedure, enough)) {
                let at = || format!("{} as {}", R::write_command(&known, &command), calculation.facts);
                compare::<R>(&known, side, &command, &calculation, agreed)
                    .map_err(|what| format!("{}: {what}", at()))?;
            }
        }
    }
    Ok(())
}

fn compare<R: Calculated>(
    state: &R::State,
    side: Side,
    command: &R::Command,
    calculation: &Calculation,
    agreed: &mut Agreed,
) -> Result<(), String> {
    let name = calculation.procedure;
    let procedure = R::procedures()
        .iter()
        .find(|procedure| procedure.name == name)
        .ok_or_else(|| format!("there is no procedure {name}"))?;
    let settings = Settings::default();
    let prepared = (procedure.prepare)(&calculation.facts, &settings).map_err(|error| error.0)?;
    let on_table =
        odds_within(MOST_WAYS, |dice: &mut dyn Dice| on_table::<R>(state, side, command, name, dice));
    let on_table = match on_table {
        Ok(odds) => odds,
        // Somebody else must do something first
        Err(OddsError::Stopped(())) => return Ok(()),
        Err(_) => {
            agreed.wide += 1;
            return Ok(());
        }
    };
    let Some(names) = on_table.iter().next().map(|(facts, _)| facts.iter().map(|(name, _)| *name)) else {
        return Err("nothing can happen".to_owned());
    };
    let names: Vec<&'static str> = names.collect();
    let Ok(from_facts) = odds_within(MOST_WAYS, |dice: &mut dyn Dice| prepared(dice)) else {
        agreed.wide += 1;
        return Ok(());
    };
    let missing = from_facts
        .iter()
        .next()
        .and_then(|(outcome, _)| names.iter().find(|name| outcome.get(name).is_none()));
    if let Some(missing) = missing {
        return Err(format!("{name} decides no {missing}"));
    }
    let from_facts = from_facts.map(|outcome| -> Facts {
        names.iter().filter_map(|name| Some((*name, outcome.get(name)?.clone()))).collect()
    });
    equal(&on_table, &from_facts)?;
    agreed.outcomes += on_table.len();
    *agreed.compared.entry(name).or_default() += 1;
    let listed = (procedure.explain)(&calculation.facts, &settings).map_err(|error| error.0)?;
    for list in R::explain(state, side, command) {
        if !listed.iter().any(|other| other.settled == list.settled) {
            return Err(format!("the list {:?} is not among those of {name}: {:?}", list, listed));
        }
        agreed.lists += 1;
    }
    Ok(())
}

/// One way that the commands can go on the table.
fn on_table<R: Calculated>(
    state: &R::State,
    side: Side,
    command: &R::Command,
    procedure: &str,
    dice: &mut dyn Dice,
) -> Result<Facts, ()> {
    let mut after = state.clone();
    let mut all = Vec::new();
    let mut next = Some((side, command.clone()));
    while let Some((by, given)) = next {
        let events = R::handle(&after, by, &given, dice).map_err(|_| ())?;
        for event in &events {
            R::apply(&mut after, event);
        }
        all.extend(events);
        next = R::then(&after, &all);
    }
    Ok(R::found(procedure, state, command, &all))
}

fn equal(on_table: &Distribution<Facts>, from_facts: &Distribution<Facts>) -> Result<(), String> {
    for (facts, _) in on_table.iter().chain(from_facts.iter()) {
        let (here, there) = (on_table.probability(facts), from_facts.probability(facts));
        if here != there {
            return Err(format!("{facts:?} has {here} on the table and {there} from facts"));
        }
    }
    Ok(())
}
