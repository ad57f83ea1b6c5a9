// Markers that a whole side places at its units while the other side places its own.
import type { News } from "../wire";
import { markersOf, orderNamed, type SheetRow } from "../lib/sheet";
import type { Connection } from "./connection.svelte";
import type { Selection } from "./selection.svelte";

export class Marking {
  /** What each unit could be given, while both sides decide at once. */
  sheet = $state.raw<SheetRow[]>([]);

  constructor(
    private readonly connection: Connection,
    private readonly selection: Selection,
  ) {
    connection.onNews((before, now, isNew) => isNew && void this.refresh(before, now));
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

  /** Asks for the choices of every unit once, and later for those of units that look different. */
  private async refresh(before: News | null, news: News): Promise<void> {
    // It is nobody's turn in particular: both sides decide, and one of them may be done already.
    const isShared = news.view.active === null && this.connection.isMyTurn;
    const isSealed = isShared && news.actors.units.length > 0;
    const now = (of: News | null) =>
      `${of?.seat} ${of?.view.round} ${of?.view.steps.find((step) => step.is_current)?.name}`;
    // When a side has placed its last marker it may still change its mind.
    const goesOn = isShared && this.sheet.length > 0 && now(before) === now(news);
    if (!isSealed && !goesOn) return void (this.sheet = []);
    const look = (of: News | null, id: number) => JSON.stringify(of?.view.units.find((unit) => unit.id === id)?.signs);
    const rows: SheetRow[] = [];
    for (const unit of news.view.units.filter(
      (one) => one.side === this.connection.seat && one.on_table && one.kind !== "general",
    )) {
      const old = goesOn ? this.sheet.find((row) => row.unit === unit.id) : undefined;
      const isSame = old && look(before, unit.id) === look(news, unit.id);
      rows.push(isSame ? old : { unit: unit.id, orders: await this.selection.ordersOf(unit.id) });
      if (now(this.connection.news) !== now(news)) return;
    }
    this.sheet = rows;
  }
}
