// What a seat lets pass without being asked, kept in this browser for each game and seat.
import type { Seat } from "../wire";

const name = (game: string, seat: Seat) => `longroll.passes.${game}.${seat}`;

/** Kinds with their words. */
export function keptPasses(game: string, seat: Seat): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name(game, seat)) ?? "[]");
    return new Map(
      Array.isArray(kept)
        ? (kept as [string, string][]).filter((line) => Array.isArray(line) && line.length === 2)
        : [],
    );
  } catch {
    return new Map();
  }
}

export function keepPasses(game: string, seat: Seat, passes: ReadonlyMap<string, string>): void {
  try {
    if (passes.size === 0) localStorage.removeItem(name(game, seat));
    else localStorage.setItem(name(game, seat), JSON.stringify([...passes]));
  } catch {
    // A browser that keeps nothing asks again after a reload.
  }
}
