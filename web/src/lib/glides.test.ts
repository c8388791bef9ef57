import { expect, test } from "vitest";
import { line } from "./fixtures";
import { glides } from "./glides";

const HEXES = { "2035": [0, 0], "2034": [100, 0], "2033": [200, 0] } as const;
const way = (from: string, hex: string, units = ["33 VA"]) => line(1, "moves", { units, from: [from], hex, trace: "way" });

test("a counter glides through all hexes of its way, longer for each", () => {
  expect(glides([way("2035", "2034"), way("2034", "2033")], HEXES)).toEqual([{ unit: "33 VA", points: [[0, 0], [100, 0], [200, 0]], time: 430 }]);
  expect(glides([way("2035", "2034", ["4 VA", "27 VA"])], HEXES).map(({ unit, time }) => [unit, time])).toEqual([["4 VA", 350], ["27 VA", 350]]);
});

test("what is no move, or comes from off the board, does not glide", () => {
  expect(glides([line(1, "fires", { units: ["4 VA"], from: ["2035"], hex: "2034", trace: "fire" }), way("", "2034", ["2 VA"]), way("0101", "2034")], HEXES)).toEqual([]);
});
