// What the player is about to do: a move being drawn, or an order being weighed before it is given.
import type { LegView, OrderLine, Point, Pose, Preview, RegionView } from "../wire";
import { addStop, fillTemplate, legsOf, redraw, roughPose, type Stroke } from "../lib/legs";
import { setting } from "../lib/settings";
import type { Connection } from "./connection.svelte";
import type { Selection } from "./selection.svelte";

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

/** Ending a step, and a unit that could still move or fire in it. */
export type Doubt = { order: OrderLine; unit: number };

const asksKept = setting<"on" | "off">("ask-before-ending", "on");

/** The server has heard too much at once: so long no more questions about the move that is being drawn, in milliseconds. */
const REST = 100;

export class Drafting {
  draft = $state.raw<Draft | null>(null);
  weighed = $state.raw<Weighed | null>(null);
  /** A step is about to be ended while somebody can still move or fire. */
  doubt = $state.raw<Doubt | null>(null);

  private isPreviewing = false;
  private mustPreview = false;
  /** A unit was dragged before its orders came: the move begins when they are there. */
  private waitingStroke: Stroke | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly selection: Selection,
  ) {
    selection.onChange = () => this.drop();
    selection.onOrders = () => this.ordersCame();
    connection.onNews((_before, _now, isNew) => isNew && this.drop());
  }

  drop(): void {
    this.draft = null;
    this.weighed = null;
    this.doubt = null;
    this.waitingStroke = null;
  }

  // ------------------------------------------------------------------ moves

  startDraft(strokes: readonly Stroke[] = []): boolean {
    const { region, chosen } = this.selection;
    if (!region) return false;
    this.weighed = null;
    this.draft = { region, label: chosen?.name ?? "", strokes, first: null, preview: null, isFresh: false };
    void this.refreshPreview();
    return true;
  }

  redraw(stroke: Stroke): void {
    if (!this.draft) this.startDraft();
    if (this.draft) this.setStrokes(redraw(this.draft.strokes, stroke));
    else if (this.selection.areOrdersKnown) this.sayWhyNoMove();
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
    if (!draft || !(await this.connection.command(draftCommand(draft, draft.first)))) return;
    if (this.draft?.region === draft.region) this.draft = null;
  }

  // ------------------------------------------------------------------ orders

  /** Shows what an order would bring before it is given. */
  async weigh(order: OrderLine): Promise<void> {
    if (order.region) return void this.startDraft();
    if (order.refused) return this.connection.say(order.refused.text, order.refused.clause);
    this.draft = null;
    this.weighed = { order, preview: null };
    // The first word at once; what it left open or drew for is worked out better while the player reads.
    for (const manner of ["quick", "patient"] as const) {
      const preview = await this.previewOf(order, manner);
      if (!preview || this.weighed?.order !== order) return;
      this.weighed = { order, preview };
      if (preview.kind !== "odds" || preview.method.kind === "exact") return;
    }
  }

  /** A decision of the whole side: given at once, unless dice will be thrown for it. */
  async decide(order: OrderLine): Promise<void> {
    if (order.refused) return this.weigh(order);
    if (typeof order.command === "string") {
      const isSure = this.doubt?.order === order || !(await this.findDoubt(order));
      return isSure ? this.give(order) : undefined;
    }
    const preview = await this.previewOf(order);
    if (!preview) return;
    if (preview.kind === "certain") return this.give(order);
    this.draft = null;
    this.weighed = { order, preview };
  }

  /** From now on steps are ended without asking. */
  doubtNoMore(): void {
    asksKept.write("off");
    if (this.doubt) void this.give(this.doubt.order);
  }

  /** Is somebody left who could move or fire? Asked once; the same order again is meant. */
  private async findDoubt(order: OrderLine): Promise<boolean> {
    const { news } = this.connection;
    if (!news || news.reaction || asksKept.read() === "off") return false;
    for (const unit of news.actors.units) {
      const orders = await this.selection.ordersOf(unit);
      if (this.connection.news !== news) return true;
      if (orders.some((one) => !one.refused && (one.region !== null || one.target !== null))) {
        this.doubt = { order, unit };
        return true;
      }
    }
    return false;
  }

  async give(order: OrderLine): Promise<void> {
    if (order.refused) return this.connection.say(order.refused.text, order.refused.clause);
    if ((await this.connection.command(order.command)) && this.weighed?.order === order) this.weighed = null;
  }

  /** Quick: within a tenth of a second, even if the answer is rougher. */
  async previewOf(order: OrderLine, manner: "quick" | "patient" = "patient"): Promise<Preview | null> {
    const quick = manner === "quick";
    const answer = await this.connection.ask<"preview">({ kind: "preview", command: order.command, quick });
    return answer?.preview ?? null;
  }

  private ordersCame(): void {
    if (this.waitingStroke && this.selection.region) this.startDraft([this.waitingStroke]);
    else if (this.waitingStroke) this.sayWhyNoMove();
    this.waitingStroke = null;
  }

  private sayWhyNoMove(): void {
    const refused = this.selection.orders.find((order) => order.refused)?.refused;
    if (refused) this.connection.say(refused.text, refused.clause);
  }

  private setStrokes(strokes: readonly Stroke[]): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, strokes, isFresh: false };
    void this.refreshPreview();
  }

  /** Asks about the newest draft only, one question at a time, at most one in a frame. */
  private async refreshPreview(): Promise<void> {
    this.mustPreview = true;
    if (this.isPreviewing) return;
    this.isPreviewing = true;
    while (this.mustPreview && this.draft) {
      this.mustPreview = false;
      const asked = this.draft;
      if (asked.strokes.length === 0) break;
      const found = await this.tryDraft(asked);
      if (found === "busy") {
        this.mustPreview = true;
        await new Promise((resolve) => setTimeout(resolve, REST));
      } else if (found && this.draft && this.draft.region === asked.region) {
        this.draft = { ...this.draft, ...found, isFresh: this.draft.strokes === asked.strokes };
        if (this.mustPreview) await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }
    this.isPreviewing = false;
  }

  /** If the path is refused as it is, perhaps one of the unit's acts makes it lawful: guns limber before they drive. */
  private async tryDraft(draft: Draft): Promise<{ preview: Preview; first: string | null } | "busy" | null> {
    const goes = draft.strokes.some((stroke) => "go" in stroke);
    const firsts: (string | null)[] = [draft.first, null, ...(goes ? draft.region.acts : [])];
    let refusal: Preview | null = null;
    for (const first of new Set(firsts)) {
      const answer = await this.connection.askUnlessBusy({ kind: "preview", command: draftCommand(draft, first) });
      if (answer === null || answer === "busy") return answer;
      if (answer.preview.kind !== "refused") return { preview: answer.preview, first };
      if (first === null || refusal === null) refusal = answer.preview;
    }
    return refusal && { preview: refusal, first: null };
  }
}

export function draftCommand(draft: Draft, first: string | null): unknown {
  const legs: LegView[] = legsOf(draft.region, draft.strokes);
  return fillTemplate(draft.region, first === null ? legs : [{ act: first }, ...legs]);
}

export function draftPose(draft: Draft): Pose {
  return roughPose(draft.region, draft.strokes);
}
