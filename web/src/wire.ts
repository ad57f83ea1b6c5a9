// What the server and the browser say to each other: see docs/protocol.md.
// Generated from crates/wire; do not edit. To write it anew: cargo run -p longroll-wire --example write_typescript

export type Side = "blue" | "gray";

export type Seat = "blue" | "gray" | "spectator";

/**
 * Micrometres east and north of the south-west corner of the table.
 */
export type Point = { x: number, y: number, };

export type Pose = { at: Point, facing: number, };

/**
 * `GET /api/start`.
 */
export type StartPage = { 
/**
 * The version of the program.
 */
version: string, rulesets: Array<RulesetCard>, 
/**
 * Those of the program, and then one's own.
 */
scenarios: Array<ScenarioCard>, own: OwnBattles, players: Array<PlayerCard>, };

/**
 * Battles in the folder of whoever runs the server.
 */
export type OwnBattles = { 
/**
 * Those among the scenarios that come from there.
 */
names: Array<string>, 
/**
 * Those that cannot be played.
 */
mistakes: Array<OwnMistakes>, 
/**
 * Where they are kept, for the owner of the computer.
 */
folder: string | null, };

export type OwnMistakes = { 
/**
 * The name of its folder.
 */
name: string, 
/**
 * A line each, with file, line and what to do.
 */
mistakes: Array<string>, };

/**
 * A battle as one file: `GET /api/scenarios/{scenario}/file`, `POST /api/scenarios`.
 */
export type BattleFile = { 
/**
 * The version of this format.
 */
longroll_battle: number, name: string, 
/**
 * The text of scenario.toml.
 */
scenario: string, 
/**
 * The text of terrain.geojson.
 */
terrain: string, };

export type RulesetCard = { id: string, name: string, edition: string, about: RulesetAbout, options: Array<OptionCard>, 
/**
 * What `POST /api/odds/{ruleset}/{procedure}` can work out.
 */
procedures: Array<ProcedureCard>, };

/**
 * A reading on which players differ.
 */
export type OptionCard = { id: string, question: string, default: OptionChoice, alternatives: Array<OptionChoice>, clauses: Array<string>, };

export type OptionChoice = { key: string, means: string, };

export type ProcedureCard = { name: string, about: string, clauses: Array<string>, 
/**
 * The facts it takes, as a JSON Schema.
 */
facts: unknown, };

export type ScenarioCard = { name: string, title: string, date: string, place: string, summary: string, sides: SideNames, 
/**
 * Regiments, batteries and the like of both sides.
 */
units: number, blue: ForceCard, gray: ForceCard, 
/**
 * The rulesets that can muster it.
 */
rulesets: Array<string>, 
/**
 * How it is won under each of them, in the same order.
 */
victory: Array<VictoryCard>, };

/**
 * What one side brings to a battle.
 */
export type ForceCard = { units: number, men: number, guns: number, 
/**
 * What it is like to lead it.
 */
briefing: string | null, };

/**
 * `GET /api/scenarios/{scenario}/map`: the ground, and where the units stand at the start.
 */
export type ScenarioMap = { field: FieldView, blue: Array<Point>, gray: Array<Point>, };

/**
 * How a battle is won under one ruleset with the usual readings.
 */
export type VictoryCard = { turns: number, objectives: Array<ObjectiveView>, conditions: Array<ConditionView>, };

export type SideNames = { blue: string, gray: string, };

/**
 * One who can sit at the table.
 */
export type PlayerCard = { player: Player, about: string, };

export type Player = "person" | "recruit" | "captain" | "general" | "patient_general" | "random";

/**
 * `GET /api/rules/{ruleset}`: a rulebook in our words.
 */
export type Book = { id: string, name: string, edition: string, about: RulesetAbout, headings: Array<BookHeading>, rulings: Array<BookRuling>, options: Array<OptionCard>, tables: Array<BookTable>, procedures: Array<ProcedureName>, };

/**
 * What somebody who has to choose a ruleset wants to know.
 */
export type RulesetAbout = { 
/**
 * What is particular in it.
 */
particular: string, 
/**
 * How long a small battle takes.
 */
length: string, 
/**
 * How hard it is to learn.
 */
difficulty: string, };

export type BookHeading = { title: string, clauses: Array<BookClause>, };

export type BookClause = { id: string, topic: string, text: string, 
/**
 * Where it is printed.
 */
source: string, 
/**
 * The page is silent, damaged or contradicts itself here, and this is how we read it.
 */
is_our_reading: boolean, 
/**
 * What we read and why.
 */
reading: string | null, example: string | null, };

/**
 * A decision of ours, with the clauses that it bears on.
 */
export type BookRuling = { id: string, clauses: Array<string>, question: string, reading: string, reason: string, };

/**
 * A printed table, as the engine reads it.
 */
export type BookTable = { name: string, columns: Array<string>, rows: Array<Array<string>>, };

/**
 * Something whose odds can be asked for.
 */
export type ProcedureName = { name: string, about: string, clauses: Array<string>, };

/**
 * `GET /api/rules/{ruleset}/{clause}/examples`: a rule case.
 */
export type WorkedExample = { 
/**
 * What it shows, in a sentence.
 */
name: string, clauses: Array<string>, 
/**
 * For an example from facts: the procedure, whose odds `POST /api/odds/…` gives with the same facts.
 */
procedure: string | null, facts: Record<string, unknown>, 
/**
 * Departures from the usual readings.
 */
options: Record<string, unknown>, 
/**
 * For an example on the table: the orders given, with their dice.
 */
commands: Array<string>, dice: string, 
/**
 * What comes of it, a line each.
 */
results: Array<string>, };

/**
 * `POST /api/games`.
 */
export type NewGame = { scenario: string, ruleset: string, 
/**
 * Departures from the defaults: option id to choice.
 */
options: { [key in string]: string }, blue: Player, gray: Player, 
/**
 * So many decisions of a hundred that each computer leaves to a recruit: at most 90. Absent: none.
 */
handicap?: number, 
/**
 * The same number gives the same dice again; absent: fair dice. At most 2^53 − 1.
 */
seed?: number, 
/**
 * Sides, played by people, that throw real dice for their orders and type in what fell.
 */
by_hand?: Array<Side>, 
/**
 * The creator's own seat, when the other is for a person elsewhere: both sign what they do and throw the dice together, so
 * there is no seed. Absent: everybody plays in one browser, or against the computer.
 */
seat?: NewSeat, };

/**
 * A seat as its player's browser makes it.
 */
export type NewSeat = { side: Side, 
/**
 * 32 letters and digits that open the seat; nobody else knows them.
 */
token: string, key: SeatKey, };

/**
 * `POST /api/games/{game}/title`.
 */
export type NewTitle = { title: string, };

/**
 * What a seat shows of its secret: each 64 hexadecimal digits. See `docs/fair-dice.md`.
 */
export type SeatKey = { 
/**
 * The public ed25519 key.
 */
key: string, 
/**
 * The last numbers of the chains for its own commands and as witness.
 */
commands: string, witness: string, };

/**
 * The game is there; its links are for those who are to play it.
 */
export type Created = { game: string, links: Links, 
/**
 * For the other player: whoever brings it first gets the seat, and nobody after him.
 */
invitation: string | null, };

/**
 * `GET /api/games/{game}/invitation`, with the invitation or the creator's token: what one is invited to.
 */
export type Invitation = { title: string, scenario: string, ruleset: string, 
/**
 * The seat that is offered.
 */
side: Side, 
/**
 * Nobody has taken it yet; the battle begins when somebody does.
 */
is_open: boolean, };

/**
 * `POST /api/games/{game}/claim`: takes the seat that one is invited to. Answer: `Created`.
 */
export type Claim = { invitation: string, token: string, key: SeatKey, };

/**
 * `POST /api/verify`: what a game file is worth.
 */
export type Judgement = { verdict: VerdictWord, 
/**
 * For `unproven` why, for `forged` where; empty for `proven`.
 */
reasons: Array<string>, title: string, ruleset: string, edition: string, entries: number, rolls: number, 
/**
 * The public keys that signed it, Blue's first; empty when nobody did.
 */
keys: Array<string>, };

export type VerdictWord = "proven" | "unproven" | "forged";

/**
 * Seat tokens. Whoever has one has the seat. A computer's seat has none, and the seat of a player elsewhere is not shown.
 */
export type Links = { blue: string | null, gray: string | null, spectator: string, };

/**
 * `POST /api/games/import`.
 */
export type Imported = { game: string, links: Links, 
/**
 * What can be done with it, in words: gone on with, or only shown and why.
 */
standing: string, };

/**
 * `POST /api/games/known`: the tokens that a browser remembers.
 */
export type KnownGames = { tokens: Array<string>, };

/**
 * One line of the list of games.
 */
export type GameLine = { game: string, title: string, scenario: string, ruleset: string, blue: Player, gray: Player, 
/**
 * Seconds since 1970, by the server's clock; for the list only.
 */
started: number, last_played: number, commands: number, 
/**
 * Absent until the first order of a game.
 */
round: number | null, rounds: number | null, 
/**
 * Who must decide now.
 */
awaits: Array<Side>, 
/**
 * Two people with a key each play it; neither may rename or remove it alone.
 */
is_owned_by_two: boolean, is_over: boolean, winner: Side | null, 
/**
 * Seats that the asker may take; for `POST /api/games/known` those of his tokens.
 */
seats: Array<Seat>, 
/**
 * Only for the person at the server's own machine.
 */
links: Links | null, };

/**
 * What proves the dice: the commitment from the start, the seed at the end.
 */
export type Fairness = { commitment: string | null, seed: string | null, };

/**
 * The ground. Sent once, in [`Hello`](crate::Hello).
 */
export type FieldView = { width: number, height: number, features: Array<FeatureView>, };

/**
 * One feature of the ground: an area when `width` is absent, else a line of that width.
 */
export type FeatureView = { id: number, 
/**
 * wood, field, orchard, brush, rough, marsh, water, building, town, contour, road, trail, railway, stream,
 * fence, wall, hedge, works, bridge, ford or cut.
 */
kind: string, name: string | null, points: Array<Point>, width: number | null, level: number, height: number, grade: number, };

/**
 * Everything that changes on the table.
 */
export type TableView = { round: number, rounds: number, active: Side | null, steps: Array<StepView>, units: Array<UnitView>, objectives: Array<ObjectiveView>, standing: StandingView, notes: Array<NoteView>, outcome: OutcomeView | null, };

export type StepView = { name: string, is_current: boolean, };

export type UnitView = { id: number, 
/**
 * The scenario's short name for it.
 */
key: string, name: string, formation: string, side: Side, 
/**
 * Names the symbol: infantry, skirmisher, cavalry, artillery, general…
 */
kind: string, pose: Pose, has_facing: boolean, stands: Array<StandView>, strength: StrengthView | null, on_table: boolean, signs: Array<Mark>, details: Array<Particular>, };

/**
 * Corners: front left, front right, rear right, rear left.
 */
export type StandView = { corners: [Point, Point, Point, Point], };

export type StrengthView = { now: number, start: number, };

/**
 * A state marked on the unit: the short code is drawn, the text explains it.
 */
export type Mark = { code: string, text: string, };

export type Particular = { label: string, value: string, };

export type ObjectiveView = { name: string, at: Point, radius: number, points: number, held_by: Side | null, };

/**
 * Words pinned to the ground: a few letters to draw, and what they mean.
 */
export type NoteView = { at: Point, text: string, title: string, };

export type OutcomeView = { winner: Side | null, reason: string, };

/**
 * How the battle stands by the ruleset's own rule of victory, and how it is won.
 */
export type StandingView = { 
/**
 * Who would win if the battle ended as things stand; absent: a draw.
 */
ahead: Side | null, 
/**
 * What decides that, in a few words.
 */
why: string, clause: string, 
/**
 * Turns after this one.
 */
turns_left: number, 
/**
 * What the points of a side count.
 */
points_are: string, blue: SideStandingView, gray: SideStandingView, 
/**
 * How the battle is won, in the order in which the rules look at it.
 */
conditions: Array<ConditionView>, };

export type SideStandingView = { points: number, lost: TollView, breaking: BreakingView, };

/**
 * So many lost out of so many.
 */
export type TollView = { lost: number, of: number, what: string, };

/**
 * The army is beaten when `now` reaches `at`, out of `of`.
 */
export type BreakingView = { now: number, at: number, of: number, what: string, clause: string, };

export type ConditionView = { text: string, clause: string, };

/**
 * What a side wishes to be asked, and the answers it gives beforehand.
 */
export type Interruptions = { 
/**
 * By kind of interruption; one that is not named is asked about when it is useful.
 */
kinds: { [key in string]: When }, 
/**
 * How much a plain "let it pass" lets pass.
 */
pass_for: PassFor, 
/**
 * Who of several equals is next goes as listed, without asking.
 */
order_as_listed: boolean, standing: Array<StandingOrder>, };

/**
 * When a side is asked about a kind of interruption.
 */
export type When = "always" | "useful" | "attacked" | "never";

/**
 * How much is let pass at once.
 */
export type PassFor = "inch" | "move" | "turn";

/**
 * An answer given beforehand, to units or whole brigades.
 */
export type StandingOrder = { units: Array<number>, 
/**
 * Whom it is for, in words: the unit or the brigade.
 */
name: string, order: Beforehand, };

export type Beforehand = { "kind": "hold_fire", to: number, } | { "kind": "fire_close" } | { "kind": "fire_at_will" } | { "kind": "stand" };

/**
 * A kind of interruption that the ruleset knows.
 */
export type InterruptionKind = { kind: string, 
/**
 * As the object of "let pass".
 */
words: string, };

/**
 * What a computer thought of a decision; shown when the battle is over.
 */
export type ThoughtView = { intent: string, 
/**
 * The chance to win that it saw, in thousandths, and how far off that may be.
 */
chance: number, between: [number, number] | null, runner_up: string | null, 
/**
 * What spoke against the runner-up.
 */
against: string | null, 
/**
 * How many trials it made of each; none where it judged by rules of thumb.
 */
trials: number, };

/**
 * What a general would do, the best first.
 */
export type Advice = { version: number, candidates: Array<AdvisedOrder>, 
/**
 * How it was found, and what to make of it.
 */
about: string, };

export type AdvisedOrder = { label: string, 
/**
 * Send this to do it.
 */
command: unknown, 
/**
 * The chance to win after it, in thousandths, and how far off that may be.
 */
chance: number, between: [number, number] | null, 
/**
 * How much worse than the first it is, in thousandths; nought for the first.
 */
behind: number, 
/**
 * The difference is larger than the trials leave to chance.
 */
is_certain: boolean, reasons: Array<string>, risks: Array<string>, 
/**
 * Whose order it is and whom it is aimed at, for pointing at them on the table.
 */
units: Array<number>, target: number | null, 
/**
 * Where units would stand, when the dice do not decide it.
 */
moved: Array<Affected>, };

/**
 * `GET /api/games/{game}/analysis`: how far it is, or what was found.
 */
export type AnalysisNow = { "kind": "working", done: number, of: number, } | { "kind": "done", analysis: Analysis, };

/**
 * What the dice did to a battle and what its players did.
 */
export type Analysis = { ruleset: string, title: string, winner: Side | null, 
/**
 * Chances are of a battle that captains would fight out from there.
 */
curve: Array<CurvePoint>, 
/**
 * What mattered most, the greatest first.
 */
moments: Array<Moment>, 
/**
 * Blue's first.
 */
sides: [SideAccount, SideAccount], rare: Array<RareThrow>, 
/**
 * How much was thrown in all, and what that makes of the rare ones.
 */
throws: string, 
/**
 * How it was worked out, and how far to trust it.
 */
about: Array<string>, };

/**
 * A moment of the battle: the chance of the Union to win from there, in thousandths.
 */
export type CurvePoint = { 
/**
 * The line of the log before it; 0 is the muster.
 */
step: number, round: number, chance: number, between: [number, number], };

export type MomentKind = "luck" | "decision";

export type Moment = { kind: MomentKind, 
/**
 * The line of the log.
 */
step: number, round: number, 
/**
 * Whose order it was.
 */
by: Side, text: string, 
/**
 * What it did to the chance of whoever gave the order, in thousandths, and the bounds of that.
 */
effect: number, between: [number, number], 
/**
 * For a decision: what would have been better. For dice: what was thrown.
 */
detail: string, };

/**
 * What befell one side, and what it did.
 */
export type SideAccount = { side: Side, 
/**
 * All the luck of the battle, in thousandths of a battle, and how far off that may be.
 */
luck: number, luck_error: number, 
/**
 * What it gave away by the decisions that were tried out.
 */
cost: number, cost_error: number, words: string, };

/**
 * A throw that seldom comes.
 */
export type RareThrow = { step: number, round: number, by: Side, text: string, clause: string, 
/**
 * One throw in so many is as far out as this one.
 */
one_in: number, };

/**
 * One entry of the log: a command with its dice and what happened, an undo, or the end.
 */
export type LogEntry = { 
/**
 * Its place in the log, counted from 1. Entry 0 is the muster.
 */
number: number, by: Side | null, 
/**
 * The command in words.
 */
text: string, 
/**
 * The answer was given beforehand: in words which standing order or wish it was.
 */
standing_order: string | null, 
/**
 * The piece that dice were thrown for, to show them beside it.
 */
unit: number | null, dice: Array<DiceThrown>, lines: Array<LogLine>, 
/**
 * What the computer that gave the command thought of it; told when the battle is over.
 */
thought: ThoughtView | null, 
/**
 * The player had asked for advice on this decision.
 */
advised: boolean, 
/**
 * This entry is an undo; the entry with this number no longer counts.
 */
takes_back: number | null, 
/**
 * The entry was taken back later.
 */
undone: boolean, };

export type LogLine = { text: string, clause: string | null, 
/**
 * Dice of the entry that were thrown for it; those of no line stand with the entry alone.
 */
rolls: Array<RollSeen>, };

/**
 * One roll.
 */
export type DiceThrown = { clause: string, 
/**
 * d3, d5, d6, d10, d12 or average.
 */
die: string, faces: Array<number>, 
/**
 * What was read off them, in words: "2 of 5 hit", "sum 9".
 */
read: string, 
/**
 * The lowest face that scored, when dice were counted.
 */
hits_on: number | null, };

/**
 * `GET /api/games/{game}/replay?from=…&count=…`.
 */
export type ReplayPart = { 
/**
 * How many steps the game has; step 0 is the muster.
 */
steps: number, frames: Array<ReplayFrame>, };

/**
 * What happened at a step, and the table after it.
 */
export type ReplayFrame = { step: number, entry: LogEntry, 
/**
 * What is seen of it, from the frame before on.
 */
film: Array<FilmStep>, view: TableView, };

/**
 * One line of the log as it is seen on the table. The table before the first step, with the changes of each step made in turn, is
 * the table after the last.
 */
export type FilmStep = { 
/**
 * The entry of the log, and the line in it; absent for what changes without a word.
 */
entry: number, line: number | null, 
/**
 * Dice thrown for it: places in the entry's list.
 */
rolls: Array<RollSeen>, action: ActionSeen | null, 
/**
 * Ways that pieces went, from where they stood.
 */
moves: Array<MoveSeen>, 
/**
 * A word or two at a piece.
 */
words: Array<WordSeen>, 
/**
 * Pieces that look different afterwards.
 */
changed: Array<UnitView>, 
/**
 * The rest of the table (without units), if it is different afterwards.
 */
table: TableView | null, };

export type RollSeen = { 
/**
 * The place in the entry's `dice`, from 0.
 */
roll: number, by: Side, };

export type ActionSeen = { "kind": "shots", by: Array<number>, target: number | null, at: Point, guns: boolean, } | { "kind": "blows", between: [number, number], };

export type MoveSeen = { unit: number, 
/**
 * From the old pose to the new one.
 */
path: Array<Pose>, };

export type WordSeen = { unit: number, text: string, };

/**
 * Why something is not lawful.
 */
export type RefusalView = { clause: string, text: string, 
/**
 * The numbers behind it, as the ruleset names them.
 */
measured: unknown, };

/**
 * One line of the panel "what may this unit do?". Exactly one of `command`, `region` and `refused` is there.
 */
export type OrderLine = { label: string, clause: string | null, 
/**
 * Send this to do it.
 */
command: unknown | null, 
/**
 * A move that the player draws.
 */
region: RegionView | null, refused: RefusalView | null, 
/**
 * The piece that it is aimed at, for pointing at it on the table.
 */
target: number | null, };

/**
 * A body of troops that is led as one, with what may be ordered of it as a whole.
 */
export type FormationView = { name: string, leader: number | null, units: Array<number>, 
/**
 * Its state in a few words: the order it is on.
 */
status: string, orders: Array<OrderLine>, };

/**
 * Where a piece may be moved: enough to draw the limits. Only a preview tells whether a path is lawful.
 */
export type RegionView = { unit: number, clause: string, from: Pose, 
/**
 * The farthest length of path over open ground.
 */
reach: number, turning: TurningView, 
/**
 * Acts that may stand among the legs.
 */
acts: Array<string>, 
/**
 * The command without its legs.
 */
template: unknown, 
/**
 * Where in the template the list of legs goes: names of fields, outermost first.
 */
legs_at: Array<string>, };

export type TurningView = "free" | { "arc": { half_angle: number, turns: number, } };

/**
 * One stretch of a move, as the browser writes it into a template.
 */
export type LegView = { "go": { bearing: number, distance: number, } } | { "to": Point } | { "turn": number } | { "road": Point } | { "act": string };

/**
 * What a command would bring.
 */
export type Preview = { "kind": "refused", refusal: RefusalView, } | { "kind": "certain" } & Certain | { "kind": "odds" } & Odds;

/**
 * No die is thrown for it.
 */
export type Certain = { 
/**
 * Who is asked before it is done, and what: until then it is not certain. Absent: this will happen.
 */
then: string | null, lines: Array<LogLine>, moved: Array<Affected>, cost: CostView | null, explained: Array<ExplainedView>, calculation: CalculationView | null, };

/**
 * Dice decide: first what matters, then by unit, then all outcomes, likeliest first.
 */
export type Odds = { headline: Headline, 
/**
 * The headline in a line of words.
 */
line: string, units: Array<UnitOdds>, chances: Array<Chance>, 
/**
 * Each thing that may happen by itself, likeliest first: an outcome is made of several.
 */
parts: Array<Chance>, 
/**
 * The chances in parts of one whole add up to this: always "1" but for `unknown`.
 */
sum: string, method: Method, 
/**
 * The method in a sentence.
 */
method_words: string, 
/**
 * What is assumed of those who are asked on the way, when it is weighed past that.
 */
policy: string | null, cost: CostView | null, explained: Array<ExplainedView>, calculation: CalculationView | null, };

/**
 * The one thing that a player wants to know. Percentages have two decimals and no sign.
 */
export type Headline = { "kind": "fight", won: string, drawn: string, lost: string, unmet: string, open: string, } | { "kind": "harm", expected: string, what: string, gives_way: string, gone: string, } | { "kind": "likeliest", label: string, percent: string, } | { "kind": "unknown" };

/**
 * What one unit may suffer.
 */
export type UnitOdds = { unit: number, name: string, side: Side, 
/**
 * Losses on average, one decimal.
 */
expected: string, gives_way: string, gone: string, };

/**
 * How the chances were found.
 */
export type Method = { "kind": "exact" } | { "kind": "cut_off", one_in: number, } | { "kind": "sampled", throws: number, } | { "kind": "unknown" };

export type Chance = { label: string, 
/**
 * Digits, of any length.
 */
numerator: string, denominator: string, 
/**
 * Two decimals, without the sign.
 */
percent: string, };

/**
 * A unit as it would stand.
 */
export type Affected = { unit: number, pose: Pose, stands: Array<StandView>, };

/**
 * What a move costs out of what it may cost, and both in the rulebook's unit.
 */
export type CostView = { spent: number, allowed: number, text: string, };

/**
 * The rule procedure that decides an order, with its facts as they are on the table: what the calculator opens with.
 */
export type CalculationView = { procedure: string, facts: unknown, };

/**
 * A settled list of modifiers and what it is for.
 */
export type ExplainedView = { title: string, result: string, total: number, lines: Array<ModifierLine>, };

export type ModifierLine = { clause: string, label: string, 
/**
 * "+1", "−2", "×1/2", "hits on 4+".
 */
effect: string, 
/**
 * Its condition holds.
 */
present: boolean, counted: boolean, 
/**
 * Why it does not count although its condition holds.
 */
why_not: string | null, };

/**
 * One end of the tape.
 */
export type TapeEnd = { "unit": number } | { "point": Point };

export type TapeMeasure = { distance: number, 
/**
 * "6.25 in".
 */
text: string, };

export type SightView = { clear: boolean, clause: string, 
/**
 * What is in the way, and where the line meets it.
 */
blocked_by: string | null, at: Point | null, 
/**
 * The line to draw: from the viewer's eye to what it sees or would see.
 */
line: SightLine, };

export type SightLine = { from: Point, to: Point, };

/**
 * A distance that matters to a unit: a ring around it, or an arc before its front.
 */
export type RangeRing = { label: string, clause: string, length: number, 
/**
 * Outward from each front corner; absent: all round.
 */
half_angle: number | null, };

/**
 * A clause of the rulebook in our words, with everything said about it.
 */
export type ClauseText = { id: string, topic: string, text: string, 
/**
 * Where it is printed.
 */
source: string, example: string | null, rulings: Array<RulingText>, options: Array<OptionText>, };

export type RulingText = { id: string, question: string, reading: string, reason: string, };

export type OptionText = { id: string, question: string, 
/**
 * What this game is played by.
 */
chosen: string, };

/**
 * The reckoning: what is left of everybody, and who lost what when.
 */
export type Summary = { roster: Array<RosterLine>, losses: Array<LossLine>, };

export type RosterLine = { unit: number, side: Side, name: string, start: number, now: number, on_table: boolean, };

/**
 * Strength lost in one round.
 */
export type LossLine = { round: number, blue: number, gray: number, };

/**
 * `POST /api/odds/{ruleset}/{procedure}`: as `longroll odds` prints them.
 */
export type OddsAnswer = { ruleset: string, procedure: string, explained: Array<ExplainedView>, outcomes: Array<OutcomeLine>, sum: string, };

export type OutcomeLine = { 
/**
 * The facts decided, by name.
 */
outcome: Record<string, boolean | number | string>, text: string, numerator: string, denominator: string, percent: string, };

/**
 * Browser to server. The answer or failure carries the same id.
 */
export type Request = { id: number, ask: Ask, };

export type Ask = { "kind": "command", version: number, command: unknown, 
/**
 * Where the side throws real dice: what fell so far, one list for each roll.
 */
dice?: Array<Array<number>>, 
/**
 * Wanted when the game is one between two people: see `News.seal`.
 */
signed?: Signature, } | { "kind": "let_pass", version: number, pass_for: PassFor, 
/**
 * As with a command.
 */
dice?: Array<Array<number>>, 
/**
 * The signature under `reaction.pass`.
 */
signed?: Signature, } | { "kind": "interruptions", wishes: Interruptions, } | { "kind": "undo", version: number, signed?: Signature, } | { "kind": "witness", digest: string, given?: Signature, } | { "kind": "approve", signature: string, } | { "kind": "orders", unit: number, } | { "kind": "side_orders" } | { "kind": "orders_together", units: Array<number>, } | { "kind": "formations" } | { "kind": "preview", command: unknown, quick?: boolean, } | { "kind": "advice", version: number, } | { "kind": "weigh", version: number, command: unknown, } | { "kind": "measure", from: TapeEnd, to: TapeEnd, } | { "kind": "sight", from: number, to: number, } | { "kind": "ranges", unit: number, } | { "kind": "clause", clause: string, } | { "kind": "summary" } | { "kind": "film", after: number, } | { "kind": "resync", version: number, } | { "kind": "pace", pace: Pace, } | { "kind": "sit", token: string, };

/**
 * What a browser puts under a command, in hexadecimal digits.
 */
export type Signature = { 
/**
 * The next number of the seat's chain; absent for an undo.
 */
number?: string, signature: string, };

export type Pace = "paused" | "slow" | "steady" | "quick" | "full";

/**
 * Server to browser.
 */
export type FromServer = { "kind": "hello" } & Hello | { "kind": "news" } & News | { "kind": "answer", id: number, answer: Answer, } | { "kind": "failed", id: number | null, error: Failure, };

/**
 * The first message on a socket: what does not change.
 */
export type Hello = { game: string, seat: Seat, ruleset: string, ruleset_name: string, edition: string, 
/**
 * The unit of length that the rulebook prints: `in` or `cm`.
 */
unit_of_length: string, scenario: string, title: string, date: string, place: string, summary: string, sides: SideNames, field: FieldView, 
/**
 * The kinds of interruption that the ruleset knows.
 */
interruptions: Array<InterruptionKind>, 
/**
 * The game can only be shown; in words why.
 */
shown_only: string | null, };

/**
 * The state of the game as the seat may know it. Sent after hello and whenever something changed.
 */
export type News = { 
/**
 * Counts commands, undos and the end.
 */
version: number, seat: Seat, view: TableView, 
/**
 * Who must decide what; empty when the battle is over.
 */
prompt: Array<Prompt>, 
/**
 * What the seat's own side is asked to react to, if it may let it pass.
 */
reaction: ReactionView | null, 
/**
 * When the seat's own side is asked; absent for spectators.
 */
wishes: Interruptions | null, 
/**
 * Who of the seat's own side can act.
 */
actors: Actors, can_undo: boolean, 
/**
 * Why not, in words.
 */
undo_refused: string | null, players: PlayersNow, pace: Pace, 
/**
 * The computer that is to decide now.
 */
thinking: Side | null, fairness: Fairness, 
/**
 * For a player in a game between two people: what his browser needs to sign.
 */
seal: SealNow | null, 
/**
 * The number of the first entry in `log`; what the browser holds from there on is replaced.
 */
log_from: number, log: Array<LogEntry>, };

export type SealNow = { 
/**
 * The hash of all lines so far.
 */
head: string, 
/**
 * The newest number that this seat has shown for its commands.
 */
shown: string, 
/**
 * The entry that an undo would take back.
 */
undo: number | null, 
/**
 * The other seat has given a command that throws dice, and wants this seat's number.
 */
witness: WitnessAsk | null, 
/**
 * The battle is over and this seat has not signed the whole log yet.
 */
approve: boolean, };

export type WitnessAsk = { 
/**
 * The command, its place and its commander's number.
 */
digest: string, 
/**
 * The newest number that this seat has given as witness: the next one is wanted.
 */
last: string, };

export type Prompt = { side: Side, text: string, clause: string, };

/**
 * Something happens, and the side may answer it or let it pass.
 */
export type ReactionView = { 
/**
 * Names the kind of thing that happens, for players who let all of a kind pass.
 */
kind: string, 
/**
 * The kind in words, as the object of "let pass".
 */
kind_words: string, 
/**
 * Whose doing it is.
 */
by: Array<number>, 
/**
 * They are coming on to close quarters.
 */
is_attack: boolean, 
/**
 * Send this to let it pass.
 */
pass: unknown, };

export type Actors = { units: Array<number>, 
/**
 * The side as a whole has something to decide: ask side_orders.
 */
side: boolean, };

export type PlayersNow = { blue: PlayerNow, gray: PlayerNow, spectators: number, };

export type PlayerNow = { player: Player, 
/**
 * Somebody has this seat open. Computers are always there.
 */
present: boolean, };

export type Answer = { "kind": "done", version: number, } | { "kind": "orders", orders: Array<OrderLine>, } | { "kind": "formations", formations: Array<FormationView>, } | { "kind": "preview", preview: Preview, } | { "kind": "advice", advice: Advice, } | { "kind": "measure", measure: TapeMeasure, } | { "kind": "sight", sight: SightView, } | { "kind": "ranges", ranges: Array<RangeRing>, } | { "kind": "clause", clause: ClauseText, } | { "kind": "summary", summary: Summary, } | { "kind": "film", after: number, before: TableView, steps: Array<FilmStep>, };

/**
 * Why a request was not met, over the socket as `failed`, over HTTP as the body `{"error": …}`.
 */
export type Failure = { kind: FailureKind, 
/**
 * One plain sentence for the player.
 */
text: string, 
/**
 * For `refused`: the clause and the numbers behind it.
 */
clause: string | null, measured: unknown | null, };

export type FailureKind = "refused" | "stale" | "bad" | "forbidden" | "busy" | "gone" | "dice";

/**
 * `GET /api/umpire/plans/{ruleset}`: the sequence of play, the cards and the columns of a roster.
 */
export type UmpirePlan = { ruleset: string, 
/**
 * One pass through the steps is the turn of one side; otherwise of both.
 */
turns_of_a_side: boolean, columns: Array<UmpireColumn>, steps: Array<UmpireStep>, cards: Array<UmpireCard>, };

export type UmpireColumn = { name: string, label: string, kind: ColumnKind, choices: Array<string>, 
/**
 * Not in the table of the roster, but on the card of the unit.
 */
is_detail: boolean, 
/**
 * Losses come off this column.
 */
is_losses: boolean, usual: unknown, };

export type ColumnKind = "yes" | "number" | "choice" | "other";

export type UmpireStep = { id: string, title: string, 
/**
 * Whose part it is.
 */
who: string, text: string, clauses: Array<string>, 
/**
 * Procedures that belong to it.
 */
cards: Array<string>, };

export type UmpireCard = { procedure: string, title: string, parts: Array<UmpirePart>, };

/**
 * A unit that takes part in a procedure.
 */
export type UmpirePart = { name: string, label: string, 
/**
 * Facts, by their dotted names, that come from a column of its roster line.
 */
fill: { [key in string]: string }, };

/**
 * `POST /api/umpire`: a new table.
 */
export type NewTable = { ruleset: string, options: { [key in string]: string }, title: string, 
/**
 * A shipped battle whose troops are mustered; absent: none.
 */
scenario?: string, 
/**
 * Troops as text, one unit on a line: `blue; 2nd Wisconsin; 300 men; rifle_musket; veteran`.
 */
troops?: string, };

export type TableCreated = { table: string, 
/**
 * Whoever has it may look and write.
 */
token: string, };

/**
 * A table in the list of the server's own machine.
 */
export type ListedTable = { table: string, token: string, title: string, ruleset: string, 
/**
 * Seconds since 1970.
 */
last_used: number, };

/**
 * One line of the roster.
 */
export type RosterUnit = { id: number, side: Side, name: string, formation: string, 
/**
 * By the names of the columns.
 */
values: Record<string, unknown>, 
/**
 * Off the table.
 */
gone: boolean, };

/**
 * Where in the sequence of play a table is.
 */
export type TablePlace = { turn: number, 
/**
 * The place of the step in the plan.
 */
step: number, 
/**
 * Whose turn it is, where turns are of one side.
 */
side: Side, };

/**
 * `POST /api/lab`.
 */
export type NewExperiment = { scenario: string, rulesets: Array<string>, blue: Player, gray: Player, 
/**
 * Departures from the usual readings, by ruleset.
 */
options: { [key in string]: { [key in string]: string } }, 
/**
 * Battles under each ruleset, at most.
 */
games: number, 
/**
 * Stop when all shares are known to so many thousandths to each side.
 */
until?: number, seed: number, };

/**
 * `GET /api/lab/{experiment}`: an experiment and how far it is. What it has found so far holds already.
 */
export type Experiment = { experiment: string, asked: NewExperiment, 
/**
 * The title of the scenario.
 */
title: string, state: ExperimentState, 
/**
 * Why it broke off.
 */
trouble: string | null, 
/**
 * One for each ruleset.
 */
lines: Array<ExperimentLine>, };

export type ExperimentState = "running" | "done" | "stopped" | "broken";

/**
 * What the battles under one ruleset say.
 */
export type ExperimentLine = { ruleset: string, name: string, games: number, 
/**
 * Enough is known, or all battles are fought.
 */
is_done: boolean, blue: ShareView, gray: ShareView, draws: ShareView, 
/**
 * Of a side's strength, in thousandths.
 */
blue_lost: number, gray_lost: number, 
/**
 * Tenths of a turn, on average.
 */
turns: number, 
/**
 * So many battles make the intervals reach two per cent to each side.
 */
games_for_two_percent: number, };

/**
 * A share of the battles with its 95 % interval, in thousandths.
 */
export type ShareView = { count: number, share: number, low: number, high: number, };

/**
 * One line of a table's history.
 */
export type TableLine = { number: number, 
/**
 * Seconds since 1970.
 */
at: number, 
/**
 * The name that the tablet gave to what it asked; asked twice, it is done once.
 */
ask: string, act: TableAct, };

export type TableAct = { "kind": "opened", title: string, ruleset: string, edition: string, options: { [key in string]: string }, roster: Array<RosterUnit>, } | { "kind": "moved", to: TablePlace, words: string, changes: Array<CellChange>, } | { "kind": "resolved" } & Resolved | { "kind": "corrected", change: CellChange, words: string, } | { "kind": "joined", unit: RosterUnit, } | { "kind": "removed", unit: number, gone: boolean, words: string, } | { "kind": "noted", text: string, } | { "kind": "undone", number: number, };

/**
 * A procedure that was carried out.
 */
export type Resolved = { procedure: string, title: string, facts: Record<string, unknown>, 
/**
 * Which units of the roster took part, by the names of the parts.
 */
parts: { [key in string]: number }, dice: Array<DiceLine>, outcome: Record<string, unknown>, outcome_words: string, said: Array<SaidLine>, changes: Array<CellChange>, 
/**
 * Units that left the table by it.
 */
gone: Array<number>, };

/**
 * One roll.
 */
export type DiceLine = { clause: string, 
/**
 * What was thrown and how it is read: "4d6, each 6 counts".
 */
roll: string, faces: Array<number>, reading: string, 
/**
 * Thrown on the table and typed in.
 */
by_hand: boolean, };

/**
 * What to do with the figures.
 */
export type SaidLine = { text: string, clause: string, };

/**
 * A cell of the roster that changes: by a number, or to a value.
 */
export type CellChange = { unit: number, column: string, by?: number, to?: unknown, };

/**
 * What the server sends to every tablet when something has changed, and at first.
 */
export type TableNews = { table: string, title: string, ruleset: string, options: { [key in string]: string }, place: TablePlace, roster: Array<RosterUnit>, 
/**
 * The lines from this one on are in `lines`; a tablet keeps those before.
 */
from: number, lines: Array<TableLine>, 
/**
 * Lines that were taken back.
 */
undone: Array<number>, 
/**
 * Tablets that have the table open.
 */
tablets: number, };

/**
 * `POST /api/umpire/{table}`.
 */
export type TableAsk = { 
/**
 * A name that the tablet makes up, so that asking again after a lost answer does nothing twice.
 */
ask: string, act: AskedAct, };

export type AskedAct = { "kind": "next" } | { "kind": "back" } | { "kind": "go", to: TablePlace, } | { "kind": "resolve", procedure: string, facts: Record<string, unknown>, parts: { [key in string]: number }, rolls: Array<Array<number>>, screen: boolean, } | { "kind": "correct", unit: number, column: string, to: unknown, } | { "kind": "join", side: Side, name: string, values: Record<string, unknown>, } | { "kind": "remove", unit: number, gone: boolean, } | { "kind": "note", text: string, } | { "kind": "undo", number: number, };

/**
 * The answer to it.
 */
export type ActAnswer = { "kind": "done", number: number, } | { "kind": "wants", roll: RollWanted, thrown: Array<DiceLine>, };

/**
 * Dice to be thrown by hand.
 */
export type RollWanted = { clause: string, 
/**
 * What it is for, in a few words.
 */
topic: string, 
/**
 * "4d6, each 6 counts".
 */
words: string, n: number, faces: Array<number>, };
