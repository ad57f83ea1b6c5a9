//! Orders and the command test, from facts alone.

use crate::book::options::{InitiativeActionCounts, OfficerSelfMove, Options};
use crate::c;
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// To whom the ordering officer is attached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Attachment {
    #[default]
    None,
    /// To the unit or group ordered; POT-CMD-21: also to a unit of the group, or to the group of the unit.
    ToRecipient,
    Elsewhere,
}

/// Everything that one command test looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CommandFacts {
    /// The officer's Leadership Rating, 2 to 12.
    pub rating: u8,
    /// Orders he has given in this tenure.
    pub given: u8,
    /// Orders the recipient has received in this tenure, from anybody; of a group, the unit with most of them.
    pub received: u8,
    pub attachment: Attachment,
    /// He orders himself to move.
    pub own_move: bool,
    /// The unit has acted on its own initiative in this tenure: no order received, unless POT-OPT-03 counts it as one.
    pub acted: bool,
}

impl Default for CommandFacts {
    fn default() -> Self {
        let attachment = Attachment::None;
        CommandFacts { rating: 8, given: 0, received: 0, attachment, own_move: false, acted: false }
    }
}

impl CommandFacts {
    /// POT-INIT-07, POT-OPT-03: with the action on initiative among the orders received, if it counts.
    pub fn counted(self, options: &Options) -> CommandFacts {
        let received = with_action(self.received, self.acted, options);
        CommandFacts { received, acted: false, ..self }
    }
}

fn with_action(received: u8, acted: bool, options: &Options) -> u8 {
    let counts = options.initiative_action_counts == InitiativeActionCounts::Yes;
    received.saturating_add(u8::from(acted && counts))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CommandResult {
    /// Absent when no dice were thrown.
    pub roll: Option<u32>,
    pub passed: bool,
}

/// POT-CMD-02: his first order needs no roll; POT-LEADER-05: nor does his own move, unless POT-OPT-02 says so.
pub fn is_free(f: &CommandFacts, options: &Options) -> bool {
    let own_move_is_tested = options.officer_self_move == OfficerSelfMove::AlwaysTested;
    f.given == 0 && !(f.own_move && own_move_is_tested)
}

/// To the roll, lower is better. POT-CMD-09: all together, without a cap; POT-LEADER-06: an officer who orders himself is
/// a recipient like a unit; POT-GROUP-06: of a group the highest count is given here.
pub fn adjustments(f: &CommandFacts) -> Settled {
    // POT-CMD-08: riding away from the unit he is with is ordering something else
    let elsewhere = f.attachment == Attachment::Elsewhere || (f.own_move && f.attachment != Attachment::None);
    let (received, given) = (i32::from(f.received), i32::from(f.given));
    let mut m = Mods::new();
    m.when(
        f.attachment == Attachment::ToRecipient && !elsewhere,
        c::CMD_05,
        "attached to whom he orders",
        -1,
    );
    m.when(received > 0, c::CMD_06, "orders already received", received.max(1));
    m.when(given > 0, c::CMD_07, "orders already given", given.max(1));
    m.when(elsewhere, c::CMD_08, "attached to others", 1);
    m.settle(Stack::All)
}

/// The highest natural total that passes; POT-CMD-09: below 2 none does, from 12 on every one.
pub fn passes_on(f: &CommandFacts) -> i32 {
    i32::from(f.rating) - adjustments(f).total
}

/// POT-CMD-03: two dice and the adjustments, at most the rating. POT-CMD-04 is for the caller.
pub fn command_test(
    f: &CommandFacts,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<CommandResult, Wanted> {
    if is_free(f, options) {
        return Ok(CommandResult { roll: None, passed: true });
    }
    let roll = dice.sum(c::CMD_03, 2, Die::D6)?;
    Ok(CommandResult { roll: Some(roll), passed: i64::from(roll) <= i64::from(passes_on(f)) })
}

/// One order of a sequence.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NextOrder {
    /// To the unit or group that he ordered last; else to a new one.
    pub same: bool,
    /// Orders a new recipient has had before, from other officers.
    pub received: u8,
    pub attachment: Attachment,
    /// His own move.
    pub own_move: bool,
    /// A new recipient has acted on its own initiative in this tenure: it counts only by POT-OPT-03.
    pub acted: bool,
}

/// What one officer means to order in a tenure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OrdersFacts {
    /// The officer's Leadership Rating, 2 to 12.
    pub rating: u8,
    /// Orders he has given in this tenure before these.
    pub given: u8,
    /// In the order in which he gives them, at most 24.
    pub orders: Vec<NextOrder>,
}

impl Default for OrdersFacts {
    fn default() -> Self {
        let again = NextOrder { same: true, ..NextOrder::default() };
        OrdersFacts { rating: 8, given: 0, orders: vec![NextOrder::default(), again.clone(), again] }
    }
}

/// The command tests of a whole sequence, as if every one before had passed.
pub fn tests(f: &OrdersFacts, options: &Options) -> Vec<CommandFacts> {
    let mut of_unit = 0_u8;
    let mut of_himself = 0_u8;
    let mut given = f.given;
    let mut all = Vec::with_capacity(f.orders.len());
    for order in &f.orders {
        // POT-CMD-20: his own move closes nothing, so `same` looks past it
        let count = if order.own_move { &mut of_himself } else { &mut of_unit };
        if !order.same && !order.own_move {
            *count = with_action(order.received, order.acted, options);
        }
        let (rating, received) = (f.rating, *count);
        *count = count.saturating_add(1);
        all.push(CommandFacts {
            rating,
            given,
            received,
            attachment: order.attachment,
            own_move: order.own_move,
            acted: false,
        });
        given = given.saturating_add(1);
    }
    all
}

/// How many orders are carried out; POT-CMD-04: the first that fails is his last.
pub fn orders(f: &OrdersFacts, options: &Options, dice: &mut dyn Dice) -> Result<u32, Wanted> {
    let mut carried_out = 0;
    for test in tests(f, options) {
        if !command_test(&test, options, dice)?.passed {
            break;
        }
        carried_out += 1;
    }
    Ok(carried_out)
}
