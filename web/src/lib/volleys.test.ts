import { expect, test } from "vitest";
import type { Plan } from "./plans";
import { fromWords, groupsOf } from "./volleys";

const PLAN: Plan = {
  kind: "fire", title: "mixed", text: "7 IN-a fire at 1933; 7 OH-a + 7 OH-b fire at 1933", at: "1933", units: ["7 IN-a", "7 OH-a", "7 OH-b"],
  others: [], headline: "", chances: [], odds: null, cite: "KT-12.1-2",
  shifts: [
    { name: "stone wall", columns: -2, cite: "KT-12.3", applied: true, fire: "7 OH-a + 7 OH-b" },
    { name: "stone wall", columns: -2, cite: "KT-12.3", applied: false, fire: "7 IN-a" },
  ],
  fires: [
    { units: ["7 IN-a"], at: "1933", headline: "", strength: "5", column: { base: "5", final: "5" }, chances: [] },
    { units: ["7 OH-a", "7 OH-b"], at: "1933", headline: "", strength: "6", column: { base: "6-7", final: "4" }, chances: [] },
  ],
};

test("each volley has its strength, its shifts and its column", () => {
  expect(groupsOf(PLAN, "")).toEqual([
    { title: "Volley 1, strength 5", column: "column 5", note: "", units: ["7 IN-a"] },
    { title: "Volley 2, strength 6", column: "6-7, stone wall −2: column 4", note: "", units: ["7 OH-a", "7 OH-b"] },
  ]);
});

test("a fire at another hex than the plan's names it, and one off the table has no column", () => {
  const fires = [{ ...PLAN.fires![1]!, at: "1834", column: { base: "6-7", final: "none" }, note: "at 4 VA" }];
  const [found] = groupsOf({ ...PLAN, fires }, "");
  expect(found).toEqual({ title: "At 1834, strength 6", column: "6-7, stone wall −2: off the table", note: "at 4 VA", units: ["7 OH-a", "7 OH-b"] });
});

test("an attack is told by where it comes from, the rest by its ruler", () => {
  const scale = { names: ["1:1", "2:1"], at: 0, to: 1 };
  const attack: Plan = { ...PLAN, kind: "assault", headline: "7 IN-a, 3:2 = 1:1", scale };
  delete attack.fires;
  expect(groupsOf(attack, "From 1932").map(({ title }) => title)).toEqual(["From 1932"]);
  expect(groupsOf({ ...attack, scale: null }, "From 1932").map(({ title }) => title)).not.toEqual(["From 1932"]);
});

test("hexes from which an attack comes", () => {
  expect(fromWords(["1932", "1833", "1932"], "1932")).toBe("From 1932 and 1833, counted from 1932");
  expect(fromWords(["1932"], "1932")).toBe("From 1932");
  expect(fromWords([], null)).toBe("");
});
