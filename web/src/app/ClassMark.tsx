// How bad a move was: a sign for the eye, a word for readers of screens; and why, in sentences.

import { tell } from "./store";
import type { MoveClass, Text } from "./wire";
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

/** What a mistake missed or allowed. */
export function Why({ of }: { of: readonly Text[] }) {
  return of.length === 0 ? null : (
    <ul class="why quiet small">
      {of.map((text) => (
        <li key={text.en}>{tell(text)}</li>
      ))}
    </ul>
  );
}
