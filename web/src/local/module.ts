// The bytes of the modules of WebAssembly among the page's files.

import { checked, patiently, type Known, type Tell } from "./fetched";

/** Another module has another name, so that a tab never gets one of another version. */
const MODULES = JSON.parse(import.meta.env.VITE_MODULES ?? "{}") as Record<"core" | "engines", Known>;

/** A module's bytes; where the network does not give them, it is asked again until it does. */
export function moduleBytes(base: string, name: "core" | "engines", tell: Tell): Promise<Uint8Array<ArrayBuffer>> {
  const known = MODULES[name];
  return patiently(known.path, tell, (follow) => checked(new URL(known.path, base), known, follow));
}
