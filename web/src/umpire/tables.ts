// The tables that this browser has had open, and what it last knew of them.
import type { ListedTable, TableLine, TableNews } from "../wire";

const KEY = "longroll.tables";

export function knownTables(): ListedTable[] {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(held) ? (held as ListedTable[]).filter((one) => one?.table && one.token) : [];
  } catch {
    return [];
  }
}

export function rememberTable(table: ListedTable): void {
  const others = knownTables().filter((one) => one.table !== table.table);
  keep(KEY, [table, ...others].slice(0, 30));
}

/** What a tablet shows of a table while the server is away. */
export interface Snapshot {
  news: TableNews;
  lines: TableLine[];
}

const snapshotKey = (table: string) => `longroll.table.${table}`;

export function keepSnapshot(table: string, snapshot: Snapshot): void {
  // Older lines are on the server; the roster is what a player needs without it.
  keep(snapshotKey(table), { ...snapshot, lines: snapshot.lines.slice(-100) });
}

export function snapshotOf(table: string): Snapshot | null {
  return held<Snapshot>(snapshotKey(table));
}

/** What is filled in on cards and not carried out yet, so that a tablet that falls asleep loses nothing. */
export interface Sketch {
  procedure: string;
  facts: Record<string, unknown>;
  parts: Record<string, number>;
  rolls: number[][];
  ask: string;
}

const sketchKey = (table: string) => `longroll.card.${table}`;
export const keepSketch = (table: string, sketch: Sketch | null) => keep(sketchKey(table), sketch);
export const sketchOf = (table: string) => held<Sketch>(sketchKey(table));

function held<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still works while it is open.
  }
}

/** A name for something asked of the table. */
export const freshAsk = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
