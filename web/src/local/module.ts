// A module of WebAssembly, the core or the engines: a message goes in, messages come out.

import { checked, patiently, type Known, type Tell } from "./fetched";

type Exports = {
  memory: WebAssembly.Memory;
  heibai_room(length: number): number;
  heibai_ask(address: number, length: number): number;
};

/** Both modules among the page's files: another one has another name, so that a tab never gets one of another version. */
const MODULES = JSON.parse(import.meta.env.VITE_MODULES ?? "{}") as Record<"core" | "engines", Known>;

/** A module's bytes; where the network does not give them, it is asked again until it does. */
export function moduleBytes(base: string, name: "core" | "engines", tell: Tell): Promise<Uint8Array<ArrayBuffer>> {
  const known = MODULES[name];
  return patiently(known.path, tell, (follow) => checked(new URL(known.path, base), known, follow));
}

const write = new TextEncoder(),
  read = new TextDecoder();

/** The browser knows the old encodings of texts; the module asks for what bytes say in one of them. */
function decoded(module: Exports, name: number, nameLength: number, at: number, length: number): number {
  const bytes = (from: number, count: number) => new Uint8Array(module.memory.buffer, from, count).slice();
  let text: Uint8Array;
  try {
    text = write.encode(new TextDecoder(read.decode(bytes(name, nameLength)), { fatal: true }).decode(bytes(at, length)));
  } catch {
    return 0;
  }
  const room = module.heibai_room(4 + text.length);
  new DataView(module.memory.buffer).setUint32(room, text.length, true);
  new Uint8Array(module.memory.buffer).set(text, room + 4);
  return room;
}

export class Module {
  private constructor(private readonly exports: Exports) {}

  static async load(source: Response | Promise<Response> | BufferSource): Promise<Module> {
    const decode = (name: number, nameLength: number, at: number, length: number) => decoded(exports!, name, nameLength, at, length);
    const imports = { heibai: { now: () => performance.now(), decode } };
    let exports: Exports | null = null;
    const bytes = source instanceof Response || source instanceof Promise ? await (await source).arrayBuffer() : source;
    const { instance } = await WebAssembly.instantiate(bytes, imports);
    exports = instance.exports as unknown as Exports;
    return new Module(exports);
  }

  /** Asks; `body` is what belongs to the message and is no JSON. */
  ask<T>(message: object, body?: Uint8Array): T[] {
    const line = write.encode(JSON.stringify(message));
    const length = line.length + (body ? body.length + 1 : 0);
    const address = this.exports.heibai_room(length);
    const room = new Uint8Array(this.exports.memory.buffer, address, length);
    room.set(line);
    if (body) {
      room[line.length] = 10;
      room.set(body, line.length + 1);
    }
    const at = this.exports.heibai_ask(address, length);
    const size = new DataView(this.exports.memory.buffer).getUint32(at, true);
    const told = JSON.parse(read.decode(new Uint8Array(this.exports.memory.buffer, at + 4, size))) as (T & { unreadable?: string })[];
    if (told[0]?.unreadable) throw new Error(told[0].unreadable);
    return told;
  }
}
