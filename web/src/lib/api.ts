// Questions over HTTP.
import type {
  Book,
  ClauseText,
  Created,
  Failure,
  GameLine,
  Imported,
  NewGame,
  OddsAnswer,
  ReplayPart,
  ScenarioMap,
  StartPage,
  WorkedExample,
} from "../wire";

export class ApiError extends Error {}

/** Nobody answered: the server is stopped, or the network is down. */
export class Unreachable extends ApiError {}

export const startPage = () => get<StartPage>("/api/start");
export const scenarioMap = (scenario: string) => get<ScenarioMap>(`/api/scenarios/${encodeURIComponent(scenario)}/map`);
export const games = () => get<GameLine[]>("/api/games");
export const knownLines = (tokens: string[]) => post<GameLine[]>("/api/games/known", JSON.stringify({ tokens }));
export const createGame = (game: NewGame) => post<Created>("/api/games", JSON.stringify(game));
export const importGame = (text: string) => post<Imported>("/api/games/import", text, "text/plain");

/** The game at a step, to be played on by people with the same dice. */
export async function playOnFrom(game: string, token: string, step: number): Promise<Imported> {
  const file = await fetch(fileAddress(game, token));
  return post<Imported>(`/api/games/import?steps=${step}`, await file.text(), "text/plain");
}

export function clauseText(ruleset: string, clause: string): Promise<ClauseText> {
  return get(`/api/rules/${encodeURIComponent(ruleset)}/${encodeURIComponent(clause)}`);
}

const books = new Map<string, Promise<Book>>();

/** A rulebook, fetched once; after a failure it is asked for again. */
export function book(ruleset: string): Promise<Book> {
  const held = books.get(ruleset) ?? get<Book>(`/api/rules/${encodeURIComponent(ruleset)}`);
  books.set(ruleset, held);
  held.catch(() => books.delete(ruleset));
  return held;
}

export function examples(ruleset: string, clause: string): Promise<WorkedExample[]> {
  return get(`/api/rules/${encodeURIComponent(ruleset)}/${encodeURIComponent(clause)}/examples`);
}

export function odds(ruleset: string, procedure: string, facts: unknown): Promise<OddsAnswer> {
  return post(`/api/odds/${encodeURIComponent(ruleset)}/${encodeURIComponent(procedure)}`, JSON.stringify(facts));
}

export function replayPart(game: string, token: string, from: number, count: number): Promise<ReplayPart> {
  const query = new URLSearchParams({ token, from: String(from), count: String(count) });
  return get(`/api/games/${encodeURIComponent(game)}/replay?${query}`);
}

export function fileAddress(game: string, token: string): string {
  return `/api/games/${encodeURIComponent(game)}/file?${new URLSearchParams({ token })}`;
}

export function socketAddress(game: string, token: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/games/${encodeURIComponent(game)}/socket?${new URLSearchParams({ token })}`;
}

const get = <T>(path: string) => answer<T>(fetch(path, { headers: { accept: "application/json" } }));

function post<T>(path: string, body: string, type = "application/json"): Promise<T> {
  return answer<T>(fetch(path, { method: "POST", body, headers: { "content-type": type } }));
}

async function answer<T>(asked: Promise<Response>): Promise<T> {
  let response: Response;
  try {
    response = await asked;
  } catch {
    throw new Unreachable("The server does not answer. Is Longroll still running?");
  }
  if (response.ok) return (await response.json()) as T;
  let failure: Partial<Failure> = {};
  try {
    failure = ((await response.json()) as { error?: Failure }).error ?? {};
  } catch {
    // Not every failure comes with words.
  }
  throw new ApiError(failure.text ?? `The server answered with ${response.status}.`);
}
