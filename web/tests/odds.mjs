// The odds calculator: every procedure of every rulebook, facts changed, compared, varied and linked to.
import { execFileSync } from "node:child_process";
import { Hands, LONGROLL, check } from "./bench.mjs";
import { accessible, browser, clean, server, sitDown, takeUp, test } from "./stage.mjs";

const PHONE = { width: 390, height: 844 };

/** What `longroll odds` says of one result, as percentages by value. */
function byProgram(ruleset, procedure, facts = []) {
  const text = execFileSync(LONGROLL, ["odds", ruleset, procedure, ...facts, "--json"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return JSON.parse(text);
}

await test("odds: every procedure of every rulebook says what the program says", async () => {
  const start = await (await fetch(`${server.address}/api/start`)).json();
  const hands = await Hands.open(browser);
  const { page } = hands;
  let compared = 0;
  const givenUp = [];
  for (const { id, procedures } of start.rulesets) {
    for (const { name } of procedures) {
      const told = byProgram(id, name);
      await page.goto(`${server.pages}/odds/${id}/${name}`);
      const odds = page.locator('[data-test="odds"]');
      const found = odds.getByText(`All ${told.outcomes.length} outcomes`);
      const wide = hands.at("odds-trouble").getByText("too wide");
      await found.or(wide).first().waitFor();
      if (await wide.isVisible()) {
        // A busy server may give up on the widest odds; it must say so.
        givenUp.push(`${id} ${name}`);
        continue;
      }
      await odds.locator("summary", { hasText: "outcomes with their exact chances" }).click();
      const rows = await odds.locator("table.all tr").allInnerTexts();
      for (const [place, outcome] of told.outcomes.entries()) {
        const [over, under] = rows[place].split("\t")[1].split("/").map(BigInt);
        const same = over * BigInt(outcome.denominator) === under * BigInt(outcome.numerator);
        check(same, `${id} ${name}: ${outcome.numerator}/${outcome.denominator} in line ${place}, not ${rows[place]}`);
      }
      compared += told.outcomes.length;
    }
  }
  console.log(`      ${compared} outcomes compared; given up as too wide: ${givenUp.join(", ") || "none"}`);
  check(givenUp.length <= 3, `nearly all are worked out: ${givenUp}`);
  check(
    hands.errors.every((error) => error.includes("400")),
    `no other complaint: ${hands.errors.join(" | ")}`,
  );
});

await test("odds: facts are changed, compared and varied, and a link carries them", async () => {
  const hands = await Hands.open(browser);
  const { page } = hands;
  await page.goto(`${server.pages}/`);
  await hands.at("odds-page").click();
  await hands.at("odds-ruleset").selectOption("quickplay");
  await hands.at("odds-procedure").selectOption("fire");
  const hits = page.locator('[data-test="result"][data-name="hits"]');
  // a unit that moved throws 2 dice, each 6 hits: none with 25/36
  await hits.getByText("69.4 %").waitFor();
  await hands.at("keep").click();
  await page.getByLabel("Stationary", { exact: true }).check();
  // four dice: none with 625/1296
  await hits.getByText("48.2 %").waitFor();
  check((await hits.locator("tr").first().getAttribute("title")) === "625/1296", "exact fractions");
  check(new URL(page.url()).searchParams.get("facts") === '{"stationary":true}', `a link: ${page.url()}`);
  await hands.at("keep").click();
  check((await hands.at("compared").locator("thead th").count()) === 3, "two sets of facts side by side");
  await hands.at("vary-fact").selectOption("stationary");
  await hands.at("vary-result").selectOption({ label: "Hits, on average" });
  await hands.at("vary").click();
  // 2 dice and 4 dice at one in six
  await hands.at("plot").waitFor();
  const spots = await hands.at("plot").locator("circle title").allTextContents();
  check(spots.join() === "no: 0.33,yes: 0.67", `the plot: ${spots}`);
  await accessible(hands, "the calculator");
  await page.reload();
  await hits.getByText("48.2 %").waitFor();
  await page.getByLabel("Range", { exact: true }).fill("40");
  await hands.at("odds-trouble").getByText("cannot fire at 40 in").waitFor();
  check(
    hands.errors.every((error) => error.includes("400")),
    `only the refusal: ${hands.errors}`,
  );
});

await test("odds: the calculator fits a phone", async () => {
  const hands = await Hands.open(browser, PHONE);
  const { page } = hands;
  await page.goto(`${server.pages}/odds/potomac/small_arms`);
  await hands.at("result").first().waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  check(wide <= PHONE.width, `not wider than the phone: ${wide}`);
  await accessible(hands, "the calculator on a phone");
  await page.goto(`${server.pages}/odds/potomac/chess`);
  await page.getByText("has no procedure “chess”").waitFor();
  clean(hands);
});

await test("odds: an order that is weighed opens in the calculator with its facts", async () => {
  const { created, entries } = await takeUp({ ruleset: "quickplay" }, (entry) => entry.command.fire !== undefined);
  const [{ by, command }] = entries;
  const hands = await sitDown(created, created.links[by]);
  const { page } = hands;
  await hands.choose(command.fire.unit);
  await page.locator(".unit[data-known=true]").waitFor();
  await hands.click(hands.unit(command.fire.target).pose.at);
  await hands.at("calculator").waitFor();
  const line = await hands.at("headline").innerText();
  const [opened] = await Promise.all([page.context().waitForEvent("page"), hands.at("calculator").click()]);
  await opened.waitForURL(/\/odds\/quickplay\/fire/);
  const lost = opened.locator('[data-test="result"][data-name="target_lost"] h3 span');
  const mean = Number((await lost.innerText()).split(" ")[0]);
  check(line.includes(mean.toFixed(1)), `${mean} lost on average in the calculator, and in the battle: ${line}`);
  clean(hands);
});
