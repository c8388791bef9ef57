import { expect, test } from "vitest";
import { line } from "./fixtures";
import { changed, joined, takenBack } from "./log";

test("lines are added once, though a state brings them again", () => {
  const first = [line(0, "Turn 1"), line(1, "a"), line(1, "b")];
  const all = joined(joined([], first), [line(1, "a"), line(1, "b"), line(2, "c")]);
  expect(all.map((l) => l.text)).toEqual(["Turn 1", "a", "b", "c"]);
});

test("a state without new lines leaves the log as it is", () => {
  const have = [line(1, "a")];
  expect(joined(have, [])).toBe(have);
});

test("an undo strikes out what it took back and nothing else", () => {
  const lines = [line(1, "a"), line(2, "b"), line(3, "c"), line(4, "taken back", { kind: "undo", back: 2 }), line(5, "d")];
  expect([...takenBack(lines)].map((l) => l.text)).toEqual(["b", "c"]);
});

test("what happened since the last look is shown where it happened", () => {
  const lines = [line(1, "a", { hex: "1000" }), line(2, "b", { hex: "1834", units: ["27 VA"] })];
  const { hexes, units } = changed(lines, 1);
  expect([[...hexes], [...units]]).toEqual([["1834"], ["27 VA"]]);
});
