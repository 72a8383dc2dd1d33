// With the network cable pulled: everything that the page needs comes from the program on this machine.

import { check, engine, me, Person, same } from "./harness.mjs";

async function withoutNetwork(browser, server) {
  const person = await Person.come(browser, server);
  const asked = [];
  await person.context.route(
    (url) => url.origin !== server.url,
    (route) => {
      asked.push(route.request().url());
      return route.abort("internetdisconnected");
    },
  );
  await person.play({ kind: "othello", size: 4, black: me, white: engine("random") });
  for (let moves = 0; moves < 12; moves++) {
    await person.until("(s) => s.live.outcome || s.you.seats.includes(s.live.turn)");
    const game = await person.state();
    if (game.live.outcome) break;
    await person.click(game.live.legal[0]);
    await person.until("(s, ply) => s.live.ply > ply || s.live.outcome", game.live.ply);
  }
  check((await person.state()).live.outcome, "the game was played to its end");
  for (const path of ["/", "/training", "/library", "/live"]) await person.open(path);
  same(asked, [], "what was asked of other machines");
  await person.leave();
}

export const tests = [["a whole game without the network", withoutNetwork]];
