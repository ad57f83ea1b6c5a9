// The Grenadier sheet in the page: brigades and their orders, movement thrown before the move, a charge home and a pursuit.
import { check } from "./bench.mjs";
import { perform, settle } from "./player.mjs";
import { accessible, brought, clean, openBattle, sitDown, takeUp, test } from "./stage.mjs";

await test("grenadier: brigades begin on orders, a change is weighed with the loss of nerve, movement is thrown first", async () => {
  const hands = await openBattle({ ruleset: "grenadier", seed: 5 });
  const stepOn = async () => {
    const { version } = hands.news;
    await hands.page.locator("[data-test=side-order]:not(:disabled)").last().click();
    await hands.until("the step goes on", async () => {
      if (hands.news.version !== version) return true;
      if ((await hands.at("confirm").count()) > 0) await hands.at("confirm").click();
      return false;
    });
  };
  await stepOn(); // lots
  const first = hands.at("formation").first();
  await first.getByRole("button", { name: "Begin on Hold" }).click();
  await hands.until("the brigade begins on another order", async () =>
    /Hold/.test(await first.locator("[data-test=status]").innerText()),
  );
  for (let i = 0; i < 12 && hands.news.view.steps.find((step) => step.is_current)?.name !== "command"; i++)
    await stepOn();
  await hands.at("formation-order").first().waitFor();
  await accessible(hands, "the list of brigades");
  await hands.picture("brigades-1440x900");
  await hands.at("formation-order").filter({ hasText: "Assault" }).first().click();
  await hands.at("odds").waitFor();
  const odds = await hands.at("odds").innerText();
  check(/loses his nerve/.test(odds) && /%/.test(odds), `the odds tell the risk of losing nerve: ${odds}`);
  await hands.over("the change of orders", () => hands.at("confirm").click());
  check(hands.news.log.at(-1).dice.length > 0, "dice were thrown for it");
  for (let i = 0; i < 12 && hands.news.view.steps.find((step) => step.is_current)?.name !== "movement"; i++)
    await stepOn();
  await hands.until("somebody may move", () =>
    hands.news.actors.units.some((id) => hands.unit(id).kind === "infantry"),
  );
  const mover = hands.news.actors.units.map((id) => hands.unit(id)).find((unit) => unit.kind === "infantry");
  await hands.choose(mover.id);
  await hands.page.locator(".unit[data-known=true]").waitFor();
  await hands.at("order").filter({ hasText: "Full move" }).click();
  await hands.page.locator("[data-test=confirm]:not(:disabled)").waitFor();
  check(/may go/.test(await hands.at("odds").innerText()), "how far it may go is weighed");
  await hands.over("the throw", () => hands.at("confirm").click());
  check(hands.news.log.at(-1).unit === mover.id, "the dice are shown beside the unit");
  await hands.at("order").filter({ hasText: "Move" }).first().waitFor();
  await hands.picture("thrown-1440x900");
  const angle = (mover.pose.facing / 65536) * 2 * Math.PI;
  await hands.drag(mover.pose.at, {
    x: mover.pose.at.x + Math.sin(angle) * 50800,
    y: mover.pose.at.y + Math.cos(angle) * 50800,
  });
  check((await settle(hands)) === "lawful", "two inches of what was thrown are lawful");
  await hands.over("the move", () => hands.at("move").click());
  clean(hands);
});

await test("grenadier: an order changed, a charge home and a pursuit", async () => {
  // From a change of orders to the pursuit, by both sides in one chair.
  const isIt = (entry, after) =>
    entry.command.change_order !== undefined &&
    after.slice(0, 6).some((next) => next?.command.charge !== undefined) &&
    after.slice(0, 30).some((next) => brought(next, "pursuit_tested"));
  const { created, entries } = await takeUp({ ruleset: "grenadier" }, isIt);
  const hands = await sitDown(created, `${created.links.blue}+${created.links.gray}`);
  const end = entries.findIndex((entry) => brought(entry, "pursuit_tested"));
  for (const entry of entries.slice(0, end + 1)) {
    await perform(hands, entry);
    const { charge } = entry.command;
    if (charge)
      check(
        hands.unit(charge.unit).signs.some((sign) => sign.text === "charging"),
        "the charger is marked",
      );
  }
  const words = await hands.page.locator(".log .entries").innerText();
  check(/orders/.test(words) && /charges/.test(words), "order and charge are told");
  check(/pursu/i.test(words), `the pursuit is told: ${words.slice(-600)}`);
  await hands.picture("pursuit-1440x900");
  clean(hands);
});
