// A unit on the map: its stands to scale, the front, the sign of its arm, strength, flag, and badges for its states.
import type { Mark, Point, StandView, UnitView } from "../wire";
import { distance, isInside, midpoint, outline } from "../lib/geometry";
import { GOLD, PAPER, SANS, SIDE_DARK, SIDE_FILL, SIDE_PALE } from "./palette";
import type { Box, Plane } from "./plane";

export type Look = {
  isSelected: boolean;
  isHovered: boolean;
  canAct: boolean;
  isTarget: boolean;
  isOffered: boolean;
  isMate: boolean;
  isAlarm: boolean;
  /** The colour of its brigade. */
  brigade: string | null;
};

/** The box around the stands on the screen. */
export function unitBox(unit: { stands: readonly StandView[] }, plane: Plane): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const stand of unit.stands) {
    for (const corner of stand.corners) {
      box.left = Math.min(box.left, plane.x(corner));
      box.right = Math.max(box.right, plane.x(corner));
      box.top = Math.min(box.top, plane.y(corner));
      box.bottom = Math.max(box.bottom, plane.y(corner));
    }
  }
  return box;
}

export function drawUnit(ctx: CanvasRenderingContext2D, unit: UnitView, plane: Plane, look: Look): void {
  const width = frontWidth(unit, plane);
  const isGeneral = unit.kind === "general";
  if (look.isSelected || look.isHovered || look.isTarget || look.isMate) drawHalo(ctx, unit, plane, look);
  if (look.isAlarm) drawAlarm(ctx, unit, plane);
  ctx.save();
  ctx.shadowColor = "rgba(30, 18, 6, 0.45)";
  ctx.shadowBlur = 3;
  ctx.shadowOffsetX = ctx.shadowOffsetY = 1.5;
  for (const stand of unit.stands) {
    traceStand(ctx, stand, plane, isGeneral);
    ctx.fillStyle = SIDE_FILL[unit.side];
    ctx.fill();
  }
  ctx.restore();
  for (const stand of unit.stands) {
    traceStand(ctx, stand, plane, isGeneral);
    ctx.strokeStyle = SIDE_DARK[unit.side];
    ctx.lineWidth = 1.4;
    ctx.stroke();
    if (look.canAct) {
      ctx.strokeStyle = "rgba(255, 246, 214, 0.95)";
      ctx.lineWidth = 1;
      ctx.setLineDash([3, 2]);
      insetStand(ctx, stand, plane, isGeneral);
      ctx.stroke();
      ctx.setLineDash([]);
    }
  }
  if (look.brigade && !isGeneral) drawBrigade(ctx, unit, plane, look.brigade);
  if (look.isOffered && !look.isTarget) drawOffered(ctx, unit, plane);
  const [sign] = frontRank(unit.stands);
  if (sign) drawArm(ctx, unit.kind, sign, plane, SIDE_PALE[unit.side]);
  if (unit.has_facing) drawFront(ctx, unit, plane);
  if (unit.strength) drawStrength(ctx, unit, plane, look);
  if (!isGeneral && width > 46) drawFlag(ctx, unit, plane);
}

/** A band in the colour of the brigade along the rear. */
function drawBrigade(ctx: CanvasRenderingContext2D, unit: UnitView, plane: Plane, colour: string): void {
  const box = outline(unit.stands);
  if (!box) return;
  const [, , right, left] = box;
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(2.5, Math.min(4.5, plane.length(3200)));
  plane.trace(ctx, [left, right], "open");
  ctx.stroke();
}

/** The stands with no other stand of the unit right before them, from left to right as they stand in the list. */
function frontRank(stands: readonly StandView[]): StandView[] {
  return stands.filter((stand) => {
    const [fl, fr, rr] = stand.corners;
    const depth = Math.hypot(fr.x - rr.x, fr.y - rr.y) || 1;
    const front = midpoint(fl, fr);
    const ahead = {
      x: front.x + ((fr.x - rr.x) / depth) * depth * 0.4,
      y: front.y + ((fr.y - rr.y) / depth) * depth * 0.4,
    };
    return !stands.some((other) => other !== stand && isInside(ahead, other.corners));
  });
}

/** Letters in little boxes; returns the width used. */
export function drawBadges(ctx: CanvasRenderingContext2D, marks: readonly Mark[], x: number, y: number): number {
  const size = 15;
  marks.forEach((mark, i) => {
    const left = x + i * (size + 2);
    const isGrave = mark.code === "R" || mark.code === "D";
    ctx.fillStyle = isGrave ? "#8f241b" : mark.code === "★" ? "#5f4708" : "#f8f1de";
    ctx.strokeStyle = isGrave ? "#4d0f0a" : "#4a3b22";
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.roundRect(left, y - size / 2, size, size, 3);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = isGrave || mark.code === "★" ? "#fff" : "#2b2115";
    ctx.font = `700 11px ${SANS}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(mark.code, left + size / 2, y + 0.5);
  });
  return marks.length * (size + 2);
}

function frontWidth(unit: UnitView, plane: Plane): number {
  const box = outline(unit.stands);
  return box ? plane.length(Math.hypot(box[1].x - box[0].x, box[1].y - box[0].y)) : 0;
}

function traceStand(ctx: CanvasRenderingContext2D, stand: StandView, plane: Plane, isRound: boolean): void {
  if (!isRound) return plane.trace(ctx, stand.corners, "closed");
  const { x, y, r } = disc(stand, plane);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
}

function insetStand(ctx: CanvasRenderingContext2D, stand: StandView, plane: Plane, isRound: boolean): void {
  const centre = midpoint(stand.corners[0], stand.corners[2]);
  if (isRound) {
    const { x, y, r } = disc(stand, plane);
    ctx.beginPath();
    ctx.arc(x, y, r - 2.5, 0, 7);
    return;
  }
  const half = plane.length(Math.hypot(stand.corners[0].x - centre.x, stand.corners[0].y - centre.y));
  const share = Math.max(0.5, 1 - 4 / Math.max(half, 8));
  const inset = stand.corners.map((c) => ({
    x: centre.x + (c.x - centre.x) * share,
    y: centre.y + (c.y - centre.y) * share,
  }));
  plane.trace(ctx, inset, "closed");
}

function disc(stand: StandView, plane: Plane): { x: number; y: number; r: number } {
  const centre = midpoint(stand.corners[0], stand.corners[2]);
  const side = Math.hypot(stand.corners[0].x - stand.corners[1].x, stand.corners[0].y - stand.corners[1].y);
  return { x: plane.x(centre), y: plane.y(centre), r: Math.max(5, plane.length(side) / 2) };
}

function drawHalo(ctx: CanvasRenderingContext2D, unit: UnitView, plane: Plane, look: Look): void {
  for (const stand of unit.stands) {
    traceStand(ctx, stand, plane, unit.kind === "general");
    ctx.lineJoin = "round";
    ctx.strokeStyle = look.isTarget ? "#b3261a" : look.isSelected ? "#3a2803" : "rgba(60, 40, 4, 0.6)";
    ctx.lineWidth = look.isSelected || look.isTarget ? 8 : 5;
    ctx.stroke();
    ctx.strokeStyle = look.isTarget ? "#ffd9cf" : look.isSelected ? GOLD : "#f3d98b";
    ctx.lineWidth = look.isSelected || look.isTarget ? 5 : 3;
    ctx.stroke();
  }
  ctx.lineJoin = "miter";
}

/** What somebody may react to: a ring around the unit that is seen from afar. */
function drawAlarm(ctx: CanvasRenderingContext2D, unit: UnitView, plane: Plane): void {
  const box = unitBox(unit, plane);
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const r = Math.max(18, Math.hypot(box.right - box.left, box.bottom - box.top) / 2 + 9);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fillStyle = "rgba(179, 38, 26, 0.12)";
  ctx.fill();
  ctx.strokeStyle = "#fff1ea";
  ctx.lineWidth = 5;
  ctx.stroke();
  ctx.strokeStyle = "#b3261a";
  ctx.lineWidth = 2.5;
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(x + r * 0.72, y - r * 0.72, 9, 0, 7);
  ctx.fillStyle = "#b3261a";
  ctx.fill();
  ctx.font = `700 14px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = "#fff";
  ctx.fillText("!", x + r * 0.72, y - r * 0.72 + 0.5);
}

/** The chosen unit has an order against this one: a dashed red line around it. */
function drawOffered(ctx: CanvasRenderingContext2D, unit: UnitView, plane: Plane): void {
  for (const stand of unit.stands) {
    traceStand(ctx, stand, plane, unit.kind === "general");
    ctx.strokeStyle = "#fff1ea";
    ctx.lineWidth = 4;
    ctx.stroke();
    ctx.setLineDash([6, 4]);
    ctx.strokeStyle = "#b3261a";
    ctx.lineWidth = 3;
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

function drawArm(ctx: CanvasRenderingContext2D, kind: string, stand: StandView, plane: Plane, ink: string): void {
  const [fl, fr, rr, rl] = stand.corners;
  const centre = midpoint(fl, rr);
  const line = (a: Point, b: Point) => {
    ctx.moveTo(plane.x(a), plane.y(a));
    ctx.lineTo(plane.x(b), plane.y(b));
  };
  ctx.strokeStyle = ink;
  ctx.fillStyle = ink;
  ctx.globalAlpha = 0.8;
  ctx.lineWidth = 1.1;
  ctx.beginPath();
  switch (kind) {
    case "infantry":
      line(fl, rr);
      line(fr, rl);
      ctx.stroke();
      break;
    case "skirmisher":
      ctx.setLineDash([3, 3]);
      line(fl, rr);
      line(fr, rl);
      ctx.stroke();
      ctx.setLineDash([]);
      break;
    case "cavalry":
      line(fl, rr);
      ctx.stroke();
      break;
    case "artillery": {
      const r = Math.max(2.5, plane.length(Math.hypot(fl.x - fr.x, fl.y - fr.y)) * 0.16);
      const to = midpoint(rl, rr);
      const near = { x: centre.x + (to.x - centre.x) * 0.58, y: centre.y + (to.y - centre.y) * 0.58 };
      ctx.globalAlpha = 1;
      ctx.arc(plane.x(near), plane.y(near), r, 0, 7);
      ctx.fill();
      break;
    }
    case "general":
      ctx.globalAlpha = 1;
      star(ctx, plane.x(centre), plane.y(centre), disc(stand, plane).r * 0.68);
      ctx.fill();
      break;
    default:
      break;
  }
  ctx.globalAlpha = 1;
}

function star(ctx: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  ctx.beginPath();
  for (let i = 0; i < 10; i++) {
    const reach = i % 2 === 0 ? r : r * 0.42;
    const angle = (i * Math.PI) / 5;
    ctx.lineTo(x + Math.sin(angle) * reach, y - Math.cos(angle) * reach);
  }
  ctx.closePath();
}

/** A heavy bar along the front of the foremost stands, and one notch in its middle. */
function drawFront(ctx: CanvasRenderingContext2D, unit: UnitView, plane: Plane): void {
  const rank = frontRank(unit.stands);
  const width = Math.min(4, Math.max(2, frontWidth(unit, plane) / 12));
  for (const {
    corners: [fl, fr],
  } of rank) {
    ctx.strokeStyle = SIDE_DARK[unit.side];
    ctx.lineWidth = width;
    plane.trace(ctx, [fl, fr], "open");
    ctx.stroke();
  }
  const middle =
    rank.length % 2 === 1 ? [rank[(rank.length - 1) / 2]!] : rank.slice(rank.length / 2 - 1, rank.length / 2 + 1);
  const isLine =
    middle.length === 2 &&
    Math.hypot(middle[0]!.corners[1].x - middle[1]!.corners[0].x, middle[0]!.corners[1].y - middle[1]!.corners[0].y) <
      2000;
  for (const stand of isLine ? middle.slice(0, 1) : middle) {
    const [fl, fr, rr] = stand.corners;
    const depth = Math.hypot(fr.x - rr.x, fr.y - rr.y) || 1;
    const out = { x: (fr.x - rr.x) / depth, y: (fr.y - rr.y) / depth };
    const mid = isLine ? fr : midpoint(fl, fr);
    const [x, y] = [plane.x(mid), plane.y(mid)];
    const size = Math.max(3.5, Math.min(8, plane.length(9000)));
    ctx.fillStyle = SIDE_DARK[unit.side];
    ctx.beginPath();
    ctx.moveTo(x + out.x * (size + 1), y - out.y * (size + 1));
    ctx.lineTo(x - out.y * size, y - out.x * size);
    ctx.lineTo(x + out.y * size, y + out.x * size);
    ctx.closePath();
    ctx.fill();
  }
}

/** The number stands on the unit where there is room for it; on a small unit only when it is pointed at. */
function drawStrength(ctx: CanvasRenderingContext2D, unit: UnitView, plane: Plane, look: Look): void {
  const { strength } = unit;
  if (!strength) return;
  const text = `${strength.now}/${strength.start}`;
  const box = unitBox(unit, plane);
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const around = outline(unit.stands);
  if (!around) return;
  const sides = [plane.length(distance(around[0], around[1])), plane.length(distance(around[1], around[2]))];
  const size = Math.max(11, Math.min(15, Math.min(...sides) * 0.55));
  ctx.font = `700 ${size}px ${SANS}`;
  const wide = ctx.measureText(text).width + 6;
  const hasRoom = sides[0]! * sides[1]! > wide * size * 1.3;
  if (!hasRoom && !look.isSelected && !look.isHovered && !look.isTarget) return;
  ctx.fillStyle = SIDE_DARK[unit.side];
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y - size * 0.6, wide, size * 1.2, 3);
  ctx.fill();
  ctx.fillStyle = "#fffaf0";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x, y + 0.5);
}

/** Blue: a square flag with stripes. Gray: a swallow-tailed one with a bar. Told apart by shape, not only by colour. */
function drawFlag(ctx: CanvasRenderingContext2D, unit: UnitView, plane: Plane): void {
  const foot = flagFoot(unit);
  if (foot) flag(ctx, unit.side, plane.x(foot), plane.y(foot) + 3, flagSize(unit, plane));
}

/** The room that the unit's flag takes, for names to keep clear of. */
export function flagBoxes(unit: UnitView, plane: Plane): Box[] {
  const foot = flagFoot(unit);
  if (!foot || unit.kind === "general" || frontWidth(unit, plane) <= 46) return [];
  const [x, y, size] = [plane.x(foot), plane.y(foot) + 3, flagSize(unit, plane)];
  return [{ left: x - 1, right: x + 15 * size, top: y - 20 * size, bottom: y }];
}

function flagSize(unit: UnitView, plane: Plane): number {
  return Math.max(1, Math.min(1.7, frontWidth(unit, plane) / 70));
}

/** The northernmost corner. */
function flagFoot(unit: UnitView): Point | null {
  return [...(outline(unit.stands) ?? [])].sort((a, b) => b.y - a.y || a.x - b.x)[0] ?? null;
}

export function flag(
  ctx: CanvasRenderingContext2D,
  side: UnitView["side"] | null,
  x: number,
  y: number,
  size: number,
): void {
  const [pole, w, h] = [19 * size, 14 * size, 10 * size];
  ctx.strokeStyle = "#2a1f10";
  ctx.lineWidth = 1.6 * size;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x, y - pole);
  ctx.stroke();
  const top = y - pole;
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x + w, top);
  if (side === "gray") ctx.lineTo(x + w * 0.68, top + h / 2);
  ctx.lineTo(x + w, top + h);
  ctx.lineTo(x, top + h);
  ctx.closePath();
  ctx.fillStyle = side ? SIDE_PALE[side] : PAPER;
  ctx.fill();
  if (side) {
    ctx.save();
    ctx.clip();
    ctx.fillStyle = SIDE_FILL[side];
    if (side === "blue") {
      ctx.fillRect(x, top, w * 0.45, h * 0.55);
      for (const row of [0.62, 0.86]) ctx.fillRect(x, top + h * row, w, h * 0.12);
      for (const row of [0.14, 0.38]) ctx.fillRect(x + w * 0.45, top + h * row, w, h * 0.12);
    } else {
      ctx.fillRect(x, top + h * 0.32, w, h * 0.36);
    }
    ctx.restore();
  }
  ctx.lineWidth = 1;
  ctx.strokeStyle = side ? SIDE_DARK[side] : "#4a3b22";
  ctx.stroke();
}
