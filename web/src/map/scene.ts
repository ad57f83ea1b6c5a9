// Everything that changes on the table, drawn anew for every frame.
import type {
  NoteView,
  ObjectiveView,
  Point,
  Pose,
  RangeRing,
  RegionView,
  SideNames,
  SightView,
  StandView,
  TableView,
  UnitView,
} from "../wire";
import { ahead, frontMiddle, outline, TURN } from "../lib/geometry";
import { drawLabels, type Plate } from "./labels";
import { drawFilm, drawWays, type FilmPicture } from "./film-picture";
import { ALLOWED, BRIGADES, GOLD, INK, REFUSED, SANS, SERIF } from "./palette";
import type { Plane } from "./plane";
import { drawUnit, flag, unitBox } from "./unit-glyph";

/** A move being drawn: the path, and the unit as it would stand. */
export type Ghost = {
  unit: number;
  path: Point[];
  pose: Pose;
  stands: StandView[];
  isLawful: boolean | null;
  label: string;
};

export type Scene = {
  view: TableView | null;
  sides: SideNames;
  selected: number | null;
  hovered: number | null;
  actors: ReadonlySet<number>;
  targets: ReadonlySet<number>;
  /** Those against whom the chosen unit has a lawful order. */
  offered: ReadonlySet<number>;
  rings: readonly RangeRing[];
  region: RegionView | null;
  ghost: Ghost | null;
  others: readonly { unit: number; stands: StandView[] }[];
  tape: { from: Point; to: Point; text: string } | null;
  sight: SightView | null;
  /** Units chosen together with the selected one. */
  mates: ReadonlySet<number>;
  /** Units whose doing may be answered now. */
  alarms: ReadonlySet<number>;
  /** Where units went with the newest order, while nothing is being shown. */
  trails: readonly Trail[];
  /** What is being seen happening. */
  film: FilmPicture | null;
};

export type Trail = { unit: number; from: Point; to: Point };

export const emptyScene: Scene = {
  view: null,
  sides: { blue: "", gray: "" },
  selected: null,
  hovered: null,
  actors: new Set(),
  targets: new Set(),
  offered: new Set(),
  rings: [],
  region: null,
  ghost: null,
  others: [],
  tape: null,
  sight: null,
  mates: new Set(),
  alarms: new Set(),
  trails: [],
  film: null,
};

/** Where the turning handle is, for the unit or its ghost. */
export function handleSpot(stands: readonly StandView[], pose: Pose, scale: number): Point | null {
  const front = frontMiddle(stands);
  return front && ahead(front, pose.facing, 30 / scale);
}

/** Draws everything and says how many units could not be named without covering something, and how objectives are named. */
export function drawScene(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  plane: Plane,
): { crowded: number; plates: Plate[] } {
  const { view } = scene;
  if (!view) return { crowded: 0, plates: [] };
  ctx.textBaseline = "middle";
  for (const objective of view.objectives) drawObjectiveGround(ctx, objective, plane);
  const units = view.units.filter((unit) => unit.on_table);
  const selected = units.find((unit) => unit.id === scene.selected);
  if (selected && !scene.ghost) drawRings(ctx, selected, scene.rings, plane);
  if (scene.region) drawRegion(ctx, scene.region, plane);
  for (const trail of scene.trails) drawTrail(ctx, trail, units, plane);
  if (scene.film) drawWays(ctx, scene.film, plane);
  if (scene.ghost) drawGhostPath(ctx, scene.ghost, plane);
  // Under the units: the plate beside the flag says whose the place is where a unit stands on it.
  for (const objective of view.objectives) drawObjectiveFlag(ctx, objective, plane);
  const brigades = brigadeColours(view.units);
  const order = (unit: UnitView) => (unit.id === scene.selected ? 2 : unit.kind === "general" ? 1 : 0);
  const sorted = [...units].sort((a, b) => order(a) - order(b));
  for (const unit of sorted) {
    drawUnit(ctx, unit, plane, {
      isSelected: unit.id === scene.selected,
      isHovered: unit.id === scene.hovered,
      canAct: scene.actors.has(unit.id),
      isTarget: scene.targets.has(unit.id),
      isOffered: scene.offered.has(unit.id),
      isMate: scene.mates.has(unit.id),
      isAlarm: scene.alarms.has(unit.id),
      brigade: brigades.get(`${unit.side} ${unit.formation}`) ?? null,
    });
  }
  for (const note of view.notes) drawNote(ctx, note, plane);
  const named = drawLabels(ctx, sorted, scene, plane);
  for (const other of scene.others) drawOutline(ctx, other.stands, plane, INK);
  if (scene.ghost) drawGhost(ctx, scene.ghost, plane);
  const turnable = scene.ghost ?? (scene.region && selected ? { stands: selected.stands, pose: selected.pose } : null);
  if (turnable && selected?.has_facing) drawHandle(ctx, turnable.stands, turnable.pose, plane);
  if (scene.film) drawFilm(ctx, scene.film, units, plane);
  if (scene.tape) drawTape(ctx, scene.tape, plane);
  if (scene.sight) drawSight(ctx, scene.sight, plane);
  return named;
}

/** A colour for each brigade of a side, the same as long as the battle lasts. None where a side has only one. */
function brigadeColours(units: readonly UnitView[]): Map<string, string> {
  const colours = new Map<string, string>();
  for (const side of ["blue", "gray"] as const) {
    const led = units.filter((unit) => unit.side === side && unit.kind !== "general" && unit.formation);
    const names = [...new Set(led.map((unit) => unit.formation))];
    if (names.length < 2) continue;
    names.forEach((name, i) => colours.set(`${side} ${name}`, BRIGADES[i % BRIGADES.length]!));
  }
  return colours;
}

function drawObjectiveGround(ctx: CanvasRenderingContext2D, objective: ObjectiveView, plane: Plane): void {
  ctx.beginPath();
  ctx.arc(plane.x(objective.at), plane.y(objective.at), plane.length(objective.radius), 0, 7);
  ctx.fillStyle = "rgba(211, 154, 30, 0.08)";
  ctx.fill();
  ctx.strokeStyle = "rgba(112, 72, 8, 0.75)";
  ctx.lineWidth = 1.4;
  ctx.setLineDash([2, 5]);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawObjectiveFlag(ctx: CanvasRenderingContext2D, objective: ObjectiveView, plane: Plane): void {
  const [x, y] = [plane.x(objective.at), plane.y(objective.at)];
  ctx.fillStyle = INK;
  ctx.beginPath();
  ctx.arc(x, y, 3, 0, 7);
  ctx.fill();
  flag(ctx, objective.held_by, x, y, 1.35);
}

/** A paper tag on the ground. */
function drawNote(ctx: CanvasRenderingContext2D, note: NoteView, plane: Plane): void {
  const [x, y] = [plane.x(note.at), plane.y(note.at)];
  ctx.font = `700 11px ${SANS}`;
  const wide = ctx.measureText(note.text).width + 9;
  ctx.fillStyle = "#fbf3dc";
  ctx.strokeStyle = "#5a4522";
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y - 8, wide, 16, 2);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = INK;
  ctx.textAlign = "center";
  ctx.fillText(note.text, x, y + 0.5);
}

/** The way that a unit went: a dotted arrow to where it stands. */
function drawTrail(ctx: CanvasRenderingContext2D, trail: Trail, units: readonly UnitView[], plane: Plane): void {
  const unit = units.find((other) => other.id === trail.unit);
  const [x, y, fx, fy] = [plane.x(trail.to), plane.y(trail.to), plane.x(trail.from), plane.y(trail.from)];
  const far = Math.hypot(x - fx, y - fy);
  if (!unit || far < 6) return;
  ctx.lineCap = "round";
  for (const [colour, width] of [
    ["rgba(255, 250, 235, 0.85)", 4.5],
    [unit.side === "blue" ? "#2c4a80" : "#4c4a44", 2.2],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.setLineDash([1, 6]);
    ctx.beginPath();
    ctx.moveTo(fx, fy);
    ctx.lineTo(x, y);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  ctx.lineCap = "butt";
  ctx.beginPath();
  ctx.arc(fx, fy, 3.5, 0, 7);
  ctx.stroke();
}

function drawRings(ctx: CanvasRenderingContext2D, unit: UnitView, rings: readonly RangeRing[], plane: Plane): void {
  const corners = outline(unit.stands);
  if (!corners) return;
  for (const ring of [...rings].sort((a, b) => b.length - a.length)) {
    const isArc = ring.half_angle !== null;
    traceRing(ctx, isArc ? corners.slice(0, 2) : corners, unit, ring, plane);
    ctx.fillStyle = isArc ? "rgba(170, 60, 30, 0.07)" : "rgba(170, 60, 30, 0.025)";
    ctx.fill();
    ctx.strokeStyle = isArc ? "rgba(140, 44, 20, 0.75)" : "rgba(140, 44, 20, 0.45)";
    ctx.lineWidth = 1.2;
    ctx.setLineDash([6, 4]);
    ctx.stroke();
    ctx.setLineDash([]);
    const edge = ahead(frontMiddle(unit.stands)!, unit.pose.facing, ring.length);
    ctx.font = `italic 400 13px ${SERIF}`;
    ctx.textAlign = "center";
    halo(ctx, ring.label, plane.x(edge), plane.y(edge), "#7c2413");
  }
}

/** All points within a length of the corners' outline, or only those before the front within the arc. */
function traceRing(
  ctx: CanvasRenderingContext2D,
  corners: readonly Point[],
  unit: UnitView,
  ring: RangeRing,
  plane: Plane,
): void {
  const radius = plane.length(ring.length);
  const screen = (heading: number) => (heading / TURN) * 2 * Math.PI - Math.PI / 2;
  const facing = unit.pose.facing;
  ctx.beginPath();
  if (ring.half_angle !== null) {
    const [left, right] = corners as [Point, Point];
    ctx.moveTo(plane.x(left), plane.y(left));
    ctx.arc(plane.x(left), plane.y(left), radius, screen(facing - ring.half_angle), screen(facing));
    ctx.arc(plane.x(right), plane.y(right), radius, screen(facing), screen(facing + ring.half_angle));
    ctx.lineTo(plane.x(right), plane.y(right));
  } else {
    corners.forEach((corner, i) => {
      const from = facing + ((i - 1) * TURN) / 4;
      ctx.arc(plane.x(corner), plane.y(corner), radius, screen(from), screen(from + TURN / 4));
    });
  }
  ctx.closePath();
}

function drawRegion(ctx: CanvasRenderingContext2D, region: RegionView, plane: Plane): void {
  const { at, facing } = region.from;
  const [x, y, r] = [plane.x(at), plane.y(at), plane.length(region.reach)];
  ctx.strokeStyle = "rgba(40, 84, 52, 0.85)";
  ctx.lineWidth = 1.3;
  ctx.setLineDash([2, 4]);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  if (region.turning === "free") {
    ctx.arc(x, y, r, 0, 7);
  } else {
    const screen = (heading: number) => (heading / TURN) * 2 * Math.PI - Math.PI / 2;
    const half = region.turning.arc.half_angle;
    ctx.moveTo(x, y);
    ctx.arc(x, y, r, screen(facing - half), screen(facing + half));
    ctx.closePath();
  }
  ctx.fillStyle = "rgba(60, 120, 70, 0.13)";
  ctx.fill();
  ctx.stroke();
}

function drawGhostPath(ctx: CanvasRenderingContext2D, ghost: Ghost, plane: Plane): void {
  const colour = ghost.isLawful === false ? REFUSED : ALLOWED;
  plane.trace(ctx, ghost.path, "open");
  ctx.strokeStyle = "rgba(255, 250, 235, 0.9)";
  ctx.lineWidth = 5;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2.4;
  ctx.setLineDash([8, 5]);
  ctx.stroke();
  ctx.setLineDash([]);
  for (const stop of ghost.path.slice(1)) {
    ctx.beginPath();
    ctx.arc(plane.x(stop), plane.y(stop), 4, 0, 7);
    ctx.fillStyle = "#fffaf0";
    ctx.fill();
    ctx.stroke();
  }
}

function drawGhost(ctx: CanvasRenderingContext2D, ghost: Ghost, plane: Plane): void {
  const colour = ghost.isLawful === false ? REFUSED : ALLOWED;
  drawOutline(ctx, ghost.stands, plane, colour);
  if (!ghost.label) return;
  const box = unitBox(ghost, plane);
  ctx.font = `700 13px ${SANS}`;
  ctx.textAlign = "center";
  halo(ctx, ghost.label, (box.left + box.right) / 2, box.bottom + 14, colour);
}

function drawOutline(ctx: CanvasRenderingContext2D, stands: readonly StandView[], plane: Plane, colour: string): void {
  for (const stand of stands) {
    plane.trace(ctx, stand.corners, "closed");
    ctx.fillStyle = "rgba(255, 250, 235, 0.55)";
    ctx.fill();
    ctx.strokeStyle = colour;
    ctx.lineWidth = 2;
    ctx.setLineDash([5, 3]);
    ctx.stroke();
    ctx.setLineDash([]);
    plane.trace(ctx, stand.corners.slice(0, 2), "open");
    ctx.lineWidth = 4.5;
    ctx.stroke();
  }
}

function drawHandle(ctx: CanvasRenderingContext2D, stands: readonly StandView[], pose: Pose, plane: Plane): void {
  const front = frontMiddle(stands);
  const spot = handleSpot(stands, pose, plane.scale);
  if (!front || !spot) return;
  plane.trace(ctx, [front, spot], "open");
  ctx.strokeStyle = "#3a2803";
  ctx.lineWidth = 1.6;
  ctx.stroke();
  const [x, y] = [plane.x(spot), plane.y(spot)];
  ctx.beginPath();
  ctx.arc(x, y, 8, 0, 7);
  ctx.fillStyle = GOLD;
  ctx.fill();
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(x, y, 4, 0.3, 5);
  ctx.strokeStyle = "#2b1d00";
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(x + 0.5, y - 6.5);
  ctx.lineTo(x + 5.5, y - 3.5);
  ctx.lineTo(x + 0.5, y - 0.8);
  ctx.fillStyle = "#2b1d00";
  ctx.fill();
}

function drawTape(ctx: CanvasRenderingContext2D, tape: { from: Point; to: Point; text: string }, plane: Plane): void {
  plane.trace(ctx, [tape.from, tape.to], "open");
  ctx.strokeStyle = INK;
  ctx.lineWidth = 5;
  ctx.stroke();
  ctx.strokeStyle = "#ffd54d";
  ctx.lineWidth = 3;
  ctx.stroke();
  ctx.strokeStyle = INK;
  ctx.setLineDash([1, 7]);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.font = `700 14px ${SANS}`;
  ctx.textAlign = "center";
  halo(
    ctx,
    tape.text,
    (plane.x(tape.from) + plane.x(tape.to)) / 2,
    (plane.y(tape.from) + plane.y(tape.to)) / 2 - 14,
    INK,
  );
}

function drawSight(ctx: CanvasRenderingContext2D, sight: SightView, plane: Plane): void {
  const { from, to } = sight.line;
  const stop = sight.at ?? to;
  ctx.lineWidth = 2.4;
  plane.trace(ctx, [from, stop], "open");
  ctx.strokeStyle = ALLOWED;
  ctx.stroke();
  if (sight.clear) return;
  plane.trace(ctx, [stop, to], "open");
  ctx.strokeStyle = REFUSED;
  ctx.setLineDash([3, 5]);
  ctx.stroke();
  ctx.setLineDash([]);
  const [x, y] = [plane.x(stop), plane.y(stop)];
  ctx.beginPath();
  ctx.moveTo(x - 6, y - 6);
  ctx.lineTo(x + 6, y + 6);
  ctx.moveTo(x + 6, y - 6);
  ctx.lineTo(x - 6, y + 6);
  ctx.lineWidth = 3;
  ctx.stroke();
  ctx.font = `700 13px ${SANS}`;
  ctx.textAlign = "center";
  halo(ctx, sight.blocked_by ?? "blocked", x, y - 16, REFUSED);
}

export function halo(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, colour: string): void {
  ctx.lineJoin = "round";
  ctx.textBaseline = "middle";
  ctx.strokeStyle = "rgba(248, 241, 222, 0.92)";
  ctx.lineWidth = 3.5;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}
