import { expect, test } from "vitest";
import { lineOf, type OwnCounter } from "./own";
import { pasted, pastedCells, pastedLines } from "./pasted";

const PLACES = [["fresh_sp", "6"], ["weapon", "R"], ["fresh_cr", "4"], ["worn_sp", "3"], ["worn_cr", "3"]] as const;

function counter(row: string): OwnCounter {
  const fields = PLACES.map(([column, value]) => ({ column, face: "front", wants: "", cell: { value } }));
  return { row, name: row, side: "union", brigade: "", source: "", fields, face: "", back: "" };
}

const NAMES = ["7 OH-a", "7 OH-b", "7 IN-a", "7 IN-b", "1 WV-a", "1 WV-b"];
const SHEET = NAMES.map(counter);
const VALUES = NAMES.map((_, n) => [String(n + 1), "S", "5", String(n), "2"]);

/** Numbers by lot that are the same each time. */
function lots(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** How people spoil a table on its way, and how many of its rows then have no place. */
const KINDS: Record<string, [(table: string[][]) => string, number]> = {
  "as it is": [(t) => tabs(t), 0],
  "with heads": [(t) => tabs([["unit", "sp", "weapon", "cr", "worn sp", "worn cr"], ...t]), 0],
  "with lines of Windows": [(t) => tabs(t).replaceAll("\n", "\r\n"), 0],
  "with lines of an old Mac": [(t) => tabs(t).replaceAll("\n", "\r"), 0],
  "with empty lines at its end": [(t) => `${tabs(t)}\n\n\n`, 0],
  "with an empty line in it": [(t) => tabs([...t.slice(0, 3), [""], ...t.slice(3)]), 0],
  "with empty columns behind": [(t) => tabs(t.map((row) => [...row, "", ""])), 0],
  "in quotation marks": [(t) => tabs(t.map((row) => row.map((cell) => `"${cell}"`))), 0],
  "parted by semicolons": [(t) => t.map((row) => row.join(";")).join("\n"), 0],
  "with hard spaces": [(t) => tabs(t.map((row) => row.map((cell) => cell.replace(" ", "\u00a0")))), 0],
  "with spaces round the cells": [(t) => tabs(t.map((row) => row.map((cell) => ` ${cell} `))), 0],
  "in another order": [(t) => tabs([...t].reverse()), 0],
  "without some rows": [(t) => tabs(t.filter((_, n) => n % 2)), 0],
  "with a name mistyped": [(t) => tabs(t.map((row, n) => (n === 2 ? ["7 INa", ...row.slice(1)] : row))), 1],
  "with a sum below": [(t) => tabs([...t, ["Sum", "21", "", "", "15", ""]]), 1],
  "with units of another game": [(t) => tabs([...t, ["5 TX", "4", "R", "4", "2", "3"], ["18 GA", "4", "R", "4", "2", "3"]]), 2],
  "with a cell of two lines": [(t) => tabs(t.map(([name = "", ...rest]) => [name, ...rest.slice(0, 4), '"2\n"'])), 0],
};

function tabs(table: string[][]): string {
  return table.map((row) => row.join("\t")).join("\n");
}

test.each(Object.keys(KINDS))("a table of counters %s: each row fills its own counter or is told", (kind) => {
  const [spoil, lost] = KINDS[kind] as (typeof KINDS)[string];
  const by = lots(21 + kind.length);
  for (let round = 0; round < 12; round++) {
    const chosen = NAMES.map((_, n) => n).filter((n) => n === 2 || by() < 0.8);
    const table = chosen.map((n) => [NAMES[n] ?? "", ...(VALUES[n] ?? [])]);
    if (kind === "with a name mistyped" && (table[2]?.[0] ?? "") === "") continue;
    const laid = pastedLines(pasted(spoil(table)) ?? [], SHEET, 4);
    expect(laid.lost).toHaveLength(lost);
    for (const [one, line] of laid.found) {
      const { values, wrong } = lineOf(line, one);
      expect(wrong).toBe("");
      expect(Object.values(values)).toEqual(VALUES[NAMES.indexOf(one.row)]);
    }
    const kept = kind === "without some rows" ? table.filter((_, n) => n % 2).length : table.length - (kind === "with a name mistyped" ? 1 : 0);
    expect(laid.found).toHaveLength(kept);
  }
});

test("without names it goes from a line on, and what is past the last counter is told", () => {
  const laid = pastedLines(pasted(tabs(VALUES)) ?? [], SHEET, 4);
  expect(laid.found.map(([one]) => one.row)).toEqual(["1 WV-a", "1 WV-b"]);
  expect(laid.lost).toEqual(VALUES.slice(2).map((row) => row.join(" ")));
  expect(pasted("6R4 3 3")).toBeNull();
});

const ROWS = ["11-13", "14-16", "21-23"];
const COLUMNS = ["C", "1", "2"];
const CARD = [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]];
const ALL = ROWS.flatMap((row, r) => COLUMNS.map((column, c) => [row, column, CARD[r]?.[c]]));

test.each([
  ["from its first cell", CARD, 0],
  ["with the names of its rows", CARD.map((row, n) => [ROWS[n] ?? "", ...row]), 0],
  ["with heads and names", [["roll", ...COLUMNS], ...CARD.map((row, n) => [ROWS[n] ?? "", ...row])], 0],
  ["with its columns in another order", [["roll", "2", "1", "C"], ...CARD.map((row, n) => [ROWS[n] ?? "", ...[...row].reverse()])], 0],
  ["with its rows in another order", CARD.map((row, n) => [ROWS[n] ?? "", ...row]).reverse(), 0],
  ["with a row more", [...CARD.map((row, n) => [ROWS[n] ?? "", ...row]), ["24-26", "1", "1", "1"]], 1],
  ["with a column more", CARD.map((row, n) => [ROWS[n] ?? "", ...row, "9"]), 3],
])("a chart %s", (_, table, lost) => {
  const laid = pastedCells(table, ROWS, COLUMNS, 0, 0);
  expect([...laid.found].sort()).toEqual([...ALL].sort());
  expect(laid.lost).toHaveLength(lost);
});

test("a row whose name takes two columns is found by both", () => {
  const table = [["test", "die", "skedaddle", "depletion"], ["close fight", "1", "AM", "AD"], ["routine", "1", "M", "-"]];
  const laid = pastedCells(table, ["close fight 1", "routine 1"], ["depletion", "skedaddle"], 1, 1, 2);
  expect(laid.found).toEqual([["close fight 1", "skedaddle", "AM"], ["close fight 1", "depletion", "AD"], ["routine 1", "skedaddle", "M"], ["routine 1", "depletion", "-"]]);
  expect(laid.lost).toEqual([]);
});
