// What the player points at and has chosen, and what may be ordered of it now.
import { untrack } from "svelte";
import type { Ask, FormationView, News, OrderLine, RangeRing, RegionView, UnitView } from "../wire";
import type { Connection } from "./connection.svelte";

export class Selection {
  selected = $state<number | null>(null);
  hovered = $state<number | null>(null);
  /** Units chosen to act as one, in the order of choice; empty while there is only one. */
  together = $state.raw<number[]>([]);
  orders = $state.raw<OrderLine[]>([]);
  /** The orders of the chosen unit have come. */
  areOrdersKnown = $state(false);
  rings = $state.raw<RangeRing[]>([]);
  sideOrders = $state.raw<OrderLine[]>([]);
  /** The buttons are those of the version before: shown until the new ones come, so that the page does not jump. */
  areSideOrdersOld = $state(false);
  formations = $state.raw<FormationView[]>([]);

  /** Called when something else is chosen, and when the orders of the chosen unit have come. */
  onChange: () => void = () => {};
  onOrders: () => void = () => {};

  constructor(private readonly connection: Connection) {
    connection.onNews((before, now, isNew) => {
      if (before && before.seat !== now.seat) this.choose(null, []);
      if (isNew) this.refresh(now);
    });
  }

  get chosen(): UnitView | null {
    return this.connection.unit(this.selected);
  }

  get isMine(): boolean {
    return this.chosen !== null && this.chosen.side === this.connection.seat;
  }

  /** The move that the chosen unit may make. */
  get region(): RegionView | null {
    return this.orders.find((order) => order.region)?.region ?? null;
  }

  /** The order that ends what the side is doing: a bare word, such as "end_step"; else the only one there is. */
  get mainOrder(): OrderLine | null {
    const bare = this.sideOrders.filter((order) => typeof order.command === "string");
    const pass = this.connection.news?.reaction?.pass;
    const passing =
      pass === undefined
        ? undefined
        : this.sideOrders.find((order) => JSON.stringify(order.command) === JSON.stringify(pass));
    return passing ?? bare.at(-1) ?? (this.sideOrders.length === 1 ? this.sideOrders[0]! : null);
  }

  select(id: number | null): void {
    if (id === this.selected && this.orders.length > 0 && this.together.length === 0) return;
    this.choose(id, []);
  }

  /** Takes a unit into what is chosen together, or out of it. */
  toggle(id: number): void {
    if ((this.selected === null || this.selected === id) && this.together.length === 0) return this.select(id);
    const chosen = this.together.length > 0 ? this.together : [this.selected!];
    this.chooseTogether(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  }

  chooseTogether(ids: readonly number[]): void {
    if (ids.length < 2) return this.select(ids[0] ?? null);
    this.choose(ids[0]!, [...ids]);
  }

  /** The lines of the panel that are aimed at this unit, lawful ones first. */
  ordersAt(target: number): OrderLine[] {
    const aimed = this.orders.filter((order) => order.target === target);
    return aimed.sort((a, b) => Number(!!a.refused) - Number(!!b.refused));
  }

  async ordersOf(unit: number): Promise<OrderLine[]> {
    return (await this.connection.ask<"orders">({ kind: "orders", unit }))?.orders ?? [];
  }

  private choose(id: number | null, together: number[]): void {
    this.selected = id;
    this.together = together;
    this.orders = [];
    this.areOrdersKnown = false;
    this.rings = [];
    this.onChange();
    void this.refreshChosen();
  }

  private refresh(news: News): void {
    this.areOrdersKnown = false;
    // One unit alone has something to do, such as going where it was thrown for: it is the one that is meant.
    const [only, ...others] = news.actors.units;
    const isOnly = only !== undefined && others.length === 0 && !news.reaction && !news.actors.side;
    if (isOnly && this.selected !== only) this.select(only);
    if (this.together.some((id) => !this.connection.unit(id)?.on_table)) this.together = [];
    void untrack(() => this.refreshChosen());
    void this.refreshFormations();
    this.areSideOrdersOld = true;
    if (news.actors.side) void this.refreshSide();
    else this.sideOrders = [];
  }

  private async refreshChosen(): Promise<void> {
    const { chosen, together } = this;
    if (!chosen) return;
    if (!chosen.on_table) return this.select(null);
    const question: Ask =
      together.length > 0 ? { kind: "orders_together", units: together } : { kind: "orders", unit: chosen.id };
    const [orders, ranges] = await Promise.all([
      this.isMine && this.connection.isMyTurn ? this.connection.ask<"orders">(question) : null,
      this.connection.ask<"ranges">({ kind: "ranges", unit: chosen.id }),
    ]);
    if (this.selected !== chosen.id || this.together !== together) return;
    this.orders = orders?.orders ?? [];
    this.areOrdersKnown = true;
    this.rings = ranges?.ranges ?? [];
    this.onOrders();
  }

  private async refreshSide(): Promise<void> {
    const version = this.connection.news?.version;
    const answer = await this.connection.ask<"orders">({ kind: "side_orders" });
    if (!answer || this.connection.news?.version !== version) return;
    this.sideOrders = answer.orders;
    this.areSideOrdersOld = false;
  }

  private async refreshFormations(): Promise<void> {
    if (this.connection.seat === "spectator") return;
    const version = this.connection.news?.version;
    const answer = await this.connection.ask<"formations">({ kind: "formations" });
    if (answer && this.connection.news?.version === version) this.formations = answer.formations;
  }
}
