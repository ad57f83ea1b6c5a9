// A guided first battle: steps in order, explanations of what happens, and the glossary of a ruleset. The lessons themselves are data,
// in src/lessons, one file for each ruleset.
import type { LogEntry, Side } from "../wire";

/** What must have happened for a step of a lesson to be over. "Next" always ends it. */
export type Until =
  | { kind: "next" }
  /** A unit of one's own is chosen. */
  | { kind: "chosen" }
  /** An order is being weighed. */
  | { kind: "weighing" }
  /** One has given an order since the step began. */
  | { kind: "ordered" }
  /** It is one's own turn. */
  | { kind: "active" }
  /** It is for oneself to act in this step of the turn, or it is a later round. */
  | { kind: "step"; step: string }
  /** The turn has gone on from this step. */
  | { kind: "past"; step: string }
  | { kind: "round"; round: number };

export type LessonStep = { title: string; text: string; clause: string; until: Until };
/** Shown once, when a line of the log cites the clause. */
export type Explanation = { clause: string; title: string; text: string };
/** `also` are other forms of the word. */
export type Term = { term: string; text: string; clause: string; also?: string[] };

export type Lesson = {
  ruleset: string;
  /** The dice of a guided battle are the same for everybody who does the same. */
  seed: number;
  steps: LessonStep[];
  explains: Explanation[];
  glossary: Term[];
};

export type LessonFacts = {
  seat: Side;
  isMyTurn: boolean;
  active: Side | null;
  step: string | null;
  round: number;
  hasChosen: boolean;
  isWeighing: boolean;
  /** Entries of the log since the step of the lesson began. */
  since: readonly LogEntry[];
};

export function isDone(until: Until, facts: LessonFacts): boolean {
  switch (until.kind) {
    case "next":
      return false;
    case "chosen":
      return facts.hasChosen;
    case "weighing":
      return facts.isWeighing;
    case "ordered":
      return facts.since.some((entry) => entry.by === facts.seat && entry.takes_back === null && !entry.undone);
    case "active":
      return facts.active === facts.seat;
    case "step":
      return (facts.isMyTurn && facts.step === until.step) || facts.round > 1;
    case "past":
      return facts.step !== until.step || (facts.active !== null && facts.active !== facts.seat);
    case "round":
      return facts.round >= until.round;
  }
}

/** The first explanation that the log calls for and that was not given yet. */
export function explanationFor(
  lesson: Lesson,
  log: readonly LogEntry[],
  given: ReadonlySet<string>,
): Explanation | null {
  const cited = new Set(
    log.flatMap((entry) => [...entry.lines.map((line) => line.clause), ...entry.dice.map((roll) => roll.clause)]),
  );
  return lesson.explains.find((one) => cited.has(one.clause) && !given.has(one.clause)) ?? null;
}

export type Piece = { text: string; term: Term | null };

/** A text cut where a word of the glossary stands in it. Each is explained at its first place only. */
export function piecesOf(text: string, glossary: readonly Term[]): Piece[] {
  const forms = new Map(glossary.flatMap((term) => [term.term, ...(term.also ?? [])].map((form) => [form, term])));
  if (forms.size === 0) return [{ text, term: null }];
  const longestFirst = [...forms.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const seen = new Set<Term>();
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(new RegExp(`(?<![\\w-])(?:${longestFirst.join("|")})(?![\\w-])`, "g"))) {
    const term = forms.get(found[0])!;
    if (seen.has(term)) continue;
    seen.add(term);
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), term: null });
    pieces.push({ text: found[0], term });
    from = found.index + found[0].length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), term: null });
  return pieces;
}

const files = import.meta.glob<{ default: Lesson }>("../lessons/*.json");

/** The lesson and glossary of a ruleset, fetched when they are wanted. */
export async function lessonOf(ruleset: string): Promise<Lesson | null> {
  const file = files[`../lessons/${ruleset}.json`];
  return file ? (await file()).default : null;
}
