import { describe, expect, test } from "vitest";
import { converted } from "./preferences.svelte";

describe("lengths in the unit that is wished for", () => {
  test("inches become centimetres and back", () => {
    expect(converted("May not charge: 14.2 in away, 12 in allowed", "cm")).toBe(
      "May not charge: 36.1 cm away, 30.5 cm allowed",
    );
    expect(converted("driven back 10 cm", "in")).toBe("driven back 3.9 in");
  });
  test("a length that is in the unit already stays as it was written", () => {
    expect(converted("12.50 in away", "in")).toBe("12.50 in away");
  });
  test("a count of things in a place is no length", () => {
    for (const text of ["2 in the wood", "4 in column", "moved in 2 steps", "2 in a house"])
      expect(converted(text, "cm")).toBe(text);
  });
});
