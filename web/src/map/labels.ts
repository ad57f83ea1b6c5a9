// Names of units on the map: every unit has one, short where there is little room, and names go before badges.
import type { ObjectiveView, UnitView } from "../wire";
import { TURN } from "../lib/geometry";
import { shortName } from "../lib/names";
import { FILM, INK, LABEL, SANS, SIDE_FILL } from "./palette";
import type { Box, Plane } from "./plane";
import { halo, type Scene } from "./scene";
import { drawBadges, flagBoxes, unitBox } from "./unit-glyph";

const BADGE = 17;
/** Half the height of a line of text with a little air. */
const HALF = 6;
const FULL_SIZE = 13;
const SHORT_SIZE = 11;
/** A name farther than this from its unit is tied to it by a line. */
const TIED = 9;
/** A unit that takes more room than this on the screen wants its full name, if that is not wider than this. */
const GREAT = 62;
const WIDEST = 190;

/** So many of the places for a label lie right at the unit. */
const NEAR = 10;

/** Air around the words on an objective's plate, and the width of the stripe that says whose it is. */
const PLATE = { air: 5, stripe: 5, half: 8 };

/** A map narrower than this has little room for words. */
const NARROW = 600;

/** An objective's name as it stands on the map; `isOver` says that it covers a unit. */
export type Plate = { name: string; text: string; box: Box; isOver: boolean };

type Label = { unit: UnitView; text: string; size: number; x: number; y: number; wide: number };

/** Says how many names of units had to be put over something else, and where the objectives' names stand. */
export function drawLabels(
  ctx: CanvasRenderingContext2D,
  units: readonly UnitView[],
  scene: Scene,
  plane: Plane,
): { crowded: number; plates: Plate[] } {
  const boxes = new Map(units.map((unit) => [unit.id, unitBox(unit, plane)]));
  const taken: Box[] = units.flatMap((unit) => [boxes.get(unit.id)!, ...flagBoxes(unit, plane)]);
  const objectives = scene.view?.objectives ?? [];
  taken.push(...objectives.map((objective) => objectiveBox(objective, plane)));
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
      (isGreat ? place(ctx, unit, full, box, taken, plane.room, isMeant(unit) ? Infinity : WIDEST) : null) ??
      place(ctx, unit, short, box, taken, plane.room, Infinity) ??
      over(ctx, unit, isMeant(unit) ? full : short, box, taken, plane.room);
    if (placed.isOver) crowded += 1;
    taken.push(around(placed.label));
    labels.push(placed.label);
  }
  // There are few of them, and their plates may stand farther off: units come first.
  const plates = objectives.map((objective) => {
    const plate = drawPlate(ctx, objective, scene, plane, taken);
    taken.push(plate.box);
    return plate;
  });
  for (const { unit } of labels) drawSigns(ctx, unit, labels, boxes.get(unit.id)!, taken);
  for (const label of labels) drawTie(ctx, label, boxes.get(label.unit.id)!);
  for (const { unit, text, size, x, y } of labels) {
    ctx.font = font(unit, size, isMeant(unit));
    ctx.textAlign = "center";
    halo(ctx, text, x, y, LABEL[unit.side]);
  }
  return { crowded, plates };
}

/** The room of an objective's flag. */
export function objectiveBox(objective: ObjectiveView, plane: Plane): Box {
  const [x, y] = [plane.x(objective.at), plane.y(objective.at)];
  return { left: x - 4, right: x + 20, top: y - 27, bottom: y + 4 };
}

/** Name, points and holder of an objective, where they cover least; within what is shown, if the flag is. */
function drawPlate(
  ctx: CanvasRenderingContext2D,
  objective: ObjectiveView,
  scene: Scene,
  plane: Plane,
  taken: readonly Box[],
): Plate {
  const { held_by, name, points } = objective;
  // Where there is little room the stripe alone says whose it is.
  const isNarrow = plane.room.right - plane.room.left < NARROW;
  const text = `${titled(name)} · ${points}${held_by && !isNarrow ? ` · ${scene.sides[held_by]}` : ""}`;
  ctx.font = `600 12px ${SANS}`;
  const wide = ctx.measureText(text).width + 2 * PLATE.air + PLATE.stripe;
  const boxAt = ({ x, y }: { x: number; y: number }): Box => ({
    left: x - wide / 2,
    right: x + wide / 2,
    top: y - PLATE.half,
    bottom: y + PLATE.half,
  });
  const flag = objectiveBox(objective, plane);
  const spots = spotsFor(flag, wide, false).map(boxAt);
  const shown = spots.filter((spot) => isWithin(spot, plane.room));
  const cost = (box: Box) => covered(box, taken);
  const box = (shown.length > 0 ? shown : spots).reduce((best, one) => (cost(one) < cost(best) ? one : best));
  ctx.fillStyle = FILM.card;
  ctx.strokeStyle = INK;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(box.left, box.top, wide, PLATE.half * 2, 3);
  ctx.fill();
  ctx.stroke();
  if (held_by) {
    ctx.fillStyle = SIDE_FILL[held_by];
    ctx.fillRect(box.left + 1, box.top + 1, PLATE.stripe - 1, PLATE.half * 2 - 2);
  }
  ctx.fillStyle = INK;
  ctx.textAlign = "left";
  ctx.fillText(text, box.left + PLATE.stripe + PLATE.air, (box.top + box.bottom) / 2 + 0.5);
  return { name, text, box, isOver: cost(box) > 0 };
}

/** "the East Woods" stands on its own as "East Woods". */
const titled = (name: string) => name.replace(/^the /, "").replace(/^./, (letter) => letter.toUpperCase());

const isWithin = (box: Box, room: Box) =>
  box.left >= room.left && box.top >= room.top && box.right <= room.right && box.bottom <= room.bottom;

const font = (unit: UnitView, size: number, isBold: boolean) =>
  `${unit.side === "gray" ? "italic" : "normal"} ${isBold ? 700 : 600} ${size}px ${SANS}`;

/** What it costs to run off the sheet: more than covering anything. */
const OUTSIDE = 1e6;

/** Widths of words, which are the same in every frame. */
const widths = new Map<string, number>();

function widthOf(ctx: CanvasRenderingContext2D, text: string, face: string): number {
  const key = `${face} ${text}`;
  let wide = widths.get(key);
  if (wide === undefined) {
    ctx.font = face;
    wide = ctx.measureText(text).width;
    widths.set(key, wide);
  }
  return wide;
}

type Placed = { label: Label; isOver: boolean };

function place(
  ctx: CanvasRenderingContext2D,
  unit: UnitView,
  { text, size }: { text: string; size: number },
  box: Box,
  taken: readonly Box[],
  room: Box,
  widest: number,
): Placed | null {
  const wide = widthOf(ctx, text, font(unit, size, false));
  if (wide > widest) return null;
  const isFree = (own: Box) => isWithin(own, room) && covered(own, taken) === 0;
  const spot = spotsFor(box, wide, rearIsUp(unit)).find((at) => isFree(around({ ...at, wide })));
  return spot ? { label: { unit, text, size, wide, ...spot }, isOver: false } : null;
}

/** Where it covers least. */
function over(
  ctx: CanvasRenderingContext2D,
  unit: UnitView,
  { text, size }: { text: string; size: number },
  box: Box,
  taken: readonly Box[],
  room: Box,
): Placed {
  const wide = widthOf(ctx, text, font(unit, size, false));
  const cost = (at: { x: number; y: number }) => {
    const own = around({ ...at, wide });
    return covered(own, taken) + (isWithin(own, room) ? 0 : OUTSIDE);
  };
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
