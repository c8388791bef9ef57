import { afterEach, expect, test, vi } from "vitest";
import { join } from "./joining";
import type { Table } from "./table.svelte";

class Wire {
  static all: Wire[] = [];
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly address: string) {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
  /** It is let in, and shown the game. */
  shows(): void {
    this.onopen?.();
    this.onmessage?.({ data: '{"state":{}}' });
  }
}

afterEach(() => void vi.unstubAllGlobals());

test("a page behind another tab says so, also to the server that it comes back to, and is told elsewhere meanwhile", () => {
  const heard = new Map<string, () => void>();
  const page = {
    hidden: false,
    addEventListener: (name: string, hear: () => void) => heard.set(name, hear),
    removeEventListener: (name: string) => heard.delete(name),
  };
  const later: (() => void)[] = [];
  vi.stubGlobal("document", page);
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("window", {
    location: { protocol: "http:", host: "here" },
    addEventListener: () => {},
    removeEventListener: () => {},
    setTimeout: (run: () => void) => later.push(run),
  });
  const table = { have: -1, join: () => {}, take: () => {} } as unknown as Table;
  const leave = join(table, { game: "g", key: "k" });
  const [first] = Wire.all;
  first?.shows();
  expect(first?.sent).toEqual([]);
  expect(first?.address).not.toMatch("hidden");
  page.hidden = true;
  heard.get("visibilitychange")?.();
  expect(first?.sent).toEqual(['{"hidden":{"on":true}}']);
  first?.onclose?.({ code: 1006 });
  later.pop()?.();
  expect(Wire.all[1]?.address).toMatch(/&hidden=1$/);
  Wire.all[1]?.shows();
  page.hidden = false;
  heard.get("visibilitychange")?.();
  expect(Wire.all[1]?.sent).toEqual(['{"hidden":{"on":true}}', '{"hidden":{"on":false}}']);
  page.hidden = true;
  Wire.all[1]?.onclose?.({ code: 1006 });
  later.pop()?.();
  page.hidden = false; // it comes to the front while the line is laid
  heard.get("visibilitychange")?.();
  Wire.all[2]?.shows();
  expect(Wire.all[2]?.sent).toEqual(['{"hidden":{"on":false}}']);
  leave();
  expect(heard.size).toBe(0);
});
