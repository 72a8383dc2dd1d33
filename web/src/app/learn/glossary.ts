// The glossary, asked for once.

import { computed, signal } from "@preact/signals";
import { api } from "../api";
import type { Language } from "../settings";
import type { Term } from "../wire";

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
