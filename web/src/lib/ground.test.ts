import { expect, test } from "vitest";
import type { Geometry } from "./fetched";
import { beside, endsOf, farApart, isPath, matrixOf, sideAt, toggled } from "./ground";

/** Three columns of flat hexes, 100 from side to side. */
const hexes: Geometry["hexes"] = {};
for (let column = 0; column < 3; column++) for (let row = 0; row < 3; row++) hexes[`${column}${row}`] = [100 + column * 86.6, 100 + row * 100 + (column % 2) * 50];
const corners: Geometry["corners"] = [1, 3, 5, 7, 9, 11].map((n) => [57.7 * Math.sin((n * Math.PI) / 6), -57.7 * Math.cos((n * Math.PI) / 6)]);
const geometry: Geometry = { size: 100, width: 400, height: 400, view: [0, 0, 400, 400], hexes, corners };

test("hexes beside one are read clockwise from north", () => {
  expect(beside(geometry, "11")).toEqual(["10", "21", "22", "12", "02", "01"]);
  expect(beside(geometry, "nowhere")).toEqual([]);
});

test("the hexside that is meant lies nearest to the point", () => {
  const [x, y] = hexes["11"] as [number, number];
  expect(sideAt(geometry, "11", [x, y - 40])).toBe("10");
  expect(sideAt(geometry, "11", [x + 30, y + 20])).toBe("22");
  const [first, second] = endsOf(geometry, "11", "10") ?? [];
  expect([first?.[1], second?.[1]].map((at) => Math.round(at ?? 0))).toEqual([200, 200]);
});

test("a road goes from neighbour to neighbour", () => {
  expect(isPath(geometry, ["00", "01", "11"])).toBe(true);
  expect(isPath(geometry, ["00", "11", "22"])).toBe(false);
});

test("three hexes lay a picture, however it was scanned", () => {
  const pins = [{ hex: "00", x: 10, y: 20 }, { hex: "20", x: 10, y: 420 }, { hex: "02", x: 310, y: 20 }];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrixOf(geometry, pins) ?? [];
  for (const { hex, x, y } of pins) {
    expect(a * x + c * y + e).toBeCloseTo(hexes[hex]?.[0] ?? 0);
    expect(b * x + d * y + f).toBeCloseTo(hexes[hex]?.[1] ?? 0);
  }
  expect(matrixOf(geometry, [...pins.slice(0, 2), { hex: "10", x: 10, y: 99 }])).toBeNull();
  expect(matrixOf(geometry, pins.slice(0, 2))).toBeNull();
});

test("a picture is laid by hexes far apart, and features are put in and taken out", () => {
  expect(farApart(geometry)).toEqual(["00", "20", "02"]);
  expect([toggled("", "angled"), toggled("angled;wall=a", "angled"), toggled("wall=a", "angled")]).toEqual(["angled", "wall=a", "wall=a;angled"]);
});
