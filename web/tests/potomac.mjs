// Across the Potomac in the page: set-up, groups, orders by officers, and a charge that is met by fire.
import { check } from "./bench.mjs";
import { accessible, brought, clean, openBattle, sitDown, takeUp, test } from "./stage.mjs";

const named = (entry, name) => typeof entry?.command === "object" && entry.command[name] !== undefined;

await test("potomac: an initiative charge, and the other seat fires before contact", async () => {
  // Who acts on its own initiative is told so; a charge by order is not.
  const isIt = (entry, [next]) =>
    named(entry, "charge") && brought(entry, "acted") && named(next, "volley") && next.command.volley.fire;
  const { created, entries } = await takeUp({ ruleset: "potomac" }, isIt);
  const { unit, target } = entries[0].command.charge.charges[0];
  const [mine, theirs] =
    entries[0].by === "blue" ? [created.links.blue, created.links.gray] : [created.links.gray, created.links.blue];
  const charger = await sitDown(created, mine);
  const charged = await sitDown(created, theirs);
  check(/30 cm/.test(await charger.at("prompt").innerText()), "the rulebook's own unit is used");
  const [from, at] = [charger.unit(unit), charger.unit(target)];

  await charger.choose(unit);
  await charger.page.locator(".unit[data-known=true]").waitFor();
  await charger.click(at.pose.at);
  await charger.at("odds").waitFor();
  await charger.page.locator(".weigh h2", { hasText: at.name }).waitFor();
  const charge = charger.page.locator(".others button, .weigh h2", { hasText: /charge/i }).first();
  if ((await charge.evaluate((one) => one.tagName)) === "BUTTON") await charge.click();
  await charger.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  await charger.over("the charge", () => charger.at("confirm").click());

  await charged.until("the charged side is asked", () => charged.news.reaction !== null);
  check(charged.news.reaction.by.includes(unit), `${from.name} is what may be answered`);
  check(charger.news.reaction === null, "the charger is not asked");
  await charged.until(
    "the answers are told",
    async () =>
      (await charged.page.locator(`[data-test=reaction][data-complete="${charged.news.version}"]`).count()) > 0,
  );
  const panel = await charged.at("reaction").innerText();
  check(panel.includes(from.name) && /\d+ %/.test(panel), `the panel names the charger and tells odds: ${panel}`);
  await accessible(charged, "the panel of an interruption");
  await charged.picture("reaction-potomac");
  await charged.at("reaction-order").first().click();
  await charged.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  await charged.over("the volley", () => charged.at("confirm").click());
  await charger.until("both see the volley", () => charger.news.version === charged.news.version);
  const told = charger.news.log.at(-1);
  check(told.dice.length > 0 && told.by !== entries[0].by, "dice were thrown for the volley");
  clean(charger);
  clean(charged);
});

await test("potomac: units are chosen together and become a group, or it is said why not", async () => {
  const hands = await openBattle({ ruleset: "potomac", scenario: "pickett-pettigrew", seed: 3 });
  const find = (start) => hands.news.view.units.find((unit) => unit.side === "blue" && unit.name.startsWith(start));
  const [foot, guns] = [find("20th Massachusetts"), find("Battery B, 1st New York")];
  const far = hands.news.view.units.find(
    (unit) => unit.side === "blue" && unit.kind === "infantry" && Math.abs(unit.pose.at.y - foot.pose.at.y) > 200000,
  );
  await hands.choose(foot.id);
  await hands.page.locator(".unit[data-known=true]").waitFor();
  await hands.click(far.pose.at, { shift: true });
  await hands.page.locator(".unit h2", { hasText: "2 units together" }).waitFor();
  await hands.page.locator(".unit .refused", { hasText: "do not touch" }).waitFor();
  await hands.click(far.pose.at, { shift: true });
  await hands.page.locator(".unit h2", { hasText: foot.name }).waitFor();
  // The same by keys: G on each.
  await hands.at("map").focus();
  await hands.page.keyboard.press("g");
  await hands.at("note").waitFor();
  await hands.click(guns.pose.at);
  await hands.page.locator(".unit h2", { hasText: guns.name }).waitFor();
  await hands.at("map").focus();
  await hands.page.keyboard.press("g");
  await hands.page.locator(".unit h2", { hasText: "2 units together" }).waitFor();
  await accessible(hands, "the panel of several units");
  await hands.at("order").filter({ hasText: "Group" }).click();
  await hands.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  await hands.over("the group", () => hands.at("confirm").click());
  check(
    [foot, guns].every((unit) => hands.unit(unit.id).signs.some((sign) => sign.text === "in a group")),
    "both are in a group",
  );
  clean(hands);
});

await test("potomac: a work shows what is left of it, an officer orders with odds, a unit moves in centimetres", async () => {
  const hands = await openBattle({ ruleset: "potomac", scenario: "vicksburg-stockade", seed: 3 });
  check(hands.news.view.notes.length > 4, "the works are tagged");
  const spot = await hands.pixel(hands.news.view.notes[0].at);
  await hands.page.mouse.move(spot.x, spot.y);
  await hands.page.locator(".tip", { hasText: "cohesion" }).waitFor();
  await hands.picture("works-1440x900");
  while (hands.news.view.steps.find((step) => step.is_current)?.name !== "Command Phase") {
    await hands.over("on", () => hands.page.locator("[data-test=side-order]:not(:disabled)").last().click());
    await hands.until("somebody sits", () => hands.news.prompt.some((prompt) => prompt.side === hands.news.seat));
  }
  // The first order of an officer is free; his second is tested.
  const commanded = async () => {
    for (const id of hands.news.actors.units) {
      if (hands.unit(id).kind !== "infantry") continue;
      await hands.choose(id);
      await hands.page.locator(".unit[data-known=true]").waitFor();
      if ((await hands.at("order").filter({ hasText: "Stand Ready" }).count()) > 0) return hands.unit(id);
    }
    throw new Error("nobody can be ordered");
  };
  const first = await commanded();
  await hands.at("order").filter({ hasText: "Stand Ready" }).first().click();
  await hands.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  await hands.over("the first order", () => hands.at("confirm").click());
  check(
    hands.unit(first.id).signs.some((sign) => sign.text === "Stand Ready"),
    "the unit stands ready",
  );
  const second = await commanded();
  await hands.at("order").filter({ hasText: /^Move/ }).first().click();
  await hands.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  const odds = await hands.at("odds").innerText();
  check(/%/.test(odds) && /command test/i.test(odds), `the command test is told with its odds: ${odds}`);
  await hands.over("the second order", () => hands.at("confirm").click());
  check(hands.news.log.at(-1).dice.length > 0, "the test was thrown");
  if (hands.news.actors.units.includes(second.id) && /may move/.test(await hands.at("prompt").innerText())) {
    const angle = (second.pose.facing / 65536) * 2 * Math.PI;
    await hands.drag(second.pose.at, {
      x: second.pose.at.x + Math.sin(angle) * 15000,
      y: second.pose.at.y + Math.cos(angle) * 15000,
    });
    await hands.page.locator("[data-test=draft][data-fresh=true]").waitFor();
    check(/ cm/.test(await hands.at("draft").innerText()), "the move is told in centimetres");
  }
  clean(hands);
});
