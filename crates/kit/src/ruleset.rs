use crate::{
    Actor, Calculation, Clause, Cost, Cue, Explained, Formation, Leg, Note, Offer, Procedure, Reach,
    Reaction, ReactionKind, Refusal, Region, Registry, Seat, Settings, Side, Sighting, Stop, UnitId, Upshot,
    View,
};
use longroll_dice::Dice;
use longroll_scenario::Scenario;
use longroll_table::Field;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{self, Debug, Display};
use std::sync::Arc;

/// One rulebook, as generic code sees it. Small on purpose: a method enters only when generic code calls it.
///
/// `handle` decides and `apply` records. Everything that a seat is shown or offered is computed from
/// [`Ruleset::seen`], so what a side may not know cannot leak by construction.
pub trait Ruleset: Sized + Copy + Debug + Send + Sync + 'static {
    const ID: &'static str;
    const NAME: &'static str;
    /// The printed edition and our revision of it; stored with every game.
    const EDITION: &'static str;

    type State: Clone + PartialEq + Debug + Serialize + Send + Sync;
    type Command: Clone + PartialEq + Debug + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    type Why: Clone + PartialEq + Debug + Display + Serialize + Send + Sync;
    /// What an owner is asked in the middle of a command ([`crate::Draft::choose`]); [`crate::NoChoice`] where nobody is.
    type Question: Clone + PartialEq + Debug + Send + Sync;
    /// What he says to it.
    type Answer: Clone + PartialEq + Debug + Send + Sync;

    fn registry() -> &'static Registry;
    fn procedures() -> &'static [Procedure];

    /// The table without a piece on it: ground and options.
    fn blank(setup: &Setup) -> Result<Self::State, SetupError>;
    /// Musters the scenario: the first events of a game.
    fn open(setup: &Setup) -> Result<Vec<Self::Event>, SetupError>;

    fn awaiting(state: &Self::State) -> Awaiting;
    /// Decides a command. Dice that leave open what follows ([`longroll_dice::Wanted::LeftOpen`]) may be answered with the events so
    /// far; a set that does so has exact odds of long chains as far as they are likely.
    fn handle(
        state: &Self::State,
        by: Side,
        command: &Self::Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Self::Event>, Stop<Self::Why>>;
    /// Records an event: no dice, no decision, no failure.
    fn apply(state: &mut Self::State, event: &Self::Event);

    /// Who of the side may do something now. Empty exactly when the side is not awaited.
    fn actors(state: &Self::State, side: Side) -> Vec<Actor>;
    /// What this actor may do now: never nothing. Every finite offer is accepted when sent.
    fn offers(state: &Self::State, side: Side, actor: Actor) -> Vec<Offer<Self::Command>>;
    /// A lawful command somewhere in the region of a move, drawn with the given random words; nothing when the tries
    /// run out.
    fn sample(
        state: &Self::State,
        side: Side,
        region: &Region,
        random: &mut dyn FnMut() -> u64,
    ) -> Option<Self::Command>;
    /// Everything that one might ask of a unit now, lawful or not, with the refusal where it is not.
    fn orders(state: &Self::State, side: Side, unit: UnitId) -> Vec<Order<Self::Command, Self::Why>>;
    /// What several units may do as one, lawful or not.
    fn orders_together(_: &Self::State, _: Side, _: &[UnitId]) -> Vec<Order<Self::Command, Self::Why>> {
        Vec::new()
    }
    /// The side's bodies of troops, if its rulebook gives orders to them as a whole.
    fn formations(_: &Self::State, _: Side) -> Vec<Formation<Self::Command, Self::Why>> {
        Vec::new()
    }
    /// What the side is asked to react to, if it may let it pass; nothing for a decision that must be made.
    fn reaction(_: &Self::State, _: Side) -> Option<Reaction<Self::Command>> {
        None
    }

    /// The kinds of [`Ruleset::reaction`] that this ruleset knows.
    fn reaction_kinds() -> &'static [ReactionKind] {
        &[]
    }
    /// Of the answers to a reaction: does this one strike at those who did it, or meet them? Others are matters of posture.
    fn strikes(_: &Self::State, _: &Self::Command) -> bool {
        true
    }
    /// Whose fire an answer of the whole side is, so that the standing orders of those units reach it; nobody's for answers that a unit
    /// gives for itself.
    fn fire_of(_: &Self::State, _: &Self::Command) -> Vec<UnitId> {
        Vec::new()
    }
    /// The side is asked only in which order equals do what all of them must: the answer that takes them as they are listed.
    fn as_listed(_: &Self::State, _: Side) -> Option<Self::Command> {
        None
    }

    /// The state as the seat may know it; what is hidden from it is blanked.
    fn seen(state: &Self::State, seat: Seat) -> Self::State;
    fn view(state: &Self::State, seat: Seat) -> View;
    /// Another state with other secrets in the place of those that are hidden from the seat, and the same in all else, so
    /// that tests can compare what the seat is shown of both; nothing when nothing is hidden from it.
    fn resealed(_state: &Self::State, _seat: Seat, _random: &mut dyn FnMut() -> u64) -> Option<Self::State> {
        None
    }
    /// What is pinned to the ground beside the pieces.
    fn notes(_: &Self::State) -> Vec<Note> {
        Vec::new()
    }
    /// May the seat be told of the event while the game is in play? `state` is the one before the event.
    fn shows(_state: &Self::State, _event: &Self::Event, _seat: Seat) -> bool {
        true
    }
    /// The same for a command that was given; of one that is not shown a seat learns only that it was given.
    fn shows_command(_state: &Self::State, _by: Side, _command: &Self::Command, _seat: Seat) -> bool {
        true
    }
    /// Does the event show a player something he did not know? Undo stops there.
    fn reveals(event: &Self::Event) -> bool;
    /// The event in words, with the clause behind it; no words for mere bookkeeping. `state` is the one before the event.
    fn tell(state: &Self::State, event: &Self::Event) -> Telling;
    /// The event in a few words if it is a consequence worth weighing: the labels of "what happens if".
    fn gist(state: &Self::State, event: &Self::Event) -> Option<String>;
    /// What is seen and heard of the event: shots, blows, whose dice, words at the pieces. `state` is the one before the event.
    fn cue(state: &Self::State, event: &Self::Event) -> Cue;
    /// What the event does to those concerned, besides [`Ruleset::losses`]. `state` is the one before the event.
    fn upshots(_state: &Self::State, _event: &Self::Event) -> Vec<Upshot> {
        Vec::new()
    }
    /// Who comes to close quarters by this command, the attackers first, if it is to be weighed to the end of that.
    fn engages(_state: &Self::State, _command: &Self::Command) -> Vec<UnitId> {
        Vec::new()
    }
    /// Is the encounter of these units not over yet? `last` is the newest [`Upshot::Contest`] of it.
    fn is_engaged(_state: &Self::State, _units: &[UnitId], _last: Option<Option<Side>>) -> bool {
        false
    }
    /// The modifier lists that a command would be decided by as things stand.
    fn explain(state: &Self::State, side: Side, command: &Self::Command) -> Vec<Explained>;
    /// The procedure that decides a lawful command, with its facts as things stand; nothing for commands that no single procedure
    /// decides.
    fn calculation(_state: &Self::State, _side: Side, _command: &Self::Command) -> Option<Calculation> {
        None
    }
    /// What a lawful move costs out of what it may cost; nothing for commands that are no moves.
    fn cost(state: &Self::State, side: Side, command: &Self::Command) -> Option<Cost>;
    /// Can the one see the other, and if not, what is in the way?
    fn sight(state: &Self::State, from: UnitId, to: UnitId) -> Option<Sighting>;
    /// The distances that matter to a unit, to be drawn around it.
    fn reaches(state: &Self::State, unit: UnitId) -> Vec<Reach>;
    /// Strength that the event took from units, for the conservation of stands.
    fn losses(event: &Self::Event) -> Vec<(UnitId, u32)>;
    fn roster(state: &Self::State) -> Vec<Tally>;

    /// The command of a move within the region along these legs.
    fn move_along(region: &Region, legs: Vec<Leg>) -> Self::Command;
    /// The command as an order with full names, for buttons and for people who read the log.
    fn label(state: &Self::State, command: &Self::Command) -> String;
    /// Commands in the words of cases and logs, both ways.
    fn write_command(state: &Self::State, command: &Self::Command) -> String;
    fn read_command(state: &Self::State, text: &str) -> Result<Self::Command, String>;
    /// A position set up by hand for a rule case.
    fn arrange(setup: &CaseSetup, settings: &Settings) -> Result<Self::State, String>;
    /// One fact of the state by its name, such as `A.strength`, for cases.
    fn look_up(state: &Self::State, name: &str) -> Result<serde_json::Value, String>;
}

/// One line of the panel "what may this unit do?".
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Order<C, W> {
    pub label: String,
    pub clause: Clause,
    /// Whom it is aimed at, also where it is refused.
    pub target: Option<UnitId>,
    pub offer: Result<Offer<C>, Refusal<W>>,
}

impl<C, W> Order<C, W> {
    /// The same order, aimed at this unit.
    #[must_use]
    pub fn at(self, target: UnitId) -> Order<C, W> {
        Order { target: Some(target), ..self }
    }
}

/// What a game is opened with.
#[derive(Clone, Debug)]
pub struct Setup {
    pub scenario: Arc<Scenario>,
    pub settings: Settings,
}

/// The scenario cannot be mustered under this ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError(pub String);

impl Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who must decide what before play goes on. Both sides may be awaited at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Awaiting(pub Vec<Wait>);

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Wait {
    pub side: Side,
    pub clause: Clause,
    pub prompt: String,
}

impl Awaiting {
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    pub fn awaits(&self, side: Side) -> bool {
        self.0.iter().any(|wait| wait.side == side)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Telling {
    pub clause: Option<Clause>,
    pub text: String,
}

/// What is left of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    pub unit: UnitId,
    pub side: Side,
    pub name: String,
    pub start: u32,
    pub now: u32,
    pub on_table: bool,
}

/// A position for a rule case: the shared part read, the units left to the ruleset.
#[derive(Clone, Debug)]
pub struct CaseSetup {
    pub field: Arc<Field>,
    /// What the ruleset reads itself: sides, turn, step, flags.
    pub game: serde_json::Map<String, serde_json::Value>,
    pub units: Vec<serde_json::Value>,
}
