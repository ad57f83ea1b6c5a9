// Pages by their address. Games stand behind the #, since what is there is sent to nobody and tokens are secret; pages without
// secrets have paths of their own.
export type Route =
  | { page: "start" }
  | { page: "battle"; game: string; tokens: string[] }
  | { page: "replay"; game: string; token: string; step: number }
  | { page: "analysis"; game: string; token: string }
  | { page: "invitation"; game: string; token: string }
  | { page: "seat"; game: string }
  | { page: "verify" }
  | { page: "lab" }
  | { page: "rules"; ruleset: string; clause: string }
  | { page: "odds"; ruleset: string; procedure: string }
  | { page: "umpire"; table: string; token: string };

export function readRoute(path: string, hash: string): Route {
  const [page, game, tokens, step] = parts(hash.replace(/^#/, ""));
  if (parts(path)[0] === "umpire") {
    return page === "table" && game && tokens
      ? { page: "umpire", table: game, token: tokens }
      : { page: "umpire", table: "", token: "" };
  }
  if (game && tokens && page === "battle") return { page, game, tokens: tokens.split("+").filter(Boolean) };
  if (game && tokens && page === "replay") return { page, game, token: tokens, step: Math.trunc(Number(step)) || 0 };
  if (game && tokens && page === "analysis") return { page, game, token: tokens };
  if (game && tokens && page === "invitation") return { page, game, token: tokens };
  if (game && page === "seat") return { page, game };
  const [section, ruleset, clause] = parts(path);
  if (section === "rules") return { page: "rules", ruleset: ruleset ?? "", clause: clause ?? "" };
  if (section === "odds") return { page: "odds", ruleset: ruleset ?? "", procedure: clause ?? "" };
  if (section === "verify") return { page: "verify" };
  if (section === "lab") return { page: "lab" };
  return { page: "start" };
}

export function invitationHash(game: string, token: string): string {
  return `#/invitation/${encodeURIComponent(game)}/${encodeURIComponent(token)}`;
}

/** Where twelve words bring a seat to another browser. */
export function seatHash(game: string): string {
  return `#/seat/${encodeURIComponent(game)}`;
}

export function battleHash(game: string, tokens: readonly string[]): string {
  return `#/battle/${encodeURIComponent(game)}/${tokens.map(encodeURIComponent).join("+")}`;
}

export function replayHash(game: string, token: string, step = 0): string {
  const hash = `#/replay/${encodeURIComponent(game)}/${encodeURIComponent(token)}`;
  return step > 0 ? `${hash}/${step}` : hash;
}

export function analysisHash(game: string, token: string): string {
  return `#/analysis/${encodeURIComponent(game)}/${encodeURIComponent(token)}`;
}

export function rulesPath(ruleset = "", clause = ""): string {
  return ["/rules", ruleset, clause].filter(Boolean).join("/");
}

/** The calculator, with facts that differ from the usual ones. */
export function oddsPath(ruleset = "", procedure = "", facts: Record<string, unknown> = {}): string {
  const path = ["/odds", ruleset, procedure].filter(Boolean).join("/");
  return Object.keys(facts).length > 0 ? `${path}?${new URLSearchParams({ facts: JSON.stringify(facts) })}` : path;
}

/** The table of an umpire: whoever has this address may look and write. */
export function tablePath(table: string, token: string): string {
  return `/umpire#/table/${encodeURIComponent(table)}/${encodeURIComponent(token)}`;
}

/** Goes to a page with a path of its own, without loading the program anew. */
export function go(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

function parts(address: string): string[] {
  return address
    .split("/")
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}
