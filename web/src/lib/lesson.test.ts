import { describe, expect, it } from "vitest";
import type { LogEntry } from "../wire";
import { explanationFor, isDone, piecesOf, type Lesson, type LessonFacts, type Until } from "./lesson";

const idle: LessonFacts = {
  seat: "blue",
  isMyTurn: true,
  active: "blue",
  step: "Movement",
  round: 1,
  hasChosen: false,
  isWeighing: false,
  since: [],
};
const entry = (by: "blue" | "gray", clause: string | null = null): LogEntry => ({
  number: 1,
  by,
  text: "",
  standing_order: null,
  unit: null,
  dice: [],
  lines: [{ text: "", clause, rolls: [] }],
  takes_back: null,
  thought: null,
  advised: false,
  undone: false,
});
const done = (until: Until, facts: Partial<LessonFacts> = {}) => isDone(until, { ...idle, ...facts });

describe("a step of a lesson", () => {
  it("that is only read waits for Next", () =>
    expect(done({ kind: "next" }, { hasChosen: true, round: 9 })).toBe(false));
  it("is over when the thing is done", () => {
    expect([done({ kind: "chosen" }), done({ kind: "chosen" }, { hasChosen: true })]).toEqual([false, true]);
    expect([done({ kind: "weighing" }), done({ kind: "weighing" }, { isWeighing: true })]).toEqual([false, true]);
    expect([done({ kind: "round", round: 2 }), done({ kind: "round", round: 2 }, { round: 2 })]).toEqual([false, true]);
  });
  it("wants an order of one's own that was not taken back", () => {
    const ordered: Until = { kind: "ordered" };
    expect(done(ordered, { since: [entry("gray")] })).toBe(false);
    expect(done(ordered, { since: [{ ...entry("blue"), undone: true }] })).toBe(false);
    expect(done(ordered, { since: [entry("blue")] })).toBe(true);
  });
  it("is not over while the enemy only answers", () => {
    const past: Until = { kind: "past", step: "Movement" };
    expect(done(past, { isMyTurn: false })).toBe(false);
    expect(done(past, { active: "gray" })).toBe(true);
    expect(done(past, { step: "Combat" })).toBe(true);
  });
});

describe("explanations", () => {
  const lesson = {
    explains: [
      { clause: "A-1", title: "", text: "" },
      { clause: "A-2", title: "", text: "" },
    ],
  } as unknown as Lesson;
  it("come when the log cites the clause, and once", () => {
    expect(explanationFor(lesson, [entry("gray", "A-9")], new Set())).toBeNull();
    expect(explanationFor(lesson, [entry("gray", "A-2")], new Set())?.clause).toBe("A-2");
    expect(explanationFor(lesson, [entry("gray", "A-2")], new Set(["A-2"]))).toBeNull();
  });
});

describe("words of the glossary", () => {
  const term = (word: string, also: string[] = []) => ({ term: word, text: "", clause: "", also });
  const glossary = [term("Hold"), term("Hold Fire"), term("DP", ["DPs"])];
  const marked = (text: string) =>
    piecesOf(text, glossary).map((piece) => (piece.term ? `[${piece.text}]` : piece.text));
  it("are found whole, the longest first, each once", () => {
    expect(marked("Hold Fire and Hold; 2 DPs, DP")).toEqual([
      "[Hold Fire]",
      " and ",
      "[Hold]",
      "; 2 ",
      "[DPs]",
      ", DP",
    ]);
  });
  it("are not found inside other words", () => expect(marked("Holding a DP-mark")).toEqual(["Holding a DP-mark"]));
  it("leave other texts whole", () => expect(piecesOf("nothing", [])).toEqual([{ text: "nothing", term: null }]));
});
