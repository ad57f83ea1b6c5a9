// The ghost of a move: as the server says it would stand, or a rough picture until it answers.
import type { StandView, UnitView } from "../wire";
import { TURN } from "../lib/geometry";
import { pathLength, pathOf } from "../lib/legs";
import { lengthText } from "../lib/lengths";
import type { Ghost } from "../map/scene";
import { draftPose, type Draft } from "./drafting.svelte";

export function ghostOf(draft: Draft, unit: UnitView | null, unitOfLength: string): Ghost | null {
  if (!unit || draft.strokes.length === 0) return null;
  const { preview } = draft;
  const path = pathOf(draft.region, draft.strokes);
  const pose = draftPose(draft);
  const stands = carried(unit, pose.at.x, pose.at.y, pose.facing);
  const base = { unit: unit.id, path, pose, stands };
  const far = lengthText(pathLength(path), unitOfLength);
  if (preview === null) return { ...base, isLawful: null, label: far };
  if (preview.kind === "refused") return { ...base, isLawful: false, label: far };
  return { ...base, isLawful: true, label: preview.cost?.text ?? far };
}

/** The unit's stands set down at another place and facing. */
function carried(unit: UnitView, x: number, y: number, facing: number): StandView[] {
  const angle = (-(facing - unit.pose.facing) / TURN) * 2 * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const move = (point: { x: number; y: number }) => {
    const [dx, dy] = [point.x - unit.pose.at.x, point.y - unit.pose.at.y];
    return { x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos };
  };
  return unit.stands.map(({ corners: [a, b, c, d] }) => ({ corners: [move(a), move(b), move(c), move(d)] }));
}
