// What the newest order did: where units went, and what was thrown.
import { thrownBy, trailsOf } from "../lib/trails";
import type { Thrown, Trail } from "../map/scene";
import type { Connection } from "./connection.svelte";

export class Recent {
  trails = $state.raw<Trail[]>([]);

  constructor(private readonly connection: Connection) {
    connection.onNews((before, now) => {
      if (now.version !== before?.version) this.trails = trailsOf(before, now, this.trails);
    });
  }

  /** What was thrown with the newest order, to be shown beside the unit. */
  get thrown(): Thrown | null {
    return thrownBy(this.connection.log.at(-1));
  }
}
