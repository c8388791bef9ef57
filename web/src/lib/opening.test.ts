import { expect, test } from "vitest";
import { fit, inSight } from "./camera";
import { brought, foremost, lookedAt, mattering, opening } from "./opening";
import { decision } from "./fixtures";
import type { Unit } from "./protocol";

const window = { width: 1000, height: 700 };
const hexes: Record<string, [number, number]> = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [String(1001 + n), [50 + n * 100, 1500] as [number, number]]),
);
const corners: [number, number][] = [[0, -57.7], [50, -28.9], [50, 28.9], [0, 57.7], [-50, 28.9], [-50, -28.9]];
const large = { size: 100, width: 6000, height: 3000, view: [0, 0, 6000, 3000] as [number, number, number, number], hexes, corners };
/** With hexes that stand on a side. */
const flat = { ...large, corners: corners.map(([x, y]): [number, number] => [y, x]) };
const unit = (id: string, side: string, hex: string | null) => ({ id, side, hex }) as Unit;
const units = [
  unit("1 VA", "confederate", "1040"),
  unit("2 VA", "confederate", "1055"),
  unit("5 OH", "union", "1037"),
  unit("7 OH", "union", "1036"),
  unit("8 OH", "union", "1002"),
  unit("Tyler", "union", null),
];

const room = { left: 0, top: 48, width: 632, height: 652 };

test("the map opens on all that matters, between the least and the most that a hex may measure", () => {
  const near = opening(large, window, room, ["1010"], ["1011"]);
  expect(near.scale).toBe(0.88);
  const wider = opening(large, window, room, ["1006"], ["1011"]);
  expect(wider.scale).toBeCloseTo(632 / 800);
  for (const hex of ["1006", "1011"]) expect(inSight(wider, hexes[hex] ?? [0, 0], room)).toBe(true);
  expect(opening(large, { width: 1920, height: 1080 }, { width: 1552, height: 1032 }, ["1010"], ["1011"]).scale).toBe(1.04);
  expect(opening(large, { width: 390, height: 844 }, { width: 390, height: 400 }, ["1006"], ["1011"]).scale).toBe(0.56);
});

test("hexes that stand on a side are wider, and open no wider", () => {
  expect(opening(flat, window, room, ["1010"], ["1011"]).scale * 115.4).toBeCloseTo(88);
  expect(opening(flat, window, room, ["1002"], ["1036", "1037"]).scale).toBe(0.6);
});

test("a question of which nothing is in sight brings the map to most of its hexes, at the same scale", () => {
  const camera = opening(large, window, room, ["1010"], ["1011"]);
  expect(brought(large, camera, room, ["1011", "1050"], 40)).toBeNull();
  expect(brought(large, camera, room, [], 40)).toBeNull();
  const there = brought(large, camera, room, ["1030", "1050", "1051"], 40);
  expect(there?.scale).toBe(camera.scale);
  for (const hex of ["1050", "1051"]) expect(there && inSight(there, hexes[hex] ?? [0, 0], room, 40)).toBe(true);
});

test("where all that matters finds no room, what the question is about is in the middle, large enough to be read", () => {
  expect(fit(large.view, window).scale).toBeLessThan(0.34);
  const camera = opening(large, window, room, ["1002"], ["1036", "1037"]);
  expect(camera.scale).toBe(0.6);
  expect(inSight(camera, hexes["1037"] ?? [0, 0], room, 200)).toBe(true);
  expect(inSight(camera, hexes["1002"] ?? [0, 0], room)).toBe(false);
});

test("of places that are not seen together the most are shown; of none the middle of the map", () => {
  const camera = opening(large, window, room, [], ["1002", "1050", "1051"]);
  expect(inSight(camera, hexes["1051"] ?? [0, 0], room)).toBe(true);
  expect(inSight(camera, hexes["1002"] ?? [0, 0], room)).toBe(false);
  expect(inSight(opening(large, window, room, [], []), [3000, 1500], room, 200)).toBe(true);
});

test("what matters: where the question has answers, and what is fought for", () => {
  const asked = decision(["a"], null, {});
  expect(mattering({ ...asked, actions: [{ text: "to 1030", cite: "", hex: "1030" }, { text: "done", cite: "", hex: null }] }, { 1040: "union" })).toEqual(["1030", "1040"]);
  expect(mattering(null, undefined)).toEqual([]);
});

test("first those asked about, then where they may stand, then who is foremost", () => {
  const asked = decision(["a"], null, { about: ["8 OH"] });
  expect(lookedAt(asked, units, "union", large)).toEqual(["1002"]);
  const placed = { ...asked, about: ["Tyler"], actions: [{ text: "Tyler: 1030", cite: "", hex: "1030" }] };
  expect(lookedAt(placed, units, "union", large)).toEqual(["1030"]);
  expect(lookedAt({ ...placed, about: [] }, units, "union", large)).toEqual(["1037", "1036"]);
  expect(lookedAt(null, units, "confederate", large)).toEqual(["1040"]);
  expect(foremost(units.slice(0, 2), "union", large)).toEqual(["1040", "1055"]);
});
