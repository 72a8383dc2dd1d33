// A text of a lesson, whose terms link to the glossary. Touched, a term says what it means at once.

import { useSignal } from "@preact/signals";
import { loadGlossary, termsById } from "./glossary";
import { tell } from "../store";
import { t } from "../../words";

export type Part = { text: string; term: string | null };

/** `{term:word}` is a word that links to a term; the rest is plain. */
export function partsOf(text: string): Part[] {
  return text.split(/(\{[\w-]+:[^{}]*\})/).flatMap((piece) => {
    if (piece === "") return [];
    const found = /^\{([\w-]+):([^{}]*)\}$/.exec(piece);
    return [found ? { term: found[1]!, text: found[2]! } : { term: null, text: piece }];
  });
}

export function Rich({ text }: { text: string }) {
  const shown = useSignal<string | null>(null);
  void loadGlossary();
  const term = shown.value === null ? undefined : termsById.value.get(shown.value);
  const toggle = (event: MouseEvent, id: string) => {
    // Where the glossary has not come yet the link leads to it.
    if (!termsById.value.has(id)) return;
    event.preventDefault();
    shown.value = shown.value === id ? null : id;
  };
  return (
    <>
      <p class="rich">
        {partsOf(text).map((part) =>
          part.term === null ? (
            part.text
          ) : (
            <a class="term" href={`/learn/glossary/${part.term}`} onClick={(event) => toggle(event, part.term!)}>
              {part.text}
            </a>
          ),
        )}
      </p>
      {term && (
        <p class="meaning" role="status">
          <strong>{tell(term.name)}</strong> {tell(term.about)} <a href={`/learn/glossary/${term.id}`}>{t("allTerms")}</a>
        </p>
      )}
    </>
  );
}
