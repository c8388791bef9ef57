import { describe, expect, it } from "vitest";
import type { GameState } from "./protocol";
import { gone, hexFacts, hexKind, offers, orderCount, orderWords, putOff, typed, untold } from "./orders";

const BEAT = { window: "before-draw", title: "Before a draw", seconds: 4, left: 1, may: ["union"], held: [] as string[] };

describe("standing orders", () => {
  it("read hexes as they are typed, each once", () => {
    expect(hexFacts("1834, 1733 and 1834", "hex")).toEqual(["hex 1834", "hex 1733"]);
    expect(hexFacts("the wall", "hex")).toEqual([]);
    expect(typed(["hex 1834", "brigade Tyler", "place 1733"])).toBe("1834, 1733");
  });

  it("know which settings ask for hexes", () => {
    expect(hexKind({ name: "hexes", title: "", names: ["place"] })).toBe("place");
    expect(hexKind({ name: "when", title: "", names: ["brigade"] })).toBe("");
    expect(hexKind(undefined)).toBe("");
  });

  it("are named from a question by what they order, not by the answer that it gives today", () => {
    const windows = [{ name: "w", title: "A window", settings: [{ name: "fire", title: "fire as filled in" }] }];
    expect(orderWords(windows, "w", "fire")).toBe("fire as filled in");
    expect([orderWords(windows, "w", "pass"), orderWords(undefined, "w", "fire")]).toEqual(["", ""]);
  });

  it("offer for longer only answers that are listed", () => {
    const standing = { window: "w", offers: [{ deed: "pass", setting: "pass", answer: "pass" }, { deed: "fire", setting: "fire", answer: "fire at 1834" }] };
    expect(offers(standing, [{ text: "pass", cite: "", hex: null }]).map((o) => o.deed)).toEqual(["pass"]);
    expect(offers(null, [])).toEqual([]);
  });

  it("are counted where they were given, with formations that the computer leads, and said to be suspended", () => {
    const order = { window: "w", setting: "pass", names: [], until: "always", text: "" };
    const orders = [{ ...order, given: true }, { ...order, given: false }];
    const state = (suspended: boolean) => ({ orders: { union: { suspended, orders, notes: [], parts: ["Tyler"] } } }) as unknown as GameState;
    expect(orderCount(state(false))).toEqual({ given: 2, suspended: false });
    expect(orderCount(state(true))).toEqual({ given: 2, suspended: true });
    expect(orderCount(null)).toEqual({ given: 0, suspended: false });
  });

  it("tell each note once", () => {
    const orders = { suspended: false, orders: [], notes: [{ n: 3, text: "a" }, { n: 5, text: "b" }] };
    expect(untold(orders, new Set(["a"]))).toEqual(["b"]);
  });
});

describe("the beat", () => {
  it("puts a question off until its seat raises a hand", () => {
    expect(putOff(BEAT, "union", "before-draw")).toBe(true);
    expect(putOff({ ...BEAT, held: ["union"] }, "union", "before-draw")).toBe(false);
    expect(putOff(BEAT, "union", "turn-end")).toBe(false);
    expect(putOff(null, "union", "before-draw")).toBe(false);
  });

  it("runs from its beginning to its end", () => {
    expect([gone({ ...BEAT, left: 4 }), gone(BEAT), gone({ ...BEAT, left: -1 }), gone({ ...BEAT, seconds: 0 })]).toEqual([0, 0.75, 1, 1]);
  });
});
