import { expect, test } from "vitest";
import { keepCaptions } from "./captions";
import { answeredHere, keepSeen, MOST, seen } from "./seen";
import { keepHeard } from "./talk";

function shelf(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) };
}

test("what has been seen is kept by game and seats, and never goes back", () => {
  const one = shelf();
  expect(seen(one, "g union")).toEqual({ shown: -1, answered: -1, given: -1 });
  keepSeen(one, "g union", { shown: 12 });
  keepSeen(one, "g union", { answered: 9, given: 14 });
  keepSeen(one, "g union", { shown: 5, answered: 3 });
  expect(seen(one, "g union")).toEqual({ shown: 12, answered: 9, given: 14 });
  expect(seen(one, "g confederate")).toEqual({ shown: -1, answered: -1, given: -1 });
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
  expect(answeredHere({ shown: 12, answered: 0, given: 1 }, 1)).toBe(true); // opened again, after an answer at entry 0
  expect(answeredHere({ shown: 12, answered: 9, given: 10 }, 20)).toBe(false);
  expect(answeredHere({ shown: 12, answered: -1, given: -1 }, 12)).toBe(false);
  expect(answeredHere({ shown: 12, answered: 9, given: 10 }, undefined)).toBe(true);
});

test("a page that lay open while its player answered at another machine has seen all of it, and has answered nothing", () => {
  expect(answeredHere({ shown: 30, answered: 9, given: 10 }, 20)).toBe(false);
  expect(answeredHere({ shown: 30, answered: 9, given: -1 }, 20)).toBe(true); // kept by an older page, which did not know
});

test("a browser that keeps nothing, since it is full or forbids it, is no fault", () => {
  const full = { getItem: () => null, removeItem: () => undefined, setItem: () => { throw new Error("QuotaExceededError"); } };
  expect(() => keepSeen(full, "g union", { shown: 3 })).not.toThrow();
  expect(() => keepCaptions(full, "g", { begin: "words" })).not.toThrow();
  expect(() => keepHeard(full, "g union", 3)).not.toThrow();
});
