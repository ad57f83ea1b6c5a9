// Questions to the table that change nothing: the tape, lines of sight, clauses, the summary.
import type { ClauseText, Point, SightView, Summary, TapeEnd } from "../wire";
import type { Connection } from "./connection.svelte";
import { say } from "../texts";

export type Tool = "hand" | "tape" | "sight";

export class Tools {
  tool = $state<Tool>("hand");
  tape = $state.raw<{ from: Point; to: Point; text: string } | null>(null);
  sight = $state.raw<SightView | null>(null);
  clause = $state.raw<ClauseText | null>(null);
  summary = $state.raw<Summary | null>(null);

  constructor(private readonly connection: Connection) {
    connection.onNews((_before, now, isNew) => {
      if (!isNew) return;
      this.tape = null;
      this.sight = null;
      if (now.view.outcome) void this.askSummary();
    });
  }

  set(tool: Tool): void {
    this.tool = tool;
    this.tape = null;
    this.sight = null;
  }

  toggle(tool: Tool): void {
    this.set(this.tool === tool ? "hand" : tool);
  }

  async measure(from: TapeEnd, to: TapeEnd, line: { from: Point; to: Point }): Promise<void> {
    const answer = await this.connection.ask<"measure">({ kind: "measure", from, to });
    if (answer) this.tape = { ...line, text: answer.measure.text };
  }

  async look(from: number, to: number): Promise<void> {
    const answer = await this.connection.ask<"sight">({ kind: "sight", from, to });
    if (!answer) return;
    this.sight = answer.sight;
    const { clear, blocked_by, clause } = answer.sight;
    const words = clear ? say.tools.theLineOfSightIs : say.tools.theLineOfSightIs2(blocked_by ?? "something");
    this.connection.say(words, clause, "plain");
  }

  async openClause(id: string): Promise<void> {
    const answer = await this.connection.ask<"clause">({ kind: "clause", clause: id });
    if (answer) this.clause = answer.clause;
  }

  private async askSummary(): Promise<void> {
    const answer = await this.connection.ask<"summary">({ kind: "summary" });
    if (answer) this.summary = answer.summary;
  }
}
