// The ground as a drawn map: paper, hachured hills, woods of single trees, roads, walls and waters.
import type { FeatureView, FieldView, Point } from "../wire";
import { areaTexture, type Texture } from "./textures";
import { isInside } from "../lib/geometry";
import { INK, LEVELS, PAPER, SERIF } from "./palette";
import type { Plane } from "./plane";
import { scatter } from "./plane";

export type Ground = {
  field: FieldView;
  textures: Map<number, Texture>;
  perUnit: number;
  /** Names that stand on a plate of their own, and are not written on the ground as well. */
  plates: ReadonlySet<string>;
};

export function prepareGround(field: FieldView, perUnit: number): Ground {
  const textures = new Map<number, Texture>();
  for (const feature of field.features) {
    const texture = areaTexture(feature);
    if (texture) textures.set(feature.id, texture);
  }
  return { field, textures, perUnit, plates: new Set() };
}

/** A name as it is compared: "the East Woods" and "East Woods" are one place. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/^the /, "");
}

export function drawGround(ctx: CanvasRenderingContext2D, ground: Ground, plane: Plane): void {
  const { field } = ground;
  drawSheet(ctx, field, plane);
  ctx.save();
  plane.trace(ctx, sheet(field), "closed");
  ctx.clip();
  const of = (...kinds: string[]) => field.features.filter((feature) => kinds.includes(feature.kind));
  const contours = of("contour").sort((a, b) => a.level - b.level);
  for (const contour of contours) drawContour(ctx, contour, plane);
  for (const area of of("field", "rough", "brush", "marsh", "water", "town", "orchard"))
    drawArea(ctx, area, ground, plane);
  for (const line of of("stream")) drawStream(ctx, line, plane);
  for (const line of of("cut")) drawCut(ctx, line, plane);
  for (const line of of("railway")) drawRailway(ctx, line, plane);
  for (const line of of("trail")) drawRoad(ctx, line, plane, "trail");
  for (const line of of("road")) drawRoad(ctx, line, plane, "road");
  for (const line of of("bridge", "ford")) drawBridge(ctx, line, plane);
  for (const area of of("wood")) drawArea(ctx, area, ground, plane);
  for (const line of of("wall", "fence", "hedge", "works")) drawBarrier(ctx, line, plane);
  for (const area of of("building")) drawBuilding(ctx, area, plane);
  drawNames(ctx, ground, plane);
  ctx.restore();
  drawFrame(ctx, ground, plane);
}

function sheet(field: FieldView): Point[] {
  return [
    { x: 0, y: 0 },
    { x: field.width, y: 0 },
    { x: field.width, y: field.height },
    { x: 0, y: field.height },
  ];
}

function drawSheet(ctx: CanvasRenderingContext2D, field: FieldView, plane: Plane): void {
  const margin = Math.max(14, plane.length(22000));
  const [x, y] = [plane.x({ x: 0, y: 0 }) - margin, plane.y({ x: 0, y: field.height }) - margin];
  const [w, h] = [plane.length(field.width) + 2 * margin, plane.length(field.height) + 2 * margin];
  ctx.save();
  ctx.shadowColor = "rgba(20, 12, 4, 0.45)";
  ctx.shadowBlur = 18;
  ctx.shadowOffsetY = 4;
  ctx.fillStyle = "#f3ead4";
  ctx.fillRect(x, y, w, h);
  ctx.restore();
  ctx.fillStyle = PAPER;
  ctx.fillRect(x + margin, y + margin, w - 2 * margin, h - 2 * margin);
  const grain = ctx.createPattern(paperGrain(), "repeat");
  if (grain) {
    ctx.fillStyle = grain;
    ctx.fillRect(x, y, w, h);
  }
}

let grainTile: HTMLCanvasElement | null = null;

/** Fibres and specks, made once. */
function paperGrain(): HTMLCanvasElement {
  if (grainTile) return grainTile;
  const tile = document.createElement("canvas");
  tile.width = tile.height = 256;
  const ctx = tile.getContext("2d")!;
  const random = scatter(1863);
  for (let i = 0; i < 900; i++) {
    const shade = random() < 0.5 ? "120, 90, 40" : "255, 250, 235";
    ctx.fillStyle = `rgba(${shade}, ${0.03 + random() * 0.05})`;
    ctx.fillRect(random() * 256, random() * 256, 1 + random() * 2, 1);
  }
  for (let i = 0; i < 40; i++) {
    ctx.strokeStyle = `rgba(120, 90, 40, ${0.03 + random() * 0.04})`;
    ctx.beginPath();
    const [x, y] = [random() * 256, random() * 256];
    ctx.moveTo(x, y);
    ctx.lineTo(x + (random() - 0.5) * 18, y + (random() - 0.5) * 18);
    ctx.stroke();
  }
  grainTile = tile;
  return tile;
}

/** A tint, the edge, and short strokes down the slope, heavier away from the light in the north-west. */
function drawContour(ctx: CanvasRenderingContext2D, contour: FeatureView, plane: Plane): void {
  const ring = contour.points;
  plane.trace(ctx, ring, "closed");
  ctx.fillStyle = LEVELS[Math.max(0, Math.min(LEVELS.length - 1, contour.level))]!;
  ctx.globalAlpha = 0.8;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = "rgba(122, 84, 38, 0.75)";
  ctx.lineWidth = 1;
  ctx.stroke();
  const outward = windingSign(ring);
  const random = scatter(contour.id + 11);
  const gap = Math.max(4.2, plane.length(4600));
  const length = Math.max(4, Math.min(15, plane.length(9500)));
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    const [ax, ay, bx, by] = [plane.x(a), plane.y(a), plane.x(b), plane.y(b)];
    const span = Math.hypot(bx - ax, by - ay);
    if (span < 1) return;
    const [nx, ny] = [((by - ay) / span) * outward, (-(bx - ax) / span) * outward];
    const shade = (nx + ny) / 1.42;
    ctx.strokeStyle = `rgba(104, 70, 30, ${0.42 + 0.28 * shade})`;
    ctx.lineWidth = 0.9 + 0.5 * Math.max(0, shade);
    ctx.beginPath();
    for (let at = gap / 2; at < span; at += gap) {
      const t = (at + (random() - 0.5) * gap * 0.3) / span;
      const reach = length * (0.75 + random() * 0.5);
      const [x, y] = [ax + (bx - ax) * t, ay + (by - ay) * t];
      ctx.moveTo(x + nx, y + ny);
      ctx.lineTo(x + nx * reach, y + ny * reach);
    }
    ctx.stroke();
  });
}

/** +1 when the outward normal of a screen segment (dx, dy) is (dy, -dx). */
function windingSign(ring: readonly Point[]): number {
  let area = 0;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    area += a.x * b.y - b.x * a.y;
  });
  return area > 0 ? -1 : 1;
}

const AREA_FILL: Record<string, string> = {
  wood: "rgba(122, 141, 84, 0.5)",
  orchard: "rgba(150, 165, 100, 0.3)",
  field: "rgba(222, 190, 96, 0.42)",
  brush: "rgba(150, 155, 96, 0.35)",
  rough: "rgba(165, 140, 105, 0.3)",
  marsh: "rgba(140, 170, 165, 0.35)",
  water: "#a9c4cb",
  town: "rgba(176, 120, 96, 0.3)",
};

function drawArea(ctx: CanvasRenderingContext2D, area: FeatureView, ground: Ground, plane: Plane): void {
  plane.trace(ctx, area.points, "closed");
  ctx.fillStyle = AREA_FILL[area.kind] ?? "rgba(160, 140, 100, 0.3)";
  ctx.fill();
  ctx.strokeStyle =
    area.kind === "wood" ? "rgba(66, 84, 40, 0.9)" : area.kind === "water" ? "#5b8793" : "rgba(110, 90, 50, 0.6)";
  ctx.lineWidth = 1;
  ctx.setLineDash(area.kind === "wood" || area.kind === "water" ? [] : [4, 3]);
  ctx.stroke();
  ctx.setLineDash([]);
  ground.textures.get(area.id)?.draw(ctx, plane);
}

function drawStream(ctx: CanvasRenderingContext2D, line: FeatureView, plane: Plane): void {
  const width = Math.max(2.4, plane.length(line.width ?? 0));
  stroke(ctx, line, plane, "#5b8793", width + 1.6);
  stroke(ctx, line, plane, "#b5d0d4", width);
}

function drawRoad(ctx: CanvasRenderingContext2D, line: FeatureView, plane: Plane, kind: "road" | "trail"): void {
  const width = Math.max(kind === "road" ? 4 : 2.6, plane.length(line.width ?? 0));
  if (kind === "trail") ctx.setLineDash([7, 4]);
  stroke(ctx, line, plane, "#7d5f3b", width + 1.8);
  ctx.setLineDash([]);
  stroke(ctx, line, plane, kind === "road" ? "#f4e3bb" : "#ecd9ae", width);
}

function drawRailway(ctx: CanvasRenderingContext2D, line: FeatureView, plane: Plane): void {
  stroke(ctx, line, plane, "#4b4033", Math.max(2.4, plane.length(2600)));
  ctx.setLineDash([2, 7]);
  stroke(ctx, line, plane, "#4b4033", Math.max(7, plane.length(line.width ?? 0)), "butt");
  ctx.setLineDash([]);
}

function drawCut(ctx: CanvasRenderingContext2D, line: FeatureView, plane: Plane): void {
  const width = Math.max(9, plane.length(line.width ?? 0) * 1.25);
  stroke(ctx, line, plane, "rgba(88, 62, 32, 0.55)", width, "butt");
  ctx.setLineDash([1.4, 2.6]);
  stroke(ctx, line, plane, "rgba(70, 48, 22, 0.8)", width + 6, "butt");
  ctx.setLineDash([]);
  stroke(ctx, line, plane, "#c8ae7d", width * 0.55, "butt");
}

function drawBridge(ctx: CanvasRenderingContext2D, line: FeatureView, plane: Plane): void {
  const width = Math.max(6, plane.length(line.width ?? 0));
  stroke(ctx, line, plane, "#3b2f20", width + 4, "butt");
  stroke(ctx, line, plane, "#f4e3bb", width, "butt");
}

function drawBarrier(ctx: CanvasRenderingContext2D, line: FeatureView, plane: Plane): void {
  const size = Math.max(1, Math.min(2, plane.length(1400)));
  switch (line.kind) {
    case "wall":
      stroke(ctx, line, plane, "#5d564b", 4.4 * size);
      ctx.setLineDash([4 * size, 1.6]);
      stroke(ctx, line, plane, "#c3bba9", 2.6 * size, "butt");
      break;
    case "fence":
      stroke(ctx, line, plane, "#6b4c28", 1.2 * size);
      ctx.setLineDash([1.6, 6 * size]);
      stroke(ctx, line, plane, "#6b4c28", 6 * size, "butt");
      break;
    case "hedge":
      ctx.setLineDash([0.1, 5 * size]);
      stroke(ctx, line, plane, "#56692f", 6 * size, "round");
      break;
    default:
      stroke(ctx, line, plane, "#4b3520", 6 * size, "butt");
      stroke(ctx, line, plane, "#b08a55", 3 * size, "butt");
  }
  ctx.setLineDash([]);
}

function drawBuilding(ctx: CanvasRenderingContext2D, area: FeatureView, plane: Plane): void {
  ctx.save();
  ctx.shadowColor = "rgba(40, 25, 10, 0.4)";
  ctx.shadowBlur = 3;
  ctx.shadowOffsetX = ctx.shadowOffsetY = 2;
  plane.trace(ctx, area.points, "closed");
  ctx.fillStyle = "#a4553f";
  ctx.fill();
  ctx.restore();
  ctx.strokeStyle = "#4f2218";
  ctx.lineWidth = 1.2;
  ctx.stroke();
}

function stroke(
  ctx: CanvasRenderingContext2D,
  line: FeatureView,
  plane: Plane,
  colour: string,
  width: number,
  cap: CanvasLineCap = "round",
): void {
  plane.trace(ctx, line.points, line.width === null ? "closed" : "open");
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = cap;
  ctx.lineJoin = "round";
  ctx.stroke();
  ctx.lineCap = "butt";
}

/** Names once each: areas in their middle, lines along them; hills carry theirs on the highest ring only. */
function drawNames(ctx: CanvasRenderingContext2D, { field, plates }: Ground, plane: Plane): void {
  const shown = new Set<string>();
  const weight = (feature: FeatureView) =>
    ["wood", "road", "stream", "contour", "railway", "town"].indexOf(feature.kind) + 1 || 9;
  const features = [...field.features].sort((a, b) => weight(a) - weight(b) || b.level - a.level);
  const size = Math.max(14, Math.min(19, plane.length(14500)));
  const taken: { x: number; y: number; w: number; h: number }[] = [];
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  for (const feature of features) {
    const { name, kind } = feature;
    const isSmall = [
      "building",
      "wall",
      "fence",
      "bridge",
      "cut",
      "hedge",
      "ford",
      "trail",
      "field",
      "orchard",
    ].includes(kind);
    if (!name || shown.has(name) || plates.has(plain(name)) || (isSmall && plane.scale < 0.0011)) continue;
    if (["wall", "fence"].includes(kind)) continue;
    if (kind === "contour" && !isHilltop(feature, field.features)) continue;
    const isWater = kind === "stream" || kind === "water";
    ctx.font = `italic 400 ${isSmall ? size * 0.85 : size}px ${SERIF}`;
    ctx.fillStyle = isWater ? "#2f5c68" : kind === "wood" ? "#33451d" : kind === "contour" ? "#6b4519" : INK;
    ctx.strokeStyle = "rgba(243, 234, 212, 0.7)";
    ctx.lineWidth = 2.4;
    const spot = nameSpot(feature, plane);
    const long = ctx.measureText(name).width;
    const [w, h] = [Math.abs(Math.cos(spot.angle)) * long + size, Math.abs(Math.sin(spot.angle)) * long + size];
    const edge = (value: number, half: number, low: number, high: number) =>
      Math.max(low + half, Math.min(high - half, value));
    spot.x = edge(spot.x, w / 2, plane.x({ x: 0, y: 0 }), plane.x({ x: field.width, y: 0 }));
    spot.y = edge(spot.y, h / 2, plane.y({ x: 0, y: field.height }), plane.y({ x: 0, y: 0 }));
    if (
      taken.some(
        (other) => Math.abs(other.x - spot.x) * 2 < other.w + w && Math.abs(other.y - spot.y) * 2 < other.h + h,
      )
    )
      continue;
    taken.push({ x: spot.x, y: spot.y, w, h });
    shown.add(name);
    ctx.save();
    ctx.translate(spot.x, spot.y);
    ctx.rotate(spot.angle);
    ctx.strokeText(name, 0, 0);
    ctx.fillText(name, 0, 0);
    ctx.restore();
  }
}

/** No other contour of a higher level has its first corner inside. */
function isHilltop(contour: FeatureView, features: readonly FeatureView[]): boolean {
  return !features.some(
    (other) =>
      other.kind === "contour" &&
      other.level > contour.level &&
      other.points.some((corner) => isInside(corner, contour.points)),
  );
}

function nameSpot(feature: FeatureView, plane: Plane): { x: number; y: number; angle: number } {
  const { points } = feature;
  if (feature.width === null) {
    const xs = points.map((point) => plane.x(point));
    const ys = points.map((point) => plane.y(point));
    const below = feature.kind === "building" ? Math.max(...ys) - Math.min(...ys) : 0;
    const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const lift = feature.kind === "contour" ? plane.length(26000) : 0;
    return { x: middle(xs), y: middle(ys) + (below ? below / 2 + 9 : lift), angle: 0 };
  }
  let best = { x: 0, y: 0, angle: 0, span: -1 };
  points.slice(1).forEach((b, i) => {
    const a = points[i]!;
    const [ax, ay, bx, by] = [plane.x(a), plane.y(a), plane.x(b), plane.y(b)];
    const span = Math.hypot(bx - ax, by - ay);
    if (span <= best.span) return;
    let angle = Math.atan2(by - ay, bx - ax);
    if (angle > Math.PI / 2) angle -= Math.PI;
    if (angle <= -Math.PI / 2) angle += Math.PI;
    const off = Math.max(10, plane.length(feature.width ?? 0) / 2 + 9);
    const [x, y] = [ax + (bx - ax) * 0.3, ay + (by - ay) * 0.3];
    best = { x: x + Math.sin(angle) * off, y: y - Math.cos(angle) * off, angle, span };
  });
  return best;
}

/** The neat line with a tick for every six units of the rulebook. */
function drawFrame(ctx: CanvasRenderingContext2D, ground: Ground, plane: Plane): void {
  const { field, perUnit } = ground;
  ctx.strokeStyle = INK;
  ctx.lineWidth = 1.6;
  plane.trace(ctx, sheet(field), "closed");
  ctx.stroke();
  const [x0, y0] = [plane.x({ x: 0, y: 0 }), plane.y({ x: 0, y: 0 })];
  const [w, h] = [plane.length(field.width), plane.length(field.height)];
  ctx.lineWidth = 0.8;
  ctx.strokeRect(x0 - 4, y0 - h - 4, w + 8, h + 8);
  ctx.beginPath();
  const every = perUnit < 20000 ? 10 : 6;
  for (let at = 0; at <= field.width; at += perUnit * every) {
    const x = x0 + plane.length(at);
    ctx.moveTo(x, y0);
    ctx.lineTo(x, y0 + 4);
    ctx.moveTo(x, y0 - h);
    ctx.lineTo(x, y0 - h - 4);
  }
  for (let at = 0; at <= field.height; at += perUnit * every) {
    const y = y0 - plane.length(at);
    ctx.moveTo(x0, y);
    ctx.lineTo(x0 - 4, y);
    ctx.moveTo(x0 + w, y);
    ctx.lineTo(x0 + w + 4, y);
  }
  ctx.stroke();
}
