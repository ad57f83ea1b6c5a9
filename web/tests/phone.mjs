// A telephone: 390 by 844 pixels, fingers only. The map fills the screen, panels come up from below.
import { Hands, check } from "./bench.mjs";
import { accessible, browser, clean, fits, server, test } from "./stage.mjs";

const RULESETS = ["quickplay", "potomac", "deadly-field", "grenadier", "johnny-reb"];
const SIZE = { width: 390, height: 844 };

async function onPhone(settings) {
  const context = await browser.newContext({ viewport: SIZE, hasTouch: true, isMobile: true, serviceWorkers: "block" });
  const hands = await Hands.open(context);
  const created = await server.create({
    scenario: "learning",
    blue: "person",
    gray: "captain",
    seed: 7,
    ...settings,
  });
  await hands.page.goto(`${server.pages}/#/battle/${created.game}/${created.links.blue}`);
  await hands.until("the first news", () => hands.news !== null);
  await hands.page.locator("canvas.scene[data-lie]").waitFor();
  hands.finger = await context.newCDPSession(hands.page);
  return hands;
}

const mine = (hands) => hands.news.prompt.some((prompt) => prompt.side === "blue");

async function tapMap(hands, point) {
  const { x, y } = await hands.pixel(point);
  await hands.page.touchscreen.tap(x, y);
}

/** One finger down, along, up. */
async function swipe(hands, from, to) {
  const send = (type, points) => hands.finger.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [from]);
  for (const share of [0.2, 0.4, 0.6, 0.8, 1])
    await send("touchMove", [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  await send("touchEnd", []);
}

/** Presses what ends the step or goes on; what dice decide is weighed first. Returns at once when the other side goes on meanwhile. */
async function goOn(hands) {
  const { version } = hands.news;
  const isPast = () => hands.news.version !== version;
  if ((await hands.at("close-sheet").count()) > 0) await hands.at("close-sheet").tap();
  const sideOrder = hands.page.locator("[data-test=side-order]:not(:disabled)").last();
  const tapped = await sideOrder.tap({ timeout: 2000 }).then(
    () => true,
    () => false,
  );
  if (isPast()) return;
  if (!tapped) {
    // One unit is asked and nobody else: the last of its orders lets it stand.
    const isChosen = await choose(hands, hands.unit(hands.news.actors.units[0]));
    if (isPast()) return;
    check(isChosen, "the unit that is asked can be chosen");
    await hands.at("sheet-orders").tap();
    await hands.at("order").last().tap();
  }
  await hands.until("it is done or weighed", async () => {
    if (isPast()) return true;
    const confirm = hands.page.locator("[data-test=confirm]:not(:disabled)");
    if ((await confirm.count()) > 0) await confirm.tap({ timeout: 1000 }).catch(() => {});
    return false;
  });
}

async function placeMarkers(hands) {
  const { version } = hands.news;
  if ((await hands.at("panel").count()) === 0) await hands.at("sheet-orders").tap();
  await hands.at("sheet").waitFor();
  await hands.picture("phone-markers");
  await fits(hands, "the sheet of markers");
  await hands.at("mark-rest").tap();
  await hands.at("marker").filter({ hasText: "Move" }).tap();
  await hands.until(
    "all have one",
    () => hands.news.version > version && hands.page.getByText("All units have one").count(),
  );
  await hands.at("close-sheet").tap();
}

/** Chooses a unit and pulls it two inches ahead. False if it has no move to draw. */
async function pull(hands, id) {
  const { at, facing } = hands.unit(id).pose;
  const angle = (facing / 65536) * 2 * Math.PI;
  const to = { x: at.x + Math.sin(angle) * 50800, y: at.y + Math.cos(angle) * 50800 };
  await swipe(hands, await hands.pixel(at), await hands.pixel(to));
  if ((await hands.at("draft").count()) === 0) return false;
  await hands.page.locator("[data-test=draft][data-fresh=true]").waitFor();
  await fits(hands, "a move being drawn");
  await hands.picture("phone-move");
  if (await hands.at("move").isEnabled()) await hands.over("the move", () => hands.at("move").tap());
  else await hands.at("cancel").tap();
  return true;
}

/** The unit is chosen; its orders are known and can be opened. */
async function choose(hands, unit) {
  await tapMap(hands, unit.pose.at);
  const words = () => hands.at("sheet-orders").innerText();
  const isIt = async () => (await words()).startsWith(unit.name) && /: \d+ order/.test(await words());
  return hands.until("its orders are there", isIt, 3000).then(
    () => true,
    () => false,
  );
}

/** An order by which a unit may move, given from its sheet, with the throw if there is one. */
async function orderMove(hands) {
  const { version } = hands.news;
  await hands.at("sheet-orders").tap();
  await hands.at("panel").waitFor();
  await fits(hands, "the orders of a unit");
  const order = hands.page.getByRole("button", { name: /^(Full move|Move)$/ });
  if ((await order.count()) === 0) {
    await hands.at("close-sheet").tap();
    return;
  }
  await order.first().tap();
  await hands.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  await hands.picture("phone-odds");
  await fits(hands, "the odds");
  await hands.at("confirm").tap();
  await hands.until("it is ordered", () => hands.news.version !== version);
}

for (const ruleset of RULESETS) {
  await test(`phone: a turn of ${ruleset} by touch`, async () => {
    const hands = await onPhone({ ruleset });
    const map = await hands.at("map").boundingBox();
    check(map.width === SIZE.width && map.height >= SIZE.height * 0.6, `the map fills the screen: ${map.height} high`);
    await fits(hands, "the battle");
    let moved = 0;
    const tried = new Map();
    // At least a whole round; longer where an order must first be understood. Only when this side is asked does the computer wait: it
    // could end the battle at any other moment.
    const isOver = () => hands.news.view.outcome || (mine(hands) && hands.news.view.round >= (moved > 0 ? 2 : 5));
    while (!isOver()) {
      const { news } = hands;
      if (!mine(hands)) {
        await hands.until("the other side decides", () => hands.news.version !== news.version, 60000);
        continue;
      }
      if (news.reaction) {
        await hands.over("let it pass", () => hands.at("pass").tap());
        continue;
      }
      if (news.view.steps.some(({ name, is_current }) => is_current && name === "Mark Orders")) {
        // The page may be a moment behind the news.
        const words = hands.at("sheet-orders").filter({ hasText: /Markers: / });
        const isMarking = await words.waitFor({ timeout: 2000 }).then(
          () => true,
          () => false,
        );
        if (isMarking) {
          await placeMarkers(hands);
          continue;
        }
      }
      const key = (id) => `${news.view.round} ${news.prompt[0].text} ${id}`;
      const times = (id) => tried.get(key(id)) ?? 0;
      const unit = news.actors.units
        .map((id) => hands.unit(id))
        .find((one) => one.kind === "infantry" && times(one.id) < 2);
      if (unit?.on_table && moved < 2) {
        tried.set(key(unit.id), times(unit.id) + 1);
        if (!(await choose(hands, unit))) continue;
        if (await pull(hands, unit.id)) moved += 1;
        else if (hands.news.version === news.version) await orderMove(hands);
        continue;
      }
      await goOn(hands);
    }
    check(moved > 0, "a unit was moved by a finger");
    if (hands.news.view.outcome) {
      await hands.at("summary").waitFor();
      await hands.at("summary").getByRole("button", { name: "Look at the field" }).tap();
    }
    await hands.at("sheet-log").tap();
    await hands.page.locator(".entries article").last().waitFor();
    await accessible(hands, "the log on a telephone");
    await hands.picture(`phone-log-${ruleset}`);
    await hands.at("sheet-menu").tap();
    await hands.at("menu").waitFor();
    await fits(hands, "the menu");
    await accessible(hands, "the menu on a telephone");
    clean(hands);
  });
}

await test("offline: the installed page and the rulebooks open with the server stopped", async () => {
  const context = await browser.newContext({ viewport: SIZE, hasTouch: true, isMobile: true });
  const hands = await Hands.open(context);
  const { page } = hands;
  await page.goto(`${server.pages}/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const manifest = await page.evaluate(async () => {
    const found = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
    const sizes = await Promise.all(
      found.icons.map(async ({ src }) => (await createImageBitmap(await (await fetch(src)).blob())).width),
    );
    return { ...found, sizes };
  });
  check(
    manifest.display === "standalone" && manifest.sizes.join() === "192,512,512",
    "it can be installed, with icons",
  );
  await server.kill();
  try {
    await page.goto("about:blank");
    await page.goto(`${server.pages}/`);
    await hands.at("offline").waitFor();
    check(/need it/.test(await hands.at("offline").innerText()), "what needs the server is said");
    check(await hands.at("begin").isDisabled(), "no battle can be begun");
    await accessible(hands, "the start page without the server");
    await hands.picture("phone-offline");
    await page.goto(`${server.pages}/rules/johnny-reb/JR-CHARGE-02`);
    await page.locator("#JR-CHARGE-02").waitFor();
    await hands.at("search").fill("canister");
    await page
      .getByText(/canister/i)
      .first()
      .waitFor();
  } finally {
    await server.start();
  }
  await page.goto(`${server.pages}/`);
  await hands.page.locator("[data-test=begin]:not(:disabled)").waitFor();
});
