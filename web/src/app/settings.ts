// What a person chose about the page itself. Kept in the browser.

import type { Kind } from "./wire";
import { computed, effect, signal, type Signal } from "@preact/signals";
import { FELTS, STONES, USUAL, WOODS, type Style } from "../board/looks";

export type Language = "zh" | "en";
export type Theme = "auto" | "light" | "dark";

export type Taps = "auto" | "once" | "twice";

const PREFIX = "heibai_";

/** Storage may be full or forbidden; the page works without it. */
export function readStored<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function kept<T>(name: string, fallback: T): Signal<T> {
  const value = signal<T>(readStored(PREFIX + name, fallback));
  effect(() => void writeStored(PREFIX + name, value.value));
  return value;
}

const prefersChinese = () => typeof navigator !== "undefined" && /^zh\b/i.test(navigator.language);

export const language = kept<Language>("language", prefersChinese() ? "zh" : "en");
export const theme = kept<Theme>("theme", "auto");
export const sounds = kept("sounds", true);
export const coordinates = kept("coordinates", true);
export const showLegal = kept("show_legal", true);
export const showNumbers = kept("show_numbers", false);
export const showForbidden = kept("show_forbidden", true);
/** How many taps of a finger play a stone: two where the crossings are small, always one, or always two. */
export const taps = kept<Taps>("taps", readStored(PREFIX + "confirm_tap", false) ? "twice" : "auto");
export const animation = kept("animation", true);
/** Whether an engine's answer is shown as soon as it comes, and not at a person's pace. */
export const quickReplies = kept("quick_replies", false);
/** Whether the opponent's messages are hidden. */
export const chatMuted = kept("chat_muted", false);
/** Whether a page that is not looked at tells of one's turn. */
export const notifyTurn = kept("notify_turn", false);
/** The day, counted from 1970, and the game whose problem the home page shows on it. */
export const dailyKind = kept<{ day: number; kind: Kind } | null>("daily_kind", null);
/** Whether a game against an engine is a lesson: a word after a bad move, hints in steps, who is ahead. */
export const isTeaching = kept("teaching", false);
/** Whether a lesson also tells what the other side threatens. */
export const showThreats = kept("show_threats", true);
export const woodBoard = kept<Style["wood"]>("board_wood", USUAL.wood);
export const feltBoard = kept<Style["felt"]>("board_felt", USUAL.felt);
export const stoneSet = kept<Style["stones"]>("stones", USUAL.stones);

/** What boards and stones look like. A choice that this version does not know is as none. */
export const boardStyle = computed<Style>(() => ({
  wood: woodBoard.value in WOODS ? woodBoard.value : USUAL.wood,
  felt: feltBoard.value in FELTS ? feltBoard.value : USUAL.felt,
  stones: STONES.includes(stoneSet.value) ? stoneSet.value : USUAL.stones,
}));

/** Whether the page is dark now. */
export const isDark = signal(false);

export function applySettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const system = signal(dark.matches);
  dark.addEventListener("change", (e) => (system.value = e.matches));
  effect(() => {
    isDark.value = theme.value === "dark" || (theme.value === "auto" && system.value);
    document.documentElement.dataset.theme = isDark.value ? "dark" : "light";
  });
  effect(() => void (document.documentElement.lang = language.value === "zh" ? "zh-CN" : "en"));
}

export const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
