import { expect, test } from "vitest";
import { chits as none, state } from "./fixtures";
import { actsWords, brigadesOf, commonGround, cupOf, cupSides, fullWords, handOf, handsOf, holdingsByPlace, inCup, phaseName, sideOfChit, turnBoxes } from "./tray";

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
  expect(inCup({ ...none, cup: ["Tyler", "Fog of War"], backs: { union: 3, confederate: 2 } })).toBe(7);
});

test("brigades that can act come before those that are not there", () => {
  expect(brigadesOf(view, "confederate").map((row) => row.brigade)).toEqual(["Garnett", "Burks"]);
});

test("a brigade that may still act says how likely it does so in full", () => {
  const [row] = brigadesOf({ ...view, brigades: [{ ...view.brigades[1]!, full: 4 / 6 }] }, "confederate");
  expect(row && fullWords(row)).toBe("full 67 %");
  expect(view.brigades.map((one) => fullWords({ ...one, full: null }))).toEqual(["", "", ""]);
});

test("what a brigade may do is said with its rating", () => {
  const likely = { ...view, brigades: [{ ...view.brigades[1]!, full: 0.5 }] };
  expect(actsWords(likely, "confederate", "Garnett")).toBe("available, rating 4, full 50 %");
  expect([actsWords(view, "union", "Tyler"), actsWords(view, "union", "Garnett")]).toEqual(["activated, rating 4", ""]);
});

test("chits of mine that I know are no backs to me", () => {
  const chits = { ...none, backs: { union: 3, confederate: 2 } };
  const mine = { put_in: ["Rally"], in_cup: ["Rally"], hand: [], lost: [], sealed: [] };
  expect(cupOf(chits, "union", mine)).toEqual({ known: ["Rally"], backs: 2 });
  expect(cupOf(chits, "union", { ...mine, in_cup: [] })).toEqual({ known: [], backs: 3 });
  expect(cupOf(chits, "confederate", undefined)).toEqual({ known: [], backs: 2 });
});

test("the turn track shows past, present and future", () => {
  expect(turnBoxes(view).map((box) => box.state)).toEqual(["past", "now", "to come"]);
});

test("phases in words", () => {
  expect(phaseName("end-turn")).toBe("End turn");
});

test("victory hexes are listed by the places that they belong to", () => {
  const view = { ...state().view, control: { "2119": "union", "2411": null, "2120": "union" }, places: { "2119": "Hill", "2120": "Hill" } };
  expect(holdingsByPlace(view as never)).toEqual([
    { place: "Hill", held: [{ hex: "2119", side: "union" }, { hex: "2120", side: "union" }] },
    { place: "", held: [{ hex: "2411", side: null }] },
  ]);
});

test("a chit lies in the form of the side whose brigades it activates; the chance of a side counts its backs too", () => {
  const full = { ...view, chits: { ...none, cup: ["Tyler", "Garnett", "Fog of War"], backs: { union: 3, confederate: 0 } } };
  expect(["Tyler", "Garnett", "Fog of War"].map((chit) => sideOfChit(full, chit))).toEqual(["union", "confederate", null]);
  expect(cupSides(full)).toEqual([{ side: "union", count: 4 }, { side: "confederate", count: 1 }]);
});

test("one's own hand comes first, and lies face down while it is covered or not looked at", () => {
  const full = { ...view, seats: ["union", "confederate"] };
  expect(handsOf(full, ["confederate"])).toEqual(["confederate", "union"]);
  const mine = { put_in: [], hand: [{ chit: "Rally", draw: 1, playable: false }], lost: [], sealed: [] };
  const table = { state: state({ seat: "union" }), looking: "union" };
  expect(handOf(table, { ...none, mine }, "union", false)).toBe(mine);
  expect(handOf(table, { ...none, mine }, "union", true)).toBeUndefined();
  expect(handOf(table, { ...none, mine }, "confederate", false)).toBeUndefined();
});

test("hexes that are fought for are called by the ground that all of them have", () => {
  expect(commonGround(["clear, level 10, the stone wall", "woods, level 9, the stone wall, road"])).toBe("Stone wall");
  expect(commonGround(["clear, level 10, the stone wall", "clear, level 10"])).toBe("");
  expect([commonGround(["clear, level 10, the stone wall"]), commonGround([undefined, undefined])]).toEqual(["", ""]);
});
