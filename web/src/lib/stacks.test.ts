import { expect, test } from "vitest";
import { unit } from "./fixtures";
import { corner, countPlace, detailAt, FRONT, front, isFull, isOrdered, placed, stacks, strengthOf, turnedTo } from "./stacks";

test("the largest printed strength lies on top, a cadre lowest", () => {
  const found = stacks([unit("37 VA", "1834", ["8", "S", "4"]), unit("Cadre", "1834", ["C", "R", "2"]), unit("23 VA", "1834")]);
  expect(found.map((s) => [s.hex, s.units.map((u) => u.id)])).toEqual([["1834", ["Cadre", "23 VA", "37 VA"]]]);
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

test("a closed pile shows its top counter in place and at most two edges behind it", () => {
  const places = [...Array(9).keys()].map((i) => placed(i, 9, false));
  expect(places.at(-1)).toEqual({ x: 0, y: 0 });
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`))).toEqual(new Set(["0 0", "-5 -5", "-10 -10"]));
  expect(placed(0, 1, false)).toEqual({ x: 0, y: 0 });
});

test("a counter has less on it the smaller it is seen", () => {
  expect([120, 57, 56, 30, 29, 20, 19].map(detailAt)).toEqual(["whole", "whole", "small", "small", "strength", "strength", "speck"]);
});

test("a stack is full at its limit, and where none is told it is not", () => {
  expect(["10 of 10", "9.5 of 10", "10.5 of 10", "4", undefined].map(isFull)).toEqual([true, false, true, false, false]);
});

test("the count lies clear of the top counter's figures and of its neighbours, on either kind of hex", () => {
  const round = (turn: number) => [...Array(6).keys()].map((i) => [57.7 * Math.cos((i + turn) * 1.0472), 57.7 * Math.sin((i + turn) * 1.0472)] as const);
  for (const [corners, steps] of [[round(0.5), [[100, 0], [50, 86.6]]], [round(0), [[86.6, 50], [0, 100]]]] as const) {
    for (const detail of ["whole", "small"] as const) {
      const { x, y, r } = countPlace(corners, detail)!;
      expect(x - r > 31 || y - r > 33).toBe(true); // the last figure of the plate ends before
      for (const [dx, dy] of steps) expect(Math.max(Math.abs(x - dx), Math.abs(y - dy))).toBeGreaterThan(40 + r - 0.2);
    }
    expect([countPlace(corners, "strength"), countPlace(corners, "speck")]).toEqual([null, null]);
  }
});

test("the bar of a front lies inside its side of the hex", () => {
  expect(FRONT).toBe("M-12 -48H12");
  expect([turnedTo(60, false), turnedTo(240, true)]).toEqual([60, 60]);
});

test("a stack is shown in the corner where it hides the least, the furthest of those that hide nothing", () => {
  const free = { left: 0, top: 0, right: 1000, bottom: 600 };
  const size = { wide: 300, high: 200 };
  const here = { x: 100, y: 500 };
  expect(corner(free, size, [], here)).toEqual({ left: 700, top: 0 });
  expect(corner(free, size, [{ x: 800, y: 100, weight: 3 }], here)).toEqual({ left: 700, top: 400 });
  const everywhere = [[100, 100], [800, 100], [800, 500]].map(([x, y]) => ({ x: x ?? 0, y: y ?? 0, weight: 3 }));
  expect(corner(free, size, [...everywhere, { x: 100, y: 500, weight: 1 }], here)).toEqual({ left: 0, top: 400 });
});

test("the strength of a stack is what counts now", () => {
  const here = [unit("7 OH-a", "1834", undefined, { now: ["3", "R", "2"] }), unit("7 OH-b", "1834", undefined, { now: ["C", "R", "2"] })];
  expect(strengthOf(here)).toBe(3.5);
  expect([isOrdered(here), isOrdered([{ ...here[0]!, layer: 0 }])]).toEqual([false, true]);
});
