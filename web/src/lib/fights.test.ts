import { expect, test } from "vitest";
import { fightsOf, resultOf, toneOf } from "./fights";
import { line } from "./fixtures";

const told = { chapter: 4, depth: 2, tone: "none" };
const aim = line(5, "7 IN-a: fire at 1933, 2 VA leads: 5 SP, column 5", { ...told, kind: "aim", fight: true, trace: "fire", seat: "union", hex: "1933", from: ["1932"], units: ["7 IN-a"] });
const fire = line(6, "rolled 46 on column 5: routine test for 2 VA (CR 2)", { ...told, kind: "fire", fight: true, trace: "fire", seat: "union", hex: "1933", from: ["1932"], units: ["7 IN-a"], roll: 46 });
const test46 = line(7, "2 VA: routine test, rolled 4 and 6: a hit, retreats 1", { ...told, kind: "test", seat: "confederate", hex: "1933", units: ["2 VA"], roll: 46 });
const hurt = line(7, "2 VA is shaken", { ...told, kind: "morale", seat: "confederate", hex: "1933", units: ["2 VA"], tone: "bad" });
const back = (n: number, from: string, hex: string) =>
  line(n, `2 VA falls back to ${hex}`, { ...told, kind: "retreated", seat: "confederate", hex, from: [from], units: ["2 VA"], trace: "way", tone: "bad" });
const volley = [aim, fire, test46, hurt, back(8, "1933", "2033"), back(9, "2033", "2133")];
const sideOf = (id: string) => (id === "2 VA" ? "confederate" : "union");

test("of an own fire stand who fired at whom, its dice, and what came of it in one sentence", () => {
  const [fight, ...more] = fightsOf(volley, ["union"], 4);
  expect(more).toEqual([]);
  expect(fight?.head).toBe(aim);
  expect(fight?.rolls).toEqual([fire, test46]);
  expect(fight && resultOf(fight)).toBe("2 VA is shaken, falls back to 2133");
  expect(fight && toneOf(fight, sideOf)).toBe("good");
});

test("a fire without effect says so", () => {
  const missed = { ...fire, text: "rolled 42 on column 4: no effect on 23 VA (CR 3)" };
  const [fight] = fightsOf([aim, missed], ["union"], 4);
  expect(fight && [resultOf(fight), toneOf(fight, sideOf)]).toEqual(["no effect on 23 VA (CR 3)", "none"]);
});

test("a fire that is lost before the dice says why", () => {
  const lost = { ...fire, kind: "fire-lost", roll: null, text: "7 IN-a: shifted left of column C, the fire has no effect" };
  const [fight] = fightsOf([aim, lost], ["union"], 4);
  expect(fight && resultOf(fight)).toBe("shifted left of column C, the fire has no effect");
});

test("later draws, marches and the other side's fires belong to no fight of ours", () => {
  const theirs = { ...aim, n: 10, seat: "confederate", hex: "1932", units: ["37 VA"], from: ["2033"] };
  const loss = line(11, "7 IN-a is shaken", { ...told, seat: "union", hex: "1932", units: ["7 IN-a"], tone: "bad" });
  const march = line(12, "7 IN-a moves to 1832", { ...told, seat: "union", hex: "1832", from: ["1932"], units: ["7 IN-a"], trace: "way" });
  const drawn = line(13, "drawn: Fog of War", { ...told, chapter: 5, depth: 1 });
  const [fight, ...more] = fightsOf([...volley, theirs, loss, march, drawn], ["union"], 4);
  expect(more).toEqual([]);
  expect(fight && resultOf(fight)).toBe("2 VA is shaken, falls back to 2133");
});

test("what was seen at the last answer, and what was taken back, is gone", () => {
  expect(fightsOf(volley, ["union"], 9)).toEqual([]);
  expect(fightsOf([...volley, line(10, "taken back", { kind: "undo", back: 5 })], ["union"], 4)).toEqual([]);
});

test("two volleys are two fights", () => {
  const second = { ...aim, n: 10, units: ["7 OH-a"], from: ["1833"] };
  expect(fightsOf([...volley, second], ["union"], 4).map(({ head }) => head.units[0])).toEqual(["7 IN-a", "7 OH-a"]);
});
