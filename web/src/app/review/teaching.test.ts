import { signal } from "@preact/signals";
import { describe, expect, it, vi } from "vitest";
import type { GameModel } from "../game";
import type { Side } from "../wire";

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

const { isTeaching, showThreats } = await import("../settings");
const { Teacher } = await import("./teaching");

/** A game of Go against an engine after so many moves; the person plays Black. */
function game(moves: number) {
  const turn: Side = moves % 2 === 0 ? "black" : "white";
  return {
    you: { seats: ["black"] },
    seats: { black: { who: "you" }, white: { who: "engine" } },
    moves: Array.from({ length: moves }, (_, i) => ({ side: i % 2 === 0 ? "black" : "white", forced: false })),
    live: { phase: "playing", seq: moves, turn },
  };
}

describe("the bar of a teaching game", () => {
  it("shows the position on the board, not the one before the answer to one's move", () => {
    isTeaching.value = true;
    showThreats.value = false;
    const now = signal(game(0));
    const hint = signal<{ win_rate: number } | null>(null);
    const model = {
      game: now,
      mayAsk: signal(true),
      hint,
      get live() {
        return { value: now.value.live };
      },
      line: (upTo?: number) => upTo ?? now.value.moves.length,
    };
    const teacher = new Teacher(model as unknown as GameModel);
    const last = (type: string) => asked.findLast((a) => a.type === type)!;
    last("analyse").answer({ type: "analysis", expected: 0.1 });
    expect(teacher.bar.value).toEqual({ rate: 0.1, isOld: false });

    now.value = game(1);
    expect(teacher.bar.value.isOld).toBe(true);
    last("teach").answer({ type: "taught", judged: { value: { win_rate: 0.09 } }, threats: [] });
    expect(teacher.bar.value).toEqual({ rate: 0.09, isOld: false });

    // White answers badly: the value after the own move no longer holds.
    now.value = game(2);
    expect(teacher.bar.value.isOld).toBe(true);
    expect(last("analyse").of).toBe(2);
    last("analyse").answer({ type: "analysis", expected: 0.48 });
    expect(teacher.bar.value).toEqual({ rate: 0.48, isOld: false });
    // A late word on the own move does not bring the older value back.
    last("teach").answer({ type: "taught", judged: { value: { win_rate: 0.09 } }, threats: [] });
    expect(teacher.bar.value.rate).toBe(0.48);

    // The hint has looked longer: both say the same.
    hint.value = { win_rate: 0.52 };
    expect(teacher.bar.value).toEqual({ rate: 0.52, isOld: false });
    teacher.close();
  });
});
