// The ghost of a move: as the server says it would stand, or a rough picture until it answers.
import type { UnitView } from "../wire";
import { carried } from "../lib/film";
import { pathLength, pathOf } from "../lib/legs";
import { lengthText } from "../lib/lengths";
import type { Ghost } from "../map/scene";
import { draftPose, type Draft } from "./drafting.svelte";

export function ghostOf(draft: Draft, unit: UnitView | null, unitOfLength: string): Ghost | null {
  if (!unit || draft.strokes.length === 0) return null;
  const { preview } = draft;
  const path = pathOf(draft.region, draft.strokes);
  const pose = draftPose(draft);
  const { stands } = carried(unit, pose);
  const base = { unit: unit.id, path, pose, stands };
  const far = lengthText(pathLength(path), unitOfLength);
  if (preview === null) return { ...base, isLawful: null, label: far };
  if (preview.kind === "refused") return { ...base, isLawful: false, label: far };
  return { ...base, isLawful: true, label: preview.cost?.text ?? far };
}
