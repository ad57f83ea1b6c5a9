// Pages by what stands behind the # of the address: tokens there are sent to nobody.
export type Route =
  | { page: "start" }
  | { page: "battle"; game: string; tokens: string[] }
  | { page: "replay"; game: string; token: string };

export function readRoute(hash: string): Route {
  const [page, game, tokens] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (game && tokens && page === "battle") return { page, game, tokens: tokens.split("+").filter(Boolean) };
  if (game && tokens && page === "replay") return { page, game, token: tokens };
  return { page: "start" };
}

export function battleHash(game: string, tokens: readonly string[]): string {
  return `#/battle/${encodeURIComponent(game)}/${tokens.map(encodeURIComponent).join("+")}`;
}

export function replayHash(game: string, token: string): string {
  return `#/replay/${encodeURIComponent(game)}/${encodeURIComponent(token)}`;
}
