// Across A Deadly Field in the page: a charge inch by inch, with fire, check and melee; and letting things pass without being asked.
import { check } from "./bench.mjs";
import { accessible, clean, sitDown, takeUp, test } from "./stage.mjs";

const isCharge = (entry) => entry.command.charge !== undefined;

/** Two pages at the moment of a charge: the charger's with the order weighed, and that of the charged side. */
async function beforeTheCharge() {
  const { created, entries } = await takeUp("deadly-field/melee.jsonl", isCharge);
  const { unit, target } = entries[0].command.charge.sallies[0];
  const other = entries[0].by === "blue" ? "gray" : "blue";
  const charger = await sitDown(created, created.links[entries[0].by]);
  const charged = await sitDown(created, created.links[other]);
  await charger.choose(unit);
  await charger.page.locator(".unit[data-known=true]").waitFor();
  await charger.click(charger.unit(target).pose.at);
  await charger.page.locator(".weigh h2", { hasText: "Charge" }).waitFor();
  await charger.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  return { charger, charged, unit, target };
}

/** Waits until the panel of an interruption is whole for the newest version. */
async function asked(hands) {
  await hands.until("the side is asked", () => hands.news.reaction !== null);
  await hands.until("its answers are told", async () => (await hands.page.locator(`[data-test=reaction][data-complete="${hands.news.version}"]`).count()) > 0);
}

const told = (hands) => hands.page.locator(".log .entries").innerText();

await test("deadly field: a charge with reaction fire, pre-impact check and melee", async () => {
  const { charger, charged, unit, target } = await beforeTheCharge();
  const start = charger.unit(unit).pose.at;
  await charger.over("the charge", () => charger.at("confirm").click());
  const fire = charged.at("reaction-order").filter({ hasText: `Fire at ${charger.unit(unit).name}` });
  for (let inch = 1; ; inch++) {
    check(inch < 12, "somebody may fire before the charge is home");
    await asked(charged);
    const { at } = charged.unit(unit).pose;
    const gone = Math.hypot(at.x - start.x, at.y - start.y) / 25400;
    check(Math.abs(gone - inch) < 0.02, `at the inch ${inch} the charger stands there on the map, not at ${gone}`);
    check((await charged.at("reaction").innerText()).includes(charged.unit(unit).name), "the panel says to what");
    if ((await fire.count()) > 0) break;
    await charged.over("an inch", () => charged.at("pass").click());
  }
  const odds = await fire.first().innerText();
  check(/\d+ %/.test(odds), `the fire is offered with its odds: ${odds}`);
  await accessible(charged, "the panel of an interruption");
  await charged.picture("interruption-1440x900");
  await fire.first().click();
  await charged.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  await charged.over("the fire", () => charged.at("confirm").click());
  await charger.until("both know", () => charger.news.version === charged.news.version);
  check(/fires at/.test(await told(charger)) && /checks under fire/.test(await told(charger)), "the charger was hit and checked");
  await asked(charged);
  await charged.over("the rest passes", async () => {
    await charged.page.getByRole("button", { name: "Let this whole action pass" }).first().click();
    await charged.page.locator("[data-test=confirm]:not(:disabled)").click();
  });
  while (charged.news.reaction !== null) await charged.over("the last question", () => charged.at("pass").click());
  await charger.until("both know", () => charger.news.version === charged.news.version);
  const words = await told(charger);
  check(/checks before the impact/.test(words), "the charged unit checked before the impact");
  check(/strikes .* melee/.test(words) && /fights at/.test(words), `it came to a melee: ${words.slice(-900)}`);
  check(charger.unit(target) !== undefined, "the table is shown");
  clean(charger);
  clean(charged);
});

await test("deadly field: moves are let pass without asking, and asked about again", async () => {
  const { charger, charged } = await beforeTheCharge();
  await charger.over("the charge", () => charger.at("confirm").click());
  await charged.until("the side is asked", () => charged.news.reaction?.kind === "inch");
  const before = charged.news.version;
  await charged.at("pass-always").check();
  await charged.until("inches pass by themselves", () => charged.news.version > before + 3);
  await charged.at("passes").getByRole("button").first().waitFor();
  const { kind } = charged.news.reaction ?? { kind: "none" };
  if (kind === "inch") await charged.until("no inch is asked about", () => charged.news.reaction?.kind !== "inch");
  await charged.page.reload();
  await charged.at("passes").getByRole("button").first().waitFor();
  await charged.at("passes").getByRole("button").first().click();
  await charged.until("the wish is gone", async () => (await charged.at("passes").count()) === 0);
  clean(charged);
});
