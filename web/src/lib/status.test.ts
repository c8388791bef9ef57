import { expect, test } from "vitest";
import { pointsOf, stepsOf } from "./status";
import type { Decision, View } from "./protocol";

const view = { phase: "chit-draw", turn: 3 } as View;

test("the steps are the procedures under way, without one that the next only says at greater length", () => {
  const stack = ["Turn 3, 10:00", "Union player turn", "chit draw", "Tyler", "Tyler, attack", "Fire"];
  expect(stepsOf(view, { stack } as Decision)).toEqual(["chit draw", "Tyler, attack", "Fire"]);
  expect(stepsOf(view, null)).toEqual(["Chit draw"]);
});

test("the points of both sides are read from the words of the score, or it stays in words", () => {
  expect(pointsOf("Union 18 points, Confederates 3")).toEqual({ union: 18, confederate: 3 });
  expect(pointsOf("Union 41 points, Confederates 5 points; Union ahead")).toEqual({ union: 41, confederate: 5 });
  expect(pointsOf("Union holds 1 of 4")).toBeNull();
});
