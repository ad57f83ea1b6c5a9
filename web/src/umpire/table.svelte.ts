// One table as this tablet knows it: what the server last said, and the line to it.
import type { ActAnswer, AskedAct, TableLine, TableNews } from "../wire";
import { Unreachable, actAtTable, tableDoor } from "../lib/api";
import { freshAsk, keepSnapshot, rememberTable, snapshotOf } from "./tables";
import { say } from "../texts";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;
/** Asked again so often when the answer was lost; the server does nothing twice. */
const MOST_TRIES = 3;

export class TableStore {
  news = $state.raw<TableNews | null>(null);
  lines = $state.raw<TableLine[]>([]);
  isConnected = $state(false);
  /** The table is known from an earlier visit only. */
  isOld = $state(false);
  failure = $state("");
  readonly undone = $derived(new Set(this.news?.undone ?? []));
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(
    readonly table: string,
    readonly token: string,
  ) {
    const old = snapshotOf(table);
    if (old) {
      this.news = old.news;
      this.lines = old.lines;
      this.isOld = true;
    }
    this.join();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  async act(act: AskedAct, ask = freshAsk()): Promise<ActAnswer> {
    for (let tries = 1; ; tries++) {
      try {
        return await actAtTable(this.table, this.token, { ask, act });
      } catch (error) {
        if (!(error instanceof Unreachable) || tries >= MOST_TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT * tries));
      }
    }
  }

  private join(): void {
    const { address, token } = tableDoor(this.table, this.token);
    const socket = new WebSocket(address, ["longroll", token]);
    this.socket = socket;
    let heard = false;
    socket.onmessage = (event) => {
      heard = true;
      this.wait = FIRST_WAIT;
      this.isConnected = true;
      this.failure = "";
      this.hear(JSON.parse(String(event.data)) as TableNews);
    };
    socket.onclose = () => {
      this.isConnected = false;
      if (this.isClosed) return;
      if (!heard && !this.news) this.failure = say.table.thisTableCannotBeOpened;
      this.timer = setTimeout(() => this.join(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  private hear(news: TableNews): void {
    this.lines = [...this.lines.filter((line) => line.number < news.from), ...news.lines];
    this.news = news;
    this.isOld = false;
    keepSnapshot(this.table, { news: { ...news, lines: [] }, lines: this.lines });
    rememberTable({
      table: this.table,
      token: this.token,
      title: news.title,
      ruleset: news.ruleset,
      last_used: this.lines.at(-1)?.at ?? 0,
    });
  }
}
