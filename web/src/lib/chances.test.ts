import { expect, test } from "vitest";
import { beside, brief, columnWords, inAll, percent, resultWords, signed, sureness, termsOf } from "./chances";
import type { Odds } from "./protocol";

const odds: Odds = {
  id: "1",
  column: { base: "10-12", final: "8-9" },
  strength: "12",
  shifts: [],
  assumed: [],
  results: [
    { units: { "27 VA": ["depleted", "retreat 1"] }, weight: 3, probability: 0.25 },
    { units: { "27 VA": ["retreat 2"] }, weight: 3, probability: 0.25 },
    { units: {}, weight: 6, probability: 0.5 },
  ],
  total_weight: 1296,
  exact: true,
};

test("beside the main chance stand few others, of an attack in short", () => {
  const rows = [
    { name: "the hex is taken", probability: 0.57 },
    { name: "the hex is taken, without defensive fire", probability: 0.65 },
    { name: "defender loses a step", probability: 0.78 },
    { name: "attacker loses a step in close combat", probability: 0.26 },
    { name: "attacker falls back", probability: 0.17 },
    { name: "no close combat occurs", probability: 0.004 },
  ];
  expect(beside(rows, "the hex is taken", true).map(({ name }) => name)).toEqual(["they lose a step", "we lose a step in close combat", "we fall back"]);
  expect(beside(rows, "the hex is taken", false).map(({ name }) => name)[0]).toBe("defender loses a step");
  expect(termsOf(rows, "the hex is taken")).toEqual(["65 % without defensive fire"]);
});

test("what is rare is not never, what is likely not certain", () => {
  expect([0, 0.004, 0.5, 0.996, 1].map(percent)).toEqual(["0 %", "under 1 %", "50 %", "over 99 %", "100 %"]);
  expect([0.004, 0.5, 0.996].map(brief)).toEqual(["<1 %", "50 %", ">99 %"]);
});

test("retreats of any length count together", () => {
  expect(inAll(odds.results)).toEqual([["27 VA retreat", 0.5], ["27 VA depleted", 0.25]]);
});

test("what is left without its number is still a sentence", () => {
  const row = (states: string[]) => ({ units: { "27 VA": states }, weight: 1, probability: 0.5 });
  expect(inAll([row(["box 1"]), row(["box 2"])])).toEqual([["27 VA broken", 1]]);
  expect(inAll([row(["loses 2", "loses 1 crew"])])).toEqual([["27 VA loses points", 0.5], ["27 VA loses 1 crew", 0.5]]);
});

test("results in words", () => {
  expect(odds.results.map((row) => resultWords(row.units))).toEqual(["27 VA depleted and retreat 1", "27 VA retreat 2", "no effect"]);
});

test("figures say how sure they are", () => {
  expect(sureness(odds)).toBe("Exact: all 1,296 equal cases counted.");
  expect(sureness({ ...odds, exact: false, total_weight: 4000, error: 0.0079 })).toBe("Sampled: 4,000 plays, each figure give or take 0.8 %.");
});

test("the column from where it begins to where it ends", () => {
  expect(columnWords(odds)).toBe("Strength 12, column 10-12, shifted to 8-9");
  expect(columnWords({ ...odds, strength: "", column: { base: "C", final: "C" } })).toBe("Column C");
  expect([signed(-2), signed(1)]).toEqual(["−2", "+1"]);
});
