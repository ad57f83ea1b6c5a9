// Keeping the log: news brings the entries after a number, and replaces what was held beyond it.
import type { LogEntry } from "../wire";

export function mergeLog(held: readonly LogEntry[], from: number, fresh: readonly LogEntry[]): LogEntry[] {
  const kept = held.filter((entry) => entry.number <= from);
  const merged = [...kept, ...fresh];
  const takenBack = new Set(merged.flatMap((entry) => (entry.takes_back === null ? [] : [entry.takes_back])));
  return merged.map((entry) => (takenBack.has(entry.number) && !entry.undone ? { ...entry, undone: true } : entry));
}
