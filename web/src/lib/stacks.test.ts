import { expect, test } from "vitest";
import { unit } from "./fixtures";
import { front, placed, stacks } from "./stacks";

test("the largest printed strength lies on top, and the stack says its total", () => {
  const found = stacks([unit("37 VA", "1834", ["8", "S", "4"]), unit("Cadre", "1834", ["C", "R", "2"]), unit("23 VA", "1834")]);
  expect(found.map((s) => [s.hex, s.units.map((u) => u.id), s.total])).toEqual([["1834", ["Cadre", "23 VA", "37 VA"], "12.5"]]);
});

test("of two equals the first named lies on top", () => {
  expect(stacks([unit("a", "1"), unit("b", "1")])[0]?.units.map((u) => u.id)).toEqual(["b", "a"]);
});

test("what the player has laid on top lies there, the last one highest", () => {
  const pile = [unit("a", "1", ["9", "R", "4"]), unit("b", "1"), unit("c", "1", ["2", "R", "4"])];
  const top = (...raised: string[]) => stacks(pile, raised)[0]?.units.map((u) => u.id).at(-1);
  expect([top(), top("c"), top("c", "b"), top("elsewhere")]).toEqual(["a", "c", "b", "a"]);
});

test("where the order is a fact of the game nothing else counts: layer 0 on top, who has none lowest", () => {
  const pile = [unit("leader", "1", ["4", "2"], { layer: null }), unit("a", "1", ["9", "R", "B"], { layer: 1 }), unit("b", "1", ["1", "R", "B"], { layer: 0 })];
  expect(stacks(pile, ["a"])[0]?.units.map((u) => u.id)).toEqual(["leader", "a", "b"]);
});

test("the front lies at the edge of the counter, and turns with the board", () => {
  expect(front(0, false)).toEqual({ angle: 0, path: "M-11 -41L0 -52L11 -41Z" });
  expect([front(60, false).angle, front(240, true).angle]).toEqual([60, 60]);
  expect(front(60, false).path).toMatch(/^M-11 -47\.3/);
});

test("units off the map are in no stack", () => {
  expect(stacks([unit("2 VA", null)])).toEqual([]);
});

test("fanned out no counter lies on another, the top one comes first", () => {
  const places = [0, 1, 2, 3, 4].map((i) => placed(i, 5, true));
  const near = places.some((a, i) => places.some((b, j) => i < j && Math.abs(a.x - b.x) < 80 && Math.abs(a.y - b.y) < 80));
  expect(near).toBe(false);
  expect(placed(4, 5, true).x).toBeLessThan(placed(3, 5, true).x);
});

test("a pile of many does not creep out of its hex", () => {
  const far = Math.max(...[...Array(9).keys()].map((i) => Math.abs(placed(i, 9, false).x)));
  expect(far).toBeLessThan(12);
});
