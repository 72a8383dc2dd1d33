// Keeps the page for times without a network, and asks the browser to keep what is stored.

import { signal } from "@preact/signals";
import { base } from "../app/end";

/** A newer version is here: it waits, or another tab has taken it. It is offered, never forced. */
export const newer = signal<ServiceWorker | "taken" | null>(null);

export async function keepOffline(): Promise<void> {
  void navigator.storage?.persist?.();
  const workers = navigator.serviceWorker;
  if (!workers) return;
  // The first version takes charge of a page that had none: nothing is new then.
  let isFirst = workers.controller === null;
  workers.addEventListener("controllerchange", () => {
    if (!isFirst) newer.value = "taken";
    isFirst = false;
  });
  try {
    const registration = await workers.register(`${base}sw.js`, { updateViaCache: "none" });
    const look = () => {
      if (registration.waiting && workers.controller) newer.value = registration.waiting;
    };
    look();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  } catch (error) {
    // The page works without it, as long as there is a network.
    console.warn(String(error));
  }
}

/** The new version takes over, and this page is loaded again; other tabs are offered it. */
export function takeNew(): void {
  if (newer.value === null || newer.value === "taken") return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  newer.value.postMessage("take over");
}
