// The laboratory: battles in the background, intervals that shrink, the report, and two experiments side by side.
import { Hands, check } from "./bench.mjs";
import { accessible, browser, clean, server, test } from "./stage.mjs";

async function begin(hands, games) {
  const { page } = hands;
  await hands.at("lab-scenario").selectOption("learning");
  await hands.at("lab-games").fill(String(games));
  await hands.at("lab-begin").click();
  const newest = page.locator('[data-test="experiment"]').first();
  await newest.getByText(`up to ${games} battles`).waitFor();
  return newest;
}

await test("lab: an experiment runs to its report and is compared with another", async () => {
  const hands = await Hands.open(browser);
  const { page } = hands;
  await page.goto(`${server.pages}/lab?scenario=learning`);
  for (const player of [0, 1]) await page.locator("form .pair select").nth(player).selectOption("random");
  const first = await begin(hands, 12);
  await page.locator('[data-test="experiment"][data-state="done"]').waitFor({ timeout: 60_000 });
  await first.getByText("12 battles, ±").waitFor();
  await hands.at("lab-johnny-reb").check();
  await begin(hands, 4);
  await page.locator('[data-test="experiment"][data-state="done"]').nth(1).waitFor({ timeout: 60_000 });
  for (const box of await page.locator('[data-test="lab-compare"]').all()) await box.check();
  const rows = await page.locator('[data-test="lab-compared"] tbody tr').count();
  check(rows === 3, `one ruleset of the first and two of the second are compared: ${rows}`);
  const [report] = await Promise.all([page.waitForEvent("popup"), first.locator('[data-test="lab-report"]').click()]);
  await report.getByText("Who wins").waitFor();
  const plots = await report.locator("svg").count();
  check(plots > 4, `the report has its plots: ${plots}`);
  const styled = await report.evaluate(() => getComputedStyle(document.body).backgroundColor);
  check(styled !== "rgba(0, 0, 0, 0)", "the report's styles are let through");
  await report.close();
  await accessible(hands, "the laboratory");
  // Another visit finds them again, and forgets one.
  await page.reload();
  await page.locator('[data-test="experiment"]').nth(1).waitFor();
  await page.locator('[data-test="lab-end"]').first().click();
  await page.locator('[data-test="experiment"]').nth(1).waitFor({ state: "detached" });
  clean(hands);
});
