// The title of the window: where one is, and whether it is one's turn.

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language } from "./settings";
import { t } from "../words";

const place = signal<(() => string) | null>(null);

/** Names the view while it is shown. The words follow the language. */
export function useTitle(words: () => string): void {
  useEffect(() => {
    place.value = words;
    return () => {
      if (place.peek() === words) place.value = null;
    };
  });
}

export function followTitle(): void {
  effect(() => {
    void language.value;
    const here = place.value?.();
    document.title = here ? `${here} · ${t("brand")}` : t("title");
  });
}
