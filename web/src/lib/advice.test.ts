import { describe, expect, it } from "vitest";
import { deeds, gestureOf, wayOf } from "./advice";

const march = { text: "move 1 WV-b", label: "", then: ["1 WV-b: 1432", "1 WV-b: 1532"] };

describe("what the computer would do", () => {
  it("joins the steps of a unit to one way", () => {
    expect(deeds(march)).toEqual(["1 WV-b: 1432-1532"]);
    expect(deeds({ text: "order maneuver", label: "", then: [march.text, ...march.then] })).toEqual(["order maneuver", "1 WV-b: 1432-1532"]);
  });

  it("calls an answer as the page does", () => {
    expect(deeds({ text: "fire 13 IN", label: "13 IN fires at 8 OH in 2319", then: [] })).toEqual(["13 IN fires at 8 OH in 2319"]);
  });

  it("draws the way of one unit alone", () => {
    expect(wayOf(march)).toEqual({ unit: "1 WV-b", path: ["1432", "1532"] });
    expect(wayOf({ text: "fire at 1833", then: [] })).toBeNull();
    expect(wayOf({ text: "A: 1001", then: ["B: 1002"] })).toBeNull();
  });

  it("is one gesture", () => {
    expect(gestureOf(march)).toBe("move 1 WV-b; 1 WV-b: 1432; 1 WV-b: 1532");
  });
});
