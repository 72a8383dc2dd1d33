// A text of a lesson, whose terms link to the glossary. Touched, a term says what it means at once.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Kind } from "../wire";
import { loadGlossary, termsById, withTerms } from "./glossary";
import { closeLayer, openLayer } from "../route";
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

/** Whether a word is a form or the beginning of a term's name: "liberties" of "liberty", "forbidden" of "forbidden move". */
export function isForm(word: string, name: string): boolean {
  const [a, b] = [word.toLowerCase(), name.toLowerCase()];
  return b.startsWith(a) || (/^[a-z]/.test(b) && a.startsWith(b.slice(0, -1)));
}

export function Rich({ text }: { text: string }) {
  /** The place of the word that was touched. */
  const shown = useSignal<number | null>(null);
  void loadGlossary();
  const parts = partsOf(text);
  const chosen = shown.value === null ? undefined : parts[shown.value];
  const term = chosen?.term ? termsById.value.get(chosen.term) : undefined;
  const close = useMemo(() => () => void (shown.value = null), []);
  // Another text has its words in other places.
  useEffect(() => () => closeLayer(close), [text]);
  const toggle = (event: MouseEvent, id: string, place: number) => {
    // Where the glossary has not come yet the link leads to it.
    if (!termsById.value.has(id)) return;
    event.preventDefault();
    if (shown.value === place) return closeLayer(close);
    if (shown.value === null) openLayer(close);
    shown.value = place;
  };
  return (
    <>
      <p class="rich">
        {parts.map((part, place) =>
          part.term === null ? (
            part.text
          ) : (
            <a class="term" href={`/learn/glossary/${part.term}`} onClick={(event) => toggle(event, part.term!, place)}>
              {part.text}
            </a>
          ),
        )}
      </p>
      {term && chosen && (
        <p class="meaning" role="status">
          <strong>{isForm(chosen.text, tell(term.name)) ? tell(term.name) : `${chosen.text} · ${tell(term.name)}`}</strong> {tell(term.about)}{" "}
          <a href={`/learn/glossary/${term.id}`}>{t("allTerms")}</a>
        </p>
      )}
    </>
  );
}

/** The same for a sentence that says nothing of terms itself: those of the game are found in it. */
export const Terms = ({ text, kind }: { text: string; kind: Kind }) => <Rich text={withTerms(text, kind)} />;
