import { expect, test } from "vitest";
import { boxed, type Drawn, lineFrom, lineOf, type OwnCounter, pasted, pastedLines, places, withColumn, withoutColumn, withoutRow, withRow, withText } from "./own";

const STRENGTH = "a strength: C or a number from 1 to 99";
const WEAPON = "R, S, C, CC, SS, Sr, Mx, P, N or T";

function counter(row: string, ...fields: [string, string, string][]): OwnCounter {
  const given = fields.map(([column, wants, value]) => ({ column, face: "front", wants, cell: { value } }));
  return { row, name: row, side: "union", brigade: "", source: "", fields: given, face: "", back: "" };
}

const OHIO = counter("7 OH-a", ["fresh_sp", STRENGTH, "6"], ["weapon", WEAPON, "R"], ["fresh_cr", "", "4"], ["worn_sp", STRENGTH, "3"], ["worn_cr", "", "3"],
  ["fragile", "yes or no", "no"], ["dismounted_sp", STRENGTH, ""]);

test("a line fills the places that the counter has, in their order", () => {
  expect(places(OHIO).map(({ column }) => column)).toEqual(["fresh_sp", "weapon", "fresh_cr", "worn_sp", "worn_cr"]);
});

const ALL = { fresh_sp: "6", weapon: "R", fresh_cr: "4", worn_sp: "3", worn_cr: "2" };

test.each([
  ["6R4 3 2", ALL],
  ["6r4 3 2", ALL],
  ["6, R, 4; 3 2", ALL],
  ["6\tR\t4\t3\t2", ALL],
  ["12", { fresh_sp: "12" }],
  ["12sr", { fresh_sp: "12", weapon: "Sr" }],
  [". . 5", { fresh_cr: "5" }],
  ["fragile=yes 6", { fresh_sp: "6", fragile: "yes" }],
  ["dismounted_sp=4", { dismounted_sp: "4" }],
  ["", {}],
])("the line %s", (text, values) => expect(lineOf(text, OHIO)).toEqual({ values, wrong: "" }));

test("a line that cannot be taken apart says why", () => {
  expect(lineOf("1 2 3 4 5 6", OHIO).wrong).toBe("6 values for 5 places; write fresh sp, weapon, fresh cr, worn sp, worn cr");
  expect(lineOf("strong=5", OHIO).wrong).toContain("there is no strong; write one of fresh_sp, weapon");
});

test("what was typed is written as a line that gives it again", () => {
  for (const values of [ALL, { fresh_cr: "5" }, { weapon: "Sr", fragile: "yes" }, {}] as Record<string, string>[]) {
    const line = lineFrom(OHIO, (column) => values[column]);
    expect(lineOf(line, OHIO).values).toEqual(values);
  }
  expect(lineFrom(OHIO, (column) => ({ fresh_cr: "5" })[column])).toBe(". . 5");
});

test("a pasted table goes by names, or from a line on", () => {
  const sheet = [OHIO, { ...OHIO, row: "B", name: "B" }, { ...OHIO, row: "C", name: "C" }];
  expect(pasted("6R4 3 3")).toBeNull();
  const lines = (text: string, from: number): string[][] => pastedLines(pasted(text) ?? [], sheet, from).map(([one, line]) => [one.row, line]);
  expect(lines("6\tR\r\n7\tS\r\n", 1)).toEqual([["B", "6 R"], ["C", "7 S"]]);
  expect(lines("C\t6\t\t4\n7 OH-a\t7\t\t", 0)).toEqual([["C", "6 . 4"], ["7 OH-a", "7 . ."]]);
  expect(lines("1\t\n2\t\n3\t", 2)).toEqual([["C", "1 ."]]);
});

test("boxes of a cell may be typed with spaces", () => {
  const boxes = "severe|tough|routine";
  expect(["- 0 1-3", "-|0|1", "- 0", "-  0  1"].map((text) => boxed(text, boxes))).toEqual(["-|0|1-3", "-|0|1", "- 0", "-|0|1"]);
  expect(boxed("a b c", "")).toBe("a b c");
});

test("a chart takes the shape of another card", () => {
  const drawn: Drawn = { table: "crt", columns: ["roll", "1", "2"], rows: [["11", "a", "b"], ["12", "c", "d"]] };
  expect(withColumn(drawn, 1)).toEqual({ table: "crt", columns: ["roll", "1", "", "2"], rows: [["11", "a", "", "b"], ["12", "c", "", "d"]] });
  expect(withoutColumn(withColumn(drawn, 1), 2)).toEqual(drawn);
  expect(withRow(drawn, 0).rows).toEqual([["11", "a", "b"], ["", "", ""], ["12", "c", "d"]]);
  expect(withoutRow(withRow(drawn, 0), 1)).toEqual(drawn);
  expect(withText(drawn, -1, 2, "2+").columns).toEqual(["roll", "1", "2+"]);
  expect(withText(drawn, 1, 0, "12-13").rows[1]).toEqual(["12-13", "c", "d"]);
});
