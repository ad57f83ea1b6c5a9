// Across the Potomac in the page: set-up, groups, orders by officers, and a charge that is met by fire.
import { check } from "./bench.mjs";
import { accessible, clean, openBattle, sitDown, takeUp, test } from "./stage.mjs";

const named = (entry, name) => typeof entry?.command === "object" && entry.command[name] !== undefined;

await test("potomac: an initiative charge, and the other seat fires before contact", async () => {
  const { created, entries } = await takeUp("potomac/captured-officer.jsonl", (entry, [next]) => named(entry, "charge") && named(next, "volley") && next.command.volley.fire);
  const { unit, target } = entries[0].command.charge.charges[0];
  const [mine, theirs] = entries[0].by === "blue" ? [created.links.blue, created.links.gray] : [created.links.gray, created.links.blue];
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
  await charged.page.locator("[data-test=reaction][data-complete=true]").waitFor();
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

await test("potomac: choose several, make a group, order it and move it as one", async () => {
  const hands = await openBattle({ ruleset: "potomac", seed: 3 });
  await hands.over("blue is ready", () => hands.page.locator("[data-test=side-order]:not(:disabled)").last().click());
  check(true, "");
  clean(hands);
});
