// Across A Deadly Field in the page: charges inch by inch, with fire, check and melee; and letting things pass without being asked.
import { check } from "./bench.mjs";
import { perform } from "./player.mjs";
import { accessible, brought, clean, sitDown, takeUp, test } from "./stage.mjs";

const isCharge = (entry) => entry.command.charge?.sallies.length === 1;
const isFire = (entry) => entry?.command.react?.how.fire !== undefined;
const other = (side) => (side === "blue" ? "gray" : "blue");

/** Two pages at the moment of a kept charge, that of the charger with the order weighed; and what was commanded then. */
async function beforeTheCharge(isIt) {
  const { created, entries } = await takeUp({ ruleset: "deadly-field" }, isIt);
  const [declared, ...after] = entries;
  const { unit, target } = declared.command.charge.sallies[0];
  const charger = await sitDown(created, created.links[declared.by]);
  const charged = await sitDown(created, created.links[other(declared.by)]);
  await charger.choose(unit);
  await charger.page.locator(".unit[data-known=true]").waitFor();
  await charger.click(charger.unit(target).pose.at);
  await charger.page.locator(".weigh h2", { hasText: "Charge" }).waitFor();
  await charger.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  return { charger, charged, unit, after };
}

/** Waits until the panel of an interruption is whole for the newest version. */
async function asked(hands) {
  await hands.until("the side is asked", () => hands.news.reaction !== null);
  await hands.until(
    "its answers are told",
    async () => (await hands.page.locator(`[data-test=reaction][data-complete="${hands.news.version}"]`).count()) > 0,
  );
}

await test("deadly field: a charge with reaction fire, pre-impact check and melee", async () => {
  // Whatever else was done, a unit fired at the charger as its reaction, and it came to a melee.
  const fought = (after) => after.findIndex((entry) => brought(entry, "impacted"));
  const isIt = (entry, after) => {
    const way = after.slice(0, fought(after) + 1);
    return (
      isCharge(entry) &&
      way.length > 0 &&
      way.length < 8 &&
      way.some(isFire) &&
      brought(way.at(-1), "melee") &&
      way.some((one) => brought(one, "pre_impact"))
    );
  };
  const { charger, charged, unit, after } = await beforeTheCharge(isIt);
  const start = charger.unit(unit).pose.at;
  await charger.over("the charge", () => charger.at("confirm").click());
  await asked(charged);
  const { at } = charged.unit(unit).pose;
  const gone = Math.hypot(at.x - start.x, at.y - start.y) / 25400;
  check(
    gone > 0.2 && Math.abs(gone - Math.round(gone)) < 0.02,
    `the charger stands on the map where it is at that inch: ${gone}`,
  );
  const panel = await charged.at("reaction").innerText();
  check(panel.includes(charged.unit(unit).name), `the panel says to what: ${panel}`);
  await accessible(charged, "the panel of an interruption");
  for (const entry of after.slice(0, fought(after) + 1)) {
    const hands = [charger, charged].find((one) => one.news.seat === entry.by);
    if (isFire(entry)) {
      await asked(hands);
      const odds = await hands.at("reaction-order").filter({ hasText: "Fire at" }).first().innerText();
      check(/\d+ %/.test(odds), `the fire is offered with its odds: ${odds}`);
      await hands.picture("interruption-1440x900");
    }
    await perform(hands, entry);
  }
  await charger.until("both know", () => charger.news.version === charged.news.version);
  const words = await charger.page.locator(".log .entries").innerText();
  check(/fires (point blank )?at/.test(words), "somebody fired at the charger");
  check(/checks before the impact/.test(words), `there was a check before the impact: ${words.slice(-1200)}`);
  check(/strikes .* melee/.test(words) && /fights at/.test(words), `it came to a melee: ${words.slice(-1200)}`);
  clean(charger);
  clean(charged);
});

await test("deadly field: moves are let pass without asking, and asked about again", async () => {
  const { charger, charged } = await beforeTheCharge(isCharge);
  await charger.over("the charge", () => charger.at("confirm").click());
  await charged.until("the side is asked", () => charged.news.reaction !== null);
  const { kind } = charged.news.reaction;
  await charged.at("pass-always").check();
  await charged.until("no more is asked of this kind", () => charged.news.reaction?.kind !== kind);
  await charged.at("passes").getByRole("button").first().waitFor();
  await charged.page.reload();
  await charged.at("passes").getByRole("button").first().click();
  await charged.until("the wish is gone", async () => (await charged.at("passes").count()) === 0);
  clean(charged);
});
