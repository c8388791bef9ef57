import { expect, test } from "vitest";
import { state, unit } from "./fixtures";
import { besideName, counted, orderOfBattle } from "./forces";
import type { View } from "./protocol";

const view = {
  ...state().view,
  units: [
    unit("7 OH-a", "1834", undefined, { division: "Shields" }),
    unit("27 VA", "1534", undefined, { side: "confederate", brigade: "Garnett", marks: ["shaken"] }),
    unit("2 VA", null, undefined, { side: "confederate", brigade: "Garnett", pale: true, place: "Box 2", where: "Box 2, back in 2 turns" }),
    unit("48 VA", null, undefined, { side: "confederate", brigade: "Burks" }),
  ],
  arrivals: [{ turn: 4, unit: "48 VA", hex: "2840" }],
};
const names = (side: string, search = "") => orderOfBattle(view, side, search).flatMap((d) => d.brigades.flatMap((b) => b.rows.map((r) => r.unit.id)));

test("units stand by division and brigade with where they are and how", () => {
  expect(orderOfBattle(view, "union")).toMatchObject([{ name: "Shields", brigades: [{ name: "Tyler", rows: [{ where: "1834", state: "" }] }] }]);
  const brigades = orderOfBattle(view, "confederate").flatMap((division) => division.brigades);
  expect(brigades.map((one) => one.name)).toEqual(["Garnett", "Burks"]);
  expect(brigades[0]?.rows.map((row) => [row.where, row.state])).toEqual([["1534", "shaken"], ["Box 2, back in 2 turns", "worn"]]);
  expect(brigades[1]?.rows[0]?.where).toBe("turn 4 at 2840");
});

test("a search goes by name, brigade, place and state", () => {
  expect([names("confederate", "27"), names("confederate", "garn worn"), names("confederate", "2840"), names("union", "va")]).toEqual([
    ["27 VA"], ["2 VA"], ["48 VA"], [],
  ]);
});

test("those on the map are counted", () => {
  expect(counted(view, "confederate")).toEqual({ units: 3, onMap: 1 });
});

test("leaders who belong to no brigade stand together under one heading", () => {
  const leader = (id: string, division: string | null) => unit(id, "1834", undefined, { brigade: null, top: "Leader", arm: "leader", division });
  const found = orderOfBattle({ ...view, units: [leader("Fremont", "1"), leader("Bayard", null)] } as View, "union");
  expect(found.map((division) => [division.name, division.brigades.map((one) => [one.name, one.rows.length])])).toEqual([["", [["Leaders", 2]]]]);
});

test("a leader whose brigade bears his name is told apart from it", () => {
  const leader = unit("Burks", null, [], { brigade: "Burks", arm: "leader" });
  expect([leader, { ...leader, brigade: null }, unit("48 VA", null, [], { brigade: "Burks" })].map(besideName)).toEqual(["Burks (leader)", "Burks", "48 VA"]);
});

test("a leader stands with his brigade, and one whose brigade has no troops with the other leaders", () => {
  const leader = (id: string) => unit(id, "1834", undefined, { brigade: id, top: id, arm: "leader", division: null });
  const troops = unit("7 OH", "1834", undefined, { brigade: "Tyler", division: "Shields", arm: "infantry" });
  const found = orderOfBattle({ ...view, units: [leader("Tyler"), leader("Fremont"), leader("Stahel"), troops] } as View, "union");
  const told = found.map(({ name, brigades }) => [name, brigades.map((one) => [one.name, one.rows.map((row) => row.unit.id)])]);
  expect(told).toEqual([
    ["Shields", [["Tyler", ["Tyler", "7 OH"]]]],
    ["", [["Leaders", ["Fremont", "Stahel"]]]],
  ]);
});
