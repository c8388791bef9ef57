/** The scan of one's own map: in this browser alone, by pack; it is sent nowhere. */
import type { Pin } from "./ground";

export interface Scan {
  picture: Blob;
  /** The hexes by which it is laid. */
  pins: Pin[];
}

const [NAME, STORE] = ["vedette-scans", "scans"];

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("the browser keeps nothing"));
  });
}

async function run<T>(mode: IDBTransactionMode, deed: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const deal = base.transaction(STORE, mode);
      const asked = deed(deal.objectStore(STORE));
      deal.oncomplete = () => resolve(asked.result);
      deal.onerror = deal.onabort = () => reject(deal.error ?? new Error("the browser has no room for it"));
    });
  } finally {
    base.close();
  }
}

export const readScan = (pack: string): Promise<Scan | undefined> => run<Scan | undefined>("readonly", (store) => store.get(pack));
export const keepScan = (pack: string, scan: Scan): Promise<unknown> => run("readwrite", (store) => store.put(scan, pack));
export const dropScan = (pack: string): Promise<unknown> => run("readwrite", (store) => store.delete(pack));
