// Keeping the log: news brings the entries from a number on, and replaces what was held from there.
import type { LogEntry, Side } from "../wire";

export function mergeLog(held: readonly LogEntry[], from: number, fresh: readonly LogEntry[]): LogEntry[] {
  const kept = held.filter((entry) => entry.number < from);
  const merged = [...kept, ...fresh];
  const takenBack = new Set(merged.flatMap((entry) => (entry.takes_back === null ? [] : [entry.takes_back])));
  return merged.map((entry) => (takenBack.has(entry.number) && !entry.undone ? { ...entry, undone: true } : entry));
}

/** What of the log is wanted: everything, what dice decided, what cost somebody something, or the orders of one side. */
export type Kind = "all" | "dice" | "losses" | Side;

export function filterLog(log: readonly LogEntry[], kind: Kind, words: string): readonly LogEntry[] {
  const sought = words.trim().toLowerCase();
  if (kind === "all" && sought === "") return log;
  const isKind = (entry: LogEntry) => {
    if (kind === "all") return true;
    if (kind === "dice") return entry.dice.length > 0;
    if (kind === "losses")
      return entry.lines.some((line) =>
        /\b(loses|lost|is (destroyed|removed|eliminated|killed|captured))\b/.test(line.text),
      );
    return entry.by === kind;
  };
  const hasWords = (entry: LogEntry) =>
    sought === "" ||
    [entry.text, ...entry.lines.map((line) => line.text)].some((text) => text.toLowerCase().includes(sought));
  return log.filter((entry) => isKind(entry) && hasWords(entry));
}
