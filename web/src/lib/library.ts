// Finding things in the rulebooks.
import type { Book } from "../wire";
import { say } from "../texts";

/** Something that can be read and linked to. */
export type Entry = { id: string; heading: string; text: string; more: string };

export function entriesOf(book: Book): Entry[] {
  return [
    ...book.headings.flatMap((heading) =>
      heading.clauses.map((clause) => ({
        id: clause.id,
        heading: heading.title,
        text: clause.text,
        more: [clause.reading, clause.example].filter(Boolean).join(" "),
      })),
    ),
    ...book.rulings.map((ruling) => ({
      id: ruling.id,
      heading: say.library.rulings,
      text: `${ruling.question} ${ruling.reading}`,
      more: ruling.reason,
    })),
    ...book.options.map((option) => ({
      id: option.id,
      heading: say.library.options,
      text: option.question,
      more: [option.default, ...option.alternatives].map((choice) => choice.means).join(" "),
    })),
  ];
}

/** The words searched for, in lower case. */
export const wordsOf = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean);

/** Entries that hold every word; those that hold them in their number or first text come first. */
export function found(entries: readonly Entry[], words: readonly string[]): Entry[] {
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  const ranked = entries.flatMap((entry) => {
    const first = `${entry.id} ${entry.text}`.toLowerCase();
    const all = `${first} ${entry.heading} ${entry.more}`.toLowerCase();
    if (words.length === 1 && entry.id.toLowerCase() === words[0]) return [{ entry, rank: 0 }];
    return hasAll(first) ? [{ entry, rank: 1 }] : hasAll(all) ? [{ entry, rank: 2 }] : [];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map((one) => one.entry);
}

export type Piece = { text: string; kind: "plain" | "clause" | "found" };

/** A text cut where it names a clause of this book or holds a word searched for. */
export function pieces(text: string, ids: ReadonlySet<string>, words: readonly string[] = []): Piece[] {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(["[A-Z]{2,4}-(?:[A-Z]+-)?[A-Z]?\\d+", ...escaped].join("|"), "gi");
  const cut: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = ids.has(match[0]) ? "clause" : words.includes(match[0].toLowerCase()) ? "found" : "plain";
    if (match.index > end) cut.push({ text: text.slice(end, match.index), kind: "plain" });
    cut.push({ text: match[0], kind });
    end = match.index + match[0].length;
  }
  if (end < text.length) cut.push({ text: text.slice(end), kind: "plain" });
  return cut;
}

/** A name of a file or fact as a person reads it: `half_move_in` is "half move in". */
export const plain = (name: string) => name.replaceAll("_", " ");

export function titleOf(name: string): string {
  const text = plain(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Facts or options in a line: "charger infantry, defender stationary no". */
export function inWords(value: unknown): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([key, held]) => `${plain(key)} ${inWords(held)}`)
      .join(", ");
  return plain(String(value));
}
