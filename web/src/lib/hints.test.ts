import { describe, expect, it } from "vitest";
import { hintsFor, note, PAGE, readSeen, seenHints } from "./hints";

const HINTS = ["order", "fire"].map((kind) => ({ kind, title: kind, text: `of ${kind}`, cite: "XX-1" }));

describe("hints", () => {
  it("tell of the page once, of each kind of question once, and of no other", () => {
    expect(hintsFor(HINTS, "fire", []).map((hint) => hint.kind)).toEqual(["fire", PAGE.kind]);
    expect(hintsFor(HINTS, "fire", [""]).map((hint) => hint.kind)).toEqual(["fire"]);
    expect(hintsFor(HINTS, "fire", ["", "fire"])).toEqual([]);
    expect(hintsFor(HINTS, "move", [""])).toEqual([]);
  });

  it("are kept by the browser, and whatever is not understood is nothing", () => {
    const kept = new Map<string, string>();
    const store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
    expect(seenHints(store)).toEqual([]);
    note(store, ["", "order"]);
    expect(note(store, ["order", "fire"])).toEqual(["", "order", "fire"]);
    expect(seenHints(store)).toEqual(["", "order", "fire"]);
    for (const broken of ["{", "7", "null", "{}"]) expect(readSeen(broken)).toEqual([]);
    expect(readSeen('["a", 3]')).toEqual(["a"]);
  });
});
