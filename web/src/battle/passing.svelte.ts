// When this side is asked, and what it has ordered beforehand. The server keeps it and answers for the side.
import type { Beforehand, Interruptions, PassFor, When } from "../wire";
import type { Connection } from "./connection.svelte";

const NOTHING: Interruptions = { kinds: {}, pass_for: "move", order_as_listed: true, standing: [] };

export class Passing {
  constructor(private readonly connection: Connection) {}

  get wishes(): Interruptions {
    return this.connection.news?.wishes ?? NOTHING;
  }

  /** Kinds of things that are never asked about, with their words. */
  get passes(): ReadonlyMap<string, string> {
    const kinds = this.connection.hello?.interruptions ?? [];
    return new Map(
      kinds.filter(({ kind }) => this.wishes.kinds[kind] === "never").map(({ kind, words }) => [kind, words]),
    );
  }

  when(kind: string): When {
    return this.wishes.kinds[kind] ?? "useful";
  }

  setWhen(kind: string, when: When): Promise<void> {
    return this.wish({ kinds: { ...this.wishes.kinds, [kind]: when } });
  }

  setPassFor(pass_for: PassFor): Promise<void> {
    return this.wish({ pass_for });
  }

  setOrderAsListed(order_as_listed: boolean): Promise<void> {
    return this.wish({ order_as_listed });
  }

  /** A standing order takes the place of earlier ones to the same units. */
  order(name: string, units: readonly number[], order: Beforehand): Promise<void> {
    const others = this.wishes.standing.filter((one) => one.name !== name);
    return this.wish({ standing: [...others, { name, units: [...units], order }] });
  }

  recall(name: string): Promise<void> {
    return this.wish({ standing: this.wishes.standing.filter((one) => one.name !== name) });
  }

  /** Lets what may be answered pass, and so much more. */
  async letPass(pass_for: PassFor = this.wishes.pass_for): Promise<void> {
    const { news, isBusy } = this.connection;
    if (!news?.reaction || isBusy) return;
    this.connection.isBusy = true;
    await this.connection.ask<"done">({ kind: "let_pass", version: news.version, pass_for });
    this.connection.isBusy = false;
  }

  private async wish(change: Partial<Interruptions>): Promise<void> {
    await this.connection.ask<"done">({ kind: "interruptions", wishes: { ...this.wishes, ...change } });
  }
}
