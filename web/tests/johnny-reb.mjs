// Johnny Reb III in the page: markers placed in secret by two people at once, and the reveal.
import { check } from "./bench.mjs";
import { accessible, browser, clean, openBattle, sitDown, server, test } from "./stage.mjs";

const SECRETS = ["Hold", "First Fire", "Move", "Charge", "Disengage", "Form"];

/** What a page has heard of the other side's markers: signs at its units, or words in the log. */
function leaks(hands, other) {
  const found = [];
  for (const text of hands.heard) {
    const message = JSON.parse(text);
    if (message.kind !== "news") continue;
    for (const unit of message.view.units) {
      if (unit.side === other && unit.signs.some((sign) => SECRETS.includes(sign.text)))
        found.push(`${unit.name}: ${JSON.stringify(unit.signs)}`);
    }
    for (const entry of message.log) {
      const words = [entry.text, ...entry.lines.map((line) => line.text)].join(" ");
      if (entry.by === other && SECRETS.some((secret) => words.includes(secret))) found.push(words);
      if (entry.by === other && entry.unit !== null) found.push(`the unit of entry ${entry.number}`);
    }
  }
  return found;
}

async function sit(created, side) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // The first message comes at once: the ear must be there before it.
  const opener = { newPage: async () => page };
  const heard = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  const hands = await sitDown(created, created.links[side], undefined, opener);
  hands.heard = heard;
  hands.context = context;
  return hands;
}

await test("johnny reb: two pages place markers in secret, by drag and by key, and see them at the reveal", async () => {
  const created = await server.create({
    scenario: "learning",
    ruleset: "johnny-reb",
    blue: "person",
    gray: "person",
    seed: 7,
  });
  const blue = await sit(created, "blue");
  const gray = await sit(created, "gray");
  for (const hands of [blue, gray]) await hands.at("sheet").waitFor();
  await accessible(blue, "the sheet of markers");
  const marked = (hands) =>
    hands.news.view.units.filter(
      (unit) => unit.side === hands.news.seat && unit.signs.some((sign) => SECRETS.includes(sign.text)),
    );

  // Blue drags the first marker to a unit on the map, then goes on by keys.
  const first = blue.unit(blue.news.actors.units[0]);
  const spot = await blue.pixel(first.pose.at);
  const box = await blue.at("map").boundingBox();
  await blue
    .at("marker")
    .first()
    .dragTo(blue.at("map"), { targetPosition: { x: spot.x - box.x, y: spot.y - box.y } });
  await blue.until("the marker lies there", () => marked(blue).some((unit) => unit.id === first.id));
  await blue.picture("markers-1440x900");
  await blue.page.keyboard.press("n");
  for (let open = blue.news.actors.units.length; blue.news.actors.side === false; open--) {
    check(open >= 0, "every unit gets its marker");
    const before = blue.news.version;
    await blue.page.locator(".unit[data-known=true]").waitFor();
    await blue.page.keyboard.press("1");
    await blue.until("the next marker lies there", () => blue.news.version !== before);
  }
  // Gray gives the same marker to all at once.
  await gray.at("mark-rest").check();
  await gray.at("marker").first().click();
  await gray.until("gray has placed all", () => gray.news.actors.side === true);
  check(/All units have one/.test(await gray.at("unmarked").innerText()), "the check list is done");

  const [fromGray, fromBlue] = [leaks(blue, "gray"), leaks(gray, "blue")];
  check(fromGray.length === 0, `blue hears nothing of gray's markers: ${fromGray.slice(0, 3).join(" | ")}`);
  check(fromBlue.length === 0, `gray hears nothing of blue's markers: ${fromBlue.slice(0, 3).join(" | ")}`);

  for (const hands of [blue, gray]) {
    await hands.page.keyboard.press("Escape");
    await hands.over("ready", () => hands.page.locator("[data-test=side-order]:not(:disabled)").last().click());
  }
  await blue.until("the markers are turned over", () =>
    blue.news.view.units.some((unit) => unit.side === "gray" && unit.signs.some((sign) => SECRETS.includes(sign.text))),
  );
  await gray.until("for both", () =>
    gray.news.view.units.some((unit) => unit.side === "blue" && unit.signs.some((sign) => SECRETS.includes(sign.text))),
  );
  await blue.picture("reveal-1440x900");
  clean(blue);
  clean(gray);
  await blue.context.close();
  await gray.context.close();
});

await test("johnny reb: two in one chair draw a curtain before the other side marks", async () => {
  const hands = await openBattle({ ruleset: "johnny-reb" });
  await hands.at("sheet").waitFor();
  await hands.page.getByRole("button", { name: "draw a curtain between turns" }).click();
  await hands.at("mark-rest").check();
  await hands.at("marker").nth(2).click();
  await hands.until("blue has placed all", () => hands.news.actors.side === true);
  await hands.page.locator("[data-test=side-order]:not(:disabled)").last().click();
  const curtain = hands.page.getByRole("dialog", { name: "Change seats" });
  await curtain.waitFor();
  check(hands.news.seat === "blue", "nobody else sits down before the curtain is drawn aside");
  await curtain.getByRole("button").click();
  await hands.until("gray sits", () => hands.news.seat === "gray");
  await hands.at("sheet").waitFor();
  const shown = hands.news.view.units.filter(
    (unit) => unit.side === "blue" && unit.signs.some((sign) => SECRETS.includes(sign.text)),
  );
  check(shown.length === 0, "gray sees no marker of blue's");
  clean(hands);
});
