// Two people in two browsers: invited, signed, played to the end, and judged by the page and by the program.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Hands, LONGROLL, check } from "./bench.mjs";
import { playOn } from "./player.mjs";
import { accessible, browser, clean, server, test } from "./stage.mjs";

/** A browser of its own, with its own memory. */
async function somebody() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return Hands.open(context);
}

async function invite(ruleset = "quickplay") {
  const ann = await somebody();
  await ann.page.goto(server.pages);
  await ann.at("begin").waitFor();
  await ann.page.locator("[data-test=gray]").selectOption("person");
  await ann.page.locator("[data-test=guest]").selectOption("gray");
  check(ruleset === "quickplay", "the rules that are chosen at first");
  await ann.at("begin").click();
  await ann.at("invitation").waitFor();
  await accessible(ann, "the page of an invitation");
  await ann.picture("invitation");
  return { ann, address: await ann.at("invitation").inputValue() };
}

async function accept(address) {
  const ben = await somebody();
  await ben.page.goto(address);
  await ben.at("take-seat").waitFor();
  await accessible(ben, "the invitation");
  await ben.at("take-seat").click();
  await ben.until("the first news of the guest", () => ben.news !== null);
  return ben;
}

/** Whoever is to decide does something. */
async function playTurn(players) {
  const due = players.find(({ hands, side }) => hands.news.prompt.some((prompt) => prompt.side === side));
  if (!due) return players[0].hands.page.waitForTimeout(50);
  await playOn(due.hands, due.seen);
  const [one, other] = players.map(({ hands }) => hands);
  return one.until("both hear of it", () => one.news.version === other.news.version);
}

async function judged(hands, file) {
  await hands.page.goto(`${server.pages}/verify`);
  await hands.at("file").setInputFiles(file);
  await hands.at("verdict").waitFor();
  return hands.at("verdict").getAttribute("data-verdict");
}

await test("two browsers: a battle that anybody can check", async () => {
  const { ann, address } = await invite();
  const ben = await accept(address);
  await ann.until("the first news of the creator", () => ann.news !== null);
  check(ann.news.seat === "blue" && ben.news.seat === "gray", "each has a seat");
  await ann.until("both are there", () => ann.news.players.gray.present && ben.news.players.blue.present);

  // The invitation is spent.
  const late = await somebody();
  await late.page.goto(address);
  await late.page.getByText("Somebody has taken this seat already").waitFor();
  // No token stands in an address that was asked for.
  const asked = await ben.page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
  check(!asked.some((name) => name.includes("token")), "no token in a query");

  const players = [
    { hands: ann, seen: {}, side: "blue" },
    { hands: ben, seen: {}, side: "gray" },
  ];
  for (let tries = 0; !ann.news.view.outcome; tries++) {
    check(tries < 900, "the battle comes to its end");
    await playTurn(players);
  }
  const throws = [...ann.log.values()].filter((entry) => entry.dice.length > 0).length;
  // Nobody can choose these dice, so the battle goes another way each time; but never without any.
  check(throws > 0, `dice were thrown: ${throws} times`);
  await ann.until("both have signed the log", () => !ann.news.seal.approve && !ben.news.seal.approve);

  await ben.page.getByRole("button", { name: "Save the game file" }).click();
  const [download] = await Promise.all([ben.page.waitForEvent("download"), ben.at("game-file").click()]);
  const file = path.join(server.data, "two.jsonl");
  await download.saveAs(file);
  check((await judged(ben, file)) === "proven", "the page says that it is proven");
  await ben.page.getByText("a key of this browser").waitFor();
  await accessible(ben, "the page that checks files");
  await ben.picture("verify");
  const said = execFileSync(LONGROLL, ["replay", file, "--verify"], { encoding: "utf8" });
  check(said.includes(": proven\n"), `the program says the same: ${said}`);

  const text = fs.readFileSync(file, "utf8");
  const forged = path.join(server.data, "forged.jsonl");
  fs.writeFileSync(
    forged,
    text.replace(/"faces":\[(\d)/, (_, face) => `"faces":[${face === "6" ? 1 : 6}`),
  );
  check((await judged(ben, forged)) === "forged", "the page finds a changed die");
  check(spawnSync(LONGROLL, ["replay", forged, "--verify"]).status === 1, "and so does the program");
  const cut = path.join(server.data, "cut.jsonl");
  fs.writeFileSync(cut, text.split("\n").slice(0, 6).join("\n") + "\n");
  check((await judged(ben, cut)) === "unproven", "a cut file proves nothing");
  check(spawnSync(LONGROLL, ["replay", cut, "--verify"]).status === 3, "with an exit code of its own");
  clean(ann);
  clean(ben);
  for (const hands of [ann, ben, late]) await hands.page.context().close();
});

await test("two browsers: a seat is carried to another browser by twelve words, and play goes on", async () => {
  const { ann, address } = await invite();
  const ben = await accept(address);
  await ann.until("the first news of the creator", () => ann.news !== null);
  const guest = { hands: ben, seen: {}, side: "gray" };
  const before = [{ hands: ann, seen: {}, side: "blue" }, guest];
  while (ann.news.version < 6) await playTurn(before);
  const { version } = ann.news;
  await ann.page.getByRole("button", { name: "Share" }).click();
  const words = await ann.at("words").innerText();
  check(words.trim().split(/\s+/).length === 12, `twelve words: ${words}`);
  await accessible(ann, "the words of a seat");
  const { game } = ann.hello;
  await ann.page.context().close();
  await ben.until("the creator has gone", () => !ben.news.players.blue.present);

  const again = await somebody();
  await again.page.goto(`${server.pages}/#/seat/${game}`);
  await again.at("words").fill("one two three");
  await again.at("bring").click();
  await again.page.getByText("not the twelve words").waitFor();
  await again.at("words").fill(words);
  await again.at("bring").click();
  await again.until("news in the other browser", () => again.news !== null);
  check(again.news.seat === "blue" && again.news.version === version, "the same seat at the same place");
  await again.until("both are there", () => ben.news.players.blue.present);
  const after = [{ hands: again, seen: {}, side: "blue" }, guest];
  while (again.news.version < version + 6) await playTurn(after);
  clean(again);
  for (const hands of [ben, again]) await hands.page.context().close();
});
