// Small geometry for drawing: micrometres, y north, headings 65536 to the turn, 0 north, clockwise.
import type { Point, StandView } from "../wire";

export const TURN = 65536;

/** Nearest whole heading in 0..65535. */
export function heading(turns: number): number {
  return ((Math.round(turns) % TURN) + TURN) % TURN;
}

export function bearing(from: Point, to: Point): number {
  return heading((Math.atan2(to.x - from.x, to.y - from.y) / (2 * Math.PI)) * TURN);
}

/** How far apart two headings are, 0..32768. */
export function apart(a: number, b: number): number {
  const off = heading(a - b);
  return Math.min(off, TURN - off);
}

export function degrees(turns: number): number {
  return (turns / TURN) * 360;
}

export function fromDegrees(value: number): number {
  return heading((value / 360) * TURN);
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** A point so far away on a heading, in whole micrometres. */
export function ahead(from: Point, turns: number, length: number): Point {
  const angle = (turns / TURN) * 2 * Math.PI;
  return { x: Math.round(from.x + Math.sin(angle) * length), y: Math.round(from.y + Math.cos(angle) * length) };
}

export function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

export function isInside(point: Point, ring: readonly Point[]): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i]!;
    const b = ring[j]!;
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) {
      inside = !inside;
    }
  }
  return inside;
}

export function distanceToSegment(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** Zero inside, else the way to the nearest edge. */
export function distanceToStands(p: Point, stands: readonly StandView[]): number {
  let best = Infinity;
  for (const stand of stands) {
    if (isInside(p, stand.corners)) return 0;
    stand.corners.forEach((corner, i) => {
      best = Math.min(best, distanceToSegment(p, corner, stand.corners[(i + 1) % 4]!));
    });
  }
  return best;
}

/** The box around stands that face one way: front left, front right, rear right, rear left. */
export function outline(stands: readonly StandView[]): [Point, Point, Point, Point] | null {
  const first = stands[0]?.corners;
  if (!first) return null;
  const [fl, fr] = first;
  const width = Math.hypot(fr.x - fl.x, fr.y - fl.y) || 1;
  const right = { x: (fr.x - fl.x) / width, y: (fr.y - fl.y) / width };
  let [left, most, rear, front] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { corners } of stands) {
    for (const corner of corners) {
      const [dx, dy] = [corner.x - fl.x, corner.y - fl.y];
      const [across, along] = [dx * right.x + dy * right.y, dy * right.x - dx * right.y];
      [left, most] = [Math.min(left, across), Math.max(most, across)];
      [rear, front] = [Math.min(rear, along), Math.max(front, along)];
    }
  }
  const at = (across: number, along: number) => ({
    x: fl.x + across * right.x - along * right.y,
    y: fl.y + across * right.y + along * right.x,
  });
  return [at(left, front), at(most, front), at(most, rear), at(left, rear)];
}

/** Middle of the front of the stands: where the turning handle grows from. */
export function frontMiddle(stands: readonly StandView[]): Point | null {
  const box = outline(stands);
  return box && midpoint(box[0], box[1]);
}
