// What is seen happening, drawn over the pieces: ways, shots with their smoke, blows, and a word at the unit.
import type { Point, UnitView } from "../wire";
import type { Shot } from "../lib/film";
import { frontMiddle } from "../lib/geometry";
import { FILM, INK, SANS, SIDE_DARK } from "./palette";
import { scatter, type Plane } from "./plane";
import { unitBox } from "./unit-glyph";

/** A shot and how far it has run, 0 to 1. */
export type FilmPicture = { shot: Shot; share: number };

/** Dotted ways under the pieces. */
export function drawWays(ctx: CanvasRenderingContext2D, { shot }: FilmPicture, plane: Plane): void {
  for (const move of shot.step.moves) {
    const unit = shot.before.units.find((other) => other.id === move.unit);
    if (!unit) continue;
    const points = move.path.map((pose) => pose.at);
    ctx.lineCap = "round";
    ctx.setLineDash([1, 6]);
    for (const [colour, width] of [
      [FILM.pale, 4.5],
      [SIDE_DARK[unit.side], 2.2],
    ] as const) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      plane.trace(ctx, points, "open");
      ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.lineCap = "butt";
  }
}

export function drawFilm(
  ctx: CanvasRenderingContext2D,
  { shot, share }: FilmPicture,
  units: readonly UnitView[],
  plane: Plane,
): void {
  const { action, words } = shot.step;
  const find = (id: number) => units.find((unit) => unit.id === id) ?? shot.before.units.find((unit) => unit.id === id);
  if (action?.kind === "shots") {
    const target = action.target === null ? undefined : find(action.target);
    const to = target?.pose.at ?? action.at;
    for (const id of action.by) {
      const unit = find(id);
      if (unit) drawShots(ctx, unit, to, action.guns, share, plane);
    }
  }
  if (action?.kind === "blows") {
    const [a, b] = action.between.map(find);
    if (a && b) drawBlows(ctx, a.pose.at, b.pose.at, plane);
  }
  const taken: { x: number; y: number }[] = [];
  const named = new Map<number, string[]>();
  for (const word of words) named.set(word.unit, [...(named.get(word.unit) ?? []), word.text]);
  for (const [id, texts] of named) {
    const unit = find(id);
    if (unit) drawWord(ctx, unit, texts.join(" · "), plane, taken);
  }
}

/** A line of fire from the front of the firer to the target, balls along it, and smoke before the muzzles. */
function drawShots(
  ctx: CanvasRenderingContext2D,
  unit: UnitView,
  to: Point,
  isGun: boolean,
  share: number,
  plane: Plane,
): void {
  const from = frontMiddle(unit.stands) ?? unit.pose.at;
  const [x, y, tx, ty] = [plane.x(from), plane.y(from), plane.x(to), plane.y(to)];
  const reach = Math.min(1, share * 1.6);
  const [ex, ey] = [x + (tx - x) * reach, y + (ty - y) * reach];
  for (const [colour, width] of [
    [FILM.pale, isGun ? 7 : 5],
    [FILM.fire, isGun ? 3.4 : 2],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.setLineDash(isGun ? [] : [9, 5]);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(ex, ey);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  if (reach >= 1) arrowHead(ctx, x, y, tx, ty);
  const random = scatter(unit.id + 5);
  const front = plane.length(Math.hypot(...frontWay(unit)));
  const [wx, wy] = frontWay(unit).map((n) => n * plane.scale);
  const puffs = isGun ? 9 : Math.max(7, Math.min(22, Math.round(front / 7)));
  for (let i = 0; i < puffs; i++) {
    const across = random() - 0.5;
    const size = (isGun ? 9 : 5) * (0.7 + random() * 0.6) * (0.5 + share * 0.8);
    const off = random() * 8 * (0.4 + share);
    const way = Math.atan2(ty - y, tx - x);
    ctx.globalAlpha = 0.78 * (1 - share * 0.45);
    ctx.fillStyle = FILM.smoke;
    ctx.beginPath();
    ctx.arc(x + wx! * across + Math.cos(way) * off, y - wy! * across + Math.sin(way) * off, size, 0, 7);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** From the left to the right end of the front, in micrometres. */
function frontWay(unit: UnitView): [number, number] {
  const left = unit.stands[0]?.corners[0];
  const right = unit.stands.at(-1)?.corners[1];
  return left && right ? [right.x - left.x, right.y - left.y] : [0, 0];
}

function arrowHead(ctx: CanvasRenderingContext2D, x: number, y: number, tx: number, ty: number): void {
  const way = Math.atan2(ty - y, tx - x);
  ctx.beginPath();
  for (const turn of [0, 2.6, -2.6]) ctx.lineTo(tx + Math.cos(way + turn) * 9, ty + Math.sin(way + turn) * 9);
  ctx.closePath();
  ctx.fillStyle = FILM.fire;
  ctx.fill();
}

/** Crossed sabres between two who have come to blows. */
function drawBlows(ctx: CanvasRenderingContext2D, a: Point, b: Point, plane: Plane): void {
  const [x, y] = [(plane.x(a) + plane.x(b)) / 2, (plane.y(a) + plane.y(b)) / 2];
  for (const [colour, width] of [
    [FILM.pale, 7],
    [FILM.fire, 3.2],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.lineCap = "round";
    for (const side of [-1, 1]) {
      ctx.beginPath();
      ctx.arc(x + side * 13, y - 13, 27, side === 1 ? 1.9 : 0.3, side === 1 ? 2.84 : 1.24);
      ctx.stroke();
    }
  }
  ctx.lineCap = "butt";
}

function drawWord(
  ctx: CanvasRenderingContext2D,
  unit: UnitView,
  text: string,
  plane: Plane,
  taken: { x: number; y: number }[],
): void {
  const box = unitBox(unit, plane);
  ctx.font = `700 14px ${SANS}`;
  const wide = ctx.measureText(text).width + 14;
  const x = (box.left + box.right) / 2;
  let y = box.top - 20;
  while (taken.some((other) => Math.abs(other.y - y) < 24 && Math.abs(other.x - x) < wide)) y -= 24;
  taken.push({ x, y });
  ctx.fillStyle = FILM.card;
  ctx.strokeStyle = SIDE_DARK[unit.side];
  ctx.lineWidth = 1.6;
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y - 11, wide, 22, 5);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = INK;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x, y + 0.5);
}
