import { browser, openBattle, server, sitDown, finish } from "./stage.mjs";
const sizes = [[1440, 900], [1280, 720], [1024, 768], [390, 844]];
const out = "/tmp/shots";
const hands = await openBattle({ gray: "captain", seed: 11 });
await hands.until("turn", () => hands.news.prompt.some((p) => p.side === "blue"));
await hands.over("on", () => hands.at("side-order").last().click());
await hands.until("turn", () => hands.news.prompt.some((p) => p.side === "blue"));
for (const [width, height] of sizes) {
  await hands.page.setViewportSize({ width, height });
  await hands.page.waitForTimeout(600);
  await hands.page.keyboard.press("Escape");
  await hands.at("ask-advice").click();
  await hands.at("advised").first().waitFor({ timeout: 60000 });
  await hands.page.waitForTimeout(400);
  await hands.page.screenshot({ path: `${out}/advice-${width}.png` });
}
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${server.pages}/`);
await page.locator("[data-test=gray]").selectOption("general");
await page.locator("[data-test=handicap]").scrollIntoViewIfNeeded();
await page.screenshot({ path: `${out}/start-1440.png` });
await finish();
