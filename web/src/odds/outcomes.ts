// What exact odds say of each result by itself, in exact fractions.
import type { OddsAnswer, OutcomeLine } from "../wire";
import { label } from "./facts";
import { say } from "../texts";

export interface Share {
  value: string;
  number: number | null;
  chance: Fraction;
}

export interface Result {
  name: string;
  label: string;
  /** From the lowest number or the first word up. */
  shares: Share[];
  /** Of numbers, and of yes and no as one and nought. */
  mean: number | null;
}

export interface Fraction {
  over: bigint;
  under: bigint;
}

export const percent = (chance: Fraction): number => Number((chance.over * 1_000_000n) / chance.under) / 10_000;

export function percentText(chance: Fraction): string {
  const value = percent(chance);
  if (chance.over === 0n) return "0 %";
  if (chance.over === chance.under) return "100 %";
  if (value < 0.1) return say.outcomes.under01;
  if (value > 99.9) return say.outcomes.over999;
  return `${value.toFixed(1)} %`;
}

export const fractionText = (chance: Fraction): string => `${chance.over}/${chance.under}`;

function plus(a: Fraction, b: Fraction): Fraction {
  const over = a.over * b.under + b.over * a.under;
  const under = a.under * b.under;
  const by = divisor(over, under);
  return { over: over / by, under: under / by };
}

function divisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

export const chanceOf = (line: OutcomeLine): Fraction => ({
  over: BigInt(line.numerator),
  under: BigInt(line.denominator),
});

/** Every result by itself; those that can come out in one way only are apart. */
export function resultsOf(answer: OddsAnswer): { open: Result[]; certain: Result[] } {
  const first = answer.outcomes[0]?.outcome;
  const names = typeof first === "object" && first !== null ? Object.keys(first) : [];
  const all = names.map((name) => resultOf(answer, name));
  return { open: all.filter((one) => one.shares.length > 1), certain: all.filter((one) => one.shares.length === 1) };
}

function resultOf(answer: OddsAnswer, name: string): Result {
  const found = new Map<string, Share>();
  for (const line of answer.outcomes) {
    const value = (line.outcome as Record<string, unknown>)[name];
    const text = value === true ? "yes" : value === false ? "no" : String(value).replace(/_/g, " ");
    const number = typeof value === "number" ? value : typeof value === "boolean" ? Number(value) : null;
    const held = found.get(text);
    const chance = chanceOf(line);
    found.set(text, { value: text, number, chance: held ? plus(held.chance, chance) : chance });
  }
  const shares = [...found.values()].sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  const isNumber = shares.every((one) => one.number !== null);
  const mean = isNumber ? shares.reduce((sum, one) => sum + (one.number ?? 0) * (percent(one.chance) / 100), 0) : null;
  return { name, label: label(name), shares, mean };
}

/** One line for a result: its mean, or how likely it is. */
export function headline(result: Result): string {
  const yes = result.shares.find((one) => one.value === "yes");
  if (result.shares.every((one) => one.value === "yes" || one.value === "no"))
    return yes ? percentText(yes.chance) : "0 %";
  if (result.mean !== null) return say.outcomes.onAverage(result.mean.toFixed(2));
  const likeliest = result.shares.reduce((a, b) => (percent(b.chance) > percent(a.chance) ? b : a));
  return `${likeliest.value} ${percentText(likeliest.chance)}`;
}

/** A figure to draw for one result: the mean of a number, or the chance in per cent of yes or of a word. */
export function figure(answer: OddsAnswer, name: string, word: string): number {
  const result = resultOf(answer, name);
  const share = result.shares.find((one) => one.value === word);
  if (word) return share ? percent(share.chance) : 0;
  return result.mean ?? 0;
}

export function csv(answer: OddsAnswer): string {
  const first = answer.outcomes[0]?.outcome;
  const names = typeof first === "object" && first !== null ? Object.keys(first) : [];
  const lines = answer.outcomes.map((line) => [
    ...names.map((name) => String((line.outcome as Record<string, unknown>)[name])),
    line.numerator,
    line.denominator,
    line.percent,
  ]);
  return (
    [[...names, "numerator", "denominator", "percent"], ...lines].map((cells) => cells.join(",")).join("\n") + "\n"
  );
}
