// The core as WebAssembly: a message goes in, messages come out.

type Exports = {
  memory: WebAssembly.Memory;
  heibai_room(length: number): number;
  heibai_ask(address: number, length: number): number;
};

const write = new TextEncoder(),
  read = new TextDecoder();

export class Module {
  private constructor(private readonly exports: Exports) {}

  static async load(source: Response | Promise<Response> | BufferSource): Promise<Module> {
    const imports = { heibai: { now: () => performance.now() } };
    const bytes = source instanceof Response || source instanceof Promise ? await (await source).arrayBuffer() : source;
    const { instance } = await WebAssembly.instantiate(bytes, imports);
    return new Module(instance.exports as unknown as Exports);
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
