//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::fmt::{self, Display};
use std::path::PathBuf;

/// American Civil War miniatures rulesets, played exactly on a continuous table.
#[derive(Debug, Parser)]
#[command(name = "longroll", version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in the browser (also what happens without a command)
    Serve(ServeArgs),
    /// Rulesets, their clauses in our words, rulings and options
    Rules(RulesArgs),
    /// Run rule cases; exit 1 when one comes out differently
    Case(CaseArgs),
    /// Exact odds of a rule procedure, with the modifiers behind them
    Odds(OddsArgs),
    /// Fight one battle between two opponents, to a game file
    Play(PlayArgs),
    /// Fight many battles on all cores, under one ruleset or several, and show who wins how often
    Sim(SimArgs),
    /// Put rows files or tables of several machines together
    Merge(MergeArgs),
    /// Search the number of turns, points or men at which both sides win equally often
    Balance(BalanceArgs),
    /// Set each level of opponent against the one below it, and show by how much it wins
    Ladder(LadderArgs),
    /// Tell luck from skill in a battle that is over
    Analyse(AnalyseArgs),
    /// Play a game file back, or verify it
    Replay(ReplayArgs),
    /// Check, list or export scenarios
    Scenario(ScenarioArgs),
    /// Print the JSON Schema of a file format
    Schema(SchemaArgs),
    /// Check, back up, restore or move the games of a server
    Store(StoreArgs),
    /// Paper for a real table: reference sheets, rosters, markers, labels, set-up sheets
    Sheet(SheetArgs),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum LogLevel {
    Off,
    /// What went wrong
    #[default]
    Warn,
    /// Every request as well
    Info,
}

impl Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LogLevel::Off => "off",
            LogLevel::Warn => "warn",
            LogLevel::Info => "info",
        })
    }
}

#[derive(Debug, Default, Args)]
pub(crate) struct ServeArgs {
    /// Where browsers find the game; left out: 127.0.0.1:1863, which only this computer can reach
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub listen: Option<std::net::SocketAddr>,
    /// The folder in which games are kept; left out: the user's data folder
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// A PostgreSQL database for the games instead of the folder, such as postgres://NAME@HOST/DATABASE; several servers may
    /// share it. Left out: the variable LONGROLL_STORE, and without it the folder
    #[arg(long, value_name = "ADDRESS", conflicts_with = "data")]
    pub store: Option<String>,
    /// A folder with battles of your own, each a folder with scenario.toml and terrain.geojson; left out: the folder
    /// `scenarios` beside the games
    #[arg(long, value_name = "FOLDER")]
    pub scenarios: Option<PathBuf>,
    /// What is written to standard error
    #[arg(long, value_name = "LEVEL", default_value_t = LogLevel::Warn)]
    pub log: LogLevel,
    /// Write it as JSON, a line each
    #[arg(long)]
    pub log_json: bool,
    /// A proxy passes requests on from this address and says in X-Forwarded-For for whom: everybody is counted by his own address,
    /// and nobody is taken for the owner of this computer
    #[arg(long, value_name = "ADDRESS")]
    pub behind_proxy: Option<std::net::IpAddr>,
    /// Do not open a browser
    #[arg(long)]
    pub no_browser: bool,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    pub command: Option<RulesCommand>,
    /// A ruleset, such as quickplay; left out, all are listed
    pub set: Option<String>,
    /// A clause, option or ruling, such as QP-MOVE-08
    pub clause: Option<String>,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// Every clause with its status, code and tests; exit 1 when one has no code or no test
    Trace {
        /// A ruleset; left out, all of them
        set: Option<String>,
        /// For machines
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct CaseArgs {
    /// Case files, or folders of them
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OddsArgs {
    /// The ruleset, such as quickplay
    pub set: String,
    /// The procedure; left out, all of the set are listed
    pub procedure: Option<String>,
    /// The facts, such as range=4 or charger.morale=5; those left out take their defaults
    #[arg(value_name = "KEY=VALUE")]
    pub facts: Vec<String>,
    /// Decide an option of the ruleset, such as QP-OPT-01=fire_too
    #[arg(long = "set", value_name = "OPTION=CHOICE")]
    pub options: Vec<String>,
    /// Put together the outcomes that agree in this fact, such as hits
    #[arg(long, value_name = "FACT")]
    pub by: Option<String>,
    /// List the facts that the procedure takes
    #[arg(long)]
    pub help_facts: bool,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// A shipped scenario by name, or the folder of one
    pub scenario: PathBuf,
    /// The ruleset to fight by, such as quickplay
    #[arg(long, value_name = "SET")]
    pub ruleset: String,
    /// Who leads Blue: random, recruit, captain, general or patient-general; with a handicap general-20
    #[arg(long, value_name = "OPPONENT", default_value = "captain")]
    pub blue: String,
    /// Who leads Gray: random, recruit, captain, general or patient-general; with a handicap general-20
    #[arg(long, value_name = "OPPONENT", default_value = "captain")]
    pub gray: String,
    /// The number from which all dice come
    #[arg(long, value_name = "NUMBER")]
    pub seed: u64,
    /// The game file to write; - writes it to standard output, and the result to standard error. Left out: no file
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Decide an option of the ruleset, such as QP-OPT-01=fire_too
    #[arg(long = "set", value_name = "OPTION=CHOICE")]
    pub options: Vec<String>,
    /// Overwrite the game file if it is there
    #[arg(long)]
    pub force: bool,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SimArgs {
    /// A shipped scenario by name, or the folder of one
    pub scenario: PathBuf,
    /// A ruleset to fight by, such as quickplay; several times for several, or all
    #[arg(long = "ruleset", value_name = "SET", required = true)]
    pub rulesets: Vec<String>,
    /// How many battles under each
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    pub games: u64,
    /// The seed of the first battle; the others follow it
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Who leads Blue: random, recruit, captain, general or patient-general; with a handicap general-20
    #[arg(long, value_name = "OPPONENT", default_value = "captain")]
    pub blue: String,
    /// Who leads Gray: random, recruit, captain, general or patient-general; with a handicap general-20
    #[arg(long, value_name = "OPPONENT", default_value = "captain")]
    pub gray: String,
    /// Fight every seed twice, the second time with the colours of the armies exchanged: neither has the better army then
    #[arg(long)]
    pub mirrored: bool,
    /// Also count how often the clauses under each heading of the rulebook decided something
    #[arg(long)]
    pub rules: bool,
    /// Decide an option of the ruleset, such as QP-OPT-01=fire_too
    #[arg(long = "set", value_name = "OPTION=CHOICE")]
    pub options: Vec<String>,
    /// Stop when all shares are known so exactly, in per cent to each side, such as ±2; --games is the most then
    #[arg(long, value_name = "±PERCENT")]
    pub until: Option<String>,
    /// How many battles are fought at once; left out, one for each core. The results do not depend on it
    #[arg(long, value_name = "NUMBER")]
    pub jobs: Option<usize>,
    /// Keep each battle as a line of this file (JSON Lines); if it is there, go on where it ends
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Write a report with plots and tables into this new folder
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<PathBuf>,
    /// What if? Fight the same seeds at several values of something, such as gray.men=0.5..1.5, objectives.NAME.points=1..5 or
    /// QP-OPT-01=*; decimals multiply, whole numbers replace. Once or twice
    #[arg(long, value_name = "KEY=A..B[:STEPS]")]
    pub vary: Vec<String>,
    /// Fight the same seeds in another version of the scenario too, and compare
    #[arg(long, value_name = "SCENARIO")]
    pub against: Option<PathBuf>,
    /// Replace the report in a folder that is there
    #[arg(long)]
    pub force: bool,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Rows files, or tables of sim --json
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write all battles of the rows files into this one
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Replace that file if it is there
    #[arg(long)]
    pub force: bool,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BalanceArgs {
    /// A shipped scenario by name, or the folder of one
    pub scenario: PathBuf,
    /// A ruleset under which it shall be even; several times for several, or all
    #[arg(long = "ruleset", value_name = "SET", required = true)]
    pub rulesets: Vec<String>,
    /// What may be changed, and between which numbers: turns=6..14 (each ruleset its own), gray.men=0.5..1.5, objectives.NAME.points=1..9
    #[arg(long, value_name = "KEY=A..B[:STEPS]")]
    pub by: String,
    /// How many battles at each value
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    pub games: u64,
    /// The seed of the first battle; the others follow it
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Who leads Blue, as in sim
    #[arg(long, value_name = "OPPONENT", default_value = "captain")]
    pub blue: String,
    /// Who leads Gray, as in sim
    #[arg(long, value_name = "OPPONENT", default_value = "captain")]
    pub gray: String,
    /// How many battles are fought at once; left out, one for each core
    #[arg(long, value_name = "NUMBER")]
    pub jobs: Option<usize>,
    /// Write the balanced scenario into this new folder
    #[arg(long, value_name = "FOLDER")]
    pub write: Option<PathBuf>,
    /// Write the plots of the search into this new folder
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<PathBuf>,
    /// Replace files in folders that are there
    #[arg(long)]
    pub force: bool,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LadderArgs {
    /// A shipped scenario by name, or the folder of one; several times for several
    #[arg(long = "scenario", value_name = "SCENARIO", default_value = "learning")]
    pub scenarios: Vec<PathBuf>,
    /// A ruleset to fight by, such as quickplay; several times for several, or all
    #[arg(long = "ruleset", value_name = "SET", default_value = "all")]
    pub rulesets: Vec<String>,
    /// The levels, the lowest first
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', default_value = "recruit,captain,general")]
    pub levels: Vec<String>,
    /// How many seeds for each rung; each is fought twice
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    pub pairs: u64,
    /// The first seed; the others follow it
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Also show how the chances that positions promised came true
    #[arg(long)]
    pub calibration: bool,
    /// Also count how often each kind of order was given
    #[arg(long)]
    pub orders: bool,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// The file of a game that is over
    pub file: PathBuf,
    /// A rough look with few trials
    #[arg(long, conflicts_with = "long")]
    pub rough: bool,
    /// Six times as many trials as usual
    #[arg(long)]
    pub long: bool,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The game file
    pub file: PathBuf,
    /// Decide every command anew with the recorded dice, and check signatures, numbers, seed and every byte. Exit 0: proven;
    /// 3: consistent but unproven; 1: forged; 2: no game file that can be judged
    #[arg(long)]
    pub verify: bool,
    /// Decide a game of an older revision of the rules anew, with its dice, and show the first difference. Exit 0: none; 1: one
    #[arg(long, conflicts_with = "verify")]
    pub redecide: bool,
    /// With --redecide: write the game under the present revision, up to the difference, to this file
    #[arg(long, value_name = "FILE", requires = "redecide")]
    pub log: Option<PathBuf>,
    /// With --verify: the key that Blue's player says is his; another key in the file counts as forged
    #[arg(long, value_name = "KEY", requires = "verify")]
    pub blue_key: Option<String>,
    /// With --verify: the key that Gray's player says is his
    #[arg(long, value_name = "KEY", requires = "verify")]
    pub gray_key: Option<String>,
    /// For machines
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ScenarioArgs {
    #[command(subcommand)]
    pub command: ScenarioCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ScenarioCommand {
    /// Find every mistake in scenarios, and muster them under each ruleset
    Check {
        /// Folders with scenario.toml and terrain.geojson, folders of such folders, or names of shipped scenarios
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// For machines
        #[arg(long)]
        json: bool,
    },
    /// List the shipped scenarios
    List {
        /// For machines
        #[arg(long)]
        json: bool,
    },
    /// Write the two files of a shipped scenario into a folder
    Export {
        /// The scenario's name, as listed
        name: String,
        /// The folder; it is made when it does not exist
        folder: PathBuf,
        /// Overwrite files that are there
        #[arg(long)]
        force: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    #[command(subcommand)]
    pub command: StoreCommand,
}

/// Everywhere a STORE is a folder of games or the address of a PostgreSQL database; left out, it is the user's data folder.
#[derive(Debug, Subcommand)]
pub(crate) enum StoreCommand {
    /// Look whether everything is there and every game can be read; exit 1 when something is wrong
    Check {
        /// A folder of games, or postgres://NAME@HOST/DATABASE; left out, the user's data folder
        store: Option<String>,
        /// For machines
        #[arg(long)]
        json: bool,
    },
    /// Write all games into one file, also while the server runs
    Backup {
        /// The file to write; it holds seeds and the tokens of seats, so keep it to yourself
        file: PathBuf,
        /// A folder of games, or postgres://NAME@HOST/DATABASE; left out, the user's data folder
        #[arg(long, value_name = "STORE")]
        from: Option<String>,
        /// Overwrite a file that is there
        #[arg(long)]
        force: bool,
    },
    /// Take in the games of a backup; games that are there already are left as they are
    Restore {
        /// The file that `backup` wrote
        file: PathBuf,
        /// A folder of games, or postgres://NAME@HOST/DATABASE; left out, the user's data folder
        #[arg(long, value_name = "STORE")]
        into: Option<String>,
    },
    /// Copy all games from one store into another, such as from a folder into PostgreSQL; nothing is removed
    Move {
        /// A folder of games, or postgres://NAME@HOST/DATABASE
        #[arg(long, value_name = "STORE")]
        from: String,
        /// A folder of games, or postgres://NAME@HOST/DATABASE
        #[arg(long, value_name = "STORE")]
        to: String,
    },
    /// Remove games that nobody has played for so many days
    Expire {
        /// Days
        #[arg(long, value_name = "DAYS")]
        days: u32,
        /// Only games that are over
        #[arg(long)]
        over: bool,
        /// A folder of games, or postgres://NAME@HOST/DATABASE; left out, the user's data folder
        store: Option<String>,
        /// Remove them; without it they are only listed
        #[arg(long)]
        remove: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct SheetArgs {
    /// A ruleset, a shipped scenario or the folder of one, or a game file (.jsonl)
    #[arg(value_name = "SET|SCENARIO|FILE")]
    pub what: PathBuf,
    /// Which sheet: of a ruleset reference or markers; of a battle setup, roster or labels; of a game file roster (with its losses)
    /// or labels. Left out: the first of them
    #[arg(long, value_name = "SHEET")]
    pub kind: Option<String>,
    /// The ruleset by which a battle is mustered
    #[arg(long, value_name = "SET")]
    pub ruleset: Option<String>,
    /// A4 or Letter
    #[arg(long, default_value = "A4")]
    pub paper: String,
    /// The HTML file to write; left out, and without --pdf, it goes to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print it to this PDF file, by a Chromium or Chrome on this computer
    #[arg(long, value_name = "FILE")]
    pub pdf: Option<PathBuf>,
    /// Decide an option of the ruleset, such as QP-OPT-01=fire_too
    #[arg(long = "set", value_name = "OPTION=CHOICE")]
    pub options: Vec<String>,
    /// Overwrite files that are there
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    #[command(subcommand)]
    pub format: SchemaFormat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SchemaFormat {
    /// scenario.toml
    Scenario,
    /// One line of a game file of a ruleset
    Game {
        /// The ruleset, such as quickplay
        set: String,
    },
}
