import { expect, test } from "vitest";
import { decision } from "./fixtures";
import type { Answer, Unit } from "./protocol";
import { layOf, passing, rowsOf, unlike, wordsOf } from "./rows";

const at = (text: string, hex: string | null = null): Answer => ({ text, cite: "", hex });

test("what passes stands at the foot, where the question may be passed", () => {
  const asked = decision(["fire at 1834", "done"], null, { optional: true, usual: "done" });
  expect(passing(asked, asked.actions)?.text).toBe("done");
  expect(passing({ ...asked, usual: "fire at 1834" }, [at("fire at 1834", "1834"), at("done")])?.text).toBe("done");
  expect(passing({ ...asked, optional: false }, [at("order attack")])).toBeNull();
  expect(passing(null, [])).toBeNull();
});

test("many answers are chips, short ones lie close, and beside a plan few keep a row", () => {
  const rows = (n: number, word = "answer") => rowsOf(Array.from({ length: n }, (_, i) => at(`${word}${i}`)));
  expect(layOf(rows(9), false)).toBe("rows");
  expect(layOf(rows(10), false)).toBe("chips");
  expect(layOf(rows(6), true)).toBe("chips");
  expect(layOf(rows(36, ""), false)).toBe("dice");
});

test("keys follow the order of the answers, the first nine have one", () => {
  expect(rowsOf(Array.from({ length: 11 }, (_, i) => at(`answer ${i}`))).map(({ key }) => key)).toEqual([..."123456789", "", ""]);
});

test("answers that differ by their hex alone say who stands there first; others say what they do", () => {
  const there = new Map([["1834", [{ id: "27 VA" }, { id: "4 VA" }] as Unit[]]]);
  const fires = [at("fire at 1834", "1834"), at("fire at 1836", "1836"), at("done")];
  const ground = { 1834: "stone wall" };
  expect(wordsOf(fires[0] as Answer, fires, there, ground)).toEqual({ title: "27 VA, 4 VA", more: "1834, stone wall" });
  expect(wordsOf(fires[1] as Answer, fires, there, ground)).toEqual({ title: "fire at 1836", more: "" });
  const mixed = [...fires, at("move to 1835", "1835")];
  expect(wordsOf(fires[0] as Answer, mixed, there, ground)).toEqual({ title: "fire at 1834", more: "27 VA, 4 VA" });
  const named = [{ ...at("chaos 1834", "1834"), label: "Battlefield Chaos at 1834" }];
  expect(wordsOf(named[0] as Answer, named, there, ground)).toEqual({ title: "27 VA, 4 VA", more: "1834, stone wall" });
  const told = [{ ...at("fire 13 IN", "1834"), label: "13 IN fires at 8 OH" }];
  expect(wordsOf(told[0] as Answer, told, there, ground)).toEqual({ title: "13 IN fires at 8 OH", more: "" });
});

test("rows that are called alike have keys of their own", () => {
  expect(unlike(["fire", "pass", "fire"], (one) => one)).toEqual([["0 fire", "fire"], ["0 pass", "pass"], ["1 fire", "fire"]]);
});
