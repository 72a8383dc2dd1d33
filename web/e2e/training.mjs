// Training: the VCF practice, the other problem sets, and one's own mistakes.

import { check, Person, same } from "./harness.mjs";

async function vcf(browser, server) {
  const person = await Person.come(browser, server, { language: "zh" });
  const { page } = person;
  const list = (await person.call("GET", "/api/problems/vcf")).body;
  same(list.problems.length, 40, "VCF problems");
  // The solution is learned as a person would: by failing once and asking for it.
  const problem = list.problems[0];
  await person.open("/training");
  await page.click('a[href="/training/vcf"]');
  await page.waitForSelector(".problem");
  await person.picture("vcf-problems");
  await page.click(`a[href="/training/vcf/${problem.id}"]`);
  await page.waitForSelector(".puzzle");
  const away = problem.live.legal.filter((p) => p % 15 === 0 || p % 15 === 14);
  const played = (point) => person.click(point);
  await played(away[0]);
  await page.waitForSelector('.puzzle[data-status="failed"]');
  await person.picture("vcf-failed");
  await page.click("#retry");
  await page.waitForSelector('.puzzle[data-status="open"]');
  same(await page.locator("#undo, #share, .move-list").count(), 0, "undo, saving and replay in practice");
  const attempt = async (moves) => (await person.call("POST", `/api/problems/vcf/${problem.id}/try`, { moves })).body;
  for (const moves = []; (await page.getAttribute(".puzzle", "data-status")) !== "solved";) {
    const { solution } = await attempt([...moves, away.find((p) => !moves.includes(p))]);
    const { status, reply } = await attempt([...moves, solution[0]]);
    const began = Date.now();
    await played(solution[0]);
    if (status === "solved") break;
    moves.push(solution[0], reply.point);
    await page.waitForSelector(`.puzzle[data-moves="${moves.length}"][data-status="open"]`);
    check(Date.now() - began >= 400, "the defence waits 400 ms");
  }
  await page.waitForSelector('.puzzle[data-status="solved"]');
  await person.picture("vcf-solved");
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("vcf_practice_progress_v3")));
  same([kept[problem.id].solved, kept[problem.id].failed], [1, 1], "the progress that is kept");
  await person.leave();
}

/** A move that the server calls right: found as a person would, by trying and asking for the solution. */
async function rightMove(person, set, id, moves, legal) {
  const attempt = async (point) => (await person.call("POST", `/api/problems/${set}/${id}/try`, { moves: [...moves, point] })).body;
  const first = await attempt(legal[0]);
  const point = first.solution ? first.solution[0] : legal[0];
  return { point, tried: first.solution ? await attempt(point) : first };
}

/** A wrong move is answered on the board and taken back; then the way to the solution, in every other set. */
async function otherSets(browser, server) {
  const told = [];
  for (const set of ["fours", "threats", "defence", "forbidden", "traps", "endgame", "life", "races", "connections", "counting"]) {
    const person = await Person.come(browser, server, { dark: set === "defence", language: set === "forbidden" ? "zh" : "en" });
    const { page } = person;
    const { problems } = (await person.call("GET", `/api/problems/${set}`)).body;
    check(problems.length >= 20, `${problems.length} problems in ${set}`);
    const problem = problems[Math.floor(problems.length / 2)];
    await person.open(`/training/${set}/${problem.id}`);
    await page.waitForSelector(".puzzle");
    let moves = [],
      { live } = problem,
      steps = 0;
    const { point: right } = await rightMove(person, set, problem.id, moves, live.legal);
    const wrong = await findWrong(
      person,
      set,
      problem.id,
      live.legal.filter((p) => p !== right),
    );
    await person.click(wrong);
    await page.waitForSelector(".puzzle .result");
    if (set !== "forbidden") {
      await page.waitForSelector('.puzzle[data-status="refuted"]');
      check((await page.evaluate(() => window.heibai.board.labels.size)) >= 1, `the refutation on the board in ${set}`);
      await person.picture(`training-${set}-refuted`);
      await page.click("#take-back");
    }
    await page.waitForSelector('.puzzle[data-status="open"]');
    same(await page.evaluate(() => [...window.heibai.board.cells]), live.board, `the board after taking back in ${set}`);
    for (;;) {
      const { point, tried } = await rightMove(person, set, problem.id, moves, live.legal);
      await person.click(point);
      steps++;
      if (tried.status === "solved") break;
      same(tried.status, "right", `step ${steps} of ${problem.id}`);
      ({ moves, live } = tried);
      await page.waitForSelector(`.puzzle[data-moves="${moves.length}"][data-status="open"]`);
    }
    await page.waitForSelector('.puzzle[data-status="solved"]');
    await person.picture(`training-${set}-solved`);
    if (set === "traps") check(/is forbidden to Black: /.test(await page.innerText(".puzzle .why")), "why Black could not answer");
    if (set === "forbidden") {
      check(/横线|竖线|斜线/.test(await page.innerText(".puzzle .why")), "why the points are forbidden");
      same(await page.evaluate(() => window.heibai.board.labels.size), steps, "ticks on the points that were found");
    }
    // The slip counts: solved afterwards is not solved at once.
    const kept = await page.evaluate((s) => JSON.parse(localStorage.getItem(`heibai_practice_progress_${s}`)), set);
    same([kept[problem.id].solved, kept[problem.id].failed], [0, 1], `the progress in ${set}`);
    await page.waitForSelector(".rated");
    // After one problem a rating is a guess: what the slip changed in it is not told.
    const rated = await page.textContent(".rated");
    check(/(ten or twenty problems.* This problem|一二十题.*此题) \d+/.test(rated) && !/[−+]\d/.test(rated), rated);
    told.push(`${set} in ${steps}`);
    await person.leave();
  }
  return told.join(", ");
}

/** Help comes in three steps; the solution is played out on the board and walked through. */
async function help(browser, server) {
  const person = await Person.come(browser, server, { language: "zh", width: 390, height: 844, touch: true });
  const { page } = person;
  const { problems } = (await person.call("GET", "/api/problems/life")).body;
  const problem = problems.at(-1);
  // The list numbers a problem as its own title does.
  await person.open("/training/life");
  const [number] = /\d+$/.exec(problem.id);
  same(await page.textContent(`.problem[href="/training/life/${problem.id}"]`), number, "the number in the list");
  await page.click(`.problem[href="/training/life/${problem.id}"]`);
  await page.waitForSelector(".puzzle");
  check((await page.textContent(".puzzle h1")).includes(number), "the number in the title");
  for (const step of [1, 2, 3]) {
    const before = (await page.locator(".help").count()) ? await page.textContent(".help") : "";
    await page.click("#help");
    await page.waitForFunction((said) => (document.querySelector(".help")?.textContent ?? "") !== said, before);
    await person.picture(`training-help-${step}`);
  }
  same(await page.locator("#help").count(), 0, "a fourth step of help");
  const shown = await page.evaluate(() => window.heibai.board.suggestion);
  same(shown.length, 1, "the move that the last step shows");
  // Whoever is still lost need not play a wrong move to see the solution.
  await page.click("#show-solution");
  await page.waitForFunction((p) => window.heibai.board.labels.get(p)?.text === "1", shown[0]);
  await page.waitForSelector("#line-on[disabled]");
  const helped = await page.evaluate(() => window.heibai.board.labels.size);
  await page.click("#retry");
  await page.waitForSelector('.puzzle[data-status="open"]');
  const wrong = problem.live.legal.find((p) => p !== shown[0]);
  await person.tap(wrong);
  await page.waitForSelector('.puzzle[data-status="refuted"]');
  await page.click("#show-solution");
  await page.waitForSelector('.puzzle[data-status="failed"]');
  await page.waitForFunction((p) => window.heibai.board.labels.get(p)?.text === "1", shown[0]);
  await page.waitForSelector("#line-on[disabled]");
  const all = await page.evaluate(() => window.heibai.board.labels.size);
  same(all, helped, "the same solution after the last help and after a wrong move");
  while (await page.isEnabled("#line-back")) await page.click("#line-back");
  same(await page.evaluate(() => [window.heibai.board.labels.size, [...window.heibai.board.cells]]), [0, problem.live.board], "the line walked back");
  await person.leave();
  return `a solution of ${all} moves`;
}

/** The day's problem of each game, the rating that a first try moves, and what one can and cannot yet. */
async function abilities(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/training");
  await page.waitForSelector("[data-daily=go]");
  same(await page.locator("#todays-problems a").count(), 3, "problems of the day");
  same(await page.locator(".abilities").count(), 0, "what one can before the first try");
  const before = (await person.call("GET", "/api/solver")).body.games.find((g) => g.kind === "gomoku");
  const noted = (await person.call("POST", "/api/problems/defence/defence-01/result", { solved: true, ms: 1 })).body;
  check(noted.rated.change > 0 && noted.rated.rating > before.rating, `the rating rises: ${JSON.stringify(noted)}`);
  const again = (await person.call("POST", "/api/problems/defence/defence-01/result", { solved: true, ms: 1 })).body;
  same(again.rated, undefined, "a second try is not rated");
  await page.click('[data-daily="go"]');
  await page.waitForSelector(".puzzle .board-canvas");
  await person.open("/training");
  await page.waitForSelector(".abilities");
  same(await page.locator(".abilities tbody tr").count(), (await person.call("GET", "/api/problems")).body.sets.length, "sets in the table");
  same(await page.locator(".abilities td.learning").count(), 1, "grades that were tried");
  await person.picture("training-abilities");
  await person.leave();
}

/** A corner problem fills the board that is seen, and the whole board is one touch away. */
async function corners(browser, server) {
  const person = await Person.come(browser, server, { width: 390, height: 844, touch: true });
  const { page } = person;
  const problem = (await person.call("GET", "/api/problems/corners")).body.problems[0];
  await person.open(`/training/corners/${problem.id}`);
  await page.waitForSelector("#whole-board");
  const stones = problem.live.board.flatMap((cell, at) => (cell ? [at] : []));
  const apart = async () => {
    const [a, b] = [await person.place(stones[0]), await person.place(stones.at(-1))];
    return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
  };
  const near = await apart();
  for (const stone of stones) {
    const { x, y } = await person.place(stone);
    const frame = await page.locator(".board-canvas").boundingBox();
    check(x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height, `stone ${stone} is seen`);
  }
  await person.picture("training-corner");
  await page.click("#whole-board");
  await page.waitForSelector("#whole-board", { state: "detached" });
  check(near > 1.5 * (await apart()), "the corner is seen larger than on the whole board");
  await person.leave();
}

async function findWrong(person, set, id, points) {
  for (const point of points) {
    const { status } = (await person.call("POST", `/api/problems/${set}/${id}/try`, { moves: [point] })).body;
    if (status === "failed" || status === "wrong") return point;
  }
  throw new Error(`every move of ${id} is right`);
}

/** Two mistakes: the failed one comes again after the other, until it is solved; then nothing is due. */
async function mistakes(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const keep = async (moves, best) =>
    (await person.call("POST", "/api/problems/mistakes", { of: { kind: "othello", moves: [...moves, best] }, ply: moves.length + 1, best, loss: 4 }))
      .body.id;
  const best = { [await keep([37], 43)]: 43, [await keep([19], 18)]: 18 };
  await person.open("/training/mistakes");
  await page.waitForSelector("#practise-due");
  check((await page.textContent("#practise-due")).includes("2"), "two problems are due");
  await person.picture("mistakes-due");
  await page.click("#practise-due");
  const problem = () => page.getAttribute(".puzzle", "data-problem");
  const answer = async (point, status) => {
    await person.click(point);
    await page.waitForSelector(`.puzzle[data-status="${status}"]`);
  };
  await page.waitForSelector(".puzzle");
  const first = await problem();
  const legal = await page.evaluate(() => [...window.heibai.board.legal]);
  await answer(
    legal.find((p) => p !== best[first]),
    "failed",
  );
  await page.click("#next-problem");
  await page.waitForSelector(`.puzzle[data-status="open"]:not([data-problem="${first}"])`);
  await answer(best[await problem()], "solved");
  await page.click("#next-problem");
  await page.waitForSelector(`.puzzle[data-status="open"][data-problem="${first}"]`);
  await answer(best[first], "solved");
  same(await page.locator("#next-problem").count(), 0, "what is left to practise");
  const later = async () => Object.values((await person.call("GET", "/api/progress")).body.mistakes ?? {}).filter((p) => p.due > Date.now()).length;
  while ((await later()) < 2) await page.waitForTimeout(50);
  await person.open("/training/mistakes");
  await page.waitForSelector(".problem");
  same(await page.locator("#practise-due").count(), 0, "what is due today");
  await person.leave();
}

export const tests = [
  ["VCF practice: failed, then solved", vcf],
  ["problems: help in steps, the solution played out", help],
  ["problems: one a day for each game, and what one can", abilities],
  ["problems: fours, defence, forbidden points, traps, endgames, life and death, races, connections", otherSets],
  ["problems: a corner of the board fills the view", corners],
  ["one's own mistakes, until they are solved", mistakes],
];
