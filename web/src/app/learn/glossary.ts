// The glossary, asked for once.

import { computed, signal } from "@preact/signals";
import { api } from "../api";
import { language, type Language } from "../settings";
import type { Kind, Term } from "../wire";

const terms = signal<readonly Term[]>([]);
let asked: Promise<readonly Term[]> | null = null;

export const termsById = computed(() => new Map(terms.value.map((term) => [term.id, term])));

export function loadGlossary(): Promise<readonly Term[]> {
  asked ??= api.glossary().then(
    (answer) => (terms.value = answer.terms),
    () => {
      asked = null;
      return [];
    },
  );
  return asked;
}

/** The terms of a topic in the order of their names; those of every game belong to each game. */
export function termsOf(all: readonly Term[], topic: string | null, language: Language): Term[] {
  const order = new Intl.Collator(language === "zh" ? "zh-Hans-CN" : "en");
  const isShown = (term: Term) => topic === null || term.topic === topic || (term.topic === "every" && topic !== "engines");
  return all.filter(isShown).sort((a, b) => order.compare(a.name[language], b.name[language]));
}

/** In Chinese a name of one character stands inside other words, too. */
const SHORTEST = { zh: 2, en: 2 };
const MARK = /\{([\w-]+):[^{}]*\}/g;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Words that mostly mean something else in a sentence: "point at", "put a stone", "take the ko back", "you end level". */
const OTHERWISE = new Set(["point", "disc", "undo", "level"]);

/** A name as it stands in a sentence: in English alone and as many. */
const formsOf = (name: string, tongue: Language): string[] =>
  tongue === "zh" ? [name] : [name, `${name}s`, ...(name.endsWith("y") ? [`${name.slice(0, -1)}ies`] : [])];

/**
 * A text with the terms of a topic marked as links (`{term:word}`): each once, where it comes first, the longest name of a
 * place. What is marked in the text already stays.
 */
export function markTerms(text: string, all: readonly Term[], topic: string, tongue: Language): string {
  const ids = new Map(
    all
      .filter((term) => (term.topic === topic || (term.topic === "every" && topic !== "engines")) && !OTHERWISE.has(term.id))
      .flatMap((term) => [term.name, ...term.also].map((name) => ({ id: term.id, name: name[tongue] })))
      .filter(({ name }) => name.length >= SHORTEST[tongue])
      .flatMap(({ id, name }) => formsOf(name.toLowerCase(), tongue).map((form): [string, string] => [form, id])),
  );
  if (ids.size === 0) return text;
  const any = [...ids.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");
  const places = tongue === "zh" ? new RegExp(any, "gi") : new RegExp(`\\b(?:${any})\\b`, "gi");
  const marked = new Set([...text.matchAll(MARK)].map(([, id]) => id!));
  const mark = (word: string) => {
    const id = ids.get(word.toLowerCase())!;
    if (marked.has(id)) return word;
    marked.add(id);
    return `{${id}:${word}}`;
  };
  return text
    .split(/(\{[\w-]+:[^{}]*\})/)
    .map((piece) => (piece.startsWith("{") ? piece : piece.replace(places, mark)))
    .join("");
}

/** The same with the glossary of the page, in its language. */
export const withTerms = (text: string, topic: Kind | "engines"): string => markTerms(text, terms.value, topic, language.value);
