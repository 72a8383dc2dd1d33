// A text as a QR code: bytes, error correction of level M, as small as it can be (ISO/IEC 18004, versions 1 to 10).

/** For each version: the bytes of error correction in a block, and the data bytes of each block. */
const BLOCKS: readonly (readonly [number, readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

/** Multiplication in the field of 256 elements that the code is made in. */
export function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The remainder of the data divided by the generator polynomial: the bytes of error correction. */
function correction(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    const by = [...generator, 0];
    generator.forEach((c, at) => (by[at + 1]! ^= times(c, root)));
    generator = by;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!;
    generator.forEach((c, at) => (rest[i + at]! ^= times(c, factor)));
  }
  return rest.slice(data.length);
}

/** The data with its length and padding, in blocks, with their error correction, interleaved. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [ecc, blocks] = BLOCKS[version - 1]!;
  const room = sum(blocks);
  const bits: number[] = [];
  const put = (value: number, width: number) => {
    for (let i = width - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

  let from = 0;
  const parts = blocks.map((length) => data.slice(from, (from += length)));
  const fixes = parts.map((part) => correction(part, ecc));
  const all: number[] = [];
  for (let i = 0; i < Math.max(...blocks); i++) for (const part of parts) if (i < part.length) all.push(part[i]!);
  for (let i = 0; i < ecc; i++) for (const fix of fixes) all.push(fix[i]!);
  return all;
}

/** A number with the remainder of its division by a generator behind it. */
function guarded(value: number, generator: number, width: number): number {
  let rest = value << width;
  for (let bit = 31 - Math.clz32(rest); bit >= width; bit = 31 - Math.clz32(rest)) rest ^= generator << (bit - width);
  return (value << width) | rest;
}

type Grid = { size: number; dark: boolean[]; fixed: boolean[] };

function set(grid: Grid, x: number, y: number, dark: boolean): void {
  if (x < 0 || y < 0 || x >= grid.size || y >= grid.size) return;
  grid.dark[y * grid.size + x] = dark;
  grid.fixed[y * grid.size + x] = true;
}

/** Everything that is not data: finders, timing, alignment, the version; the format's place is kept. */
function frame(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = { size, dark: new Array<boolean>(size * size).fill(false), fixed: new Array<boolean>(size * size).fill(false) };
  const square = (x: number, y: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(grid, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let i = 0; i < size; i++) {
    set(grid, i, 6, i % 2 === 0);
    set(grid, 6, i, i % 2 === 0);
  }
  const last = size - 7;
  const middle = version > 6 ? [6, (6 + last) / 2, last] : [6, last];
  if (version > 1)
    for (const x of middle)
      for (const y of middle) {
        const isCorner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!isCorner) square(x, y, 2, (d) => d !== 1);
      }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (d) => d !== 2 && d !== 4);
  writeFormat(grid, 0);
  if (version > 6) {
    const bits = guarded(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(grid, a, b, ((bits >> i) & 1) === 1);
      set(grid, b, a, ((bits >> i) & 1) === 1);
    }
  }
  return grid;
}

/** Which mask is used, twice; level M is written as 00. */
function writeFormat(grid: Grid, mask: number): void {
  const bits = guarded(mask, 0x537, 10) ^ 0x5412;
  const { size } = grid;
  for (let i = 0; i < 15; i++) {
    const isDark = ((bits >> i) & 1) === 1;
    if (i < 8) {
      set(grid, 8, i < 6 ? i : i + 1, isDark);
      set(grid, size - 1 - i, 8, isDark);
    } else {
      set(grid, i === 8 ? 7 : 14 - i, 8, isDark);
      set(grid, 8, size - 15 + i, isDark);
    }
  }
  set(grid, 8, size - 8, true);
}

export const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The places of the data in their order: two columns at a time from the right, up and down in turn. */
export function* path(size: number, isFixed: (x: number, y: number) => boolean): Generator<[number, number]> {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = isUp ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!isFixed(x, y)) yield [x, y];
    }
  }
}

/** How hard a code is to read: long runs, blocks, what looks like a finder, and too much of one colour. */
function penalty({ size, dark }: Grid): number {
  let found = 0;
  const at = (x: number, y: number) => dark[y * size + x]!;
  for (const isRow of [true, false])
    for (let line = 0; line < size; line++) {
      const text = Array.from({ length: size }, (_, i) => ((isRow ? at(i, line) : at(line, i)) ? "1" : "0")).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) found += run.length - 2;
      for (let i = 0; i + 11 <= size; i++) if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) found += 40;
    }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const same = at(x, y);
      if (at(x - 1, y) === same && at(x, y - 1) === same && at(x - 1, y - 1) === same) found += 3;
    }
  const share = dark.filter(Boolean).length / dark.length;
  return found + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/** The modules of the code, row by row, `true` where it is dark; null where the text is too long. */
export function qrCode(text: string): { size: number; dark: boolean[] } | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, blocks], i) => bytes.length + (i < 9 ? 2 : 3) <= sum(blocks)) + 1;
  if (version === 0) return null;
  const bits = codewords(bytes, version).flatMap((word) => Array.from({ length: 8 }, (_, i) => (word >> (7 - i)) & 1));
  const empty = frame(version);
  const masked = MASKS.map((mask, number) => {
    const grid = { ...empty, dark: [...empty.dark] };
    let next = 0;
    for (const [x, y] of path(grid.size, (px, py) => grid.fixed[py * grid.size + px]!))
      grid.dark[y * grid.size + x] = (bits[next++] === 1) !== mask(x, y);
    writeFormat(grid, number);
    return grid;
  });
  const [best] = masked.map((grid) => ({ grid, cost: penalty(grid) })).sort((a, b) => a.cost - b.cost);
  return { size: best!.grid.size, dark: best!.grid.dark };
}
