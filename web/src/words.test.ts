import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { language } from "./app/settings";
import { phrase, t, table, type Word } from "./words";

const keys = Object.keys(table) as Word[];
/** Names that are filled in; the plural of a number is not another one. */
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

describe("words", () => {
  it("has both languages for every entry, with the same holes", () => {
    for (const key of keys) {
      const [zh, en] = table[key];
      expect(zh.trim(), key).not.toBe("");
      expect(en.trim(), key).not.toBe("");
      expect(holes(zh), key).toEqual(holes(en));
    }
  });

  it("writes Chinese in the one and no Chinese in the other", () => {
    const both = new Set<Word>(["comma", "ratingIs", "speedTimes", "switchLanguage"]);
    for (const key of keys.filter((k) => !both.has(k))) {
      expect(table[key][0], key).toMatch(/[\u4e00-\u9fff]/);
      expect(table[key][1], key).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });

  it("has one Chinese name for one thing, and no stray spaces", () => {
    expect([table.redo[0], table.pass[0], table.modeWatch[0]]).toEqual(["重做", "停一手", "AI 对 AI"]);
    const old = [
      "点目",
      "棋串",
      "跳过",
      "虚手",
      "停着",
      "R 恢复",
      "做四",
      "领地归属",
      "无合法落子",
      "无处可下",
      "全歼",
      "中立点",
      "机机",
      "价值",
      "节奏",
    ];
    for (const key of keys) {
      for (const name of old) expect(table[key][0], key).not.toContain(name);
      expect(table[key][0], key).not.toMatch(/[，。：；（）、…] | [，。：；（）、…]/);
    }
  });

  it("announces a forced pass in the exact words", () => {
    expect(phrase("forcedPass", { side: "black", next: "white" })).toEqual({
      zh: "黑方无合法落点，轮到白方",
      en: "Black has no legal moves, passing to White",
    });
  });

  it("counts one disc and two discs", () => {
    language.value = "en";
    expect([0, 1, 2, 21].map((n) => t("discs", { n }))).toEqual(["0 discs", "1 disc", "2 discs", "21 discs"]);
    expect(t("unsure", { n: 1, at: "H4" })).toBe("1 stone in doubt (H4)");
    language.value = "zh";
    expect(t("discs", { n: 1 })).toBe("1 子");
  });

  it("changes at once with the language", () => {
    language.value = "en";
    expect(t("toPlay", { side: "white" })).toBe("White to play");
    language.value = "zh";
    expect(t("toPlay", { side: "white" })).toBe("白方行棋");
  });

  it("has no entry that nothing uses, and no sentence stands in a view", () => {
    const sources = ["./app/", "./local/", "./element/"].flatMap((name) => {
      const folder = new URL(name, import.meta.url);
      return readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((f) => /\.tsx?$/.test(f) && !f.includes(".test."))
        .map((f) => [f, readFileSync(new URL(f, folder), "utf8")] as const);
    });
    const all = sources.map(([, text]) => text).join("\n") + readFileSync(new URL("./main.tsx", import.meta.url), "utf8");
    const built = /^(proved_|black$|white$|level[A-Z])/;
    const isUsed = (key: string) => all.includes(`"${key}"`) || all.includes(`Words.${key}[`) || built.test(key);
    for (const key of keys) expect(isUsed(key), `${key} is not used`).toBe(true);
    for (const [file, text] of sources.filter(([f]) => f.endsWith(".tsx"))) {
      expect(text.replace(/"中文"|"中"|\/\/.*$/gm, ""), file).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });
});
