// Two people who play each other: fair, in sight of each other, and once more.

import { check, me, Person, same } from "./harness.mjs";

/** Collects notifications instead of showing them, and lets the test say whether the page is looked at. */
const collectNotifications = () => {
  window.told = [];
  window.isAway = false;
  window.Notification = class {
    static permission = "granted";
    static requestPermission = () => Promise.resolve("granted");
    constructor(title) {
      window.told.push(title);
    }
    close() {}
  };
  Object.defineProperty(document, "hidden", { get: () => window.isAway });
};

async function pair(browser, server, game, [blackHow, whiteHow] = [{ language: "zh" }, {}]) {
  const black = await Person.come(browser, server, blackHow);
  const white = await Person.come(browser, server, whiteHow);
  await black.context.addInitScript(collectNotifications);
  await black.play({ black: me, white: { who: "open" }, ...game });
  const link = await black.page.inputValue("#invite");
  check((await black.page.locator(".qr path").getAttribute("d")).length > 1000, "the link stands there as a code for a camera");
  await black.picture("invite-qr");
  await white.page.goto(link);
  await white.until("(s) => s.you.seats.includes('white')");
  await black.until("(s) => s.live.phase === 'playing'");
  return [black, white, link];
}

const words = (person, selector) => person.page.locator(selector).innerText();

async function fairPlay(browser, server) {
  const [black, white] = await pair(browser, server, { kind: "gomoku", rules: "freestyle" });
  const { id } = await black.state();
  for (const person of [black, white]) {
    check((await person.page.locator("#hint, #analyse").count()) === 0, "no hint and no analysis are offered");
    await person.page.keyboard.press("h");
  }
  for (const [person, point, ply] of [
    [black, 112, 1],
    [white, 113, 2],
    [black, 97, 3],
  ]) {
    await person.click(point);
    await Promise.all([black, white].map((p) => p.until("(s, ply) => s.live.ply === ply", ply)));
  }
  const forged = await white.call("POST", `/api/games/${id}/act`, { do: "hint" });
  same([forged.status, forged.body.error.code], [403, "fair_play"], "a hint that is asked for all the same");
  // Nor by the way round: the game as a study.
  const second = await white.context.newPage();
  await second.goto(`${server.url}/study/${id}`);
  await second.click("#engine");
  await second.getByText("no hints and no analysis").first().waitFor();
  await second.close();
  await black.page.click("#resign");
  await black.page.click("#resign-dialog .danger");
  for (const person of [black, white]) {
    await person.until("(s) => s.live.outcome");
    await person.page.waitForSelector("#analyse");
  }
  for (const person of [black, white]) await person.leave();
}

async function rematch(browser, server) {
  const [black, white, link] = await pair(browser, server, { kind: "othello" });
  const first = (await black.state()).id;
  const spectator = await Person.come(browser, server);
  await spectator.open(`/game/${first}`);
  await spectator.page.waitForSelector("[data-phase]");
  await black.page.click("#resign");
  await black.page.click("#resign-dialog .danger");
  for (const person of [black, white]) await person.page.waitForSelector("#end");
  await black.page.click("#again");
  await white.page.waitForSelector(".offer .primary");
  await white.picture("rematch-offer");
  // No means no, and one may ask again.
  await white.page.click(".offer button:not(.primary)");
  await black.page.waitForSelector("#again:not([disabled])");
  await black.page.click("#again");
  await white.page.click(".offer .primary");
  for (const person of [black, white, spectator]) await person.until("(s, id) => s.id !== id && s.live.phase === 'playing'", first);
  same([(await black.state()).you.seats, (await white.state()).you.seats], [["white"], ["black"]], "the seats of the rematch");
  same((await spectator.state()).you.seats, [], "the spectator went on with them");
  await white.click(19);
  await black.until("(s) => s.live.ply === 1");
  // The link of the first game leads to the second, for a player who was away and for anybody else.
  await black.page.goto(link);
  await black.until("(s, id) => s.id !== id && s.you.seats.includes('white')", first);
  const late = await Person.come(browser, server);
  await late.open(`/game/${first}`);
  await late.until("(s, id) => s.id !== id && s.live.ply === 1", first);
  for (const person of [black, white, spectator, late]) await person.leave();
}

async function presence(browser, server) {
  const [black, white, link] = await pair(browser, server, { kind: "go", size: 9 });
  await black.click(40);
  await white.until("(s) => s.live.ply === 1");
  await black.page.waitForSelector('.player[data-side="white"] .presence.here');
  await white.open("/library");
  await black.until("(s) => !s.seats.white.online");
  check((await words(black, ".status")) === "等待对手回来", "Black reads that the opponent is away");
  await black.picture("opponent-away");
  // The game broke off for both; each takes it up from where they are.
  await black.page.goto(`${server.url}/`);
  await black.page.click(".entries .entry-link");
  await white.page.goto(link);
  await white.until("(s) => s.you.seats.includes('white') && s.live.ply === 1");
  await black.until("(s) => s.seats.white.online");
  await white.click(41);
  await black.until("(s) => s.live.ply === 2");

  // Whoever looks elsewhere hears of their turn; whoever looks needs no word.
  await black.page.click("#settings");
  await black.page.check("#set-notifyTurn");
  await black.page.keyboard.press("Escape");
  check(/^● /.test(await black.page.title()), "the title tells whose turn it is");
  same(await black.page.evaluate(() => window.told), [], "notifications while the page is looked at");
  await black.click(50);
  await black.until("(s) => s.live.ply === 3");
  check(!/^● /.test(await black.page.title()), "the title of who waits");
  await black.page.evaluate(() => (window.isAway = true));
  await white.until("(s) => s.live.ply === 3");
  await white.click(51);
  await black.until("(s) => s.live.ply === 4");
  same(await black.page.evaluate(() => window.told), ["轮到你了：G4"], "notifications while the page is not looked at");
  for (const person of [black, white]) await person.leave();
}

async function talk(browser, server) {
  const phone = { width: 390, height: 844, touch: true, scale: 2 };
  const [black, white] = await pair(browser, server, { kind: "gomoku" }, [{}, { ...phone, language: "zh" }]);
  const say = async (text) => {
    await black.page.fill("#chat-text", text);
    await black.page.click("#chat-send");
  };
  await say("<img src=x onerror=alert(1)> good luck");
  await black.page.waitForSelector(".said .mine");
  await white.page.waitForSelector("#chat .unread");
  await white.page.click("#chat summary");
  await white.page.waitForSelector(".said li");
  check((await words(white, ".said")).includes("<img src=x onerror=alert(1)> good luck"), "a message is shown as it was typed");
  same(await white.page.locator(".said img").count(), 0, "a message is text and nothing else");
  await white.picture("chat-phone");
  await black.picture("chat-desktop");
  // A reload loses nothing; muting hides everything.
  await white.page.reload();
  await white.page.waitForSelector("[data-phase]");
  await white.page.click("#chat summary");
  check((await words(white, ".said")).includes("good luck"), "what was said is there after a reload");
  await white.page.click("#mute");
  await say("are you there?");
  await black.page.waitForSelector(".said li:nth-child(2)");
  same([await white.page.locator(".said").count(), await white.page.locator("#chat .unread").count()], [0, 0], "a muted chat");
  await white.page.click("#mute");
  check((await words(white, ".said")).includes("are you there?"), "what was said meanwhile");
  same(await black.barriers(), [], "barriers with a chat");
  // Too much at once is refused in words.
  for (let i = 0; i < 8 && (await black.page.locator(".notice.warn").count()) === 0; i++) await say(`${i}`);
  await black.page.waitForSelector(".notice.warn");
  for (const person of [black, white]) await person.leave();
}

async function lobby(browser, server) {
  const maker = await Person.come(browser, server, { language: "zh" });
  await maker.open("/");
  await maker.page.click('.card[data-kind="othello"]');
  await maker.page.check('input[name="mode"][value="link"]');
  await maker.page.check('input[name="size"][value="6"]');
  await maker.page.check("#in-lobby");
  await maker.picture("new-game-link");
  await maker.page.click('#new-game button[type="submit"]');
  await maker.until("(s) => s.live.phase === 'waiting' && s.public");
  const { id } = await maker.state();
  const guest = await Person.come(browser, server);
  await guest.open("/");
  await guest.page.waitForSelector("#lobby .entry");
  same(await guest.barriers(), [], "barriers with a lobby");
  await guest.picture("lobby");
  await guest.page.click("#lobby .entry:has(.presence.here) button");
  await guest.until("(s, id) => s.id === id && s.you.seats.includes('white')", id);
  await maker.until("(s) => s.live.phase === 'playing'");
  for (const person of [maker, guest]) await person.leave();
}

export const tests = [
  ["between people: no engine helps", fairPlay],
  ["between people: a rematch in the same link", rematch],
  ["between people: presence, taking up and turn", presence],
  ["between people: chat", talk],
  ["between people: the lobby", lobby],
];
