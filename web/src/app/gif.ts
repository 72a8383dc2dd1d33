// Writes animated GIF files: a fixed palette for everything, only the changed rectangle of each frame, LZW as the format asks.

/** 6 levels of red, 7 of green, 6 of blue: 252 colours. The last index means "as before". */
const RED = 6,
  GREEN = 7,
  BLUE = 6;
const TRANSPARENT = 255;
const CODE_BITS = 8;

export class GifWriter {
  private readonly out = new Bytes();
  private before: Uint8Array | null = null;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.out.text("GIF89a");
    this.out.word(width);
    this.out.word(height);
    this.out.bytes([0xf7, 0, 0]);
    for (let i = 0; i < 256; i++) this.out.bytes(colour(i));
    // Repeat for ever.
    this.out.bytes([0x21, 0xff, 11]);
    this.out.text("NETSCAPE2.0");
    this.out.bytes([3, 1, 0, 0, 0]);
  }

  /** Adds a frame of RGBA pixels that stays for `ms`. */
  add(rgba: Uint8ClampedArray | Uint8Array, ms: number): void {
    const pixels = quantise(rgba, this.width);
    const box = this.before ? changedBox(this.before, pixels, this.width, this.height) : { x: 0, y: 0, w: this.width, h: this.height };
    const part = this.cut(pixels, box);
    this.out.bytes([0x21, 0xf9, 4, 0x05]);
    this.out.word(Math.max(2, Math.round(ms / 10)));
    this.out.bytes([TRANSPARENT, 0, 0x2c]);
    for (const n of [box.x, box.y, box.w, box.h]) this.out.word(n);
    this.out.bytes([0, CODE_BITS]);
    const data = lzw(part);
    for (let i = 0; i < data.length; i += 255) {
      const block = data.subarray(i, i + 255);
      this.out.bytes([block.length]);
      this.out.bytes(block);
    }
    this.out.bytes([0]);
    this.before = pixels;
  }

  private cut(pixels: Uint8Array, box: Box): Uint8Array {
    const part = new Uint8Array(box.w * box.h);
    for (let y = 0; y < box.h; y++) {
      for (let x = 0; x < box.w; x++) {
        const at = (box.y + y) * this.width + box.x + x;
        part[y * box.w + x] = this.before && this.before[at] === pixels[at] ? TRANSPARENT : pixels[at]!;
      }
    }
    return part;
  }

  finish(): Uint8Array {
    this.out.bytes([0x3b]);
    return this.out.all();
  }
}

function colour(index: number): [number, number, number] {
  if (index >= RED * GREEN * BLUE) return [0, 0, 0];
  const r = Math.floor(index / (GREEN * BLUE)),
    g = Math.floor(index / BLUE) % GREEN,
    b = index % BLUE;
  return [Math.round((r * 255) / (RED - 1)), Math.round((g * 255) / (GREEN - 1)), Math.round((b * 255) / (BLUE - 1))];
}

/** Thresholds that spread the rounding error evenly over each 4x4 block of pixels. */
const DITHER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((v) => (v + 0.5) / 16 - 0.5);

function quantise(rgba: Uint8ClampedArray | Uint8Array, width: number): Uint8Array {
  const pixels = new Uint8Array(rgba.length / 4);
  const level = (value: number, shift: number, levels: number) => Math.min(levels - 1, Math.max(0, Math.round((value / 255) * (levels - 1) + shift)));
  for (let i = 0; i < pixels.length; i++) {
    const x = i % width,
      y = Math.floor(i / width);
    const shift = DITHER[(y & 3) * 4 + (x & 3)]! * 0.75;
    const r = level(rgba[i * 4]!, shift, RED),
      g = level(rgba[i * 4 + 1]!, shift, GREEN),
      b = level(rgba[i * 4 + 2]!, shift, BLUE);
    pixels[i] = (r * GREEN + g) * BLUE + b;
  }
  return pixels;
}

type Box = { x: number; y: number; w: number; h: number };

function changedBox(a: Uint8Array, b: Uint8Array, width: number, height: number): Box {
  let left = width,
    right = -1,
    top = height,
    bottom = -1;
  for (let i = 0; i < b.length; i++) {
    if (a[i] === b[i]) continue;
    const x = i % width,
      y = Math.floor(i / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? { x: 0, y: 0, w: 1, h: 1 } : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

const CLEAR = 1 << CODE_BITS,
  END = CLEAR + 1,
  LARGEST = 4096;

export function lzw(pixels: Uint8Array): Uint8Array {
  const out = new Bytes();
  let held = 0,
    bits = 0,
    width = CODE_BITS + 1,
    next = END + 1;
  const codes = new Map<number, number>();
  const write = (code: number) => {
    held |= code << bits;
    bits += width;
    while (bits >= 8) {
      out.bytes([held & 255]);
      held >>>= 8;
      bits -= 8;
    }
  };
  write(CLEAR);
  let prefix = pixels[0]!;
  for (let i = 1; i < pixels.length; i++) {
    const key = (prefix << 8) | pixels[i]!;
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    if (next < LARGEST) {
      if (next === 1 << width) width++;
      codes.set(key, next++);
    } else {
      write(CLEAR);
      codes.clear();
      width = CODE_BITS + 1;
      next = END + 1;
    }
    prefix = pixels[i]!;
  }
  write(prefix);
  if (next === 1 << width && width < 12) width++;
  write(END);
  if (bits > 0) out.bytes([held & 255]);
  return out.all();
}

class Bytes {
  private data = new Uint8Array(1 << 16);
  private length = 0;

  bytes(list: ArrayLike<number>): void {
    if (this.length + list.length > this.data.length) {
      const larger = new Uint8Array(Math.max(this.data.length * 2, this.length + list.length));
      larger.set(this.data.subarray(0, this.length));
      this.data = larger;
    }
    this.data.set(list, this.length);
    this.length += list.length;
  }

  word(n: number): void {
    this.bytes([n & 255, n >> 8]);
  }

  text(text: string): void {
    this.bytes([...text].map((c) => c.charCodeAt(0)));
  }

  all(): Uint8Array {
    return this.data.slice(0, this.length);
  }
}
