// An answer of the server to what is asked now: when the question changes, the answer to the old one is not shown.

import { useSignal, type ReadonlySignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { problemOf } from "../notice";
import type { Problem } from "../wire";

export type Answered<T> = { value: T | null; failed: Problem | null; isBusy: boolean };

/** Asks when `question` changes; null asks nothing. The last answer stays until the new one is there. */
export function useAnswer<T>(question: string | null, ask: () => Promise<T>): ReadonlySignal<Answered<T>> {
  const answer = useSignal<Answered<T>>({ value: null, failed: null, isBusy: question !== null });
  const newest = useRef(0);
  useEffect(() => {
    const mine = ++newest.current;
    if (question === null) return;
    answer.value = { ...answer.peek(), isBusy: true };
    ask().then(
      (value) => mine === newest.current && (answer.value = { value, failed: null, isBusy: false }),
      (error: unknown) => mine === newest.current && (answer.value = { value: null, failed: problemOf(error), isBusy: false }),
    );
    return () => void newest.current++;
  }, [question]);
  return answer;
}
