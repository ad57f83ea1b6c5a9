//! The same shapes in TypeScript.

use ts_rs::{Config, TS};

/// The whole of `web/src/wire.ts`.
pub fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = HEAD.to_owned();
    let mut add = |docs: Option<String>, declaration: String| {
        text.push('\n');
        if let Some(docs) = docs {
            text.push_str(docs.trim_end());
            text.push('\n');
        }
        text.push_str("export ");
        text.push_str(declaration.trim_end());
        text.push('\n');
    };
    macro_rules! all {
        ($($name:ident)*) => { $( add(crate::$name::docs(), crate::$name::decl(&config)); )* };
    }
    all! {
        Side Seat Point Pose
        StartPage OwnBattles OwnMistakes BattleFile RulesetCard OptionCard OptionChoice ProcedureCard ScenarioCard ForceCard ScenarioMap VictoryCard SideNames PlayerCard Player
        Book RulesetAbout BookHeading BookClause BookRuling BookTable ProcedureName WorkedExample
        NewGame NewSeat NewTitle SeatKey Created Invitation Claim Judgement VerdictWord Links Imported KnownGames GameLine Fairness
        FieldView FeatureView TableView StepView UnitView StandView StrengthView Mark Particular ObjectiveView
        NoteView OutcomeView StandingView SideStandingView TollView BreakingView ConditionView
        Interruptions When PassFor StandingOrder Beforehand InterruptionKind
        ThoughtView Advice AdvisedOrder AnalysisNow Analysis CurvePoint MomentKind Moment SideAccount RareThrow
        LogEntry LogLine DiceThrown ReplayPart ReplayFrame
        FilmStep RollSeen ActionSeen MoveSeen WordSeen
        RefusalView OrderLine FormationView RegionView TurningView LegView
        Preview Certain Odds Headline UnitOdds Method Chance Affected CostView CalculationView ExplainedView ModifierLine
        TapeEnd TapeMeasure SightView SightLine RangeRing
        ClauseText RulingText OptionText Summary RosterLine LossLine OddsAnswer OutcomeLine
        Request Ask Signature Pace FromServer Hello News SealNow WitnessAsk Prompt ReactionView Actors PlayersNow PlayerNow Answer Failure FailureKind
        UmpirePlan UmpireColumn ColumnKind UmpireStep UmpireCard UmpirePart NewTable TableCreated ListedTable RosterUnit TablePlace
        NewExperiment Experiment ExperimentState ExperimentLine ShareView
        TableLine TableAct Resolved DiceLine SaidLine CellChange TableNews TableAsk AskedAct ActAnswer RollWanted
    }
    text
}

const HEAD: &str = "// What the server and the browser say to each other: see docs/protocol.md.
// Generated from crates/wire; do not edit. To write it anew: cargo run -p longroll-wire --example write_typescript
";
