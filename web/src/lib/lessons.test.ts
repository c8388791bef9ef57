import { describe, expect, it } from "vitest";
import type { Lesson } from "./fetched";
import { line } from "./fixtures";
import { keepLesson, keptLesson, letGo, type Now, onThisScreen, readLesson, toldOf } from "./lessons";

const LESSON: Lesson = {
  title: "t", about: "a", minutes: 5, order: 1, seat: "union", turns: 2, end: "over",
  steps: [
    { id: "read", title: "Read", text: "read this" },
    { id: "order", title: "Order", text: "order it", asked: ["order"], until: { log: ["ordered"], seat: "union", says: ["Attack"] }, well: "good",
      wait: "not yet", wrong: [{ when: { log: ["ordered"], seat: "union" }, text: "another order" }] },
    { id: "fire", title: "Fire", text: "fire now", asked: ["fire"], until: { log: ["fire"], hexes: ["0102"] }, missed: "fire is so",
      wrong: [{ when: { asked: ["move"] }, text: "no fire" }] },
    { id: "chits", title: "Chits", text: "open it", after: { log: ["fire"] }, until: { leaf: ["Chits"] }, wrong: [{ when: { leaf: ["*"] }, text: "another drawer" }] },
  ],
};

const NOW: Now = { lines: [], asked: "", turn: 1, over: false, leaf: "", seen: 0, passed: new Set() };
const told = (more: Partial<Now>) => {
  const { mode, step, text } = toldOf(LESSON, { ...NOW, ...more });
  return [mode, step?.id ?? "", text];
};
const read = new Set(["read"]);
const defend = line(3, "Tyler: Defend", { kind: "ordered", seat: "union" });
const attack = line(3, "Tyler: Attack", { kind: "ordered", seat: "union" });
const fire = line(5, "rolled", { kind: "fire", seat: "union", hex: "0102" });

describe("a guided first game", () => {
  it("tells of a step at its question, and waits for the deed", () => {
    expect(told({ asked: "order" })).toEqual(["tell", "read", "read this"]);
    expect(told({ passed: read })).toEqual(["wait", "order", "not yet"]);
    expect(told({ passed: read, asked: "order" })).toEqual(["tell", "order", "order it"]);
    expect(told({ passed: read, asked: "fire", lines: [attack] })).toEqual(["tell", "fire", "fire now"]);
    expect(toldOf(LESSON, { ...NOW, passed: read, asked: "fire", lines: [attack] })).toMatchObject({ well: "good", done: 2, of: 4 });
    expect(toldOf(LESSON, { ...NOW, passed: read, asked: "fire", lines: [attack], seen: 3 }).well).toBe("");
  });

  it("says what was done instead, until the next answer, and comes back to it", () => {
    expect(told({ passed: read, asked: "fire", lines: [defend] })).toEqual(["wrong", "order", "another order"]);
    expect(told({ passed: read, asked: "fire", lines: [defend], seen: 4 })).toEqual(["tell", "fire", "fire now"]);
    expect(told({ passed: new Set([...read, letGo(LESSON.steps[1]!, 1)]), asked: "fire", lines: [defend] })[1]).toBe("fire");
    expect(told({ passed: read, asked: "order", lines: [defend], seen: 4, turn: 2 })).toEqual(["tell", "order", "order it"]);
    expect(told({ passed: read, asked: "move", lines: [attack], seen: 4 })).toEqual(["wrong", "fire", "no fire"]);
  });

  it("knows nothing of what was taken back", () => {
    const undo = line(4, "takes back", { kind: "undo", seat: "union", back: 3 });
    expect(told({ passed: read, asked: "order", lines: [attack, undo] })).toEqual(["tell", "order", "order it"]);
    expect(told({ passed: read, asked: "order", lines: [defend, undo] })).toEqual(["tell", "order", "order it"]);
  });

  it("looks at what is open, once what comes before has happened", () => {
    expect(told({ passed: read, lines: [attack], leaf: "Log" })).toEqual(["wait", "fire", "fire now"]);
    expect(told({ passed: read, lines: [attack, fire], leaf: "Log" })).toEqual(["wrong", "chits", "another drawer"]);
    expect(told({ passed: read, lines: [attack, fire], leaf: "Chits" })).toEqual(["tell", "chits", "open it"]);
  });

  it("does not call a drawer wrong that a step before had asked for", () => {
    const score = { id: "score", title: "Score", text: "open the score", until: { leaf: ["Score"] } };
    const lesson: Lesson = { ...LESSON, steps: [score, { ...LESSON.steps[3]!, after: undefined }] };
    const at = (leaf: string) => toldOf(lesson, { ...NOW, passed: new Set(["score"]), leaf }).mode;
    expect(at("Score")).toBe("tell");
    expect(at("Log")).toBe("wrong");
  });

  it("calls nothing wrong that was done before its turn", () => {
    const lesson: Lesson = { ...LESSON, steps: [{ ...LESSON.steps[1]!, turns: [2] }] };
    const lines = [defend, line(4, "Turn 2", { kind: "turn" })];
    expect(toldOf(lesson, { ...NOW, lines, turn: 2, asked: "order" }).mode).toBe("tell");
    expect(toldOf(lesson, { ...NOW, lines: [...lines, line(5, "Tyler: Defend", { kind: "ordered", seat: "union" })], turn: 2 }).mode).toBe("wrong");
    const longer: Lesson = { ...lesson, turns: 3, steps: [{ ...lesson.steps[0]!, turns: [2, 3] }] };
    const later = [...lines, line(5, "Tyler: Defend", { kind: "ordered", seat: "union" }), line(6, "Turn 3", { kind: "turn" })];
    expect(toldOf(longer, { ...NOW, lines: later, turn: 3 }).mode).toBe("wrong");
  });

  it("does not tell of what would be in vain now, nor calls anything else wrong then", () => {
    const lesson: Lesson = { ...LESSON, steps: [{ ...LESSON.steps[1]!, vain: "none can recover", missed: "a rally is so" }] };
    const at = (more: Partial<Now>) => {
      const { mode, text } = toldOf(lesson, { ...NOW, asked: "order", ...more });
      return [mode, text];
    };
    expect(at({ notes: ["4 MP", "none can recover"] })).toEqual(["wait", "not yet"]);
    expect(at({ notes: ["4 MP", "1 can recover"] })).toEqual(["tell", "order it"]);
    expect(at({ asked: "", lines: [defend] })).toEqual(["wait", "not yet"]);
    expect(at({ asked: "", lines: [defend], passed: new Set(["order!"]) })).toEqual(["wrong", "another order"]);
    expect(at({ turn: 3 })).toEqual(["missed", "a rally is so"]);
  });

  it("says so at once where it would be in vain, and until the turn is over", () => {
    const vain = { ...LESSON.steps[1]!, vain: "none can recover", instead: "in vain now", turns: [2], after: { log: ["fire"] } };
    const lesson: Lesson = { ...LESSON, turns: 3, steps: [vain] };
    const begun = line(6, "Turn 2", { kind: "turn" });
    const at = (more: Partial<Now>) => toldOf(lesson, { ...NOW, turn: 2, lines: [defend, fire, begun], ...more }).text;
    const notes = ["none can recover"];
    expect(at({ asked: "order", notes })).toBe("in vain now");
    expect(at({ asked: "order", notes: ["1 can recover"] })).toBe("order it");
    expect(at({ asked: "move" })).toBe("not yet");
    const later = line(7, "Tyler: Defend", { kind: "ordered", seat: "union" });
    expect(at({ asked: "move", lines: [defend, fire, begun, later], seen: 7 })).toBe("in vain now");
    expect(at({ asked: "order", notes, lines: [defend, begun] })).toBe("not yet");
    expect(at({ asked: "order", notes, turn: 1 })).toBe("not yet");
  });

  it("has other words at a later question of the same step", () => {
    const lesson: Lesson = { ...LESSON, steps: [{ ...LESSON.steps[1]!, asked: ["order", "move"], later: [{ asked: ["move"], text: "now move" }] }] };
    expect(toldOf(lesson, { ...NOW, asked: "order" }).text).toBe("order it");
    expect(toldOf(lesson, { ...NOW, asked: "move" }).text).toBe("now move");
  });

  it("tells at the end what it did not come to", () => {
    expect(told({ passed: read, turn: 3, lines: [attack] })).toEqual(["missed", "fire", "fire is so"]);
    expect(told({ passed: new Set([...read, "fire", "chits"]), turn: 3, lines: [attack] })).toEqual(["end", "", "over"]);
    expect(told({ passed: read, over: true })).toEqual(["missed", "order", "order it"]);
  });

  it("is kept by the browser game by game", () => {
    const kept = new Map<string, string>();
    const store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
    keepLesson(store, "one", { passed: ["read"], left: true });
    expect(keptLesson(store, "one")).toEqual({ passed: ["read"], left: true });
    expect(keptLesson(store, "two")).toEqual({ passed: [], left: false });
    for (const broken of ["{", "7", "null", '{"passed": 3}']) expect(readLesson(broken)).toEqual({ passed: [], left: false });
  });
});

it("speaks of a phone on a phone alone", () => {
  const text = "Open the cup (on a phone: Brigades, at the foot): what is in it.";
  expect(onThisScreen(text, true)).toBe(text);
  expect(onThisScreen(text, false)).toBe("Open the cup: what is in it.");
});
