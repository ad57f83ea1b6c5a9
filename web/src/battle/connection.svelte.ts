// What the server said: the line to it, the seat, the news and the log. Everything sent to the server goes through here.
import type { Answer, Ask, Hello, LogEntry, News, Pace, RollWanted, Seat, Side, UnitView } from "../wire";
import { door } from "../lib/api";
import { mergeLog } from "../lib/log";
import { setting } from "../lib/settings";
import { Refused, Talk, type Line } from "../lib/socket";
import { say } from "../texts";

export type Note = { text: string; clause: string | null; isBad: boolean };

/** A roll by hand; `give(null)` gives the order up. */
export type Throwing = { roll: RollWanted; before: readonly number[][]; give: (faces: number[] | null) => void };

/** Called with what was known before; `isNew` says that the game or the seat has changed. */
export type NewsListener = (before: News | null, now: News, isNew: boolean) => void;

const curtainKept = setting<"on" | "off">("curtain", "off");

export class Connection {
  line = $state<Line>("joining");
  hello = $state.raw<Hello | null>(null);
  news = $state.raw<News | null>(null);
  log = $state.raw<LogEntry[]>([]);
  /** A command is on its way. */
  isBusy = $state(false);
  note = $state.raw<Note | null>(null);
  /** Asked before a command is sent; no holds it back. */
  mayGive: (command: unknown) => Promise<boolean> = () => Promise.resolve(true);
  /** The side that must take the chair, when a curtain is wanted between sides. */
  curtain = $state<Side | null>(null);
  /** Dice that are to be thrown on the table and typed in before the order is carried out. */
  throwing = $state.raw<Throwing | null>(null);
  private isCurtainOn = $state(curtainKept.read() === "on");

  private readonly talk: Talk;
  private token: string;
  private readonly seatTokens = new Map<Seat, string>();
  private readonly listeners: NewsListener[] = [];
  private waiting: { version: number; resolve: () => void }[] = [];

  constructor(
    readonly game: string,
    readonly tokens: readonly string[],
  ) {
    this.token = tokens[0] ?? "";
    this.talk = new Talk(() => door(game, this.token), {
      hello: (hello) => this.heardHello(hello),
      news: (news) => this.heardNews(news),
      line: (line) => (this.line = line),
    });
  }

  get units(): UnitView[] {
    return this.news?.view.units ?? [];
  }

  get seat(): Seat {
    return this.news?.seat ?? this.hello?.seat ?? "spectator";
  }

  get isHotSeat(): boolean {
    return this.tokens.length > 1;
  }

  get isMyTurn(): boolean {
    return this.news?.prompt.some((prompt) => prompt.side === this.seat) ?? false;
  }

  get wantsCurtain(): boolean {
    return this.isCurtainOn;
  }

  set wantsCurtain(isOn: boolean) {
    this.isCurtainOn = isOn;
    curtainKept.write(isOn ? "on" : "off");
  }

  unit(id: number | null): UnitView | null {
    return this.units.find((unit) => unit.id === id) ?? null;
  }

  /** Listeners are called in the order in which they were added. */
  onNews(listener: NewsListener): void {
    this.listeners.push(listener);
  }

  leave(): void {
    this.talk.close();
  }

  say(text: string, clause: string | null, manner: "bad" | "plain" = "bad"): void {
    this.note = { text, clause, isBad: manner === "bad" };
  }

  /** Asks the server; a failure is shown as a note and gives null. */
  async ask<K extends Answer["kind"]>(ask: Ask): Promise<Extract<Answer, { kind: K }> | null> {
    try {
      return await this.withDice<K>(ask);
    } catch (error) {
      if (error instanceof Refused) this.say(error.failure.text, error.failure.clause);
      else if (error instanceof Error) this.say(error.message, null);
      return null;
    }
  }

  /** The same for questions that follow the pointer: "busy" if there were too many of them. */
  async askUnlessBusy(ask: Ask & { kind: "preview" }): Promise<Extract<Answer, { kind: "preview" }> | "busy" | null> {
    try {
      return await this.talk.ask<"preview">(ask);
    } catch (error) {
      if (error instanceof Refused && error.failure.kind === "busy") return "busy";
      if (error instanceof Error) this.say(error.message, error instanceof Refused ? error.failure.clause : null);
      return null;
    }
  }

  /** Where a side throws real dice, the server asks for one roll after another; the order is sent again with what fell. */
  private async withDice<K extends Answer["kind"]>(ask: Ask): Promise<Extract<Answer, { kind: K }>> {
    if (ask.kind !== "command" && ask.kind !== "let_pass") return this.talk.ask<K>(ask);
    const dice: number[][] = [];
    for (;;) {
      try {
        return await this.talk.ask<K>(dice.length > 0 ? { ...ask, dice } : ask);
      } catch (error) {
        if (!(error instanceof Refused) || error.failure.kind !== "dice") throw error;
        const roll = error.failure.measured as RollWanted;
        const faces = await new Promise<number[] | null>((give) => (this.throwing = { roll, before: [...dice], give }));
        this.throwing = null;
        if (!faces) throw new Error(say.connection.theOrderWasNotGiven, { cause: error });
        dice.push(faces);
      }
    }
  }

  /** Sends a command; true once it is on disk. */
  async command(command: unknown): Promise<boolean> {
    const version = this.news?.version;
    if (version === undefined || this.isBusy) return false;
    this.isBusy = true;
    this.note = null;
    if (!(await this.mayGive(command))) {
      this.isBusy = false;
      return false;
    }
    const done = await this.ask<"done">({ kind: "command", version, command });
    this.isBusy = false;
    return done !== null;
  }

  /** Sends a command while the other side may be sending its own: what comes late is sent again. */
  async commandBesideOthers(command: unknown): Promise<boolean> {
    for (let tries = 0; tries < 6; tries++) {
      const { version } = this.news!;
      try {
        await this.withDice<"done">({ kind: "command", version, command });
        await this.newsAfter(version);
        return true;
      } catch (error) {
        if (!(error instanceof Refused) || error.failure.kind !== "stale") {
          if (error instanceof Error) this.say(error instanceof Refused ? error.failure.text : error.message, null);
          return false;
        }
        await this.newsAfter(version);
      }
    }
    return false;
  }

  async undo(): Promise<void> {
    const { news } = this;
    if (!news) return;
    if (!news.can_undo) return this.say(news.undo_refused ?? say.connection.thereIsNothingToTake, null);
    await this.ask<"done">({ kind: "undo", version: news.version });
  }

  async setPace(pace: Pace): Promise<void> {
    await this.ask<"done">({ kind: "pace", pace });
  }

  /** Two people in one chair: the other side's seat is taken. */
  async sit(side: Side): Promise<void> {
    const token = this.seatTokens.get(side) ?? this.tokens.find((other) => other !== this.token);
    this.curtain = null;
    if (!token || token === this.token) return;
    this.token = token;
    await this.ask<"done">({ kind: "sit", token });
  }

  private newsAfter(version: number): Promise<void> {
    if (this.news?.version !== version) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ version, resolve }));
  }

  private heardHello(hello: Hello): void {
    this.hello = hello;
    this.seatTokens.set(hello.seat, this.token);
    this.log = [];
  }

  private heardNews(news: News): void {
    const before = this.news;
    const isNew = news.version !== before?.version || news.seat !== before?.seat;
    this.news = news;
    this.log = mergeLog(this.log, news.log_from, news.log);
    for (const listener of this.listeners) listener(before, news, isNew);
    const ready = this.waiting.filter((one) => one.version !== news.version);
    this.waiting = this.waiting.filter((one) => one.version === news.version);
    for (const one of ready) one.resolve();
    this.changeSeats(news);
  }

  private changeSeats(news: News): void {
    if (!this.isHotSeat || news.prompt.length === 0) return;
    if (news.prompt.some((prompt) => prompt.side === news.seat)) return;
    const side = news.prompt[0]!.side;
    if (this.wantsCurtain) this.curtain = side;
    else void this.sit(side);
  }
}
