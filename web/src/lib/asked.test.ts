import { expect, test } from "vitest";
import { awaited, bare, coveredAnswers, current, inShort, isCovered, parted, undoOf } from "./asked";
import { decision, state } from "./fixtures";

const key = (seat: string) => decision([], null, { seat, secret: true, kind: "key" });

test("where both seats are asked the first is shown, or the one that looks", () => {
  const both = [key("union"), key("confederate")];
  expect(current(state({ decisions: both, hotseat: true }))?.seat).toBe("union");
  expect(current(state({ decisions: both, hotseat: true, seat: "confederate" }))?.seat).toBe("confederate");
});

test("secret answers are covered on one screen until their own seat looks", () => {
  const covered = (looking: string) => isCovered(state({ hotseat: true }), key("union"), looking);
  expect([covered(""), covered("confederate"), covered("union")]).toEqual([true, true, false]);
});

test("nothing is covered for a seat of its own, nor with open hands, nor where nothing is secret", () => {
  const view = state().view;
  expect(isCovered(state({ seat: "union" }), key("union"), "")).toBe(false);
  expect(isCovered(state({ hotseat: true, views: { union: view } }), key("union"), "")).toBe(false);
  expect(isCovered(state({ hotseat: true }), decision(["done"]), "")).toBe(false);
});

test("of covered answers only the one that passes is left, and none where each would tell something", () => {
  const window = decision(["play Rally", "pass"], "pass", { usual: "pass", optional: true });
  expect(coveredAnswers(window).actions.map((a) => a.text)).toEqual(["pass"]);
  expect(coveredAnswers(decision(["hold Rally"], "hold Rally", { usual: "hold Rally" })).actions).toEqual([]);
});

test("another seat is waited for", () => {
  const waiting = state({ decisions: [{ seat: "confederate", kind: "waiting" }] });
  expect([current(waiting), awaited(waiting)]).toEqual([null, ["confederate"]]);
});

test("an undo is for the seat that is free to take back, else the reason is given", () => {
  expect(undoOf(state({ undo: { union: "a roll", confederate: null } }))).toEqual({ seat: "confederate", bar: "" });
  expect(undoOf(state({ undo: { union: "a roll" } }))).toEqual({ seat: null, bar: "a roll" });
});

test("what helps stands after the question", () => {
  expect(parted("Tyler: which Order? Attack: 4 MP.")).toEqual({ question: "Tyler: which Order?", hint: "Attack: 4 MP." });
  expect(parted("who fires at 1834?")).toEqual({ question: "who fires at 1834?", hint: "" });
});

test("what could still be done is told with names where there is room, else counted", () => {
  const one = "2 units could still move: Ashby, 7 VA Cav";
  expect(inShort(one)).toBe(one);
  const names = "17 units could still move: Ashby, 7 VA Cav, 4 VA, 5 VA and 13 more; 1 unit could still change formation: Chew";
  expect(inShort(`${names}; 2 reinforcements could still enter: 37 VA, Danville`)).toBe(
    "17 units could still move; 1 unit could still change formation; 2 reinforcements could still enter",
  );
});

test("a name that the step has said is not said again", () => {
  expect(bare("Tyler: fire at which hex?", ["chit draw", "Tyler, attack", "fire"])).toBe("fire at which hex?");
  expect(bare("Tyler: which Order?", ["chit draw", "Tyler"])).toBe("Tyler: which Order?");
  expect(bare("7 OH-a moves: where to?", ["movement", "7 OH-a moves"])).toBe("7 OH-a moves: where to?");
});
