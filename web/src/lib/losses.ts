// Losses for the plot: what each side had lost in all by the end of each round, quiet rounds included.
import type { LossLine } from "../wire";

export type LossCurves = { rounds: number[]; blue: number[]; gray: number[] };

export function lossCurves(losses: readonly LossLine[], lastRound: number): LossCurves {
  const last = Math.max(lastRound, ...losses.map((line) => line.round));
  const rounds = Array.from({ length: last + 1 }, (_, round) => round);
  const inAll = (side: "blue" | "gray") => {
    let sum = 0;
    return rounds.map((round) => {
      for (const line of losses) if (line.round === round) sum += line[side];
      return sum;
    });
  };
  return { rounds, blue: inAll("blue"), gray: inAll("gray") };
}
