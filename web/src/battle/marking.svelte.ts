// Markers that a whole side places at its units while the other side places its own.
import type { News, UnitView } from "../wire";
import { markersOf, orderNamed, type SheetRow } from "../lib/sheet";
import type { Connection } from "./connection.svelte";
import type { Selection } from "./selection.svelte";

export class Marking {
  /** What each unit could be given, while both sides decide at once. */
  sheet = $state.raw<SheetRow[]>([]);
  /** The choices of units, and how each looked when it was asked about. */
  private readonly known = new Map<number, { look: string; row: SheetRow }>();
  /** The step in which markers are placed now. */
  private step: string | null = null;
  private isAsking = false;

  constructor(
    private readonly connection: Connection,
    private readonly selection: Selection,
  ) {
    connection.onNews((_, now, isNew) => isNew && void this.refresh(now));
  }

  /** Markers that the side places at its units, each under the key of its place in the list. */
  get markers(): string[] {
    return this.connection.isMyTurn ? markersOf(this.sheet) : [];
  }

  /** Units of the sheet that must still be given something. */
  get unmarked(): number[] {
    const open = new Set(this.connection.news?.actors.side ? [] : this.connection.news?.actors.units);
    return this.sheet.map((row) => row.unit).filter((id) => open.has(id));
  }

  /** Places a marker. The other side may be placing its own: what comes late is sent again. */
  async mark(unit: number, label: string): Promise<boolean> {
    const order = orderNamed(
      this.sheet.find((row) => row.unit === unit),
      label,
    );
    if (!order) return false;
    if (order.refused) {
      this.connection.say(`${this.connection.unit(unit)?.name}: ${order.refused.text}`, order.refused.clause);
      return false;
    }
    return this.connection.commandBesideOthers(order.command);
  }

  /** A marker at the chosen unit; then the next unit without one is chosen. */
  async markOn(label: string): Promise<void> {
    const id = this.selection.selected;
    if (id === null || !(await this.mark(id, label))) return;
    const open = this.unmarked;
    const next = open.find((other) => other > id) ?? open[0];
    this.selection.select(next ?? null);
  }

  /** The same marker to all that have none and may have it. */
  async markRest(label: string): Promise<void> {
    for (const id of this.unmarked) {
      const order = orderNamed(
        this.sheet.find((row) => row.unit === id),
        label,
      );
      if (order && !order.refused && !(await this.mark(id, label))) return;
    }
  }

  /**
   * Asks for the choices of every unit once, and later for those of units that look different. News may come faster than answers:
   * one round of questions goes on with the newest.
   */
  private async refresh(news: News): Promise<void> {
    // It is nobody's turn in particular: both sides decide, and one of them may be done already.
    const isShared = news.view.active === null && this.connection.isMyTurn;
    const isSealed = isShared && news.actors.units.length > 0;
    const step = `${news.seat} ${news.view.round} ${news.view.steps.find((one) => one.is_current)?.name}`;
    // When a side has placed its last marker it may still change its mind.
    const goesOn = isShared && this.sheet.length > 0 && step === this.step;
    if (step !== this.step || !(isSealed || goesOn)) {
      this.known.clear();
      this.sheet = [];
    }
    this.step = isSealed || goesOn ? step : null;
    if (this.isAsking || this.step === null) return;
    this.isAsking = true;
    try {
      for (let next = this.unknown(); next; next = this.unknown()) {
        const asked: string | null = this.step;
        const row = { unit: next.id, orders: await this.selection.ordersOf(next.id) };
        if (asked === this.step) this.known.set(next.id, { look: lookOf(next), row });
      }
      this.sheet = this.own().flatMap((unit) => this.known.get(unit.id)?.row ?? []);
    } finally {
      this.isAsking = false;
    }
  }

  /** The next unit whose choices must be asked for; none when nobody places markers any more. */
  private unknown(): UnitView | undefined {
    if (this.step === null) return undefined;
    return this.own().find((unit) => this.known.get(unit.id)?.look !== lookOf(unit));
  }

  private own(): UnitView[] {
    const { news, seat } = this.connection;
    return news?.view.units.filter((one) => one.side === seat && one.on_table && one.kind !== "general") ?? [];
  }
}

function lookOf(unit: UnitView): string {
  return JSON.stringify(unit.signs);
}
