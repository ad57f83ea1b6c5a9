import { expect, test } from "vitest";
import type { Analysis, Moment } from "../wire";
import { chanceCurve, points, stepBefore } from "./analysis";

test("points have a sign and no more digits than they are worth", () => {
  expect([63, -144, 0, -8, 100].map(points)).toEqual(["+6.3", "−14", "+0.0", "−0.8", "+10"]);
});

test("the curve has a column for each line that is drawn", () => {
  const curve = [
    { step: 0, round: 1, chance: 500, between: [420, 580] as [number, number] },
    { step: 9, round: 2, chance: 700, between: [650, 750] as [number, number] },
  ];
  expect(chanceCurve({ curve } as unknown as Analysis)).toEqual([
    [0, 9],
    [50, 70],
    [58, 75],
    [42, 65],
  ]);
});

test("one plays on from before the moment", () => {
  expect([7, 0].map((step) => stepBefore({ step } as Moment))).toEqual([6, 0]);
});
