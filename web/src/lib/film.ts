// A film of what happened: the steps that the server tells, as shots in the order of the log.
import type {
  DiceThrown,
  FilmStep,
  LogEntry,
  LogLine,
  Point,
  Pose,
  Side,
  StandView,
  TableView,
  UnitView,
} from "../wire";
import { TURN, distance, heading } from "./geometry";

/** How fast a film goes: each step at a key, slowly enough to follow, quickly, or not at all. */
export type FilmPace = "step" | "steady" | "quick" | "once";

/** One thing that is seen, with the table before and after it. */
export type Shot = {
  step: FilmStep;
  entry: LogEntry;
  line: LogLine | null;
  before: TableView;
  after: TableView;
};

export type SideDice = { side: Side; rolls: DiceThrown[] };

/** The steps as shots. What shows nothing is joined to the shot before it. */
export function shotsOf(start: TableView, steps: readonly FilmStep[], log: readonly LogEntry[]): Shot[] {
  const entries = new Map(log.map((entry) => [entry.number, entry]));
  const shots: Shot[] = [];
  let before = start;
  for (const step of steps) {
    const entry = entries.get(step.entry);
    const after = changed(before, step);
    const last = shots.at(-1);
    // A log that was sealed when it came has fewer lines than the film of a battle that is over.
    const isSealed = entry !== undefined && step.line !== null && entry.lines[step.line] === undefined;
    if (!entry || isSealed || !isSeen(step)) {
      if (last) shots[shots.length - 1] = { ...last, after };
    } else {
      const line = step.line === null ? null : (entry.lines[step.line] ?? null);
      shots.push({ step, entry, line, before, after });
    }
    before = after;
  }
  return shots;
}

function isSeen(step: FilmStep): boolean {
  return step.line !== null || step.action !== null || step.rolls.length + step.moves.length + step.words.length > 0;
}

export function changed(view: TableView, step: FilmStep): TableView {
  const table = step.table ? { ...step.table, units: view.units } : view;
  if (step.changed.length === 0) return table;
  const fresh = new Map(step.changed.map((unit) => [unit.id, unit]));
  const units = table.units.map((unit) => fresh.get(unit.id) ?? unit);
  const known = new Set(units.map((unit) => unit.id));
  return { ...table, units: [...units, ...step.changed.filter((unit) => !known.has(unit.id))] };
}

/** The dice of a shot, each side's apart, in the order of throwing. */
export function diceOf(shot: Shot): SideDice[] {
  const sides: SideDice[] = [];
  for (const { roll, by } of shot.step.rolls) {
    const thrown = shot.entry.dice[roll];
    if (!thrown) continue;
    const side = sides.find((one) => one.side === by);
    if (side) side.rolls.push(thrown);
    else sides.push({ side: by, rolls: [thrown] });
  }
  return sides;
}

/** The table while a shot runs: those who march are on their way. `share` goes from 0 to 1. */
export function during(shot: Shot, share: number): TableView {
  if (share >= 1) return shot.after;
  if (shot.step.moves.length === 0) return shot.before;
  const ways = new Map(shot.step.moves.map((move) => [move.unit, move.path]));
  const units = shot.before.units.map((unit) => {
    const path = ways.get(unit.id);
    return path ? carried(unit, poseAlong(path, share)) : unit;
  });
  return { ...shot.before, units };
}

export function pathLengthOf(path: readonly Pose[]): number {
  return path.reduce((sum, pose, i) => sum + (i === 0 ? 0 : distance(path[i - 1]!.at, pose.at)), 0);
}

/** Turning in place takes as long as going this far. */
const TURN_COST = 150000;

/** Where a piece is on its way; turns in place are seen too. */
export function poseAlong(path: readonly Pose[], share: number): Pose {
  const costs = path.slice(1).map((pose, i) => legCost(path[i]!, pose));
  let left = costs.reduce((sum, cost) => sum + cost, 0) * share;
  for (const [i, cost] of costs.entries()) {
    if (left <= cost && cost > 0) return mixed(path[i]!, path[i + 1]!, left / cost);
    left -= cost;
  }
  return path.at(-1)!;
}

function legCost(a: Pose, b: Pose): number {
  const turn = Math.abs(turnBetween(a.facing, b.facing)) / TURN;
  return Math.max(distance(a.at, b.at), turn * TURN_COST);
}

/** The shorter way round, left negative. */
function turnBetween(from: number, to: number): number {
  const off = heading(to - from);
  return off > TURN / 2 ? off - TURN : off;
}

function mixed(a: Pose, b: Pose, share: number): Pose {
  const between = (from: number, to: number) => from + (to - from) * share;
  return {
    at: { x: between(a.at.x, b.at.x), y: between(a.at.y, b.at.y) },
    facing: heading(a.facing + turnBetween(a.facing, b.facing) * share),
  };
}

/** The unit set down at another place and facing. */
export function carried(unit: UnitView, pose: Pose): UnitView {
  const angle = (-(pose.facing - unit.pose.facing) / TURN) * 2 * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const move = (point: Point) => {
    const [dx, dy] = [point.x - unit.pose.at.x, point.y - unit.pose.at.y];
    return { x: pose.at.x + dx * cos - dy * sin, y: pose.at.y + dx * sin + dy * cos };
  };
  const stands: StandView[] = unit.stands.map(({ corners: [a, b, c, d] }) => ({
    corners: [move(a), move(b), move(c), move(d)],
  }));
  return { ...unit, pose, stands };
}

/** Times at a steady pace, in milliseconds: how long a shot moves, and how long it is held to be read. */
export function timesOf(shot: Shot): { runs: number; holds: number } {
  const { step } = shot;
  const far = Math.max(0, ...step.moves.map((move) => pathLengthOf(move.path)));
  const marches = step.moves.length === 0 ? 0 : Math.min(1100, 260 + far / 180);
  const runs = Math.max(marches, step.action === null ? 0 : 650);
  const holds = step.rolls.length > 0 ? 1300 : step.words.length > 0 ? 600 : runs > 0 ? 120 : 420;
  return { runs, holds };
}

export const PACE_FACTOR: Record<FilmPace, number> = { step: 0.7, steady: 1, quick: 0.3, once: 0 };

/** The log as far as the shot has told it. */
export function logUntil(log: readonly LogEntry[], shot: Shot): LogEntry[] {
  const { entry, step } = shot;
  const earlier = log.filter((one) => one.number < entry.number);
  const lines = entry.lines.slice(0, step.line === null ? entry.lines.length : step.line + 1);
  // Dice that fall later are not shown before.
  const last = Math.max(-1, ...lines.flatMap((line) => line.rolls.map((seen) => seen.roll)));
  return [...earlier, { ...entry, lines, dice: entry.dice.slice(0, last + 1) }];
}
