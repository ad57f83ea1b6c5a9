//! What the server and the browser say to each other. Written by hand, and the source of `web/src/wire.ts`.
//!
//! Lengths are whole micrometres, headings 65 536 to the turn (0 north, clockwise), x runs east and y north.
//! A ruleset's own commands pass through as plain JSON that the browser keeps and sends back, unread but for
//! [`RegionView::legs_at`]. The talk itself is told in `docs/protocol.md`.

mod analysis;
mod answers;
mod convert;
mod film;
mod interruptions;
mod lab;
mod library;
mod log;
mod start;
mod table;
mod talk;
mod typescript;
mod umpire;

pub use analysis::{
    Advice, AdvisedOrder, Analysis, AnalysisNow, CurvePoint, Moment, MomentKind, RareThrow, SideAccount,
    ThoughtView,
};
pub use answers::{
    Affected, CalculationView, Certain, Chance, ClauseText, CostView, ExplainedView, FormationView, Headline,
    LegView, LossLine, Method, ModifierLine, Odds, OddsAnswer, OptionText, OrderLine, OutcomeLine, Preview,
    RangeRing, RefusalView, RegionView, RosterLine, RulingText, SightLine, SightView, Summary, TapeEnd,
    TapeMeasure, TurningView, UnitOdds,
};
pub use convert::{dice_thrown, explained, field_view, region_view, standing_view, table_view};
pub use film::{ActionSeen, FilmStep, MoveSeen, RollSeen, WordSeen};
pub use interruptions::{Beforehand, InterruptionKind, Interruptions, PassFor, StandingOrder, When};
pub use lab::{Experiment, ExperimentLine, ExperimentState, NewExperiment, ShareView};
pub use library::{
    Book, BookClause, BookHeading, BookRuling, BookTable, ProcedureName, RulesetAbout, WorkedExample,
};
pub use log::{DiceThrown, LogEntry, LogLine, ReplayFrame, ReplayPart};
pub use start::{
    BattleFile, Claim, Created, Fairness, ForceCard, GameLine, Imported, Invitation, Judgement, KnownGames,
    Links, NewGame, NewSeat, NewTitle, OptionCard, OptionChoice, OwnBattles, OwnMistakes, Player, PlayerCard,
    ProcedureCard, RulesetCard, ScenarioCard, ScenarioMap, SeatKey, SideNames, StartPage, VerdictWord,
    VictoryCard,
};
pub use table::{
    BreakingView, ConditionView, FeatureView, FieldView, Mark, NoteView, ObjectiveView, OutcomeView,
    Particular, Point, Pose, Seat, Side, SideStandingView, StandView, StandingView, StepView, StrengthView,
    TableView, TollView, UnitView,
};
pub use talk::{
    Actors, Answer, Ask, Failure, FailureKind, FromServer, Hello, News, Pace, PlayerNow, PlayersNow, Prompt,
    ReactionView, Request, SealNow, Signature, WitnessAsk,
};
pub use typescript::typescript;
pub use umpire::{
    ActAnswer, AskedAct, CellChange, ColumnKind, DiceLine, ListedTable, NewTable, Resolved, RollWanted,
    RosterUnit, SaidLine, TableAct, TableAsk, TableCreated, TableLine, TableNews, TablePlace, UmpireCard,
    UmpireColumn, UmpirePart, UmpirePlan, UmpireStep, roll_wanted, roll_words,
};
