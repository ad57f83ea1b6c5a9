// What the player lets pass without being asked.
import { keepPasses, keptPasses } from "../lib/passes";
import type { Connection } from "./connection.svelte";

export class Passing {
  /** Kinds of things that this seat lets pass, with their words. */
  passes = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor(private readonly connection: Connection) {
    connection.onNews((before, now) => {
      if (before?.seat !== now.seat) this.passes = keptPasses(connection.game, now.seat);
      this.passIfWanted();
    });
  }

  set(kind: string, words: string, isOn: boolean): void {
    const passes = new Map(this.passes);
    if (isOn) passes.set(kind, words);
    else passes.delete(kind);
    this.passes = passes;
    keepPasses(this.connection.game, this.connection.seat, passes);
    this.passIfWanted();
  }

  /** Lets what may be answered pass. */
  async letPass(): Promise<void> {
    const reaction = this.connection.news?.reaction;
    if (!reaction) return;
    await this.connection.command(reaction.pass);
    // News may have come before the answer, while nothing else could be sent.
    this.passIfWanted();
  }

  /** Passes what is asked now, if it is of a kind that is always let pass and nothing else is being sent. */
  passIfWanted(): void {
    const { news, curtain, isBusy } = this.connection;
    if (news?.reaction && this.passes.has(news.reaction.kind) && curtain === null && !isBusy) void this.letPass();
  }
}
