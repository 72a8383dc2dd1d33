// Something asked of the server when a view opens. What could not be reached is not empty: it is asked for again.

import { effect, useSignal, type ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { problemOf } from "./notice";
import { connection } from "./socket";
import type { Problem } from "./wire";

export type Loaded<T> = { value: ReadonlySignal<T | null>; failed: ReadonlySignal<Problem | null>; again: () => void };

/** Asks now, when `about` changes, and when a lost connection is back. */
export function useLoaded<T>(ask: () => Promise<T>, about: readonly unknown[] = []): Loaded<T> {
  const value = useSignal<T | null>(null);
  const failed = useSignal<Problem | null>(null);
  const again = () => {
    ask().then(
      (found) => {
        value.value = found;
        failed.value = null;
      },
      (error: unknown) => (failed.value = problemOf(error)),
    );
  };
  useEffect(() => {
    again();
    return effect(() => {
      if (connection.online.value && failed.peek()) again();
    });
  }, about);
  return { value, failed, again };
}
