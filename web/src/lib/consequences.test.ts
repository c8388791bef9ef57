import { describe, expect, it } from "vitest";
import { consequencesOf, placeWords, pointsOf } from "./consequences";
import type { Preview } from "./marching";

const FIRE = { hex: "1733", sp: "1.5", by: [{ unit: "27 VA", hex: "1834", sp: "1.5", allowed: true, why: "", cite: "" }] };
const WHY = "leaving 1733 draws fire from 27 VA, 1.5 SP";
const ROW: Preview = {
  cost: 2,
  left: 2,
  path: ["1734", "1833"],
  end: true,
  fires: [FIRE],
  irreversible: { why: WHY, cite: "KT-13.7-4" },
  support: [
    { unit: "7 OH-a", before: 4, after: 3, moved: true, why: "loses support" },
    { unit: "7 OH-b", before: 3, after: 4, why: "gains support" },
  ],
  stack: "9 of 10",
  text: `2 MP, 2 left; ${WHY} (no free undo after it); 7 OH-a loses support, cohesion 4 to 3, 7 OH-b gains support, cohesion 3 to 4; stack 9 of 10; may limber there`,
};
const words = (row: Preview) => consequencesOf(row, ["7 OH-a"]).map(({ sign, lead, rest }) => `${sign} ${lead}${rest}`);

describe("consequences of a move", () => {
  it("has each in a line of its own, the gravest first, and nothing twice", () => {
    expect(words(ROW)).toEqual([
      "fire Draws fire from 27 VA on leaving 1733, strength 1.5. No free undo after that.",
      "loss Loses support: cohesion 4 becomes 3.",
      "gain 7 OH-b gains support: cohesion 3 becomes 4.",
      "note May limber there.",
      "gain 2 points left. 9 of 10 in the hex.",
    ]);
  });

  it("says what bars a stop, and no room where none is taken", () => {
    const why = "the hex would hold more than the stacking limit";
    const row: Preview = { cost: 2, left: 0, path: ["1432"], end: false, why, stack: "11 of 10", text: `2 MP, 0 left; may not stop there: ${why}` };
    expect(words(row)).toEqual([`loss Cannot stop there: ${why}.`]);
  });

  it("keeps words of other books", () => {
    const row: Preview = { cost: 6, left: 0, path: ["3128"], end: true, stack: null, text: "6 MP, 0 left; it must stop there: zone of control of Carrington Battery" };
    expect(words(row)).toEqual(["note It must stop there: zone of control of Carrington Battery.", "gain No points left. Alone in the hex."]);
  });

  it("counts points in all", () => {
    expect(pointsOf(ROW)).toEqual({ cost: "2", of: "4" });
    expect(pointsOf({ cost: "2", path: [] })).toEqual({ cost: "2", of: "" });
  });

  it("tells the ground and the way", () => {
    expect(placeWords("clear, level 9", ["1733", "1734", "1735"], "1733")).toEqual({ ground: "clear", more: "level 9, by 1734" });
    expect(placeWords(undefined, ["1734"], "1733")).toEqual({ ground: "", more: "" });
  });
});
