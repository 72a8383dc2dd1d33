// First steps: every lesson done by touching the board, in both languages; the glossary behind its terms.

import { check, Person, same } from "./harness.mjs";

/** What the server calls right in a lesson, found as a learner would: by trying, and asking to be shown. */
async function nextMove(person, lesson, moves, live) {
  const attempt = async (move) => (await person.call("POST", `/api/lessons/${lesson.kind}/${lesson.id}/try`, { moves: [...moves, move] })).body;
  const tries = live.can_pass ? [null, ...live.legal] : live.legal;
  const first = await attempt(tries[0]);
  if (first.status !== "wrong") return { move: tries[0], tried: first };
  return { move: first.solution[0], tried: await attempt(first.solution[0]) };
}

async function doLesson(person, lesson) {
  const { page } = person;
  await page.waitForSelector(`.lesson[data-lesson="${lesson.id}"][data-status="open"]`);
  let moves = [],
    { live } = lesson,
    steps = 0;
  for (;;) {
    const { move, tried } = await nextMove(person, lesson, moves, live);
    steps++;
    if (move === null) await page.click("#pass");
    else await person.click(move);
    if (tried.status === "solved") break;
    ({ moves, live } = tried);
    await page.waitForSelector(`.lesson[data-moves="${moves.length}"][data-status="open"]`);
  }
  await page.waitForSelector(`.lesson[data-lesson="${lesson.id}"][data-status="solved"]`);
  return steps;
}

/** A newcomer goes from the first page to the end of a game's lessons, and into a first game. */
async function wholeGame(browser, server, kind, language) {
  const person = await Person.come(browser, server, { language });
  const { page } = person;
  const { lessons } = (await person.call("GET", "/api/lessons")).body;
  const mine = lessons.filter((lesson) => lesson.kind === kind);
  await person.open("/");
  await page.click("#learn-rules");
  await page.click(`#rules-dialog a[href="/learn/${kind}"]`);
  await page.click("#begin-lessons");
  let steps = 0;
  for (const lesson of mine) {
    steps += await doLesson(person, lesson);
    if (lesson !== mine.at(-1)) await page.click("#next-lesson");
  }
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("heibai_first_steps")));
  same(kept.length, mine.length, "lessons that are kept as done");
  same(await page.getAttribute("#to-problems", "href"), `/training/${{ othello: "endgame", go: "life", gomoku: "vcf" }[kind]}`, "the problems");
  if (kind === "gomoku") check(/freestyle/.test(await page.innerText("#first-game")), "the rule of the first game is named");
  await page.click("#first-game");
  await page.waitForSelector("[data-phase=playing]");
  same((await person.state()).kind, kind, "the first game");
  await person.open(`/learn/${kind}`);
  await page.waitForSelector(".lessons .done");
  same(await page.locator(".lessons .done").count(), mine.length, "lessons marked as done");
  await person.leave();
  return `${mine.length} lessons of ${kind} in ${steps} touches`;
}

const othelloLessons = (browser, server) => wholeGame(browser, server, "othello", "en");
const goLessons = (browser, server) => wholeGame(browser, server, "go", "zh");
const gomokuLessons = (browser, server) => wholeGame(browser, server, "gomoku", "en");

/** A wrong move is not played and is told why; the right one is shown when it is asked for; the referee refuses a ko. */
async function wrongMoves(browser, server) {
  const person = await Person.come(browser, server, { language: "zh", width: 390, height: 844, touch: true });
  const { page } = person;
  await person.open("/learn/go/capture");
  await page.waitForSelector(".lesson");
  // Who does not know what to do is shown it without having to be wrong first.
  await page.click("#show-me");
  await page.waitForFunction(() => window.heibai.board.suggestion.length === 1);
  await person.open("/learn/go/capture");
  await page.waitForSelector(".lesson");
  await person.tap(0);
  await page.waitForSelector(".lesson .result.failed");
  same(await page.textContent(".lesson .result.failed"), "这一手提不到子", "what is said");
  same(await page.getAttribute(".lesson", "data-moves"), "0", "moves that were played");
  await page.click("#show-me");
  await page.waitForFunction(() => window.heibai.board.suggestion.length === 1);
  await person.picture("lesson-wrong");
  // The ko: taking back at once is refused by the referee.
  await person.open("/learn/go/ko-threat");
  await page.waitForSelector(".lesson");
  await person.tap(4 * 7 + 2);
  await page.waitForSelector(".lesson .result.failed");
  check(/重复|局面/.test(await page.textContent(".lesson .result.failed")), "the referee's words");
  await person.leave();
}

/** A term says what it means where it stands, and leads to the glossary. */
async function terms(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/learn/go/liberties");
  await page.waitForSelector(".rich .term");
  await page.waitForFunction(() => window.heibai.board !== null);
  await page.waitForTimeout(300);
  await page.click(".rich .term");
  await page.waitForSelector(".meaning, .glossary");
  if (await page.locator(".meaning").count()) {
    check((await page.textContent(".meaning")).includes("empty point"), "what a liberty is");
    await page.click(".meaning a");
  }
  await page.waitForSelector("#term-liberty.here");
  check((await page.locator(".glossary dt").count()) >= 50, "terms in the glossary");
  same(await page.title(), "Glossary · heibai", "the title");
  await page.click('[data-topic="go"]');
  await page.waitForFunction(() => document.querySelector("#term-flip") === null);
  same(new URL(page.url()).search, "?game=go", "the address of the terms of Go");
  const names = await page.locator(".glossary dt").evaluateAll((list) => list.map((dt) => dt.firstChild.textContent));
  check(names.includes("ko") && names.includes("pass") && !names.includes("VCF"), names.join(" "));
  same(names, [...names].sort(new Intl.Collator("en").compare), "the order of the terms");
  await person.picture("glossary-go");
  for (const path of ["/learn/glossary", "/learn", "/learn/go", "/learn/go/liberties", "/training"]) {
    await person.open(path);
    await page.waitForSelector(".glossary dt, .sets, .lessons, .lesson");
    same(await person.barriers(), [], `barriers in ${path}`);
  }
  await person.open("/learn/chess");
  check(/no such page/.test(await page.textContent("main")), "a game that is not there");
  await person.leave();
}

/** The course from its list to its last lesson, in both languages: tables with their heads, code, pictures, and ways to the laboratory. */
async function course(browser, server) {
  let pictures = 0;
  for (const language of ["en", "zh"]) {
    const person = await Person.come(browser, server, { language });
    const { page } = person;
    await person.open("/learn/course");
    await page.waitForSelector(".course-text table");
    check((await page.locator(".course-text thead th").allInnerTexts()).includes(language === "zh" ? "课" : "lesson"), "the head of the table");
    same(await page.locator('.course-text table a[href^="/learn/course/"]').count(), 6, "six lessons");
    for (let lesson = 1; lesson <= 6; lesson++) {
      await page.click(`.course-text table a[href="/learn/course/${lesson}"]`);
      await page.waitForSelector(".course-text pre");
      check(/[\u4e00-\u9fff]/.test(await page.innerText(".course-text h1")) === (language === "zh"), `lesson ${lesson} in ${language}`);
      for (const picture of await page.locator(".course-text img").all()) {
        await picture.scrollIntoViewIfNeeded();
        await picture.evaluate((img) => img.decode());
        pictures++;
      }
      await page.click('.course-text > p a[href="/learn/course"]');
      await page.waitForSelector(".course-text table");
    }
    same(await person.barriers(), [], "barriers in the course");
    await person.leave();
  }
  check(pictures >= 6, `figures in the lessons: ${pictures}`);
  return `${pictures} figures`;
}

export const tests = [
  ["first steps: Othello from the first page to a first game", othelloLessons],
  ["first steps: Go", goLessons],
  ["first steps: Gomoku and Renju", gomokuLessons],
  ["first steps: wrong moves are told why", wrongMoves],
  ["first steps: terms lead to the glossary", terms],
  ["course: six lessons with tables, code and figures in both languages", course],
];
