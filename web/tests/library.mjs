// The rules library: read, searched, linked to, and reached from a log line.
import { Hands, check } from "./bench.mjs";
import { accessible, browser, clean, openBattle, server, test } from "./stage.mjs";

const PHONE = { width: 390, height: 844 };

await test("library: a clause is found by search and opened with examples and odds", async () => {
  const hands = await Hands.open(browser);
  const { page } = hands;
  await page.goto(`${server.pages}/`);
  await hands.at("rules").click();
  await page.getByRole("heading", { name: "Turn sequence" }).waitFor();
  await hands.at("search").fill("defending moved stationary figure");
  await page.getByRole("link", { name: "QP-COMBAT-31", exact: true }).click();
  check(new URL(page.url()).pathname === "/rules/quickplay/QP-COMBAT-31", `the clause has an address: ${page.url()}`);
  const chosen = page.locator("article.chosen");
  await chosen.getByText("A defender that moved rolls 4").waitFor();
  check(await chosen.getByText("QP-COMBAT-31", { exact: true }).isVisible(), "the clause is in sight");
  await hands.at("work-odds").first().click();
  // 4 dice against 4, hitting on 6: both miss with all in (5/6)^8 = 23.3 %
  await hands.at("example-odds").first().getByText("23.3 %").waitFor();
  await accessible(hands, "the library");
  await page.goBack();
  await page.getByRole("heading", { name: "Turn sequence" }).waitFor();
  clean(hands);
});

await test("library: every rulebook opens at an address, also on a phone", async () => {
  const start = await (await fetch(`${server.address}/api/start`)).json();
  for (const { id, name } of start.rulesets) {
    const hands = await Hands.open(browser, PHONE);
    const { page } = hands;
    const book = await (await fetch(`${server.address}/api/rules/${id}`)).json();
    const clause = book.headings.at(-1).clauses.at(-1);
    await page.goto(`${server.pages}/rules/${id}/${clause.id}`);
    await page.locator("article.chosen").waitFor();
    const box = await page.locator("article.chosen").boundingBox();
    check(box.y > -box.height && box.y < PHONE.height, `${clause.id} of ${name} is in sight at ${box.y}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= PHONE.width, `${name} is not a wider than the phone: ${wide}`);
    check(
      (await hands.at("entry").count()) >= book.headings.flatMap((heading) => heading.clauses).length,
      "all clauses",
    );
    clean(hands);
    await page.close();
  }
});

await test("library: an address that leads nowhere says so", async () => {
  const hands = await Hands.open(browser);
  await hands.page.goto(`${server.pages}/rules/chess`);
  await hands.page.getByText("There is no rulebook chess.").waitFor();
  clean(hands);
});

await test("library: a log line leads to its clause", async () => {
  const hands = await openBattle();
  const { page } = hands;
  const link = page.locator("button.clause").first();
  await link.waitFor();
  const id = await link.textContent();
  await link.click();
  const opened = page.context().waitForEvent("page");
  await hands.at("library").click();
  const library = await opened;
  await library.locator("article.chosen").getByText(id, { exact: true }).waitFor();
  check(new URL(library.url()).pathname.endsWith(`/${id}`), library.url());
  clean(hands);
});
