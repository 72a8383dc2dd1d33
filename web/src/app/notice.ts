// Short sentences for the person: one is seen for a moment, and read by a screen reader.

import { signal } from "@preact/signals";
import { Refused } from "./api";
import { language } from "./settings";
import type { Problem, Text } from "./wire";

export type Notice = { text: Text; tone: "info" | "warn" };

/** How long a refusal stays, unless it is clicked away. */
export const REFUSAL_MS = 1800;
const INFO_MS = 3200;

export const notice = signal<Notice | null>(null);
/** What a screen reader is to say next. */
export const spoken = signal("");
let timer = 0;

export function say(text: Text): void {
  spoken.value = text[language.value];
}

export function notify(text: Text, tone: Notice["tone"] = "info", ms = tone === "warn" ? REFUSAL_MS : INFO_MS): void {
  notice.value = { text, tone };
  say(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => (notice.value = null), ms);
}

export function dismiss(): void {
  clearTimeout(timer);
  notice.value = null;
}

export const problemOf = (error: unknown): Problem =>
  error instanceof Refused ? error.problem : { code: "page", zh: `页面错误：${String(error)}`, en: `Error in the page: ${String(error)}` };

/** Shows why something failed. */
export function complain(error: unknown): void {
  const { zh, en } = problemOf(error);
  notify({ zh, en }, "warn", 4000);
}
