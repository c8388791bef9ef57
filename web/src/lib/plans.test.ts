import { expect, test } from "vitest";
import { answer, plan, unit } from "./fixtures";
import { bareHeadline, bestAnswer, bestFirst, chanceOf, gesture, givenFor, headlines, heat, isAwaited, isProposed, promiseOf, proposedOf, sameUnits, shiftsByFire, targetsOf, toneOf, unitsOf, unplayed, waysOf } from "./plans";

const A = plan("7 OH-a + 7 OH-b fire at 1834", "1834", ["7 OH-a", "7 OH-b"], 0.56, { best: true });
const B = plan("7 OH-a, 7 OH-b fire at 1834", "1834", ["7 OH-a", "7 OH-b"], 0.33);
const C = plan("29 OH fire at 1733", "1733", ["29 OH"], 0.2);

test("the proposed plan is the one marked, else the first", () => {
  expect([proposedOf([B, A])?.text, proposedOf([C, B])?.text, proposedOf([])]).toEqual([A.text, C.text, undefined]);
});

test("a plan that can bring nothing is not called the proposed one", () => {
  expect([A, B, plan("6 OH fire at 1834", "1834", ["6 OH"], 0, { best: true })].map(isProposed)).toEqual([true, false, false]);
});

test("targets and units come once each, in their order", () => {
  expect([targetsOf([A, B, C]), unitsOf([A, B, C])]).toEqual([["1834", "1733"], ["7 OH-a", "7 OH-b", "29 OH"]]);
});

test("each target shows its best chance, told in figures as well as in tone", () => {
  const { hexes } = heat([B, A, C]);
  expect(hexes["1834"]).toMatchObject({ text: "56 %", tone: "good", weight: 0.56 });
  expect(hexes["1733"]).toMatchObject({ text: "20 %", tone: "bad" });
  expect([0.5, 0.49, 0.25, 0.24].map(toneOf)).toEqual(["good", "warn", "warn", "bad"]);
});

test("an answer on the board shows the best chance of the plans that it is a part of", () => {
  const guns = [plan("artillery 1532; fire at 1834", "1834", ["Waters"], 0.14), plan("artillery 1532; fire at 1733", "1733", ["Waters"], 0.19)];
  expect(promiseOf(answer("artillery 1532", "1532"), guns)).toMatchObject({ text: "19 %", why: expect.stringContaining("at 1733") as string });
  expect(promiseOf(answer("fire at 1834", "1834"), [A, B, C])?.text).toBe("56 %");
  expect(promiseOf(answer("fire at 1934", "1934"), [A, B, C])).toBeNull();
  expect(promiseOf(answer("done", null), [plan("assault 1834; done", "1834", ["A"], 0.5)])).toBeNull();
});

test("a plan without chances has no heat", () => {
  const plain = { ...C, chances: [] };
  expect([chanceOf(plain), heat([plain]).hexes]).toEqual([null, {}]);
});

test("one line from each hex, however many stand there", () => {
  const units = [unit("7 OH-a", "1733"), unit("7 OH-b", "1733"), unit("29 OH", "1833")];
  const both = plan("x", "1834", ["7 OH-a", "7 OH-b", "29 OH", "not there"], 0.5);
  expect(waysOf(both, units)).toEqual([
    { from: "1733", to: "1834", units: ["7 OH-a", "7 OH-b"] },
    { from: "1833", to: "1834", units: ["29 OH"] },
  ]);
});

test("what was left is told by its hexes and its units", () => {
  expect(unplayed([A, C], ["fire at 1733", "add 29 OH", "fire"])).toEqual([C]);
  expect(unplayed([A, C], ["add 7 OH-b", "fire", "29 OH fire at 1733"])).toEqual([A, C]);
  expect(unplayed([A, C], [])).toEqual([]);
});

test("the measure by which ways are compared goes before the other chances", () => {
  expect(chanceOf({ ...A, measure: { name: "step lost", probability: 0.36 } })).toBe(0.36);
});

test("a plan of several fires tells each with its own shifts", () => {
  const wall = { name: "wall", columns: -2, cite: "KT-12.3-1", applied: true };
  const fires = [{ units: ["7 OH-a"], headline: "7 OH-a, 3 SP", chances: [] }, { units: ["7 OH-b"], headline: "7 OH-b, 3 SP", chances: [] }];
  const two = { ...B, headline: "both", fires, shifts: [{ ...wall, fire: "7 OH-a" }, { ...wall, fire: "7 OH-b" }] };
  expect(headlines(two)).toEqual(["7 OH-a, 3 SP", "7 OH-b, 3 SP"]);
  expect(shiftsByFire(two).map(([fire, shifts]) => `${fire} ${shifts.length}`)).toEqual(["7 OH-a 1", "7 OH-b 1"]);
  expect(shiftsByFire({ ...A, shifts: [wall] })).toEqual([["", [wall]]]);
});

test("what is gathered is given as one, with its end once", () => {
  const assault = (at: string) => plan(`A assault ${at}; done`, at, ["A"], 0.5, { part: `A assault ${at}`, end: "done" });
  expect(gesture([assault("1834"), assault("1733")])).toBe("A assault 1834; A assault 1733; done");
  expect(gesture([C])).toBe(C.text);
});

test("a card aims at the hexes of its fires, and each fire has its own line", () => {
  const fires = [{ units: ["D"], at: "1733", headline: "D, 3 SP", chances: [] }, { units: ["E"], at: "1734", headline: "E, 2 SP", chances: [] }];
  const card = plan("x", "1834", ["D", "E"], 0.5, { kind: "defence", fires });
  expect([targetsOf([card]), headlines(card)]).toEqual([["1733", "1734"], ["D, 3 SP at 1733", "E, 2 SP at 1734"]]);
  expect(waysOf(card, [unit("D", "1834"), unit("E", "1834")]).map(({ from, to }) => `${from}-${to}`)).toEqual(["1834-1733", "1834-1734"]);
  expect(heat([card]).hexes).toEqual({});
});

test("those who are left are found again in the plan that was given", () => {
  const sent = plan("x", "1834", ["A", "B"], 0.5, { kind: "assault" });
  const left = plan("assault from 1733", "1733", ["B"], 0.5, { kind: "assault", toward: "1834" });
  expect([givenFor(left, [sent])?.at, givenFor({ ...left, units: ["C"] }, [sent])]).toEqual(["1834", undefined]);
  expect([sameUnits([left, left]), sameUnits([left, sent]), sameUnits([])]).toEqual([true, false, false]);
  expect(waysOf(left, [unit("B", "1734")])).toEqual([{ from: "1734", to: "1834", units: ["B"] }]);
  expect(waysOf({ ...left, toward: null }, [unit("B", "1734")])).toEqual([]);
});

test("the answer that may bring most is framed where none is proposed, and a place is kept while that is worked out", () => {
  const at = (hex: string, probability: number) => ({ ...plan(`7 OH-a fire at ${hex}`, hex, ["7 OH-a"], probability) });
  const answers = [answer("done"), answer("fire at 1834", "1834"), answer("fire at 1936", "1936")];
  expect(bestAnswer(answers, [at("1834", 0.2), at("1936", 0.5)])?.text).toBe("fire at 1936");
  expect([bestAnswer(answers, []), bestAnswer(answers, [at("1834", 0)])]).toEqual([null, null]);
  expect(answers.map((one) => isAwaited(one, true))).toEqual([false, true, true]);
  expect(isAwaited(answer("fire at 1834", "1834"), false)).toBe(false);
});

test("answers that may bring something stand best first in the places that they have, those alike as they were, what is proposed too", () => {
  const at = (hex: string, probability: number) => ({ ...plan(`7 OH-a fire at ${hex}`, hex, ["7 OH-a"], probability) });
  const answers = [answer("done"), ...["1834", "1835", "1936"].map((hex) => answer(`fire at ${hex}`, hex)), answer("move 7 OH-a", "1733")];
  const plans = [at("1834", 0.2), at("1835", 0.2), at("1936", 0.5)];
  const order = (proposed?: string) => bestFirst(answers, plans, proposed).map(({ text }) => text.slice(-4));
  expect(order()).toEqual(["done", "1936", "1834", "1835", "OH-a"]);
  expect(order("fire at 1834")).toEqual(["done", "1834", "1936", "1835", "OH-a"]);
  expect(bestFirst(answers, [])).toEqual(answers);
});

test("what is said of a plan leaves out who takes part, and the shifts and chances that stand beside it", () => {
  const shift = (name: string, applied = true) => ({ name, columns: 1, cite: "", applied });
  const one = plan("a", "1834", ["7 OH-a", "7 IN-a"], 0.5, {
    headline: "7 OH-a + 7 IN-a from 1833, 12 SP, 10-12, odds 2:1 +2, stone wall -2: taken 65 %",
    shifts: [shift("odds 2:1"), shift("stone wall"), shift("up a slope", false)],
  });
  expect(bareHeadline(one)).toBe("from 1833, 12 SP, 10-12");
});
