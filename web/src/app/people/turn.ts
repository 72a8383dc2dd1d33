// Whoever looks elsewhere hears that it is their turn.

import { notify } from "../notice";
import { language, notifyTurn } from "../settings";
import { phrase } from "../../words";
import type { Text } from "../wire";

export const canNotify = (): boolean => typeof Notification !== "undefined" && isSecureContext;

/** Switches it on or off; the browser asks the person first. */
export async function chooseNotifying(on: boolean): Promise<void> {
  notifyTurn.value = on;
  // Refused: the switch goes back.
  if (on) notifyTurn.value = (await Notification.requestPermission()) === "granted";
  if (on && !notifyTurn.value) notify(phrase("notifyDenied", {}), "warn");
}

/** Tells of something in a game, unless the page is in sight. */
export function tellAway(game: string, text: Text): void {
  if (!document.hidden || !notifyTurn.value || !canNotify() || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(text[language.value], { tag: game, icon: "/icon.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some browsers show notifications of installed pages only; the title tells it as well.
  }
}
