// One server and one browser for all tests, and what every test needs.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { Hands, LONGROLL, Server, check, launch } from "./bench.mjs";

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const REPLAYS = path.resolve(import.meta.dirname, "../../replays");
export const server = new Server(Number(process.env.PORT ?? 18630));
const wanted = process.argv.slice(2);
const failures = [];
await server.start();
export const browser = await launch();

export async function test(name, run) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) return;
  const began = Date.now();
  try {
    await run();
    console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL  ${name}: ${error.stack ?? error}`);
    for (const [i, page] of browser
      .contexts()
      .flatMap((context) => context.pages())
      .entries()) {
      await page
        .screenshot({ path: path.join(server.data, "..", `longroll-fail-${failures.length}-${i}.png`) })
        .catch(() => {});
    }
  }
  for (const context of browser.contexts()) for (const page of context.pages()) await page.close();
}

export async function finish() {
  await browser.close();
  await server.stop();
  if (failures.length === 0) return;
  console.log(`${failures.length} failed: ${failures.join("; ")}`);
  process.exit(1);
}

export async function accessible(hands, where) {
  await hands.page.evaluate(AXE);
  const { violations } = await hands.page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }),
  );
  const words = violations.map(
    (found) =>
      `${found.id}: ${found.nodes
        .map((node) => node.target.join(" "))
        .slice(0, 3)
        .join("; ")}`,
  );
  check(words.length === 0, `${where} is accessible:\n  ${words.join("\n  ")}`);
}

const FINGER = 44;

/** Buttons, menus and fields that can be seen and are too small for a finger. Links in running text are excepted. */
function tooSmall(least) {
  const all = document.querySelectorAll(
    "button:not(.clause, .link), .button, select, summary, input:not([type=checkbox], [type=radio])",
  );
  return [...all]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => ({
      box: one.getBoundingClientRect(),
      words: one.innerText || one.ariaLabel || one.outerHTML.slice(0, 80),
    }))
    .filter(({ box }) => box.width > 0 && (box.width < least - 0.5 || box.height < least - 0.5))
    .map(({ box, words }) => `${words}: ${Math.round(box.width)} by ${Math.round(box.height)}`);
}

/** Whatever is pressed is large enough for a finger, and the page is no wider than the screen. */
export async function fits(hands, where) {
  const small = await hands.page.evaluate(tooSmall, FINGER);
  check(small.length === 0, `${where}: everything is large enough for a finger: ${small.join("; ")}`);
  const [page, screen] = await hands.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  check(page <= screen, `${where}: nothing runs off the side: ${page}`);
}

export function clean(hands) {
  check(hands.errors.length === 0, `no complaint in the console: ${hands.errors.join(" | ")}`);
}

/** A game against nobody in particular, with known dice, on the battle page. */
export async function openBattle(settings = {}, size = undefined, opener = browser) {
  const game = { scenario: "learning", ruleset: "quickplay", blue: "person", gray: "person", seed: 7, ...settings };
  const created = await server.create(game);
  const { blue, gray, spectator } = created.links;
  return sitDown(created, [blue, gray].filter(Boolean).join("+") || spectator, size, opener);
}

/** The battle page with the seats of these tokens. */
export async function sitDown(created, tokens, size = undefined, opener = browser, filmPace = undefined) {
  const hands = await Hands.open(opener, size, filmPace);
  await hands.page.goto(`${server.pages}/#/battle/${created.game}/${tokens}`);
  await hands.until("the first news", () => hands.news !== null);
  await hands.page.locator("canvas.scene[data-lie]").waitFor();
  hands.created = created;
  if (created.asksAll) await askEverything(hands);
  return hands;
}

/** Both sides wish to be asked about everything, so that recorded answers can be given one by one. */
async function askEverything(hands) {
  const { created, hello } = hands;
  const kinds = Object.fromEntries(hello.interruptions.map(({ kind }) => [kind, "always"]));
  const wishes = { kinds, pass_for: "inch", order_as_listed: false, standing: [] };
  for (const side of ["blue", "gray"]) {
    const address = `/api/games/${created.game}/socket`;
    const token = created.links[side];
    await hands.page.evaluate(
      ({ address, token, wishes }) =>
        new Promise((resolve, reject) => {
          const line = new WebSocket(new URL(address, location.href.replace(/^http/, "ws")), ["longroll", token]);
          line.onopen = () => line.send(JSON.stringify({ id: 1, ask: { kind: "interruptions", wishes } }));
          line.onmessage = ({ data }) => {
            const heard = JSON.parse(data);
            if (heard.id !== 1) return;
            line.close();
            if (heard.kind === "failed") reject(new Error(heard.error.text));
            else resolve();
          };
        }),
      { address, token, wishes },
    );
  }
}

/**
 * A battle taken up again at the first moment that `isIt`, given a command and those after it: one of the kept battles, or one that
 * captains fight with known seeds until the moment comes. So the dice are known, and a change of the rules finds another moment.
 */
export async function takeUp(settings, isIt) {
  const { ruleset, scenario = "learning" } = settings;
  const kept = path.join(REPLAYS, ruleset);
  const battles = fs.existsSync(kept)
    ? fs
        .readdirSync(kept)
        .sort()
        .map((name) => path.join(kept, name))
    : [];
  for (let seed = 1; seed <= 60; seed++) battles.push(seed);
  for (const battle of battles) {
    const file = typeof battle === "string" ? battle : path.join(server.data, `${ruleset}.jsonl`);
    if (file !== battle)
      execFileSync(
        LONGROLL,
        ["play", scenario, "--ruleset", ruleset, "--seed", String(battle), "--log", file, "--force"],
        { stdio: "ignore" },
      );
    const text = fs.readFileSync(file, "utf8");
    // Only a battle that shows its seed can be played on.
    if (!/"seed":"/.test(text.trimEnd().split("\n").at(-1))) continue;
    const entries = text
      .trim()
      .split("\n")
      .slice(2)
      .map((line) => JSON.parse(line).entry ?? null);
    const steps = entries.findIndex((entry, i) => entry !== null && isIt(entry, entries.slice(i + 1)));
    if (steps < 0) continue;
    const answer = await fetch(`${server.address}/api/games/import?steps=${steps}`, {
      method: "POST",
      body: text,
      headers: { "content-type": "text/plain" },
    });
    check(answer.status === 201, `${file} can be played on, not ${answer.status} ${await answer.clone().text()}`);
    return { created: { ...(await answer.json()), asksAll: true }, entries: entries.slice(steps) };
  }
  throw new Error(`no battle of ${ruleset} holds the moment that is looked for`);
}

/** Did the command bring an event of this name? */
export function brought(entry, name) {
  return JSON.stringify(entry?.events ?? []).includes(`"${name}"`);
}

/** Both sides are ready: the first movement step begins. */
export async function toMovement(hands) {
  while (hands.news.view.active === null) {
    await hands.page.locator("[data-test=side-order]:not(:disabled)").last().waitFor();
    await hands.over("ready", () => hands.at("side-order").last().click());
    await hands.page.waitForTimeout(200);
  }
  await hands.until("somebody can act", () => hands.news.actors.units.length > 0);
}
