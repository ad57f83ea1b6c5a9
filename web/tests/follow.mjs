// A battle that one can follow: how it stands and is won, odds with a headline, and being asked only where it matters.
import { check } from "./bench.mjs";
import { perform } from "./player.mjs";
import { accessible, brought, clean, openBattle, server, sitDown, takeUp, test, toMovement } from "./stage.mjs";

const RULESETS = ["quickplay", "potomac", "deadly-field", "grenadier", "johnny-reb"];
const SIZES = { "1440x900": [1440, 900], "1280x720": [1280, 720], "1024x768": [1024, 768] };

/** The points of both sides as the bar tells them. */
async function pointsTold(hands) {
  const told = {};
  for (const side of ["blue", "gray"]) {
    const words = await hands.at(`standing-${side}`).innerText();
    told[side] = Number(/(\d+) points?/.exec(words)[1]);
  }
  return told;
}

const isCharge = ({ command: { charge } }) =>
  charge !== undefined && (charge.charges ?? charge.sallies ?? [charge]).length === 1;
const isTaken = (entry) => brought(entry, "objective_taken") && !brought(entry, "ended");

const holders = (view) => Object.fromEntries(view.objectives.map((one) => [one.name, one.held_by]));

for (const ruleset of RULESETS) {
  await test(`follow: ${ruleset}: the standing before and after an objective changes hands`, async () => {
    const { created, entries } = await takeUp({ ruleset }, isTaken);
    const hands = await sitDown(created, created.links[entries[0].by]);
    const [viewBefore, before] = [hands.news.view, await pointsTold(hands)];
    await perform(hands, entries[0]);
    const { view } = hands.news;
    const taken = view.objectives.filter((one) => one.held_by !== holders(viewBefore)[one.name]);
    check(taken.length > 0, "an objective changed hands");
    for (const side of ["blue", "gray"]) {
      await hands.until("the bar follows", async () => (await pointsTold(hands))[side] === view.standing[side].points);
    }
    const after = await pointsTold(hands);
    const [{ held_by: taker }] = taken;
    check(after[taker] > before[taker], `${taker} has more points: ${before[taker]} and then ${after[taker]}`);
    await hands.at("how-won").click();
    const dialog = await hands.at("victory").innerText();
    const names = { blue: "Union", gray: "Confederacy" };
    check(
      taken.every((one) => new RegExp(`${one.name}\\s+${one.points}\\s+${names[one.held_by]}`).test(dialog)),
      `the objectives stand with points and holder: ${dialog}`,
    );
    for (const condition of view.standing.conditions) check(dialog.includes(condition.text), condition.text);
    check(!/\b(Blue|Gray)\b/.test(dialog), "sides have one name");
    await accessible(hands, "how the battle is won");
    clean(hands);
  });

  await test(`follow: ${ruleset}: a charge is weighed to its end`, async () => {
    const { created, entries } = await takeUp({ ruleset }, isCharge);
    const [{ by, command }] = entries;
    const hands = await sitDown(created, created.links[by]);
    const { unit, target } = (command.charge.charges ?? command.charge.sallies ?? [command.charge])[0];
    await hands.choose(unit);
    await hands.page.locator(".unit[data-known=true]").waitFor();
    await hands.click(hands.unit(target).pose.at);
    await hands.at("odds").waitFor();
    const charge = hands.page.locator(".others button, .weigh h2", { hasText: /charge/i }).first();
    if ((await charge.evaluate((one) => one.tagName)) === "BUTTON") await charge.click();
    await hands.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
    await hands.at("headline").waitFor();
    const line = await hands.at("headline").innerText();
    check((await hands.at("headline").getAttribute("data-kind")) === "fight", `it is told as a fight: ${line}`);
    check(/^Won .+ %, drawn .+ %, lost .+ %/.test(line), `first the line that matters: ${line}`);
    check(/assumed/i.test(await hands.at("policy").innerText()), "the answers assumed are stated");
    const method = await hands.at("method").innerText();
    check(/^(Exact|Cut off|Sampled):/.test(method), `the method is told: ${method}`);
    check((await hands.at("unit-odds").locator("tbody tr").count()) > 0, "then by unit");
    check((await hands.page.locator(".weigh details[open]").count()) === 0, "all outcomes are folded");
    await accessible(hands, "the odds of a charge");
    await hands.picture(`charge-${ruleset}-1440x900`);
    clean(hands);
  });
}

await test("follow: the start page says how a battle is won", async () => {
  const hands = await openBattle();
  await hands.page.goto(`${server.pages}/#/`);
  const box = hands.at("conditions");
  await box.waitFor();
  const words = await box.innerText();
  check(/loses at once/.test(words) && /Tolliver's farm 2/.test(words), `conditions and objectives: ${words}`);
  await hands.page.getByRole("radio", { name: /Johnny Reb/ }).check();
  await hands.until("the other rules' conditions", async () => /a tenth/.test(await box.innerText()));
  await accessible(hands, "the start page");
  clean(hands);
});

await test("follow: few questions in ten enemy turns of deadly field", async () => {
  const asked = [];
  for (let seed = 1; asked.length < 10; seed++) {
    const hands = await openBattle({ ruleset: "deadly-field", gray: "captain", seed });
    let turn = "";
    let last = -1;
    while (asked.length < 10 && hands.news.view.outcome === null && hands.news.view.round <= 4) {
      const { news } = hands;
      const now = `${seed} ${news.view.round} ${news.view.active}`;
      if (news.view.active === "gray" && turn !== now) {
        turn = now;
        asked.push(0);
      }
      if (news.version === last || !news.prompt.some((prompt) => prompt.side === "blue")) {
        await hands.page.waitForTimeout(20);
        continue;
      }
      last = news.version;
      if (news.reaction) {
        asked[asked.length - 1] += 1;
        await hands.at("pass").click();
      } else {
        const before = news.version;
        await hands.page.locator("[data-test=side-order]:not(:disabled)").last().waitFor();
        await hands.at("side-order").last().click();
        await hands.until("it is done", async () => {
          if (hands.news.version !== before) return true;
          if ((await hands.at("confirm").count()) > 0)
            await hands
              .at("confirm")
              .click({ timeout: 1000 })
              .catch(() => {});
          return false;
        });
      }
    }
    const given = hands.news.log.concat(hands.log ?? []).filter((entry) => entry.standing_order);
    check(
      given.every((entry) => /^(let pass|standing order|order among equals)/.test(entry.standing_order)),
      "each says why",
    );
    clean(hands);
    await hands.page.close();
  }
  console.log(`      questions in ten enemy turns: ${asked.join(", ")}`);
  check(Math.max(...asked) <= 5, `at most five in a turn: ${asked}`);
});

await test("follow: standing orders are given by clicks, and outlast a reload and a kill", async () => {
  const hands = await openBattle({ ruleset: "deadly-field", gray: "captain", seed: 3 });
  await hands.page.keyboard.press("i");
  await hands.at("wishes").waitFor();
  await hands.at("whom").selectOption({ label: "Hollis's Brigade" });
  await hands.at("distance").fill("6");
  await hands.at("add-standing").click();
  await hands.until("the order stands", () => hands.news.wishes.standing.length === 1);
  await hands.at("whom").selectOption({ label: "Keller's Battery" });
  await hands.at("what").selectOption("stand");
  await hands.at("add-standing").click();
  await hands.until("two stand", () => hands.news.wishes.standing.length === 2);
  await hands.at("when-inch").selectOption("attacked");
  await hands.until("the wish is kept", () => hands.news.wishes.kinds.inch === "attacked");
  await accessible(hands, "interruptions and standing orders");
  await hands.picture("interruptions-1440x900");
  const words = await hands.at("standing-orders").innerText();
  check(/Hollis's Brigade: hold fire to 6 in/.test(words), words);
  await hands.page.reload();
  await hands.until("news after a reload", () => hands.news.wishes?.standing.length === 2);
  await server.kill();
  await server.start();
  await hands.page.reload();
  hands.news = null;
  await hands.until("news after a kill", () => hands.news !== null);
  check(hands.news.wishes.standing.length === 2 && hands.news.wishes.kinds.inch === "attacked", "all is kept");
});

for (const [name, [width, height]] of Object.entries(SIZES)) {
  await test(`follow: the standing bar fits ${name}`, async () => {
    const hands = await openBattle({ ruleset: "potomac", scenario: "cornfield", gray: "captain" }, { width, height });
    const bar = await hands.at("standing").boundingBox();
    check(bar.height <= (width > 1300 ? 40 : 92), `the bar is low: ${bar.height}`);
    const wide = await hands.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    check(!wide, "nothing runs off the page");
    await hands.picture(`standing-${name}`);
    await hands.page.keyboard.press("v");
    await hands.at("victory").waitFor();
    await hands.picture(`victory-${name}`);
    clean(hands);
  });
}

/** What was measured, in milliseconds: the middle and the slowest of twenty. */
function figures(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: at(0.5), most: at(0.95) };
}

await test("follow: a move that is being drawn on the Cornfield follows the pointer", async () => {
  const hands = await openBattle({ ruleset: "quickplay", scenario: "cornfield", gray: "captain" });
  await toMovement(hands);
  await hands.until("it is blue's move", () => hands.news.view.active === "blue" && hands.news.actors.units.length > 5);
  const unit = hands.news.actors.units.map((id) => hands.unit(id)).find((one) => one.kind === "infantry");
  await hands.choose(unit.id);
  await hands.page.locator(".unit[data-known=true]").waitFor();
  // From the pointer's move to the picture with the ghost, and to the server's word on just that place.
  await hands.page.evaluate(() => {
    const times = (globalThis.times = { drawn: [], judged: [] });
    let moved = null;
    let asked = null;
    addEventListener(
      "pointermove",
      () => {
        moved = performance.now();
        asked = moved;
      },
      true,
    );
    new MutationObserver(() => {
      if (moved !== null) times.drawn.push(performance.now() - moved);
      moved = null;
      const bar = document.querySelector("[data-test=draft]");
      if (asked !== null && bar?.dataset.fresh === "true") {
        times.judged.push(performance.now() - asked);
        asked = null;
      }
    }).observe(document.querySelector("canvas.scene"), { attributes: true });
  });
  const from = await hands.pixel(unit.pose.at);
  await hands.page.mouse.move(from.x, from.y);
  await hands.page.mouse.down();
  for (let i = 1; i <= 120; i++) {
    await hands.page.mouse.move(from.x + Math.sin(i / 9) * 30, from.y + 8 + i / 4);
    await hands.page.waitForTimeout(25);
  }
  const times = await hands.page.evaluate(() => globalThis.times);
  await hands.page.mouse.up();
  const [drawn, judged] = [figures(times.drawn), figures(times.judged)];
  const words = ({ median, most }) => `${median.toFixed(1)} ms at the median, ${most.toFixed(1)} ms nearly always`;
  console.log(
    `      drawn: ${words(drawn)} (${times.drawn.length}); judged: ${words(judged)} (${times.judged.length})`,
  );
  check(times.drawn.length >= 100 && times.judged.length >= 60, "nearly every move of the pointer is answered");
  clean(hands);
});

await test("follow: keys, links, a clause, the curtain and the options are accessible", async () => {
  const hands = await openBattle({ ruleset: "johnny-reb" });
  const { page } = hands;
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await accessible(hands, "the keys");
  await page.keyboard.press("Escape");
  await page.locator(".prompt .clause").first().click();
  await page.locator(".clause-panel, [aria-label^='Clause']").first().waitFor();
  await accessible(hands, "a clause");
  await page.keyboard.press("Escape");
  await page.goto(`${server.pages}/#/`);
  await page.locator("details summary").first().click();
  await accessible(hands, "the options of a ruleset");
  await hands.at("gray").selectOption("person");
  await hands.at("begin").click();
  await page.locator("canvas.scene[data-lie]").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.locator("dialog[open]").waitFor();
  check(/this computer only/.test(await hands.at("local-only").innerText()), "links that nobody else can open say so");
  await accessible(hands, "the links");
  clean(hands);
});
