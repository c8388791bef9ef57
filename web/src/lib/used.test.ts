import { expect, test } from "vitest";
import type { ChartBook } from "./fetched";
import { cellOf } from "./used";

const BOOK: ChartBook = {
  columns: { morale: ["die", "result"], results: ["roll", "C", "8-9", "10-12"] },
  charts: { morale: [{ die: "1", result: "-" }], results: [{ roll: "11-13" }, { roll: "14-16" }, { roll: "21" }] },
};

test("a fire's columns tell its chart, its dice the row", () => {
  const what = { base: "10-12", column: "8-9", roll: 15 };
  expect(cellOf(BOOK, what)).toEqual({ chart: "results", column: "8-9", row: 1 });
  expect(cellOf(BOOK, { ...what, roll: 21 })?.row).toBe(2);
  expect(cellOf(BOOK, { ...what, roll: null })?.row).toBe(-1);
});

test("columns that no chart has light nothing", () => {
  expect([cellOf(BOOK, null), cellOf(BOOK, { base: "x", column: "C", roll: 11 })]).toEqual([null, null]);
});
