// What is kept between visits: rows of text by key, in the browser's database.

import type { Row } from "./messages";

const STORE = "rows";
/** What each version of the rows' form changed, in order. A database of an older one goes through the steps after it. */
const STEPS: ((database: IDBDatabase) => void)[] = [(database) => void database.createObjectStore(STORE)];
/** Lists, which are read when the core starts; the rest is read when it is wanted. */
export const LISTS = ["day/", "game/", "me", "mistake/", "progress/", "rating/", "record/"];

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((ok, failed) => {
    request.onsuccess = () => ok(request.result);
    request.onerror = () => failed(request.error ?? new Error("the database does not answer"));
  });

export class Rows {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(name: string): Promise<Rows> {
    const request = indexedDB.open(name, STEPS.length);
    request.onupgradeneeded = ({ oldVersion }) => STEPS.slice(oldVersion).forEach((step) => step(request.result));
    return new Rows(await done(request));
  }

  /** Rows whose keys begin so, in order. */
  async read(prefix: string): Promise<Row[]> {
    const store = this.database.transaction(STORE).objectStore(STORE);
    const range = IDBKeyRange.bound(prefix, prefix + "\uffff");
    const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done(store.getAll(range))]);
    return keys.map((key, i) => [key as string, values[i] as string]);
  }

  /** Keeps or forgets rows, all of them or none. */
  write(rows: { key: string; value: string | null }[]): Promise<void> {
    return new Promise((ok, failed) => {
      const change = this.database.transaction(STORE, "readwrite", { durability: "strict" });
      change.oncomplete = () => ok();
      change.onabort = () => failed(change.error ?? new Error("the database is full"));
      const store = change.objectStore(STORE);
      for (const { key, value } of rows) {
        if (value === null) store.delete(key);
        else store.put(value, key);
      }
    });
  }
}
