// The offer of a newer version.

import { t } from "../words";
import { newer, takeNew } from "./install";

export function NewVersion({ id }: { id: string }) {
  if (!newer.value) return null;
  return (
    <p class="offer">
      <span>{t("newVersion")}</span>
      <button id={id} class="primary" onClick={takeNew}>
        {t("takeNewVersion")}
      </button>
    </p>
  );
}
