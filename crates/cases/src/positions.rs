//! The positions of a file of cases, for checks that look at them from outside.

use crate::check::{dice, settings};
use crate::file;
use crate::position::{Order, commands};
use crate::report::Mistake;
use crate::setup;
use longroll_dice::{Rolling, Scripted};
use longroll_kit::{CaseSetup, Ruleset, Settings, Side};
use longroll_table::Length;

/// A case of the second kind, without what it expects.
#[derive(Clone, Debug)]
pub struct Position {
    pub name: String,
    pub setup: CaseSetup,
    pub settings: Settings,
    pub orders: Vec<Given>,
}

/// One command of a case.
#[derive(Clone, Debug)]
pub struct Given {
    /// The command in the ruleset's words.
    pub words: String,
    /// Who gives it; nothing: whoever is awaited.
    pub by: Option<Side>,
    pub dice: Scripted,
}

/// Every position of a file. `unit` is the length in which the ruleset measures.
///
/// # Errors
/// The first mistake in the file. Mistakes inside a setup are left to the ruleset.
pub fn positions<R: Ruleset>(text: &str, unit: Length) -> Result<Vec<Position>, Mistake> {
    let mut found = Vec::new();
    for node in &file::read::<R>(text)? {
        let case = node.table("a case")?;
        let Some(setup) = case.get("setup") else { continue };
        let orders = commands(case)?.iter().zip(1..).map(|(node, number)| {
            let order = Order::read::<R>(node, number)?;
            let rolling = order.table.map_or_else(|| Ok(Rolling::new(Scripted::default())), dice)?;
            Ok(Given { words: order.words.to_owned(), by: order.by, dice: rolling.into_parts().0 })
        });
        found.push(Position {
            name: case.need("name", "a case")?.text("name")?.to_owned(),
            setup: setup::read(setup.table("setup")?, unit)?,
            settings: settings::<R>(case)?,
            orders: orders.collect::<Result<_, Mistake>>()?,
        });
    }
    Ok(found)
}
