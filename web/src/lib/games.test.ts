import { describe, expect, it } from "vitest";
import { addressOf, again, begun, drop, keep, keepBegun, kept, type Kept, mayRepeat, move, partOf, repeatWords, unfinished, whose } from "./games";
import type { Summary } from "./fetched";
import type { GameState } from "./protocol";

function shelf(text: string | null = null) {
  const found = { text };
  return { found, getItem: () => found.text, setItem: (_: string, value: string) => void (found.text = value) };
}

const one: Kept = {
  game: "a1", key: "K", title: "The Stone Wall", seats: ["union"], computers: { confederate: "random" },
  turn: 4, turns: 11, waiting: ["union"], practice: false, at: 100,
};

describe("games of this browser", () => {
  it("lists the one last played first and each once", () => {
    const on = shelf();
    keep(on, one);
    keep(on, { ...one, game: "b2", at: 50 });
    keep(on, { ...one, at: 200, turn: 5 });
    expect(kept(on).map(({ game, turn }) => [game, turn])).toEqual([["a1", 5], ["b2", 4]]);
  });

  it("forgets a game that is dropped", () => {
    const on = shelf();
    keep(on, one);
    drop(on, "a1");
    expect(kept(on)).toEqual([]);
  });

  it("takes what it cannot read for nothing", () => {
    for (const text of ["", "{", "7", '{"a":1}', '[{"game":3},null,{"game":"x","key":"y","title":"z","at":"soon"}]']) {
      expect(kept(shelf(text))).toEqual([]);
    }
  });

  it("keeps at most fifty", () => {
    const on = shelf();
    for (let i = 0; i < 60; i += 1) keep(on, { ...one, game: `g${i}`, at: i });
    expect(kept(on)).toHaveLength(50);
    expect(kept(on)[0]?.game).toBe("g59");
  });

  it("lives with a browser that keeps nothing", () => {
    const closed = { getItem: () => null, setItem: () => { throw new Error("full"); } };
    expect(() => keep(closed, one)).not.toThrow();
  });

  it("says whose decision it is", () => {
    expect(whose(one)).toBe("yours to answer");
    expect(whose({ ...one, waiting: ["confederate"] })).toBe("the computer is thinking");
    expect(whose({ ...one, waiting: ["confederate"], computers: {} })).toBe("waiting for the Confederate player");
    expect(whose({ ...one, seats: ["union", "confederate"] })).toBe("Union to answer");
    expect(whose({ ...one, seats: ["union", "confederate"], waiting: ["chance"] })).toBe("dice to roll");
    expect(whose({ ...one, waiting: [] })).toBe("nobody is asked");
  });

  it("counts a game as begun once one of our seats has answered", () => {
    const state = (ways: unknown[]) => ({ back: { union: ways } }) as unknown as GameState;
    expect(begun(state([]))).toBe(false);
    expect(begun(state([{}]))).toBe(true);
    expect(begun({} as GameState)).toBe(false);
  });

  it("reads the unfinished game out of an address", () => {
    expect(unfinished("#unfinished=ab12.K-e_y")).toEqual({ game: "ab12", key: "K-e_y" });
    for (const hash of ["", "#", "#KT-1", "#unfinished=", "#unfinished=a.b.c", "#unfinished=a./../"]) expect(unfinished(hash)).toBeNull();
    expect(addressOf(one)).toBe("/?game=a1&key=K");
  });

  it("keeps those that are over apart from those that go on", () => {
    const games = [one, { ...one, game: "b2", over: "Draw" }];
    expect([partOf(games, false), partOf(games, true)].map((part) => part.map(({ game }) => game))).toEqual([["a1"], ["b2"]]);
  });

  it("says whose move it is to who comes back", () => {
    expect(move(one)).toBe("Your move as the Union, against random");
    expect(move({ ...one, waiting: ["confederate"] })).toBe("The computer is thinking; you are the Union, against random");
    expect(move({ ...one, seats: ["union", "confederate"], computers: {} })).toBe("Union to answer; both sides");
    expect(move({ ...one, computers: {}, waiting: ["confederate"] })).toBe("Waiting for the Confederate player; you are the Union");
  });

  it("begins a game again from the other side", () => {
    const played = { game: "a1", battle: "b/c", title: "", seats: ["union"], hotseat: false, computers: { confederate: "cautious" }, practice: true, over: true, options: { x: true }, dice: "pressed", assets: {} } as unknown as Summary;
    expect(again(played)).toMatchObject({ battle: "b/c", seats: { union: "cautious", confederate: "human" }, practice: true, options: { x: true }, dice: "pressed" });
    const both = { ...played, seats: ["union", "confederate"], computers: {}, hands: "drawn" };
    expect(again(both)).toMatchObject({ seats: { union: "human", confederate: "human" }, hands: "drawn" });
    expect(again(both)).not.toHaveProperty("open_hands");
  });

  it("keeps a game that was begun so before it is answered", () => {
    const on = shelf();
    const played = { title: "The Stone Wall", seats: ["union"], computers: { confederate: "cautious" }, practice: false } as unknown as Summary;
    keepBegun(on, { game: "b2", url: "/?game=b2&key=K" }, played, 7);
    expect(kept(on)).toMatchObject([{ game: "b2", key: "K", title: "The Stone Wall", seats: ["confederate"], computers: { union: "cautious" }, at: 7 }]);
  });

  it("calls what begins it once more the same everywhere", () => {
    expect(repeatWords({ seats: ["union"], computers: { confederate: "random" } })).toBe("Other side");
    expect(repeatWords({ seats: ["union", "confederate"], computers: {} })).toBe("Play it again");
    expect(repeatWords({ seats: ["union"], computers: {} })).toBe("Rematch, other side");
    expect(repeatWords({ seats: [], computers: { union: "random", confederate: "random" } })).toBe("Another one");
  });
});

it("who looked on at a game of people cannot begin it once more, nor who led one side of it alone", () => {
  expect(mayRepeat({ seats: [], computers: {} })).toBe(false);
  expect(mayRepeat({ seats: [], computers: { union: "random" } })).toBe(false);
  expect(mayRepeat({ seats: [], computers: { union: "random", confederate: "random" } })).toBe(true);
  expect(mayRepeat({ seats: ["union"], computers: { confederate: "random" } })).toBe(true);
  expect(mayRepeat({ seats: ["union"], computers: {} })).toBe(false);
  expect(move({ seats: [], computers: {}, waiting: ["union"] })).toBe("Two people play; you watch");
});
