import { describe, expect, it } from "vitest";
import { note, parties } from "./branching.svelte";
import { kept } from "./games";

describe("a game branched off", () => {
  it("may be led from either side, one's own first, or from both", () => {
    const found = parties(["union", "confederate"], ["confederate"], { union: "cautious" });
    expect(found.map(({ led }) => led)).toEqual([["confederate"], ["union"], ["union", "confederate"]]);
    expect(found[0]?.seats).toEqual({ union: "cautious", confederate: "human" });
    expect(found[2]?.seats).toEqual({ union: "human", confederate: "human" });
  });

  it("stands in the list as practice", () => {
    const box = new Map<string, string>();
    const shelf = { getItem: (name: string) => box.get(name) ?? null, setItem: (name: string, text: string) => void box.set(name, text) };
    note(shelf, { game: "g", keys: { union: "k" }, url: "/" }, { title: "The Stone Wall" }, { union: "human", confederate: "adjutant" }, 4);
    expect(kept(shelf)).toMatchObject([{ game: "g", key: "k", practice: true, seats: ["union"], computers: { confederate: "adjutant" }, turn: 4 }]);
  });
});
