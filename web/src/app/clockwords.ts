// A time control in words: "5m+3s" is how it is written, not how people say it.

import type { Text } from "./wire";
import { phrase, type Word } from "../words";

const SPAN = /^(\d+(?:\.\d+)?)(h|m|s|ms)$/;
const UNITS: Record<string, Word> = { h: "hours", m: "minutes", s: "seconds", ms: "milliseconds" };

function span(text: string): Text | null {
  const [, n, unit] = SPAN.exec(text) ?? [];
  return n && unit ? phrase(UNITS[unit]!, { n: Number(n) }) : null;
}

/** The words for a time control; one that is not understood stays as it is. */
export function clockWords(control: string): Text {
  const plain = { zh: control, en: control };
  const perMove = control.endsWith("/move") ? span(control.slice(0, -"/move".length)) : null;
  if (perMove) return both("clockPerMove", { time: perMove });
  const [first = "", second, ...rest] = control.split("+");
  const main = span(first);
  if (!main || rest.length > 0) return plain;
  if (second === undefined) return both("clockMain", { main });
  const [, periods, period] = /^(\d+)x(.+)$/.exec(second) ?? [];
  const extra = span(period ?? second);
  if (!extra) return plain;
  return periods ? both("clockPeriods", { main, extra }, periods) : both("clockIncrement", { main, extra });
}

function both(word: Word, parts: Record<string, Text>, n = ""): Text {
  const inLanguage = (of: "zh" | "en") =>
    phrase(word, { n, ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, text[of]])) })[of];
  return { zh: inLanguage("zh"), en: inLanguage("en") };
}
