import { expect, test } from "vitest";
import { line } from "./fixtures";
import { changed, joined, oneLine, takenBack } from "./log";

test("lines are added once, though a state brings them again", () => {
  const first = [line(0, "Turn 1"), line(1, "a"), line(1, "b")];
  const all = joined(joined([], first, 1), [line(1, "a"), line(1, "b"), line(2, "c")], 2);
  expect(all.map((l) => l.text)).toEqual(["Turn 1", "a", "b", "c"]);
});

test("a state without new lines leaves the log as it is", () => {
  const have = [line(1, "a")];
  expect(joined(have, [], 1)).toBe(have);
});

test("who sees a game later than before has no line of what he cannot see yet", () => {
  const have = [line(1, "a"), line(2, "b"), line(3, "the end")];
  expect(joined(have, [], 1).map((l) => l.text)).toEqual(["a"]);
  expect(joined(joined(have, [], 1), [line(2, "b")], 2).map((l) => l.text)).toEqual(["a", "b"]);
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

const step = (n: number, from: string, hex: string, unit = "27 VA") =>
  line(n, `${unit} moves to ${hex}`, { hex, from: [from], units: [unit], trace: "way", detail: [{ text: "1 MP", cite: "", used: true }] });

test("the hexes of one move are one line, with its way behind it", () => {
  const told = oneLine([step(1, "1000", "1001"), step(2, "1001", "1002"), step(3, "1000", "1001", "4 VA")], () => false);
  expect(told.map(({ text, n, steps }) => [text, n, steps?.length])).toEqual([["27 VA moves to 1002", 2, 2], ["4 VA moves to 1001", 3, undefined]]);
  expect(told[0]?.from).toEqual(["1000"]);
  expect(told[0]?.detail?.map((row) => row.text)).toEqual(["1001: 1 MP", "1002: 1 MP"]);
});

test("what is new, taken back or from elsewhere begins a line of its own", () => {
  const moves = [step(1, "1000", "1001"), step(2, "1001", "1002"), step(5, "1004", "1005")];
  expect(oneLine(moves, (before) => before.n === 1)).toEqual(moves);
});
