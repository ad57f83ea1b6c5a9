// Every page and every dialog on a telephone and on a tablet, with fingers: all of it accessible and large enough.
import { Hands } from "./bench.mjs";
import { accessible, browser, clean, fits, server, test } from "./stage.mjs";

const SCREENS = { telephone: { width: 390, height: 844 }, tablet: { width: 1024, height: 768 } };

async function post(address, what) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(server.address + address, { method: "POST", body: JSON.stringify(what), headers });
  return answer.json();
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  const sit = async () => {
    const isMobile = screen === "telephone";
    const hands = await Hands.open(
      await browser.newContext({ viewport, hasTouch: true, isMobile, serviceWorkers: "block" }),
    );
    const look = async (where) => {
      await fits(hands, `${where} on a ${screen}`);
      await accessible(hands, `${where} on a ${screen}`);
      await hands.picture(`${where.replaceAll(" ", "-")}-${screen}`);
    };
    const open = async (address, sign) => {
      await hands.page.goto(server.pages + address);
      await hands.page.locator(sign).first().waitFor();
    };
    return { hands, look, open };
  };

  await test(`pages: on a ${screen}, by finger`, async () => {
    const { hands, look, open } = await sit();
    await open("/", "[data-test=begin]:not(:disabled)");
    await hands.page.locator("details summary").first().tap();
    await look("start");
    await hands.at("open-settings").tap();
    await look("settings");
    for (const [address, sign, name] of [
      ["/rules", "main h1, main h2", "library"],
      ["/rules/potomac/POT-FIRE-22", "#POT-FIRE-22", "clause"],
      ["/odds", "[data-test=odds-set], select", "odds"],
      ["/odds/quickplay/fire", "[data-test=headline], .bars, table", "calculator"],
      ["/umpire", "[data-test=open-table]", "tables"],
      ["/verify", "input[type=file]", "check-a-file"],
      ["/#/seat/nobody", "textarea, input", "bring-a-seat"],
    ]) {
      await open(address, sign);
      await look(name);
    }
    const table = await post("/api/umpire", { ruleset: "johnny-reb", scenario: "learning" });
    await open(`/umpire#/table/${table.table}/${table.token}`, "[data-test=track]");
    await hands
      .at("other-cards")
      .selectOption("volley")
      .catch(() => hands.at("other-cards").selectOption({ index: 1 }));
    await look("card");
    await hands.at("type-dice").tap();
    await hands.at("dice-entry").waitFor();
    await look("typed-dice");
    await hands.at("tab-roster").tap();
    await look("roster");
    await hands.at("tab-history").tap();
    await look("history");
    clean(hands);
  });

  await test(`pages: the dialogs of a battle on a ${screen}, by finger`, async () => {
    const { hands, look, open } = await sit();
    await open("/", "[data-test=begin]:not(:disabled)");
    await hands.at("gray").selectOption("person");
    await hands.at("begin").tap();
    await hands.page.locator("canvas.scene[data-lie]").waitFor();
    const [, , id, tokens] = new URL(hands.page.url()).hash.split("/");
    await look("battle");
    const choose = async (what) => {
      if (screen === "telephone" && (await hands.at("menu").count()) === 0) await hands.at("sheet-menu").tap();
      await what.tap();
    };
    for (const name of ["open-settings", "open-wishes", "open-glossary", "save-file"]) {
      await choose(hands.at(name).last());
      await hands.page.locator("dialog[open]").last().waitFor();
      await look(name);
      await hands.page.keyboard.press("Escape");
    }
    await choose(hands.page.getByRole("button", { name: "Share" }).last());
    await hands.at("share").waitFor();
    await look("share");
    await hands.page.keyboard.press("Escape");
    await choose(hands.page.getByLabel("curtain between turns").last());
    while ((await hands.page.locator("dialog[open]").count()) > 0) await hands.page.keyboard.press("Escape");
    await hands.at("side-order").last().tap();
    await hands.page.locator("dialog.veil").waitFor();
    await look("curtain");
    clean(hands);
    await open(`/#/replay/${id}/${tokens.split("+")[0]}`, "[data-test=step]");
    await look("replay");
  });
}
