// Where units went with the newest order.
import type { News } from "../wire";
import type { Trail } from "../map/scene";

/** While a move is interrupted again and again, its trail begins where the move began. */
export function trailsOf(before: News | null, now: News, old: readonly Trail[]): Trail[] {
  if (!before) return [];
  const stands = new Map(before.view.units.map((unit) => [unit.id, unit]));
  const going = new Set(before.reaction?.by ?? []);
  const isAsked = now.prompt.length > 0 && before.prompt.some((prompt) => prompt.side !== now.view.active);
  const trails: Trail[] = [];
  for (const unit of now.view.units) {
    const was = stands.get(unit.id);
    if (!was?.on_table || !unit.on_table) continue;
    const earlier = going.has(unit.id) || isAsked ? old.find((trail) => trail.unit === unit.id) : undefined;
    const from = earlier?.from ?? was.pose.at;
    if (from.x !== unit.pose.at.x || from.y !== unit.pose.at.y) trails.push({ unit: unit.id, from, to: unit.pose.at });
  }
  return trails;
}
