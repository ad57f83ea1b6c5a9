// Battles of one's own in the page: written into a folder, mended, saved as a file, added on another server, played.
import fs from "node:fs";
import path from "node:path";
import { Hands, Server, check } from "./bench.mjs";
import { accessible, browser, clean, server, test } from "./stage.mjs";

const SHIPPED = path.resolve(import.meta.dirname, "../../scenarios/learning");

function write(folder, change = (text) => text) {
  fs.mkdirSync(folder, { recursive: true });
  const toml = fs.readFileSync(path.join(SHIPPED, "scenario.toml"), "utf8");
  fs.writeFileSync(path.join(folder, "scenario.toml"), change(toml));
  fs.copyFileSync(path.join(SHIPPED, "terrain.geojson"), path.join(folder, "terrain.geojson"));
}

const titled = (title) => (toml) => toml.replace(/^title = .*$/m, `title = "${title}"`);

await test("own battles: written, mended, saved as a file, added elsewhere and played", async () => {
  const folder = path.join(server.data, "scenarios", "my-farm");
  write(folder, (toml) => toml.replace(/^title = .*$/m, "title = 5"));
  const hands = await Hands.open(browser);
  const { page } = hands;
  await page.goto(server.pages);
  await page.locator('[data-test="own-mistakes"]').getByText("scenario.toml").waitFor();
  await accessible(hands, "a start page with a broken battle");
  // Mended while the server runs; the page shows it when it is opened again.
  write(folder, titled("My farm"));
  await page.reload();
  const card = page.locator(".battles label", { hasText: "My farm" });
  await card.getByText("Your own").waitFor();
  check((await page.locator('[data-test="own-mistakes"]').count()) === 0, "nothing is wrong any more");
  await card.click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator('[data-test="save-battle"]').click(),
  ]);
  const file = path.join(server.data, "my-farm.battle.json");
  await download.saveAs(file);
  clean(hands);

  const other = new Server(server.port + 7);
  await other.start();
  try {
    await page.goto(other.address);
    await page.locator('[data-test="add-battle"]').waitFor();
    const wrong = path.join(server.data, "wrong.json");
    fs.writeFileSync(wrong, "no json");
    await page.locator('[data-test="add-battle"]').setInputFiles(wrong);
    await page.getByText("This is not a battle file").waitFor();
    await page.locator('[data-test="add-battle"]').setInputFiles(file);
    await page.locator(".battles label", { hasText: "My farm" }).getByText("Your own").waitFor();
    await page.locator('[data-test="begin"]').click();
    await hands.until("the battle begins", () => hands.news !== null);
    check(hands.hello.title === "My farm", `it is the battle that was added: ${hands.hello.title}`);
    await page.goto(`${other.address}/`);
    // A second time only when that is wished.
    page.once("dialog", (dialog) => dialog.dismiss());
    await page.locator('[data-test="add-battle"]').setInputFiles(file);
    check(fs.existsSync(path.join(other.data, "scenarios", "my-farm", "scenario.toml")), "it lies in the folder");
  } finally {
    await other.stop();
  }
});
