// Clauses on hover: fetched once, kept for the page.
import { getContext, setContext } from "svelte";
import type { ClauseText } from "../wire";
import { clauseText } from "./api";

export type Clauses = { ruleset: () => string | null; open: (id: string) => void };

const KEY = Symbol("clauses");
const held = new Map<string, Promise<ClauseText | null>>();

export function provideClauses(clauses: Clauses): void {
  setContext(KEY, clauses);
}

export function useClauses(): Clauses {
  return getContext<Clauses | undefined>(KEY) ?? { ruleset: () => null, open: () => {} };
}

export function readClause(ruleset: string, id: string): Promise<ClauseText | null> {
  const key = `${ruleset} ${id}`;
  const old = held.get(key);
  if (old) return old;
  const asked = clauseText(ruleset, id).catch(() => null);
  held.set(key, asked);
  return asked;
}
