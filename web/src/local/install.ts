// Keeps the page for times without a network, and asks the browser to keep what is stored.

import { signal } from "@preact/signals";
import { base } from "../app/end";

/** A newer version is here and waits: it is offered, never forced. */
export const waiting = signal<ServiceWorker | null>(null);

export async function keepOffline(): Promise<void> {
  void navigator.storage?.persist?.();
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(`${base}sw.js`, { updateViaCache: "none" });
    const look = () => {
      if (registration.waiting && navigator.serviceWorker.controller) waiting.value = registration.waiting;
    };
    look();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  } catch (error) {
    // The page works without it, as long as there is a network.
    console.warn(String(error));
  }
}

/** The new version takes over, and the page is loaded again. */
export function takeNew(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.value?.postMessage("take over");
}
