// Saved games on the start page, a game that goes on in another profile, and how the page may look.
import fs from "node:fs";
import path from "node:path";
import { Hands, check } from "./bench.mjs";
import { playOn } from "./player.mjs";
import { accessible, browser, clean, openBattle, server, test } from "./stage.mjs";

const size = { width: 1440, height: 900 };

async function profile() {
  const context = await browser.newContext({ viewport: size });
  return Hands.open(context);
}

await test("saves: a battle taken along goes on in a second profile", async () => {
  const hands = await profile();
  await hands.page.goto(server.pages);
  await hands.at("begin").click();
  await hands.until("the first news", () => hands.news !== null);
  const seenHere = {};
  for (let orders = 0; orders < 12; orders++) await playOn(hands, seenHere);
  await hands.at("save-file").click();
  await hands.at("take-along").waitFor();
  await accessible(hands, "the dialog of saving");
  const [download] = await Promise.all([hands.page.waitForEvent("download"), hands.at("take-along").click()]);
  const file = path.join(server.data, "taken.longroll");
  await download.saveAs(file);
  check(!fs.readFileSync(file, "utf8").includes("entry"), "nobody reads the file");

  const other = await profile();
  await other.page.goto(server.pages);
  await other.at("import").setInputFiles(file);
  await other.until("the battle there", () => other.news !== null);
  check(other.news.seat === "blue" && other.hello.shown_only === null, "the same seat, to be played on");
  check(
    JSON.stringify(other.news.view.units.map((unit) => [unit.key, unit.pose])) ===
      JSON.stringify(hands.news.view.units.map((unit) => [unit.key, unit.pose])),
    "everybody stands where he stood",
  );
  const before = other.news.version;
  // Not every unit has something to do.
  const seen = {};
  for (let tries = 0; tries < 12 && other.news.version === before; tries++) await playOn(other, seen);
  check(other.news.version > before, "the battle goes on");
  clean(other);
});

await test("saves: renamed, found, whose move, deleted; a wrong file is called what it is", async () => {
  const hands = await profile();
  const game = { scenario: "learning", ruleset: "quickplay", blue: "person", gray: "person", seed: 7 };
  for (let games = 0; games < 4; games++) await server.create(game);
  const battle = await openBattle({ ruleset: "grenadier" });
  await playOn(battle, {});
  await hands.page.goto(server.pages);
  const saved = hands.at("saved-game");
  await saved.first().waitFor();
  const all = await saved.count();
  check((await saved.first().locator("[data-test=whose-move]").innerText()).includes("move"), "whose move it is");
  check((await saved.first().innerText()).includes("Round 1"), "the round");
  await saved.first().locator("[data-test=rename]").click();
  await hands.at("new-title").fill("The second try");
  await hands.at("new-title").press("Enter");
  await hands.page.locator("b", { hasText: "The second try" }).waitFor();
  await accessible(hands, "the start page with saved games");
  await hands.at("find").fill("second try");
  check((await saved.count()) === 1, "found by its title");
  await saved.first().locator("[data-test=delete]").click();
  await hands.at("delete-sure").click();
  await hands.until("it is gone", async () => (await saved.count()) === 0);
  await hands.at("find").fill("");
  check((await saved.count()) === all - 1, "the others are still there");
  const wrong = path.join(server.data, "map.pdf");
  fs.writeFileSync(wrong, "%PDF-1.7 and so on");
  await hands.at("import").setInputFiles(wrong);
  await hands.page.locator("[role=alert]", { hasText: "PDF document" }).waitFor();
});

await test("settings: dark, large, in centimetres, kept", async () => {
  const hands = await openBattle();
  await hands.at("open-settings").click();
  await hands.at("theme").selectOption("dark");
  await hands.at("text-size").selectOption("largest");
  await hands.at("units").selectOption("cm");
  await accessible(hands, "the settings in the dark");
  await hands.page.keyboard.press("Escape");
  await hands.page.reload();
  await hands.page.locator("canvas.scene[data-lie]").waitFor();
  const size = await hands.page.evaluate(() => getComputedStyle(document.body).fontSize);
  check(size === "20.8px", `text is a third larger, not ${size}`);
  check((await hands.page.locator("svg.scale").getAttribute("aria-label")).endsWith("cm"), "the scale has centimetres");
  const unit = hands.news.view.units.find((one) => one.side === "blue");
  await hands.choose(unit.id);
  await accessible(hands, "a battle in the dark");
  await hands.page.goto(server.pages);
  await hands.at("begin").waitFor();
  await accessible(hands, "the start page in the dark");
  for (const address of ["/rules/quickplay", "/odds"]) {
    await hands.page.goto(`${server.pages}${address}`);
    await hands.page.locator("h1, h2").first().waitFor();
    await accessible(hands, `${address} in the dark`);
  }
  clean(hands);
});

await test("johnny reb: a large side is marked without asking too much at once", async () => {
  const hands = await openBattle({ scenario: "cornfield", ruleset: "johnny-reb", gray: "captain" });
  await hands.until(
    "all markers are known",
    async () =>
      (await hands.page.locator(".sheet li, .markers li").count()) > 0 ||
      (await hands.page.getByText("units have none yet").count()) > 0,
  );
  await hands.page.waitForTimeout(1500);
  check((await hands.page.getByText("too much at once").count()) === 0, "the server answers every question");
});
