import { beforeEach, expect, test, vi } from "vitest";
import { decision, line, state } from "./fixtures";
import { Page } from "./page.svelte";
import { Past } from "./past.svelte";
import type { Geometry, Summary } from "./fetched";
import type { FromServer, GameState } from "./protocol";
import { Table } from "./table.svelte";

let table: Table;
let past: Past;
let sent: Record<string, unknown>[];

beforeEach(() => {
  const kept = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal("localStorage", kept);
  vi.stubGlobal("sessionStorage", kept);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("window", { clearTimeout: () => undefined });
  sent = [];
  let id = 0;
  table = new Table("g", () => `i${++id}`);
  table.join({ send: (message) => sent.push(message) });
  const geometry: Geometry = { size: 1, width: 1, height: 1, view: [0, 0, 1, 1], hexes: {}, corners: [] };
  past = new Past(new Page(table, { game: "g", key: "k" }, {} as Summary, geometry, () => undefined));
  table.on<GameState>("state", (one) => past.hear(one));
  table.take({ state: state({ n: 4, decisions: [decision(["done"])], log: [line(4, "before")] }) });
});

/** The player answers, and this is how the game stands then, in one message. */
async function answered(n: number, own: number): Promise<boolean> {
  table.act("done");
  past.acted();
  table.take({ done: { id: "i1", n: own, events: [] } } as unknown as FromServer);
  const log = Array.from({ length: n - 4 }, (_, i) => line(5 + i, `entry ${5 + i}`));
  table.take({ state: state({ n, decisions: [decision(["pass"])], log }) });
  void past.asks(9);
  return sent.some((message) => "news" in message);
}

test("what an answer itself brought is no news", async () => {
  expect(await answered(6, 6)).toBe(false);
});

test("what came after it, by orders too, is news though it comes with the same state", async () => {
  expect(await answered(9, 6)).toBe(true);
});
