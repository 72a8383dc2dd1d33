// What is offered to the person of a page without a server: a new version, and to give a server the games played here.

import { complain, notify } from "../app/notice";
import { phrase, t } from "../words";
import { NewVersion } from "./NewVersion";
import { give, isBusy, later, offered } from "./server";

/** Stands above every view but a board at which somebody plays. */
export function Offers() {
  return (
    <div class="offers">
      <NewVersion id="offer-version" />
      {offered.value.length > 0 && (
        <p class="offer" id="offer-games">
          <span>{t("giveGames", { n: offered.value.length })}</span>
          <button class="primary" disabled={isBusy.value} onClick={() => void give().then((n) => notify(phrase("gaveGames", { n })), complain)}>
            {t("giveNow")}
          </button>
          <button onClick={later}>{t("notNow")}</button>
        </p>
      )}
    </div>
  );
}
