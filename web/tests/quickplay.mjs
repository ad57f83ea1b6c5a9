// The page as a whole, played with the quick-play sheet. With LONGROLL_PICTURES=1 it writes the pictures of docs/images.
import fs from "node:fs";
import path from "node:path";
import { Hands, check } from "./bench.mjs";
import { playOn, settle } from "./player.mjs";
import { accessible, browser, clean, openBattle, server, test, toMovement } from "./stage.mjs";

const INCH = 25400;

function forward(unit, inches) {
  const angle = (unit.pose.facing / 65536) * 2 * Math.PI;
  return { x: unit.pose.at.x + Math.sin(angle) * inches * INCH, y: unit.pose.at.y + Math.cos(angle) * inches * INCH };
}

const soldier = (hands) => hands.news.actors.units.map((id) => hands.unit(id)).find((unit) => unit.kind === "infantry");

await test("start page: choose a battle and begin it", async () => {
  const hands = await Hands.open(browser);
  await hands.page.goto(server.pages);
  await hands.at("begin").waitFor();
  await accessible(hands, "the start page");
  const sent = await hands.page.evaluate(() =>
    performance.getEntriesByType("resource").reduce((sum, entry) => sum + entry.transferSize, 0),
  );
  console.log(`      the client as sent: ${Math.round(sent / 1000)} kB`);
  check(sent > 50_000 && sent < 500_000, `the client is under 500 kB, not ${sent}`);
  await hands.picture("start");
  await hands.at("begin").click();
  await hands.page.waitForURL(/battle/);
  await hands.until("the first news", () => hands.news !== null);
  await hands.page.goto(`${server.pages}/#/`);
  await hands.at("games").locator("li").first().waitFor();
  clean(hands);
});

await test("move: by drag, refused with its reason, undone, kept over reload and kill", async () => {
  const hands = await openBattle();
  await toMovement(hands);
  const unit = soldier(hands);
  await hands.choose(unit.id);
  await accessible(hands, "the battle page");
  await hands.drag(unit.pose.at, forward(unit, 30));
  check((await settle(hands)) === "refused", "a move of thirty inches is refused");
  const why = await hands.at("refusal").innerText();
  check(/in/.test(why) && /QP-/.test(why), `the refusal names measure and clause: ${why}`);
  await hands.at("cancel").click();
  await hands.drag(unit.pose.at, forward(unit, 3));
  check((await settle(hands)) === "lawful", "a move of three inches is lawful");
  await hands.over("the move", () => hands.at("move").click());
  const moved = hands.unit(unit.id).pose.at;
  check(Math.hypot(moved.x - unit.pose.at.x, moved.y - unit.pose.at.y) > 2 * INCH, "the unit has moved");
  await hands.over("the undo", () => hands.at("undo").click());
  check(hands.unit(unit.id).pose.at.y === unit.pose.at.y, "the unit is back");
  await hands.drag(unit.pose.at, forward(unit, 3));
  await settle(hands);
  await hands.over("the move again", () => hands.at("move").click());
  const { version } = hands.news;
  hands.news = null;
  await hands.page.reload();
  await hands.until("news after the reload", () => hands.news !== null);
  check(hands.news.version === version, "the version is the same after a reload");
  await server.kill();
  await hands.page.getByText("The connection to the server is lost").waitFor();
  await server.start();
  hands.news = null;
  await hands.until("news after the kill", () => hands.news !== null);
  check(hands.news.version === version, "nothing was lost");
  const other = hands.news.actors.units
    .map((id) => hands.unit(id))
    .find((one) => one.kind === "infantry" && one.id !== unit.id);
  await hands.page.waitForTimeout(300);
  await hands.drag(other.pose.at, forward(other, 2));
  await settle(hands);
  await hands.over("a move after the kill", () => hands.at("move").click());
  clean(hands);
});

await test("turn by the handle, waypoints, tape, sight, keys", async () => {
  const hands = await openBattle();
  await toMovement(hands);
  const unit = soldier(hands);
  await hands.choose(unit.id);
  await hands.page.waitForTimeout(200);
  await hands.click(forward(unit, 2), { shift: true });
  await settle(hands);
  await hands.click({ ...forward(unit, 3.5), x: forward(unit, 3.5).x + INCH }, { shift: true });
  check((await settle(hands)) === "lawful", "two waypoints are lawful");
  await hands.over("a move with waypoints", () => hands.at("move").click());
  const turner = hands.news.actors.units.map((id) => hands.unit(id)).find((one) => one.kind === "infantry");
  await hands.choose(turner.id);
  await hands.page.waitForTimeout(200);
  const [ahead, centre] = [await hands.pixel(forward(turner, 0.75)), await hands.pixel(turner.pose.at)];
  const reach = Math.hypot(ahead.x - centre.x, ahead.y - centre.y) + 30;
  const way = Math.atan2(ahead.y - centre.y, ahead.x - centre.x);
  await hands.page.mouse.move(centre.x + Math.cos(way) * reach, centre.y + Math.sin(way) * reach);
  await hands.page.mouse.down();
  for (const turn of [0.2, 0.4, 0.6])
    await hands.page.mouse.move(centre.x + Math.cos(way + turn) * reach, centre.y + Math.sin(way + turn) * reach);
  await hands.page.mouse.up();
  check((await settle(hands)) === "lawful", "a turn by the handle is lawful");
  await hands.over("the turn", () => hands.at("move").click());
  const turned = hands.unit(turner.id).pose.facing - turner.pose.facing;
  check(Math.abs(turned - (0.6 / (2 * Math.PI)) * 65536) < 400, `the unit turned right by 0.6 radians, not ${turned}`);
  const guns = hands.news.actors.units.map((id) => hands.unit(id)).find((one) => one.kind === "artillery");
  if (guns) {
    await hands.choose(guns.id);
    await hands.page.waitForTimeout(200);
    await hands.drag(guns.pose.at, forward(guns, 3));
    check((await settle(hands)) === "lawful", "unlimbered guns are moved by limbering first");
    check(/limber first/.test(await hands.at("draft").innerText()), "the bar says that they limber first");
    await hands.page.keyboard.press("Escape");
  }
  const clause = hands.page.locator(".log .clause").last();
  await clause.hover();
  await hands.page.getByRole("tooltip").waitFor();
  await clause.click();
  await hands.at("clause").waitFor();
  await hands.page.keyboard.press("Escape");
  await hands.page.keyboard.press("m");
  const [a, b] = [
    hands.news.view.units.find((one) => one.side === "blue"),
    hands.news.view.units.find((one) => one.side === "gray"),
  ];
  await hands.drag(a.pose.at, b.pose.at);
  await hands.page.waitForTimeout(300);
  await hands.page.keyboard.press("m");
  await hands.choose(a.id);
  await hands.page.keyboard.press("l");
  await hands.click(b.pose.at);
  await hands.at("note").waitFor();
  check(/line of sight/.test(await hands.at("note").innerText()), "the line of sight is told");
  await hands.page.keyboard.press("l");
  await hands.page.keyboard.press("?");
  await hands.page.getByRole("dialog", { name: "Keys" }).waitFor();
  await hands.page.keyboard.press("Escape");
  clean(hands);
});

await test("keyboard alone: choose, move by numbers, end the step", async () => {
  const hands = await openBattle();
  await toMovement(hands);
  await hands.at("map").focus();
  while (hands.news.view.units.find((one) => one.id === hands.chosen)?.kind !== "infantry") {
    await hands.page.keyboard.press("n");
    await hands.page.waitForTimeout(150);
    const name = await hands.page.locator(".unit h2").innerText();
    hands.chosen = hands.news.view.units.find((one) => one.name === name).id;
  }
  await hands.page.waitForTimeout(200);
  await hands.page.keyboard.press("Enter");
  await hands.page.keyboard.press("Enter");
  const add = hands.page.getByRole("button", { name: "Add", exact: true });
  await add.focus();
  await hands.page.keyboard.press("Enter");
  check((await settle(hands)) === "lawful", "four inches ahead are lawful");
  await hands.at("move").focus();
  await hands.over("a move by keys", () => hands.page.keyboard.press("Enter"));
  await hands.page.locator("[data-test=side-order]:not(:disabled)").first().waitFor();
  await hands.at("map").focus();
  await hands.over("the end of the step", () => hands.page.keyboard.press("e"));
  clean(hands);
});

await test("whole battle against the computer, by clicks", async () => {
  const hands = await openBattle({ gray: "captain", seed: 11 });
  await toMovement(hands).catch(() => {});
  const seen = { tried: new Set() };
  for (let turns = 0; turns < 3000; turns++) {
    if (!(await playOn(hands, seen))) break;
    if (!seen.battle && hands.news.view.round >= 2 && hands.news.actors.units.length > 0) {
      seen.battle = true;
      await hands.choose(soldier(hands)?.id ?? hands.news.actors.units[0]);
      await hands.page.waitForTimeout(400);
      await hands.picture("battle-1440x900");
      await hands.page.setViewportSize({ width: 1024, height: 768 });
      await hands.page.keyboard.press("0");
      await hands.page.waitForTimeout(700);
      await hands.picture("battle-1024x768");
      await hands.page.setViewportSize({ width: 1440, height: 900 });
      await hands.page.keyboard.press("0");
      await hands.page.waitForTimeout(500);
    }
  }
  check(hands.news.view.outcome !== null, "the battle is over");
  await hands.at("summary").waitFor();
  await hands.page.waitForTimeout(300);
  await hands.picture("summary");
  await accessible(hands, "the summary");
  check((seen.fires ?? 0) > 0, "somebody fired");
  check((seen.byMap ?? 0) > 0, "somebody aimed by clicking the enemy");
  console.log(
    `      ${hands.news.version} versions, ${seen.charges ?? 0} charges and ${seen.fires} fires by clicks (${seen.byMap} on the enemy himself), ${hands.news.view.outcome.reason}`,
  );

  const { created } = hands;
  await hands.page.getByRole("link", { name: "Replay" }).last().click();
  await hands.at("scrubber").waitFor();
  await hands.until("the replay", async () => /\/ [1-9]/.test(await hands.at("step").innerText()));
  const steps = Number((await hands.at("step").innerText()).split("/")[1]);
  await hands.at("scrubber").fill(String(Math.floor(steps / 2)));
  await hands.until("the middle", async () => (await hands.page.locator(".entries article").count()) > 5);
  await hands.page.waitForTimeout(500);
  await hands.picture("replay");
  await accessible(hands, "the replay page");
  await hands.at("on").click();

  const headers = { authorization: `Bearer ${created.links.spectator}` };
  const file = await fetch(`${server.address}/api/games/${created.game}/file`, { headers });
  check(file.status === 200, "the game file can be saved");
  const copy = path.join(server.data, "copy.jsonl");
  fs.writeFileSync(copy, await file.text());
  await hands.page.goto(`${server.pages}/#/`);
  await hands.at("import").setInputFiles(copy);
  await hands.page.waitForURL(/battle/);
  await hands.until("the imported battle", () => hands.hello.game !== created.game);
  clean(hands);
});

await test("two in one chair", async () => {
  const hands = await openBattle();
  check(hands.news.seat === "blue", "blue sits first");
  await hands.over("blue is ready", () => hands.at("side-order").last().click());
  await hands.until("gray takes the chair", () => hands.news.seat === "gray");
  await hands.page.getByLabel("curtain between turns").check();
  await toMovement(hands).catch(() => {});
  const side = hands.news.seat;
  for (let i = 0; i < 6 && (await hands.page.getByRole("dialog", { name: "Change seats" }).count()) === 0; i++) {
    await hands.page.locator("[data-test=side-order]:not(:disabled)").last().waitFor();
    await hands.over("the end of a step", () => hands.at("side-order").last().click());
    await hands.page.waitForTimeout(250);
  }
  await hands.page.getByRole("dialog", { name: "Change seats" }).getByRole("button").click();
  await hands.until("the other side takes the chair", () => hands.news.seat !== side);
  clean(hands);
});

await test("touch: a tap chooses, a finger drags a unit", async () => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true });
  const hands = await openBattle({}, undefined, context);
  await toMovement(hands);
  const unit = soldier(hands);
  const from = await hands.pixel(unit.pose.at);
  await hands.page.touchscreen.tap(from.x, from.y);
  await hands.page.locator(".unit h2", { hasText: unit.name }).waitFor();
  const to = await hands.pixel(forward(unit, 3));
  const finger = await context.newCDPSession(hands.page);
  const touch = (type, at) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await touch("touchStart", from);
  for (const share of [0.3, 0.7, 1])
    await touch("touchMove", { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  await touch("touchEnd", null);
  check((await settle(hands)) === "lawful", "a move drawn by a finger is lawful");
  await hands.at("move").tap();
  await hands.until("the move", () => hands.unit(unit.id).pose.at.y !== unit.pose.at.y);
  clean(hands);
  await context.close();
});

await test("watching two computers", async () => {
  const hands = await openBattle({ blue: "captain", gray: "random" });
  await hands.at("pace").selectOption("full");
  await hands.until("the end", () => hands.news.view.outcome !== null, 120000);
  await hands.at("summary").waitFor();
  clean(hands);
});

await test("McPherson's Ridge: panning and zooming stay smooth", async () => {
  const hands = await openBattle({ scenario: "mcphersons-ridge" });
  await hands.page.waitForTimeout(800);
  await hands.picture("mcphersons-ridge");
  const box = await hands.at("map").boundingBox();
  await hands.page.evaluate(() => {
    globalThis.frames = [];
    const step = (now) => {
      globalThis.frames.push(now);
      globalThis.counting = requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  await hands.page.mouse.move(box.x + 700, box.y + 90);
  await hands.page.mouse.down();
  for (let i = 0; i < 60; i++) await hands.page.mouse.move(box.x + 700 - i * 5, box.y + 90 + i * 3);
  await hands.page.mouse.up();
  for (let i = 0; i < 12; i++) {
    await hands.page.mouse.wheel(0, i < 6 ? -120 : 120);
    await hands.page.waitForTimeout(60);
  }
  const frames = await hands.page.evaluate(() => globalThis.frames);
  const gaps = frames
    .slice(1)
    .map((now, i) => now - frames[i])
    .sort((a, b) => a - b);
  const at = (share) => gaps[Math.floor(gaps.length * share)].toFixed(1);
  console.log(
    `      ${gaps.length} frames: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, longest ${at(0.999)} ms`,
  );
  clean(hands);
});
