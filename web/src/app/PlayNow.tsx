// The address that `heibai` opens: straight to a board. The latest game goes on; without one, a game begins.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "./api";
import { Missing } from "./App";
import { freshForm, lastKind, request } from "./NewGame";
import { problemOf } from "./notice";
import { go } from "./route";
import { tell } from "./store";
import type { Problem } from "./wire";
import { t } from "../words";

export function PlayNow() {
  const failed = useSignal<Problem | null>(null);
  useEffect(() => {
    const find = async () => {
      const running = (await api.games()).games[0];
      const form = { ...freshForm(lastKind()), mode: "engine" as const };
      const id = running?.id ?? (await api.create(request(form, Math.random() < 0.5))).id;
      go(`/game/${id}`, true);
    };
    find().catch((error) => (failed.value = problemOf(error)));
  }, []);
  if (failed.value) return <Missing>{tell(failed.value)}</Missing>;
  return <section class="plain"><h1 class="quiet">{t("loading")}</h1></section>;
}
