// One socket to the server: asks with numbers, waits for the answers, and comes back when the line is cut.
import type { Answer, Ask, Failure, FromServer, Hello, News } from "../wire";

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

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

export class Talk {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  /** `address` is asked anew at each joining: the seat may have changed. */
  constructor(
    private readonly address: () => string,
    private readonly hearer: Hearer,
  ) {
    this.join();
  }

  ask<K extends Answer["kind"]>(ask: Ask): Promise<Extract<Answer, { kind: K }>> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("The connection to the server is lost; trying again."));
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
    const socket = new WebSocket(this.address());
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
    for (const waiting of this.waiting.values()) waiting.reject(new Error("The connection to the server was lost."));
    this.waiting.clear();
    if (this.isClosed) return;
    this.hearer.line("cut");
    this.timer = setTimeout(() => this.join(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private hear(message: FromServer): void {
    switch (message.kind) {
      case "hello":
        return this.hearer.hello(message);
      case "news":
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
