import { expect, test } from "vitest";
import { plan, unit } from "./fixtures";
import { chanceOf, heat, proposedOf, targetsOf, toneOf, unitsOf, unplayed, waysOf } from "./plans";

const A = plan("7 OH-a + 7 OH-b fire at 1834", "1834", ["7 OH-a", "7 OH-b"], 0.56, { best: true });
const B = plan("7 OH-a, 7 OH-b fire at 1834", "1834", ["7 OH-a", "7 OH-b"], 0.33);
const C = plan("29 OH fire at 1733", "1733", ["29 OH"], 0.2);

test("the proposed plan is the one marked, else the first", () => {
  expect([proposedOf([B, A])?.text, proposedOf([C, B])?.text, proposedOf([])]).toEqual([A.text, C.text, undefined]);
});

test("targets and units come once each, in their order", () => {
  expect([targetsOf([A, B, C]), unitsOf([A, B, C])]).toEqual([["1834", "1733"], ["7 OH-a", "7 OH-b", "29 OH"]]);
});

test("each target shows its best chance, told in figures as well as in tone", () => {
  const { hexes } = heat([B, A, C]);
  expect(hexes["1834"]).toMatchObject({ text: "56 %", tone: "good", weight: 0.56 });
  expect(hexes["1733"]).toMatchObject({ text: "20 %", tone: "bad" });
  expect([0.5, 0.49, 0.25, 0.24].map(toneOf)).toEqual(["good", "warn", "warn", "bad"]);
});

test("a plan without chances has no heat", () => {
  const plain = { ...C, chances: [] };
  expect([chanceOf(plain), heat([plain]).hexes]).toEqual([null, {}]);
});

test("one line from each hex, however many stand there", () => {
  const units = [unit("7 OH-a", "1733"), unit("7 OH-b", "1733"), unit("29 OH", "1833")];
  const both = plan("x", "1834", ["7 OH-a", "7 OH-b", "29 OH", "not there"], 0.5);
  expect(waysOf(both, units)).toEqual([
    { from: "1733", to: "1834", units: ["7 OH-a", "7 OH-b"] },
    { from: "1833", to: "1834", units: ["29 OH"] },
  ]);
});

test("what was left is told by its hexes and its units", () => {
  expect(unplayed([A, C], ["fire at 1733", "add 29 OH", "fire"])).toEqual([C]);
  expect(unplayed([A, C], ["add 7 OH-b", "fire", "29 OH fire at 1733"])).toEqual([A, C]);
  expect(unplayed([A, C], [])).toEqual([]);
});
