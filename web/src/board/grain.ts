// Numbers that look like chance and are the same each time.

/** A small reproducible source of numbers between 0 and 1, so that the grain is the same each time. */
export function grain(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 4294967296;
  };
}
