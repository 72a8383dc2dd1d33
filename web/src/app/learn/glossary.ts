// The glossary, asked for once.

import { computed, signal } from "@preact/signals";
import { api } from "../api";
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
