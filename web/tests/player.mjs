// Plays a side by clicks alone, badly but to the end: forward, charge what can be charged, fire at what is there.

/** One decision, or waiting for the other side. Returns false when the battle is over. */
export async function playOn(hands, seen) {
  const { news, page } = hands;
  if (news.view.outcome) return false;
  const mine = news.prompt.some((prompt) => prompt.side === news.seat);
  if (!mine) {
    await hands.until("the other side decides", () => hands.news.version !== news.version, 60000);
    return true;
  }
  const side = `${news.view.round} ${news.view.active} ${news.view.steps.find((step) => step.is_current)?.name}`;
  if (seen.step !== side) Object.assign(seen, { step: side, tried: new Set() });
  const actor = news.actors.units.find((id) => !seen.tried.has(id));
  if (actor === undefined) {
    const last = hands.at("side-order").last();
    await hands.page.locator("[data-test=side-order]:not(:disabled)").first().waitFor();
    const owed = (await hands.at("side-order").count()) > 1 && news.actors.units.length > 0;
    await hands.over("a side order", async () => {
      await (owed ? hands.at("side-order").first() : last).click();
      // What dice decide is weighed first.
      await hands.until(
        "the order is given or weighed",
        async () => hands.news.version !== news.version || (await hands.at("confirm").count()) > 0,
      );
      if (hands.news.version === news.version) await hands.at("confirm").click();
    });
    return true;
  }
  seen.tried.add(actor);
  if (news.view.round === 0 || !hands.unit(actor).on_table) return true;
  await hands.choose(actor);
  await page.locator(".unit[data-known=true]").waitFor();
  if (hands.news.version !== news.version) return true;
  const orders = hands.at("order");
  const words = await orders.allInnerTexts();
  const fight = words.findIndex((text) => /^(Charge|Fire|Fight)/.test(text));
  if (fight >= 0) {
    await give(hands, orders.nth(fight), seen, words[fight]);
  } else if (words.some((text) => text.startsWith("Move")) && hands.unit(actor).kind !== "general") {
    await advance(hands, actor);
  } else if (words.some((text) => text.startsWith("Rally"))) {
    await give(hands, orders.nth(words.findIndex((text) => text.startsWith("Rally"))), seen, "Rally");
  }
  return true;
}

/** By clicking the enemy on the map where that finds it, else by the button. */
async function give(hands, button, seen, words) {
  const target =
    hands.news.view.units.find((unit) => unit.side !== hands.news.seat && words === `Fire at ${unit.name}`) ??
    hands.news.view.units.find((unit) => unit.side !== hands.news.seat && words === `Charge ${unit.name}`);
  if (target) {
    await hands.click(target.pose.at);
    await hands.page.locator(".weigh, .unit, .roster").first().waitFor();
    seen.byMap = (seen.byMap ?? 0) + (await hands.at("odds").count());
  }
  const title = hands.page.locator(".weigh h2", { hasText: words });
  if ((await title.count()) === 0) {
    if ((await hands.at("odds").count()) > 0) await hands.page.getByRole("button", { name: "Back" }).click();
    if ((await button.count()) === 0) return;
    await button.click();
  }
  await hands.at("odds").waitFor();
  await hands.until(
    "odds are told",
    async () => (await hands.at("confirm").isEnabled()) || (await hands.page.locator(".weigh .bad").count()) > 0,
  );
  if (/^Charge/.test(words)) seen.charges = (seen.charges ?? 0) + 1;
  if (/^Fire/.test(words)) seen.fires = (seen.fires ?? 0) + 1;
  if (/^Fire/.test(words) && !seen.pictured) {
    seen.pictured = true;
    await hands.picture("odds-1440x900");
  }
  if (await hands.at("confirm").isEnabled()) await hands.over(words, () => hands.at("confirm").click());
}

/** Towards the nearest enemy, as far as the server allows. */
async function advance(hands, id) {
  const unit = hands.unit(id);
  const enemies = hands.news.view.units.filter(
    (other) => other.side !== unit.side && other.on_table && other.kind !== "general",
  );
  const way = (other) => Math.hypot(other.pose.at.x - unit.pose.at.x, other.pose.at.y - unit.pose.at.y);
  const enemy = enemies.sort((a, b) => way(a) - way(b))[0];
  if (!enemy) return;
  for (const reach of [140000, 70000]) {
    const far = Math.min(reach, Math.max(0, way(enemy) - 110000));
    if (far < 15000) return;
    const share = far / way(enemy);
    const to = {
      x: unit.pose.at.x + (enemy.pose.at.x - unit.pose.at.x) * share,
      y: unit.pose.at.y + (enemy.pose.at.y - unit.pose.at.y) * share,
    };
    await hands.drag(unit.pose.at, to);
    if ((await hands.at("draft").count()) === 0) return;
    const settled = await settle(hands);
    if (settled === "lawful") {
      await hands.over("a move", () => hands.at("move").click());
      return;
    }
    await hands.at("cancel").click();
  }
}

/** Waits until the newest preview has come. */
export async function settle(hands) {
  await hands.page.locator("[data-test=draft][data-fresh=true]").waitFor();
  return (await hands.at("move").isEnabled()) ? "lawful" : "refused";
}

/** Gives a recorded command by clicks, whatever it is: at the side's buttons, a formation's, or those of the unit it names. */
export async function perform(hands, { by, command }) {
  await hands.until(
    `${by} sits`,
    () => hands.news.seat === by && hands.news.prompt.some((prompt) => prompt.side === by),
  );
  const inner = typeof command === "string" ? {} : Object.values(command)[0];
  if (inner.legs?.length > 0) return send(hands, by, command);
  const isPanel = typeof command === "object" && inner.unit !== undefined;
  if (isPanel && hands.news.actors.units.includes(inner.unit)) {
    await hands.choose(inner.unit);
    await hands.page.locator(".unit[data-known=true]").waitFor();
  } else if (typeof command === "object") {
    // Formations stand in the list of units.
    await hands.page.keyboard.press("Escape");
    await hands.page.keyboard.press("Escape");
  }
  const { version } = hands.news;
  const words = JSON.stringify(command);
  await hands.until(`the button for ${words}`, () => hands.page.evaluate(clickButton, command));
  await hands.until(`${words} is done`, async () => {
    if (hands.news.version !== version) return true;
    if ((await hands.page.locator("[data-test=confirm]:not(:disabled)").count()) > 0)
      await hands
        .at("confirm")
        .click({ timeout: 2000 })
        .catch(() => {});
    return false;
  });
}

/** A move that somebody drew: the same again, over a line of its own. */
async function send(hands, by, command) {
  const { version } = hands.news;
  const address = `/api/games/${hands.created.game}/socket`;
  const token = hands.created.links[by];
  await hands.page.evaluate(
    ({ address, token, version, command }) =>
      new Promise((resolve, reject) => {
        const line = new WebSocket(new URL(address, location.href.replace(/^http/, "ws")), ["longroll", token]);
        line.onopen = () => line.send(JSON.stringify({ id: 1, ask: { kind: "command", version, command } }));
        line.onmessage = ({ data }) => {
          const heard = JSON.parse(data);
          if (heard.id !== 1) return;
          line.close();
          if (heard.kind === "failed") reject(new Error(heard.error.text));
          else resolve();
        };
      }),
    { address, token, version, command },
  );
  await hands.until("the move is made", () => hands.news.version !== version);
}

/** In the page: clicks the button that gives this command, in whatever order its fields are written. */
function clickButton(command) {
  const sorted = (value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(
          Object.keys(value)
            .filter((key) => value[key] !== null)
            .sort()
            .map((key) => [key, sorted(value[key])]),
        )
      : value;
  const wanted = JSON.stringify(sorted(command));
  const button = [...document.querySelectorAll("button[data-command]:not(:disabled)")].find(
    (one) => JSON.stringify(sorted(JSON.parse(one.dataset.command))) === wanted,
  );
  button?.click();
  // The answers that bring little are folded.
  if (!button) document.querySelector("[data-test=more-answers][aria-expanded=false]")?.click();
  return button !== undefined;
}
