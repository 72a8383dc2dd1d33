// The rules of each game in a minute.

import { signal } from "@preact/signals";
import { GAMES, KINDS } from "./games";
import { Dialog } from "./parts";
import { metaOf, tell } from "./store";
import { t } from "../words";

export const rulesOpen = signal(false);

export function RulesDialog() {
  return (
    <Dialog id="rules-dialog" title={t("learnRules")} onClose={() => (rulesOpen.value = false)}>
      {KINDS.map((kind) => (
        <section key={kind} class="rules-of">
          <h3>{tell(metaOf(kind).name)}</h3>
          <ol>
            {GAMES[kind].rules.map((rule) => (
              <li key={rule}>{t(rule)}</li>
            ))}
          </ol>
          <p>
            <a href={`/learn/${kind}`} onClick={() => (rulesOpen.value = false)}>
              {t("learnByPlaying")}
            </a>
          </p>
        </section>
      ))}
    </Dialog>
  );
}
