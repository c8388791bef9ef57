import { describe, expect, it } from "vitest";
import { Adviser } from "./advice.svelte";
import { deeds, gestureOf, sameStep, shown, wayOf } from "./advice";

const march = { text: "move 1 WV-b", then: ["1 WV-b: 1432", "1 WV-b: 1532"] };

describe("what the computer would do", () => {
  it("joins the steps of a unit to one way", () => {
    expect(deeds(march)).toEqual(["1 WV-b: 1432-1532"]);
    expect(deeds({ text: "order maneuver", then: [march.text, ...march.then] })).toEqual(["order maneuver", "1 WV-b: 1432-1532"]);
  });

  it("says of who does not move that he stays", () => {
    expect(deeds({ text: "move 7 OH-a", then: ["done"] })).toEqual(["keep 7 OH-a where it is"]);
    expect(deeds({ text: "order attack", then: ["move 7 OH-a", "done"] })).toEqual(["order attack", "keep 7 OH-a where it is"]);
  });

  it("calls every answer as the page does, those that come after the first as well", () => {
    const called = { "fire 13 IN": "13 IN fires at 8 OH in 2319", done: "end fire" };
    expect(deeds({ text: "fire 13 IN", then: ["done"], called })).toEqual(["13 IN fires at 8 OH in 2319", "end fire"]);
    expect(shown("chaos 1834", { "chaos 1834": "Battlefield Chaos at 1834" })).toBe("Battlefield Chaos at 1834");
    expect(shown("key Rally", {})).toBe("Key Rally");
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

describe("a hint that is not to be had", () => {
  const asked = (passes: boolean) => {
    const told: string[] = [];
    const page = {
      decision: { number: 3, seat: "union" },
      past: null,
      summary: {},
      table: {
        connected: true, covered: false, state: null, tell: (text: string) => void told.push(text),
        ask: async () => {
          if (passes) page.decision = { number: 4, seat: "union" };
          return { refused: { reason: "nobody asks union" } };
        },
      },
    };
    return new Adviser(page as never).ask().then(() => told);
  };

  it("is told while its question is open, and is silent where that has passed", async () => {
    expect(await asked(false)).toEqual(["nobody asks union"]);
    expect(await asked(true)).toEqual([]);
  });
});

describe("a hint in a rated game", () => {
  it("is not to be had, and is not asked for", async () => {
    const asked: string[] = [];
    const adviser = (rated: boolean) =>
      new Adviser({
        decision: { number: 3, seat: "union" }, past: null, summary: { rated },
        table: { connected: true, covered: false, state: null, tell: () => undefined, ask: async (what: string) => (asked.push(what), {}) },
      } as never);
    expect([adviser(false).can, adviser(true).can]).toEqual([true, false]);
    await adviser(true).ask();
    expect(asked).toEqual([]);
  });
});

describe("the rest of a step", () => {
  const moves = ["Turn 7", "Tyler", "movement"];
  it.each([
    [moves, moves, true],
    [moves, [...moves, "29 OH-a moves"], true],
    [[...moves, "29 OH-a moves"], moves, true],
    [moves, ["Turn 7", "Tyler", "close combat"], false],
    [moves, ["Turn 7"], false],
    [["Turn 7", "Tyler"], ["Turn 7"], false],
    [[], ["Turn 7"], false],
  ])("%j then %j", (begun, now, same) => expect(sameStep(begun, now)).toBe(same));
});
