// The umpire at a real table: every card of every rulebook, dice typed in, whole turns, several tablets, and battles with real dice.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Hands, LONGROLL, check } from "./bench.mjs";
import { accessible, browser, clean, openBattle, server, sitDown, test } from "./stage.mjs";

const TABLET = { width: 1024, height: 768 };
const REPLAYS = path.resolve(import.meta.dirname, "../../replays");

async function openTable(table) {
  const answer = await fetch(`${server.address}/api/umpire`, {
    method: "POST",
    body: JSON.stringify(table),
    headers: { "content-type": "application/json" },
  });
  check(answer.status === 201, `a table is opened, not ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

async function sitAtTable({ table, token }, size = TABLET) {
  const hands = await Hands.open(browser, size);
  await hands.page.goto(`${server.pages}/umpire#/table/${table}/${token}`);
  await hands.at("track").waitFor();
  return hands;
}

async function newsOf({ table, token }) {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${server.address}/api/umpire/tables/${table}`, { headers })).json();
}

/** Facts as a list of dotted names; arrays as a whole too. */
function leaves(facts, stem = "") {
  return Object.entries(facts).flatMap(([name, value]) => {
    const at = stem ? `${stem}.${name}` : name;
    return typeof value === "object" && value !== null ? leaves(value, at) : [[at, value]];
  });
}

/** One fact by the card's own controls. False where the card has no such field: cases know a few other names for facts. */
async function setFact(card, at, value) {
  const parts = at.split(".");
  for (let i = 1; i < parts.length; i++) {
    const there = card.locator(`[data-there="${parts.slice(0, i).join(".")}"]`);
    if ((await there.count()) > 0 && (await there.getAttribute("aria-checked")) === "false") await there.click();
    // A line of a list that is not there yet.
    if (/^\d+$/.test(parts[i])) {
      const list = parts.slice(0, i).join(".");
      const line = card.locator(`[data-fact^="${list}.${parts[i]}"]`);
      for (let tries = 0; tries <= Number(parts[i]) && (await line.count()) === 0; tries++)
        await card.locator(`[data-add="${list}"]`).click();
    }
  }
  const field = card.locator(`[data-fact="${at}"]`);
  if ((await field.count()) !== 1) return false;
  if (typeof value === "boolean") {
    const control = field.getByRole("switch");
    if ((await control.getAttribute("aria-checked")) !== String(value)) await control.click();
  } else if (typeof value === "string" && (await field.locator("select").count()) > 0) {
    await field.locator("select").selectOption(value);
  } else if (typeof value === "string" && (await field.locator(`[data-choice="${value}"]`).count()) > 0) {
    await field.locator(`[data-choice="${value}"]`).click();
  } else {
    const input = field.locator("input");
    if ((await input.count()) !== 1) return false;
    await input.fill(String(value));
    await input.blur();
  }
  return true;
}

/** As many fresh lines in a list of facts. */
async function setLength(card, at, n) {
  const list = card.locator(`fieldset:has(> [data-add="${at}"])`);
  if ((await list.count()) !== 1) return false;
  const lines = list.locator("> .line");
  while ((await lines.count()) > 0)
    await lines
      .last()
      .getByRole("button", { name: /^Remove/ })
      .click();
  for (let i = 0; i < n; i++) await card.locator(`[data-add="${at}"]`).click();
  return true;
}

/** Types the dice of a case: by keys where there are few, by counts where there are many. */
async function typeDice(hands, dice, isOver) {
  const left = dice
    .split(/[\s|]+/)
    .filter(Boolean)
    .map(Number);
  while (!(await isOver())) {
    const entry = hands.at("dice-entry");
    await hands.until("the next roll or the end", async () => (await isOver()) || (await entry.count()) > 0);
    if (await isOver()) break;
    // The next roll may take the place of this one between two looks.
    const asked = await entry
      .evaluate((node) => [node.dataset.n, node.innerText], null, { timeout: 1000 })
      .catch(() => null);
    if (asked === null) continue;
    const n = Number(asked[0]);
    check(n <= left.length, `${n} dice are asked for, ${left.length} of ${dice} are left`);
    let words = asked[1];
    const faces = left.splice(0, n);
    if ((await hands.at("give-counts").count()) > 0) {
      for (const face of faces) await hands.at(`count-${face}`).click();
      // With the counts it reads otherwise than before, though the roll is still the same.
      words = await entry.innerText();
      await hands.at("give-counts").click();
    } else {
      for (const face of faces) await hands.at(`face-${face}`).click();
    }
    await hands
      .until(
        "the roll is taken",
        async () => (await isOver()) || (await entry.innerText()) !== words || (await entry.count()) === 0,
        10000,
      )
      .catch(() => {});
  }
  check(left.length === 0, `no die is left over: ${left}`);
}

const plain = (value) => {
  const text = String(value);
  return text === "true" ? "yes" : text === "false" ? "no" : text.replace(/_/g, " ");
};

/** What came of the card that is open; the history has results too. */
const result = (hands) => hands.at("dice").locator("[data-test=result-words]");

/** A rule case of the procedure whose facts a card can take, with its dice. */
async function caseOf(ruleset, { name, clauses }) {
  const found = [];
  for (const clause of clauses) {
    const answer = await fetch(`${server.address}/api/rules/${ruleset}/${clause}/examples`);
    for (const example of await answer.json()) {
      if (example.procedure !== name || Object.keys(example.options).length > 0 || !/\d/.test(example.dice)) continue;
      if (!example.results.some((line) => /^[\w ]+: /.test(line))) continue;
      found.push(example);
    }
  }
  // Short ones first: what they show is shown by long ones too.
  return found.sort((a, b) => leaves(a.facts).length - leaves(b.facts).length);
}

const start = await (await fetch(`${server.address}/api/start`)).json();

for (const { id, procedures } of start.rulesets) {
  await test(`umpire: every card of ${id} gives the modifiers, the odds and the result of a rule case`, async () => {
    const table = await openTable({ ruleset: id });
    const hands = await sitAtTable(table);
    const { page } = hands;
    for (const procedure of procedures) {
      const cases = await caseOf(id, procedure);
      check(cases.length > 0, `${id} ${procedure.name} has a rule case with facts and dice`);
      const chip = hands.at(`card-${procedure.name}`);
      if ((await chip.count()) > 0) await chip.click();
      else await hands.at("other-cards").selectOption(procedure.name);
      const card = page.locator(`[data-test=card][data-procedure="${procedure.name}"]`);
      await card.waitFor();
      const tooWide = hands.at("card-trouble").getByText("too wide");
      let played = null;
      for (const example of cases) {
        if ((await hands.at("usual").count()) > 0) await hands.at("usual").click();
        let fits = true;
        for (const [at, value] of Object.entries(example.facts))
          if (Array.isArray(value) && !(await setLength(card, at, value.length))) fits = false;
        for (const [at, value] of leaves(example.facts)) if (!(await setFact(card, at, value))) fits = false;
        if (fits) {
          played = example;
          break;
        }
      }
      check(played, `${id} ${procedure.name}: a case can be filled in`);
      const args = Object.entries(played.facts).flatMap(([name, value]) =>
        Array.isArray(value)
          ? [`${name}=${JSON.stringify(value)}`]
          : leaves({ [name]: value }).map(([at, one]) => `${at}=${one}`),
      );
      const said = spawnSync(LONGROLL, ["odds", id, procedure.name, ...args, "--json"], {
        encoding: "utf8",
        maxBuffer: 1 << 28,
      });
      check(said.status === 0, `${id} ${procedure.name} ${args.join(" ")}: ${said.stderr}`);
      const told = JSON.parse(said.stdout);
      const present = told.explained.flatMap((list) => list.settled.lines.filter((line) => line.counted !== "absent"));
      const where = `${id} ${procedure.name} ${JSON.stringify(played.facts)}`;
      // A busy server may give up on the widest odds and says so; the dice are thrown all the same.
      let givesUp = false;
      await hands.until(`the modifiers of ${where}`, async () => {
        givesUp = await tooWide.isVisible();
        if (givesUp) return true;
        const titles = await card.locator("h4").allInnerTexts();
        const wanted = told.explained.map((list) => `${list.title} ${list.result}`);
        return (
          JSON.stringify(titles.map((text) => text.replace(/\s+/g, " "))) ===
          JSON.stringify(wanted.map((text) => text.replace(/\s+/g, " ")))
        );
      });
      const shown = await card.locator("section > ul > li:not(.none)").count();
      check(
        givesUp || shown === present.length,
        `${where}: ${shown} modifiers on the card, ${present.length} by the program`,
      );
      if (!givesUp) await oddsAgree(card, told, where);
      const before = (await newsOf(table)).lines.length;
      await hands.at("type-dice").click();
      await typeDice(hands, played.dice, async () => (await result(hands).count()) > 0);
      const words = await hands.at("dice").locator("[data-test=outcome-words]").innerText();
      for (const line of played.results) {
        const [, name, value] = /^([\w ]+): (.*)$/.exec(line) ?? [];
        if (name === undefined) continue;
        check(`, ${words},`.includes(`, ${name} ${plain(value)},`), `${where}: ${line} in ${words}`);
      }
      check((await newsOf(table)).lines.length === before + 1, `${where}: it stands in the history`);
      await hands.at("again").click();
    }
    // While a card is filled in, some facts do not go together yet.
    check(
      hands.errors.every((error) => error.includes("400")),
      `no other complaint: ${hands.errors.join(" | ")}`,
    );
  });
}

/** The chances drawn on the card are those of the program. */
async function oddsAgree(card, told, where) {
  const names = Object.keys(told.outcomes[0].outcome);
  for (const drawn of await card.locator(".result").all()) {
    const name = await drawn.getAttribute("data-name");
    check(names.includes(name), `${where}: ${name} is a result`);
    const chances = new Map();
    for (const line of told.outcomes) {
      const value = plain(line.outcome[name]);
      chances.set(
        value,
        (chances.get(value) ?? 0) + Number((BigInt(line.numerator) * 1_000_000_000n) / BigInt(line.denominator)) / 1e7,
      );
    }
    for (const title of await drawn.locator("rect title").allTextContents()) {
      const [value, percent] = title.split(": ");
      const is = chances.get(value);
      const shown = Number.parseFloat(percent);
      const fits = Number.isNaN(shown) ? is < 0.11 || is > 99.8 : Math.abs(shown - is) < 0.06;
      check(is !== undefined && fits, `${where}: ${name} ${title}, by the program ${is}`);
    }
  }
}

/** What a turn of each rulebook brings, worked out by hand. */
const TURNS = {
  // Stationary infantry throws four dice, each 6 hits: two hits take two Strength (QP-COMBAT-04, -06, -30).
  quickplay: {
    at: "Combat",
    card: "fire",
    parts: { firer: "Lakeshore Rifles", target: "Tidewater Rifles" },
    dice: "6 6 1 1",
    unit: "Tidewater Rifles",
    column: "strength",
    by: -2,
  },
  // Four stands at short range, each 4 or more: two hits are fewer than Strength 3, so they stay marked until the tenure ends (POT-FIRE-19, POT-TURN-13).
  potomac: {
    at: "Command Phase",
    card: "small_arms",
    parts: { firer: "Lakeshore Rifles", target: "Tidewater Rifles" },
    dice: "6 6 1 1",
    unit: "Tidewater Rifles",
    column: "marked",
    by: 2,
    after: 0,
  },
  // A natural 12 brings one figure back (ADF-MORALE-13).
  "deadly-field": {
    at: "Units and groups act",
    card: "morale",
    parts: { unit: "Lakeshore Rifles" },
    dice: "6 6",
    unit: "Lakeshore Rifles",
    column: "figures",
    by: 1,
  },
  // 2 on the risk table kills the general (GRE-LEADER-01).
  grenadier: {
    at: "6 Fire",
    card: "risk",
    parts: { general: "Col. Edwin Hollis" },
    dice: "1 1",
    unit: "Col. Edwin Hollis",
    gone: true,
  },
  // A natural 2 routs whatever the morale point is (JR-MORALE-11).
  "johnny-reb": {
    at: "4 First fires",
    card: "morale",
    parts: { unit: "Lakeshore Rifles" },
    dice: "1 1",
    unit: "Lakeshore Rifles",
    column: "level",
    to: "routed",
  },
};

await test("umpire: a whole turn of each rulebook leaves the roster right", async () => {
  for (const { id } of start.rulesets) {
    const turn = TURNS[id];
    const table = await openTable({ ruleset: id, scenario: "learning" });
    const hands = await sitAtTable(table);
    const before = (await newsOf(table)).roster.find((unit) => unit.name === turn.unit);
    const where = hands.at("where");
    let fought = false;
    for (let steps = 0; !(await where.innerText()).startsWith("Turn 2"); steps++) {
      check(steps < 40, `${id}: a turn ends`);
      const now = await where.innerText();
      if (!fought && now.endsWith(`: ${turn.at}`)) {
        fought = true;
        await hands.at(`card-${turn.card}`).click();
        for (const [part, name] of Object.entries(turn.parts))
          await hands.at(`part-${part}`).selectOption({ label: name });
        await hands.until("the facts are weighed", async () => await hands.at("type-dice").isEnabled());
        await hands.at("type-dice").click();
        await typeDice(hands, turn.dice, async () => (await result(hands).count()) > 0);
        const after = (await newsOf(table)).roster.find((unit) => unit.name === turn.unit);
        if (turn.gone) check(after.gone, `${id}: ${turn.unit} is off the table`);
        else {
          const wanted = turn.to ?? before.values[turn.column] + turn.by;
          check(
            after.values[turn.column] === wanted,
            `${id}: ${turn.column} ${after.values[turn.column]}, not ${wanted}`,
          );
        }
      }
      await hands.at("next").click();
      await hands.until("the next step", async () => (await where.innerText()) !== now);
    }
    check(fought, `${id}: the step ${turn.at} came`);
    const end = (await newsOf(table)).roster;
    const unit = end.find((one) => one.name === turn.unit);
    if (turn.gone) check(unit.gone, `${id}: still gone at the end`);
    else {
      const wanted = turn.after ?? turn.to ?? before.values[turn.column] + turn.by;
      check(unit.values[turn.column] === wanted, `${id} at the end: ${turn.column} ${unit.values[turn.column]}`);
    }
    // What the page shows is what the server holds.
    await hands.at("tab-roster").click();
    const row = hands.page.locator(`[data-test=roster] tr[data-unit="${unit.id}"]`);
    if (turn.gone) await row.getByText("off the table").waitFor();
    else await row.locator(`[data-column="${turn.column}"]`).getByText(String(unit.values[turn.column])).waitFor();
    await hands.page.close();
  }
});

await test("umpire: from the start page to the first fire with typed dice", async () => {
  const hands = await Hands.open(browser, TABLET);
  const { page } = hands;
  const began = Date.now();
  await page.goto(`${server.pages}/`);
  await hands.at("umpire-page").click();
  await hands.at("set-quickplay").check();
  await accessible(hands, "the page that opens a table");
  await hands.at("open-table").click();
  await hands.at("track").waitFor();
  for (const step of ["Movement", "Rally", "Morale tests", "Combat"]) {
    await hands.at("next").click();
    await hands.at("where").getByText(step).waitFor();
  }
  await hands.at("type-dice").click();
  const entry = hands.at("dice-entry");
  await entry.waitFor();
  // The focus is on the dice already: keys alone. A unit that moved throws two.
  await hands.until("the dice have the keys", () =>
    page.evaluate(() => document.activeElement?.dataset.test === "dice-entry"),
  );
  await page.keyboard.press("6");
  await page.keyboard.press("2");
  await result(hands).getByText("remove 1 Strength").waitFor();
  console.log(`      ${((Date.now() - began) / 1000).toFixed(1)} s by a script`);
  await accessible(hands, "a card with its result");
  await hands.picture("umpire-1024x768");
  // Taken back, and taken back again.
  await hands.at("undo").click();
  await result(hands).getByText("Taken back.").waitFor();
  await hands.at("tab-history").click();
  await accessible(hands, "the history");
  clean(hands);
});

await test("umpire: two tablets, one reloaded, the server killed: nothing is lost", async () => {
  const table = await openTable({ ruleset: "quickplay", scenario: "learning" });
  const one = await sitAtTable(table);
  const two = await sitAtTable(table);
  await one.at("line").getByText("2 tablets at this table").waitFor();
  for (let i = 0; i < 4; i++) {
    const now = await one.at("where").innerText();
    await one.at("next").click();
    await one.until("on", async () => (await one.at("where").innerText()) !== now);
  }
  await two.at("where").getByText("Combat").waitFor();
  // The second tablet fills in a melee and types half of its dice; then it is reloaded.
  await two.at("card-melee").click();
  await two.at("part-charger").selectOption({ label: "Lakeshore Rifles" });
  await two.at("part-defender").selectOption({ label: "Tidewater Rifles" });
  await two.until("weighed", () => two.at("type-dice").isEnabled());
  await two.at("type-dice").click();
  await two.at("dice-entry").waitFor();
  check((await two.at("dice-entry").getAttribute("data-n")) === "4", "a charger throws four dice");
  for (const face of [6, 1, 1, 1]) await two.at(`face-${face}`).click();
  await two.at("dice").getByText("6 1 1 1").waitFor();
  await two.page.reload();
  await two.at("dice").getByText("6 1 1 1").waitFor();
  check(
    (await two.page.locator("[data-test=part-charger] option:checked").innerText()) === "Lakeshore Rifles",
    "still the charger",
  );
  // Tablet one fires meanwhile; then the server is killed.
  await one.at("card-fire").click();
  await one.at("part-firer").selectOption({ label: "Iron City Guards" });
  await one.at("part-target").selectOption({ label: "Piedmont Guards" });
  await one.until("weighed", () => one.at("type-dice").isEnabled());
  await one.at("throw").click();
  await result(one).waitFor();
  const lines = (await newsOf(table)).lines.length;
  await server.kill();
  await one.at("away").waitFor();
  await one.at("tab-roster").click();
  await one.at("roster").getByText("Piedmont Guards").waitFor();
  await server.start();
  check((await newsOf(table)).lines.length === lines, "every line is on disk");
  await one.at("line").getByText("2 tablets at this table").waitFor();
  // Six dice of a stationary defender: one hit each way is a tie (QP-COMBAT-22).
  await two.until("connected", async () => (await two.at("away").count()) === 0);
  check((await two.at("dice-entry").getAttribute("data-n")) === "6", "a stationary defender throws six");
  for (const face of [6, 1, 1, 1, 1, 1]) await two.at(`face-${face}`).click();
  await result(two).getByText("a tie").waitFor();
  await one.at("tab-history").click();
  await one.at("history").getByText("Melee").first().waitFor();
  const roster = (await newsOf(table)).roster;
  const strength = (name) => roster.find((unit) => unit.name === name).values.strength;
  check(strength("Lakeshore Rifles") === 3 && strength("Tidewater Rifles") === 3, "one Strength lost each");
});

await test("umpire: a pasted order of battle, corrections and sheets", async () => {
  const hands = await Hands.open(browser, TABLET);
  const { page } = hands;
  await page.goto(`${server.pages}/umpire`);
  await hands.at("set-grenadier").check();
  await hands.at("from-troops").check();
  await hands.at("troops").fill("blue\n2nd Wisconsin; 300 men; rifle musket; veteran\ngray\nDavis; halberd; 9 men");
  await hands.at("open-table").click();
  await page.getByRole("alert").getByText("line 4").waitFor();
  await hands
    .at("troops")
    .fill("blue\n2nd Wisconsin; 300 men; rifle musket; veteran\ngray\n1st Tennessee; 280 men; regular");
  await hands.at("open-table").click();
  await hands.at("track").waitFor();
  await hands.at("tab-roster").click();
  await hands.at("roster").getByRole("button", { name: "2nd Wisconsin" }).click();
  await hands.at("unit-editor").getByRole("button", { name: "DPs: one more" }).click();
  await page.locator("[data-test=roster] td[data-column=dp]").first().getByText("1").waitFor();
  await accessible(hands, "the roster with a unit opened");
  const [saved] = await Promise.all([page.waitForEvent("download"), hands.at("roster-sheet").click()]);
  const sheet = fs.readFileSync(await saved.path(), "utf8");
  check(sheet.includes("2nd Wisconsin") && sheet.includes('class="box"'), "a roster with boxes");
  const reference = await fetch(`${server.address}/api/sheets/grenadier/reference`);
  check(
    reference.status === 200 && /default-src 'none'/.test(reference.headers.get("content-security-policy")),
    "a sheet",
  );
  check((await fetch(`${server.address}/api/sheets/grenadier/setup`)).status === 400, "a set-up sheet wants a battle");
  check(
    hands.errors.every((error) => error.includes("400")),
    `only the refusal: ${hands.errors}`,
  );
});

/** A battle of the archive played again with its dice as if thrown by hand, each roll as it is asked for. */
async function fightByHand(ruleset) {
  const folder = path.join(REPLAYS, ruleset);
  for (const name of fs.readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    const lines = fs
      .readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const header = lines[0].header ?? lines[0];
    const entries = lines.map((line) => line.entry).filter(Boolean);
    const scenario = header.scenario?.name;
    const isPlain = lines.every((line) => !line.undo) && Object.keys(header.settings ?? {}).length === 0;
    if (!isPlain || !start.scenarios.some((one) => one.name === scenario)) continue;
    return { scenario, entries };
  }
  throw new Error(`the archive has no battle of ${ruleset} that can be played again`);
}

for (const ruleset of ["quickplay", "johnny-reb"]) {
  await test(`umpire: a battle of ${ruleset} with real dice on both sides`, async () => {
    const { scenario, entries } = await fightByHand(ruleset);
    const hands = await openBattle({ ruleset, scenario, by_hand: ["blue", "gray"] });
    const { created, page } = hands;
    const rolls = await page.evaluate(fight, { entries, links: created.links, game: created.game });
    check(rolls > 20, `many rolls were asked for: ${rolls}`);
    const headers = { authorization: `Bearer ${created.links.blue}` };
    const file = path.join(server.data, `by-hand-${ruleset}.jsonl`);
    const text = await (await fetch(`${server.address}/api/games/${created.game}/file`, { headers })).text();
    fs.writeFileSync(file, text);
    const judged = spawnSync(LONGROLL, ["replay", file, "--verify"], { encoding: "utf8" });
    check(judged.status === 3, `consistent but unproven: ${judged.stdout} ${judged.stderr}`);
    check(/by hand/.test(judged.stdout), `it says why: ${judged.stdout}`);
    const byHand = text.split("\n").filter((line) => line.includes('"by_hand":true')).length;
    check(byHand > 10, `the file marks them: ${byHand}`);
    console.log(`      ${entries.length} orders, ${rolls} rolls`);
  });
}

/** In the page: gives the orders one after another, and for each roll that is asked for the dice of the archive. */
async function fight({ entries, links, game }) {
  const sockets = {};
  const join = (side) =>
    new Promise((resolve, reject) => {
      const address = new URL(`/api/games/${game}/socket`, location.href.replace(/^http/, "ws"));
      const socket = new WebSocket(address, ["longroll", links[side]]);
      const seat = { socket, version: 0, waiting: new Map(), next: 1 };
      socket.onmessage = ({ data }) => {
        const heard = JSON.parse(data);
        if (heard.kind === "news") {
          seat.version = heard.version;
          resolve(seat);
        } else if (heard.id !== undefined && heard.id !== null) {
          seat.waiting.get(heard.id)?.(heard);
          seat.waiting.delete(heard.id);
        }
      };
      socket.onerror = () => reject(new Error("no socket"));
    });
  const ask = (seat, what) =>
    new Promise((resolve) => {
      const id = seat.next++;
      seat.waiting.set(id, resolve);
      seat.socket.send(JSON.stringify({ id, ask: what }));
    });
  for (const side of ["blue", "gray"]) {
    sockets[side] = await join(side);
    // Everything is asked, so that the orders of the archive can be given one by one.
    const wishes = { kinds: {}, pass_for: "inch", order_as_listed: false, standing: [] };
    const hello = await new Promise((resolve) => {
      const peek = new WebSocket(sockets[side].socket.url, ["longroll", links[side]]);
      peek.onmessage = ({ data }) => {
        peek.close();
        resolve(JSON.parse(data));
      };
    });
    for (const { kind } of hello.interruptions) wishes.kinds[kind] = "always";
    await ask(sockets[side], { kind: "interruptions", wishes });
  }
  let rolls = 0;
  let version = 0;
  for (const { by, command, dice } of entries) {
    const given = [];
    for (;;) {
      const what = { kind: "command", version, command, ...(given.length > 0 ? { dice: given } : {}) };
      const heard = await ask(sockets[by], what);
      if (heard.kind === "answer") {
        version = heard.answer.version;
        break;
      }
      if (heard.error.kind === "busy") {
        await new Promise((resolve) => setTimeout(resolve, 300));
        continue;
      }
      if (heard.error.kind !== "dice") throw new Error(`${JSON.stringify(command)}: ${heard.error.text}`);
      const next = dice[given.length];
      if (!next || heard.error.measured.n !== next.faces.length)
        throw new Error(`${heard.error.text} for ${JSON.stringify(command)}`);
      given.push(next.faces);
      rolls++;
    }
    if (given.length !== (dice ?? []).length) throw new Error(`${given.length} rolls, not ${dice.length}`);
  }
  return rolls;
}

await test("umpire: in the battle an order asks for its dice, and is given up without them", async () => {
  const { scenario, entries } = await fightByHand("quickplay");
  const first = entries.findIndex((entry) => entry.command.fire !== undefined);
  const created = await server.create({
    scenario,
    ruleset: "quickplay",
    blue: "person",
    gray: "person",
    by_hand: ["blue", "gray"],
  });
  const { by, command, dice } = entries[first];
  const hands = await sitDown(created, created.links[by]);
  const { page } = hands;
  const before = { entries: entries.slice(0, first), links: created.links, game: created.game };
  await page.evaluate(fight, before);
  await hands.until("all orders are heard of", () => hands.news.version >= first);
  await hands.choose(command.fire.unit);
  await page.locator(".unit[data-known=true]").waitFor();
  await hands.click(hands.unit(command.fire.target).pose.at);
  await hands.at("confirm").click();
  await hands.at("throw-by-hand").waitFor();
  await accessible(hands, "the dice of an order");
  await hands.picture("by-hand-1440x900");
  // Without the dice nothing happens.
  const { version } = hands.news;
  await page.keyboard.press("Escape");
  await page.getByText("its dice were not typed in").waitFor();
  check(hands.news.version === version, "the order was not given");
  await hands.click(hands.unit(command.fire.target).pose.at);
  await hands.at("confirm").click();
  await hands.over("the fire is decided", async () => {
    for (const { faces } of dice) {
      const entry = hands.at("dice-entry");
      await hands.until("the roll", async () => (await entry.getAttribute("data-n")) === String(faces.length));
      for (const face of faces) await page.keyboard.press(String(face));
    }
  });
  check(hands.log.size > first, "it stands in the log");
});

await test("umpire: without the server the roster, the odds page and the library open, and say what needs it", async () => {
  // The worker comes with the program's own pages.
  const opened = await openTable({ ruleset: "quickplay", scenario: "learning" });
  const context = await browser.newContext({ viewport: TABLET });
  const hands = await Hands.open(context, TABLET);
  const { page } = hands;
  await page.goto(`${server.address}/umpire#/table/${opened.table}/${opened.token}`);
  await hands.at("roster").getByText("Tidewater Rifles").waitFor({ state: "attached" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await hands.at("track").waitFor();
  await server.kill();
  try {
    await page.reload();
    await hands.at("away").waitFor();
    await hands.at("tab-roster").click();
    await hands.at("roster").getByText("Tidewater Rifles").waitFor();
    await accessible(hands, "a table without the server");
    await page.goto(`${server.address}/odds/quickplay/fire`);
    await hands.at("odds-trouble").getByText("which does not answer").waitFor();
    check(await page.getByLabel("Stationary", { exact: true }).isVisible(), "the facts are there");
    await page.goto(`${server.address}/rules/quickplay/QP-COMBAT-06`);
    await page.locator("article.chosen").waitFor();
  } finally {
    await server.start();
  }
  await page.goto(`${server.address}/umpire#/table/${opened.table}/${opened.token}`);
  await hands.at("line").getByText("1 tablet at this table").waitFor();
  await context.close();
});

await test("umpire: sheets as PDF, counted", async () => {
  const most = { reference: 2, markers: 4, setup: 4, roster: 2, labels: 2 };
  for (const [what, kind, ...more] of [
    ["quickplay", "reference"],
    ["potomac", "reference"],
    ["grenadier", "reference"],
    ["johnny-reb", "reference"],
    ["johnny-reb", "markers"],
    ["learning", "setup", "--ruleset", "grenadier"],
    ["learning", "roster", "--ruleset", "potomac"],
    ["learning", "labels", "--ruleset", "deadly-field"],
  ]) {
    const file = path.join(server.data, `${what}-${kind}.pdf`);
    const said = execFileSync(LONGROLL, ["sheet", what, "--kind", kind, "--pdf", file, ...more], { encoding: "utf8" });
    const pages = Number(/: (\d+) page/.exec(said)?.[1]);
    check(pages >= 1 && pages <= most[kind], `${what} ${kind}: ${said}`);
  }
});
