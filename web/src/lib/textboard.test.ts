import { expect, test } from "vitest";
import type { Geometry } from "./fetched";
import { around, step } from "./textboard";

/** Pointed hexes: 11 12 / 21 22 / 31 32, the second row half a hex to the right. */
const geometry: Geometry = {
  size: 100, width: 300, height: 300, view: [0, 0, 300, 300], corners: [],
  hexes: { "11": [0, 0], "12": [100, 0], "21": [50, 87], "22": [150, 87], "31": [0, 173], "32": [100, 173] },
  sides: { "21": { "12": "slope up, road" } },
};

test("the hexes around one are named by their way, with what lies between", () => {
  expect(around(geometry, "21")).toEqual([
    { way: "east", hex: "22", between: "" },
    { way: "north-east", hex: "12", between: "slope up, road" },
    { way: "north-west", hex: "11", between: "" },
    { way: "south-west", hex: "31", between: "" },
    { way: "south-east", hex: "32", between: "" },
  ]);
});

test("keys lead to neighbours and nowhere at the edge", () => {
  const keys = ["ArrowRight", "ArrowUp", "Home", "PageDown", "ArrowLeft", "x"];
  expect(keys.map((key) => step(geometry, "21", key))).toEqual(["22", "12", "11", "32", null, null]);
});

test("where hexes lie flat side up the arrows to the side lead aslant", () => {
  const flat: Geometry = { ...geometry, corners: [[58, 0], [29, -50]], hexes: { a: [0, 0], b: [87, -50], c: [87, 50], d: [0, -100] } };
  expect([step(flat, "a", "ArrowRight"), step(flat, "c", "ArrowLeft"), step(flat, "a", "ArrowUp")]).toEqual(["b", "a", "d"]);
});
