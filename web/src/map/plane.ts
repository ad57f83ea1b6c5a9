// From the table to the screen: north up, never turned.
import type { Point } from "../wire";

/** On the screen, in pixels. */
export type Box = { left: number; top: number; right: number; bottom: number };

export class Plane {
  /** `left` and `top` are the table coordinates of the canvas corner; `scale` is pixels for a micrometre. */
  constructor(
    readonly left: number,
    readonly top: number,
    readonly scale: number,
    /** What is seen of the sheet, in pixels. */
    readonly room: Box,
  ) {}

  x(point: Point): number {
    return (point.x - this.left) * this.scale;
  }

  y(point: Point): number {
    return (this.top - point.y) * this.scale;
  }

  length(micrometres: number): number {
    return micrometres * this.scale;
  }

  trace(ctx: CanvasRenderingContext2D, points: readonly Point[], isClosed: "closed" | "open"): void {
    ctx.beginPath();
    points.forEach((point, i) =>
      i === 0 ? ctx.moveTo(this.x(point), this.y(point)) : ctx.lineTo(this.x(point), this.y(point)),
    );
    if (isClosed === "closed") ctx.closePath();
  }
}

/** A small generator for drawing only, so that the same wood always has the same trees. */
export function scatter(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}
