import { expect, test } from "vitest";
import { decision, unit } from "./fixtures";
import { bestOf, byFormation, deedsOf, deedText, directionsOf, doorsOf, endOf, fireLines, further, ghostsOf, goText, idleWords, leavingOf, type MarchPlan, moversOf, nextOf, orderOf, placedAt, shifted } from "./marching";

const units = [unit("7 OH-a", "1532"), unit("7 OH-b", "1531"), unit("27 VA", "1834"), unit("23 VA", null)];

const plan = (more: Partial<MarchPlan>): MarchPlan => ({
  kind: "march", title: "", text: "march 7 OH-a + 7 OH-b to 1632", at: "1632", units: ["7 OH-a"], others: [], headline: "",
  shifts: [], chances: [], odds: null, cite: "", ghosts: { "7 OH-a": "1632" }, ...more,
});

test("movers are those named by answers, and in the middle of a move those who may go next as well", () => {
  const asked = decision(["move 7 OH-a", "move 23 VA", "done"], "done");
  expect(moversOf(asked, null, units)).toEqual(["7 OH-a"]);
  const moving = decision(["7 OH-a: 1633", "done"], "done", { kind: "move", about: ["7 OH-a"] });
  const movement = { side: moving.seat, title: "Tyler", moved: ["7 OH-a"], waiting: ["7 OH-b"] };
  expect(moversOf(moving, movement, units)).toEqual(["7 OH-a", "7 OH-b"]);
  expect(moversOf(moving, { ...movement, side: "nobody" }, units)).toEqual(["7 OH-a"]);
  expect(moversOf(decision(["pass"], "pass"), movement, units)).toEqual([]);
});

test("a way is written without the hex where the units stand", () => {
  expect(goText(["7 OH-a", "7 OH-b"], ["1532", "1533", "1534"], "1532")).toBe("7 OH-a + 7 OH-b: 1533-1534");
});

test("of each unit of a plan it is said where it ends, and what keeps it from going farther", () => {
  const why = "eight points at most stand in a hex";
  const two = plan({ others: [{ unit: "7 OH-b", why, cite: "" }], ghosts: { "7 OH-a": "1632", "7 OH-b": "1631" } });
  expect([endOf(two, "7 OH-a"), endOf(two, "7 OH-b")]).toEqual(["to 1632", `to 1631, no farther: ${why}`]);
  expect(endOf({ ...two, others: [], stops: two.others }, "7 OH-b")).toBe(`to 1631, no farther: ${why}`);
  expect(endOf({ ...two, ghosts: {} }, "7 OH-b")).toBe(`stays: ${why}`);
});

test("units do together what all or some of them can do besides going", () => {
  const deeds = { a: ["line", "reserve"], b: ["line", "reserve"], c: ["limber", "reserve"], d: ["reserve"] };
  const movement = { side: "union", title: "Tyler", moved: [], waiting: ["a", "b", "c", "d", "e"], deeds };
  const told = (...ids: string[]) => deedsOf(ids, movement).map((one) => `${one.word} ${one.ids.join()}`);
  expect(told("a")).toEqual(["line a", "reserve a"]);
  expect(told("c", "a", "b", "d", "e")).toEqual(["line a,b", "limber c", "reserve c,a,b,d"]);
  expect([told("e"), told()]).toEqual([[], []]);
  expect(deedText(["a", "b"], "line")).toBe("a: line; b: line");
});

test("why units can do nothing besides going is told of each", () => {
  const movement = { side: "union", title: "", moved: [], waiting: ["a", "b"], idle: { a: "it is pinned", b: "it is pinned" }, entering: [{ hex: "1", units: ["c"] }] };
  expect(idleWords(["a", "b", "c"], movement)).toBe("There is nothing to do now besides going. a, b: it is pinned; c: not on the map yet.");
  expect(idleWords(["d"], movement)).toBe("There is nothing to do now besides going for d.");
  expect(idleWords([], movement)).toContain("Choose a unit first");
});

test("units leave the map together where each of them could", () => {
  const movement = { side: "union", title: "Tyler", moved: [], waiting: ["a", "b"], leaving: { a: "1 point now" } };
  expect([leavingOf(["a"], movement), leavingOf(["a", "b"], movement), leavingOf([], movement), leavingOf(["a"], null)]).toEqual([
    ["1 point now"],
    [],
    [],
    [],
  ]);
});

test("next and previous go round", () => {
  const list = ["a", "b", "c"];
  expect([nextOf(list, "c", 1), nextOf(list, "a", -1), nextOf(list, undefined, 1), nextOf(list, "x", -1)]).toEqual(["a", "c", "a", "c"]);
});

test("the order of march is changed by a place or by dragging", () => {
  expect([shifted(["a", "b", "c"], "c", -1), shifted(["a", "b"], "a", -1), placedAt(["a", "b", "c"], "a", 2)]).toEqual([
    ["a", "c", "b"],
    ["a", "b"],
    ["b", "c", "a"],
  ]);
  expect(orderOf(plan({}))).toEqual(["7 OH-a", "7 OH-b"]);
});

test("directions point as the board is shown", () => {
  const west = plan({ direction: "W", hexes: 1, ghosts: { "7 OH-b": "1532" } });
  const hexes: Record<string, [number, number]> = { "1531": [100, 0], "1532": [0, 0] };
  expect(directionsOf([west, { ...west, hexes: 2 }], units, { hexes })).toEqual([{ name: "W", angle: 180 }]);
});

test("a direction pressed again goes one hex further, then back to one", () => {
  const steps = [1, 2].map((hexes) => plan({ direction: "W", hexes, at: null }));
  const first = further(steps, "W", null);
  const second = further(steps, "W", first);
  expect([first?.hexes, second?.hexes, further(steps, "W", second)?.hexes, further(steps, "E", first)]).toEqual([1, 2, 1, null]);
});

test("ghosts in one hex are numbered there and in the order of march", () => {
  expect(ghostsOf(plan({ ghosts: { a: "1632", b: "1532", c: "1632" } })).map(({ i, of, nth }) => [i, of, nth])).toEqual([
    [0, 2, 1],
    [0, 1, 2],
    [1, 2, 3],
  ]);
});

test("fire is drawn once from each hex, by those who may fire", () => {
  const by = (id: string, hex: string, allowed: boolean) => ({ unit: id, hex, sp: "1", allowed, why: "", cite: "" });
  const fires = [{ hex: "1634", sp: "2", by: [by("27 VA", "1635", true), by("4 VA", "1635", true), by("2 VA", "1735", false)] }];
  expect(fireLines(fires)).toEqual([{ key: "1635-1634", from: "1635", to: "1634" }]);
  expect(fireLines(undefined)).toEqual([]);
});

test("those who may enter the map come last among the movers of their side", () => {
  const asked = decision(["move 7 OH-a", "enter 23 VA at 6111", "done"]);
  const movement = { side: asked.seat, title: "", moved: [], waiting: ["7 OH-a"], entering: [{ hex: "6111", units: ["23 VA"] }] };
  expect(moversOf(asked, movement, units)).toEqual(["7 OH-a", "23 VA"]);
  expect(moversOf(asked, { ...movement, side: "nobody" }, units)).toEqual(["7 OH-a"]);
  expect(moversOf(decision(["pass"], "pass", { kind: "fire" }), movement, units)).toEqual([]);
});

test("a column that enters keeps its order", () => {
  const texts = ["enter a + b at 6111 to 6011", "enter a + b at 6111", "step a + b NE 2"];
  for (const text of texts) expect(orderOf(plan({ text }))).toEqual(["a", "b"]);
});

test("the order proposed is taken, or the player's own", () => {
  const [own, good] = [plan({ text: "march a + b to 1632" }), plan({ text: "march b + a to 1632", best: true })];
  expect([bestOf([own, good]), bestOf([own, good], ["a", "b"]), bestOf([own], ["b", "a"]), bestOf([])]).toEqual([good, own, own, undefined]);
});

test("units are listed by formation, those without one by the top of their counter", () => {
  const some = [unit("a", "1532", [], { brigade: "Taylor" }), unit("b", "1532", [], { brigade: null, top: "Cavalry" }), unit("c", "1532", [], { brigade: "Taylor" })];
  expect(byFormation(["a", "b", "c"], some)).toEqual([{ name: "Taylor", ids: ["a", "c"] }, { name: "Cavalry", ids: ["b"] }]);
});

test("where all of some units may come on is offered, and nothing where one stands on the map", () => {
  const rows = [{ hex: "2435", units: ["2 VA", "4 VA"], at: { "2 VA": ["2435", "2535"], "4 VA": ["2535", "2635"] } }];
  const movement = { side: "confederate", title: "", moved: [], waiting: ["7 VA Cav"], entering: rows };
  expect(doorsOf(["2 VA", "4 VA"], movement)).toEqual(["2535"]);
  expect(doorsOf(["2 VA", "Garnett"], movement)).toEqual(["2435", "2535"]);
  expect(doorsOf(["2 VA", "7 VA Cav"], movement)).toEqual([]);
  expect(doorsOf([], movement)).toEqual([]);
});
