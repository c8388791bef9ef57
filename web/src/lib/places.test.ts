import { expect, test } from "vitest";
import { unit } from "./fixtures";
import { hexWords, outline, rows, stepped, unitWords } from "./places";
import type { Geometry } from "./fetched";

/** Three rows of pointed hexes: 11 12 / 21 22 / 31 32, every second row half a hex to the right. */
const hexes: Geometry["hexes"] = {
  "11": [0, 0], "12": [100, 0], "21": [50, 87], "22": [150, 87], "31": [0, 173], "32": [100, 173],
};
const geometry: Geometry = { size: 100, width: 300, height: 300, view: [0, 0, 300, 300], hexes, corners: [] };

test("arrow keys lead to neighbours, and stay at the edge", () => {
  expect(stepped(geometry, "11", "ArrowRight")).toBe("12");
  expect(stepped(geometry, "12", "ArrowDown")).toBe("21");
  expect(stepped(geometry, "31", "ArrowUp")).toBe("21");
  expect(stepped(geometry, "11", "ArrowLeft")).toBe("11");
});

test("hexes are read row by row", () => {
  expect(rows(geometry)).toEqual([["11", "12"], ["21", "22"], ["31", "32"]]);
});

test("a counter says what it is and how it counts now", () => {
  const worn = unit("27 VA", "1834", ["3", "R", "4"], { now: ["1.5", "R", "3"], pale: true, marks: ["shaken"] });
  expect(unitWords({ ...worn, back: { numbers: ["6", "R", "4"], face: "" } })).toContain("3-R-4 (now 1.5-R-3), back 6-R-4, worn");
  expect(unitWords(worn)).toBe("Union, Tyler infantry, 3-R-4 (now 1.5-R-3), worn, shaken");
  const still = unit("5 VA", "4020", ["5", "R", "4"], { marks: ["frozen", "shaken"], notes: ["frozen till 5:40"] });
  expect(unitWords(still)).toBe("Union, Tyler infantry, 5-R-4, frozen till 5:40, shaken");
});

test("a hex says who is there, who holds it and what it costs", () => {
  expect(hexWords([unit("27 VA", "1834")], "confederate", 1, { cost: 2, path: [], draws_fire: true })).toBe(
    "27 VA; victory hex, held by the Confederates; 2 movement points, draws fire; 1 answer here",
  );
  expect(hexWords([], undefined, 0)).toBe("");
});

test("an outline is a closed path", () => {
  expect(outline([[0, 1], [2, 3]])).toBe("M0 1L2 3Z");
});

test("what a counter is said to be is said once: a leader of no brigade, guns whose group is the artillery", () => {
  const guns = unit("Lusk Battery", "2435", ["4"], { brigade: "artillery", top: "Artillery", arm: "artillery" });
  expect(unitWords(guns)).toBe("Union, artillery, 4");
  const jackson = unit("Jackson", "2435", ["6", "3"], { brigade: null, top: "Leader", arm: "leader", side: "confederate" });
  expect(unitWords(jackson)).toBe("Confederate, leader, 6-3");
  const wagon = unit("Wagon", "2435", ["1"], { brigade: null, top: "Supply", arm: "supply" });
  expect(unitWords(wagon)).toBe("Union, supply, 1");
});

test("a victory hex is called by the hill that it belongs to", () => {
  expect(hexWords([], "union", 0, undefined, "Pritchard's Hill")).toBe("victory hex of Pritchard's Hill, held by the Union");
  expect(hexWords([], undefined, 0, undefined, "Hill 2411")).toBe("victory hex of Hill 2411");
});
