// Up to which version a seat has seen a game, kept in this browser.
import type { Seat } from "../wire";

const key = (game: string, seat: Seat) => `longroll.seen.${game}.${seat}`;

export function lastSeen(game: string, seat: Seat): number | null {
  try {
    const kept = localStorage.getItem(key(game, seat));
    return kept === null || !/^\d+$/.test(kept) ? null : Number(kept);
  } catch {
    return null;
  }
}

export function keepSeen(game: string, seat: Seat, version: number): void {
  try {
    localStorage.setItem(key(game, seat), String(version));
  } catch {
    // A browser that keeps nothing has nothing to come back to.
  }
}
