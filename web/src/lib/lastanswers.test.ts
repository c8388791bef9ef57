import { beforeEach, expect, test } from "vitest";
import { decision, state } from "./fixtures";
import { LastAnswers } from "./lastanswers";
import type { Decision } from "./protocol";

let last: LastAnswers;
const KEYS = ["key Rally", "key Fatigue", "key Rebel Yell"];
const SECRET: Partial<Decision> = { kind: "key", secret: true, alone: true, optional: false };
const asked = (more: Partial<Decision> = {}) => decision(KEYS, null, { ...SECRET, ...more });
const at = (turn: number, n: number) => state({ n, view: { ...state().view, turn } });
const offers = (turn: number, n: number, more: Partial<Decision> = {}) => last.proposed(asked(more), at(turn, n))?.proposed;

beforeEach(() => {
  const kept = new Map<string, string>();
  const store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
  last = new LastAnswers("g", store);
  last.note(asked(), at(1, 0), "key Rally");
  last.note(asked(), at(1, 1), "key Fatigue");
});

test("the choices of the turn before are proposed one after the other", () => {
  expect(offers(2, 30)).toBe("key Rally");
  last.note(asked(), at(2, 30), "key Rebel Yell");
  expect(offers(2, 31)).toBe("key Fatigue");
});

test("nothing is proposed in the same turn, to the other seat, or where it is not offered", () => {
  expect([offers(1, 2), offers(2, 30, { seat: "confederate" })]).toEqual([null, null]);
  expect(last.proposed(decision(["key Fatigue"], null, SECRET), at(2, 30))?.proposed).toBe(null);
});

test("a choice that was taken back is forgotten", () => {
  last.note(asked(), at(1, 0), "key Rebel Yell");
  expect(offers(2, 30)).toBe("key Rebel Yell");
});

test("other questions stay as they are: open ones, those with a proposal, those that may be passed", () => {
  last.note(asked({ secret: false }), at(1, 5), "key Rally");
  expect(offers(2, 30, { secret: false })).toBe(null);
  expect(offers(2, 30, { optional: true })).toBe(null);
  expect(offers(2, 30, { proposed: "key Rebel Yell" })).toBe("key Rebel Yell");
});

test("an answer to what the rules proposed is kept for the turn after", () => {
  const first = new LastAnswers("h", { getItem: () => kept, setItem: (_, text) => void (kept = text) });
  let kept: string | null = null;
  first.note(asked({ proposed: "key Fatigue" }), at(1, 0), "key Fatigue");
  expect(first.proposed(asked(), at(2, 30))?.proposed).toBe("key Fatigue");
});
