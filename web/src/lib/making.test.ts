import { describe, expect, it } from "vitest";
import { addresses, battleAfter, DICE, isLocal, isNear, lasts, likeliest, proposedBattle, rate, request, seated, shared, size, ticked, told, WAYS, type Wish } from "./making";

const battle = { id: "kernstown/the-stone-wall", seats: ["union", "confederate"] };
const wish: Wish = {
  way: "computer", lot: false, by: " Ann ", players: { union: "human", confederate: "cautious" }, dice: "seeded", practice: true,
  hands: "drawn", open: true, beat: "6", options: { "no-events": true }, parts: {}, answered: {},
};
const both = { union: "human", confederate: "human" };

describe("a new game", () => {
  it("asks for what its way of playing has, and for nothing else", () => {
    const common = { orders: true, battle: battle.id, options: { "no-events": true }, dice: "seeded" };
    expect(request(battle, wish)).toEqual({ ...common, seats: wish.players, practice: true });
    expect(request(battle, { ...wish, way: "both" })).toEqual({ ...common, seats: both, practice: true, hands: "drawn" });
    expect(request(battle, { ...wish, way: "screen" })).toEqual({ ...common, seats: both, practice: false, open_hands: true });
    expect(request(battle, { ...wish, way: "apart" })).toEqual({ ...common, seats: both, practice: false, beat: 6 });
    expect(request(battle, { ...wish, way: "apart", beat: "" })).not.toHaveProperty("beat");
    expect(request(battle, { ...wish, way: "open" })).toEqual({ ...common, seats: both, practice: false, beat: 6, open: { seat: "confederate", by: "Ann" } });
    expect(request(battle, { ...wish, way: "open", lot: true })).toMatchObject({ open: { seat: "random" } });
    const timed = { ...wish, time: "short", claim: true };
    expect(request(battle, { ...timed, way: "apart" })).toMatchObject({ time: { kind: "live", bank: 1_800, increment: 20, claim: true } });
    const rated = rate({ ...wish, way: "open" }, true);
    expect(request(battle, rated)).toMatchObject({ rated: true, time: { kind: "live", bank: 3_600, claim: true } });
    expect(request(battle, { ...rated, way: "apart" })).not.toHaveProperty("rated");
    expect(request(battle, rate(rated, false))).not.toHaveProperty("rated");
    expect(rate({ ...timed, way: "open" }, true).time).toBe("short");
    expect(request(battle, rate(rated, false))).not.toHaveProperty("time");
    expect(rate(rated, false)).toEqual({ ...wish, way: "open", rated: false });
    expect(rate(rate({ ...timed, claim: false }, true), false)).toMatchObject({ time: "short", claim: false });
    expect(rate({ ...rated, time: "short" }, false).time).toBe("short");
    expect(request(battle, { ...timed, way: "screen" })).not.toHaveProperty("time");
    const agreed = { ...wish, slips: true };
    expect(request(battle, { ...agreed, way: "apart" })).toMatchObject({ slips: true });
    expect(request(battle, { ...agreed, way: "screen" })).not.toHaveProperty("slips");
    expect(request(battle, rate({ ...agreed, way: "open" }, true))).not.toHaveProperty("slips");
    expect(request(battle, { ...timed, way: "apart", time: "" })).not.toHaveProperty("time");
  });

  it("hands a part of the person's own side to the computer, and of no other", () => {
    const parts = ticked(ticked({}, "union", "Tyler", true), "confederate", "Fulkerson", true);
    const more = { ...wish, parts, answered: { union: ["attacked"] } };
    expect(shared(battle.seats, wish)).toEqual(["union"]);
    expect(request(battle, more)).toMatchObject({ parts: { union: ["Tyler"] }, answered: { union: ["attacked"] } });
    expect(request(battle, { ...more, way: "both" })).toMatchObject({ parts });
    for (const way of ["screen", "apart", "watch"] as const) expect(request(battle, { ...more, way })).not.toHaveProperty("parts");
    expect(request(battle, { ...more, parts: ticked(parts, "union", "Tyler", false) })).not.toHaveProperty("parts");
  });

  it("always leaves one side to the person", () => {
    const sides = battle.seats;
    expect(seated(sides, { union: "human", confederate: "cautious" }, "union", "random", "cautious")).toEqual({ union: "random", confederate: "human" });
    expect(seated(sides, { union: "random", confederate: "human" }, "union", "human", "cautious")).toEqual({ union: "human", confederate: "cautious" });
    expect(seated(sides, { union: "human", confederate: "random" }, "confederate", "cautious", "x")).toEqual({ union: "human", confederate: "cautious" });
  });

  it("proposes the battle that is played, else the first", () => {
    const battles = [{ id: "a" }, { id: "b" }];
    const cards = [{ battles: ["a", "b"] }, { battles: ["c"] }];
    expect(["a", "b", "c", "own"].map((played) => battleAfter(cards, played))).toEqual(["b", "c", "a", "a"]);
    expect(battleAfter([], "a")).toBe("a");
    expect([proposedBattle(battles, "b"), proposedBattle(battles, ""), proposedBattle([], "a")]).toEqual([{ id: "b" }, { id: "a" }, undefined]);
  });

  it("begins with the strongest commander there is", () => {
    expect(likeliest(["random", "cautious", "adjutant"])).toBe("adjutant");
    expect(likeliest(["random", "cautious"])).toBe("cautious");
    expect(likeliest(["strange"])).toBe("strange");
  });

  it("says how large a scenario is, and how long it lasts where that is known", () => {
    expect(size({ turns: 11, units: 19, minutes: 60 })).toBe("11 turns, 19 units, 1 h");
    expect(size({ turns: 2, units: 3, minutes: 0 })).toBe("2 turns, 3 units");
    expect([45, 90, 100, 180].map(lasts)).toEqual(["45 min", "1½ h", "1½ h", "3 h"]);
  });

  it("gives each person an address of his own", () => {
    const made = { game: "G", keys: { union: "A", confederate: "B", both: "C" }, url: "" };
    expect(addresses(made, "http://host:1").map(({ seat, address }) => `${seat} ${address}`)).toEqual([
      "union http://host:1/?game=G&key=A",
      "confederate http://host:1/?game=G&key=B",
    ]);
    expect([isLocal("127.0.0.1"), isLocal("example.org")]).toEqual([true, false]);
  });

  it("knows an address of a private network, which leads nobody here from outside", () => {
    const near = ["http://172.17.0.2:8000/", "http://192.168.1.5:8000/", "http://10.0.0.7/", "http://[fd00::5]:8000/"];
    const far = ["https://club.example.org/", "http://172.32.0.1/", "http://10.example.org/", "http://198.51.100.7/", ""];
    expect([near.map(isNear), far.map(isNear)]).toEqual([near.map(() => true), far.map(() => false)]);
  });
});

it("says nothing of chits where a battle has none", () => {
  const all = [...WAYS, ...DICE].map((one) => [told(one, true), told(one, false)] as const);
  expect(all.every(([, open]) => !/chit|hand/i.test(open))).toBe(true);
  expect(all.some(([text]) => /chit/.test(text))).toBe(true);
});
