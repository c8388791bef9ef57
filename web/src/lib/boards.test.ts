import { expect, test } from "vitest";
import { keyFor, keyWords, legend, missing, readable } from "./boards";

const SIGHT = { name: "sight", title: "Sight", key: "s", needs: ["hex", "to"] };
const mark = (text: string, weight: number, tone: "good" | "bad") => ({ text, weight, tone, why: "", cite: "" });
const DRAWING = { hexes: { "1834": mark("20 %", 0.2, "bad"), "1733": mark("60 %", 0.6, "good") }, lines: [], words: [] };

test("a view says what still has to be pointed at", () => {
  expect(missing(SIGHT, {})).toBe("point at a hex");
  expect(missing(SIGHT, { at: "1834" })).toBe("point at a second hex, from 1834 on");
  expect(missing(SIGHT, { at: "1834", to: "1834" })).not.toBe("");
  expect(missing(SIGHT, { at: "1834", to: "1733" })).toBe("");
  expect(missing({ ...SIGHT, needs: ["unit"] }, { at: "1834" })).toBe("point at a unit");
});

test("a view whose letter is that of a seat goes with Shift, since the letter shows a hand", () => {
  const seats = ["union", "confederate"];
  expect([keyFor({ ...SIGHT, key: "c" }, seats), keyFor(SIGHT, seats)]).toEqual(["Shift+c", "s"]);
  expect(["Shift+c", "s"].map(keyWords)).toEqual(["Shift C", "S"]);
});

test("the marks are read from the strongest on, and the legend names the tones in use", () => {
  expect(readable(DRAWING).map(({ hex }) => hex)).toEqual(["1733", "1834"]);
  expect(legend(DRAWING).map(({ tone, edge }) => `${tone} ${edge}`)).toEqual(["good solid", "bad dotted"]);
  expect(legend({ ...DRAWING, legend: { bad: "blocked" } }).map(({ means }) => means)).toEqual(["good for you", "blocked"]);
});
