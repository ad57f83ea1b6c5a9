// The map: OpenLayers carries panning, zooming and pinching; the pictures are ours.
import OlMap from "ol/Map.js";
import View from "ol/View.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import { defaults as defaultInteractions } from "ol/interaction/defaults.js";
import PointerInteraction from "ol/interaction/Pointer.js";
import ImageLayer from "ol/layer/Image.js";
import Layer from "ol/layer/Layer.js";
import ImageCanvasSource from "ol/source/ImageCanvas.js";
import Projection from "ol/proj/Projection.js";
import type { FieldView, Point } from "../wire";
import { drawGround, plain, prepareGround, type Ground } from "./ground";
import { Plane } from "./plane";
import { drawScene, emptyScene, type Scene } from "./scene";

export type Pointing = { at: Point; pixel: [number, number]; isShift: boolean; isTouch: boolean };

/** What the page does with the pointer. */
export type Hooks = {
  /** True: the page takes the drag, the map does not pan. */
  press(pointing: Pointing): boolean;
  drag(pointing: Pointing): void;
  release(pointing: Pointing): void;
  click(pointing: Pointing): void;
  hover(pointing: Pointing | null): void;
  /** Pixels for a micrometre, whenever it changes. */
  scaled(scale: number): void;
};

export type Corner = "bottom-right" | "top-right" | "bottom-left" | "top-left";
const CORNERS: readonly Corner[] = ["bottom-right", "top-right", "bottom-left", "top-left"];

const ROOM = 34;
/** The toolbar stands at the left. */
const TOOLS = 40;
/** A page no wider than this is on a telephone. */
const PHONE = 720;
/** Bars that come and go are lower than this. */
const GREAT_CHANGE = { wide: 90, high: 260 };

export class TableMap {
  private readonly map: OlMap;
  private readonly view: View;
  private readonly ground: Ground;
  private readonly groundLayer: ImageLayer<ImageCanvasSource>;
  private readonly sceneLayer: Layer;
  private scene: Scene = emptyScene;
  private box: DOMRect;
  /** Nobody has taken hold of the map yet: while the page is being put together the whole table is shown. */
  private isUntouched = true;

  constructor(
    private readonly target: HTMLElement,
    private readonly field: FieldView,
    perUnit: number,
    hooks: Hooks,
  ) {
    this.box = target.getBoundingClientRect();
    const extent = [0, 0, field.width, field.height];
    const projection = new Projection({ code: "table", units: "pixels", extent });
    this.view = new View({
      projection,
      center: [field.width / 2, field.height / 2],
      resolution: field.width / 1000,
      minResolution: perUnit / 120,
      maxResolution: Math.max(field.width, field.height) / 320,
      enableRotation: false,
      smoothResolutionConstraint: true,
    });
    this.ground = prepareGround(field, perUnit);
    this.groundLayer = this.makeGroundLayer(projection);
    this.sceneLayer = this.makeSceneLayer();
    this.map = new OlMap({
      target,
      controls: [],
      interactions: defaultInteractions({
        altShiftDragRotate: false,
        pinchRotate: false,
        keyboard: false,
        shiftDragZoom: false,
        doubleClickZoom: false,
      }),
      layers: [this.groundLayer, this.sceneLayer],
      view: this.view,
    });
    this.listen(hooks, target);
    const touch = () => (this.isUntouched = false);
    for (const kind of ["pointerdown", "wheel"]) target.addEventListener(kind, touch, { capture: true, passive: true });
    this.fit();
  }

  show(scene: Scene): void {
    this.scene = scene;
    const plates = new Set(scene.view?.objectives.map(({ name }) => plain(name)));
    if (plates.size !== this.ground.plates.size) {
      this.ground.plates = plates;
      this.groundLayer.getSource()?.changed();
    }
    this.sceneLayer.changed();
  }

  fit(): void {
    this.map.updateSize();
    // On a telephone the tools lie above the table, and every pixel of width counts.
    const padding = window.innerWidth <= PHONE ? [TOOLS, 0, 0, 0] : [ROOM, ROOM, ROOM, ROOM + TOOLS];
    this.view.fit([0, 0, this.field.width, this.field.height], { padding });
  }

  zoom(by: number): void {
    this.isUntouched = false;
    this.view.animate({ zoom: (this.view.getZoom() ?? 0) + by, duration: 150 });
  }

  pan(right: number, up: number): void {
    this.isUntouched = false;
    const resolution = this.view.getResolution() ?? 1;
    const [x, y] = this.view.getCenter() ?? [0, 0];
    this.view.setCenter([x! + right * resolution, y! + up * resolution]);
  }

  /** Brings a point into sight if it is not. */
  reveal(point: Point): void {
    const [left, bottom, right, top] = this.view.calculateExtent(this.map.getSize());
    const isIn = point.x > left! && point.x < right! && point.y > bottom! && point.y < top!;
    if (!isIn) this.view.animate({ center: [point.x, point.y], duration: 200 });
  }

  pixelOf(point: Point): [number, number] {
    const pixel = this.map.getPixelFromCoordinate([point.x, point.y]);
    return pixel ? [pixel[0]!, pixel[1]!] : [0, 0];
  }

  /** The place on the table under the pointer. */
  pointAt(event: MouseEvent): Point {
    const [x, y] = this.map.getEventCoordinate(event) as [number, number];
    return { x: Math.round(x), y: Math.round(y) };
  }

  /** The corner of the map, so wide and high, that covers the fewest of these points. */
  emptiest(points: readonly Point[], wide: number, high: number): Corner {
    const { clientWidth, clientHeight } = this.target;
    const spots = points.map((point) => this.pixelOf(point));
    const isIn = ([x, y]: [number, number], corner: Corner) =>
      (corner.endsWith("right") ? x > clientWidth - wide : x < wide + TOOLS) &&
      (corner.startsWith("bottom") ? y > clientHeight - high : y < high);
    const count = (corner: Corner) => spots.filter((spot) => isIn(spot, corner)).length;
    return CORNERS.reduce((best, corner) => (count(corner) < count(best) ? corner : best));
  }

  /** Is the point in the lower part of what is shown? Bars then go to the top. */
  isLow(point: Point): boolean {
    return this.pixelOf(point)[1] > this.target.clientHeight * 0.55;
  }

  get scale(): number {
    return 1 / (this.view.getResolution() ?? 1);
  }

  /** Bars above and below come and go: the table stays where it is on the screen. After a great change the whole is shown again. */
  resized(): void {
    const old = this.box;
    this.box = this.target.getBoundingClientRect();
    const { box } = this;
    if (
      this.isUntouched ||
      Math.abs(box.width - old.width) > GREAT_CHANGE.wide ||
      Math.abs(box.height - old.height) > GREAT_CHANGE.high
    )
      return this.fit();
    this.map.updateSize();
    const resolution = this.view.getResolution() ?? 1;
    const [x, y] = this.view.getCenter() ?? [0, 0];
    const right = box.left + box.width / 2 - old.left - old.width / 2;
    const down = box.top + box.height / 2 - old.top - old.height / 2;
    if (right !== 0 || down !== 0) this.view.setCenter([x! + right * resolution, y! - down * resolution]);
  }

  dispose(): void {
    this.map.setTarget(undefined);
    this.map.dispose();
  }

  private makeGroundLayer(projection: Projection): ImageLayer<ImageCanvasSource> {
    const { ground } = this;
    return new ImageLayer({
      source: new ImageCanvasSource({
        projection,
        ratio: 1.4,
        canvasFunction(extent, resolution, pixelRatio, size) {
          const canvas = document.createElement("canvas");
          canvas.width = Math.round(size[0]!);
          canvas.height = Math.round(size[1]!);
          const ctx = canvas.getContext("2d")!;
          ctx.scale(pixelRatio, pixelRatio);
          drawGround(
            ctx,
            ground,
            new Plane(extent[0]!, extent[3]!, 1 / resolution, {
              left: 0,
              top: 0,
              right: size[0]!,
              bottom: size[1]!,
            }),
          );
          return canvas;
        },
      }),
    });
  }

  private makeSceneLayer(): Layer {
    const canvas = document.createElement("canvas");
    canvas.className = "scene";
    return new Layer({
      render: (frame) => {
        const [width, height] = frame.size as [number, number];
        const { pixelRatio } = frame;
        const [w, h] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
        if (canvas.width !== w || canvas.height !== h) {
          canvas.width = w;
          canvas.height = h;
        }
        const ctx = canvas.getContext("2d")!;
        ctx.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
        ctx.clearRect(0, 0, width, height);
        const { center, resolution } = frame.viewState;
        const left = center[0]! - (width / 2) * resolution;
        const top = center[1]! + (height / 2) * resolution;
        // Names stand on the sheet and its margin, and never beyond what is seen.
        const room = {
          left: Math.max(0, -left / resolution - ROOM),
          right: Math.min(width, (this.field.width - left) / resolution + ROOM),
          top: Math.max(0, (top - this.field.height) / resolution - ROOM),
          bottom: Math.min(height, top / resolution + ROOM),
        };
        const plane = new Plane(left, top, 1 / resolution, room);
        const { crowded, plates } = drawScene(ctx, this.scene, plane);
        canvas.dataset.crowded = String(crowded);
        canvas.dataset.plates = JSON.stringify(plates);
        // Where the picture lies on the table: left, top, micrometres for a pixel. The browser tests aim by it.
        canvas.dataset.lie = `${left} ${top} ${resolution}`;
        return canvas;
      },
    });
  }

  private listen(hooks: Hooks, target: HTMLElement): void {
    const pointing = (event: MapBrowserEvent): Pointing => {
      const original = event.originalEvent as PointerEvent;
      const [x, y] = event.coordinate as [number, number];
      const [px, py] = event.pixel as [number, number];
      return {
        at: { x: Math.round(x), y: Math.round(y) },
        pixel: [px, py],
        isShift: original.shiftKey,
        isTouch: original.pointerType === "touch",
      };
    };
    this.map.addInteraction(
      new PointerInteraction({
        handleDownEvent: (event) => hooks.press(pointing(event)),
        handleDragEvent: (event) => hooks.drag(pointing(event)),
        handleUpEvent: (event) => {
          hooks.release(pointing(event));
          return false;
        },
      }),
    );
    this.map.on("click", (event) => hooks.click(pointing(event)));
    this.map.on("pointermove", (event) => {
      if (!event.dragging) hooks.hover(pointing(event));
    });
    target.addEventListener("pointerleave", () => hooks.hover(null));
    const tell = () => hooks.scaled(this.scale);
    this.view.on("change:resolution", tell);
    tell();
  }
}
