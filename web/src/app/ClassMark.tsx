// How bad a move was: a sign for the eye, a word for readers of screens; and why, in sentences.

import { tell } from "./store";
import type { MoveClass, Text } from "./wire";
import { t } from "../words";

const SIGNS: Record<MoveClass, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export function ClassMark({ of }: { of: MoveClass }) {
  return (
    <span class={`mistake ${of}`}>
      <span aria-hidden="true">{SIGNS[of]}</span>
      <span class="unseen">{t(of)}</span>
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
