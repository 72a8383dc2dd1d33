import { describe, expect, it } from "vitest";
import { skippedBefore } from "./passes";
import type { Played, Side } from "./wire";

const move = (side: Side, forced = false) => ({ side, forced }) as Played;

describe("a side that is passed over", () => {
  it("is told how often, until it moves itself", () => {
    const moves = [move("black"), move("white"), move("black", true), move("white"), move("black", true), move("white")];
    expect(skippedBefore(moves, "black")).toBe(2);
    expect(skippedBefore([...moves, move("black"), move("white")], "black")).toBe(0);
    expect(skippedBefore(moves, "white")).toBe(0);
    expect(skippedBefore([], "black")).toBe(0);
  });
});
