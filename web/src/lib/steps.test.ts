import { expect, test } from "vitest";
import { line, state } from "./fixtures";
import { boardAt, folded, nextChapter, steps } from "./steps";
import type { View } from "./protocol";

const ACTIVATION = [
  line(10, "drawn: Tyler", { kind: "drawn", chapter: 4, depth: 1, opens: true, heading: "Tyler" }),
  line(11, "Tyler 4: rolled 3", { kind: "command", chapter: 4, depth: 1, note: "4, rolled 3", roll: 3 }),
  line(12, "Tyler: Attack", { kind: "ordered", chapter: 4, depth: 1, heading: "Tyler, Attack" }),
  line(13, "7 OH-a moves to 1733", { chapter: 4, depth: 2, units: ["7 OH-a"], trace: "way", from: ["1633"], hex: "1733" }),
  line(14, "7 OH-a moves to 1834", { chapter: 4, depth: 2, units: ["7 OH-a"], trace: "way", from: ["1733"], hex: "1834" }),
];
const FIRE = line(15, "27 VA: fire at 1834", { kind: "aim", chapter: 4, depth: 2, units: ["27 VA"], trace: "fire", from: ["1934"], hex: "1834" });

test("the hexes of one move are one step, and its title tells nothing that is still to come", () => {
  const found = steps([...ACTIVATION, FIRE]);
  expect(found.map(({ n, chapter }) => [n, chapter])).toEqual([
    [10, "Tyler"],
    [11, "Tyler (4, rolled 3)"],
    [12, "Tyler, Attack (4, rolled 3)"],
    [14, "Tyler, Attack (4, rolled 3)"],
    [15, "Tyler, Attack (4, rolled 3)"],
  ]);
  expect(found[3]?.hexes).toEqual(["1633", "1733", "1733", "1834"]);
});

test("answers that were the only one are no step", () => {
  expect(steps([line(1, "only answer: done", { kind: "automatic", depth: 3 })])).toEqual([]);
});

test("of many steps the quiet ones of a chapter are one, and one jumps from chapter to chapter", () => {
  const moves = Array.from({ length: 30 }, (_, i) =>
    line(i + 1, `${i} VA moves`, { chapter: i < 20 ? 1 : 2, heading: i < 20 ? "Garnett" : "Burks", depth: 2, units: [`${i} VA`], trace: "way", from: ["1633"], hex: "1733" }),
  );
  const found = folded(steps([...moves.slice(0, 10), { ...FIRE, n: 10, chapter: 1, roll: 52 }, ...moves.slice(10)]));
  expect(found.map(({ chapter, folded: many, n }) => [chapter, many, n])).toEqual([["Garnett", 10, 10], ["Garnett", undefined, 10], ["Garnett", 10, 20], ["Burks", 10, 30]]);
  expect([nextChapter(found, 0), nextChapter(found, 3)]).toEqual([3, 4]);
  expect(folded(steps(moves.slice(0, 10))).length).toBe(10);
});

const SHOT = line(50, "13 IN fires at 3031, rolled 6", { kind: "fired", chapter: 12, depth: 1, trace: "fire", from: ["3029"], hex: "3031", roll: 6 });
const LOST = line(50, "7 VA Cav loses 2 points", { kind: "lost", chapter: 12, depth: 2, hex: "3031", units: ["7 VA Cav"], tone: "bad" });
const GONE = line(50, "7 VA Cav is eliminated", { kind: "eliminated", chapter: 12, depth: 2, hex: "3031", units: ["7 VA Cav"], tone: "bad" });
const phase = (n: number, text: string) => line(n, text, { kind: "phase", chapter: n, depth: 0 });

test("a throw is seen on the board before it, what it did on the board after it, and the next phase only then", () => {
  const found = steps([SHOT, LOST, GONE, phase(50, "Union melee phase")]);
  expect(found.map(({ text, board, n }) => [text, board, n])).toEqual([
    ["13 IN fires at 3031, rolled 6", "before", 50],
    ["7 VA Cav loses 2 points; 7 VA Cav is eliminated", "counters", 50],
    ["Union melee phase", "after", 50],
  ]);
});

test("a throw that is all of its entry is seen with what it did", () => {
  expect(steps([SHOT, phase(51, "Union melee phase")]).map(({ board }) => board)).toEqual(["after", "after"]);
});

test("of the board after an entry a step may have the counters alone", () => {
  const before: View = { ...state().view, turn: 1, units: [] };
  const after: View = { ...state().view, turn: 2, units: [{ id: "x" } as View["units"][number]] };
  expect(boardAt("before", before, after)).toBe(before);
  expect(boardAt("after", before, after)).toBe(after);
  expect(boardAt("counters", before, after)).toMatchObject({ turn: 1, units: [{ id: "x" }] });
});

test("a run of bookkeeping is one short step, and a turn begins by itself", () => {
  const book = [line(7, "army morale -5", { kind: "morale", depth: 2 }), phase(8, "Union movement phase")];
  const turn = line(9, "Turn 2, 14:20", { kind: "turn", depth: 0 });
  const found = steps([...book, turn, line(9, "army morale +10", { kind: "morale", depth: 2 })]);
  expect(found.map(({ text }) => text)).toEqual(["army morale -5; Union movement phase", "Turn 2, 14:20", "army morale +10"]);
  expect(found.map(({ weight }) => weight < 0.4)).toEqual([true, false, true]);
});

test("a unit that turns where its move ends is one step with it, and so are many that are set up", () => {
  const way = line(13, "13 IN moves to 3029", { units: ["13 IN"], trace: "way", from: ["3129"], hex: "3029" });
  const turned = line(14, "13 IN faces S", { kind: "turned", units: ["13 IN"], hex: "3029" });
  expect(steps([way, turned]).map(({ text }) => text)).toEqual(["13 IN moves to 3029; 13 IN faces S"]);
  const set = [1, 2, 3].map((n) => line(n, `${n} VA is set up`, { kind: "set-up", units: [`${n} VA`], hex: `300${n}` }));
  expect(steps(set).map(({ text }) => text)).toEqual(["3 in a row, the last: 3 VA is set up"]);
});

test("a step knows how far the log is told with it, with answers that were the only one of its entry", () => {
  const only = (n: number) => line(n, "only answer: done", { kind: "automatic", depth: 3 });
  const found = steps([SHOT, only(50), only(51), phase(51, "Union melee phase")], ACTIVATION);
  expect(found.map(({ through }) => through)).toEqual([7, 9]);
});
