import { expect, test } from "vitest";
import { state } from "./fixtures";
import { counted, listsBySide, whole } from "./lists";
import { seatsOf } from "./tray";

const item = (text: string, units: string[] = []) => ({ text, tone: "none", hex: null, units });
const lists = [
  { title: "To arrive", side: "confederate", items: [item("turn 2: Ewell, Taylor", ["Ewell", "Taylor"])] },
  { title: "Bridges", side: null, items: [item("2729-2730 burned")] },
  { title: "To arrive", side: "union", items: [item("turn 8: Tyler", ["Tyler"])] },
];
const { chits: _, ...bare } = state().view;
const view = { ...bare, seats: ["union", "confederate"], lists };

test("lists stand by sides, in the order of the seats, those of nobody last", () => {
  expect(listsBySide(view).map(({ side, lists: mine }) => [side, mine.length])).toEqual([["union", 1], ["confederate", 1], ["", 1]]);
  expect(listsBySide(bare)).toEqual([]);
});

test("a list counts the units that it names, else its lines", () => {
  expect(lists.map(counted)).toEqual([2, 1, 1]);
  expect(whole({ title: "a", items: [item("b"), item("c")] })).toBe("b\nc");
});

test("a game without chits has seats", () => {
  expect(seatsOf(view)).toEqual(["union", "confederate"]);
  expect(seatsOf({ ...bare, units: [] })).toEqual([]);
});
