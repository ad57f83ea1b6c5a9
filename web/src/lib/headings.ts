// Orders with a common beginning ("Col. Hollis: Move", "Col. Hollis: Fire") stand under it as a heading.
export type Headed<T> = { heading: string | null; items: { item: T; text: string }[] };

export function headed<T extends { label: string }>(list: readonly T[]): Headed<T>[] {
  const start = (label: string) => (label.includes(": ") ? label.slice(0, label.indexOf(": ")) : null);
  const counts = new Map<string, number>();
  for (const { label } of list) {
    const heading = start(label);
    if (heading !== null) counts.set(heading, (counts.get(heading) ?? 0) + 1);
  }
  const groups: Headed<T>[] = [];
  for (const item of list) {
    const found = start(item.label);
    const heading = found !== null && counts.get(found)! > 1 ? found : null;
    const text = heading === null ? item.label : capital(item.label.slice(heading.length + 2));
    const group = groups.find((other) => other.heading === heading);
    if (group) group.items.push({ item, text });
    else groups.push({ heading, items: [{ item, text }] });
  }
  return groups;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of an act as the rules write it, in words: "march_column" is "march column". */
export const inWords = (name: string) => name.replaceAll("_", " ");
