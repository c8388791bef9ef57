import { describe, expect, it } from "vitest";
import { beginning, claimIn, type Clocks, face, isShort, leftAfter, onceBegun, overOf, PACES, paceWords, pressing, type SideClock, stopped, stretch } from "./clocks";

const side: SideClock = { left: 100, free: 30, runs: true, holiday: 0, away: false };

describe("clocks", () => {
  it("run on between two words of the server, once what is free is used up", () => {
    expect([0, 30, 31, 131].map((gone) => leftAfter(side, gone))).toEqual([100, 100, 99, -1]);
    expect(leftAfter({ ...side, runs: false }, 5_000)).toBe(100);
  });

  it("are told for the eye and in words", () => {
    expect([0, 9, 3_492, 3_750, 219_600, -11.2, 0.4].map(face)).toEqual(["0:00", "0:09", "58:12", "1:02:30", "2 d 13 h", "-0:12", "0:01"]);
    expect([0, 40, 61, 3_600, 219_660, 86_460].map(stretch)).toEqual(["no time", "40 seconds", "1 minute and 1 second", "1 hour", "2 days and 13 hours", "1 day"]);
    expect(PACES.flatMap(({ time }) => (time ? [paceWords(time)] : []))).toEqual([
      "30 minutes a side, 20 seconds more each time", "1 hour a side, 30 seconds more each time", "3 days a side, 12 hours more each time", "7 days a side, 1 day more each time",
    ]);
    expect([isShort(59, "live"), isShort(61, "live"), isShort(40_000, "days"), isShort(50_000, "days")]).toEqual([true, false, true, false]);
  });

  it("stand while events are shown: whose runs would tell what comes", () => {
    const clocks: Clocks = { kind: "live", bank: 100, begun: true, sides: { union: side, confederate: { ...side, runs: false } } };
    const sides = (come: Clocks | null, seats: string[]) => Object.values(stopped(clocks, { clocks: come, seats })?.sides ?? {}).map(({ runs, left }) => [runs, left]);
    expect(sides(clocks, ["confederate"])).toEqual([[false, 100], [false, 100]]);
    expect(stopped(null, { seats: [] })).toBeUndefined();
    // One's own, by minutes, runs before one's eyes.
    const come: Clocks = { ...clocks, sides: { ...clocks.sides, union: { ...side, left: 40 } } };
    expect([pressing({ clocks: come, seats: ["union"] }), sides(come, ["union"])]).toEqual([["union"], [[true, 40], [false, 100]]]);
    const days: Clocks = { ...come, kind: "days" };
    expect([pressing({ clocks: days, seats: ["union"] }), sides(days, ["union"])]).toEqual([[], [[false, 100], [false, 100]]]);
  });

  it("that have not begun say when they do, and how long one waits for who does not come", () => {
    const clocks: Clocks = { kind: "live", bank: 100, begun: false, waits: { union: 86_500 }, sides: {} };
    expect([claimIn(clocks, 100, ["union"]), claimIn(clocks, 0, ["confederate"]), claimIn({}, 0, ["union"])]).toEqual([86_400, undefined, undefined]);
    expect(beginning(clocks, 100, ["union"])).toBe(
      "the clocks begin once both sides have the game open at the same time; if that has not happened in 1 day, you may claim this game",
    );
    expect([beginning({ ...clocks, kind: "days" }, 0, []), beginning({ ...clocks, begun: true }, 0, ["union"])]).toEqual([
      "the clocks begin once both sides have opened the game", "",
    ]);
    expect(beginning(clocks, 90_000, ["union"])).not.toMatch("claim");
    expect(PACES.flatMap(({ time }) => (time ? [onceBegun(time.kind)] : [])).map((words) => words.endsWith("at the same time"))).toEqual([true, true, false, false]);
  });

  it("of two that are over tell of the other side's, whose battle can be claimed", () => {
    const sides = { union: { ...side, left: -1, runs: false }, confederate: side };
    const over = (gone: number, own: string[], begun = true) => overOf({ begun, sides }, gone, own);
    expect([over(40, ["union"]), over(131, ["union"]), over(131, ["confederate"]), over(131, [])]).toEqual(["union", "confederate", "union", "union"]);
    expect([over(131, ["union"], false), overOf({ begun: true, sides: { union: side } }, 0, [])]).toEqual(["", ""]);
  });
});
