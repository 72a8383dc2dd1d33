// How bad a move was: a sign for the eye, a word for readers of screens; and why, in sentences.

import { withTerms } from "./learn/glossary";
import { Rich } from "./learn/Rich";
import { tell } from "./store";
import type { Kind, MoveClass, Text } from "./wire";
import { t } from "../words";

const SIGNS: Record<MoveClass, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Without a class it is a move that cost something but not the result. */
export function ClassMark({ of }: { of: MoveClass | null }) {
  return (
    <span class={`mistake ${of ?? "costs"}`}>
      <span aria-hidden="true">{of ? SIGNS[of] : "·"}</span>
      <span class="unseen">{of && t(of)}</span>
    </span>
  );
}

/** What a mistake missed or allowed, or why a point is forbidden. A term says what it means where it comes first. */
export function Why({ of, kind }: { of: readonly Text[]; kind: Kind }) {
  if (of.length === 0) return null;
  const sentences = withTerms(of.map(tell).join("\n"), kind).split("\n");
  return (
    <ul class="why quiet small">
      {of.map((text, i) => (
        <li key={text.en}>
          <Rich text={sentences[i]!} />
        </li>
      ))}
    </ul>
  );
}
