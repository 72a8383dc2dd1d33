// What every end-to-end test needs: a server of its own, a real browser, and a way to look at the page.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../..");
export const binary = process.env.HEIBAI ?? join(root, "target/debug/heibai");
export const pictures = join(root, "target/e2e");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** `heibai serve` on a free port of this machine, with a data folder of its own. */
export class Server {
  constructor(more = []) {
    this.data = mkdtempSync(join(tmpdir(), "heibai-e2e-"));
    this.listen = "127.0.0.1:0";
    this.more = more;
  }

  start() {
    return new Promise((done, failed) => {
      const child = spawn(binary, ["serve", "--listen", this.listen, "--data", this.data, ...this.more], { stdio: ["ignore", "pipe", "pipe"] });
      this.child = child;
      let said = "";
      const hear = (chunk) => {
        said += chunk;
        const found = /http:\/\/(127\.0\.0\.1:\d+)/.exec(said);
        if (!found) return;
        this.listen = found[1];
        this.url = `http://${found[1]}`;
        done();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("error", (error) => failed(new Error(`${binary}: ${error.message}`)));
      child.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** Ends the server the hard way, as a power cut would. */
  kill() {
    return new Promise((done) => {
      this.child.removeAllListeners("exit");
      this.child.on("exit", done);
      this.child.kill("SIGKILL");
    });
  }

  async end() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** A line to the server that can go dead: nothing comes through, and nobody is told. */
export class Wire {
  constructor(server) {
    this.isDead = false;
    this.ends = new Set();
    this.proxy = createServer((near) => {
      const far = connect(Number(server.listen.split(":")[1]), "127.0.0.1");
      for (const [from, to] of [
        [near, far],
        [far, near],
      ]) {
        this.ends.add(from);
        if (this.isDead) from.pause();
        from.on("data", (chunk) => to.write(chunk));
        from.on("error", () => to.destroy());
        from.on("close", () => {
          this.ends.delete(from);
          to.destroy();
        });
      }
    });
  }

  async open() {
    await new Promise((done) => this.proxy.listen(0, "127.0.0.1", done));
    this.url = `http://127.0.0.1:${this.proxy.address().port}`;
    return this;
  }

  set(isDead) {
    this.isDead = isDead;
    for (const end of this.ends) isDead ? end.pause() : end.resume();
  }

  close() {
    for (const end of this.ends) end.destroy();
    this.proxy.close();
  }
}

export async function launch(more = []) {
  mkdirSync(pictures, { recursive: true });
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS, ...more, ...(process.env.HEIBAI_DIST ? ["--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets"] : [])],
  });
}

/** With HEIBAI_DIST=1: the page as it stands in web/dist, with the server's headers, so that a change needs no new binary. */
async function fromDist(route) {
  const name = new URL(route.request().url()).pathname;
  const file = join(root, "web/dist", name.includes(".") ? name : "index.html");
  const isFile = name.includes(".");
  // The server may be gone by now, with the test that wanted it.
  const said = isFile ? null : await fetch(route.request().url()).catch(() => null);
  policy = said?.headers.get("content-security-policy") ?? policy;
  const headers = { "content-security-policy": policy, "content-type": TYPES[file.split(".").at(-1)] };
  // A page that was closed meanwhile wants no answer.
  await route.fulfill({ path: file, headers, status: said?.status ?? 200 }).catch(() => undefined);
}
let policy = "";
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

/** A person with a browser: a context with its own cookie, and one page. Errors of the page fail the test that looks. */
export class Person {
  static async come(
    browser,
    server,
    { width = 1180, height = 820, scale = 1, dark = false, language = "en", touch = false, quick = true, scripts = true, still = false } = {},
  ) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: dark ? "dark" : "light",
      locale: language === "zh" ? "zh-CN" : "en-US",
      hasTouch: touch,
      javaScriptEnabled: scripts,
      reducedMotion: still ? "reduce" : "no-preference",
    });
    if (process.env.HEIBAI_DIST) await context.route((url) => !url.pathname.startsWith("/api/"), fromDist);
    // Most tests have no time to watch an engine take its time.
    if (quick) await context.addInitScript(() => localStorage.setItem("heibai_quick_replies", "true"));
    // Every day has its own problem: a still picture is always of the same day.
    if (still) await context.clock.setFixedTime(new Date("2026-01-02T12:00:00Z"));
    const page = await context.newPage();
    page.setDefaultTimeout(300_000);
    return new Person(context, page, server);
  }

  constructor(context, page, server) {
    Object.assign(this, { context, page, server, errors: [], rest: null });
    page.on("pageerror", (error) => this.errors.push(error.message));
    page.on("console", (message) => {
      // A browser reports every refused request and every broken connection; the tests provoke both.
      if (message.type() === "error" && !/Failed to load resource|WebSocket connection/.test(message.text())) this.errors.push(message.text());
    });
  }

  async open(path) {
    await this.page.goto(this.server.url + path);
    await this.page.waitForSelector("main section:not(.plain), main section.plain .button");
  }

  /** Calls the API as this person. */
  async call(method, path, body) {
    if (this.page.url() === "about:blank") await this.open("/");
    return this.page.evaluate(([m, p, b]) => window.heibai.ask(m, p, b), [method, path, body]);
  }

  /** Makes a game and opens its board. */
  async play(game) {
    const made = await this.call("POST", "/api/games", game);
    if (made.status !== 201) throw new Error(`no game: ${JSON.stringify(made.body)}`);
    await this.open(`/game/${made.body.id}`);
    await this.page.waitForSelector("[data-phase]");
    return made.body;
  }

  state() {
    return this.page.evaluate(() => structuredClone(window.heibai.state));
  }

  /** Waits until a function of the game's state, given as text, is true. Asked from outside: the page's policy forbids eval. */
  async until(test, argument = null, timeout = 300_000) {
    const ask = `(() => { const state = window.heibai.state; return Boolean(state && (${test})(state, ${JSON.stringify(argument)})); })()`;
    const end = Date.now() + timeout;
    while (!(await this.page.evaluate(ask))) {
      if (Date.now() > end)
        throw new Error(
          `not within ${timeout} ms: ${test} ${JSON.stringify(argument)}; the state is ${JSON.stringify((await this.state())?.live).slice(0, 600)}`,
        );
      await this.page.waitForTimeout(25);
    }
  }

  /** Where the board lies, once it is drawn and has come to rest: nobody touches what is not there yet. */
  async box() {
    for (const end = Date.now() + 300_000; ; await this.page.waitForTimeout(50)) {
      const box = await this.page.locator(".board-canvas").boundingBox();
      const before = JSON.stringify(this.rest);
      this.rest = box;
      if (before === JSON.stringify(box) && (await this.page.evaluate(() => window.heibai.drawTimes.length > 0))) return box;
      if (Date.now() > end) throw new Error(`the board does not come to rest: ${before}, ${JSON.stringify(box)}`);
    }
  }

  /** Where a point is on the screen, as the board itself says. */
  async place(point, inLoupe = false) {
    await this.box();
    return this.page.evaluate(([p, loupe]) => window.heibai.placeOf(p, loupe), [point, inLoupe]);
  }

  async click(point) {
    const { x, y } = await this.place(point);
    await this.page.mouse.click(x, y);
  }

  async tap(point) {
    const { x, y } = await this.place(point);
    await this.page.touchscreen.tap(x, y);
  }

  async picture(name) {
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }

  /** Serious and critical findings of axe-core on what is shown now. */
  async barriers() {
    await this.page.evaluate(axeSource);
    const found = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    return found.violations
      .filter((v) => ["serious", "critical"].includes(v.impact))
      .map(
        (v) =>
          `${v.id}: ${v.nodes
            .map((n) => n.target.join(" "))
            .slice(0, 3)
            .join("; ")}`,
      );
  }

  async leave() {
    const errors = this.errors;
    await this.context.close();
    if (errors.length > 0) throw new Error(`errors in the page: ${errors.slice(0, 3).join(" | ")}`);
  }
}

export function check(condition, words) {
  if (!condition) throw new Error(words);
}

export function same(found, expected, words) {
  const a = JSON.stringify(found),
    b = JSON.stringify(expected);
  if (a !== b) throw new Error(`${words}: found ${a}, expected ${b}`);
}

/** The p-th part of a sorted list: 0.95 for the 95th percentile. */
export function quantile(list, p) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
}

/** Numbers that are the same in every run. */
export function dice(seed) {
  let s = seed >>> 0;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
}

export const me = { who: "me" };
export const engine = (player) => ({ who: "engine", player });
