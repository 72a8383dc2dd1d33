// What a learner touches on the way: every term, the laboratory on a phone, words on good moves, lessons after mistakes, one's strength.

import { check, engine, me, Person, same } from "./harness.mjs";

const LANGUAGES = ["en", "zh"];
const HAN = /[\u4e00-\u9fff]/;
const PHONE = { width: 390, height: 844, touch: true };

/** Goes to a view as a link of the page does, without loading the page anew. */
const follow = (page, path) =>
  page.evaluate((to) => {
    const link = document.body.appendChild(Object.assign(document.createElement("a"), { href: to }));
    link.click();
    link.remove();
  }, path);

/** Opens the box of every term that is shown; each is headed by the word that was touched, or a form of it. */
async function openBoxes(page, where) {
  const terms = page.locator(".rich a.term");
  for (let i = 0; i < (await terms.count()); i++) {
    const word = await terms.nth(i).innerText();
    await terms.nth(i).click();
    await page.waitForSelector(".meaning strong");
    const head = await page.innerText(".meaning strong");
    const isSaid =
      head.toLowerCase().includes(word.toLowerCase()) || (!HAN.test(head) && head.toLowerCase().startsWith(word.toLowerCase().slice(0, 3)));
    check(isSaid, `${where}: "${word}" opens a box headed "${head}"`);
    check((await page.innerText(".meaning")).length > head.length + 8, `${where}: ${word} says nothing`);
    // Back closes the box and nothing else; a second touch does so, too.
    if (i % 2 === 0) await page.goBack();
    else await terms.nth(i).click();
    await page.waitForSelector(".meaning", { state: "detached" });
  }
  return terms.evaluateAll((list) => list.map((a) => a.getAttribute("href")).sort());
}

/** Words that mostly mean something else in a sentence, and one that would be in every sentence. */
const OTHERWISE = ["point", "disc", "undo", "level"];

/** Terms of a game that a text has and does not link to, neither here nor before in the same text. */
async function plainTerms(page, kind, language, terms) {
  const texts = await page.locator(".rich").evaluateAll((list) =>
    list.map((rich) => ({
      plain: [...rich.childNodes].map((node) => (node.nodeType === 3 ? node.data : "|")).join(""),
      linked: [...rich.querySelectorAll("a.term")].map((a) => a.getAttribute("href").split("/").at(-1)),
    })),
  );
  const own = terms.filter((term) => [kind, "every"].includes(term.topic) && !OTHERWISE.includes(term.id));
  const has = (plain, name) => (language === "zh" ? name.length > 1 && plain.includes(name) : new RegExp(`\\b${name}s?\\b`, "i").test(plain));
  return texts.flatMap(({ plain, linked }) =>
    own
      .filter((term) => !linked.includes(term.id) && [term.name, ...term.also].some((name) => name[language] && has(plain, name[language])))
      .map((term) => `${term.id} in "${plain}"`),
  );
}

async function terms(browser, server) {
  const linked = {};
  let glossary;
  let boxes = 0;
  for (const language of LANGUAGES) {
    const person = await Person.come(browser, server, { ...PHONE, language });
    const { page } = person;
    const { lessons } = (await person.call("GET", "/api/lessons")).body;
    glossary ??= (await person.call("GET", "/api/glossary")).body.terms;
    const { sets } = (await person.call("GET", "/api/problems")).body;
    const list = lessons.map(({ kind, id }) => [`/learn/${kind}/${id}`, `.lesson[data-lesson="${id}"]`]);
    for (const { set } of sets) {
      const { problems } = (await person.call("GET", `/api/problems/${set}`)).body;
      const goals = new Map(problems.map((p) => [p.goal.en.replace(/\d+/g, ""), p.id]));
      for (const id of [...goals.values()].slice(0, 2)) list.push([`/training/${set}/${id}`, ".puzzle .board-canvas"]);
    }
    await person.open("/learn");
    for (const [path, there] of list) {
      await follow(page, path);
      await page.waitForFunction((to) => location.pathname === to, path);
      await page.waitForSelector(there);
      const found = await openBoxes(page, `${language} ${path}`);
      boxes += found.length;
      if (path.startsWith("/learn"))
        same(await plainTerms(page, path.split("/")[2], language, glossary), [], `${language} ${path}: terms without a link`);
      // A problem's goal links to the same terms in both languages.
      if (path.startsWith("/training")) (linked[path] ??= []).push(found);
      same(new URL(page.url()).pathname, path, "where one is after going back from boxes");
    }
    // The box of another name says both: the one that was touched, and the one that is used everywhere.
    if (language === "zh") {
      await follow(page, "/learn/go/end");
      await page.click("#pass");
      await page.waitForSelector('.lesson[data-status="solved"]');
      await page.click('.rich a.term[href$="/komi"]');
      same(await page.innerText(".meaning strong"), "贴目 · 贴子", "the head of the box");
      // Whoever goes on from an open box and back comes to the lesson, not to the box.
      await page.click(".meaning a");
      await page.waitForSelector("#term-komi.here");
      await page.goBack();
      await page.waitForSelector('.lesson[data-lesson="end"]');
      same(await page.locator(".meaning").count(), 0, "boxes that are open");
    }
    await person.leave();
  }
  for (const [path, [en, zh]] of Object.entries(linked)) same(zh, en, `terms of ${path}`);
  check(boxes > 100, `boxes that were opened: ${boxes}`);
  return `${boxes} boxes`;
}

/** The laboratory is one touch away on a phone, and its searches are walked through there. */
async function laboratory(browser, server) {
  for (const language of LANGUAGES) {
    const person = await Person.come(browser, server, { ...PHONE, language });
    const { page } = person;
    await person.open("/");
    const { x, width } = await page.locator('.top nav a[href="/lab"]').boundingBox();
    check(x >= 0 && x + width <= PHONE.width, "the laboratory's name is seen whole");
    check(x + width <= (await page.locator("#language").boundingBox()).x, "nothing lies over it");
    await page.tap('.top nav a[href="/lab"]');
    for (const search of ["minimax", "mcts"]) {
      await page.locator(`label:has([name="search-first"][value="${search}"])`).tap();
      await page.waitForSelector(
        search === "mcts" ? "#search-first .searched[data-playouts]" : '#search-first[aria-busy="false"] .searched[data-nodes]',
      );
      await page.tap("#search-first .stepping button:nth-child(1)");
      const said = [];
      for (let step = 0; step <= 6; step++) {
        await page.waitForSelector(`#search-first .stepping[data-step="${step}"]`);
        said.push(await page.innerText("#search-first .lab-say"));
        await page.tap("#search-first .stepping button:nth-child(4)");
      }
      check(new Set(said).size >= 5, `${search} says at each step what it does: ${said.join(" | ")}`);
      check(
        said.every((text) => HAN.test(text) === (language === "zh")),
        `${search} in ${language}: ${said.join(" | ")}`,
      );
      await page.tap("#search-first .stepping button:nth-child(2)");
      await page.waitForSelector('#search-first .stepping[data-step="6"]');
    }
    // What the network says of the empty board names komi: the lead is one with it.
    await person.open("/lab?game=go&show=values");
    await page.waitForSelector("#ownership .heat");
    const lead = await page.innerText("#ownership figcaption");
    check(language === "zh" ? /计入 7\.5 目贴目/.test(lead) : /With komi \(7\.5 for White\)/.test(lead), lead);
    check(!/[−-]\d/.test(lead), `a lead has no sign: ${lead}`);
    check((await page.innerText("#evaluation-area [data-value]")).includes(language === "zh" ? "贴目" : "komi"), "komi is named");
    await person.leave();
  }
}

/** After five games there is a figure, with how sure it is; before, there is none. */
async function strength(browser, server) {
  for (const language of LANGUAGES) {
    const person = await Person.come(browser, server, { ...PHONE, language });
    const { page } = person;
    const game = { kind: "othello", black: me, white: engine("rabbit") };
    for (let n = 1; n <= 5; n++) {
      await person.play(game);
      await page.click("#resign");
      await page.click("#resign-dialog .danger");
      await page.waitForSelector(`#strength[data-games="${n}"]`);
      const words = await page.innerText("#strength");
      same(/±/.test(words), n === 5, `a figure after ${n} games: ${words}`);
      same(HAN.test(words.split("\n")[0]), language === "zh", words);
    }
    const elo = Number(/(-?\d+)\s*[（(]±/.exec((await page.innerText("#strength")).replace("−", "-"))?.[1]);
    const meta = (await person.call("GET", "/api/meta")).body.games.find((g) => g.kind === "othello");
    check(elo < meta.characters[1].elo, `five lost games against ${meta.characters[1].elo} are below it: ${elo}`);
    // The dialog proposes whoever is nearest to it.
    await person.open("/");
    await page.click('.card[data-kind="othello"]');
    await page.waitForFunction((n) => document.querySelector("#my-strength").innerText.includes(n), String(elo));
    await page.click("#my-strength");
    same(await page.inputValue('input[name="opponent"]:checked'), meta.characters[0].player, "who is proposed");
    await person.leave();
  }
}

/** Every opponent says who it is, in the language of the page and in no other. */
async function opponents(browser, server) {
  for (const language of LANGUAGES) {
    const person = await Person.come(browser, server, { ...PHONE, language });
    const { page } = person;
    await person.open("/");
    for (const kind of ["othello", "go", "gomoku"]) {
      await page.click(`.card[data-kind="${kind}"]`);
      await page.waitForSelector("#new-game .faces");
      const said = new Set();
      for (const face of await page.locator('#new-game [name="opponent"]').all()) {
        await face.evaluate((input) => input.click());
        const words = await page.innerText("#opponent-about");
        same(HAN.test(words), language === "zh", words);
        if (language === "zh") check(!/[a-z]{3}/.test(words), words);
        said.add(words);
      }
      same(said.size, 12, `opponents of ${kind} that say something of their own`);
      await page.keyboard.press("Escape");
      await page.waitForSelector("#new-game", { state: "detached" });
    }
    await person.leave();
  }
}

/** A good move is praised by what is known of it, not always in the same words. */
async function praise(browser, server) {
  const said = new Set();
  for (const language of LANGUAGES) {
    const person = await Person.come(browser, server, { language });
    const { page } = person;
    // An open four, the only stop of a four, and a first move that is as good as the others.
    for (const [game, moves, name, words] of [
      [{ kind: "gomoku", rules: "freestyle" }, ["h8", "a1", "h9", "c1", "h10", "e1"], "h11", /wins by force|必胜/],
      [{ kind: "gomoku", rules: "freestyle" }, ["h8", "h4", "h9", "h5", "a1", "h6", "o15", "h7"], "h3", /only good move|唯一的好棋/],
      [{ kind: "othello" }, [], "d3", /as good as|best move|一样好|最佳/],
    ]) {
      const { id } = await person.play({ ...game, black: me, white: engine("beginner"), from: { moves: moves.map((name) => ({ name })) } });
      await person.open(`/game/${id}`);
      await page.waitForSelector("#teaching");
      if (!(await page.isChecked("#teaching"))) await page.locator("label:has(#teaching), #teaching").first().click();
      await page.waitForFunction(() => window.heibai.board?.legal.size > 0);
      const size = game.kind === "othello" ? 8 : 15;
      // Rows are numbered from the top in Othello, from the bottom in Gomoku.
      const row = Number(name.slice(1));
      await person.click(name.charCodeAt(0) - 97 + size * (game.kind === "othello" ? row - 1 : size - row));
      // The last move before is looked at, too, when teaching begins.
      await page.waitForFunction((at) => document.querySelector("#taught-praise")?.textContent.startsWith(`✓ ${at} `), name, { timeout: 120_000 });
      const praised = await page.textContent("#taught-praise");
      check(words.test(praised), `${JSON.stringify(moves)}: ${praised}`);
      same(HAN.test(praised), language === "zh", praised);
      said.add(praised.replace(/[A-O]\d+|[a-h]\d/g, ""));
    }
    await person.leave();
  }
  check(said.size >= 6, `words on good moves: ${[...said].join(" | ")}`);
}

export const tests = [
  ["learner: every term opens its box, and Back closes it", terms],
  ["learner: the laboratory on a phone, step by step", laboratory],
  ["learner: one's strength after five games", strength],
  ["learner: the opponents in both languages", opponents],
  ["learner: good moves are praised by what is known", praise],
];
