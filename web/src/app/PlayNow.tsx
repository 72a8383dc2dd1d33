// The address that `heibai` opens: straight to a board. The latest game goes on; without one, a game begins.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "./api";
import { Missing } from "./App";
import { isMatch } from "./entries";
import { freshForm, gentlest, hasPlayed, lastKind, plainForm, request } from "./NewGame";
import { problemOf } from "./notice";
import { go } from "./route";
import { tell } from "./store";
import type { Problem } from "./wire";
import { t } from "../words";

export function PlayNow() {
  const failed = useSignal<Problem | null>(null);
  useEffect(() => {
    const find = async () => {
      const running = (await api.games()).games.find((game) => !isMatch(game));
      const kind = lastKind();
      const form = { ...freshForm(kind), mode: "engine" as const };
      // Whoever plays for the first time meets the gentlest opponent.
      if (!hasPlayed(kind)) form.level = gentlest(kind) ?? form.level;
      // What was chosen last may be gone by now (an engine's file, say): then the usual game.
      const begin = () => api.create(request(form, Math.random() < 0.5)).catch(() => api.create(request(plainForm(form.kind), true)));
      go(`/game/${running?.id ?? (await begin()).id}`, true);
    };
    find().catch((error) => (failed.value = problemOf(error)));
  }, []);
  if (failed.value) return <Missing>{tell(failed.value)}</Missing>;
  return (
    <section class="plain">
      <h1 class="quiet">{t("loading")}</h1>
    </section>
  );
}
