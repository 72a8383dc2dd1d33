// A browser driven by WebDriver BiDi, without anything between it and us: as much of Playwright's manners as the tests of
// the site use. Playwright itself asks for commands that Debian's Firefox does not know.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE_MS = 120_000;
/** No page but ours, and nothing asked of the network behind our back. */
const PREFERENCES = {
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "remote.active-protocols": 1,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
};

const later = (ms) => new Promise((done) => setTimeout(done, ms));

/** The connection to Firefox is gone, or Firefox does not hear: no fault of the page. */
export class Lost extends Error {}

export class Firefox {
  static async launch(program) {
    const profile = mkdtempSync(join(tmpdir(), "heibai-firefox-"));
    const line = ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`;
    writeFileSync(join(profile, "user.js"), Object.entries(PREFERENCES).map(line).join(""));
    const child = spawn(program, ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    const address = await new Promise((done, failed) => {
      const hear = (chunk) => {
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec((said += chunk));
        if (found) done(found[1]);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("error", failed);
      child.on("exit", (code) => failed(new Error(`${program} ended with ${code}: ${said}`)));
    });
    const socket = new WebSocket(`${address}/session`);
    const browser = new Firefox(child, profile, socket);
    try {
      await new Promise((done, failed) => Object.assign(socket, { onopen: done, onerror: () => failed(new Lost(`no answer at ${address}`)) }));
      const { capabilities } = await browser.send("session.new", { capabilities: {} });
      browser.version = capabilities.browserVersion;
      await browser.send("session.subscribe", { events: ["log.entryAdded"] });
    } catch (error) {
      await browser.kill();
      throw error;
    }
    return browser;
  }

  constructor(child, profile, socket) {
    Object.assign(this, { child, profile, socket, sent: 0, waiting: new Map(), pages: new Map(), lost: null });
    // Seen on a busy machine: both programs alive and idle, and no connection between them any more.
    socket.onclose = ({ code, reason }) => {
      this.lost = new Lost(`the connection to Firefox was closed (${[code, reason].join(" ").trim()})`);
      for (const { failed } of this.waiting.values()) failed(this.lost);
      this.waiting.clear();
    };
    socket.onmessage = ({ data }) => {
      const { id, method, params, result, error, message } = JSON.parse(data);
      if (method === "log.entryAdded") return this.pages.get(params.source.context)?.logged(params);
      const call = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) call?.failed(new Error(`${error}: ${message}`));
      else call?.done(result);
    };
  }

  /** Sends a command to Firefox. Without an answer in time it fails with the command, instead of waiting for ever. */
  send(method, params, patience = PATIENCE_MS) {
    if (this.lost) return Promise.reject(this.lost);
    const id = ++this.sent;
    this.socket.send(JSON.stringify({ id, method, params }));
    const late = () => {
      const asked = JSON.stringify(params).slice(0, 300);
      this.waiting.get(id)?.failed(new Lost(`${method} was not answered in ${patience} ms: ${asked}`));
      this.waiting.delete(id);
    };
    const timer = setTimeout(late, patience);
    return new Promise((done, failed) => this.waiting.set(id, { done, failed })).finally(() => clearTimeout(timer));
  }

  /** Whether the program itself still hears us, whatever its pages do. */
  answers() {
    return this.send("session.status", {}, 10_000).then(
      () => true,
      () => false,
    );
  }

  /** Ends a program that no longer hears us. */
  async kill() {
    this.child.kill("SIGKILL");
    await new Promise((done) => ((this.child.exitCode ?? this.child.signalCode) !== null ? done() : this.child.once("exit", done)));
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async newContext({ viewport }) {
    const { userContext } = await this.send("browser.createUserContext", {});
    return new Context(this, userContext, viewport);
  }

  async close() {
    if (this.lost) return this.kill();
    await this.send("browser.close", {}).catch(() => undefined);
    if (this.child.exitCode === null) await new Promise((done) => this.child.once("exit", done));
    rmSync(this.profile, { recursive: true, force: true });
  }
}

/** Somebody's cookies, storage and service workers. */
class Context {
  constructor(browser, id, viewport) {
    Object.assign(this, { browser, id, viewport });
  }

  addInitScript(script) {
    // An empty page, which newer versions give no address at all, has no origin and no storage.
    const functionDeclaration = `() => { if (self.origin !== "null") (${script})(); }`;
    return this.browser.send("script.addPreloadScript", { functionDeclaration, userContexts: [this.id] });
  }

  async newPage() {
    const { context } = await this.browser.send("browsingContext.create", { type: "tab", userContext: this.id });
    const page = new Page(this.browser, context);
    await this.browser.send("browsingContext.setViewport", { context, viewport: this.viewport });
    return page;
  }

  close() {
    return this.browser.send("browser.removeUserContext", { userContext: this.id });
  }
}

class Page {
  #listeners = {};
  mouse = { click: (x, y) => this.#press(x, y) };
  address = "about:blank";

  constructor(browser, context) {
    Object.assign(this, { browser, context });
    browser.pages.set(context, this);
  }

  on(event, listener) {
    this.#listeners[event] = listener;
  }

  /** An error that nobody caught, or what the page said to the console. */
  logged({ type, level, text }) {
    if (type === "javascript") this.#listeners.pageerror?.({ message: text });
    else this.#listeners.console?.({ type: () => level, text: () => text });
  }

  setDefaultTimeout() {}
  waitForTimeout = later;
  url = () => this.address;

  async goto(url) {
    const [before, after] = [this.address, url].map((address) => address.split("#")[0]);
    this.address = url;
    const go = () => this.browser.send("browsingContext.navigate", { context: this.context, url, wait: "none" });
    // A step behind the # stays in the document.
    await (before === after ? go() : this.#anew(go));
  }

  /**
   * Waits until another document has been loaded. The page is asked, not Firefox: once, on a busy machine, a test without
   * a network waited for an answer that never came.
   */
  async #anew(go) {
    await this.evaluate("void (window.left = true)");
    await go();
    for (const end = Date.now() + PATIENCE_MS; ; await later(25)) {
      const arrived = await this.evaluate("!window.left && document.readyState === 'complete'", null, 10_000).catch(() => false);
      if (arrived) return;
      if (this.browser.lost) throw this.browser.lost;
      if (Date.now() > end) throw new Error(`${this.address} is not loaded after ${PATIENCE_MS} ms`);
    }
  }

  close() {
    return this.browser.send("browsingContext.close", { context: this.context });
  }

  reload() {
    return this.#anew(() => this.browser.send("browsingContext.reload", { context: this.context, wait: "none" }));
  }

  /** A function with one argument, or an expression; what it gives goes through JSON. */
  async evaluate(what, argument = null, patience = PATIENCE_MS) {
    const value = typeof what === "string" ? what : `(${what})(JSON.parse(argument))`;
    const call = {
      functionDeclaration: `async (argument) => JSON.stringify((await (${value})) ?? null)`,
      arguments: [{ type: "string", value: JSON.stringify(argument) }],
      awaitPromise: true,
      target: { context: this.context },
    };
    const told = await this.browser.send("script.callFunction", call, patience);
    if (told.type === "exception") throw new Error(told.exceptionDetails.text);
    return JSON.parse(told.result.value);
  }

  async waitForSelector(selector) {
    for (const end = Date.now() + PATIENCE_MS; ; await later(25)) {
      if (await this.#box(selector)) return;
      if (Date.now() > end) throw new Error(`${selector} is not there after ${PATIENCE_MS} ms`);
    }
  }

  /** Where the first element of that kind is shown. */
  #box(selector) {
    const find = (wanted) => {
      const element = [...document.querySelectorAll(wanted)].find((one) => one.checkVisibility({ visibilityProperty: true }));
      const box = element?.getBoundingClientRect();
      return box ? { x: box.x, y: box.y, width: box.width, height: box.height } : null;
    };
    return this.evaluate(find, selector);
  }

  locator(selector) {
    return {
      boundingBox: () => this.#box(selector),
      count: () => this.evaluate((wanted) => document.querySelectorAll(wanted).length, selector),
    };
  }

  /** What an element says, be it shown or not. */
  async textContent(selector) {
    for (const end = Date.now() + PATIENCE_MS; ; await later(25)) {
      const text = await this.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? null, selector);
      if (text !== null) return text;
      if (Date.now() > end) throw new Error(`${selector} is not there after ${PATIENCE_MS} ms`);
    }
  }

  async click(selector) {
    await this.waitForSelector(selector);
    await this.evaluate((wanted) => document.querySelector(wanted).scrollIntoView({ block: "nearest", behavior: "instant" }), selector);
    const { x, y, width, height } = await this.#box(selector);
    await this.#press(x + width / 2, y + height / 2);
  }

  async check(selector) {
    await this.waitForSelector("#new-game");
    await this.evaluate((wanted) => document.querySelector(wanted).click(), selector);
  }

  async #press(x, y) {
    const actions = [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.browser.send("input.performActions", { context: this.context, actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  async screenshot({ path }) {
    const { data } = await this.browser.send("browsingContext.captureScreenshot", { context: this.context });
    writeFileSync(path, Buffer.from(data, "base64"));
  }
}
