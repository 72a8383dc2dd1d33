// Everything for learning fits a window of 360 px: no view scrolls sideways and no text runs out of it, in either language.

import { check, me, Person, same } from "./harness.mjs";

/** Goes to a view as a link of the page does, without loading the page anew. */
const follow = (page, path) =>
  page.evaluate((to) => {
    const link = document.body.appendChild(Object.assign(document.createElement("a"), { href: to }));
    link.click();
    link.remove();
  }, path);

/** What is wider than the window: the page itself, or an element that nothing around it scrolls or cuts. */
const wider = (page) =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const isHeld = (e) => e !== document.body && (getComputedStyle(e).overflowX !== "visible" || isHeld(e.parentElement));
    const found = [...document.querySelectorAll("main *, dialog[open] *")]
      .filter((e) => {
        const { width, left, right } = e.getBoundingClientRect();
        return width > 0 && (right > innerWidth + 1 || left < -1) && !e.closest(".unseen, svg") && !isHeld(e.parentElement);
      })
      .map((e) => `${e.tagName.toLowerCase()}.${e.className}`);
    const over = document.documentElement.scrollWidth - innerWidth;
    return [...(over > 0 ? [`the page by ${over} px`] : []), ...new Set(found)].slice(0, 5);
  });

/** The addresses of all views for learning, each with what shows that it is there. */
async function addresses(person) {
  const ask = async (path) => (await person.call("GET", path)).body;
  const { lessons } = await ask("/api/lessons");
  const { sets } = await ask("/api/problems");
  const list = [
    ["/learn", ".sets"],
    ["/learn/glossary", ".glossary dt"],
    ["/learn/course", ".course-text table"],
    ["/training", ".set"],
    ["/openings", "main h1"],
    ...[1, 2, 3, 4, 5, 6].map((n) => [`/learn/course/${n}`, ".course-text pre"]),
    ...["othello", "go", "gomoku"].flatMap((kind) => [
      [`/learn/${kind}`, ".lessons"],
      [`/lab?game=${kind}`, ".lab"],
    ]),
    ...lessons.map(({ kind, id }) => [`/learn/${kind}/${id}`, `.lesson[data-lesson="${id}"]`]),
  ];
  for (const { set } of sets) {
    list.push([`/training/${set}`, "main h1"]);
    const { problems } = await ask(`/api/problems/${set}`);
    // The longest words of each grade are the ones that could be too long.
    const length = ({ title, goal }) => Math.max(title.en.length + goal.en.length, 2 * (title.zh.length + goal.zh.length));
    for (const grade of new Set(problems.map((p) => p.grade))) {
      const { id } = problems.filter((p) => p.grade === grade).reduce((a, b) => (length(b) > length(a) ? b : a));
      list.push([`/training/${set}/${id}`, ".puzzle .board-canvas"]);
    }
  }
  return list;
}

async function learning(browser, server) {
  let views = 0;
  for (const language of ["en", "zh"]) {
    const person = await Person.come(browser, server, { width: 360, height: 740, touch: true, language });
    const { page } = person;
    await person.open("/");
    for (const [path, there] of await addresses(person)) {
      await follow(page, path);
      await page.waitForFunction((to) => location.pathname + location.search === to, path);
      await page.waitForSelector(there);
      same(await wider(page), [], `${language}, ${path}`);
      views++;
    }
    // The opponents of each game, with the longest description of them.
    await follow(page, "/");
    for (const kind of ["othello", "go", "gomoku"]) {
      await page.click(`.card[data-kind="${kind}"]`);
      await page.waitForSelector("#new-game .faces");
      for (const face of await page.locator('#new-game [name="opponent"]').all()) {
        await face.evaluate((input) => input.click());
        same(await wider(page), [], `${language}, the opponents of ${kind}`);
        views++;
      }
      await page.keyboard.press("Escape");
      await page.waitForSelector("#new-game", { state: "detached" });
    }
    await person.leave();
  }
  check(views > 200, `views that were looked at: ${views}`);
  return `${views} views`;
}

/** Once the words for screen readers in the list of moves made the page wider than a phone. */
async function reviewed(browser, server) {
  const moves = ["h8", "i9", "i8", "g8", "j8", "k8", "h9", "j7", "h10", "h11", "h7", "h6"].map((name) => ({ name }));
  for (const language of ["en", "zh"]) {
    const person = await Person.come(browser, server, { width: 360, height: 740, touch: true, language });
    const { id } = await person.play({ kind: "gomoku", rules: "freestyle", black: me, white: me, from: { moves } });
    await person.open(`/study/${id}?review=1`);
    await person.page.waitForSelector("table.accuracy");
    same(await wider(person.page), [], `${language}, a review`);
    await person.leave();
  }
}

export const tests = [
  ["360 px: every lesson, problem set, opponent, the course and the laboratory in both languages", learning],
  ["360 px: a review", reviewed],
];
