import { expect, test } from "vitest";
import { threadsOf } from "./threads";

test("a search has one thread where memory is not shared, and leaves a core to the page", () => {
  expect([1, 2, 4, 64].map((cores) => threadsOf(false, cores))).toEqual([1, 1, 1, 1]);
  expect([1, 2, 3, 4, 5, 8, 64].map((cores) => threadsOf(true, cores))).toEqual([1, 2, 2, 3, 4, 4, 4]);
});
