// How many threads a search has in this browser.

/** More gain little, and warm a telephone. */
const MOST = 4;

/** Only an isolated page shares memory between its workers. One core is left to the page, but of two both are used. */
export function threadsOf(isIsolated: boolean, cores: number): number {
  return isIsolated ? Math.max(Math.min(cores, 2), Math.min(cores - 1, MOST)) : 1;
}
