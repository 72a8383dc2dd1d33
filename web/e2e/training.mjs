// Training: the VCF practice.

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
  for (const moves = []; (await page.getAttribute(".puzzle", "data-status")) !== "solved"; ) {
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

export const tests = [["VCF practice: failed, then solved", vcf]];
