// The analysis of a battle, from the server's figures to what is drawn and said.
import type { Analysis, Moment } from "../wire";

/** Columns for the curve of the chance to win: the line of the log, the chance, and its bounds, of a hundred. */
export function chanceCurve(analysis: Analysis): [number[], number[], number[], number[]] {
  const { curve } = analysis;
  return [
    curve.map((point) => point.step),
    curve.map((point) => point.chance / 10),
    curve.map((point) => point.between[1] / 10),
    curve.map((point) => point.between[0] / 10),
  ];
}

/** Thousandths of a battle as points of a hundred with their sign: "+6.3", "−14". */
export function points(thousandths: number): string {
  const far = Math.abs(thousandths) / 10;
  const digits = far >= 10 ? far.toFixed(0) : far.toFixed(1);
  return thousandths < 0 ? `−${digits}` : `+${digits}`;
}

/** The line before which somebody could decide otherwise or throw again. */
export function stepBefore(moment: Moment): number {
  return Math.max(0, moment.step - 1);
}
