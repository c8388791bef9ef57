import { expect, test } from "vitest";
import { pointsOf, stepRow, stepsOf, trailOf } from "./status";
import type { Decision, View } from "./protocol";

const view = { phase: "chit-draw", turn: 3 } as View;

test("the steps are the procedures under way, without one that the next only says at greater length", () => {
  const stack = ["Turn 3, 10:00", "Union player turn", "chit draw", "Tyler", "Tyler, attack", "Fire"];
  expect(stepsOf(view, { stack } as Decision)).toEqual(["chit draw", "Tyler, attack", "Fire"]);
  expect(stepsOf(view, null)).toEqual(["Chit draw"]);
});

test("whom a step and the one within it are about is named once", () => {
  expect(trailOf(["Fire", "tough test of 27 VA", "retreat of 27 VA"])).toBe("tough test › retreat of 27 VA");
  expect(trailOf(["tough test of 4 VA", "retreat of 27 VA"])).toBe("tough test of 4 VA › retreat of 27 VA");
  expect(trailOf(["movement"])).toBe("movement");
});

test("the line has the present step among those around it, and what they belong to", () => {
  const steps = ["command", "movement", "fire", "melee"];
  const at = (step: number, ...stack: string[]) => {
    const { whole, row } = stepRow({ ...view, steps, step } as View, stack.length ? ({ stack } as Decision) : null);
    return [whole, ...row.map(({ name, state }) => `${name} ${state}`)];
  };
  expect(at(1, "Turn 3", "Tyler, attack", "movement")).toEqual(["Tyler, attack", "command past", "movement now", "fire coming"]);
  expect(at(3, "melee")).toEqual(["", "movement past", "fire past", "melee now"]);
  expect(at(0)).toEqual(["", "command now", "movement coming", "fire coming"]);
  expect(at(3, "melee", "assault on 1835", "retreat of 27 VA")).toEqual(["assault on 1835", "retreat of 27 VA now"]);
  expect(at(-1, "set-up")).toEqual(["", "set-up now"]);
  expect(stepRow({ ...view, steps, step: 3 } as View, null, true)).toEqual({ whole: "", row: [{ name: "The battle is over", state: "now" }] });
});

test("the points of both sides are read from the words of the score, or it stays in words", () => {
  expect(pointsOf("Union 18 points, Confederates 3")).toEqual({ union: 18, confederate: 3 });
  expect(pointsOf("Union 41 points, Confederates 5 points; Union ahead")).toEqual({ union: 41, confederate: 5 });
  expect(pointsOf("Union holds 1 of 4")).toBeNull();
});
