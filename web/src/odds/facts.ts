// The facts of a rule procedure as fields of a form, read from the JSON Schema that the engine publishes for them.

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: string[];
  const?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
}

export interface Choice {
  value: string;
  label: string;
}

export type Kind = "yes" | "choice" | "number" | "group" | "list";

export interface Field {
  name: string;
  label: string;
  help: string;
  kind: Kind;
  /** It may be left out; the engine then takes what is usual. */
  optional: boolean;
  choices: Choice[];
  /** Of a number: whole numbers only. */
  whole: boolean;
  minimum: number | null;
  maximum: number | null;
  /** The fields of a group, or of one line of a list. */
  fields: Field[];
  /** What the engine takes when nothing is said. */
  usual: unknown;
}

export type Facts = Record<string, unknown>;

/** `target_can_see_firer` as "Target can see firer". */
export function label(name: string): string {
  const words = name.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function fieldsOf(schema: Schema): Field[] {
  const root = schema.$defs ?? {};
  return Object.entries(schema.properties ?? {})
    .map(([name, part]) => field(name, part, root))
    .sort((a, b) => Number(a.kind === "group") - Number(b.kind === "group"));
}

function field(name: string, part: Schema, root: Record<string, Schema>): Field {
  let optional = false;
  let node = part;
  if (node.anyOf) {
    optional = node.anyOf.some((one) => one.type === "null");
    node = node.anyOf.find((one) => one.type !== "null") ?? node;
  }
  if (node.$ref) node = root[node.$ref.replace("#/$defs/", "")] ?? {};
  const types = Array.isArray(node.type) ? node.type : [node.type ?? ""];
  optional ||= types.includes("null");
  const type = types.find((one) => one !== "null") ?? "";
  const choices = choicesOf(node);
  const kind: Kind = choices.length > 0 ? "choice" : type === "boolean" ? "yes" : kindOf(type);
  const item = node.items ? field("", node.items, root) : null;
  const fields =
    kind === "group"
      ? Object.entries(node.properties ?? {}).map(([part, of]) => field(part, of, root))
      : item
        ? item.kind === "group"
          ? item.fields
          : [item]
        : [];
  return {
    name,
    label: label(name),
    help: part.description ?? (kind === "group" ? "" : (node.description ?? "")),
    kind,
    optional,
    choices,
    whole: type === "integer",
    minimum: node.minimum ?? null,
    maximum: node.maximum ?? null,
    fields,
    usual: part.default ?? (optional ? null : (node.default ?? usualOf(kind, fields, choices))),
  };
}

function kindOf(type: string): Kind {
  if (type === "object") return "group";
  if (type === "array") return "list";
  return "number";
}

function choicesOf(node: Schema): Choice[] {
  const values =
    node.enum ?? (node.oneOf ?? []).flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]));
  return values.map((value) => ({ value, label: label(value) }));
}

/** What a field holds when the engine does not say what is usual: the lines that are added to a list. */
export function usualOf(kind: Kind, fields: Field[], choices: Choice[]): unknown {
  if (kind === "yes") return false;
  if (kind === "choice") return choices[0]?.value ?? "";
  if (kind === "list") return [];
  if (kind === "group") return Object.fromEntries(fields.map((one) => [one.name, one.usual]));
  return 0;
}

/** The facts to begin with: everything as it usually is. */
export function usualFacts(fields: Field[]): Facts {
  return Object.fromEntries(fields.map((one) => [one.name, structuredClone(one.usual)]));
}

/** Only what differs from the usual, so that links stay short; a group that differs is given whole. */
export function changedFacts(fields: Field[], facts: Facts): Facts {
  const differs = (one: Field) => JSON.stringify(facts[one.name]) !== JSON.stringify(one.usual);
  return Object.fromEntries(fields.filter(differs).map((one) => [one.name, facts[one.name]]));
}

/** The facts of a link laid over the usual ones; names that the procedure does not know are left out. */
export function factsFrom(fields: Field[], given: unknown): Facts {
  const facts = usualFacts(fields);
  if (typeof given !== "object" || given === null) return facts;
  for (const [name, value] of Object.entries(given)) {
    if (name in facts) facts[name] = laidOver(facts[name], value);
  }
  return facts;
}

function laidOver(usual: unknown, value: unknown): unknown {
  if (isObject(usual) && isObject(value)) {
    const merged: Facts = { ...usual };
    for (const [name, one] of Object.entries(value)) merged[name] = laidOver(merged[name], one);
    return merged;
  }
  return value;
}

const isObject = (value: unknown): value is Facts =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A fact by its place in the facts. */
export function factAt(facts: Facts, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), facts);
}

export function withFact(facts: Facts, path: readonly string[], value: unknown): Facts {
  const [first, ...rest] = path;
  if (first === undefined) return facts;
  const inner = facts[first];
  return { ...facts, [first]: rest.length === 0 ? value : withFact(isObject(inner) ? inner : {}, rest, value) };
}

/** Numbers and choices that can be varied one by one, with what they are called. */
export function variable(
  fields: Field[],
  path: string[] = [],
  title = "",
): { path: string[]; title: string; field: Field }[] {
  return fields.flatMap((one) => {
    const at = [...path, one.name];
    const called = title ? `${title}: ${one.label.toLowerCase()}` : one.label;
    if (one.kind === "group") return variable(one.fields, at, called);
    return one.kind === "list" ? [] : [{ path: at, title: called, field: one }];
  });
}
