import { describe, expect, it } from "vitest";
import { masteryOf } from "./Abilities";
import { readDone } from "./done";
import { partsOf } from "./Rich";

describe("first steps", () => {
  it("finds the terms in a text", () => {
    expect(partsOf("Its {liberty:liberties} count.")).toEqual([
      { term: null, text: "Its " },
      { term: "liberty", text: "liberties" },
      { term: null, text: " count." },
    ]);
    expect(partsOf("{ko:劫}")).toEqual([{ term: "ko", text: "劫" }]);
    expect(partsOf("no {term} here: {")).toEqual([{ term: null, text: "no {term} here: {" }]);
  });

  it("takes only sound entries from storage", () => {
    expect(readDone(["go/ko", 3, null])).toEqual(["go/ko"]);
    expect(readDone({ go: 1 })).toEqual([]);
  });

  it("calls a grade known once enough of it was solved", () => {
    expect(masteryOf({ count: 0, tried: 0, known: 0 })).toBe("none");
    expect(masteryOf({ count: 10, tried: 0, known: 0 })).toBe("new");
    expect(masteryOf({ count: 10, tried: 2, known: 2 })).toBe("learning");
    expect(masteryOf({ count: 10, tried: 5, known: 4 })).toBe("known");
    expect(masteryOf({ count: 10, tried: 5, known: 3 })).toBe("learning");
    expect(masteryOf({ count: 1, tried: 1, known: 1 })).toBe("known");
  });
});
