// A move that the player draws, and the legs it is written as. Whether it is lawful only the server says.
import type { LegView, Point, Pose, RegionView } from "../wire";
import { ahead, apart, bearing } from "./geometry";

/** One thing the player did with the pointer or a button. */
export type Stroke = { go: Point } | { face: number } | { act: string };

/** The whole command: the region's template with the legs put in their place. */
export function fillTemplate(region: RegionView, legs: readonly LegView[]): unknown {
  return put(region.template, region.legs_at, legs);
}

/**
 * Strokes as legs. A stroke to a point outside the arc in which the unit can go gets a turn towards the point first,
 * as a player at the table would do without thinking.
 */
export function legsOf(region: RegionView, strokes: readonly Stroke[]): LegView[] {
  const legs: LegView[] = [];
  let { at, facing } = region.from;
  for (const stroke of strokes) {
    if ("act" in stroke) {
      legs.push({ act: stroke.act });
    } else if ("face" in stroke) {
      legs.push({ turn: stroke.face });
      facing = stroke.face;
    } else {
      const way = bearing(at, stroke.go);
      if (region.turning !== "free" && apart(way, facing) > region.turning.arc.half_angle) {
        legs.push({ turn: way });
        facing = way;
      }
      legs.push({ to: stroke.go });
      at = stroke.go;
    }
  }
  return legs;
}

/** Where the strokes lead, as far as the browser can tell before the server answers. */
export function roughPose(region: RegionView, strokes: readonly Stroke[]): Pose {
  let { at, facing } = region.from;
  for (const leg of legsOf(region, strokes)) {
    if ("to" in leg) at = leg.to;
    if ("turn" in leg) facing = leg.turn;
  }
  return { at, facing };
}

/** The pointer moved the last stop or turned the handle: that stroke is replaced, what comes after it stays. */
export function redraw(strokes: readonly Stroke[], stroke: Stroke): Stroke[] {
  const stop = strokes.findLastIndex((old) => "go" in old);
  if ("go" in stroke && stop >= 0) return strokes.with(stop, stroke);
  if ("face" in stroke) {
    const turn = strokes.findIndex((old, i) => i > stop && "face" in old);
    return turn >= 0 ? strokes.with(turn, stroke) : strokes.toSpliced(stop + 1, 0, stroke);
  }
  return [...strokes, stroke];
}

/** A new waypoint after the last one; a final facing and final acts stay final. */
export function addStop(strokes: readonly Stroke[], stop: Point): Stroke[] {
  const last = strokes.findLastIndex((old) => "go" in old);
  return last < 0 ? [...strokes, { go: stop }] : strokes.toSpliced(last + 1, 0, { go: stop });
}

export function pathOf(region: RegionView, strokes: readonly Stroke[]): Point[] {
  return [region.from.at, ...strokes.flatMap((stroke) => ("go" in stroke ? [stroke.go] : []))];
}

export function pathLength(path: readonly Point[]): number {
  let sum = 0;
  path.forEach((point, i) => {
    const before = path[i - 1];
    if (before) sum += Math.hypot(point.x - before.x, point.y - before.y);
  });
  return sum;
}

/** A stroke made with numbers instead of the pointer: so far, so many heading units right of the facing. */
export function strokeByNumbers(pose: Pose, length: number, off: number): Stroke {
  return { go: ahead(pose.at, pose.facing + off, length) };
}

function put(value: unknown, way: readonly string[], legs: readonly LegView[]): unknown {
  const [name, ...rest] = way;
  if (name === undefined) return legs;
  const fields = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  return { ...fields, [name]: put(fields[name], rest, legs) };
}
