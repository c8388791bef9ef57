import { describe, expect, it } from "vitest";
import type { LogLine } from "./protocol";
import { inCells, nobodyMoved } from "./values";

const line = (n: number, seat: string | null) => ({ n, seat }) as LogLine;

describe("values", () => {
  it("says how far they are from those of the game", () => {
    expect([inCells(0), inCells(1), inCells(14)]).toEqual(["the same counters, charts and chits", "one cell is another", "14 cells are others"]);
  });

  it("knows whether a seat has moved: what the battle began with, and others, do not count", () => {
    const log = [line(0, "union"), line(1, null), line(2, "confederate")];
    expect(nobodyMoved(log, ["union"])).toBe(true);
    expect(nobodyMoved([...log, line(3, "union")], ["union"])).toBe(false);
  });
});
