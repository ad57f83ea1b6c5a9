// The texts of the page in the language of whoever sits at this browser. A language is one file beside this one (docs/languages.md).
import { setting } from "../lib/settings";
import * as english from "./en";

export type Texts = typeof english.texts;
type Language = { name: string; texts: Texts };

const FILES = import.meta.glob<Language>(["./*.ts", "!./index.ts", "!./en.ts", "!./*.test.ts"]);
const kept = setting<string>("language", "");

/** What the page says. It is settled before the page is drawn, so that whatever is made of it when a file is loaded is in that language too. */
export let say: Texts = english.texts;

/** The languages that there are, by their codes. */
export const languages: readonly string[] = ["en", ...Object.keys(FILES).map((file) => file.slice(2, -3))];

/** The language that was chosen, or the first that the browser asks for and we have, or English. */
export function languageOf(wishes: readonly string[], known: readonly string[]): string {
  return wishes.map((wish) => wish.toLowerCase().split("-")[0]!).find((wish) => known.includes(wish)) ?? "en";
}

export const language = languageOf([kept.read(), ...(globalThis.navigator?.languages ?? [])], languages);

export async function loadLanguage(): Promise<void> {
  document.documentElement.lang = language;
  const file = FILES[`./${language}.ts`];
  if (file) say = (await file()).texts;
}

/** A language by its own name. */
export async function nameOf(code: string): Promise<string> {
  return (await FILES[`./${code}.ts`]?.())?.name ?? english.name;
}

/** Another language from now on: the page begins anew with it. */
export function chooseLanguage(code: string): void {
  kept.write(code);
  location.reload();
}
