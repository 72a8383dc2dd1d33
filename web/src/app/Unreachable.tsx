// Stands where something would be that could not be asked for.

import type { Loaded } from "./loaded";
import { tell } from "./store";
import { t } from "../words";

export function Unreachable({ of }: { of: Pick<Loaded<unknown>, "failed" | "again"> }) {
  if (!of.failed.value) return null;
  return (
    <div class="empty unreachable" role="status">
      <p>{tell(of.failed.value)}</p>
      <button onClick={of.again}>{t("tryAgain")}</button>
    </div>
  );
}
