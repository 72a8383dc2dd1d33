// A server that went away and came back: games played meanwhile are offered to it, and it has each of them once.

import { moves, site } from "./files.mjs";
import { check, engine, me, Person, same, Server } from "./harness.mjs";

async function serverBack(browser) {
  const server = new Server(["--offline-page", site]);
  await server.start();
  try {
    const at = { url: `${server.url}/offline/#` };
    const person = await Person.come(browser, at);
    const { page } = person;
    // The server's own page leads to it.
    await page.goto(server.url);
    await page.click("#settings");
    await page.click("#offline-page");
    await page.waitForURL(`${server.url}/offline/**`);
    await page.waitForSelector(".home");
    await person.open("/");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.waitForSelector(".home");
    await server.kill();
    const played = [];
    for (const [size, level] of [
      [4, "beginner"],
      [6, "normal"],
    ]) {
      await person.play({ kind: "othello", size, black: me, white: engine(level) });
      const end = await moves(person, 99);
      check(end.live.outcome, "a whole game without the server");
      played.push(end.moves.map((m) => m.point));
    }
    // One that goes on is not offered.
    await person.play({ kind: "gomoku", rules: "freestyle", black: me, white: me });
    await person.click(112);
    await person.until("(s) => s.live.ply === 1");
    await person.open("/");
    check(!(await page.isVisible("#offer-games")), "nothing is offered while nobody is there");
    await server.start();
    await page.waitForSelector("#offer-games");
    const other = new Person(person.context, await person.context.newPage(), at);
    await other.open("/");
    await other.page.waitForSelector("#offer-games");
    // Both tabs say yes at once.
    await Promise.all([page, other.page].map((tab) => tab.click("#offer-games .primary")));
    for (const tab of [page, other.page]) await tab.waitForSelector("#offer-games", { state: "detached" });
    const there = (path) => page.evaluate((p) => fetch(p).then((r) => r.json()), path);
    const records = async () => (await there("/api/library")).entries;
    const has = await records();
    same(has.length, played.length, "records at the server");
    const lines = await Promise.all(
      has.map(async ({ id }) => (await there(`/api/library/${id}`)).tree.flatMap((n) => ("move" in n ? [n.move] : []))),
    );
    same(lines.map(String).sort(), played.map(String).sort(), "their moves");
    // Neither a reload nor another visit offers them again.
    await page.reload();
    await page.waitForSelector(".home");
    same((await person.call("GET", "/api/offers")).body.games, [], "offered after a reload");
    // A tab that was told nothing sends one again: the server knows it.
    const again = await page.evaluate(async () => {
      const { entries } = await window.heibai.ask("GET", "/api/library").then((told) => told.body);
      const { id } = entries.find((entry) => entry.over);
      const record = await (await (await window.heibai.end).request(`/api/library/${id}/export?format=json`, {})).blob();
      const headers = { "Idempotency-Key": id };
      return (await fetch("/api/library?name=again.json", { method: "POST", body: record, headers })).status;
    });
    same([again, (await records()).length], [200, played.length], "sent again");
    await person.leave();
  } finally {
    await server.end();
  }
}

export const tests = [["site: games played offline are offered to the server", serverBack]];
