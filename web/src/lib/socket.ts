// One socket to the server: asks with numbers, waits for the answers, and comes back when the line is cut.
import type { Answer, Ask, Failure, FromServer, Hello, News, SealNow } from "../wire";
import { OwnSeat, canonical } from "./seat";
import { say } from "../texts";

export type Line = "joining" | "open" | "cut" | "closed";

export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.text);
  }
}

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

export type Hearer = {
  hello(hello: Hello): void;
  news(news: News): void;
  line(state: Line): void;
};

const EARLIER = say.socket.yourEarlierOrderWasStill;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

type Signable = Extract<Ask, { kind: "command" | "let_pass" | "undo" }>;

/** Where a browser connects, and as whom. */
export type Door = { address: string; token: string };

export class Talk {
  private news: News | null = null;
  private seat: OwnSeat | null = null;
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  /** `door` is asked anew at each joining: the seat may have changed. */
  constructor(
    private readonly door: () => Door,
    private readonly hearer: Hearer,
  ) {
    this.join();
  }

  /** Asks the server. Where players sign their orders, this is done here. */
  async ask<K extends Answer["kind"]>(ask: Ask): Promise<Extract<Answer, { kind: K }>> {
    const needsSigning = ask.kind === "command" || ask.kind === "let_pass" || ask.kind === "undo";
    if (!needsSigning || !this.news?.seal) return this.send<K>(ask);
    for (let tries = 0; ; tries++) {
      const { seal } = this.news;
      const command = canonical(ask.kind === "command" ? ask.command : ask.kind);
      const earlier = this.seat?.pendingAt(seal.head);
      const sent = earlier?.ask ?? this.signed(ask, seal, tries);
      this.seat?.setPending({ head: seal.head, command: earlier?.command ?? command, ask: sent });
      try {
        const done = await this.send<K>(sent);
        this.seat?.setPending(null);
        if (earlier && earlier.command !== command) throw new Error(EARLIER);
        return done;
      } catch (error) {
        if (error instanceof Refused && error.failure.kind !== "busy") this.seat?.setPending(null);
        // Sealed orders of the other side came in between: what is signed has changed, what is known has not.
        if (tries > 4 || !(error instanceof Refused) || !isToBeSignedAgain(error.failure)) throw error;
      }
    }
  }

  private signed(ask: Signable, seal: SealNow, tries: number): Ask {
    const { seat, news } = this;
    if (!seat || !news || news.seat === "spectator") {
      throw new Error(say.socket.thisBrowserDoesNotHave);
    }
    const version = tries > 0 ? news.version : ask.version;
    if (ask.kind === "undo") return { ...ask, version, signed: seat.signUndo(seal, news.seat) };
    const command = ask.kind === "command" ? ask.command : news.reaction?.pass;
    return { ...ask, version, signed: seat.signCommand(seal, news.seat, command) };
  }

  /** What the browser does by itself: its number for the other player's dice, and its name under the log at the end. */
  private answerFor(seal: SealNow): void {
    if (!this.seat) return;
    if (seal.witness) {
      const given = this.seat.witness(seal.witness);
      const { digest } = seal.witness;
      void this.send<"done">(given ? { kind: "witness", digest, given } : { kind: "witness", digest }).catch(() => {});
    }
    if (seal.approve) {
      void this.send<"done">({ kind: "approve", signature: this.seat.approve(seal.head) }).catch(() => {});
    }
  }

  private send<K extends Answer["kind"]>(ask: Ask): Promise<Extract<Answer, { kind: K }>> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error(say.socket.theConnectionToTheServer));
    }
    const id = this.nextId++;
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, ask }));
    }) as Promise<Extract<Answer, { kind: K }>>;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.hearer.line("closed");
  }

  private join(): void {
    this.hearer.line("joining");
    const { address, token } = this.door();
    const socket = new WebSocket(address, ["longroll", token]);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.hearer.line("open");
    };
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.lost(socket);
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return;
    for (const waiting of this.waiting.values()) waiting.reject(new Error(say.socket.theConnectionToTheServer2));
    this.waiting.clear();
    if (this.isClosed) return;
    this.hearer.line("cut");
    this.timer = setTimeout(() => this.join(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private hear(message: FromServer): void {
    switch (message.kind) {
      case "hello":
        this.seat = message.seat === "spectator" ? null : OwnSeat.kept(message.game, message.seat);
        return this.hearer.hello(message);
      case "news":
        this.news = message;
        if (message.seal) this.answerFor(message.seal);
        return this.hearer.news(message);
      case "answer":
        return this.settle(message.id, (waiting) => waiting.resolve(message.answer));
      case "failed":
        if (message.id === null) return;
        return this.settle(message.id, (waiting) => waiting.reject(new Refused(message.error)));
    }
  }

  private settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting) how(waiting);
  }
}

function isToBeSignedAgain(failure: Failure): boolean {
  const { measured } = failure;
  return typeof measured === "object" && measured !== null && "sign_again" in measured;
}
