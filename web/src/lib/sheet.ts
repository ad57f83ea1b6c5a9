// Markers that a whole side places at its units at once: the choices that its units have in common.
import type { OrderLine } from "../wire";

export type SheetRow = { unit: number; orders: OrderLine[] };

/** What can be given to two units or more, by the words on it; what is drawn on the map or aimed at somebody is no marker. */
export function markersOf(rows: readonly SheetRow[]): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const order of row.orders) {
      if (order.region || order.target !== null) continue;
      counts.set(order.label, (counts.get(order.label) ?? 0) + (order.refused ? 0 : 1));
    }
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([label]) => label)
    .slice(0, 9);
}

export function orderNamed(row: SheetRow | undefined, label: string): OrderLine | null {
  return row?.orders.find((order) => order.label === label) ?? null;
}
