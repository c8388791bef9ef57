import { expect, test } from "vitest";
import { target } from "./roving";

/** Three lines of one, three and two things to press. */
const ALL = ["a1", "b1", "b2", "b3", "c1", "c2"];
const to = (key: string, from: string) => target(key, ALL, ALL.indexOf(from), (one) => one[0], "list");

test("arrows lead from line to line and through a line, Home and End to the ends, Esc back", () => {
  expect(["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Home", "End", "Escape", "x"].map((key) => to(key, "b2"))).toEqual([
    "c1", "a1", "b3", "b1", "a1", "c1", "list", null,
  ]);
});

test("from the list itself down leads to its first line and up to its last, beyond the ends nowhere", () => {
  expect([to("ArrowDown", ""), to("ArrowUp", ""), to("ArrowRight", ""), to("ArrowUp", "a1"), to("ArrowDown", "c2")]).toEqual(["a1", "c1", null, null, null]);
});
