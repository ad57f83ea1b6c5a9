import { describe, expect, it } from "vitest";
import type { OddsAnswer } from "../wire";
import type { Schema } from "./facts";
import { changedFacts, factsFrom, fieldsOf, usualFacts, variable, withFact } from "./facts";
import { csv, figure, fractionText, headline, resultsOf } from "./outcomes";

const schema: Schema = {
  $defs: {
    Kind: { enum: ["infantry", "general"], type: "string" },
    Unit: {
      type: "object",
      properties: {
        stands: { type: "integer", default: 6, minimum: 0, maximum: 255 },
        gun: { anyOf: [{ $ref: "#/$defs/Kind" }, { type: "null" }], default: null },
      },
    },
  },
  properties: {
    target: { $ref: "#/$defs/Unit", default: { stands: 6, gun: null } },
    firer: { $ref: "#/$defs/Kind", default: "infantry", description: "The firer's type." },
    range: { type: ["number", "null"], default: null },
    officers: { type: "array", items: { type: "integer" }, default: [] },
    ready: { type: "boolean", default: false },
  },
};

describe("facts from a schema", () => {
  const fields = fieldsOf(schema);

  it("become fields, groups last", () => {
    expect(fields.map((field) => [field.name, field.kind, field.optional])).toEqual([
      ["firer", "choice", false],
      ["range", "number", true],
      ["officers", "list", false],
      ["ready", "yes", false],
      ["target", "group", false],
    ]);
    expect(fields[0]?.choices.map((choice) => choice.label)).toEqual(["Infantry", "General"]);
  });

  it("go into links only as far as they differ, and groups whole", () => {
    const facts = withFact(usualFacts(fields), ["target", "stands"], 4);
    expect(changedFacts(fields, facts)).toEqual({ target: { stands: 4, gun: null } });
    expect(changedFacts(fields, usualFacts(fields))).toEqual({});
  });

  it("of a link are laid over the usual ones, and unknown names are left out", () => {
    const facts = factsFrom(fields, { target: { stands: 2 }, nonsense: 1 });
    expect(facts.target).toEqual({ stands: 2, gun: null });
    expect("nonsense" in facts).toBe(false);
    expect(factsFrom(fields, "nonsense")).toEqual(usualFacts(fields));
  });

  it("can be varied one by one, also inside groups", () => {
    expect(variable(fields).map((one) => one.title)).toEqual([
      "Firer",
      "Range",
      "Ready",
      "Target: stands",
      "Target: gun",
    ]);
  });
});

describe("results of exact odds", () => {
  const line = (outcome: unknown, numerator: string, denominator: string) => ({
    outcome,
    text: "",
    numerator,
    denominator,
    percent: String((100 * Number(numerator)) / Number(denominator)),
  });
  // Two coins: two hits 1/4 and it falls, one hit 1/2 and it stands, none 1/4.
  const answer = {
    ruleset: "toy",
    procedure: "toy",
    explained: [],
    sum: "1",
    outcomes: [
      line({ hits: 0, falls: false, dice: 2 }, "1", "4"),
      line({ hits: 1, falls: false, dice: 2 }, "1", "2"),
      line({ hits: 2, falls: true, dice: 2 }, "1", "4"),
    ],
  } as unknown as OddsAnswer;

  it("are summed up exactly for each result by itself", () => {
    const { open, certain } = resultsOf(answer);
    expect(certain.map((one) => one.name)).toEqual(["dice"]);
    const falls = open.find((one) => one.name === "falls");
    // no: 1/4 + 1/2
    expect(falls?.shares.map((share) => [share.value, fractionText(share.chance)])).toEqual([
      ["no", "3/4"],
      ["yes", "1/4"],
    ]);
  });

  it("have a headline: a mean, or a chance", () => {
    const { open } = resultsOf(answer);
    // 1 · 1/2 + 2 · 1/4
    expect(open.map(headline)).toEqual(["1.00 on average", "25.0 %"]);
    expect(figure(answer, "falls", "yes")).toBe(25);
    expect(figure(answer, "hits", "")).toBe(1);
  });

  it("can be taken away as a table", () => {
    expect(csv(answer).split("\n")[3]).toBe("2,true,2,1,4,25");
  });
});
