// The way to the drill of openings, among the problem sets.

import { metaOf, tell } from "../store";
import { t } from "../../words";

export function OpeningsCard() {
  return (
    <li>
      <a class="set" href="/openings" id="to-openings">
        <span class="chip othello">{tell(metaOf("othello").name)}</span>
        <strong>{t("drillTitle")}</strong>
        <span class="quiet">{t("drillAbout")}</span>
      </a>
    </li>
  );
}
