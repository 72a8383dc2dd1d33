// The modules answer as the server did: the recorded conversation, in Node. `node e2e/parity.mjs`.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../src/local/host.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const read = (name) => JSON.parse(readFileSync(join(root, "crates/table/tests/conversation", name), "utf8"));

/** A module with its own memory: `ask(message, body)`. */
const module = async (name, file) => (await load(new Uint8Array(readFileSync(file ?? join(root, "target/wasm", name))))).ask;
const core = await module("core.wasm", process.env.HEIBAI_CORE);
const engines = await module("engines.wasm", process.env.HEIBAI_ENGINES);

const rows = new Map(),
  work = [],
  responses = [];
let clock = 1_700_000_000_000;

function hear(what, body) {
  clock++;
  const input = (of) => ({ core: { now: clock, seed: clock % 1e6, ...of } });
  let told = core(input(what), body);
  for (let want; (want = told[0]?.want); told = core(input(what), body)) {
    const wanted = [...rows].filter(([key]) => key.startsWith(want.prefix)).sort();
    core(input({ load: [...wanted, [`loaded/${want.prefix}`, ""]] }));
  }
  for (const one of told) {
    if (one.keep) one.keep.value === null ? rows.delete(one.keep.key) : rows.set(one.keep.key, one.keep.value);
    if (one.response) responses.push(one.response);
    if (one.work) work.push(one.work);
  }
}

function doWork() {
  for (let next; (next = work.shift());) {
    const begin = { bench: { work: { job: next.job, seed: 1, work: next.work } } };
    let [told] = engines(begin);
    while (told.needs) {
      for (const path of told.needs) engines({ bench: { lend: { path } } }, readFileSync(join(root, "data", path)));
      [told] = engines(begin);
    }
    for (;;) {
      if (told.answer != null) hear({ answer: { job: next.job, answer: told.answer } });
      if (!told.more) break;
      [told] = engines({ bench: { go: { job: next.job } } });
    }
  }
}

const TIMES = ["created", "updated", "at", "ended", "due", "spent_ms", "main_ms"];
const OWN = ["limits", "lobby", "invite", "runs", "offline"];
const names = {};
const filled = (text) => Object.entries(names).reduce((t, [name, id]) => t.replaceAll(`$${name}`, id), text);
function plain(value) {
  if (typeof value === "string")
    return Object.keys(names)
      .sort()
      .reduce((t, name) => t.replaceAll(names[name], `$${name}`), value);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  const field = ([key, of]) => [key, TIMES.includes(key) && typeof of === "number" ? 0 : OWN.includes(key) ? null : plain(of)];
  return Object.fromEntries(Object.entries(value).map(field));
}
const at = (value, path) =>
  path
    .split("/")
    .slice(1)
    .reduce((v, part) => v?.[part], value);
/** The same text for the same fields, in whatever order they stand. */
const sorted = (value) =>
  JSON.stringify(value, (_, v) => (v && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v));

let passed = 0,
  failed = 0;
const answers = read("answers.json");
for (const [number, { ask: asked, as, at: place = "/id", until }] of read("asks.json").entries()) {
  const [method, path, body = ""] = asked;
  const bytes = new TextEncoder().encode(filled(typeof body === "string" ? body : JSON.stringify(body)));
  hear({ request: { tab: "t", id: 1, method, path: filled(path) } }, bytes);
  doWork();
  const { status, body: text, file } = responses.pop();
  const told = file ? new TextDecoder().decode(new Uint8Array(file[1])) : text;
  let found;
  try {
    found = JSON.parse(told);
  } catch {
    found = told;
  }
  if (as) names[as] = at(found, place);
  const waits = until && JSON.stringify(at(found, until[0])) !== JSON.stringify(until[1]);
  const [here, known] = [sorted({ status, body: plain(found) }), sorted(answers[number])];
  if (here === known && !waits) passed++;
  else {
    failed++;
    console.log(`FAIL  answer ${number}, to ${method} ${path}\n  found    ${here.slice(0, 400)}\n  expected ${known.slice(0, 400)}`);
  }
}
const missed = engines({ bench: { missed: {} } })[0].missed;
if (missed.length > 0) {
  failed++;
  console.log(`FAIL  read before they were lent: ${missed}`);
} else passed++;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
