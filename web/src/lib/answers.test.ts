import { expect, test } from "vitest";
import { atCounter, byHex, keyOf, lines, lineWords, names, ordered, whoIsThere, within } from "./answers";
import { answer, decision, unit } from "./fixtures";
import type { Answer } from "./protocol";

test("the proposed answer comes first, the others keep their order", () => {
  const asked = decision(["move 7 OH-a", "move 7 OH-b", "done"], "done");
  expect(ordered(asked).map((a) => a.text)).toEqual(["done", "move 7 OH-a", "move 7 OH-b"]);
});

test("of more answers than there are keys the one that passes need not be looked for", () => {
  const texts = [..."abcdefghi"];
  const many = decision([...texts, "done"], null, { optional: true, usual: "done" });
  expect(ordered(many).map((a) => a.text)).toEqual(["done", ...texts]);
  expect(ordered({ ...many, actions: many.actions?.slice(1) } as typeof many).map((a) => a.text)[0]).toBe("b");
});

test("several answers may lie at one hex, some at none", () => {
  const found = byHex([answer("a", "1834"), answer("b", "1834"), answer("done", null)]);
  expect([...found].map(([hex, at]) => [hex, at.length])).toEqual([["1834", 2]]);
});

test("a unit is named as a whole: 7 OH-a is not in 27 OH-a, nor 1 VA in 1 VA-b", () => {
  expect(names("27 OH-a: 1532", "7 OH-a")).toBe(false);
  expect(names("move 1 VA-b", "1 VA")).toBe(false);
  expect(names("move 27 OH-a + 7 OH-a: 1532", "7 OH-a")).toBe(true);
});

test("a click on a counter means its own answer, else those of its hex", () => {
  const answers = [answer("move 7 OH-a", "1532"), answer("move 7 OH-b", "1532"), answer("fire at 1834", "1834")];
  expect(atCounter(answers, unit("7 OH-b", "1532")).map((a) => a.text)).toEqual(["move 7 OH-b"]);
  expect(atCounter(answers, unit("27 VA", "1834")).map((a) => a.text)).toEqual(["fire at 1834"]);
});

test("a click on a counter that answers name without a hex takes those", () => {
  expect(atCounter([answer("lead 27 VA", null), answer("lead 4 VA", null)], unit("4 VA", "1834"))[0]?.text).toBe("lead 4 VA");
});

test("nine answers have a key", () => {
  expect([keyOf(0), keyOf(8), keyOf(9)]).toEqual(["1", "9", ""]);
});

test("beside an answer that ends with a hex stands who is there", () => {
  const there = new Map([["1834", [unit("27 VA", "1834"), unit("4 VA", "1834")]]]);
  expect(whoIsThere(answer("fire at 1834", "1834"), there)).toBe("27 VA, 4 VA");
  expect(whoIsThere(answer("move 27 VA", "1834"), there)).toBe("");
  expect(whoIsThere(answer("fire at 1733", "1733"), there)).toBe("");
  expect(whoIsThere(answer("done", null), there)).toBe("");
});

test("of many answers those that differ by their hex alone are one line of each who: first who, then where", () => {
  const hexes = Array.from({ length: 12 }, (_, i) => String(2435 + 100 * i));
  const enter = (id: string) => hexes.map((hex) => answer(`enter ${id} at ${hex}`, hex));
  const many = [answer("done"), answer("move Ashby", "3031"), ...enter("2 VA"), ...enter("4 VA")];
  expect(lines(many).map((line) => ("stem" in line ? `${line.stem} ${line.answers.length}` : line.answer.text))).toEqual([
    "done", "move Ashby", "enter 2 VA at 12", "enter 4 VA at 12",
  ]);
  const few = [answer("done"), ...enter("2 VA").slice(0, 8), ...hexes.map((hex) => answer(hex))];
  expect(lines(few)).toHaveLength(few.length); // one who has few hexes alone makes no line
  const crowd = [answer("done"), ...enter("2 VA"), ...hexes.map((hex) => answer(hex))];
  expect(lines(crowd)).toHaveLength(crowd.length - 11);
  expect(lines(many.slice(0, 9))).toHaveLength(9);
});

test("in a crowd what is proposed keeps its own line, and units that one could name instead are one line", () => {
  const hexes = Array.from({ length: 12 }, (_, i) => answer(`Jackson: ${2920 + i}`, String(2920 + i)));
  const others = Array.from({ length: 10 }, (_, i) => answer(`place ${i} VA`));
  const many = [hexes[3] as Answer, answer("rest as proposed"), ...hexes.filter((_, i) => i !== 3), ...others];
  const units = new Set(others.map(({ text }) => text.slice(6)));
  const found = lines(many, units, "Jackson: 2923").map((line) => ("stem" in line ? lineWords(line.stem, line.answers) : line.answer.text));
  expect(found).toEqual(["Jackson: 2923", "rest as proposed", "Jackson: 11 hexes", "place another: 10 units"]);
  expect(within("place", others[0] as Answer)).toBe("0 VA");
  expect(within("Jackson:", hexes[0] as Answer)).toBe("2920");
});

test("a line of several says who and at how many hexes, in one sentence", () => {
  const hexes = (n: number) => Array.from({ length: n }, (_, i) => answer(`Carpenter-b: ${1531 + i}`, String(1531 + i)));
  expect(lineWords("Carpenter-b:", hexes(6))).toBe("Carpenter-b: 6 hexes");
  expect(lineWords("enter 2 VA at", hexes(1))).toBe("enter 2 VA at: 1 hex");
});
