import { expect, test } from "vitest";
import { chartsOf, citesIn, columnsOf, inForce, sourcesOf, titleOf } from "./charts";
import type { ChartBook } from "./fetched";

const row = (roll: string, source: string) => ({ roll, "1": "-", source });
const book: ChartBook = {
  charts: { crt: [row("11-13", "reconstructed: stronger"), row("14", "rule KT-12.3-1"), row("15", "reconstructed: stronger")] },
  columns: { crt: ["roll", "1", "source"] },
  words: { crt: { title: "Combat Results Table", explained: "" } },
};

test("the source is told apart from the printed columns", () => {
  expect([columnsOf(book, "crt"), titleOf(book, "crt"), titleOf(book, "fog_of_war")]).toEqual([
    ["roll", "1"], "Combat Results Table", "fog of war",
  ]);
});

test("for which game a row is goes without saying", () => {
  expect(columnsOf({ ...book, columns: { a: ["game", "side", "general", "source"] } }, "a")).toEqual(["side", "general"]);
});

test("each source is named once, with its rows and whether it is made up", () => {
  expect(sourcesOf(book, "crt")).toEqual([
    { source: "reconstructed: stronger", rows: "11-13, 15", madeUp: true },
    { source: "rule KT-12.3-1", rows: "14", madeUp: false },
  ]);
  expect(sourcesOf({ ...book, charts: { crt: [row("1", "a"), row("2", "a")] } }, "crt")[0]?.rows).toBe("all rows");
});

test("charts stand as the pack names them", () => {
  expect(chartsOf({ ...book, charts: { a: [], crt: [] } })).toEqual(["crt", "a"]);
});

test("numbers of cases are cut out of a source", () => {
  expect(citesIn("rule KT-15.7-pass; see SS-12.1b").filter((part) => part.cite).map((part) => part.text)).toEqual([
    "KT-15.7-pass", "SS-12.1b",
  ]);
});

test("the cells that count now are found by the columns that name their row", () => {
  const ratings = [{ chit: "Duval", rating: "3" }, { chit: "Crook", rating: "1" }];
  const here = { ...book, charts: { ratings } };
  const cells = [{ chart: "ratings", where: { chit: "Crook" }, column: "rating" }, { chart: "ratings", where: { chit: "Early" }, column: "rating" }];
  expect([...inForce(here, "ratings", cells)]).toEqual([[1, "rating"]]);
  expect(inForce(here, "crt", cells).size).toBe(0);
});
