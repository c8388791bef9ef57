import { describe, expect, it } from "vitest";
import { neighbour, turnFrom, turnsOf } from "./moment";
import type { LogLine } from "./protocol";

const line = (n: number, kind: string, text: string, more: Partial<LogLine> = {}): LogLine => ({ n, kind, text, cite: "", seat: null, units: [], hex: null, roll: null, depth: 0, ...more });
const LOG = [
  line(0, "turn", "Turn 1, 3:40"),
  line(4, "phase", "Chit Draw Phase"),
  line(9, "turn", "Turn 2, 4:00"),
  line(12, "undo", "taken back", { back: 9, depth: 2 }),
  line(14, "turn", "Turn 2, 4:00"),
  line(20, "turn", "Turn 3"),
];

describe("the turns of a battle", () => {
  const turns = turnsOf(LOG);

  it("are known by their number, and where each begins", () => {
    expect(turns).toEqual([{ n: 0, name: "Turn 1" }, { n: 14, name: "Turn 2" }, { n: 20, name: "Turn 3" }]);
  });

  it("have the beginning before them where a battle began in the midst of one", () => {
    expect(turnsOf(LOG.slice(4))).toEqual([{ n: 0, name: "The beginning" }, { n: 14, name: "Turn 2" }, { n: 20, name: "Turn 3" }]);
    expect(turnsOf([])).toEqual([]);
  });

  it("are gone to one by one, first to the beginning of the one that is seen", () => {
    const to = (n: number, way: 1 | -1) => turnFrom(turns, n, way)?.n;
    expect([to(16, 1), to(16, -1), to(14, -1), to(0, -1), to(20, 1)]).toEqual([20, 14, 0, undefined, undefined]);
  });
});

it("goes from entry to entry, and stays at the ends", () => {
  expect([neighbour([0, 4, 9], 4, 1), neighbour([0, 4, 9], 4, -1), neighbour([0, 4, 9], 9, 1)]).toEqual([9, 0, 9]);
});
