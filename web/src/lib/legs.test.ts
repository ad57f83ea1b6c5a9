import { describe, expect, it } from "vitest";
import type { RegionView } from "../wire";
import { addStop, fillTemplate, legsOf, pathLength, pathOf, redraw, roughPose, strokeByNumbers } from "./legs";

const EAST = 16384;

/** Faces north at (0, 0), goes within 45 degrees of its facing. */
const region: RegionView = {
  unit: 3,
  clause: "X-1",
  from: { at: { x: 0, y: 0 }, facing: 0 },
  reach: 100_000,
  turning: { arc: { half_angle: 8192, turns: 2 } },
  acts: ["limber"],
  template: { move: { unit: 3, legs: [], with: [7] } },
  legs_at: ["move", "legs"],
};

describe("legs of a move", () => {
  it("go straight to a point within the arc", () => {
    // (100, 100) lies north-east: exactly 45 degrees, the edge of the arc, which still counts.
    expect(legsOf(region, [{ go: { x: 100, y: 100 } }])).toEqual([{ to: { x: 100, y: 100 } }]);
  });

  it("turn first towards a point outside it", () => {
    expect(legsOf(region, [{ go: { x: 100, y: 0 } }])).toEqual([{ turn: EAST }, { to: { x: 100, y: 0 } }]);
  });

  it("reckon the second arc from the new facing", () => {
    // After turning east to (100, 0), (200, 0) lies straight ahead; (100, 100) lies 90 degrees to the left: a turn to north.
    const strokes = [{ go: { x: 100, y: 0 } }, { go: { x: 200, y: 0 } }, { go: { x: 200, y: 100 } }];
    expect(legsOf(region, strokes)).toEqual([
      { turn: EAST },
      { to: { x: 100, y: 0 } },
      { to: { x: 200, y: 0 } },
      { turn: 0 },
      { to: { x: 200, y: 100 } },
    ]);
  });

  it("never turn by themselves where turning is free", () => {
    expect(legsOf({ ...region, turning: "free" }, [{ go: { x: 100, y: 0 } }])).toEqual([{ to: { x: 100, y: 0 } }]);
  });

  it("end where the strokes lead", () => {
    expect(roughPose(region, [{ go: { x: 100, y: 0 } }, { face: 32768 }])).toEqual({
      at: { x: 100, y: 0 },
      facing: 32768,
    });
  });

  it("fill the template and leave it as it was", () => {
    const command = fillTemplate(region, [{ act: "limber" }]);
    expect(command).toEqual({ move: { unit: 3, legs: [{ act: "limber" }], with: [7] } });
    expect(region.template).toEqual({ move: { unit: 3, legs: [], with: [7] } });
  });
});

describe("strokes", () => {
  const first = { go: { x: 1, y: 1 } };
  const second = { go: { x: 2, y: 2 } };

  it("replace the last stop and keep what follows it", () => {
    expect(redraw([first, { act: "unlimber" }], second)).toEqual([second, { act: "unlimber" }]);
  });

  it("put a facing after the last stop, once", () => {
    expect(redraw([first, { act: "unlimber" }], { face: 9 })).toEqual([first, { face: 9 }, { act: "unlimber" }]);
    expect(redraw([first, { face: 9 }], { face: 10 })).toEqual([first, { face: 10 }]);
  });

  it("take a waypoint before the final facing", () => {
    expect(addStop([first, { face: 9 }], second.go)).toEqual([first, second, { face: 9 }]);
  });

  it("have the length of their path", () => {
    // 3-4-5 triangle, then 5 more straight north.
    const path = pathOf(region, [{ go: { x: 3, y: 4 } }, { face: 1 }, { go: { x: 3, y: 9 } }]);
    expect(pathLength(path)).toBe(10);
  });

  it("can be made by numbers", () => {
    expect(strokeByNumbers({ at: { x: 10, y: 10 }, facing: 0 }, 100, EAST)).toEqual({ go: { x: 110, y: 10 } });
  });
});
