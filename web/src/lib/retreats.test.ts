import { expect, test } from "vitest";
import type { MarchPlan } from "./marching";
import { areNumbered, hasWays, isOnWay, labelOf, numberOf, proposedWay, wayTo } from "./retreats";

const way = (at: string, more: Partial<MarchPlan> = {}): MarchPlan => ({
  kind: "retreat", title: "", text: `retreat 27 VA to ${at}`, at, units: ["27 VA"], others: [], headline: "", shifts: [],
  chances: [], odds: null, cite: "", ghosts: { "27 VA": at }, ...more,
});

test("the way marked best is proposed, else the first", () => {
  expect(proposedWay([way("1736"), way("1836", { best: true })])?.at).toBe("1836");
  expect(proposedWay([way("1736"), way("1836")])?.at).toBe("1736");
  expect(proposedWay([])).toBe(null);
});

test("a hex means the way that ends there, a counter the answer that takes it", () => {
  expect(wayTo([way("1736"), way("1836")], "1836", null)?.at).toBe("1836");
  expect(wayTo([way("1736")], "1737", null)).toBe(null);
  const taken = [way("1835", { ghosts: {} }), way("1835", { ghosts: {}, units: ["4 VA"], text: "panic 4 VA" })];
  expect(wayTo(taken, "1835", "4 VA")?.text).toBe("panic 4 VA");
});

test("at the end of a way stands the fire on it, or what makes a unit liable", () => {
  const row = { hex: "1735", sp: "1.5", by: [] };
  expect([labelOf(way("1736")), labelOf(way("1736", { draws: [row, row] })), labelOf(way("1736", { label: "1" }))]).toEqual(["", "3 SP", "1"]);
});

test("an answer that a whole way says, or begins with, needs no row of its own", () => {
  const plans = [way("1836", { path: ["1834", "1835", "1836"] }), way("1834", { ghosts: {}, text: "panic 4 VA" })];
  const to = (hex: string | null, text = `retreat 27 VA to ${hex}`) => isOnWay(plans, { text, hex });
  expect([to("1836"), to("1835"), to("1933"), to("1834", "panic 4 VA"), to("1834", "panic 2 VA"), to(null, "rally")]).toEqual([true, true, false, true, false, false]);
});

test("only some questions have ways back", () => {
  expect([hasWays(null), hasWays({ seat: "union", kind: "retreat" }), hasWays({ seat: "union", kind: "waiting" })]).toEqual([false, true, false]);
});

test("several ways that end somewhere have numbers, those whom one may take have none", () => {
  const ways = [way("1834"), way("1835")];
  expect(areNumbered(ways)).toBe(true);
  expect(ways.map((one) => numberOf(ways, one))).toEqual([1, 2]);
  expect(areNumbered(ways.slice(1))).toBe(false);
  expect(areNumbered(ways.map((one) => ({ ...one, ghosts: {} })))).toBe(false);
});
