import { beforeEach, expect, test } from "vitest";
import { decision, state, unit } from "./fixtures";
import { Page } from "./page.svelte";
import type { Geometry, Summary } from "./fetched";
import { Table } from "./table.svelte";

let page: Page;
let sent: Record<string, Record<string, unknown>>[];

beforeEach(() => {
  sent = [];
  const table = new Table("g", () => "id");
  table.join({ send: (message) => sent.push(message) });
  table.take({ state: state({ decisions: [decision(["fire at 1834"])] }) });
  const geometry: Geometry = { size: 1, width: 1, height: 1, view: [0, 0, 1, 1], hexes: { "1834": [0, 0] }, corners: [] };
  page = new Page(table, { game: "g", key: "k" }, {} as Summary, geometry, () => undefined);
});

test("a click with one answer gives it, one with several asks which", () => {
  const [a, b] = [{ text: "a", hex: "1834", cite: "" }, { text: "b", hex: "1834", cite: "" }];
  expect(page.click("1834", null, [])).toBe(false);
  page.click("1834", null, [a, b]);
  expect([page.choosing?.answers, sent.length]).toEqual([[a, b], 0]);
  page.click("1834", null, [a]);
  expect([page.choosing, sent[0]?.act?.text]).toEqual([null, "a"]);
});

test("a part that wants the clicks gets them before the answers", () => {
  const seen: unknown[] = [];
  const off = page.onClick((hex, one) => (seen.push([hex, one?.id]), true));
  page.click("1834", unit("27 VA", "1834"), [{ text: "a", hex: "1834", cite: "" }]);
  expect([seen, sent]).toEqual([[["1834", "27 VA"]], []]);
  off();
  page.click("1834", null, [{ text: "a", hex: "1834", cite: "" }]);
  expect(sent.length).toBe(1);
});
