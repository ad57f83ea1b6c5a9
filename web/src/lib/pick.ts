// Which unit is meant: by the pointer, or by going to the next one.
import type { Point, UnitView } from "../wire";
import { distance, distanceToStands } from "./geometry";

/** The units under the pointer or within `slack` of it, nearest first. Generals are small and lie on top. */
export function unitsAt(units: readonly UnitView[], at: Point, slack: number): UnitView[] {
  return units
    .filter((unit) => unit.on_table)
    .map((unit) => ({ unit, off: distanceToStands(at, unit.stands) - (unit.kind === "general" ? slack / 2 : 0) }))
    .filter(({ off }) => off <= slack)
    .sort((a, b) => a.off - b.off)
    .map(({ unit }) => unit);
}

export function unitAt(units: readonly UnitView[], at: Point, slack: number): UnitView | null {
  return unitsAt(units, at, slack)[0] ?? null;
}

/** Whom a click means: a second click at the same spot means the next of those that lie there. */
export function clicked(stack: readonly UnitView[], chosen: number | null, isAgain: boolean): UnitView | null {
  const at = isAgain ? stack.findIndex((unit) => unit.id === chosen) : -1;
  return stack[(at + 1) % Math.max(1, stack.length)] ?? null;
}

/** The next in the list after `from`, going round. */
export function nextOf(ids: readonly number[], from: number | null, step: 1 | -1): number | null {
  if (ids.length === 0) return null;
  const at = from === null ? -1 : ids.indexOf(from);
  if (at < 0) return (step === 1 ? ids[0] : ids[ids.length - 1]) ?? null;
  return ids[(at + step + ids.length) % ids.length] ?? null;
}

/** The nearest unit in a direction (unit vector), straight ahead counting for more than aside. */
export function neighbour(units: readonly UnitView[], from: UnitView, right: number, up: number): UnitView | null {
  let best: { unit: UnitView; cost: number } | null = null;
  for (const unit of units) {
    if (unit.id === from.id || !unit.on_table) continue;
    const [dx, dy] = [unit.pose.at.x - from.pose.at.x, unit.pose.at.y - from.pose.at.y];
    const along = dx * right + dy * up;
    if (along <= 0) continue;
    const cost = distance(unit.pose.at, from.pose.at) + 2 * Math.abs(dx * up - dy * right);
    if (best === null || cost < best.cost) best = { unit, cost };
  }
  return best?.unit ?? null;
}
