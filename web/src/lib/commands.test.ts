import { expect, test } from "vitest";
import { commandersOf, commandsOf, spottedIn } from "./commands";
import { decision, state, unit } from "./fixtures";

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

test("the brigade that is pointed at is to be found on the map, else the one of the answer, else the one of the question", () => {
  const units = [
    unit("7 OH-a", "1532", undefined, { brigade: "Tyler" }),
    unit("7 OH-b", "1532", undefined, { brigade: "Tyler" }),
    unit("8 OH", "1733", undefined, { brigade: "Kimball" }),
    unit("27 VA", "1834", undefined, { side: "confederate", brigade: "Tyler" }),
  ];
  const asked = { ...decision(["activate Kimball", "pass"]), seat: "union", about: ["Tyler"] };
  expect(spottedIn(units, { side: "confederate", brigades: ["Tyler"] }, asked, "activate Kimball")).toEqual(["1834"]);
  expect(spottedIn(units, null, asked, "activate Kimball")).toEqual(["1733"]);
  expect(spottedIn(units, null, asked, "pass")).toEqual(["1532"]);
  expect(spottedIn(units, null, { ...asked, about: ["8 OH"] }, "pass")).toEqual(["1733"]);
  expect(spottedIn(units, null, { ...asked, about: ["8 OH"], kind: "move" }, null)).toEqual([]);
  expect(spottedIn(units, null, null, null)).toEqual([]);
});
