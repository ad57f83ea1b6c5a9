import { describe, expect, test } from "vitest";
import type { Experiment, ExperimentLine, NewExperiment } from "../wire";
import { PLAYERS } from "../lib/players";
import { askedWords, exactness, keepExperiments, knownExperiments, percent, progress, shareWords } from "./experiments";

const share = (count: number, share: number, low: number, high: number) => ({ count, share, low, high });
const line = (games: number, is_done: boolean): ExperimentLine => ({
  ruleset: "quickplay",
  name: "Quick-play sheet",
  games,
  is_done,
  blue: share(5, 500, 400, 600),
  gray: share(4, 400, 310, 500),
  draws: share(1, 100, 60, 140),
  blue_lost: 123,
  gray_lost: 0,
  turns: 75,
  games_for_two_percent: 2398,
});
const asked: NewExperiment = {
  scenario: "learning",
  rulesets: ["quickplay"],
  blue: "captain",
  gray: "recruit",
  options: { quickplay: { "QP-OPT-01": "fire_too" } },
  games: 40,
  until: 25,
  seed: 7,
};

describe("experiments in words", () => {
  test("shares and how exact they are", () => {
    expect(percent(123)).toBe("12.3 %");
    expect(shareWords(share(5, 500, 400, 600))).toBe("50.0 % (40.0–60.0)");
    // The widest interval reaches from 40 to 60 per cent.
    expect(exactness(line(10, false))).toBe("± 10.0");
  });

  test("what was asked", () => {
    const words = askedWords(asked, PLAYERS);
    expect(words).toContain("up to 40 battles from seed 7, until ± 2.5 %; QP-OPT-01 fire_too");
  });

  test("a ruleset that knows enough counts as a whole", () => {
    const experiment: Experiment = {
      experiment: "x",
      asked,
      title: "",
      state: "running",
      trouble: null,
      lines: [line(10, false), line(20, true)],
    };
    // a quarter and a whole
    expect(progress(experiment)).toBeCloseTo(0.625);
  });
});

describe("experiments of this browser", () => {
  const store = () => {
    const held = new Map<string, string>();
    return {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
    } as unknown as Storage;
  };

  test("are kept once each, twenty at most", () => {
    const kept = store();
    keepExperiments(["a", "b", "a", ...Array.from({ length: 30 }, (_, place) => `n${place}`)], kept);
    expect(knownExperiments(kept)).toHaveLength(20);
    expect(knownExperiments(kept).slice(0, 3)).toEqual(["a", "b", "n0"]);
  });

  test("damaged notes are no notes", () => {
    const kept = store();
    kept.setItem("longroll.experiments", "{");
    expect(knownExperiments(kept)).toEqual([]);
  });
});
