// Which view the address names.

import { computed, signal } from "@preact/signals";
import { options } from "preact";
import { isSite } from "./end";
import { count, readLine, readNotes, type AddressedLine, type Notes } from "./lineaddress";

export type Route =
  | { view: "home" }
  | { view: "play" }
  | { view: "game"; id: string; invite: string | null }
  | { view: "study"; id: string; ply: number | null; turns: string; review: boolean }
  | { view: "scratch"; line: AddressedLine; ply: number | null; notes?: Notes }
  | { view: "editor"; kind: string }
  | { view: "library" }
  | { view: "training"; set: string | null; id: string | null; isToday?: true }
  | { view: "learn"; game: string | null; id: string | null; topic?: string }
  | { view: "openings" }
  | { view: "live"; run: string | null }
  | { view: "lab"; query: string }
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
      const ply = count(words.get("ply"));
      if (!second || third) return { view: "missing" };
      if (second !== "new") return { view: "study", id: second, ply, turns: words.get("v") ?? "", review: words.has("review") };
      const notes = readNotes(words);
      return { view: "scratch", line: readLine(words), ply, ...(notes.length > 0 ? { notes } : {}) };
    }
    case "editor":
      return second ? { view: "missing" } : { view: "editor", kind: words.get("kind") ?? "" };
    case "library":
      return second ? { view: "missing" } : { view: "library" };
    case "training":
      return { view: "training", set: second ?? null, id: third ?? null, ...(words.has("today") ? { isToday: true } : {}) };
    case "lab":
      return second ? { view: "missing" } : { view: "lab", query };
    case "learn":
      return { view: "learn", game: second ?? null, id: third ?? null, ...(words.has("game") ? { topic: words.get("game")! } : {}) };
    case "openings":
      return second ? { view: "missing" } : { view: "openings" };
    case "live":
      return third ? { view: "missing" } : { view: "live", run: second ?? null };
    default:
      return { view: "missing" };
  }
}

/** A site without a server has one file: its views stand behind the #. */
const address = () => (isSite ? (location.hash.startsWith("#/") ? location.hash.slice(1) : "/") : location.pathname + location.search);
const here = signal(typeof location === "undefined" ? "/" : address());
export const route = computed(() => {
  const [path = "/", query = ""] = here.value.split("?");
  return parse(path, query);
});

/** A view's address as a link has it. */
export const linkTo = (view: string): string => (isSite ? `#${view}` : view);

export function go(view: string, replace = false): void {
  clearTimeout(waiting);
  if (view === here.value && view === address()) return;
  // Whoever goes on from an open box comes back to the view, not to the box.
  if (replace || isLayer()) history.replaceState(null, "", linkTo(view));
  else history.pushState(null, "", linkTo(view));
  here.value = view;
  if (!replace) window.scrollTo(0, 0);
}

/** What lies over the view and goes away when one goes back. */
let layer: (() => void) | null = null;
const LAYER = "layer";
const isLayer = () => history.state === LAYER;

/** Something was opened over the view: going back closes it, and the view stays. */
export function openLayer(close: () => void): void {
  layer?.();
  if (!isLayer()) history.pushState(LAYER, "");
  layer = close;
}

/** It is closed by a touch, or with what it belongs to. */
export function closeLayer(close: () => void): void {
  if (layer !== close) return;
  layer = null;
  close();
  if (isLayer()) history.back();
}

/** Browsers refuse an address that changes too often. */
const WRITE_MS = 150;
let waiting = 0;

/** Writes another address for the view that is shown, without showing it anew. */
export function stay(view: string): void {
  clearTimeout(waiting);
  const folder = () => address().split(/[/?]/)[1];
  const before = folder();
  waiting = window.setTimeout(() => {
    // Whoever has gone on meanwhile has an address of their own.
    if (folder() === before) history.replaceState(history.state, "", linkTo(view));
  }, WRITE_MS);
}

export function followAddress(): void {
  addEventListener("popstate", () => {
    layer?.();
    layer = null;
    here.value = address();
  });
  if (isSite) return followLinks();
  // Links of the page change the view without loading it again.
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target || link.download || link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}

/** Links are written as the server has them; here each becomes one behind the #, which the browser follows by itself. */
function followLinks(): void {
  const before = options.vnode?.bind(options);
  options.vnode = (node) => {
    const props = node.props as { href?: unknown };
    if (node.type === "a" && typeof props.href === "string" && props.href.startsWith("/")) props.href = linkTo(props.href);
    before?.(node);
  };
  addEventListener("hashchange", () => {
    here.value = address();
    window.scrollTo(0, 0);
  });
}
