import { describe, expect, it } from "vitest";
import { migrate, save } from "./autosave";
import { about } from "./entries";
import { lzw } from "./gif";
import { graphOf } from "./Graph";
import { writeLine } from "./lineaddress";
import { clockText } from "./Players";
import { readProgress } from "./progress";
import { partOf } from "./puzzle";
import { parse } from "./route";
import { candidateLabels, markLabels, signed } from "./studystate";
import { grow } from "./studytree";
import type { Candidate, Cell, Entry, Game, Line, Mark, Played } from "./wire";

const played = (n: number, point: number | null, name: string, forced = false): Played => ({
  n,
  side: n % 2 ? "black" : "white",
  point,
  name,
  forced,
  at: 1000 * n,
  spent_ms: 0,
});

describe("route", () => {
  it("reads the addresses of the page", () => {
    expect(parse("/", "")).toEqual({ view: "home" });
    expect(parse("/game/abc", "invite=x")).toEqual({ view: "game", id: "abc", invite: "x" });
    expect(parse("/study/abc", "ply=7")).toEqual({ view: "study", id: "abc", ply: 7, turns: "", review: false });
    expect(parse("/study/abc", "ply=9&v=5.1.8.2")).toMatchObject({ ply: 9, turns: "5.1.8.2" });
    expect(parse("/study/new", "kind=go&size=9&moves=40.p.3&ply=-1")).toEqual({
      view: "scratch",
      line: { kind: "go", size: 9, moves: [40, null, 3] },
      ply: null,
    });
    const line: Line = {
      kind: "go",
      rules: "japanese",
      size: 9,
      komi: 6.5,
      handicap: 2,
      stones: [
        [3, 1],
        [80, 2],
      ],
      turn: "white",
      moves: [40, null],
    };
    expect(parse("/study/new", String(writeLine(line, 1)))).toEqual({ view: "scratch", line, ply: 1 });
    const notes = [[0, "a & b\nc"] as const, [2, "妙手"] as const];
    expect(parse("/study/new", String(writeLine(line, 1, notes)))).toEqual({ view: "scratch", line, ply: 1, notes });
    const long = String(
      writeLine(line, 1, [
        [1, "x".repeat(5000)],
        [2, "lost"],
      ]),
    );
    expect(parse("/study/new", long)).toEqual({ view: "scratch", line, ply: 1, notes: [[1, `${"x".repeat(3000)}…`]] });
    expect(parse("/training/vcf/vcf-1-01", "")).toEqual({ view: "training", set: "vcf", id: "vcf-1-01" });
    expect(parse("/nothing", "")).toEqual({ view: "missing" });
    expect(parse("/game", "")).toEqual({ view: "missing" });
  });
});

describe("a problem", () => {
  const board = (size: number, stones: readonly number[]) => Array.from({ length: size * size }, (_, at): Cell => (stones.includes(at) ? 1 : 0));
  it("is seen by its part of a large board", () => {
    // Stones in the top right corner of 19x19, four lines from both edges.
    expect(partOf(board(19, [18, 4 * 19 + 14]))).toEqual([12, 6 * 19 + 18]);
    // An edge that is near is shown as well.
    expect(partOf(board(19, [3 * 19 + 3, 6 * 19 + 6]))).toEqual([0, 8 * 19 + 8]);
    expect(partOf(board(19, [0, 18 * 19 + 18]))).toBeNull();
    expect(partOf(board(9, [0]))).toBeNull();
    expect(partOf(board(19, []))).toBeNull();
  });
});

describe("a row of a list", () => {
  const entry = { source: "game", over: false, moves: 0, black: "a", white: "b", title: "", tags: [], folder: "", created: 0, updated: 0, date: "" };
  const words = (of: object) => about({ ...entry, ...of } as unknown as Entry);

  it("counts moves only where there are some", () => {
    expect(words({ moves: 3 })).toMatch(/^3 (手|moves) · /);
    expect(words({})).toMatch(/^(尚未落子|no moves yet) · /);
    expect(words({ source: "record", result: { zh: "", en: "" } })).toMatch(/^(局面|a position) · /);
  });
});

describe("clock", () => {
  const clock = (main_ms: number, periods = 0, period_ms = 0, used_ms = 0) => ({ main_ms, periods, period_ms, used_ms });
  it("shows main time, then periods, then nothing left", () => {
    expect(clockText(clock(300_000), 0).text).toBe("5:00");
    expect(clockText(clock(300_000), 1).text).toBe("5:00");
    expect(clockText(clock(3_700_000), 0).text).toBe("1:01:40");
    expect(clockText(clock(9_000), 500)).toEqual({ text: "0:08.5", isLow: true });
    expect(clockText(clock(1_000, 3, 30_000), 1_000).text).toBe("0:30 ×3");
    expect(clockText(clock(0, 3, 30_000), 45_000).text).toBe("0:15 ×2");
    expect(clockText(clock(0), 0).text).toBe("0:00.0");
  });
  it("goes on in the middle of a period after a reload", () => {
    expect(clockText(clock(0, 3, 30_000, 12_000), 0).text).toBe("0:18 ×3");
    expect(clockText(clock(0, 3, 30_000, 12_000), 20_000).text).toBe("0:28 ×2");
  });
});

describe("saved games", () => {
  const game = {
    id: "g",
    kind: "gomoku",
    created: 1000,
    rules: { name: "renju", size: 15, komi: null, handicap: 0 },
    seats: { black: { name: "甲" }, white: { name: "hard" } },
    you: { seats: ["black"] },
    moves: [
      { ...played(1, 112, "h8"), forbidden: { isForbidden: false, type: null, details: {} } },
      { ...played(2, 113, "i8"), score: 12 },
    ],
    live: { outcome: { winner: "white", reason: "resignation" }, win_line: [16], ended: 2500 },
  } as unknown as Game;

  it("holds step, player, place, time, score and result", () => {
    const saved = save(game);
    expect(saved.moves[0]).toEqual({
      step: 1,
      player: 1,
      x: 7,
      y: 7,
      timestamp: 1000,
      forbiddenCheck: { isForbidden: false, type: null, details: {} },
    });
    expect(saved.moves[1]).toEqual({ step: 2, player: 2, x: 8, y: 7, timestamp: 2000, aiScore: 12 });
    expect(saved.result).toEqual({ winner: 2, reason: "resigned", winLine: [{ x: 1, y: 1 }], duration: 1.5 });
  });

  it("reads its own and the older version, and refuses a newer one and nonsense", () => {
    expect(migrate(JSON.parse(JSON.stringify(save(game))))).toEqual(save(game));
    expect(migrate([{ step: 1, player: 1, x: 7, y: 7, timestamp: 5 }])).toMatchObject({ version: 2, kind: "gomoku", size: 15, created: 5 });
    expect(migrate({ version: 99, moves: [] })).toBeNull();
    expect(migrate("x")).toBeNull();
    expect(migrate(null)).toBeNull();
  });
});

describe("progress", () => {
  it("keeps sound entries only", () => {
    expect(readProgress({ a: { solved: 2, failed: 1, bestMs: 300, lastPlayed: 9 }, b: null, c: { solved: "x" } })).toEqual({
      a: { solved: 2, failed: 1, bestMs: 300, lastPlayed: 9 },
      c: { solved: 0, failed: 0, bestMs: null, lastPlayed: 0 },
    });
    expect(readProgress("broken")).toEqual({});
  });
});

describe("study", () => {
  it("shows the marks of a record", () => {
    const marks: Mark[] = [
      { point: 3, shape: "label", label: "A" },
      { point: 4, shape: "triangle" },
      { point: 5, shape: "black" },
    ];
    const root = { parent: null, name: "", side: null, comment: "", marks, setup: [] };
    const nodes = grow([root]);
    expect([...markLabels(nodes[0]!.marks)].map(([point, { text }]) => [point, text])).toEqual([
      [3, "A"],
      [4, "△"],
    ]);
  });

  it("labels candidates by what they lose", () => {
    const candidate = (point: number, score: number): Candidate => ({
      point,
      name: "",
      score,
      win_rate: null,
      exact: false,
      depth: 1,
      nodes: 1,
      line: [],
      names: [],
    });
    const labels = candidateLabels("othello", [candidate(1, 4), candidate(2, 3), candidate(3, -20)]);
    expect(labels.get(1)).toEqual({ text: "+4", tone: "best" });
    expect(labels.get(2)?.tone).toBe("good");
    expect(labels.get(3)).toEqual({ text: "−20", tone: "bad" });
    expect(signed(0.5)).toBe("+0.5");
    expect(signed(160000)).toBe("+160k");
  });

  it("scales the graph to what happened", () => {
    const discs = graphOf("othello", [
      { ply: 0, score: 0, win_rate: 0.5 },
      { ply: 1, score: -8, win_rate: 0.1 },
      { ply: 2, score: 4, win_rate: null },
    ]);
    expect([discs.values, discs.most, discs.write(-8)]).toEqual([[0, -8, 4], 8, "−8"]);
    const rates = graphOf("go", [
      { ply: 0, score: 3, win_rate: 0.9 },
      { ply: 1, score: null, win_rate: null },
    ]);
    expect([rates.values, rates.most, rates.write(0)]).toEqual([[0.4, null], 0.5, "50%"]);
  });
});

/** Reads LZW codes as GIF readers do. */
function unlzw(data: Uint8Array): number[] {
  let bits = 0,
    held = 0,
    at = 0,
    width = 9;
  const read = () => {
    while (bits < width) {
      held |= data[at++]! << bits;
      bits += 8;
    }
    const code = held & ((1 << width) - 1);
    held >>>= width;
    bits -= width;
    return code;
  };
  const out: number[] = [];
  let words: number[][] = [],
    last: number[] | null = null;
  for (;;) {
    const code = read();
    if (code === 257) return out;
    if (code === 256) {
      words = Array.from({ length: 258 }, (_, i) => [i]);
      width = 9;
      last = null;
      continue;
    }
    const word: number[] = words[code] ?? [...last!, last![0]!];
    out.push(...word);
    if (last && words.length < 4096) words.push([...last, word[0]!]);
    if (words.length === 1 << width && width < 12) width++;
    last = word;
  }
}

describe("gif", () => {
  it("packs pixels so that a reader gets them back", () => {
    let seed = 7;
    const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 16;
    for (const [length, colours] of [
      [1, 1],
      [2, 2],
      [300, 1],
      [5000, 4],
      [60000, 252],
      [30000, 3],
    ] as const) {
      const pixels = Uint8Array.from({ length }, () => random() % colours);
      expect(unlzw(lzw(pixels))).toEqual([...pixels]);
    }
  });
});
