// Markers that a whole side places at its units while the other side places its own.
import type { News } from "../wire";
import { markersOf, orderNamed, type SheetRow } from "../lib/sheet";
import { Refused } from "../lib/socket";
import type { Battle } from "./battle.svelte";

export class Marking {
  /** What each unit could be given, while both sides decide at once. */
  sheet = $state.raw<SheetRow[]>([]);

  constructor(private readonly battle: Battle) {}

  /** Markers that the side places at its units, each under the key of its place in the list. */
  get markers(): string[] {
    return this.battle.isMyTurn ? markersOf(this.sheet) : [];
  }

  /** Units of the sheet that must still be given something. */
  get unmarked(): number[] {
    const open = new Set(this.battle.news?.actors.side ? [] : this.battle.news?.actors.units);
    return this.sheet.map((row) => row.unit).filter((id) => open.has(id));
  }

  /** Places a marker. The other side may be placing its own: what comes late is sent again. */
  async mark(unit: number, label: string): Promise<boolean> {
    const order = orderNamed(this.sheet.find((row) => row.unit === unit), label);
    if (!order) return false;
    if (order.refused) {
      this.battle.say(`${this.battle.unit(unit)?.name}: ${order.refused.text}`, order.refused.clause);
      return false;
    }
    for (let tries = 0; tries < 6; tries++) {
      const { version } = this.battle.news!;
      try {
        await this.battle.talk.ask<"done">({ kind: "command", version, command: order.command });
        await this.newsAfter(version);
        return true;
      } catch (error) {
        if (!(error instanceof Refused) || error.failure.kind !== "stale") {
          if (error instanceof Error) this.battle.say(error instanceof Refused ? error.failure.text : error.message, null);
          return false;
        }
        await this.newsAfter(version);
      }
    }
    return false;
  }

  /** A marker at the chosen unit; then the next unit without one is chosen. */
  async markOn(label: string): Promise<void> {
    const id = this.battle.selected;
    if (id === null || !(await this.mark(id, label))) return;
    const open = this.unmarked;
    const next = open.find((other) => other > id) ?? open[0];
    this.battle.select(next ?? null);
  }

  /** The same marker to all that have none and may have it. */
  async markRest(label: string): Promise<void> {
    for (const id of this.unmarked) {
      const order = orderNamed(this.sheet.find((row) => row.unit === id), label);
      if (order && !order.refused && !(await this.mark(id, label))) return;
    }
  }

  private async newsAfter(version: number): Promise<void> {
    for (let i = 0; i < 100 && this.battle.news?.version === version; i++) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Asks for the choices of every unit once, and later for those of units that look different. */
  async refresh(before: News | null): Promise<void> {
    const news = this.battle.news!;
    // It is nobody's turn in particular: both sides decide, and one of them may be done already.
    const isShared = news.view.active === null && this.battle.isMyTurn;
    const isSealed = isShared && news.actors.units.length > 0;
    const now = (of: News | null) => `${of?.seat} ${of?.view.round} ${of?.view.steps.find((step) => step.is_current)?.name}`;
    // When a side has placed its last marker it may still change its mind.
    const goesOn = isShared && this.sheet.length > 0 && now(before) === now(news);
    if (!isSealed && !goesOn) return void (this.sheet = []);
    const look = (of: News | null, id: number) => JSON.stringify(of?.view.units.find((unit) => unit.id === id)?.signs);
    const rows: SheetRow[] = [];
    for (const unit of news.view.units.filter((one) => one.side === this.battle.seat && one.on_table && one.kind !== "general")) {
      const old = goesOn ? this.sheet.find((row) => row.unit === unit.id) : undefined;
      const isSame = old && look(before, unit.id) === look(news, unit.id);
      rows.push(isSame ? old : { unit: unit.id, orders: await this.battle.ordersOf(unit.id) });
      if (now(this.battle.news) !== now(news)) return;
    }
    this.sheet = rows;
  }
}
