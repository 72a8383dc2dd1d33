// The service worker of the static site: keeps the page and its core, so that they open without a network. Written by
// `cargo xtask site` with the list of files and their hashes. A new version waits until every tab of the old one is
// closed, or until a person asks for it.

const version = "VERSION";
const files = ["FILES"];
const name = `heibai ${new URL(registration.scope).pathname} page ${version}`;
const own = `heibai ${new URL(registration.scope).pathname} page `;

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetches a file anew; one that came broken is refused, and the old version goes on. */
async function keep(cache, [path, hash]) {
  const url = new URL(path, registration.scope);
  const response = await fetch(url, { cache: "no-cache" });
  const bytes = await response.clone().arrayBuffer();
  if (!response.ok || (await sha256(bytes)) !== hash) throw new Error(`${path} came broken`);
  await cache.put(url, response);
}

addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => Promise.all(files.map((file) => keep(cache, file)))));
});

/** Tabs of the version before go on with its files; what is older goes. Names come in the order of their making. */
addEventListener("activate", (event) => {
  const tidy = async () => {
    const kept = (await caches.keys()).filter((other) => other.startsWith(own));
    const before = kept.filter((other) => other !== name).at(-1);
    for (const other of kept) if (other !== name && other !== before) await caches.delete(other);
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("message", (event) => {
  if (event.data === "take over") void skipWaiting();
});

/** What this version keeps, or the one before: names of files change with what is in them. */
async function kept(url) {
  const here = await (await caches.open(name)).match(url);
  if (here) return here;
  for (const other of await caches.keys()) {
    const found = other.startsWith(own) && other !== name && (await (await caches.open(other)).match(url));
    if (found) return found;
  }
  return undefined;
}

/**
 * Headers that isolate the page from those of other origins: browsers let only such a page share memory between its
 * threads. A web server need not send them; with the second load the page has them from here.
 */
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

function isolated(response) {
  // What was sent elsewhere, or may not be read, goes on as it is.
  if (response.status === 0 || response.redirected) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(registration.scope) || url.search) return;
  const wanted = event.request.mode === "navigate" ? new URL("index.html", registration.scope) : url;
  event.respondWith(kept(wanted).then(async (found) => isolated(found ?? (await fetch(event.request)))));
});
