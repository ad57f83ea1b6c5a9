// The words of a ruleset that are explained wherever they stand.
import { getContext, setContext } from "svelte";
import { lessonOf, type Lesson, type Term } from "./lesson";

const KEY = Symbol("glossary");

/** The lesson and glossary of the rules that a page is about. */
export class Primer {
  lesson = $state.raw<Lesson | null>(null);

  get glossary(): readonly Term[] {
    return this.lesson?.glossary ?? [];
  }

  async open(ruleset: string): Promise<void> {
    if (this.lesson?.ruleset !== ruleset) this.lesson = await lessonOf(ruleset);
  }
}

export function providePrimer(primer: Primer): Primer {
  setContext(KEY, primer);
  return primer;
}

export function usePrimer(): Primer {
  return getContext<Primer | undefined>(KEY) ?? new Primer();
}
