// A guided first battle of each ruleset, by clicks alone: the steps of the lesson come in order, and what happens is explained when it does.
import fs from "node:fs";
import path from "node:path";
import { Hands, check } from "./bench.mjs";
import { accessible, browser, clean, server, test } from "./stage.mjs";

const FOLDER = path.resolve(import.meta.dirname, "../src/lessons");
const LESSONS = fs.readdirSync(FOLDER).map((name) => JSON.parse(fs.readFileSync(path.join(FOLDER, name), "utf8")));

await test("lessons: every clause they name is in the rulebook", async () => {
  check(LESSONS.length === 5, "there is one for each ruleset");
  for (const lesson of LESSONS) {
    const book = await (await fetch(`${server.address}/api/rules/${lesson.ruleset}`)).json();
    const known = new Set(book.headings.flatMap((heading) => heading.clauses.map((clause) => clause.id)));
    const named = [...lesson.steps, ...lesson.explains, ...lesson.glossary].map((one) => one.clause);
    const unknown = named.filter((clause) => !known.has(clause));
    check(unknown.length === 0, `${lesson.ruleset} names clauses that are there: ${unknown}`);
  }
});

/** Plays the guided battle as the lesson asks. Returns what was shown. */
async function follow(hands, lesson) {
  const { page } = hands;
  const shown = { steps: [], explained: [], clicks: 0, first: null, names: new Set() };
  const began = Date.now();
  const tried = new Set();
  const click = async (locator) => {
    shown.clicks += 1;
    await locator.click({ timeout: 4000 }).catch(() => {});
  };
  const give = async () => {
    const confirm = page.locator("[data-test=confirm]:not(:disabled)");
    await confirm.waitFor({ timeout: 4000 }).catch(() => {});
    if ((await confirm.count()) > 0) await click(confirm);
  };
  for (let turns = 0; turns < 220; turns++) {
    await page.waitForTimeout(120);
    if ((await hands.at("explanation").count()) > 0) {
      const clause = await hands.at("explanation").getAttribute("data-clause");
      const entries = [...hands.log.values()];
      const cited = entries.some((entry) => JSON.stringify([entry.lines, entry.dice]).includes(`"${clause}"`));
      check(cited, `${clause} is explained because the log has it`);
      shown.explained.push(clause);
      await click(hands.at("understood"));
      continue;
    }
    // Both are looked for at once: an explanation takes the place of the lesson for a while.
    if ((await page.locator("[data-test=lesson], [data-test=explanation]").count()) === 0) return shown;
    if ((await hands.at("lesson").count()) === 0) continue;
    const place = Number(await hands.at("lesson").getAttribute("data-place"));
    const step = lesson.steps[place];
    if (shown.steps.at(-1) !== place) shown.steps.push(place);
    const { news } = hands;
    for (const { name } of news.view.steps) shown.names.add(name);
    const mine = news.prompt.some((prompt) => prompt.side === "blue");
    if (step.until.kind === "next") await click(hands.at("next-step"));
    else if (!mine) await page.waitForTimeout(200);
    else if (news.reaction) await click(hands.at("pass"));
    else if (step.until.kind === "chosen" || step.until.kind === "weighing" || step.until.kind === "ordered") {
      const key = (id) => `${place} ${id}`;
      const unit = news.actors.units
        .map((id) => hands.unit(id))
        .find((one) => one.kind === "infantry" && !tried.has(key(one.id)));
      if (!unit) {
        await click(hands.at("next-step"));
        continue;
      }
      tried.add(key(unit.id));
      await hands.choose(unit.id);
      shown.clicks += 1;
      if (step.until.kind === "chosen") continue;
      await page.locator(".unit[data-known=true]").waitFor();
      const charge = page.getByRole("button", { name: /^Charge/ });
      if (step.until.kind === "weighing") {
        if ((await charge.count()) > 0) await click(charge.first());
        continue;
      }
      await order(hands, unit, click, give);
      await hands.until("the order is carried out", () => hands.news.version !== news.version, 2000).catch(() => {});
      if (shown.first === null && hands.news.version !== news.version)
        shown.first = { clicks: shown.clicks, seconds: (Date.now() - began) / 1000 };
    } else if (lesson.ruleset === "johnny-reb" && (await hands.at("mark-rest").count()) > 0) {
      await click(hands.at("mark-rest"));
      await click(hands.at("marker").filter({ hasText: "Move" }));
      await page.waitForTimeout(400);
    } else if ((await page.locator("[data-test=side-order]:not(:disabled)").count()) > 0) {
      await click(page.locator("[data-test=side-order]:not(:disabled)").last());
      await page.waitForTimeout(150);
      if ((await hands.at("confirm").count()) > 0) await give();
    } else if (news.actors.units.length > 0) {
      await hands.choose(news.actors.units[0]);
      await page.locator(".unit[data-known=true]").waitFor();
      await click(hands.at("order").last());
      await give();
    }
  }
  throw new Error(`the lesson does not end: ${JSON.stringify(shown)}`);
}

/** Moves the chosen unit two inches ahead, or gives the order that lets it move. */
async function order(hands, unit, click, give) {
  const button = hands.page.getByRole("button", { name: /^(Move|Full move)/ }).first();
  const isDrawn = (await hands.page.getByRole("button", { name: /drag it on the map/ }).count()) > 0;
  if (!isDrawn) {
    if ((await button.count()) === 0) return;
    await click(button);
    await give();
    return;
  }
  const angle = (unit.pose.facing / 65536) * 2 * Math.PI;
  const { at } = unit.pose;
  await hands.drag(at, { x: at.x + Math.sin(angle) * 50800, y: at.y + Math.cos(angle) * 50800 });
  await hands.page
    .locator("[data-test=draft][data-fresh=true]")
    .waitFor({ timeout: 4000 })
    .catch(() => {});
  if (
    await hands
      .at("move")
      .isEnabled()
      .catch(() => false)
  )
    await click(hands.at("move"));
  else if ((await hands.at("cancel").count()) > 0) await click(hands.at("cancel"));
}

for (const lesson of LESSONS) {
  await test(`lessons: a guided battle of ${lesson.ruleset}`, async () => {
    const hands = await Hands.open(browser);
    await hands.page.goto(`${server.pages}/#/`);
    await hands.at("learn-rules").selectOption(lesson.ruleset);
    await hands.at("learn").click();
    await hands.at("lesson").waitFor();
    await hands.page.locator("canvas.scene[data-lie]").waitFor();
    await accessible(hands, "a lesson");
    await hands.picture(`lesson-${lesson.ruleset}`);
    const shown = await follow(hands, lesson);
    check(shown.steps.join() === lesson.steps.map((_, i) => i).join(), `all steps in order: ${shown.steps}`);
    const unknown = lesson.steps.flatMap(({ until }) => until.step ?? []).filter((name) => !shown.names.has(name));
    check(unknown.length === 0, `the turn has the steps that the lesson names: ${unknown}`);
    check(shown.explained.length > 0, "something that happened was explained");
    check(shown.first !== null, "an order was given");
    console.log(
      `      ${shown.clicks + 2} clicks, first order after ${shown.first.clicks + 2} clicks and ${shown.first.seconds.toFixed(1)} s; explained: ${shown.explained.join(", ")}`,
    );
    await hands.at("open-glossary").click();
    await hands.at("glossary").waitFor();
    await accessible(hands, "the glossary");
    clean(hands);
  });
}
