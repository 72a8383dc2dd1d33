// Which view the address names.

import { computed, signal } from "@preact/signals";

export type Route =
  | { view: "home" }
  | { view: "play" }
  | { view: "game"; id: string; invite: string | null }
  | { view: "study"; id: string; ply: number | null; review: boolean }
  | { view: "library" }
  | { view: "training"; set: string | null; id: string | null }
  | { view: "openings" }
  | { view: "live"; run: string | null }
  | { view: "missing" };

export function parse(path: string, query: string): Route {
  const [first = "", second, third, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const words = new URLSearchParams(query);
  if (rest.length > 0) return { view: "missing" };
  switch (first) {
    case "":
      return { view: "home" };
    case "play":
      return second ? { view: "missing" } : { view: "play" };
    case "game":
      return second && !third ? { view: "game", id: second, invite: words.get("invite") } : { view: "missing" };
    case "study": {
      const ply = Number(words.get("ply") ?? NaN);
      return second && !third
        ? { view: "study", id: second, ply: Number.isFinite(ply) ? ply : null, review: words.has("review") }
        : { view: "missing" };
    }
    case "library":
      return second ? { view: "missing" } : { view: "library" };
    case "training":
      return { view: "training", set: second ?? null, id: third ?? null };
    case "openings":
      return second ? { view: "missing" } : { view: "openings" };
    case "live":
      return third ? { view: "missing" } : { view: "live", run: second ?? null };
    default:
      return { view: "missing" };
  }
}

const here = signal(typeof location === "undefined" ? "/" : location.pathname + location.search);
export const route = computed(() => {
  const [path = "/", query = ""] = here.value.split("?");
  return parse(path, query);
});

export function go(address: string, replace = false): void {
  if (address === here.value) return;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  here.value = address;
  if (!replace) window.scrollTo(0, 0);
}

export function followAddress(): void {
  addEventListener("popstate", () => (here.value = location.pathname + location.search));
  // Links of the page change the view without loading it again.
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target || link.download || link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
