import { expect, test } from "vitest";
import { state } from "./fixtures";
import { brigadesOf, inCup, phaseName, turnBoxes } from "./tray";

const view = {
  ...state().view,
  turn: 2,
  turns: { first: 1, last: 3 },
  brigades: [
    { side: "confederate", brigade: "Burks", chit: "Burks", rating: 3, state: "not yet in play" },
    { side: "confederate", brigade: "Garnett", chit: "Garnett", rating: 4, state: "available" },
    { side: "union", brigade: "Tyler", chit: "Tyler", rating: 4, state: "activated" },
  ],
};

test("the cup counts named chits and backs", () => {
  expect(inCup({ ...view.chits, cup: ["Tyler", "Fog of War"], backs: { union: 3, confederate: 2 } })).toBe(7);
});

test("brigades that can act come before those that are not there", () => {
  expect(brigadesOf(view, "confederate").map((row) => row.brigade)).toEqual(["Garnett", "Burks"]);
});

test("the turn track shows past, present and future", () => {
  expect(turnBoxes(view).map((box) => box.state)).toEqual(["past", "now", "to come"]);
});

test("phases in words", () => {
  expect(phaseName("end-turn")).toBe("End turn");
});
