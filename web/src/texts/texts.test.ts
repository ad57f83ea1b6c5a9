// All texts of the page stand in one file for each language: whatever else a person would read is found here.
import { parse } from "svelte/compiler";
import { describe, expect, it } from "vitest";
import { languageOf } from ".";
import { texts } from "./en";

const SOURCES = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts", "!../wire.ts", "!./*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Attributes that a browser shows or reads out. */
const READ = ["title", "aria-label", "aria-valuetext", "placeholder", "alt", "label"];
/** What is given to these is no text: names of elements, events, keys of a store, addresses. */
const MACHINES = [
  ...["querySelector", "querySelectorAll", "closest", "getElementById", "createElement", "setAttribute", "matchMedia"],
  ...["addEventListener", "removeEventListener", "dispatchEvent", "Event", "CustomEvent", "Symbol", "fetch", "setting"],
  ...["startsWith", "endsWith", "includes", "indexOf", "split", "replace", "replaceAll", "match", "test", "has", "get"],
];
/** Strings that look like texts and are none, by the end of the file's name. */
const NO_TEXTS: [file: string, string: RegExp, why: string][] = [
  ["lib/names.ts", /./, "abbreviations of proper names"],
  ["lib/api.ts", /^Bearer /, "a header"],
  ["lib/seat.ts", /^longroll 2026 /, "what keys are derived for"],
  ["preferences.svelte.ts", /^prefers-|^\(prefers-/, "a media query"],
  ["umpire/OpenPage.svelte", /^blue\n/, "an order of battle as the program reads it"],
  ["seats/VerifyPage.svelte", /^longroll replay FILE/, "a command"],
  ["battle/ShareLinks.svelte", /^--listen/, "a command"],
  ["umpire/Paper.svelte", /^A4$/, "a size of paper"],
];
const CODE = /^(\.|\/|#|@|https?:|data:|--|rgba?\(|url\(|[MLV] ?\d|[\w-]+=)|px\b|rem\b|serif\b|^[A-Z_]+$|^longroll[.-]/;
const KEYS = /^(Key|Digit|Arrow|Page|Abort|Escape|Enter|Tab|Space|Home|End|Delete|Backspace|Shift|Control)\w*$/;

type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
const hasLetters = (text: string) => /\p{L}/u.test(text);
/** Two words, or one with a capital: "Undo", "not yet". Names that programs give each other are written otherwise. */
const isSentence = (text: string) =>
  !CODE.test(text) &&
  !KEYS.test(text) &&
  (/[\p{L}\d,.:;)’'"]\s+[\p{L}(]/u.test(text) || /^\s*\p{Lu}\p{Ll}+/u.test(text));

function textsIn(file: string, source: string): string[] {
  const found: string[] = [];
  const note = (text: string, isShown: boolean) => {
    const isKnown = NO_TEXTS.some(([end, known]) => file.endsWith(end) && known.test(text));
    if (!isKnown && (isShown ? hasLetters(text) : isSentence(text))) found.push(text.trim());
  };
  /** `isShown`: the value of this expression goes to the page as it is. */
  function look(value: unknown, isShown = false): void {
    if (Array.isArray(value)) for (const one of value) look(one, isShown);
    else if (isNode(value)) lookAt(value, isShown);
  }
  function lookAt(node: Node, isShown: boolean): void {
    if (node.type === "Text") return note(String(node.data), true);
    if (node.type === "Literal") return typeof node.value === "string" ? note(node.value, isShown) : undefined;
    if (node.type === "TemplateLiteral") {
      const parts = (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked);
      if (parts.some(hasLetters)) note(parts.join("…"), isShown);
      return look(node.expressions);
    }
    if (node.type === "Attribute") {
      const isRead = READ.includes(String(node.name));
      const parts = Array.isArray(node.value) ? node.value : [node.value];
      for (const part of parts) {
        if (isNode(part) && part.type === "ExpressionTag") look(part.expression, isRead);
        else if (isNode(part) && isRead) note(String(part.data), true);
      }
      return;
    }
    if (node.type === "ConditionalExpression") {
      look(node.test);
      return look([node.consequent, node.alternate], isShown);
    }
    if (node.type === "BinaryExpression" && /^[!=]=|^in$/.test(String(node.operator))) {
      return look([node.left, node.right].filter((side) => isNode(side) && side.type !== "Literal"));
    }
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const callee = node.callee as { name?: string; property?: { name?: string } };
      look(node.callee);
      const isMachine = MACHINES.includes(callee.property?.name ?? callee.name ?? "");
      return isMachine ? undefined : look(node.arguments);
    }
    if (
      node.type === "StyleDirective" ||
      node.type.startsWith("Import") ||
      (node.type.startsWith("TS") && !node.type.endsWith("Expression"))
    )
      return;
    for (const [key, part] of Object.entries(node)) {
      const isName = (key === "key" || key === "property") && isNode(part) && !node.computed;
      if (isName || key === "css" || key === "options") continue;
      look(part, key === "expression" && node.type === "ExpressionTag");
    }
  }
  look(parse(file.endsWith(".ts") ? `<script lang="ts">\n${source}\n</script>` : source, { modern: true }));
  return found;
}

describe("texts", () => {
  it("stand nowhere but in the files of languages", () => {
    const found = Object.entries(SOURCES).flatMap(([file, source]) =>
      textsIn(file, source).map((text) => `${file.replace("../", "src/")}: ${text}`),
    );
    expect(found).toEqual([]);
  }, 60_000);

  it("are found where they should not be", () => {
    const page = `<script lang="ts">
        let { a, n }: { a: "One" | "Two"; n: number } = $props();
        const words = ["usual", "Not yet"];
        const id = a === "One" ? "left-panel" : document.querySelector("Main thing");
      </script>
      <p title="Hello" class="Some class">{n > 1 ? "many" : "Few"} {\`\${n} orders\`}<b>now</b> {words[0]} {id}</p>`;
    expect(textsIn("Page.svelte", page)).toEqual(["Hello", "many", "Few", "… orders", "now", "Not yet"]);
    expect(textsIn("some.ts", `export const kept = { kind: "turn", why: \`No \${1} here\` };`)).toEqual(["No … here"]);
  });

  it("are all used", () => {
    const code = Object.values(SOURCES).join("\n").replace(/\s+/g, "");
    const unused = Object.entries(texts).flatMap(([section, messages]) =>
      Object.keys(messages)
        .map((key) => `say.${section}.${key}`)
        .filter((name) => !new RegExp(`${name.replaceAll(".", "\\.")}\\b`).test(code)),
    );
    expect(unused).toEqual([]);
  });
});

describe("the language", () => {
  it("is the first wish that there is, or English", () => {
    expect(languageOf(["", "fr-CA", "de"], ["en", "fr"])).toBe("fr");
    expect(languageOf(["pt-BR"], ["en", "fr"])).toBe("en");
  });
});
