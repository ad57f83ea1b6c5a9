// Orders with a common beginning ("Col. Hollis: Move", "Col. Hollis: Fire") stand under it as a heading.
import { say } from "../texts";
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

/**
 * The orders of one unit under its own name: the name is left out of each label ("5 Maine faces south" is "Faces south"), changes of
 * formation ("5 Maine: Road column") stand in one group unless it is an officer, who has none, and orders that read alike stand last, under a heading of their own.
 */
export function headedFor<T extends { label: string }>(
  list: readonly T[],
  name: string,
  hasFormation = true,
): Headed<T>[] {
  const counts = new Map<string, number>();
  for (const { label } of list) counts.set(label, (counts.get(label) ?? 0) + 1);
  const alike = (item: T) => counts.get(item.label)! > 1;
  const text = (label: string) => (label.startsWith(`${name} `) ? capital(label.slice(name.length + 1)) : label);
  const own = (label: string) => label.startsWith(`${name}: `);
  const named = list.filter((item) => own(item.label) && !alike(item));
  const groups = headed(list.filter((item) => !named.includes(item) && !alike(item))).map((group) => ({
    heading: group.heading,
    items: group.items.map((one) => ({ item: one.item, text: text(one.text) })),
  }));
  if (named.length > 0) {
    const items = named.map((item) => ({ item, text: capital(item.label.slice(name.length + 2)) }));
    if (hasFormation) groups.push({ heading: say.headings.changeFormation, items });
    else groups.unshift({ heading: null, items: [...items, ...(takeOut(groups, null)?.items ?? [])] });
  }
  for (const label of counts.keys()) {
    const items = list.filter((item) => item.label === label && alike(item));
    if (items.length > 0)
      groups.push({ heading: text(label), items: items.map((item, i) => ({ item, text: say.headings.place(i + 1) })) });
  }
  return groups;
}

/** Takes the group under this heading out of the list. */
function takeOut<T>(groups: Headed<T>[], heading: string | null): Headed<T> | undefined {
  const place = groups.findIndex((group) => group.heading === heading);
  return place < 0 ? undefined : groups.splice(place, 1)[0];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of an act as the rules write it, in words: "march_column" is "march column". */
export const inWords = (name: string) => name.replaceAll("_", " ");
