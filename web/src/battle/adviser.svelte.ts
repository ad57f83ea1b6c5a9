// What a general would do: asked for, shown on the map, followed; and a warning before an order that costs much.
import type { Advice, AdvisedOrder } from "../wire";
import { setting } from "../lib/settings";
import type { Connection } from "./connection.svelte";

const warnsKept = setting<"on" | "off">("warn-before-costly-orders", "off");

/** An order that costs more than this is worth a warning, in thousandths of a battle. */
const COSTLY = 100;

export class Adviser {
  advice = $state.raw<Advice | null>(null);
  /** The order that the pointer is on: it is drawn on the map. */
  shown = $state.raw<AdvisedOrder | null>(null);
  isAsking = $state(false);
  /** An order that was held back, and what a general would rather do. */
  warning = $state.raw<{ order: AdvisedOrder; better: AdvisedOrder } | null>(null);
  private warns = $state(warnsKept.read() === "on");
  /** What the player has been warned of and means all the same. */
  private isMeant = false;

  constructor(private readonly connection: Connection) {
    connection.onNews((_before, _now, isNew) => isNew && this.drop());
    connection.mayGive = (command) => this.mayGive(command);
  }

  /** Two people who play each other are not advised. */
  get isAllowed(): boolean {
    const { news, seat } = this.connection;
    return news !== null && news.seal === null && seat !== "spectator" && !news.view.outcome;
  }

  get isWarning(): boolean {
    return this.warns;
  }

  set isWarning(isOn: boolean) {
    this.warns = isOn;
    warnsKept.write(isOn ? "on" : "off");
  }

  drop(): void {
    this.advice = null;
    this.shown = null;
    this.warning = null;
  }

  async ask(): Promise<void> {
    const { news } = this.connection;
    if (!news || this.isAsking) return;
    this.drop();
    this.isAsking = true;
    const answer = await this.connection.ask<"advice">({ kind: "advice", version: news.version });
    this.isAsking = false;
    if (!answer || this.connection.news?.version !== news.version) return;
    this.advice = answer.advice;
    this.shown = answer.advice.candidates[0] ?? null;
  }

  async follow(order: AdvisedOrder): Promise<void> {
    this.isMeant = true;
    await this.connection.command(order.command);
    this.isMeant = false;
  }

  private async mayGive(command: unknown): Promise<boolean> {
    const { news } = this.connection;
    if (!this.warns || this.isMeant || !this.isAllowed || !news) return true;
    this.isAsking = true;
    const answer = await this.connection.ask<"advice">({ kind: "weigh", version: news.version, command });
    this.isAsking = false;
    const [better, order] = answer?.advice.candidates ?? [];
    if (!better || !order || order.behind < COSTLY || !order.is_certain) return true;
    this.warning = { order, better };
    this.shown = better;
    return false;
  }
}
