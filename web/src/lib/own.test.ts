import { expect, test } from "vitest";
import { at, boxed, differing, type Drawn, filled, laidOn, lineFrom, lineOf, type OwnCounter, type OwnLayer, places, withColumn, withoutColumn, withoutRow, withRow, withText } from "./own";

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

test("letters run together are taken apart by what the places hold", () => {
  const one = counter("7 OH-a", ["fresh_sp", STRENGTH, "6"], ["weapon", WEAPON, "R"], ["fresh_cr", "", "4"], ["worn_sp", STRENGTH, "3"]);
  const values = (line: string) => Object.values(lineOf(line, one).values);
  expect(values("CR4 3")).toEqual(["C", "R", "4", "3"]);
  expect(values("ccc4 c")).toEqual(["C", "CC", "4", "C"]);
  expect(values("csr4")).toEqual(["C", "Sr", "4"]);
  expect(values("9Sr4")).toEqual(["9", "Sr", "4"]);
  expect(values("C.4 C")).toEqual(["C", "4", "C"]);
});

test("boxes of a cell may be typed with spaces", () => {
  const boxes = "severe|tough|routine";
  expect(["- 0 1-3", "-|0|1", "- 0", "-  0  1"].map((text) => boxed(text, boxes))).toEqual(["-|0|1-3", "-|0|1", "- 0", "-|0|1"]);
  expect(boxed("a b c", "")).toBe("a b c");
});

test("boxes that are left out in front have nothing", () => {
  const boxes = "severe|tough|routine";
  expect(["0-1", "0  1-2", "-", "-|0|1", "- 0 1-3", " ", "1 2 3 4"].map((text) => filled(text, boxes))).toEqual(
    ["-|-|0-1", "-|0|1-2", "-|-|-", "-|0|1", "- 0 1-3", " ", "1 2 3 4"],
  );
  expect(filled("0-1", "")).toBe("0-1");
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

test("what differs is what is one's own, in force and another than the program's", () => {
  const cells = new Map([
    [at("crt", "11-13", "C"), { value: "-|-|0", made: "-|-|-", layer: "mine" }],
    [at("crt", "11-13", "1"), { value: "-|-|-", layer: "mine", seen: true }],
    [at("crt", "11-13", "2"), { value: "-|-|-" }],
    [at("weapon_ranges", "infantry R", "long"), { value: "", made: "2", layer: "" }],
  ]);
  expect(differing(cells)).toEqual([
    { table: "crt", row: "11-13", column: "C", made: "-|-|-", mine: "-|-|0", layer: "mine" },
    { table: "weapon_ranges", row: "infantry R", column: "long", made: "2", mine: "", layer: "" },
  ]);
});

test("a layer is on top where none that is in force lies over it", () => {
  const layers = [["mine", true], ["errata", true], ["old", false]].map(([name, on]) => ({ name, on }) as OwnLayer);
  expect(["mine", "errata", "old", "new"].map((name) => laidOn(layers, name))).toEqual([false, true, false, false]);
});
