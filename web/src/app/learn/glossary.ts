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
const SHORTEST = { zh: 2, en: 3 };
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A plain text with the terms of a topic marked as links (`{term:word}`): each once, where it comes first, the longest name of a place. */
export function markTerms(text: string, all: readonly Term[], topic: string, tongue: Language): string {
  const names = all
    .filter((term) => term.topic === topic)
    .flatMap((term) => [term.name, ...term.also].map((name) => ({ id: term.id, name: name[tongue] })))
    .filter(({ name }) => name.length >= SHORTEST[tongue])
    .sort((a, b) => b.name.length - a.name.length);
  if (names.length === 0 || text.includes("{")) return text;
  const marked = new Set<string>();
  const any = names.map(({ name }) => escaped(name)).join("|");
  const places = tongue === "zh" ? new RegExp(any, "g") : new RegExp(`\\b(?:${any})s?\\b`, "gi");
  return text.replace(places, (word) => {
    const found = names.find(({ name }) => [name, `${name}s`].includes(word) || name.toLowerCase() === word.toLowerCase().replace(/s$/, ""));
    if (!found || marked.has(found.id)) return word;
    marked.add(found.id);
    return `{${found.id}:${word}}`;
  });
}

/** The same with the glossary of the page, in its language. */
export const withTerms = (text: string, topic: Kind | "engines"): string => markTerms(text, terms.value, topic, language.value);
