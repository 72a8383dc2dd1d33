import { signal } from "@preact/signals";
import { describe, expect, it, vi } from "vitest";
import type { GameModel } from "../game";
import type { Candidate, Side } from "../wire";

type Asked = { type: string; of: number; threats?: boolean; answer: (told: unknown) => void };
const asked: Asked[] = [];
vi.mock("../socket", () => ({
  connection: {
    stream: (message: Omit<Asked, "answer">, answer: Asked["answer"]) => {
      asked.push({ ...message, answer });
      return () => undefined;
    },
  },
}));

const { isTeaching, language, showThreats } = await import("../settings");
const { leadWords, moveName, valueInWords } = await import("../studystate");
const { Teacher } = await import("./teaching");

/** A game of Go against an engine after so many moves; the person plays Black. */
function game(moves: number, kind = "go") {
  const turn: Side = moves % 2 === 0 ? "black" : "white";
  return {
    kind,
    you: { seats: ["black"] },
    seats: { black: { who: "you" }, white: { who: "engine" } },
    moves: Array.from({ length: moves }, (_, i) => ({ side: i % 2 === 0 ? "black" : "white", forced: false })),
    live: { phase: "playing", seq: moves, turn },
  };
}

/** A game that goes on as the test says, and who teaches in it. */
function lesson(kind: string) {
  isTeaching.value = true;
  showThreats.value = false;
  const now = signal(game(0, kind));
  const hint = signal<{ win_rate: number; score: number | null } | null>(null);
  const model = {
    game: now,
    mayAsk: signal(true),
    warned: signal([]),
    hint,
    get live() {
      return { value: now.value.live };
    },
    line: (upTo?: number) => upTo ?? now.value.moves.length,
  };
  const teacher = new Teacher(model as unknown as GameModel);
  const last = (type: string) => asked.findLast((a) => a.type === type)!;
  const taught = (win_rate: number, score: number | null, word = {}) => ({
    type: "taught",
    judged: { ply: now.value.moves.length, side: "black", value: { win_rate, score }, ...word },
    threats: [],
  });
  return { now, hint, model, teacher, last, taught };
}

describe("the bar of a teaching game", () => {
  it("shows the position on the board, not the one before the answer to one's move", () => {
    const { now, hint, teacher, last, taught } = lesson("go");
    last("analyse").answer({ type: "analysis", expected: 0.1, score: -0.7 });
    expect(teacher.bar.value).toEqual({ rate: 0.1, lead: -0.7, isOld: false });

    now.value = game(1);
    expect(teacher.bar.value.isOld).toBe(true);
    const own = last("teach");
    own.answer(taught(0.09, -0.8));
    expect(teacher.bar.value).toEqual({ rate: 0.09, lead: -0.8, isOld: false });

    // White answers badly: the value after the own move no longer holds. The answer is looked at as the move was.
    now.value = game(2);
    expect(teacher.bar.value.isOld).toBe(true);
    expect(last("teach").of).toBe(2);
    last("teach").answer(taught(0.48, 6.2));
    expect(teacher.bar.value).toEqual({ rate: 0.48, lead: 6.2, isOld: false });
    // A late word on the own move does not bring the older value back.
    own.answer(taught(0.09, -0.8));
    expect(teacher.bar.value.rate).toBe(0.48);

    // The hint has looked longer: both say the same.
    hint.value = { win_rate: 0.52, score: 6.6 };
    expect(teacher.bar.value).toEqual({ rate: 0.52, lead: 6.6, isOld: false });
    teacher.close();
  });

  it("says that an answer gave back what a move lost, and then only", () => {
    for (const [after, isBack] of [
      [1, true],
      [0.75, false],
    ] as const) {
      const { now, teacher, last, taught } = lesson("gomoku");
      now.value = game(1, "gomoku");
      last("teach").answer(taught(0.7, null, { class: "blunder", lost: 0.3 }));
      expect(teacher.isGivenBack.value).toBe(false);
      now.value = game(2, "gomoku");
      expect(teacher.isGivenBack.value).toBe(false);
      last("teach").answer(taught(after, null));
      expect(teacher.judged.value?.class).toBe("blunder");
      expect([teacher.isGivenBack.value, teacher.isAhead.value]).toEqual([isBack, isBack]);
      // A game that is not won by points has no lead.
      expect(teacher.bar.value).toEqual({ rate: after, lead: null, isOld: false });
      teacher.close();
    }
  });
});

describe("a lead in words", () => {
  it("calls few points even, and names who is ahead", () => {
    language.value = "en";
    expect([-0.7, 0.2, 2.4, 12.6, -30].map(leadWords)).toEqual([
      "About even (White +1)",
      "About even",
      "About even (Black +2)",
      "Black is ahead by about 13 points",
      "White is ahead by about 30 points",
    ]);
    const candidate = (score: number) => ({ score, win_rate: null, result: null, exact: false }) as unknown as Candidate;
    expect([3, 0, -1].map((score) => valueInWords("othello", candidate(score)))).toEqual([
      "+3 discs expected",
      "An even game is expected",
      "−1 disc expected",
    ]);
    expect(moveName("pass")).toBe("Pass");
    expect(moveName("e5")).toBe("E5");
  });
});
