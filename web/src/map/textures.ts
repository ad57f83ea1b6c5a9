// What grows on areas: single trees in woods, rows in orchards and fields, tufts in marsh and brush.
import type { FeatureView, Point } from "../wire";
import { isInside } from "../lib/geometry";
import type { Plane } from "./plane";
import { scatter } from "./plane";

export type Texture = { draw(ctx: CanvasRenderingContext2D, plane: Plane): void };

type Plant = Point & { size: number };

export function areaTexture(feature: FeatureView): Texture | null {
  switch (feature.kind) {
    case "wood":
      return trees(plants(feature, 11500, 0.75), 6200, "#7f9157", "#5d7038");
    case "orchard":
      return trees(plants(feature, 15000, 0.05), 4600, "#93a163", "#6d7d42");
    case "field":
      return rows(plants(feature, 8000, 0.15), "rgba(150, 112, 36, 0.6)");
    case "brush":
    case "rough":
      return rows(plants(feature, 12000, 0.9), "rgba(96, 92, 44, 0.65)");
    case "marsh":
      return rows(plants(feature, 13000, 0.8), "rgba(60, 105, 110, 0.7)");
    case "town":
      return houses(plants(feature, 34000, 0.35));
    default:
      return null;
  }
}

/** Spots on a jittered grid inside the area, north to south so that nearer trees stand before farther ones. */
function plants(feature: FeatureView, gap: number, jitter: number): Plant[] {
  const xs = feature.points.map((point) => point.x);
  const ys = feature.points.map((point) => point.y);
  const random = scatter(feature.id + 101);
  const list: Plant[] = [];
  for (let y = Math.max(...ys); y > Math.min(...ys); y -= gap) {
    for (let x = Math.min(...xs); x < Math.max(...xs); x += gap) {
      const spot = {
        x: x + (random() - 0.5) * gap * jitter,
        y: y + (random() - 0.5) * gap * jitter,
        size: 0.75 + random() * 0.5,
      };
      if (isInside(spot, feature.points) && list.length < 6000) list.push(spot);
    }
  }
  return list;
}

function trees(list: Plant[], radius: number, crown: string, shade: string): Texture {
  return {
    draw(ctx, plane) {
      const size = Math.max(1.6, plane.length(radius));
      for (const spot of list) {
        const [x, y, r] = [plane.x(spot), plane.y(spot), size * spot.size * 0.62];
        ctx.fillStyle = "rgba(52, 62, 28, 0.35)";
        ctx.beginPath();
        ctx.arc(x + r * 0.35, y + r * 0.4, r, 0, 7);
        ctx.fill();
        ctx.fillStyle = crown;
        ctx.strokeStyle = shade;
        ctx.lineWidth = 0.8;
        ctx.beginPath();
        ctx.arc(x, y, r, 0, 7);
        ctx.fill();
        if (r > 2.2) ctx.stroke();
        if (r > 3.4) {
          ctx.beginPath();
          ctx.arc(x + r * 0.12, y + r * 0.12, r * 0.58, 0.1, 1.9);
          ctx.stroke();
        }
      }
    },
  };
}

function rows(list: Plant[], colour: string): Texture {
  return {
    draw(ctx, plane) {
      const size = Math.max(1.6, plane.length(2600));
      ctx.strokeStyle = colour;
      ctx.lineWidth = 0.9;
      ctx.beginPath();
      for (const spot of list) {
        const [x, y] = [plane.x(spot), plane.y(spot)];
        ctx.moveTo(x - size * 0.6, y - size * 0.8);
        ctx.lineTo(x, y + size * 0.4);
        ctx.lineTo(x + size * 0.6, y - size * 0.8);
      }
      ctx.stroke();
    },
  };
}

function houses(list: Plant[]): Texture {
  return {
    draw(ctx, plane) {
      const size = Math.max(3, plane.length(10000));
      ctx.fillStyle = "#a4553f";
      ctx.strokeStyle = "#4f2218";
      ctx.lineWidth = 0.8;
      for (const spot of list) {
        const [w, h] = [size * spot.size, size * 0.7];
        ctx.fillRect(plane.x(spot) - w / 2, plane.y(spot) - h / 2, w, h);
        ctx.strokeRect(plane.x(spot) - w / 2, plane.y(spot) - h / 2, w, h);
      }
    },
  };
}
