import { expect, test } from "vitest";
import { againWords, bars, gaveUp, luckWords, offeredBy, withoutZeros } from "./ending";

const luck = { side: "union", needle: 0.59, deviations: 1.18, more: 6.1, unit: "steps", throws: 173 };
const SEATS = ["union", "confederate"];

test("luck is told of the side that had it", () => {
  expect(luckWords(luck, SEATS)).toEqual({ head: "With the Union", text: "173 throws brought the Union 6.1 steps more than they promised." });
  expect(luckWords({ ...luck, deviations: -0.6, more: -3.1 }, SEATS)).toEqual({
    head: "Slightly with the Confederates", text: "173 throws brought the Confederates 3.1 steps more than they promised.",
  });
  expect(luckWords({ ...luck, deviations: 0.1 }, SEATS).head).toBe("Even");
  expect(luckWords({ ...luck, more: 1 }, SEATS).text).toBe("173 throws brought the Union 1 step more than they promised.");
  expect(luckWords({ ...luck, throws: 1 }, SEATS).text).toBe("One throw brought the Union 6.1 steps more than it promised.");
});

test("bars are long by the larger number of their row, and nothing is divided by nought", () => {
  expect([bars({ union: 4, confederate: 2 }), bars({ union: 0, confederate: 0 })]).toEqual([
    { union: 1, confederate: 0.5 }, { union: 0, confederate: 0 },
  ]);
});

test("rows of noughts are left out, rows of words stay", () => {
  const section = { title: "Losses", head: ["Side", "Brigade", "lost"], rows: [["Union", "Tyler", "3"], ["Union", "Kimball", "0"], ["a", "b", "none"]] };
  expect(withoutZeros(section).rows).toEqual([["Union", "Tyler", "3"], ["a", "b", "none"]]);
  expect(withoutZeros({ title: "Lines" })).toEqual({ title: "Lines" });
});

test("a rematch is offered by the other side", () => {
  expect([offeredBy({ rematch: "union" }, ["confederate"]), offeredBy({ rematch: "union" }, ["union"]), offeredBy({}, ["union"]), offeredBy(null, [])]).toEqual(["union", "", "", ""]);
  expect(againWords("union")).toMatch(/^The Union player would like to play again/);
});

test("how a battle was given up is said as it was", () => {
  const resigned = "confederate";
  expect([gaveUp({ resigned }), gaveUp({ resigned, by_time: true }), gaveUp({ resigned, by_time: true, did_not_come: true }), gaveUp({ resigned, by_time: true, did_not_meet: true }), gaveUp({})]).toEqual([
    "The Confederate side has resigned.", "The Confederate side has lost by its time.", "The Confederate side did not come to the game, which was claimed.",
    "The Confederate side was never there at the same time as the other, which claimed the game.", "",
  ]);
});
