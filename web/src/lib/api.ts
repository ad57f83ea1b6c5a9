// Questions over HTTP.
import type {
  ActAnswer,
  AnalysisNow,
  Book,
  Claim,
  ClauseText,
  Created,
  Failure,
  GameLine,
  Imported,
  Invitation,
  Judgement,
  ListedTable,
  NewGame,
  NewTable,
  NewTitle,
  OddsAnswer,
  ReplayPart,
  ScenarioMap,
  Side,
  StartPage,
  TableAsk,
  TableCreated,
  UmpirePlan,
  WorkedExample,
} from "../wire";
import { OwnSeat } from "./seat";
import type { Door } from "./socket";
import { say } from "../texts";

export class ApiError extends Error {}

/** Nobody answered: the server is stopped, or the network is down. */
export class Unreachable extends ApiError {}

export const startPage = () => get<StartPage>("/api/start");
export const scenarioMap = (scenario: string) => get<ScenarioMap>(`/api/scenarios/${encodeURIComponent(scenario)}/map`);
export const battleFile = (scenario: string) => `/api/scenarios/${encodeURIComponent(scenario)}/file`;
/** Puts a battle into the folder of one's own. */
export const takeBattle = (text: string, replaces: boolean) =>
  post<StartPage>(`/api/scenarios${replaces ? "?replace=true" : ""}`, text);
export const games = () => get<GameLine[]>("/api/games");
export const knownLines = (tokens: string[]) => post<GameLine[]>("/api/games/known", JSON.stringify({ tokens }));
export const createGame = (game: NewGame) => post<Created>("/api/games", JSON.stringify(game));
export const importGame = (file: Blob) => post<Imported>("/api/games/import", file, "text/plain");

export const judge = (text: string) => post<Judgement>("/api/verify", text, "text/plain");

/** What one is invited to; for the one who invites and for the one who is invited. */
export const invitation = (game: string, token: string) =>
  get<Invitation>(`/api/games/${encodeURIComponent(game)}/invitation`, token);

/** Takes the seat that one is invited to, with a key that this browser makes. */
export async function takeSeat(game: string, invited: Invitation, invitation: string): Promise<Created> {
  const seat = OwnSeat.fresh();
  const claim: Claim = { invitation, token: seat.token, key: seat.shownKey };
  const created = await post<Created>(`/api/games/${encodeURIComponent(game)}/claim`, JSON.stringify(claim));
  seat.keep(game, invited.side);
  return created;
}

/** A game with somebody elsewhere: this browser keeps its own seat and the invitation to the other. */
export async function inviteTo(game: Omit<NewGame, "seat" | "seed" | "blue" | "gray">, side: Side): Promise<Created> {
  const seat = OwnSeat.fresh();
  const own = { side, token: seat.token, key: seat.shownKey };
  const created = await createGame({ ...game, blue: "person", gray: "person", seat: own });
  seat.keep(created.game, side, created.invitation);
  return created;
}

/** The game at a step, to be played on by people with the same dice. */
export async function playOnFrom(game: string, token: string, step: number): Promise<Imported> {
  return post<Imported>(`/api/games/import?steps=${step}`, await gameFile(game, token), "text/plain");
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

/** Odds from facts; `options` are departures from the usual readings. */
export function odds(
  ruleset: string,
  procedure: string,
  facts: unknown,
  options: Record<string, string> = {},
): Promise<OddsAnswer> {
  const chosen = Object.entries(options).map(([option, choice]) => `${option}:${choice}`);
  const query = chosen.length > 0 ? `?${new URLSearchParams({ options: chosen.join(",") })}` : "";
  const path = `/api/odds/${encodeURIComponent(ruleset)}/${encodeURIComponent(procedure)}${query}`;
  return post(path, JSON.stringify(facts));
}

export const umpirePlan = (ruleset: string) => get<UmpirePlan>(`/api/umpire/plans/${encodeURIComponent(ruleset)}`);
export const openTable = (table: NewTable) => post<TableCreated>("/api/umpire", JSON.stringify(table));
export const tables = () => get<ListedTable[]>("/api/umpire");
const tablePath = (table: string) => `/api/umpire/tables/${encodeURIComponent(table)}`;
export const actAtTable = (table: string, token: string, asked: TableAsk) =>
  post<ActAnswer>(tablePath(table), JSON.stringify(asked), "application/json", token);

/** A sheet to print, as an address that a browser can open. */
export function sheetPath(ruleset: string, kind: string, paper: string, scenario = ""): string {
  const query = new URLSearchParams(scenario ? { paper, scenario } : { paper });
  return `/api/sheets/${encodeURIComponent(ruleset)}/${encodeURIComponent(kind)}?${query}`;
}

/** Saves the roster or the labels of a table. The token is not in the address, so it is no plain link. */
export async function saveTableSheet(table: string, token: string, kind: string, paper: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const path = `${tablePath(table)}/sheets/${encodeURIComponent(kind)}?${new URLSearchParams({ paper })}`;
  const response = await fetch(path, { headers });
  if (!response.ok) throw new ApiError(say.api.theServerDoesNotGive);
  download(await response.text(), `longroll-${kind}-${table}.html`, "text/html");
}

function download(content: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after this has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function tableDoor(table: string, token: string): Door {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return { address: `${scheme}//${location.host}${tablePath(table)}/socket`, token };
}

export function replayPart(game: string, token: string, from: number, count: number): Promise<ReplayPart> {
  const query = new URLSearchParams({ from: String(from), count: String(count) });
  return get(`/api/games/${encodeURIComponent(game)}/replay?${query}`, token);
}

/** How far the analysis of a battle is, or what it found; the first question sets it going. */
export function analysisOf(game: string, token: string): Promise<AnalysisNow> {
  return get(`/api/games/${encodeURIComponent(game)}/analysis`, token);
}

export async function renameGame(game: string, token: string, title: string): Promise<void> {
  await post<NewTitle>(`/api/games/${encodeURIComponent(game)}/title`, JSON.stringify({ title }), undefined, token);
}

export async function removeGame(game: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await text(fetch(`/api/games/${encodeURIComponent(game)}`, { method: "DELETE", headers }));
}

/** The text of a game's file. */
function gameFile(game: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return text(fetch(`/api/games/${encodeURIComponent(game)}/file`, { headers }));
}

/** Saves a game so that it can be gone on with elsewhere. */
export async function takeAlong(game: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const saved = await text(fetch(`/api/games/${encodeURIComponent(game)}/save`, { headers }));
  download(saved, `longroll-${game}.longroll`, "text/plain");
}

/** Saves a game's file. The seat is not named in the address, so it is no plain link. */
export async function saveFile(game: string, token: string): Promise<void> {
  download(await gameFile(game, token), `longroll-${game}.jsonl`, "application/jsonl");
}

export function door(game: string, token: string): Door {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return { address: `${scheme}//${location.host}/api/games/${encodeURIComponent(game)}/socket`, token };
}

export const get = <T>(path: string, token?: string) =>
  answer<T>(
    fetch(path, { headers: { accept: "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) } }),
  );

export function post<T>(path: string, body: BodyInit, type = "application/json", token?: string): Promise<T> {
  const seat: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return answer<T>(fetch(path, { method: "POST", body, headers: { "content-type": type, ...seat } }));
}

/** Takes away what is at this address. */
export async function remove(path: string): Promise<void> {
  await text(fetch(path, { method: "DELETE" }));
}

const answer = async <T>(asked: Promise<Response>) => JSON.parse(await text(asked)) as T;

/** What was answered; a refusal is thrown in its own words. */
async function text(asked: Promise<Response>): Promise<string> {
  let response: Response;
  try {
    response = await asked;
  } catch {
    throw new Unreachable(say.api.theServerDoesNotAnswer);
  }
  if (response.ok) return response.text();
  let failure: Partial<Failure> = {};
  try {
    failure = ((await response.json()) as { error?: Failure }).error ?? {};
  } catch {
    // Not every failure comes with words.
  }
  throw new ApiError(failure.text ?? say.api.theServerAnsweredWith(response.status));
}
