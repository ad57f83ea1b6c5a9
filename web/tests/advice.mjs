// Advice asked for and followed, the computer's thoughts read after the battle, the analysis opened and a moment played on.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { LONGROLL, check } from "./bench.mjs";
import { accessible, browser, clean, openBattle, server, sitDown, test } from "./stage.mjs";

/** A battle that two computers have fought to its end, taken in as a file. */
async function foughtOut() {
  const file = path.join(server.data, "fought.jsonl");
  const words = ["play", "learning", "--ruleset", "quickplay", "--gray", "recruit", "--seed", "4", "--log", file];
  execFileSync(LONGROLL, [...words, "--force"], { stdio: "ignore" });
  const answer = await fetch(`${server.address}/api/games/import`, {
    method: "POST",
    body: fs.readFileSync(file, "utf8"),
    headers: { "content-type": "text/plain" },
  });
  check(answer.status === 201, `the file is taken in, not ${answer.status}`);
  return answer.json();
}

await test("advice is asked for, drawn, followed and marked", async () => {
  const hands = await openBattle({ gray: "captain", seed: 11 });
  await hands.until("it is the player's turn", () => hands.news.prompt.some((prompt) => prompt.side === "blue"));
  await hands.over("the step goes on", () => hands.at("side-order").last().click());
  await hands.until("it is the player's turn", () => hands.news.prompt.some((prompt) => prompt.side === "blue"));
  await hands.at("ask-advice").click();
  await hands.at("advised").first().waitFor({ timeout: 60000 });
  const offered = await hands.at("advised").count();
  check(offered >= 1 && offered <= 3, `one to three orders are advised, not ${offered}`);
  const words = await hands.at("advised").first().innerText();
  check(/\d+ of 100/.test(words), `each has a chance: ${words}`);
  await accessible(hands, "the page with advice");
  await hands.picture("advice-1440x900");
  const label = (await hands.at("advised").first().locator("b").innerText()).trim();
  await hands.over("the advice is followed", () => hands.at("follow").first().click());
  await hands.at("advised-mark").first().waitFor();
  const entry = [...hands.log.values()].findLast((one) => one.advised);
  check(entry.by === "blue" && entry.text === label, `${entry.text} was advised and is marked, not ${label}`);
  check(
    [...hands.log.values()].every((one) => one.thought === null),
    "what the computer thinks is not told during the battle",
  );
  clean(hands);
});

await test("thoughts are read after the battle, the analysis is opened and a moment played on", async () => {
  const created = await foughtOut();
  const hands = await sitDown(created, created.links.spectator, { width: 1280, height: 720 });
  await hands.at("thought").first().waitFor();
  const thought = [...hands.log.values()].find((one) => one.thought);
  check(thought.thought.intent.length > 0, "the computer says what it intended");
  await hands.at("open-analysis").click();
  await hands.at("analysis").waitFor({ timeout: 240000 });
  check((await hands.at("account").count()) === 2, "each side has its account");
  check((await hands.at("moment").count()) > 0, "some moments mattered");
  await accessible(hands, "the analysis");
  await hands.picture("analysis-1280x720");
  if (process.env.SHOTS)
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
    ]) {
      await hands.page.setViewportSize({ width, height });
      await hands.page.waitForTimeout(500);
      await hands.page.screenshot({ path: `${process.env.SHOTS}/analysis-${width}.png` });
    }
  await hands.at("play-on").first().click();
  await hands.until("the battle is taken up again", () => hands.news !== null && hands.news.view.outcome === null);
  clean(hands);
});

await test("the levels and the handicap stand on the start page", async () => {
  const page = await browser.newPage({ viewport: { width: 1024, height: 768 } });
  await page.goto(`${server.pages}/`);
  await page.locator("[data-test=gray]").selectOption("general");
  await page.locator("[data-test=handicap]").selectOption("25");
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/games") && response.status() === 201);
  await page.locator("[data-test=begin]").click();
  const sent = JSON.parse((await answer).request().postData());
  check(sent.gray === "general" && sent.handicap === 25, `the choice is sent: ${JSON.stringify(sent)}`);
});
