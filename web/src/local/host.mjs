// What a module of WebAssembly finds around it: its memory, what it imports, and how it is asked (docs/site.md,
// crates/kernels/src/host.rs). Plain JavaScript, since Node runs it as it is in tests and in `heibai bench wasm`.

/**
 * The threads of a search, the first one included, and how they find each other.
 * @typedef {{ count: number, slots: Int32Array }} Crew
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} heibai_room
 * @property {(address: number, length: number) => number} heibai_ask
 * @property {() => void} [_start]
 * @property {(thread: number, argument: number) => void} wasi_thread_start
 */

/** Pages of 64 kB that the engines begin with (xtask/src/wasm.rs), and the most: where those cannot be had, fewer. */
const FIRST = 512;
const MOST = [32768, 16384, 8192];
/** How the engines import their memory. The last byte says that it has a limit, which is 1, and that it is shared, 2. */
const IMPORT = [3, ...letters("env"), 6, ...letters("memory"), 2, 3];
/** No import is further from the beginning of a module. */
const IMPORTS = 1 << 16;
/** Threads need as much room as the first one has (xtask/src/wasm.rs). */
const ENVIRONMENT = "RUST_MIN_STACK=4194304\0";
/** There is no such file. */
const BAD_FILE = 8;

const write = new TextEncoder(),
  read = new TextDecoder();

/** @param {string} text */
function letters(text) {
  return [...text].map((letter) => letter.charCodeAt(0));
}

/**
 * The same module with a memory of its own, where nobody is there to share it with: not every browser lends a shared
 * memory to a page that is not isolated.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function unshared(bytes) {
  const at = bytes.subarray(0, IMPORTS).findIndex((_, from) => IMPORT.every((byte, i) => bytes[from + i] === byte));
  if (at < 0) return bytes;
  const changed = bytes.slice();
  changed[at + IMPORT.length - 1] = 1;
  return changed;
}

/** @param {boolean} shared */
function newMemory(shared) {
  let refused;
  for (const maximum of MOST) {
    try {
      return new WebAssembly.Memory({ initial: FIRST, maximum, shared });
    } catch (error) {
      // A telephone may refuse what a computer has.
      refused = error;
    }
  }
  throw refused;
}

/** Milliseconds on a clock that all threads share. */
const now = () => performance.timeOrigin + performance.now();

/**
 * What a module of ours asks of its host.
 * @param {() => Exports} exports
 * @param {WebAssembly.Memory | null} memory
 * @param {Crew | null} crew
 */
function imports(exports, memory, crew) {
  /** A copy: browsers refuse to read, write or fill shared memory themselves. */
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(exports().memory.buffer, at, length).slice();
  const put = (/** @type {number} */ at, /** @type {Uint8Array} */ from) => new Uint8Array(exports().memory.buffer).set(from, at);
  const view = () => new DataView(exports().memory.buffer);
  const heibai = {
    now,
    threads: () => (crew ? ready(crew) : 1),
    /** The browser knows the old encodings of texts; the module asks for what bytes say in one of them. */
    decode(/** @type {number} */ name, /** @type {number} */ nameLength, /** @type {number} */ at, /** @type {number} */ length) {
      let text;
      try {
        text = write.encode(new TextDecoder(read.decode(bytes(name, nameLength)), { fatal: true }).decode(bytes(at, length)));
      } catch {
        return 0;
      }
      const room = exports().heibai_room(4 + text.length);
      view().setUint32(room, text.length, true);
      put(room + 4, text);
      return room;
    },
  };
  /** What Rust's library asks of a system; there are no files. */
  const system = {
    environ_sizes_get(/** @type {number} */ count, /** @type {number} */ size) {
      view().setUint32(count, 1, true);
      view().setUint32(size, ENVIRONMENT.length, true);
      return 0;
    },
    environ_get(/** @type {number} */ list, /** @type {number} */ at) {
      view().setUint32(list, at, true);
      put(at, write.encode(ENVIRONMENT));
      return 0;
    },
    clock_time_get(/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) {
      view().setBigUint64(at, BigInt(Math.round(now() * 1e6)), true);
      return 0;
    },
    random_get(/** @type {number} */ at, /** @type {number} */ length) {
      put(at, crypto.getRandomValues(new Uint8Array(length)));
      return 0;
    },
    /** What the module says before it breaks down. */
    fd_write(/** @type {number} */ _file, /** @type {number} */ parts, /** @type {number} */ count, /** @type {number} */ written) {
      const part = (/** @type {number} */ n) => bytes(view().getUint32(parts + 8 * n, true), view().getUint32(parts + 8 * n + 4, true));
      const all = Array.from({ length: count }, (_, n) => part(n));
      console.warn(all.map((one) => read.decode(one)).join(""));
      view().setUint32(
        written,
        all.reduce((sum, one) => sum + one.length, 0),
        true,
      );
      return 0;
    },
    sched_yield: () => 0,
    proc_exit(/** @type {number} */ code) {
      throw new Error(`the module ended with ${code}`);
    },
  };
  const others = { get: (/** @type {any} */ known, /** @type {string} */ name) => known[name] ?? (() => BAD_FILE) };
  return {
    heibai,
    wasi_snapshot_preview1: new Proxy(system, others),
    wasi: { "thread-spawn": (/** @type {number} */ argument) => (crew ? begin(crew.slots, argument) : -1) },
    ...(memory && { env: { memory } }),
  };
}

// Threads. A worker that waits for a search neither starts another worker nor hears a message. So all workers are there
// before the search begins, each waits at a slot of shared memory, and a thread is begun by filling a slot: whether there
// is a thread, its number and its argument. Before the slots stand the number of the last thread and how many have ended.
const LAST = 0,
  ENDED = 1,
  HEAD = 2,
  SLOT = 3;
const FREE = 0,
  TAKEN = 1,
  READY = 2;
/** A thread that has ended is back at its slot within this time, or else something is wrong with it. */
const PATIENCE_MS = 5000;

/**
 * @param {number} count
 * @returns {Crew}
 */
export function newCrew(count) {
  return { count, slots: new Int32Array(new SharedArrayBuffer(4 * (HEAD + SLOT * (count - 1)))) };
}

/**
 * How many threads a search that begins now may have. Those of the search before are waited for: a thread has told its
 * results before it is back at its slot. Not when a thread begins, since the library then holds a lock that a thread needs
 * to end.
 * @param {Crew} crew
 */
function ready({ count, slots }) {
  for (;;) {
    const ended = Atomics.load(slots, ENDED);
    let busy = 0;
    for (let at = HEAD; at < slots.length; at += SLOT) if (Atomics.load(slots, at) !== FREE) busy++;
    if (busy === 0) return count;
    if (Atomics.wait(slots, ENDED, ended, PATIENCE_MS) === "timed-out") return 1;
  }
}

/**
 * Begins a thread in a free slot, and gives its number; below 0 if there is none.
 * @param {Int32Array} slots
 * @param {number} argument
 */
function begin(slots, argument) {
  for (let at = HEAD; at < slots.length; at += SLOT)
    if (Atomics.compareExchange(slots, at, FREE, TAKEN) === FREE) {
      const number = Atomics.add(slots, LAST, 1) + 1;
      Atomics.store(slots, at + 1, number);
      Atomics.store(slots, at + 2, argument);
      Atomics.store(slots, at, READY);
      Atomics.notify(slots, at);
      return number;
    }
  return -1;
}

/**
 * Does the threads of one slot, one after another, until the worker ends.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {Crew} crew
 * @param {number} number
 * @param {() => void} ready
 */
export async function serve(module, memory, crew, number, ready) {
  const { wasi_thread_start: run } = await instantiate(module, memory, crew);
  const { slots } = crew;
  const at = HEAD + SLOT * number;
  ready();
  for (;;) {
    for (let state; (state = Atomics.load(slots, at)) !== READY;) Atomics.wait(slots, at, state);
    run(Atomics.load(slots, at + 1), Atomics.load(slots, at + 2));
    Atomics.store(slots, at, FREE);
    Atomics.add(slots, ENDED, 1);
    Atomics.notify(slots, ENDED);
  }
}

/**
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory | null} memory
 * @param {Crew | null} crew
 * @returns {Promise<Exports>}
 */
async function instantiate(module, memory, crew) {
  /** @type {any} */
  let exports = null;
  const instance = await WebAssembly.instantiate(
    module,
    imports(() => exports, memory, crew),
  );
  exports = instance.exports;
  return exports;
}

/**
 * Loads a module, the core or the engines: a message goes in, messages come out. With a crew, whose other members are to
 * serve before the first message, the engines search on several threads.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Crew | null} crew
 */
export async function load(bytes, crew = null) {
  const module = await WebAssembly.compile(crew ? bytes : unshared(bytes));
  const hasMemory = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
  const memory = hasMemory ? newMemory(crew !== null) : null;
  const exports = await instantiate(module, memory, crew);
  exports._start?.();
  return {
    module,
    memory: exports.memory,
    /**
     * Asks; `body` is what belongs to the message and is no JSON.
     * @type {<T>(message: object, body?: Uint8Array) => T[]}
     */
    ask: (message, body) => {
      const line = write.encode(JSON.stringify(message));
      const length = line.length + (body ? body.length + 1 : 0);
      const address = exports.heibai_room(length);
      const room = new Uint8Array(exports.memory.buffer, address, length);
      room.set(line);
      if (body) {
        room[line.length] = 10;
        room.set(body, line.length + 1);
      }
      const at = exports.heibai_ask(address, length);
      const size = new DataView(exports.memory.buffer).getUint32(at, true);
      const told = JSON.parse(read.decode(new Uint8Array(exports.memory.buffer, at + 4, size).slice()));
      if (told[0]?.unreadable) throw new Error(told[0].unreadable);
      return told;
    },
  };
}
