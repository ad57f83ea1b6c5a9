import { describe, expect, it } from "vitest";
import type { FilmStep, LogEntry, Pose, TableView, UnitView } from "../wire";
import { changed, diceOf, during, logUntil, poseAlong, shotsOf, timesOf } from "./film";

const unit = (id: number, x: number): UnitView => ({
  id,
  key: `u${id}`,
  name: `Unit ${id}`,
  formation: "line",
  side: "blue",
  kind: "infantry",
  pose: { at: { x, y: 0 }, facing: 0 },
  has_facing: true,
  stands: [
    {
      corners: [
        { x: x - 10, y: 5 },
        { x: x + 10, y: 5 },
        { x: x + 10, y: -5 },
        { x: x - 10, y: -5 },
      ],
    },
  ],
  strength: { now: 4, start: 4 },
  on_table: true,
  signs: [],
  details: [],
});
const table = (units: UnitView[]): TableView => ({
  round: 1,
  rounds: 6,
  active: "blue",
  steps: [],
  units,
  objectives: [],
  standing: {} as TableView["standing"],
  notes: [],
  outcome: null,
});
const step = (part: Partial<FilmStep>): FilmStep => ({
  entry: 1,
  line: null,
  rolls: [],
  action: null,
  moves: [],
  words: [],
  changed: [],
  table: null,
  ...part,
});
const entry = (number: number, lines: string[]): LogEntry => ({
  number,
  by: "gray",
  text: "Fire",
  unit: 1,
  dice: [
    { clause: "QP-COMBAT-04", die: "d6", faces: [6, 2], read: "1 of 2 score", hits_on: 6 },
    { clause: "QP-COMBAT-04", die: "d6", faces: [5], read: "0 of 1 score", hits_on: 6 },
  ],
  lines: lines.map((text) => ({ text, clause: null, rolls: [] })),
  takes_back: null,
  standing_order: null,
  thought: null,
  advised: false,
  undone: false,
});

describe("a film", () => {
  it("has a shot for each line, and joins what shows nothing to the shot before", () => {
    const moved = unit(1, 100);
    const steps = [step({ line: 0, moves: [] }), step({ changed: [moved] }), step({ line: 1 })];
    const shots = shotsOf(table([unit(1, 0)]), steps, [entry(1, ["first", "second"])]);
    expect(shots.map((shot) => shot.line?.text)).toEqual(["first", "second"]);
    expect(shots[0]!.after.units[0]).toBe(moved);
    expect(shots[1]!.before.units[0]).toBe(moved);
  });

  it("changes only what has changed", () => {
    const before = table([unit(1, 0), unit(2, 50)]);
    const after = changed(before, step({ changed: [unit(2, 60)] }));
    expect(after.units[0]).toBe(before.units[0]);
    expect(after.units[1]!.pose.at.x).toBe(60);
    expect(before.units[1]!.pose.at.x).toBe(50);
  });

  it("marches along the whole way, corner by corner", () => {
    const pose = (x: number, y: number, facing = 0): Pose => ({ at: { x, y }, facing });
    const path = [pose(0, 0), pose(0, 300000), pose(100000, 300000)];
    expect(poseAlong(path, 0)).toEqual(path[0]);
    expect(poseAlong(path, 0.5).at).toEqual({ x: 0, y: 200000 });
    expect(poseAlong(path, 0.875).at).toEqual({ x: 50000, y: 300000 });
    expect(poseAlong(path, 1)).toEqual(path[2]);
  });

  it("turns the shorter way round", () => {
    const path: Pose[] = [
      { at: { x: 0, y: 0 }, facing: 60000 },
      { at: { x: 0, y: 0 }, facing: 4464 },
    ];
    expect(poseAlong(path, 0.5).facing).toBe(65000);
  });

  it("shows a unit on its way with its stands, and the rest as before", () => {
    const from = unit(1, 0);
    const move = { unit: 1, path: [from.pose, { at: { x: 200, y: 0 }, facing: 0 }] };
    const [shot] = shotsOf(table([from, unit(2, 500)]), [step({ line: 0, moves: [move] })], [entry(1, ["moves"])]);
    const [going, other] = during(shot!, 0.5).units;
    expect(going!.pose.at.x).toBe(100);
    expect(going!.stands[0]!.corners[0]).toEqual({ x: 90, y: 5 });
    expect(other!.pose.at.x).toBe(500);
  });

  it("keeps the dice of each side apart", () => {
    const rolls = [
      { roll: 0, by: "gray" as const },
      { roll: 1, by: "blue" as const },
    ];
    const [shot] = shotsOf(table([]), [step({ line: 0, rolls })], [entry(1, ["fires"])]);
    expect(diceOf(shot!).map(({ side, rolls }) => [side, rolls.flatMap((roll) => roll.faces)])).toEqual([
      ["gray", [6, 2]],
      ["blue", [5]],
    ]);
    expect(timesOf(shot!).holds).toBeGreaterThan(1000);
  });

  it("tells the log only as far as it has come", () => {
    const log = [entry(1, ["a"]), entry(2, ["b", "c"]), entry(3, ["d"])];
    const shots = shotsOf(table([]), [step({ entry: 2, line: 0 })], log);
    expect(logUntil(log, shots[0]!).map((one) => one.lines.map((line) => line.text))).toEqual([["a"], ["b"]]);
  });
});
