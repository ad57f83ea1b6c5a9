// What happens is seen happening: in the order of the log, at the pace of the player; and what happened while nobody looked.
import { Hands, check } from "./bench.mjs";
import { settle } from "./player.mjs";
import { accessible, browser, clean, openBattle, server, sitDown, test, toMovement } from "./stage.mjs";

const RULESETS = ["quickplay", "potomac", "deadly-field", "grenadier", "johnny-reb"];
const INCH = 25400;

/** The step that is shown now: entry, line and words. */
async function shownNow(hands) {
  const step = hands.at("film-step");
  const [entry, line, words] = await step.evaluate((node) => [
    node.dataset.entry,
    node.dataset.line,
    node.querySelector("[data-test=film-words]").textContent,
  ]);
  return { entry: Number(entry), line: line === "" ? null : Number(line), words };
}

/** Clicks through the film to its end and tells what was shown, in order. */
async function watch(hands) {
  const shown = [];
  while ((await hands.at("film-step").count()) > 0) {
    shown.push(await shownNow(hands));
    if (shown.at(-1).line !== null) {
      const last = await hands.page
        .locator(".log article")
        .last()
        .evaluate((node) => [node.dataset.entry, node.querySelector("p.line:last-of-type")?.innerText ?? ""]);
      check(
        Number(last[0]) === shown.at(-1).entry,
        `the log goes no further than the film: ${last} at ${JSON.stringify(shown.at(-1))}`,
      );
    }
    await hands.at("film-on").click();
  }
  return shown;
}

/** What the log says of these entries, line by line. */
function told(hands, from, to) {
  const lines = [];
  for (let number = from; number <= to; number++) {
    hands.log.get(number).lines.forEach((line, i) => lines.push({ entry: number, line: i, words: line.text }));
  }
  return lines;
}

for (const ruleset of RULESETS) {
  await test(`film: ${ruleset}, a computer's turn step by step is the log`, async () => {
    const created = await server.create({ scenario: "learning", ruleset, blue: "captain", gray: "captain", seed: 5 });
    const hands = await sitDown(created, created.links.spectator, undefined, browser, "step");
    await hands.at("pace").selectOption("quick");
    await hands.at("film-step").waitFor();
    // Until both have thrown dice.
    const thrown = (side) => [...hands.log.values()].some((entry) => entry.by === side && entry.dice.length > 0);
    await hands.until(
      "both sides have acted",
      () => (thrown("blue") && thrown("gray") && hands.log.size > 30) || hands.news.view.outcome !== null,
      60000,
    );
    if (hands.news.view.outcome === null) await hands.at("pace").selectOption("paused");
    await hands.page.waitForTimeout(400);
    const { version } = hands.news;
    await accessible(hands, "the film");
    const shown = (await watch(hands)).filter((step) => step.line !== null);
    check(hands.news.version === version, "the battle waits while it is paused");
    const log = told(hands, hands.firstVersion + 1, version);
    check(shown.length > 20, `something happened: ${shown.length} steps`);
    check(JSON.stringify(shown) === JSON.stringify(log), `what was shown is the log:\n${firstDifference(shown, log)}`);
    console.log(`      ${shown.length} steps of ${version} orders shown in the order of the log`);
    clean(hands);
  });
}

function firstDifference(shown, log) {
  const i = shown.findIndex((step, at) => JSON.stringify(step) !== JSON.stringify(log[at]));
  return `${i}: ${JSON.stringify(shown[i])}\nnot ${JSON.stringify(log[i])}`;
}

function forward(unit, inches) {
  const angle = (unit.pose.facing / 65536) * 2 * Math.PI;
  return { x: unit.pose.at.x + Math.sin(angle) * inches * INCH, y: unit.pose.at.y + Math.cos(angle) * inches * INCH };
}

await test("film: one's own move runs along its way, then the computer's turn; pause, back, forward, skip", async () => {
  const created = await server.create({
    scenario: "learning",
    ruleset: "quickplay",
    blue: "person",
    gray: "captain",
    seed: 11,
  });
  const hands = await sitDown(created, created.links.blue, undefined, browser, "steady");
  await hands.page.locator("[data-test=side-order]:not(:disabled)").last().click();
  await hands.until(
    "the movement of blue",
    () => hands.news.view.active === "blue" && hands.news.actors.units.length > 0,
    60000,
  );
  await hands.page.keyboard.press("Escape");
  await hands.until("the film is over", async () => (await hands.at("film").count()) === 0);
  const unit = hands.news.actors.units.map((id) => hands.unit(id)).find((one) => one.kind === "infantry");
  await hands.choose(unit.id);
  await hands.drag(unit.pose.at, forward(unit, 4));
  check((await settle(hands)) === "lawful", "four inches are lawful");
  await hands.over("the move", () => hands.at("move").click());
  await hands.at("film-step").waitFor();
  check(/moves/.test((await shownNow(hands)).words), "one's own move is shown");
  await hands.until("the film runs out by itself", async () => (await hands.at("film").count()) === 0);
  // The rest of the turn is left; Gray's turn is seen.
  for (let i = 0; i < 12 && !(await hands.at("film").count()); i++) {
    if (hands.news.view.active === "gray" && hands.news.prompt.every((prompt) => prompt.side !== "blue")) break;
    const end = hands.page.locator("[data-test=side-order]:not(:disabled)").last();
    await end.click({ timeout: 5000 }).catch(() => {});
    if ((await hands.at("sure").count()) > 0) await hands.at("sure").click();
    await hands.page.waitForTimeout(300);
  }
  await hands.until(
    "Gray's turn is being shown",
    async () =>
      [...hands.log.values()].some((entry) => entry.by === "gray" && entry.number > 5) &&
      (await hands.at("film").count()) > 0,
    40000,
  );
  await hands.at("film-pause").click();
  const here = await shownNow(hands);
  await hands.page.waitForTimeout(900);
  check(JSON.stringify(await shownNow(hands)) === JSON.stringify(here), "it stays where it is paused");
  await hands.at("film-on").click();
  const next = await shownNow(hands);
  check(JSON.stringify(next) !== JSON.stringify(here), "one step on");
  await hands.at("film-back").click();
  check(JSON.stringify(await shownNow(hands)) === JSON.stringify(here), "and back again");
  await hands.at("film-skip").click();
  await hands.until("the present", async () => (await hands.at("film").count()) === 0);
  clean(hands);
});

await test("film: dice of both sides lie apart until they are put away", async () => {
  const created = await server.create({
    scenario: "learning",
    ruleset: "deadly-field",
    blue: "captain",
    gray: "captain",
    seed: 5,
  });
  const hands = await sitDown(created, created.links.spectator, undefined, browser, "step");
  await hands.at("film-step").waitFor();
  for (let i = 0; i < 40 && (await hands.page.locator("[data-test=dice-card] .side").count()) < 2; i++)
    await hands.at("film-on").click();
  check(
    (await hands.page.locator("[data-test=dice-card] .side").count()) === 2,
    "both sides threw for the initiative, each on its own",
  );
  const entry = await hands.at("dice-card").getAttribute("data-entry");
  await hands.at("film-on").click();
  check((await hands.at("dice-card").count()) === 1, "the dice still lie there at the next step without dice");
  check((await hands.at("dice-card").getAttribute("data-entry")) === entry, "and are the same");
  await hands.at("dice-card").getByRole("button", { name: "Put the dice away" }).click();
  check((await hands.at("dice-card").count()) === 0, "they are put away");
  clean(hands);
});

await test("film: since you last looked, as a list and as a film", async () => {
  const created = await server.create({
    scenario: "learning",
    ruleset: "quickplay",
    blue: "person",
    gray: "person",
    seed: 7,
  });
  const [mine, theirs] = [await browser.newContext(), await browser.newContext()];
  const blue = await sitDown(created, created.links.blue, undefined, mine, "once");
  const ready = (hands) => hands.page.locator("[data-test=side-order]:not(:disabled)").last().click();
  await blue.over("ready", () => ready(blue));
  const { version } = blue.news;
  check((await blue.at("missed").count()) === 0, "nothing was missed yet");
  await blue.page.close();
  const gray = await sitDown(created, created.links.gray, undefined, theirs, "once");
  await gray.over("ready", () => ready(gray));
  await gray.until("the turn has begun", () => gray.news.version > version);

  const back = await sitDown(created, created.links.blue, undefined, mine, "once");
  await back.at("missed").waitFor();
  await accessible(back, "since you last looked");
  const listed = await back
    .at("missed")
    .locator("li")
    .evaluateAll((items) =>
      items.map((item) => ({
        entry: Number(item.dataset.entry),
        lines: [...item.querySelectorAll("p")].map((line) => line.innerText),
      })),
    );
  const expected = [...back.log.values()].filter(
    (entry) => entry.number > version && entry.by !== "blue" && entry.lines.length > 0,
  );
  check(
    listed.length > 0 &&
      JSON.stringify(listed.map((item) => item.lines)) ===
        JSON.stringify(expected.map((entry) => entry.lines.map((line) => line.text))),
    `the list is the log since then: ${JSON.stringify(listed)}`,
  );
  await back.picture("since-you-last-looked");
  await back.at("missed-film").click();
  await back.at("film-step").waitFor();
  await back.at("film-pause").click();
  check((await shownNow(back)).entry === expected[0].number, "the film begins with the first that was missed");
  await back.at("film-skip").click();
  await back.page.reload();
  await back.page.locator("canvas.scene[data-lie]").waitFor();
  await back.page.waitForTimeout(300);
  check((await back.at("missed").count()) === 0, "seen is seen");
  clean(back);
  await mine.close();
  await theirs.close();
});

await test("film: in a replay an order is seen happening", async () => {
  const hands = await openBattle({ blue: "captain", gray: "captain", seed: 9 });
  await hands.at("pace").selectOption("full");
  await hands.until("some orders", () => hands.news.version > 25, 60000);
  const replay = await Hands.open(browser, undefined, "step");
  await replay.page.goto(`${server.pages}/#/replay/${hands.created.game}/${hands.created.links.spectator}`);
  await replay.until("the replay", async () =>
    /\/ [1-9]/.test(
      await replay
        .at("step")
        .innerText()
        .catch(() => ""),
    ),
  );
  await replay.at("scrubber").fill("3");
  await replay.page.waitForTimeout(300);
  let steps = 0;
  for (let i = 0; i < 12; i++) {
    await replay.at("on").click();
    await replay.page.waitForTimeout(120);
    if ((await replay.at("film-step").count()) === 0) continue;
    const at = Number((await replay.at("step").innerText()).split("/")[0]);
    const shown = await shownNow(replay);
    check(shown.entry === at, `step ${at} shows its own order: ${JSON.stringify(shown)}`);
    steps += 1;
  }
  check(steps > 3, `orders are seen in a replay: ${steps}`);
  clean(replay);
});

await test("film: who wants little motion sees each step stand still", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const created = await server.create({
    scenario: "learning",
    ruleset: "quickplay",
    blue: "captain",
    gray: "captain",
    seed: 5,
  });
  const hands = await sitDown(created, created.links.spectator, undefined, context, "step");
  await hands.at("film-step").waitFor();
  for (let i = 0; i < 60 && !/moves/.test((await shownNow(hands)).words); i++) await hands.at("film-on").click();
  await toStill(hands);
  const picture = () => hands.page.locator("canvas.scene").evaluate((canvas) => canvas.toDataURL());
  const before = await picture();
  await hands.page.waitForTimeout(500);
  check(before === (await picture()), "nothing moves");
  clean(hands);
  await context.close();
});

async function toStill(hands) {
  await hands.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

await test("care: ending a step with moves left is asked once, by mouse and by key", async () => {
  const hands = await openBattle();
  await hands.page.evaluate(() => localStorage.setItem("longroll.ask-before-ending", "on"));
  await hands.page.reload();
  await hands.page.locator("canvas.scene[data-lie]").waitFor();
  await toMovement(hands);
  const { version } = hands.news;
  const end = hands.page.locator("[data-test=side-order]:not(:disabled)").last();
  await end.click();
  await hands.at("doubt").waitFor();
  check(hands.news.version === version, "nothing is ended yet");
  check(/can still move or fire/.test(await hands.at("doubt").innerText()), "it is said who could still act");
  await accessible(hands, "the question before a step is ended");
  await hands.page.keyboard.press("Escape");
  await hands.page.keyboard.press("e");
  await hands.at("doubt").waitFor();
  await hands.over("the same key again", () => hands.page.keyboard.press("e"));
  clean(hands);
});

await test("care: keys work after any click, Enter in a number field acts, a unit that moved is not Stationary", async () => {
  const hands = await openBattle();
  await toMovement(hands);
  await hands.page.getByLabel("curtain between turns").check();
  await hands.page.keyboard.press("n");
  await hands.page.locator(".unit h2").waitFor();
  await hands.page.getByLabel("curtain between turns").uncheck();
  await hands.at("film-pace").selectOption("quick");
  await hands.at("film-pace").selectOption("once");
  const before = await hands.page.locator(".unit h2").innerText();
  await hands.page.keyboard.press("n");
  await hands.until("the next unit", async () => (await hands.page.locator(".unit h2").innerText()) !== before);
  const unit = hands.news.actors.units.map((id) => hands.unit(id)).find((one) => one.kind === "infantry");
  check(
    unit.signs.some((sign) => sign.text === "Stationary"),
    "it begins Stationary",
  );
  await hands.choose(unit.id);
  await hands.at("order").filter({ hasText: "Move" }).first().click();
  const far = hands.page.getByRole("spinbutton").first();
  await far.fill("3");
  await far.press("Enter");
  check((await settle(hands)) === "lawful", "Enter has drawn the move");
  await hands.over("the move", () => hands.at("move").click());
  check(
    !hands.unit(unit.id).signs.some((sign) => sign.text === "Stationary"),
    "it has moved and is not shown as Stationary",
  );
  clean(hands);
});

await test("care: your turn is in the title and on the icon, sound is muted by a key and remembered", async () => {
  const created = await server.create({
    scenario: "learning",
    ruleset: "quickplay",
    blue: "person",
    gray: "person",
    seed: 7,
  });
  const hands = await sitDown(created, created.links.blue);
  await hands.until("the title calls", async () => /Your turn/.test(await hands.page.title()));
  const icon = () => hands.page.locator("link[rel=icon]").getAttribute("href");
  check(/turn/.test(await icon()), "the icon calls");
  await hands.over("ready", () => hands.page.locator("[data-test=side-order]:not(:disabled)").last().click());
  await hands.until("the title is quiet", async () => !/Your turn/.test(await hands.page.title()));
  check(!/turn/.test(await icon()), "the icon is quiet");
  check((await hands.at("sound").getAttribute("aria-pressed")) === "true", "sound is on at first");
  await hands.at("map").focus();
  await hands.page.keyboard.press("s");
  check((await hands.at("sound").getAttribute("aria-pressed")) === "false", "a key mutes");
  await hands.page.reload();
  await hands.page.locator("canvas.scene[data-lie]").waitFor();
  check((await hands.at("sound").getAttribute("aria-pressed")) === "false", "it is remembered");
  clean(hands);
});

await test("care: the log is filtered by unit and kind, and dice stand at their line", async () => {
  const hands = await openBattle({ blue: "captain", gray: "captain", seed: 11 });
  await hands.at("pace").selectOption("full");
  await hands.until("the end", () => hands.news.view.outcome !== null, 120000);
  await hands.page.getByRole("button", { name: "Look at the field" }).click();
  const entries = hands.page.locator(".log article");
  await hands.at("log-kind").selectOption("dice");
  const thrown = [...hands.log.values()].filter((entry) => entry.dice.length > 0);
  await hands.until("only those with dice", async () => (await entries.count()) === thrown.length);
  const name = hands.news.view.units.find((unit) => unit.kind === "infantry").name;
  await hands.at("log-words").fill(name);
  const about = thrown.filter((entry) =>
    [entry.text, ...entry.lines.map((line) => line.text)].some((text) => text.includes(name)),
  );
  await hands.until("only those about the unit", async () => (await entries.count()) === about.length);
  check(about.length > 0 && about.length < thrown.length, `some are left: ${about.length} of ${thrown.length}`);
  const tested = [...hands.log.values()]
    .flatMap((entry) => entry.lines)
    .find((line) => / its morale test/.test(line.text));
  check(tested.rolls.length === 1, "a morale test has its die");
  await hands.at("log-words").fill(tested.text);
  await hands.page.locator(".log p.line", { hasText: tested.text }).first().locator("svg").first().waitFor();
  clean(hands);
});

await test("the map: every unit is named on the Cornfield at 1280 by 720, and an enemy who may not be attacked says why", async () => {
  const hands = await openBattle({ scenario: "cornfield" }, { width: 1280, height: 720 });
  await hands.page.waitForTimeout(1000);
  const units = hands.news.view.units.filter((unit) => unit.on_table).length;
  const crowded = Number(await hands.page.locator("canvas.scene").getAttribute("data-crowded"));
  console.log(`      ${units} units, ${crowded} names over something else`);
  check(units > 50 && crowded <= units * 0.06, `nearly all names have room of their own: ${crowded} of ${units}`);
  const box = await hands.at("map").boundingBox();
  const [low, high] = [
    await hands.pixel({ x: 0, y: 0 }),
    await hands.pixel({ x: hands.hello.field.width, y: hands.hello.field.height }),
  ];
  check(
    low.x > box.x && low.y < box.y + box.height && high.x < box.x + box.width && high.y > box.y,
    "the first fit shows the whole table",
  );
  await toMovement(hands);
  const own = hands.news.actors.units.map((id) => hands.unit(id)).find((unit) => unit.kind === "infantry");
  const far = (unit) => Math.hypot(unit.pose.at.x - own.pose.at.x, unit.pose.at.y - own.pose.at.y);
  const enemy = hands.news.view.units
    .filter((unit) => unit.side !== own.side && unit.kind === "infantry")
    .sort((a, b) => far(b) - far(a))[0];
  await hands.choose(own.id);
  await hands.page.locator(".unit[data-known=true]").waitFor();
  await hands.click(enemy.pose.at);
  await hands.at("note").waitFor();
  const why = await hands.at("note").innerText();
  check(why.includes(own.name), `it is said why not: ${why}`);
  clean(hands);
});
