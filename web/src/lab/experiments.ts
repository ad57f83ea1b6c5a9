// Experiments of this browser: their names are kept here, and the battles by the server until it is stopped.
import { say } from "../texts";
import type { Experiment, ExperimentLine, NewExperiment, Player, ShareView } from "../wire";

const KEY = "longroll.experiments";
const MOST = 20;

/** The names of the experiments of this browser, the newest first. */
export function knownExperiments(store: Storage = localStorage): string[] {
  try {
    const read: unknown = JSON.parse(store.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? read.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

export function keepExperiments(names: readonly string[], store: Storage = localStorage): void {
  try {
    store.setItem(KEY, JSON.stringify([...new Set(names)].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing shows them until the page is closed.
  }
}

/** 452 → "45.2 %" */
export const percent = (thousandths: number) => `${(thousandths / 10).toFixed(1)} %`;

/** "45.2 % (40.1–50.3)" */
export const shareWords = (share: ShareView) =>
  `${percent(share.share)} (${(share.low / 10).toFixed(1)}–${(share.high / 10).toFixed(1)})`;

/** Half the width of the widest interval, in per cent: "± 4.2". */
export function exactness(line: ExperimentLine): string {
  const widest = Math.max(...[line.blue, line.gray, line.draws].map((share) => share.high - share.low));
  return `± ${(widest / 20).toFixed(1)}`;
}

/** What was asked, in a line. */
export function askedWords(asked: NewExperiment, players: Record<Player, string>): string {
  const until = asked.until ? say.lab.until(asked.until / 10) : "";
  const options = Object.values(asked.options).flatMap((chosen) =>
    Object.entries(chosen ?? {}).map(([option, choice]) => `${option} ${choice ?? ""}`),
  );
  const set = options.length > 0 ? `; ${options.join(", ")}` : "";
  const leaders = say.lab.asked(players[asked.blue], players[asked.gray], asked.games, asked.seed);
  return `${leaders}${until}${set}`;
}

/** How far it is, from 0 to 1. */
export function progress(experiment: Experiment): number {
  const parts = experiment.lines.map((line) => (line.is_done ? 1 : line.games / experiment.asked.games));
  return parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
}
