import { expect, test } from "vitest";
import { brief, chapters, deedOf, titleOf, titles, traces } from "./chapters";
import { line } from "./fixtures";
import { kept } from "./log";
import { entriesOf, neighbour } from "./moment";
import { speedOf } from "./past.svelte";

const ACTIVATION = [
  line(10, "drawn: Tyler", { kind: "drawn", chapter: 4, depth: 1, opens: true, heading: "Tyler" }),
  line(11, "Tyler 4: rolled 3", { kind: "command", chapter: 4, depth: 1, note: "4, rolled 3", roll: 3 }),
  line(12, "Tyler: Attack", { kind: "ordered", chapter: 4, depth: 1, heading: "Tyler, Attack" }),
  line(13, "7 OH-a moves to 1733", { chapter: 4, depth: 2, units: ["7 OH-a"], trace: "way", from: ["1633"], hex: "1733" }),
  line(14, "7 OH-a moves to 1834", { chapter: 4, depth: 2, units: ["7 OH-a"], trace: "way", from: ["1733"], hex: "1834" }),
];
const FIRE = line(15, "27 VA: fire at 1834", { kind: "aim", chapter: 4, depth: 2, units: ["27 VA"], trace: "fire", from: ["1934"], hex: "1834" });

test("a chapter is called by its order, rating and roll", () => {
  expect(titleOf(ACTIVATION)).toBe("Tyler, Attack (4, rolled 3)");
  expect(titles([...ACTIVATION, line(16, "turn", { chapter: 5, heading: "Turn 2 begins" })]).get(5)).toBe("Turn 2 begins");
});

test("lines of one chapter stay together, also where the log comes back to it after an undo", () => {
  const lines = [...ACTIVATION, line(16, "x", { chapter: 5 }), line(17, "y", { chapter: 4 })];
  expect(chapters(lines).map(({ id, lines: own }) => [id, own.length])).toEqual([[4, 5], [5, 1], [4, 1]]);
});

test("ways and lines of fire stay on the board, the same one once", () => {
  expect(traces([...ACTIVATION, FIRE, { ...FIRE, kind: "fire" }])).toEqual([
    { from: "1633", to: "1733", fire: false },
    { from: "1733", to: "1834", fire: false },
    { from: "1934", to: "1834", fire: true },
  ]);
});

test("beside a hex stands only what is short", () => {
  expect(brief("27 VA is depleted")).toBe("27 VA is depleted");
  expect(brief("rolled 54 on column 8-9: no effect on 27 VA")).toBe("no effect on 27 VA");
  expect(brief("27 VA: fire at 1834: 1.5 SP, column 1 (27 VA: 3 SP, half in support)")).toBe("1.5 SP, column 1");
  expect(deedOf("7 OH-a and 110 PA-a: fire at 1933, 2 VA leads: 9 SP, column 8-9, stone wall -2 = 5")).toBe("7 OH-a and 110 PA-a: fire at 1933, 2 VA leads");
  expect(deedOf("27 VA: fire at 1834: 1.5 SP, column 1")).toBe("27 VA: fire at 1834: 1.5 SP, column 1");
  expect(brief("27 VA and 21 VA and 1 VA fall back to 1934 at once")).toBe("");
});

test("the log is cut down to a unit, a brigade, a hex, or dice", () => {
  const units = [{ id: "7 OH-a", brigade: "Tyler" }];
  const wanted = (words: string, diceOnly = false) =>
    [...ACTIVATION, FIRE].filter((one) => kept(one, { words, diceOnly, forced: false, units })).map(({ n }) => n);
  expect(wanted("27 va")).toEqual([15]);
  expect(wanted("tyler")).toEqual([10, 11, 12, 13, 14]);
  expect(wanted("1733")).toEqual([13, 14]);
  expect(wanted("", true)).toEqual([11]);
});

test("one steps from entry to entry that has something to show, and stays at the ends", () => {
  const entries = entriesOf([line(3, "a"), line(3, "b"), line(4, "c", { kind: "automatic" }), line(7, "d")]);
  expect(entries).toEqual([3, 7]);
  expect([neighbour(entries, 5, -1), neighbour(entries, 3, 1), neighbour(entries, 3, -1), neighbour(entries, 7, 1)]).toEqual([3, 7, 3, 7]);
});

test("who wants no motion gets results only, unless he chose otherwise", () => {
  expect([speedOf(null, true), speedOf(null, false), speedOf("slow", true), speedOf("nonsense", false)]).toEqual([
    "result only",
    "normal",
    "slow",
    "normal",
  ]);
});
