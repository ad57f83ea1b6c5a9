import { describe, expect, it } from "vitest";
import { found, inWords, pieces, titleOf, wordsOf, type Entry } from "./library";

const entry = (id: string, text: string, more = ""): Entry => ({ id, text, more, heading: "Movement" });

describe("searching the rulebooks", () => {
  const entries = [
    entry("QP-MOVE-01", "Infantry moves 12 in.", "A wheel counts."),
    entry("QP-MOVE-02", "A wheel is measured at the outer corner."),
    entry("QP-CMD-03", "Out of command, infantry holds."),
  ];
  it("wants every word, and puts the rule before its remarks", () => {
    expect(found(entries, wordsOf("WHEEL")).map((one) => one.id)).toEqual(["QP-MOVE-02", "QP-MOVE-01"]);
    expect(found(entries, wordsOf("infantry  holds")).map((one) => one.id)).toEqual(["QP-CMD-03"]);
    expect(found(entries, wordsOf("infantry gallops"))).toEqual([]);
    expect(found(entries, [])).toEqual([]);
  });
  it("finds a clause by its number", () => {
    expect(found(entries, wordsOf("qp-cmd-03"))[0]?.id).toBe("QP-CMD-03");
  });
});

describe("texts", () => {
  it("are cut at the clauses they name and the words searched for", () => {
    expect(pieces("See QP-CMD-03 (not QP-X-99).", new Set(["QP-CMD-03"]), ["not"])).toEqual([
      { text: "See ", kind: "plain" },
      { text: "QP-CMD-03", kind: "clause" },
      { text: " (", kind: "plain" },
      { text: "not", kind: "found" },
      { text: " ", kind: "plain" },
      { text: "QP-X-99", kind: "plain" },
      { text: ").", kind: "plain" },
    ]);
  });
  it("take a word with signs as it is", () => {
    expect(pieces("a (b", new Set(), ["(b"]).at(-1)).toEqual({ text: "(b", kind: "found" });
  });
  it("are made of names", () => {
    expect(titleOf("half_move_in")).toBe("Half move in");
    expect(inWords({ charger: "rifle_musket", is_still: false, dice: [1, 2] })).toBe(
      "charger rifle musket, is still no, dice 1, 2",
    );
  });
});
