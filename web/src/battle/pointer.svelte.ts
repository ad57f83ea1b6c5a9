// What the pointer does on the map of a battle.
import type { Point, StandView, TapeEnd, UnitView } from "../wire";
import { bearing, distance, distanceToStands } from "../lib/geometry";
import { clicked, unitAt, unitsAt } from "../lib/pick";
import { handleSpot, type Ghost } from "../map/scene";
import type { Hooks, Pointing, TableMap } from "../map/table-map";
import type { Battle } from "./battle";
import { say } from "../texts";

type Grip =
  { kind: "move"; off: Point } | { kind: "turn"; centre: Point } | { kind: "tape"; from: Point; end: TapeEnd };

/** How far from a thing the pointer may be and still mean it, in pixels. */
const SLACK = 5;
const HANDLE = { mouse: 13, touch: 22 };
const LEAST_DRAG = 4;

export class Pointer implements Hooks {
  /** Pixels for a micrometre. */
  scale = $state(0.001);
  /** Where words about what is pointed at belong. */
  spot = $state<[number, number] | null>(null);
  /** Words pinned to the ground that are pointed at. */
  groundNote = $state<string | null>(null);

  private grip: Grip | null = null;
  private pressedAt: [number, number] = [0, 0];
  /** Where the last click was, and who was chosen before it. */
  private lastClick: [number, number] = [-99, -99];
  private chosenBefore: number | null = null;

  constructor(
    private readonly battle: Battle,
    private readonly ghost: () => Ghost | null,
  ) {}

  press = (pointing: Pointing): boolean => {
    const { connection, film, selection, tools } = this.battle;
    this.pressedAt = pointing.pixel;
    if (film.isRunning) film.skip();
    this.chosenBefore = selection.selected;
    if (tools.tool === "tape") {
      this.grip = { kind: "tape", from: pointing.at, end: this.end(pointing.at) };
      return true;
    }
    if (tools.tool === "sight" || pointing.isShift) return false;
    const { chosen } = selection;
    const ghost = this.ghost();
    const standing = ghost ?? (selection.region && chosen ? { stands: chosen.stands, pose: chosen.pose } : null);
    if (standing && chosen?.has_facing) {
      const spot = handleSpot(standing.stands, standing.pose, this.scale);
      const reach = (pointing.isTouch ? HANDLE.touch : HANDLE.mouse) / this.scale;
      if (spot && distance(spot, pointing.at) < reach) {
        this.grip = { kind: "turn", centre: standing.pose.at };
        return true;
      }
    }
    if (ghost && this.isNear(ghost.stands, pointing.at)) return this.take(ghost.pose.at, pointing.at);
    const stack = unitsAt(connection.units, pointing.at, this.slack);
    // The chosen unit is taken hold of even where another lies on top of it.
    const unit = stack.find((other) => other.id === selection.selected) ?? stack[0];
    if (!unit || unit.side !== connection.seat || !connection.isMyTurn) return false;
    if (unit.id !== selection.selected) selection.select(unit.id);
    return this.take(unit.pose.at, pointing.at);
  };

  drag = (pointing: Pointing): void => {
    const { drafting, tools } = this.battle;
    const { grip } = this;
    if (!grip || apart(pointing.pixel, this.pressedAt) < LEAST_DRAG) return;
    this.spot = pointing.pixel;
    if (grip.kind === "tape") void tools.measure(grip.end, this.end(pointing.at), { from: grip.from, to: pointing.at });
    else if (grip.kind === "turn") drafting.redraw({ face: bearing(grip.centre, pointing.at) });
    else drafting.redraw({ go: { x: pointing.at.x + grip.off.x, y: pointing.at.y + grip.off.y } });
  };

  release = (): void => {
    this.grip = null;
    this.spot = null;
  };

  click = (pointing: Pointing): void => {
    const { connection, selection, drafting, tools } = this.battle;
    if (tools.tool === "tape") return;
    const isAgain = apart(pointing.pixel, this.lastClick) < SLACK;
    this.lastClick = pointing.pixel;
    const unit = clicked(unitsAt(connection.units, pointing.at, this.slack), this.chosenBefore, isAgain);
    const { chosen } = selection;
    if (tools.tool === "sight") {
      if (unit && chosen && unit.id !== selection.selected) void tools.look(chosen.id, unit.id);
      else if (unit) selection.select(unit.id);
      return;
    }
    connection.note = null;
    const isOther = unit !== null && unit.side === connection.seat && unit.id !== selection.selected;
    if (pointing.isShift && isOther && selection.isMine) return selection.toggle(unit.id);
    if (pointing.isShift && selection.region) return drafting.addStop(pointing.at);
    if (drafting.draft && !unit) return;
    if (!unit) return selection.select(null);
    if (selection.isMine && unit.side !== connection.seat) {
      const [order] = selection.ordersAt(unit.id);
      if (order && !order.refused) return void drafting.weigh(order);
      this.sayWhyNot(unit);
    }
    if (!drafting.draft || unit.id !== selection.selected) selection.select(unit.id);
  };

  hover = (pointing: Pointing | null): void => {
    const { connection, selection } = this.battle;
    const unit = pointing && unitAt(connection.units, pointing.at, this.slack);
    selection.hovered = unit?.id ?? null;
    const notes = connection.news?.view.notes ?? [];
    const note = pointing && !unit && notes.find((other) => distance(other.at, pointing.at) < 12 / this.scale);
    this.groundNote = note ? note.title : null;
    this.spot = pointing && (unit || note) ? pointing.pixel : null;
  };

  scaled = (scale: number): void => {
    this.scale = scale;
  };

  /** A marker from the palette, dropped on a unit. */
  drop(event: DragEvent, map: TableMap | null): void {
    const { connection, marking } = this.battle;
    const label = event.dataTransfer?.getData("text/plain") ?? "";
    if (!map || !marking.markers.includes(label)) return;
    event.preventDefault();
    const stack = unitsAt(connection.units, map.pointAt(event), 14 / this.scale);
    const unit = stack.find((one) => marking.sheet.some((row) => row.unit === one.id));
    if (unit) void marking.mark(unit.id, label);
  }

  /** Why the chosen unit can do nothing to this enemy: every reason that is about him. */
  private sayWhyNot(enemy: UnitView): void {
    const { connection, selection } = this.battle;
    const { chosen } = selection;
    if (!chosen || !connection.isMyTurn || !selection.areOrdersKnown) return;
    const refused = selection.ordersAt(enemy.id).filter((order) => order.refused);
    const reasons = new Map(refused.map((order) => [order.refused!.text, order]));
    const words = [...reasons].map(([text, { label }]) => `${label.charAt(0).toLowerCase()}${label.slice(1)}: ${text}`);
    if (words.length > 0) connection.say(`${chosen.name}, ${words.join("; ")}`, refused[0]!.refused!.clause);
    else connection.say(say.pointer.hasNoOrderAgainstNow(chosen.name, enemy.name), null);
  }

  private get slack(): number {
    return SLACK / this.scale;
  }

  private take(at: Point, pointer: Point): true {
    this.grip = { kind: "move", off: { x: at.x - pointer.x, y: at.y - pointer.y } };
    return true;
  }

  private isNear(stands: readonly StandView[], at: Point): boolean {
    return distanceToStands(at, stands) <= this.slack;
  }

  private end(at: Point): TapeEnd {
    const unit = unitAt(this.battle.connection.units, at, 0);
    return unit ? { unit: unit.id } : { point: at };
  }
}

function apart(a: [number, number], b: [number, number]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
