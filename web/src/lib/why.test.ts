import { describe, expect, it } from "vitest";
import { goesWords, planWords, plansAhead, untold, verdict, type Weighed, worthHead, worthMeaning, worthWords } from "./why";

const row = (more: Partial<Weighed>): Weighed => ({ text: "order attack", label: "Attack", posture: "adjutant", worth: 0.5, gain: 0, error: 0, worlds: 4, goes: [], ...more });

describe("what a computer weighed", () => {
  it("is asked of computers that plan ahead alone", () => {
    const ahead: Record<string, string>[] = [{ union: "general" }, { union: "human", confederate: "general:4" }];
    const plain: Record<string, string>[] = [{}, { union: "adjutant" }, { union: "generalist" }];
    expect(ahead.map(plansAhead)).toEqual([true, true]);
    expect(plain.map(plansAhead)).toEqual([false, false, false]);
  });

  it("is told to move now where one is asked something, and nobody is told that it was where none is", () => {
    expect(untold({ hurry: { id: "i", cut: true } })).toBe("");
    expect(untold({ hurry: { id: "i", cut: false } })).toBe("No computer is planning now.");
    expect(untold({ refused: { reason: "stopped" } } as Parameters<typeof untold>[0])).toBe("stopped");
  });

  it("says a plan in words, also in a spirit that it does not know", () => {
    expect(planWords(row({}))).toBe("Attack, as usual");
    expect(planWords(row({ posture: "bold" }))).toBe("Attack, boldly");
    expect(planWords(row({ posture: "sly" }))).toBe("Attack, sly");
  });

  it("sets each plan against the usual one, and an error is never none", () => {
    expect(worthWords(row({}), true)).toEqual({ worth: "50 %", gain: "" });
    expect(worthWords(row({}), false)).toEqual({ worth: "50 %", gain: "the same" });
    expect(worthWords(row({ worth: 0.556, gain: 0.056, error: 0.021 }), false)).toEqual({ worth: "56 %", gain: "+6 %, give or take 2" });
    expect(worthWords(row({ gain: -0.031, error: 0.001 }), false).gain).toBe("−3 %, give or take 1");
    expect(worthWords(row({ gain: 0.0042, error: 0.00301 }), false).gain).toBe("+0.4 %, give or take 0.3");
    expect(worthWords(row({ gain: -0.002 }), false).gain).toBe("−0.2 %, give or take 0.1");
  });

  it("says what the choice came to, and no more than its numbers do", () => {
    const weighed = [row({}), row({ posture: "bold", gain: 0.1 })];
    const why = { n: 3, seat: "union", turn: 2, text: "", planned: true, by: "general", note: "", counted: false, weighed };
    expect(verdict({ ...why, taken: 0 })).toBe("It kept to its usual plan: no other came out better by more than half the margin of error.");
    expect(verdict({ ...why, taken: 1 })).toContain("better than its usual one, by more than half the margin of error");
    expect(verdict({ ...why, taken: 1, counted: true })).toContain("by more than the margin of error");
    expect(verdict({ ...why, taken: 0, weighed: [] })).toBe("");
    expect(verdict({ ...why, taken: null })).toContain("it answered otherwise");
    expect(verdict({ ...why, taken: null, planned: false })).toContain("The record does not say that it weighed plans here");
  });

  it("calls a plain count what it is: no share of anything", () => {
    expect([worthHead(false), worthHead(true)]).toEqual(["Its side’s share", "How far ahead"]);
    expect(worthMeaning(false)).toContain("share of what is fought for");
    expect(worthMeaning(true)).not.toContain("share");
  });

  it("says in words who goes where, and who leaves the map", () => {
    const names: Record<string, string> = { a: "5th Virginia" };
    expect(goesWords([["a", "1532", "1632"], ["b", "1733", ""]], (id) => names[id] ?? id)).toBe("5th Virginia 1532 to 1632; b from 1733 off the map");
  });
});
