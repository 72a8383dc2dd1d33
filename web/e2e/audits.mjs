// What an auditor of web pages looks at beside serious barriers: every rule of axe-core, the browser's own complaints, the head of
// the page, and what moves by itself while the page loads.

import { check, engine, me, Person, same } from "./harness.mjs";

/** Every rule of axe-core, minor ones and good habits too. */
async function allRules(person) {
  await person.barriers();
  const found = await person.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((v) => `${v.id} (${v.impact}): ${v.nodes[0].target.join(" ")}`);
}

/** Sums up the layout's shifts that nobody caused by a touch or a key. */
const noteShifts = () => {
  window.shifted = 0;
  new window.PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
};

async function audits(browser, server) {
  const person = await Person.come(browser, server, { width: 412, height: 823, touch: true });
  const { page } = person;
  await person.context.addInitScript(noteShifts);
  const wire = await person.context.newCDPSession(page);
  const issues = [];
  wire.on("Audits.issueAdded", ({ issue }) => issues.push(`${issue.code}: ${issue.details.genericIssueDetails?.errorType ?? ""}`));
  await wire.send("Audits.enable");
  const said = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && said.push(message.text()));
  const made = await person.call("POST", "/api/games", { kind: "go", size: 9, black: me, white: engine("random") });
  const shifts = {};
  for (const [path, whole] of [
    ["/", "#todays-problem"],
    [`/game/${made.body.id}`, "[data-phase]"],
    [`/study/${made.body.id}`, ".study"],
    ["/library", ".entries, .empty"],
    ["/training", ".set"],
    ["/live", "#standings"],
  ]) {
    await person.open(path);
    await page.waitForSelector(whole);
    await page.waitForLoadState("networkidle");
    same(await allRules(person), [], `${path}: rules of axe-core`);
    shifts[path] = await page.evaluate(() => window.shifted);
    check(shifts[path] < 0.1, `${path}: what shifts while it loads: ${shifts[path]}`);
    const head = await page.evaluate(() => ({
      mode: document.compatMode,
      charset: document.characterSet,
      lang: document.documentElement.lang,
      title: document.title.length > 0,
      about: (document.querySelector('meta[name="description"]')?.content ?? "").length > 20,
      viewport: /width=device-width/.test(document.querySelector('meta[name="viewport"]')?.content ?? ""),
      zoom: /user-scalable=no|maximum-scale=1(?!\d)/.test(document.querySelector('meta[name="viewport"]')?.content ?? ""),
    }));
    const { lang, ...rest } = head;
    check(["en", "zh-CN"].includes(lang), `${path}: the language ${lang}`);
    same(rest, { mode: "CSS1Compat", charset: "UTF-8", title: true, about: true, viewport: true, zoom: false }, `${path}: the head of the page`);
  }
  same([issues, said], [[], []], "what the browser complains of");
  await person.leave();
  return Object.entries(shifts)
    .map(([path, shift]) => `${path.split("/")[1] || "home"} ${shift.toFixed(3)}`)
    .join(", ");
}

/** On a phone coordinates stand on two sides, and the crossings gain the room. */
async function coordinates(browser, server) {
  const side = async (how) => {
    const person = await Person.come(browser, server, how);
    await person.play({ kind: "go", black: me, white: me });
    const [first, last] = [await person.place(0), await person.place(360)];
    const box = await person.box();
    await person.picture(`coordinates-${how.width}`);
    await person.leave();
    return { near: first.x - box.x, far: box.x + box.width - last.x, cell: (last.x - first.x) / 18 };
  };
  const phone = await side({ width: 390, height: 844, touch: true, scale: 2 });
  check(phone.near > 1.4 * phone.far, `room beside the lines of a phone's board: ${JSON.stringify(phone)}`);
  const desktop = await side({ width: 1440, height: 900 });
  check(Math.abs(desktop.near - desktop.far) < 1, `room beside the lines of a desktop's board: ${JSON.stringify(desktop)}`);
  return `a crossing of 19x19 has ${phone.cell.toFixed(1)} px on a phone`;
}

export const tests = [
  ["audits: every rule, no complaint, nothing shifts", audits],
  ["layout: coordinates on two sides on a phone", coordinates],
];
