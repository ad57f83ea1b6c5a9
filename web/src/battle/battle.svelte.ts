// A battle as this page holds it: what the server said, what the player has chosen, what he is about to do.
import { untrack } from "svelte";
import type {
  Answer, Ask, ClauseText, FormationView, Hello, LegView, LogEntry, News, OrderLine, Pace, Point, Preview, RangeRing, RegionView, Seat, Side,
  SightView, Summary, TapeEnd, UnitView,
} from "../wire";
import { socketAddress } from "../lib/api";
import { addStop, fillTemplate, legsOf, redraw, roughPose, type Stroke } from "../lib/legs";
import { mergeLog } from "../lib/log";
import { keptPasses, keepPasses } from "../lib/passes";
import { Refused, Talk, type Line } from "../lib/socket";
import { thrownBy, trailsOf } from "../lib/trails";
import type { Thrown, Trail } from "../map/scene";
import { Marking } from "./marking.svelte";

/** A move being drawn. */
export type Draft = {
  region: RegionView;
  label: string;
  strokes: readonly Stroke[];
  /** An act that has to come first, found by asking the server. */
  first: string | null;
  preview: Preview | null;
  /** The preview is of the strokes as they are now. */
  isFresh: boolean;
};

/** An order being weighed before it is given. */
export type Weighed = { order: OrderLine; preview: Preview | null };
export type Note = { text: string; clause: string | null; isBad: boolean };
export type Tool = "hand" | "tape" | "sight";

const PREVIEW_GAP = 90;

export class Battle {
  line = $state<Line>("joining");
  hello = $state.raw<Hello | null>(null);
  news = $state.raw<News | null>(null);
  log = $state.raw<LogEntry[]>([]);
  selected = $state<number | null>(null);
  hovered = $state<number | null>(null);
  orders = $state.raw<OrderLine[]>([]);
  sideOrders = $state.raw<OrderLine[]>([]);
  /** The buttons are those of the version before: shown until the new ones come, so that the page does not jump. */
  areSideOrdersOld = $state(false);
  rings = $state.raw<RangeRing[]>([]);
  /** Units chosen to act as one, in the order of choice; empty while there is only one. */
  together = $state.raw<number[]>([]);
  formations = $state.raw<FormationView[]>([]);
  /** Kinds of things that this seat lets pass without being asked. */
  passes = $state.raw<ReadonlyMap<string, string>>(new Map());
  trails = $state.raw<Trail[]>([]);
  readonly marking = new Marking(this);
  draft = $state.raw<Draft | null>(null);
  weighed = $state.raw<Weighed | null>(null);
  note = $state.raw<Note | null>(null);
  clause = $state.raw<ClauseText | null>(null);
  summary = $state.raw<Summary | null>(null);
  tool = $state<Tool>("hand");
  tape = $state.raw<{ from: Point; to: Point; text: string } | null>(null);
  sight = $state.raw<SightView | null>(null);
  isBusy = $state(false);
  /** The side that must take the chair, when a curtain is wanted between sides. */
  curtain = $state<Side | null>(null);
  wantsCurtain = $state(false);

  readonly talk: Talk;
  private token: string;
  private seatTokens = new Map<Seat, string>();
  private isPreviewing = false;
  private mustPreview = false;
  /** A unit was dragged before its orders came: the move begins when they are there. */
  private waitingStroke: Stroke | null = null;
  /** The orders of the chosen unit have come. */
  areOrdersKnown = $state(false);

  constructor(
    readonly game: string,
    readonly tokens: readonly string[],
  ) {
    this.token = tokens[0] ?? "";
    this.talk = new Talk(() => socketAddress(game, this.token), {
      hello: (hello) => this.heardHello(hello),
      news: (news) => this.heardNews(news),
      line: (line) => (this.line = line),
    });
  }

  get units(): UnitView[] {
    return this.news?.view.units ?? [];
  }

  get chosen(): UnitView | null {
    return this.units.find((unit) => unit.id === this.selected) ?? null;
  }

  get seat(): Seat {
    return this.news?.seat ?? this.hello?.seat ?? "spectator";
  }

  get isHotSeat(): boolean {
    return this.tokens.length > 1;
  }

  /** The move that the chosen unit may make. */
  get region(): RegionView | null {
    return this.orders.find((order) => order.region)?.region ?? null;
  }

  get isMyTurn(): boolean {
    return this.news?.prompt.some((prompt) => prompt.side === this.seat) ?? false;
  }

  unit(id: number | null): UnitView | null {
    return this.units.find((unit) => unit.id === id) ?? null;
  }

  /** What was thrown with the newest order, to be shown beside the unit. */
  get thrown(): Thrown | null {
    return thrownBy(this.log.at(-1));
  }

  /** The order that ends what the side is doing: a bare word, such as "end_step"; else the only one there is. */
  get mainOrder(): OrderLine | null {
    const bare = this.sideOrders.filter((order) => typeof order.command === "string");
    const pass = this.news?.reaction?.pass;
    const passing = pass === undefined ? undefined : this.sideOrders.find((order) => JSON.stringify(order.command) === JSON.stringify(pass));
    return passing ?? bare.at(-1) ?? (this.sideOrders.length === 1 ? this.sideOrders[0]! : null);
  }

  leave(): void {
    this.talk.close();
  }

  select(id: number | null): void {
    if (id === this.selected && this.orders.length > 0 && this.together.length === 0) return;
    this.selected = id;
    this.together = [];
    this.waitingStroke = null;
    this.areOrdersKnown = false;
    this.draft = null;
    this.weighed = null;
    this.orders = [];
    this.rings = [];
    void this.refreshChosen();
  }

  /** Takes a unit into what is chosen together, or out of it. */
  toggle(id: number): void {
    if (this.selected === null || this.selected === id) {
      if (this.together.length === 0) return this.select(id);
    }
    const chosen = this.together.length > 0 ? this.together : [this.selected!];
    this.chooseTogether(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  }

  chooseTogether(ids: readonly number[]): void {
    if (ids.length < 2) return this.select(ids[0] ?? null);
    this.draft = null;
    this.weighed = null;
    this.orders = [];
    this.rings = [];
    this.selected = ids[0]!;
    this.together = [...ids];
    this.areOrdersKnown = false;
    void this.refreshChosen();
  }

  /** Steps back by one: the draft, the weighed order, the tool, the choice. */
  cancel(): void {
    if (this.clause) this.clause = null;
    else if (this.draft) this.draft = null;
    else if (this.weighed) this.weighed = null;
    else if (this.tool !== "hand") this.setTool("hand");
    else if (this.together.length > 0) this.select(this.selected);
    else this.select(null);
    this.note = null;
  }

  // ------------------------------------------------------------------ moves

  startDraft(strokes: readonly Stroke[] = []): boolean {
    const { region } = this;
    if (!region) return false;
    this.weighed = null;
    this.draft = { region, label: this.chosen?.name ?? "", strokes, first: null, preview: null, isFresh: false };
    void this.refreshPreview();
    return true;
  }

  redraw(stroke: Stroke): void {
    if (!this.draft) this.startDraft();
    if (this.draft) this.setStrokes(redraw(this.draft.strokes, stroke));
    else if (this.areOrdersKnown) this.sayWhyNoMove();
    else this.waitingStroke = stroke;
  }

  addStop(at: Point): void {
    if (!this.draft) this.startDraft();
    if (this.draft) this.setStrokes(addStop(this.draft.strokes, at));
  }

  addStroke(stroke: Stroke): void {
    if (!this.draft) this.startDraft();
    if (this.draft) this.setStrokes([...this.draft.strokes, stroke]);
  }

  dropStroke(): void {
    if (this.draft) this.setStrokes(this.draft.strokes.slice(0, -1));
  }

  async giveDraft(): Promise<void> {
    const { draft } = this;
    if (draft) await this.command(draftCommand(draft, draft.first));
  }

  // ------------------------------------------------------------------ orders

  /** Shows what an order would bring before it is given; those that decide nothing by dice are given at once. */
  async weigh(order: OrderLine): Promise<void> {
    if (order.region) return void this.startDraft();
    if (order.refused) return this.say(order.refused.text, order.refused.clause);
    this.draft = null;
    this.weighed = { order, preview: null };
    const answer = await this.ask<"preview">({ kind: "preview", command: order.command });
    if (!answer || this.weighed?.order !== order) return;
    this.weighed = { order, preview: answer.preview };
  }

  /** A decision of the whole side: given at once, unless dice will be thrown for it. */
  async decide(order: OrderLine): Promise<void> {
    if (typeof order.command === "string" || order.refused) return void (order.refused ? this.weigh(order) : this.give(order));
    const answer = await this.ask<"preview">({ kind: "preview", command: order.command });
    if (!answer) return;
    if (answer.preview.kind === "certain") return this.give(order);
    this.draft = null;
    this.weighed = { order, preview: answer.preview };
  }

  previewOf(order: OrderLine): Promise<Preview | null> {
    return this.ask<"preview">({ kind: "preview", command: order.command }).then((answer) => answer?.preview ?? null);
  }

  async ordersOf(unit: number): Promise<OrderLine[]> {
    return (await this.ask<"orders">({ kind: "orders", unit }))?.orders ?? [];
  }

  /** Lets what may be reacted to pass: this one, or from now on all of its kind. */
  async letPass(): Promise<void> {
    const reaction = this.news?.reaction;
    if (reaction) await this.command(reaction.pass);
  }

  setPass(kind: string, words: string, isOn: boolean): void {
    const passes = new Map(this.passes);
    if (isOn) passes.set(kind, words);
    else passes.delete(kind);
    this.passes = passes;
    keepPasses(this.game, this.seat, passes);
    if (this.news) this.passIfWanted(this.news);
  }

  async give(order: OrderLine): Promise<void> {
    if (order.refused) return this.say(order.refused.text, order.refused.clause);
    await this.command(order.command);
  }

  /** The lines of the panel that are aimed at this unit, lawful ones first. */
  ordersAt(target: number): OrderLine[] {
    return this.orders.filter((order) => order.target === target).sort((a, b) => Number(!!a.refused) - Number(!!b.refused));
  }

  async undo(): Promise<void> {
    const { news } = this;
    if (!news) return;
    if (!news.can_undo) return this.say(news.undo_refused ?? "There is nothing to take back.", null);
    await this.ask<"done">({ kind: "undo", version: news.version });
  }

  async setPace(pace: Pace): Promise<void> {
    await this.ask<"done">({ kind: "pace", pace });
  }

  // ------------------------------------------------------------------ questions

  setTool(tool: Tool): void {
    this.tool = tool;
    this.tape = null;
    this.sight = null;
  }

  async measure(from: TapeEnd, to: TapeEnd, line: { from: Point; to: Point }): Promise<void> {
    const answer = await this.ask<"measure">({ kind: "measure", from, to });
    if (answer) this.tape = { ...line, text: answer.measure.text };
  }

  async look(from: number, to: number): Promise<void> {
    const answer = await this.ask<"sight">({ kind: "sight", from, to });
    if (!answer) return;
    this.sight = answer.sight;
    const { clear, blocked_by, clause } = answer.sight;
    this.say(clear ? "The line of sight is clear." : `The line of sight is blocked by ${blocked_by ?? "something"}.`, clause, "plain");
  }

  async openClause(id: string): Promise<void> {
    const answer = await this.ask<"clause">({ kind: "clause", clause: id });
    if (answer) this.clause = answer.clause;
  }

  async askSummary(): Promise<void> {
    const answer = await this.ask<"summary">({ kind: "summary" });
    if (answer) this.summary = answer.summary;
  }

  say(text: string, clause: string | null, manner: "bad" | "plain" = "bad"): void {
    this.note = { text, clause, isBad: manner === "bad" };
  }

  /** Two people in one chair: the other side's seat is taken. */
  async sit(side: Side): Promise<void> {
    const token = this.seatTokens.get(side) ?? this.tokens.find((other) => other !== this.token);
    this.curtain = null;
    if (!token || token === this.token) return;
    this.token = token;
    this.select(null);
    await this.ask<"done">({ kind: "sit", token });
  }

  // ------------------------------------------------------------------ hearing

  private heardHello(hello: Hello): void {
    this.hello = hello;
    this.seatTokens.set(hello.seat, this.token);
    this.passes = keptPasses(this.game, hello.seat);
    this.log = [];
    document.title = `${hello.title} · Longroll`;
  }

  private heardNews(news: News): void {
    const before = this.news;
    const isNew = news.version !== before?.version || news.seat !== before?.seat;
    if (news.version !== before?.version) this.trails = trailsOf(before, news, this.trails);
    this.news = news;
    this.log = mergeLog(this.log, news.log_from, news.log);
    if (isNew) {
      this.waitingStroke = null;
      this.areOrdersKnown = false;
      this.draft = null;
      this.weighed = null;
      this.tape = null;
      this.sight = null;
      if (news.view.outcome) void this.askSummary();
      // One unit alone has something to do, such as going where it was thrown for: it is the one that is meant.
      const [only, ...others] = news.actors.units;
      if (only !== undefined && others.length === 0 && !news.reaction && !news.actors.side && this.selected !== only) this.select(only);
      if (this.together.some((id) => !this.unit(id)?.on_table)) this.together = [];
      void untrack(() => this.refreshChosen());
      void this.refreshFormations();
      void this.marking.refresh(before);
      this.areSideOrdersOld = true;
      if (news.actors.side) void this.refreshSide();
      else this.sideOrders = [];
    }
    this.changeSeats(news);
    this.passIfWanted(news);
  }

  private passIfWanted(news: News): void {
    if (news.reaction && this.passes.has(news.reaction.kind) && this.curtain === null && !this.isBusy) void this.letPass();
  }

  private async refreshFormations(): Promise<void> {
    if (this.seat === "spectator") return;
    const version = this.news?.version;
    const answer = await this.ask<"formations">({ kind: "formations" });
    if (answer && this.news?.version === version) this.formations = answer.formations;
  }

  private changeSeats(news: News): void {
    if (!this.isHotSeat || news.prompt.length === 0) return;
    if (news.prompt.some((prompt) => prompt.side === news.seat)) return;
    const side = news.prompt[0]!.side;
    if (this.wantsCurtain) this.curtain = side;
    else void this.sit(side);
  }

  private async refreshSide(): Promise<void> {
    const version = this.news?.version;
    const answer = await this.ask<"orders">({ kind: "side_orders" });
    if (answer && this.news?.version === version) {
      this.sideOrders = answer.orders;
      this.areSideOrdersOld = false;
    }
  }

  private async refreshChosen(): Promise<void> {
    const { chosen } = this;
    if (!chosen) return;
    if (!chosen.on_table) return this.select(null);
    const isMine = chosen.side === this.seat;
    const { together } = this;
    const question: Ask = together.length > 0 ? { kind: "orders_together", units: together } : { kind: "orders", unit: chosen.id };
    const [orders, ranges] = await Promise.all([
      isMine && this.isMyTurn ? this.ask<"orders">(question) : null,
      this.ask<"ranges">({ kind: "ranges", unit: chosen.id }),
    ]);
    if (this.selected !== chosen.id || this.together !== together) return;
    this.orders = orders?.orders ?? [];
    this.areOrdersKnown = true;
    this.rings = ranges?.ranges ?? [];
    if (this.waitingStroke && this.region) this.startDraft([this.waitingStroke]);
    else if (this.waitingStroke) this.sayWhyNoMove();
    this.waitingStroke = null;
  }

  private sayWhyNoMove(): void {
    const refused = this.orders.find((order) => order.refused)?.refused;
    if (refused) this.say(refused.text, refused.clause);
  }

  private setStrokes(strokes: readonly Stroke[]): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, strokes, isFresh: false };
    void this.refreshPreview();
  }

  /** Asks about the newest draft only, one question at a time. */
  private async refreshPreview(): Promise<void> {
    this.mustPreview = true;
    if (this.isPreviewing) return;
    this.isPreviewing = true;
    while (this.mustPreview && this.draft) {
      this.mustPreview = false;
      const asked = this.draft;
      if (asked.strokes.length === 0) break;
      const found = await this.tryDraft(asked);
      if (found && this.draft && this.draft.region === asked.region) this.draft = { ...this.draft, ...found, isFresh: this.draft.strokes === asked.strokes };
      await new Promise((resolve) => setTimeout(resolve, PREVIEW_GAP));
    }
    this.isPreviewing = false;
  }

  /** If the path is refused as it is, perhaps one of the unit's acts makes it lawful: guns limber before they drive. */
  private async tryDraft(draft: Draft): Promise<{ preview: Preview; first: string | null } | null> {
    const goes = draft.strokes.some((stroke) => "go" in stroke);
    const firsts: (string | null)[] = [draft.first, null, ...(goes ? draft.region.acts : [])];
    let refusal: Preview | null = null;
    for (const first of new Set(firsts)) {
      const answer = await this.ask<"preview">({ kind: "preview", command: draftCommand(draft, first) });
      if (!answer) return null;
      if (answer.preview.kind !== "refused") return { preview: answer.preview, first };
      if (first === null || refusal === null) refusal = answer.preview;
    }
    return refusal && { preview: refusal, first: null };
  }

  private async command(command: unknown): Promise<void> {
    const version = this.news?.version;
    if (version === undefined || this.isBusy) return;
    this.isBusy = true;
    this.note = null;
    const done = await this.ask<"done">({ kind: "command", version, command });
    this.isBusy = false;
    if (!done) return;
    this.draft = null;
    this.weighed = null;
    // News may have come before the answer, while nothing else could be sent.
    if (this.news && this.news.version !== version) this.passIfWanted(this.news);
  }

  private async ask<K extends Answer["kind"]>(ask: Ask): Promise<Extract<Answer, { kind: K }> | null> {
    try {
      return await this.talk.ask<K>(ask);
    } catch (error) {
      if (error instanceof Refused) this.say(error.failure.text, error.failure.clause);
      else if (error instanceof Error) this.say(error.message, null);
      return null;
    }
  }
}

export function draftCommand(draft: Draft, first: string | null): unknown {
  const legs: LegView[] = legsOf(draft.region, draft.strokes);
  return fillTemplate(draft.region, first === null ? legs : [{ act: first }, ...legs]);
}

export function draftPose(draft: Draft) {
  return roughPose(draft.region, draft.strokes);
}
