// Columns of a roster, as fields of a form and as words.
import type { UmpireColumn } from "../wire";
import type { Field } from "../odds/facts";
import { label } from "../odds/facts";

export function asField(column: UmpireColumn): Field {
  return {
    name: column.name,
    label: column.label,
    help: "",
    kind: column.kind === "yes" ? "yes" : column.kind === "choice" ? "choice" : "number",
    optional: column.kind === "choice",
    choices: column.choices.map((value) => ({ value, label: label(value) })),
    whole: true,
    minimum: null,
    maximum: null,
    fields: [],
    usual: column.usual ?? null,
  };
}

export function shownValue(value: unknown): string {
  if (value === true) return "yes";
  if (value === false || value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(shownValue).join(", ");
  if (typeof value === "object")
    return Object.values(value)
      .map((one) => shownValue(one))
      .join(" ");
  return String(value).replace(/_/g, " ");
}
