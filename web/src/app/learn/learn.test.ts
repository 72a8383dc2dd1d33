import { describe, expect, it } from "vitest";
import { masteryOf } from "./Abilities";
import { fileOf } from "./CourseView";
import { readDone } from "./done";
import { markTerms, termsOf } from "./glossary";
import { blocksOf, joined } from "./markdown";
import { lessonsFor } from "./LessonLinks";
import { isForm, partsOf } from "./Rich";

describe("the glossary", () => {
  const term = (id: string, topic: string) => ({ id, topic, name: { en: id, zh: id }, also: [], about: { en: "", zh: "" } });
  const all = [term("pass", "every"), term("flip", "othello"), term("ko", "go"), term("eye", "go"), term("Elo", "engines")];
  const shown = (topic: string | null) => termsOf(all, topic, "en").map((one) => one.id);

  it("is sorted, and shows one game with what all games share", () => {
    expect(shown(null)).toEqual(["Elo", "eye", "flip", "ko", "pass"]);
    expect(shown("go")).toEqual(["eye", "ko", "pass"]);
    expect(shown("engines")).toEqual(["Elo"]);
  });
});

describe("terms in a plain text", () => {
  const term = (id: string, topic: string, en: string, zh: string, also = zh) => ({
    id,
    topic,
    name: { en, zh },
    also: [{ en: "", zh: also }],
    about: { en: "", zh: "" },
  });
  const all = [
    term("vcf", "gomoku", "VCF", "VCF", "连续冲四"),
    term("closed-four", "gomoku", "closed four", "冲四"),
    term("eye", "go", "eye", "眼"),
    term("ko", "go", "ko", "劫"),
  ];

  it("are marked once, by their longest name", () => {
    expect(markTerms("黑先，连续冲四取胜；冲四，冲四", all, "gomoku", "zh")).toBe("黑先，{vcf:连续冲四}取胜；{closed-four:冲四}，冲四");
    expect(markTerms("Make two eyes, not an eyesore", all, "go", "en")).toBe("Make two {eye:eyes}, not an eyesore");
  });

  it("are found beside what the text has marked itself, in English as many, too", () => {
    const more = [...all, term("pass", "every", "pass", "停一手"), term("liberty", "go", "liberty", "气"), term("point", "go", "point", "目")];
    expect(markTerms("An {eye:eye} in a ko has liberties", more, "go", "en")).toBe("An {eye:eye} in a {ko:ko} has {liberty:liberties}");
    // What all games share belongs to each of them, not to engines.
    expect(markTerms("Pass", more, "gomoku", "en")).toBe("{pass:Pass}");
    expect(markTerms("Pass", more, "engines", "en")).toBe("Pass");
    // To point at something says nothing of the count.
    expect(markTerms("Point at it", more, "go", "en")).toBe("Point at it");
  });

  it("are not looked for in other games, inside other words, or twice", () => {
    expect(markTerms("眼看就要冲四", all, "go", "zh")).toBe("眼看就要冲四");
    expect(markTerms("koala", all, "go", "en")).toBe("koala");
    expect(markTerms("an {eye:eye} is an eye", all, "go", "en")).toBe("an {eye:eye} is an eye");
  });
});

describe("lines of a paragraph", () => {
  it("are joined without a space where Chinese has none", () => {
    expect(joined(["都要问它。", "这一课", "与 heibai", "对照"])).toBe("都要问它。这一课\n与 heibai\n对照".replace("课\n与", "课与"));
    expect(joined(["那一手。", "4x4 的棋盘"])).toBe("那一手。4x4 的棋盘");
    expect(joined(["one line", "and another"])).toBe("one line\nand another");
  });
});

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

  it("knows a form of a term's name from another name", () => {
    for (const [word, name] of [
      ["liberties", "liberty"],
      ["captured", "capture"],
      ["Connect", "connect"],
      ["forbidden", "forbidden move"],
      ["劫", "劫"],
    ])
      expect(isForm(word!, name!), word).toBe(true);
    expect(isForm("threes", "open three")).toBe(false);
    expect(isForm("贴目", "贴子")).toBe(false);
  });

  it("sends back to the lessons about what cost most", () => {
    const step = (side: "black" | "white", lesson: string | undefined, lost: number) => ({ side, lost, ...(lesson ? { lesson } : {}) });
    const steps = [
      step("black", "cut", 0.3),
      step("white", "ko", 0.9),
      step("black", undefined, 0.9),
      step("black", "kill", 0.5),
      step("black", "cut", 0.3),
    ];
    expect(lessonsFor(steps, "black")).toEqual(["cut", "kill"]);
    expect(lessonsFor(steps, "white")).toEqual(["ko"]);
    const many = ["a", "b", "c", "d"].map((lesson) => step("black", lesson, 0.2));
    expect(lessonsFor(many, "black")).toHaveLength(3);
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

describe("regular expressions", () => {
  it("look behind nowhere: older Safaris refuse a whole file for one", () => {
    const sources = import.meta.glob<string>(["../../**/*.{ts,tsx,mjs}", "!../../**/*.test.ts"], { query: "?raw", import: "default", eager: true });
    expect(Object.keys(sources).length).toBeGreaterThan(100);
    for (const [file, text] of Object.entries(sources)) expect(/\(\?<[=!]/.test(text), file).toBe(false);
  });
});

describe("the course", () => {
  const files = import.meta.glob<string>("../../../../docs/course/*.md", { query: "?raw", import: "default", eager: true });

  it("has a list and six lessons in both languages", () => {
    for (const lesson of [null, "1", "2", "3", "4", "5", "6"])
      for (const isChinese of [true, false]) {
        const file = fileOf(Object.keys(files), lesson, isChinese)!;
        expect(file.endsWith(".zh-CN.md")).toBe(isChinese);
        expect(files[file]).toMatch(lesson === null ? /^# / : new RegExp(`^# ${lesson}`));
      }
    expect(fileOf(Object.keys(files), "7", false)).toBeUndefined();
  });

  it("is cut into blocks; code keeps its blank lines", () => {
    expect(blocksOf("# Title\nwords\n\n```python\n>>> 1\n\n1\n```\n- a\n- b\n")).toEqual([
      ["# Title"],
      ["words"],
      ["```python", ">>> 1", "", "1", "```"],
      ["- a", "- b"],
    ]);
    for (const [name, text] of Object.entries(files))
      for (const block of blocksOf(text))
        if (block[0]!.startsWith("```")) expect(block.at(-1), name).toBe("```");
        else expect(block.join("\n"), name).not.toMatch(/```|^>>>/m);
  });
});
