// Names of units on the map: every unit has one, short where there is little room, and names go before badges.
import type { UnitView } from "../wire";
import { TURN } from "../lib/geometry";
import { shortName } from "../lib/names";
import { LABEL, SANS } from "./palette";
import type { Plane } from "./plane";
import { halo, type Scene } from "./scene";
import { drawBadges, flagBoxes, unitBox, type Box } from "./unit-glyph";

const BADGE = 17;
/** Half the height of a line of text with a little air. */
const HALF = 6;
const FULL_SIZE = 13;
const SHORT_SIZE = 11;
/** A name farther than this from its unit is tied to it by a line. */
const TIED = 9;
/** A unit that takes more room than this on the screen wants its full name. */
const GREAT = 62;

/** So many of the places for a label lie right at the unit. */
const NEAR = 10;

type Label = { unit: UnitView; text: string; size: number; x: number; y: number; wide: number };

/** Says how many names had to be put over something else. */
export function drawLabels(
  ctx: CanvasRenderingContext2D,
  units: readonly UnitView[],
  scene: Scene,
  plane: Plane,
): number {
  const boxes = new Map(units.map((unit) => [unit.id, unitBox(unit, plane)]));
  const taken: Box[] = units.flatMap((unit) => [boxes.get(unit.id)!, ...flagBoxes(unit, plane)]);
  const isMeant = (unit: UnitView) => unit.id === scene.selected || unit.id === scene.hovered;
  const rank = (unit: UnitView) => (isMeant(unit) ? 0 : unit.kind === "general" ? 2 : 1);
  const labels: Label[] = [];
  let crowded = 0;
  for (const unit of [...units].sort((a, b) => rank(a) - rank(b))) {
    const box = boxes.get(unit.id)!;
    const isGreat = isMeant(unit) || box.right - box.left + box.bottom - box.top > GREAT;
    const full = { text: unit.name, size: FULL_SIZE };
    const short = { text: shortName(unit.name, unit.kind), size: SHORT_SIZE };
    const placed =
      (isGreat ? place(ctx, unit, full, box, taken) : null) ??
      place(ctx, unit, short, box, taken) ??
      (isMeant(unit) ? over(ctx, unit, full, box, taken) : over(ctx, unit, short, box, taken));
    if (placed.isOver) crowded += 1;
    taken.push(around(placed.label));
    labels.push(placed.label);
  }
  for (const { unit } of labels) drawSigns(ctx, unit, labels, boxes.get(unit.id)!, taken);
  for (const label of labels) drawTie(ctx, label, boxes.get(label.unit.id)!);
  for (const { unit, text, size, x, y } of labels) {
    ctx.font = font(unit, size, isMeant(unit));
    ctx.textAlign = "center";
    halo(ctx, text, x, y, LABEL[unit.side]);
  }
  return crowded;
}

const font = (unit: UnitView, size: number, isBold: boolean) =>
  `${unit.side === "gray" ? "italic" : "normal"} ${isBold ? 700 : 600} ${size}px ${SANS}`;

type Placed = { label: Label; isOver: boolean };

function place(
  ctx: CanvasRenderingContext2D,
  unit: UnitView,
  { text, size }: { text: string; size: number },
  box: Box,
  taken: readonly Box[],
): Placed | null {
  ctx.font = font(unit, size, false);
  const wide = ctx.measureText(text).width;
  const spot = spotsFor(box, wide, rearIsUp(unit)).find((at) => covered(around({ ...at, wide }), taken) === 0);
  return spot ? { label: { unit, text, size, wide, ...spot }, isOver: false } : null;
}

/** Where it covers least. */
function over(
  ctx: CanvasRenderingContext2D,
  unit: UnitView,
  { text, size }: { text: string; size: number },
  box: Box,
  taken: readonly Box[],
): Placed {
  ctx.font = font(unit, size, false);
  const wide = ctx.measureText(text).width;
  const cost = (at: { x: number; y: number }) => covered(around({ ...at, wide }), taken);
  const spot = spotsFor(box, wide, rearIsUp(unit)).reduce((best, at) => (cost(at) < cost(best) ? at : best));
  return { label: { unit, text, size, wide, ...spot }, isOver: true };
}

/** Badges stand beside the name where there is room, else right at the unit, else they are left to the panel. */
function drawSigns(
  ctx: CanvasRenderingContext2D,
  unit: UnitView,
  labels: readonly Label[],
  box: Box,
  taken: Box[],
): void {
  if (unit.signs.length === 0) return;
  const wide = unit.signs.length * BADGE;
  const label = labels.find((other) => other.unit === unit)!;
  const beside = [label.x - label.wide / 2 - wide / 2 - 2, label.x + label.wide / 2 + wide / 2 + 2].map((x) => ({
    x,
    y: label.y,
  }));
  const near = spotsFor(box, wide, rearIsUp(unit)).slice(0, NEAR);
  const spot = [...beside, ...near].find((at) => covered(around({ ...at, wide }), taken) === 0);
  if (!spot) return;
  taken.push(around({ ...spot, wide }));
  drawBadges(ctx, unit.signs, spot.x - wide / 2, spot.y);
}

/** A thin line from a name that stands far off to its unit. */
function drawTie(ctx: CanvasRenderingContext2D, label: Label, box: Box): void {
  const own = around(label);
  const [x, y] = [clamp(label.x, box.left, box.right), clamp(label.y, box.top, box.bottom)];
  const [fx, fy] = [clamp(x, own.left, own.right), clamp(y, own.top, own.bottom)];
  if (Math.hypot(fx - x, fy - y) < TIED) return;
  ctx.strokeStyle = LABEL[label.unit.side];
  ctx.lineWidth = 0.8;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(fx, fy);
  ctx.stroke();
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

const rearIsUp = (unit: UnitView) => unit.has_facing && Math.cos((unit.pose.facing / TURN) * 2 * Math.PI) < 0;

function around({ x, y, wide }: { x: number; y: number; wide: number }): Box {
  return { left: x - wide / 2 - 1, right: x + wide / 2 + 1, top: y - HALF, bottom: y + HALF };
}

function covered(box: Box, taken: readonly Box[]): number {
  let sum = 0;
  for (const other of taken) {
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    if (wide > 0 && high > 0) sum += wide * high;
  }
  return sum;
}

/** Behind the unit, before it, at its sides and corners: where a label of this width may stand, best first. */
function spotsFor(box: Box, wide: number, isUp: boolean): { x: number; y: number }[] {
  const [middle, level] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const rows = (y: number) => [0, -0.3, 0.3, -0.55, 0.55].map((share) => ({ x: middle + wide * share, y }));
  const up = [9, 20, 31, 42, 54].flatMap((off) => rows(box.top - off));
  const down = [9, 20, 31, 42, 54].flatMap((off) => rows(box.bottom + off));
  const sides = [4, 14, 30].flatMap((gap) =>
    [0, -9, 9, -18, 18].flatMap((off) => [
      { x: box.right + wide / 2 + gap, y: level + off },
      { x: box.left - wide / 2 - gap, y: level + off },
    ]),
  );
  const near = isUp ? [...up.slice(0, 5), ...down.slice(0, 5)] : [...down.slice(0, 5), ...up.slice(0, 5)];
  return [
    ...near,
    ...sides.slice(0, 10),
    ...up.slice(5, 15),
    ...down.slice(5, 15),
    ...sides.slice(10),
    ...up.slice(15),
    ...down.slice(15),
  ];
}
