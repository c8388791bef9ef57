import { expect, test } from "vitest";
import type { ChartBook } from "./fetched";
import type { LogLine } from "./protocol";
import { boxesOf, lastThrow, spots } from "./thrown";

const BOOK: ChartBook = {
  columns: { crt: ["roll", "5"], tests: ["test", "die", "depletion", "skedaddle"] },
  charts: {
    crt: [{ roll: "11-13", "5": "-|-|0" }, { roll: "54-56", "5": "-|0-2|3-4" }],
    tests: [{ test: "tough", die: "1", depletion: "-", skedaddle: "-" }, { test: "tough", die: "4", depletion: "D", skedaddle: "M" }],
  },
  words: { crt: { title: "Combat Results Table", explained: "", boxes: "severe|tough|routine" } },
};
const FIRE = { chart: "crt", where: { roll: "54-56" }, column: "5" };
const TEST = [
  { chart: "tests", where: { test: "tough", die: "4" }, column: "depletion" },
  { chart: "tests", where: { test: "tough", die: "1" }, column: "skedaddle" },
];
const line = (n: number, cells: LogLine["cells"], back?: number) => ({ n, cells, ...(back === undefined ? {} : { back }) }) as LogLine;

test("the last throw is that of any chart, or of the one that is open", () => {
  const lines = [line(1, [FIRE]), line(2, TEST), line(3, [])];
  expect([lastThrow(lines)?.n, lastThrow(lines, "crt")?.n, lastThrow(lines, "fog")]).toEqual([2, 1, null]);
});

test("a throw that was taken back is not the last one", () => {
  expect(lastThrow([line(1, [FIRE]), line(2, TEST), line(3, [], 2)])?.n).toBe(1);
});

test("two dice are read in two rows", () => {
  expect(spots(BOOK, "tests", TEST)).toEqual([{ column: "depletion", row: 1 }, { column: "skedaddle", row: 0 }]);
  expect(spots(BOOK, "crt", TEST)).toEqual([]);
});

test("the boxes of a cell are named, and the empty ones are left out", () => {
  expect(boxesOf(BOOK, "crt", "-|0-2|3-4")).toEqual([
    { name: "tough", rank: 1, text: "0-2" },
    { name: "routine", rank: 2, text: "3-4" },
  ]);
  expect([boxesOf(BOOK, "crt", "-|-|-"), boxesOf(BOOK, "crt", "54-56"), boxesOf(BOOK, "tests", "a|b|c")]).toEqual([[], null, null]);
});
