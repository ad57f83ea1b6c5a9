// The stores of a battle page, put together, and handed to its components.
import { getContext, setContext } from "svelte";
import { Adviser } from "./adviser.svelte";
import { Attention } from "./attention.svelte";
import { Connection } from "./connection.svelte";
import { Drafting } from "./drafting.svelte";
import { Marking } from "./marking.svelte";
import { Passing } from "./passing.svelte";
import { Film } from "./film.svelte";
import { Selection } from "./selection.svelte";
import { Tools } from "./tools.svelte";

export type Battle = {
  readonly adviser: Adviser;
  readonly attention: Attention;
  readonly connection: Connection;
  readonly selection: Selection;
  readonly drafting: Drafting;
  readonly marking: Marking;
  readonly passing: Passing;
  readonly film: Film;
  readonly tools: Tools;
};

/** The order matters: what hears news first is known to what hears it later. */
export function makeBattle(game: string, tokens: readonly string[]): Battle {
  const connection = new Connection(game, tokens);
  const film = new Film(connection);
  const attention = new Attention(connection, film);
  const tools = new Tools(connection);
  const selection = new Selection(connection);
  const drafting = new Drafting(connection, selection);
  const marking = new Marking(connection, selection);
  const passing = new Passing(connection);
  const adviser = new Adviser(connection);
  return { adviser, attention, connection, selection, drafting, film, marking, passing, tools };
}

/** Steps back by one: the film that runs, what is open, the draft, the weighed order, the tool, the choice. */
export function stepBack({ adviser, connection, selection, drafting, film, tools }: Battle): void {
  if (film.isRunning) film.skip();
  else if (tools.clause) tools.clause = null;
  else if (adviser.advice || adviser.warning) adviser.drop();
  else if (drafting.draft) drafting.draft = null;
  else if (drafting.weighed) drafting.weighed = null;
  else if (tools.tool !== "hand") tools.set("hand");
  else if (selection.together.length > 0) selection.select(selection.selected);
  else selection.select(null);
  connection.note = null;
}

const KEY = Symbol("battle");

export function provideBattle(battle: Battle): void {
  setContext(KEY, battle);
}

export function useBattle(): Battle {
  return getContext<Battle>(KEY);
}
