// The seats that this browser has held, so that it finds its games again on a server that lists none.
import type { Links } from "../wire";

const KEY = "longroll.seats";

export type KnownGame = { game: string; links: Links };

export function knownGames(): KnownGame[] {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(held)
      ? (held as KnownGame[]).filter((line) => typeof line?.game === "string" && !!line.links)
      : [];
  } catch {
    return [];
  }
}

export function remember(game: string, links: Links): void {
  const others = knownGames().filter((line) => line.game !== game);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ game, links }, ...others].slice(0, 200)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function forget(game: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(knownGames().filter((line) => line.game !== game)));
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

export function linksOf(game: string): Links | null {
  return knownGames().find((line) => line.game === game)?.links ?? null;
}

export function tokensOf(links: Links): string[] {
  return [links.blue, links.gray, links.spectator].filter((token): token is string => token !== null);
}

/** The seats a person at this browser sits in: those of people, else he watches. */
export function ownSeats(links: Links): string[] {
  const own = [links.blue, links.gray].filter((token): token is string => token !== null);
  return own.length > 0 ? own : [links.spectator];
}
