// The code is read back by what the standard says of reading, not by what wrote it.

import { describe, expect, it } from "vitest";
import { MASKS, path, qrCode, times } from "./qr";

/** Level M: bytes of error correction and data for each version, as the standard's table 9 gives them in total. */
const TOTALS = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 36, 2],
  [134, 48, 2],
  [172, 64, 4],
  [196, 72, 4],
  [242, 88, 4],
  [292, 110, 5],
  [346, 130, 5],
] as const;

function isFixed(size: number, x: number, y: number): boolean {
  const version = (size - 17) / 4;
  const last = size - 7;
  if (x === 6 || y === 6) return true;
  if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return true;
  if (version > 6 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) return true;
  const centres = version === 1 ? [] : version > 6 ? [6, (6 + last) / 2, last] : [6, last];
  return centres.some((cx) =>
    centres.some(
      (cy) =>
        Math.abs(x - cx) < 3 && Math.abs(y - cy) < 3 && !(cx === 6 && cy === 6) && !(cx !== cy && cx + cy === 6 + last && (cx === 6 || cy === 6)),
    ),
  );
}

function read(code: { size: number; dark: boolean[] }): string {
  const { size, dark } = code;
  const version = (size - 17) / 4;
  const at = (x: number, y: number) => dark[y * size + x]!;
  let format = 0;
  for (let i = 0; i < 15; i++) format |= Number(i < 8 ? at(size - 1 - i, 8) : at(8, size - 15 + i)) << i;
  const mask = ((format ^ 0x5412) >> 10) & 0b111;
  expect((format ^ 0x5412) >> 13, "level M").toBe(0);
  const bits = [...path(size, (x, y) => isFixed(size, x, y))].map(([x, y]) => Number(at(x, y) !== MASKS[mask]!(x, y)));
  const [total, ecc, blocks] = TOTALS[version - 1]!;
  const words = Array.from({ length: total }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));
  const short = Math.floor((total - ecc) / blocks),
    long = (total - ecc) % blocks;
  const parts: number[][] = Array.from({ length: blocks }, () => []);
  let next = 0;
  for (let i = 0; i <= short; i++) parts.forEach((part, b) => (i < short || b >= blocks - long) && part.push(words[next++]!));
  const whole = parts.map((part) => [...part]);
  for (let i = 0; i < ecc / blocks; i++) for (const part of whole) part.push(words[next++]!);
  // A block without errors is zero at every root of its generator.
  for (const part of whole)
    for (let i = 0, root = 1; i < ecc / blocks; i++, root = times(root, 2))
      expect(part.reduce((value, word) => times(value, root) ^ word, 0)).toBe(0);
  const stream = parts.flat().flatMap((word) => Array.from({ length: 8 }, (_, i) => (word >> (7 - i)) & 1));
  const take = (from: number, width: number) => parseInt(stream.slice(from, from + width).join(""), 2);
  expect(take(0, 4), "bytes").toBe(0b0100);
  const width = version < 10 ? 8 : 16;
  const bytes = Array.from({ length: take(4, width) }, (_, i) => take(4 + width + 8 * i, 8));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

describe("QR code", () => {
  it("holds every text of every length that fits, and none beyond", () => {
    for (let length = 1; length <= 213; length += length < 20 ? 1 : 7) {
      const text = "https://play.example/game/".repeat(10).slice(0, length);
      expect(read(qrCode(text)!)).toBe(text);
    }
    expect(read(qrCode("黑白：https://例子.cn")!)).toBe("黑白：https://例子.cn");
    expect(qrCode("x".repeat(213))!.size).toBe(57);
    expect(qrCode("x".repeat(214))).toBeNull();
  });

  it("shows the three finders", () => {
    const { size, dark } = qrCode("http://127.0.0.1:8866/game/abc?invite=def")!;
    for (const [x, y] of [
      [0, 0],
      [size - 7, 0],
      [0, size - 7],
    ] as const)
      for (let i = 0; i < 7; i++) expect([dark[y * size + x + i], dark[(y + i) * size + x]]).toEqual([true, true]);
  });
});
