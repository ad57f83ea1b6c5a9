import { describe, expect, it } from "vitest";
import type { LogEntry, News, OrderLine, UnitView } from "../wire";
import { ahead, apart, bearing, distanceToStands, fromDegrees, isInside } from "./geometry";
import { lengthText } from "./lengths";
import { lossCurves } from "./losses";
import { mergeLog } from "./log";
import { headed, headedFor } from "./headings";
import { markersOf, orderNamed } from "./sheet";
import { trailsOf } from "./trails";
import { clicked, neighbour, nextOf, unitAt, unitsAt } from "./pick";
import { battleHash, readRoute, replayHash, rulesPath } from "./route";

const entry = (number: number, takes_back: number | null = null): LogEntry => ({
  number,
  by: "blue",
  text: "",
  standing_order: null,
  unit: null,
  dice: [],
  lines: [],
  takes_back,
  thought: null,
  advised: false,
  undone: false,
});

describe("headings", () => {
  it("count clockwise from north", () => {
    const from = { x: 0, y: 0 };
    expect(
      [
        { x: 0, y: 5 },
        { x: 5, y: 0 },
        { x: 0, y: -5 },
        { x: -5, y: 0 },
      ].map((to) => bearing(from, to)),
    ).toEqual([0, 16384, 32768, 49152]);
  });
  it("are never more than half a turn apart", () => {
    expect(apart(65000, 500)).toBe(1036); // 536 to north and 500 beyond
    expect(apart(0, 32768)).toBe(32768);
  });
  it("lead ahead", () => expect(ahead({ x: 1, y: 1 }, 49152, 10)).toEqual({ x: -9, y: 1 }));
  it("come from degrees", () =>
    expect([fromDegrees(90), fromDegrees(-90), fromDegrees(360)]).toEqual([16384, 49152, 0]));
});

describe("shapes", () => {
  const square = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ] as const;
  it("know inside from outside", () => {
    expect(isInside({ x: 5, y: 5 }, square)).toBe(true);
    expect(isInside({ x: 15, y: 5 }, square)).toBe(false);
  });
  it("know how far away a point is", () => {
    const stand = {
      corners: [...square] as [(typeof square)[0], (typeof square)[1], (typeof square)[2], (typeof square)[3]],
    };
    expect(distanceToStands({ x: 13, y: 14 }, [stand])).toBe(5); // 3-4-5 from the corner
  });
});

describe("the log", () => {
  it("replaces what is held from the number on", () => {
    expect(mergeLog([entry(1), entry(2), entry(3)], 2, [entry(2), entry(4)]).map((line) => line.number)).toEqual([
      1, 2, 4,
    ]);
  });
  it("is told anew as a whole, with nothing twice", () => {
    expect(mergeLog([entry(0), entry(1)], 0, [entry(0), entry(1), entry(2)]).map((line) => line.number)).toEqual([
      0, 1, 2,
    ]);
  });
  it("marks what was taken back", () => {
    expect(mergeLog([entry(1), entry(2)], 3, [entry(3, 2)]).map((line) => line.undone)).toEqual([false, true, false]);
  });
});

describe("routes", () => {
  it("go both ways", () => {
    expect(readRoute("/", battleHash("g/1", ["a b", "c"]))).toEqual({
      page: "battle",
      game: "g/1",
      tokens: ["a b", "c"],
    });
    expect(readRoute("/", replayHash("g", "t"))).toEqual({ page: "replay", game: "g", token: "t", step: 0 });
  });
  it("fall back to the start", () => {
    for (const hash of ["", "#", "#/", "#/battle", "#/battle/g", "#/nowhere/a/b"])
      expect(readRoute("/", hash)).toEqual({ page: "start" });
  });
  it("lead to a clause of a rulebook, and survive a bad escape", () => {
    expect(readRoute(rulesPath("quickplay", "QP-CMD-03"), "")).toEqual({
      page: "rules",
      ruleset: "quickplay",
      clause: "QP-CMD-03",
    });
    expect(readRoute("/rules", "")).toEqual({ page: "rules", ruleset: "", clause: "" });
    expect(readRoute("/rules/%E0%A4%A", "")).toEqual({ page: "rules", ruleset: "%E0%A4%A", clause: "" });
  });
});

describe("choosing", () => {
  const unit = (id: number, x: number, y: number, kind = "infantry"): UnitView => ({
    id,
    key: "",
    name: `${id}`,
    formation: "",
    side: "blue",
    kind,
    pose: { at: { x, y }, facing: 0 },
    has_facing: true,
    stands: [
      {
        corners: [
          { x: x - 5, y: y + 5 },
          { x: x + 5, y: y + 5 },
          { x: x + 5, y: y - 5 },
          { x: x - 5, y: y - 5 },
        ],
      },
    ],
    strength: null,
    on_table: true,
    signs: [],
    details: [],
  });
  it("takes the unit under the pointer, or one just beside it", () => {
    const units = [unit(1, 0, 0), unit(2, 30, 0)];
    expect(unitAt(units, { x: 2, y: 2 }, 3)?.id).toBe(1);
    expect(unitAt(units, { x: 23, y: 0 }, 3)?.id).toBe(2); // its edge is at 25
    expect(unitAt(units, { x: 15, y: 0 }, 3)).toBeNull();
  });
  it("goes through what lies under one spot by clicking again", () => {
    const stack = unitsAt([unit(1, 0, 0), unit(2, 1, 0, "general"), unit(3, 90, 0)], { x: 0, y: 0 }, 3);
    expect(stack.map((one) => one.id)).toEqual([2, 1]);
    expect(clicked(stack, null, false)?.id).toBe(2);
    expect(clicked(stack, 2, true)?.id).toBe(1);
    expect(clicked(stack, 1, true)?.id).toBe(2);
    expect(clicked(stack, 2, false)?.id).toBe(2);
    expect(clicked([], 2, true)).toBeNull();
  });
  it("goes round", () => {
    expect([nextOf([4, 6], null, 1), nextOf([4, 6], 6, 1), nextOf([4, 6], 4, -1), nextOf([], 4, 1)]).toEqual([
      4,
      4,
      6,
      null,
    ]);
  });
  it("finds the neighbour in a direction", () => {
    const units = [unit(1, 0, 0), unit(2, 100, 10), unit(3, 40, 90)];
    // East: 2 costs about 100.5 + 20, 3 costs about 98.5 + 180.
    expect(neighbour(units, units[0]!, 1, 0)?.id).toBe(2);
    expect(neighbour(units, units[0]!, 0, -1)).toBeNull();
  });
});

describe("losses", () => {
  it("add up round by round, and quiet rounds change nothing", () => {
    const losses = [
      { round: 1, blue: 2, gray: 0 },
      { round: 3, blue: 1, gray: 4 },
    ];
    // Blue: 2, then 2 + 1 = 3; gray: 4 from round 3. Rounds 2 and 4 bring nothing.
    expect(lossCurves(losses, 4)).toEqual({ rounds: [0, 1, 2, 3, 4], blue: [0, 2, 2, 3, 3], gray: [0, 0, 0, 4, 4] });
  });
});

describe("lengths", () => {
  it("are told in the rulebook's unit", () => {
    expect([lengthText(152_400, "in"), lengthText(125_000, "cm")]).toEqual(["6 in", "12.5 cm"]);
  });
});

describe("headings of orders", () => {
  it("puts what begins alike under one heading, in the order of the list", () => {
    const list = ["A: move", "Form a group", "A: fire", "B: rally"].map((label) => ({ label }));
    const told = headed(list).map((group) => [group.heading, group.items.map((one) => one.text)]);
    expect(told).toEqual([
      ["A", ["Move", "Fire"]],
      [null, ["Form a group", "B: rally"]],
    ]);
  });
  it("leaves out the unit's own name, and puts formations together", () => {
    const labels = ["Move", "A: Road column", "A faces south", "A moves", "A: Battle line", "A moves", "Charge A B"];
    const told = headedFor(
      labels.map((label) => ({ label })),
      "A",
    ).map((group) => [group.heading, group.items.map((one) => one.text)]);
    expect(told).toEqual([
      [null, ["Move", "Faces south", "Charge A B"]],
      ["Change formation", ["Road column", "Battle line"]],
      ["Moves", ["Place 1", "Place 2"]],
    ]);
  });
});

describe("an officer's orders", () => {
  it("stand under no formation, and go before the others", () => {
    const told = headedFor([{ label: "Stops" }, { label: "A: Move" }], "A", false);
    expect(told.map((group) => [group.heading, group.items.map((one) => one.text)])).toEqual([
      [null, ["Move", "Stops"]],
    ]);
  });
});

describe("markers for a whole side", () => {
  const line = (label: string, refused = false): OrderLine => ({
    label,
    clause: null,
    command: label,
    region: null,
    refused: refused ? { clause: "", text: "", measured: null } : null,
    target: null,
  });
  it("are what several units can be given", () => {
    const rows = [
      { unit: 1, orders: [line("Hold"), line("Move"), line("A goes by the road")] },
      { unit: 2, orders: [line("Hold"), line("Move", true)] },
    ];
    expect(markersOf(rows)).toEqual(["Hold"]);
    expect(orderNamed(rows[1], "Move")?.refused).not.toBeNull();
    expect(orderNamed(undefined, "Move")).toBeNull();
  });
});

describe("trails", () => {
  const news = (version: number, x: number, asks: boolean): News =>
    ({
      version,
      seat: "blue",
      prompt: [{ side: asks ? "blue" : "gray", text: "", clause: "" }],
      reaction: asks ? { kind: "inch", kind_words: "", by: [1], pass: null } : null,
      view: {
        active: "gray",
        units: [
          { id: 1, on_table: true, pose: { at: { x, y: 0 }, facing: 0 } },
          { id: 2, on_table: true, pose: { at: { x: 9, y: 9 }, facing: 0 } },
        ],
      },
    }) as unknown as News;
  it("shows who moved, from where the move began as long as it is interrupted", () => {
    const first = trailsOf(news(1, 0, false), news(2, 10, true), []);
    expect(first).toEqual([{ unit: 1, from: { x: 0, y: 0 }, to: { x: 10, y: 0 } }]);
    const second = trailsOf(news(2, 10, true), news(3, 20, true), first);
    expect(second).toEqual([{ unit: 1, from: { x: 0, y: 0 }, to: { x: 20, y: 0 } }]);
    expect(trailsOf(news(4, 20, false), news(5, 20, false), second)).toEqual([]);
    expect(trailsOf(null, news(1, 0, false), [])).toEqual([]);
  });
});
