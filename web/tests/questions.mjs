// Questions to a player in the middle of what follows by itself: asked at the top of the page, and play goes on with the answer.
import { check } from "./bench.mjs";
import { perform } from "./player.mjs";
import { accessible, clean, sitDown, takeUp, test } from "./stage.mjs";

/** The commands that answer such a question, by ruleset. */
const ANSWERS = { grenadier: ["face"], "johnny-reb": ["volley", "flee", "support"] };

for (const [ruleset, answers] of Object.entries(ANSWERS)) {
  await test(`${ruleset}: a player is asked in mid-course, and answers`, async () => {
    const isIt = ({ command }) => typeof command === "object" && answers.some((answer) => answer in command);
    const { created, entries } = await takeUp({ ruleset }, isIt);
    const { by } = entries[0];
    const hands = await sitDown(created, created.links[by]);
    const [question] = hands.news.prompt.filter((prompt) => prompt.side === by);
    check(question !== undefined, "he is asked");
    await hands.page.getByText(question.text).first().waitFor();
    await accessible(hands, "a question in mid-course");
    await hands.picture(`question-${ruleset}`);
    const { version } = hands.news;
    await perform(hands, entries[0]);
    check(hands.news.version > version, "play goes on");
    clean(hands);
  });
}
