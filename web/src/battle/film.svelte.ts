// The film of a battle: whatever happens is seen happening, in the order of the log. The game itself never waits for it.
import type { LogEntry, News, TableView } from "../wire";
import { logUntil, shotsOf } from "../lib/film";
import { Player } from "../lib/player.svelte";
import { trailsOf } from "../lib/trails";
import type { Trail } from "../map/scene";
import { keepSeen, lastSeen } from "../lib/seen";
import type { Connection } from "./connection.svelte";

/** What happened while nobody looked. */
export type Missed = { after: number; entries: LogEntry[] };

export class Film extends Player {
  /** Where units went with the newest order. */
  trails = $state.raw<Trail[]>([]);
  missed = $state.raw<Missed | null>(null);
  /** The table as it was before news whose film is still being fetched. */
  private held = $state.raw<TableView | null>(null);
  /** The version up to which everything was shown or is in the reel. */
  private loaded = 0;
  private isLoading = false;

  constructor(private readonly connection: Connection) {
    super();
    connection.onNews((before, now, isNew) => {
      if (before?.version !== now.version) this.trails = trailsOf(before, now, this.trails);
      if (isNew) this.heard(before, now);
    });
    this.onEnd = () => this.looked();
  }

  /** What the map shows: the film, or the table as it is. */
  get table(): TableView | null {
    return this.view ?? this.held ?? this.connection.news?.view ?? null;
  }

  /** Something of the other side is being shown: what the player may do about it comes after. */
  get holdsBack(): boolean {
    const { seat } = this.connection;
    if (this.isShared) return false;
    return this.held !== null || this.reel.slice(this.at).some((shot) => shot.entry.by !== seat);
  }

  /** The log as far as it has been shown. */
  get log(): readonly LogEntry[] {
    return this.shot ? logUntil(this.connection.log, this.shot) : this.connection.log;
  }

  /** Shows again what happened since somebody last looked. */
  async showMissed(): Promise<void> {
    const { missed } = this;
    this.missed = null;
    if (!missed) return;
    if (this.pace === "once") this.pace = "steady";
    const answer = await this.connection.ask<"film">({ kind: "film", after: missed.after });
    if (answer) this.load(shotsOf(answer.before, answer.steps, this.connection.log));
  }

  dismissMissed(): void {
    this.missed = null;
    this.looked();
  }

  override skip(): void {
    this.held = null;
    super.skip();
  }

  /** Two in one chair who hide nothing from each other. */
  private get isShared(): boolean {
    return this.connection.isHotSeat && !this.connection.wantsCurtain;
  }

  private heard(before: News | null, now: News): void {
    const isHere = before !== null && (before.seat === now.seat || this.isShared);
    if (!isHere) {
      this.clear();
      this.held = null;
      this.loaded = now.version;
      this.findMissed(now);
      return;
    }
    if (this.pace === "once") {
      this.loaded = now.version;
      this.card = null;
      return this.looked();
    }
    if (!this.isRunning) this.held ??= before.view;
    void this.fetch();
  }

  /** Fetches the film of what is new, one question at a time. */
  private async fetch(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    while (this.loaded < (this.connection.news?.version ?? 0) && this.pace !== "once") {
      const after = this.loaded;
      const { seat } = this.connection;
      const answer = await this.connection.ask<"film">({ kind: "film", after });
      const { news } = this.connection;
      if (!answer || !news) break;
      if (news.seat !== seat) continue;
      // The server may be ahead of the news: what it says beyond them comes again.
      const steps = answer.steps.filter((step) => step.entry > after && step.entry <= news.version);
      this.loaded = news.version;
      this.held = null;
      this.add(shotsOf(answer.before, steps, this.connection.log));
    }
    this.isLoading = false;
    this.held = null;
    this.loaded = this.connection.news?.version ?? this.loaded;
    if (!this.isRunning) this.looked();
  }

  private findMissed(now: News): void {
    const seen = lastSeen(this.connection.game, now.seat);
    const entries = this.connection.log.filter(
      (entry) =>
        entry.number > (seen ?? now.version) && entry.by !== now.seat && !entry.undone && entry.lines.length > 0,
    );
    if (seen === null || entries.length === 0) return this.looked();
    this.missed = { after: seen, entries };
  }

  /** Everything up to now has been shown to this seat. Two in one chair without a curtain look together. */
  private looked(): void {
    const { news, game, seat } = this.connection;
    if (!news || this.missed) return;
    keepSeen(game, seat, news.version);
    if (this.isShared && seat !== "spectator") keepSeen(game, seat === "blue" ? "gray" : "blue", news.version);
  }
}
