import { afterEach, expect, test, vi } from "vitest";
import { load, newCrew } from "./host.mjs";

const word = (text: string) => [text.length, ...new TextEncoder().encode(text)];
const section = (id: number, ...bytes: number[]) => [id, bytes.length, ...bytes];

/**
 * The smallest module with threads: it begins two of them one after the other, then asks how many a search may have, and
 * lays the three answers at the beginning of its memory.
 */
function module(): Uint8Array<ArrayBuffer> {
  const keep = (at: number, ...call: number[]) => [0x41, at, ...call, 0x36, 2, 0];
  const code = [0, ...keep(0, 0x41, 7, 0x10, 0), ...keep(4, 0x41, 8, 0x10, 0), ...keep(8, 0x10, 1), 0x0b];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 3, ...[0x60, 1, 0x7f, 1, 0x7f], ...[0x60, 0, 1, 0x7f], ...[0x60, 0, 0]),
    ...section(2, 2, ...word("wasi"), ...word("thread-spawn"), 0, 0, ...word("heibai"), ...word("threads"), 0, 1),
    ...section(3, 1, 2),
    ...section(5, 1, 0, 1),
    ...section(7, 2, ...word("memory"), 2, 0, ...word("_start"), 0, 2),
    ...section(10, 1, code.length, ...code),
  ]);
}

const answers = async (crew: ReturnType<typeof newCrew>) => [...new Int32Array((await load(module(), crew)).memory.buffer, 0, 3)];

afterEach(() => void vi.restoreAllMocks());

test("whoever begins a thread never waits for one that ends, since that one may need a lock held here", async () => {
  const waited = vi.spyOn(Atomics, "wait").mockReturnValue("timed-out");
  // One slot: the first thread takes it, the second is refused, and a search may have no thread beside its own.
  expect(await answers(newCrew(2))).toEqual([1, -1, 1]);
  // Only the question how many there are may wait.
  expect(waited).toHaveBeenCalledTimes(1);
});

test("a search waits for the threads of the one before", async () => {
  const crew = newCrew(2);
  vi.spyOn(Atomics, "wait").mockImplementation(() => {
    // The thread is back at its slot: the first number of it, behind two others.
    Atomics.store(crew.slots, 2, 0);
    return "ok";
  });
  expect(await answers(crew)).toEqual([1, -1, 2]);
});
