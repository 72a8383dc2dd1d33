// Where sentences to the person appear: in a place kept free for them, near what they concern, never over anything.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { dismiss, notice } from "./notice";
import { connection } from "./socket";
import { tell } from "./store";
import { t } from "../words";

type Spot = { rank: number };
const spots = signal<readonly Spot[]>([]);

/** Of all the spots on the page the one of the highest rank speaks: 0 the page, 1 a board, 2 a dialog. */
export function NoticeSpot({ rank, children }: { rank: number; children?: ComponentChildren }) {
  const spot = useMemo<Spot>(() => ({ rank }), []);
  useEffect(() => {
    spots.value = [...spots.peek(), spot].sort((a, b) => a.rank - b.rank);
    return () => void (spots.value = spots.peek().filter((s) => s !== spot));
  }, []);
  const now = notice.value;
  if (spots.value.at(-1) !== spot) return <>{children}</>;
  // Screen readers hear it from the live region.
  if (now)
    return (
      <button class={`notice ${now.tone}`} onClick={dismiss} aria-hidden="true" tabIndex={-1}>
        {tell(now.text)}
      </button>
    );
  if (connection.lost.value)
    return (
      <p class="offline" role="status">
        {t(connection.unsent.value > 0 ? "offlineMove" : "offline")}
      </p>
    );
  return <>{children}</>;
}
