import { expect, test } from "vitest";
import { answeredHere, keepSeen, MOST, seen } from "./seen";

function shelf(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) };
}

test("what has been seen is kept by game and seats, and never goes back", () => {
  const one = shelf();
  expect(seen(one, "g union")).toEqual({ shown: -1, answered: -1 });
  keepSeen(one, "g union", { shown: 12 });
  keepSeen(one, "g union", { answered: 9 });
  keepSeen(one, "g union", { shown: 5, answered: 3 });
  expect(seen(one, "g union")).toEqual({ shown: 12, answered: 9 });
  expect(seen(one, "g confederate")).toEqual({ shown: -1, answered: -1 });
});

test("only the games that were seen last are kept", () => {
  const one = shelf();
  for (let i = 0; i <= MOST; i++) keepSeen(one, `g${i} union`, { shown: i });
  expect([seen(one, "g0 union").shown, seen(one, "g1 union").shown]).toEqual([-1, 1]);
});

test.each(["{", "7", '["x"]', "null"])("what cannot be read counts as nothing: %s", (text) => {
  expect(seen({ getItem: () => text, setItem: () => undefined }, "g union").shown).toBe(-1);
});

test("who answered here had seen the game up to there; what was done at another machine is behind this browser", () => {
  expect(answeredHere({ shown: 12, answered: 0 }, 12)).toBe(true); // opened again, after an answer at entry 0
  expect(answeredHere({ shown: 12, answered: 9 }, 20)).toBe(false);
  expect(answeredHere({ shown: 12, answered: -1 }, 12)).toBe(false);
  expect(answeredHere({ shown: 12, answered: 9 }, undefined)).toBe(true);
});
