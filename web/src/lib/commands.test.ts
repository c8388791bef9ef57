import { expect, test } from "vitest";
import { commandersOf, commandsOf } from "./commands";
import { state } from "./fixtures";

const row = (brigade: string, chit: string, state: string, full: number | null = null, casualty = false) => ({
  side: "union", brigade, chit, rating: 3, state, full, casualty,
});
const view = {
  ...state().view,
  brigades: [
    row("Hayes", "Duval", "activated"),
    row("Johnson", "Duval", "available", 0.5),
    row("Ely", "Thoburn", "no units", null, true),
    row("Tyler", "Tyler", "available", 0.5),
  ],
  commanders: [
    { side: "union", chit: "Crook", rating: 1, words: "active on 1", casualty: false },
    { side: "confederate", chit: "Early", rating: 6, words: "always active", casualty: false },
  ],
};

test("brigades stand with the chit that activates them, which says its chance once", () => {
  const found = commandsOf(view, "union");
  expect(found.map((one) => [one.chit, one.brigades.map((b) => b.brigade), one.full, one.ready])).toEqual([
    ["Duval", ["Hayes", "Johnson"], "full 50 %", true],
    ["Tyler", ["Tyler"], "full 50 %", true],
    ["Thoburn", ["Ely"], "", false],
  ]);
});

test("a chit with the name of its only brigade is told from a division", () => {
  expect(commandsOf(view, "union").map((one) => one.plain)).toEqual([false, true, false]);
});

test("a general who is hit is marked", () => {
  expect(commandsOf(view, "union").filter((one) => one.casualty).map((one) => one.chit)).toEqual(["Thoburn"]);
});

test("each side has its commanders, or none", () => {
  expect(commandersOf(view, "confederate").map((one) => one.words)).toEqual(["always active"]);
  expect(commandersOf({ ...view, commanders: undefined }, "union")).toEqual([]);
});
