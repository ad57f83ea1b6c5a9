//! `longroll play`: one battle between two opponents, without a table to look at.

use crate::args::PlayArgs;
use crate::files::{self, Existing};
use crate::library;
use crate::report::{Failure, Report, json};
use crate::words::{ruleset, settings};
use longroll_ai::{Appraisal, Computer, Opponent, thought};
use longroll_dice::Seed;
use longroll_game::{Battle, DiceSource, Fairness, Game, Notes, Opening, Players, ScenarioText, write_game};
use longroll_kit::{Seat, Side, side_name};
use longroll_rulesets::Visit;
use serde::Serialize;
use std::path::Path;

/// More commands than any battle takes; whoever goes on longer has lost his way.
const MOST_COMMANDS: usize = 100_000;

pub(crate) fn run(args: &PlayArgs) -> Result<Report, Failure> {
    let set = ruleset(&args.ruleset)?;
    let existing = Existing::unless_forced(args.force);
    let settings = settings(set.registry(), &args.options)?;
    let opponents = [computer(&args.blue)?, computer(&args.gray)?];
    let texts = library::find(&args.scenario)?;
    let log = args.log.as_deref().map(Log::named);
    if let Some(Log::File(path)) = log {
        files::check_writable(path, existing)?;
    }
    if let Err(mistakes) = texts.check() {
        let first = mistakes.first().map(ToString::to_string).unwrap_or_default();
        let more = format!("longroll scenario check {} lists all mistakes", args.scenario.display());
        return Err(Failure::usage(format!("{first}. {more}")));
    }
    let text = ScenarioText { name: texts.name, toml: texts.scenario, geojson: texts.terrain };
    let battle = Battle::read(text).map_err(|_| Failure::usage("the scenario cannot be read"))?;
    let opening = Opening {
        battle,
        settings,
        fairness: Fairness::Seed(Seed::from_number(args.seed)),
        players: Players { blue: args.blue.clone(), gray: args.gray.clone() },
    };
    let fought = set.visit(Fight { opening, opponents, seed: args.seed })?;
    if let Some(Log::File(path)) = log {
        files::write(path, &fought.file, existing)?;
    }
    let text = if args.json { json(&fought.result)? } else { in_words(&fought.result, log) };
    let stopped = fought.result.stopped.as_ref();
    let mut complaints =
        stopped.map(|why| format!("longroll: the battle broke off: {why}\n")).unwrap_or_default();
    let text = if let Some(Log::StandardOutput) = log {
        complaints.insert_str(0, &text);
        fought.file
    } else {
        text
    };
    let report = if stopped.is_none() { Report::fine(text) } else { Report::differs(text) };
    Ok(report.with_complaints(complaints))
}

/// Where the game file goes.
#[derive(Clone, Copy)]
enum Log<'a> {
    File(&'a Path),
    StandardOutput,
}

impl Log<'_> {
    fn named(path: &Path) -> Log<'_> {
        if path == Path::new("-") { Log::StandardOutput } else { Log::File(path) }
    }
}

pub(crate) fn computer(named: &str) -> Result<Computer, Failure> {
    named.parse().map_err(|_| {
        let known = Opponent::ALL.map(Opponent::name).join(", ");
        let most = Computer::MOST_HANDICAP;
        Failure::usage(format!(
            "there is no opponent {named:?}; choose one of: {known}; with a handicap of up to {most} for instance general-20"
        ))
    })
}

struct Fight {
    opening: Opening,
    opponents: [Computer; 2],
    seed: u64,
}

struct Fought {
    file: String,
    result: BattleResult,
}

/// How a battle went.
#[derive(Serialize)]
struct BattleResult {
    scenario: String,
    ruleset: &'static str,
    edition: &'static str,
    seed: u64,
    blue: SideResult,
    gray: SideResult,
    winner: Option<Side>,
    reason: Option<String>,
    rounds: u32,
    commands: usize,
    rolls: usize,
    /// The hash of the final state.
    state: String,
    /// Why it broke off before its end, which is a mistake in the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

#[derive(Serialize)]
struct SideResult {
    player: String,
    /// Strength in the ruleset's own measure, of all units together.
    strength_at_start: u32,
    strength_at_end: u32,
    units_at_start: usize,
    units_at_end: usize,
}

impl Visit for Fight {
    type Out = Result<Fought, Failure>;

    fn visit<R: Appraisal>(self) -> Result<Fought, Failure> {
        let mut game: Game<R> = Game::start(self.opening).map_err(Failure::usage)?;
        let [blue, gray] = self.opponents;
        let mind = |computer: Computer, side| computer.who_explains::<R>(self.seed, side, || true);
        let mut policies = [mind(blue, Side::Blue), mind(gray, Side::Gray)];
        let stopped = loop {
            let Some(side) = game.awaiting().0.first().map(|wait| wait.side) else { break None };
            let known = R::seen(game.state(), side.into());
            let Some(decision) = policies[side as usize].decide(&known, side) else {
                break Some(format!("{side} had no command to give"));
            };
            let notes = Notes { thought: Some(thought::<R>(&known, side, &decision)), advised: false };
            let command = decision.chosen.command;
            if let Err(error) = game.submit_noted(side, command, DiceSource::Seeded, notes) {
                break Some(format!("a command of {side} was not carried out: {error}"));
            }
            if game.lines().len() >= MOST_COMMANDS {
                break Some(format!("it took more than {MOST_COMMANDS} commands"));
            }
        };
        let close = game.close().map_err(Failure::usage)?.clone();
        let view = R::view(game.state(), Seat::Spectator);
        let result = BattleResult {
            scenario: game.header().scenario.name.clone(),
            ruleset: R::ID,
            edition: R::EDITION,
            seed: self.seed,
            blue: side_result(&game, Side::Blue, blue),
            gray: side_result(&game, Side::Gray, gray),
            winner: close.winner,
            reason: view.outcome.map(|outcome| outcome.reason),
            rounds: view.round,
            commands: game.in_force().len(),
            rolls: game.in_force().map(|entry| entry.dice.len()).sum(),
            state: close.state,
            stopped,
        };
        Ok(Fought { file: write_game(&game), result })
    }
}

fn side_result<R: Appraisal>(game: &Game<R>, side: Side, computer: Computer) -> SideResult {
    let roster = R::roster(game.state());
    let own = || roster.iter().filter(|tally| tally.side == side);
    SideResult {
        player: computer.to_string(),
        strength_at_start: own().map(|tally| tally.start).sum(),
        strength_at_end: own().map(|tally| tally.now).sum(),
        units_at_start: own().count(),
        units_at_end: own().filter(|tally| tally.on_table).count(),
    }
}

fn in_words(result: &BattleResult, log: Option<Log<'_>>) -> String {
    let side = |name: &str, side: &SideResult| {
        format!(
            "{name} ({}): {} of {} pieces on the table, strength {} of {}\n",
            side.player, side.units_at_end, side.units_at_start, side.strength_at_end, side.strength_at_start
        )
    };
    let mut text = format!("{} under {}, seed {}\n", result.scenario, result.ruleset, result.seed);
    text.push_str(&side(side_name(Side::Blue), &result.blue));
    text.push_str(&side(side_name(Side::Gray), &result.gray));
    let winner = format!("{} wins", result.winner.map_or("Nobody", side_name));
    let reason = result.reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
    text.push_str(&format!("{winner}{reason}\n"));
    text.push_str(&format!(
        "{} rounds, {} commands, {} rolls\n",
        result.rounds, result.commands, result.rolls
    ));
    match log {
        Some(Log::File(path)) => text.push_str(&format!("Game file: {}\n", path.display())),
        Some(Log::StandardOutput) => {}
        None => text.push_str("No game file was written; --log FILE writes one\n"),
    }
    text
}
