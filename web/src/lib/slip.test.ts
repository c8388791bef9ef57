import { expect, test } from "vitest";
import { Heights, moreWords, shownOf, speaking } from "./slip";

const fight = { at: 3, high: 120 };
const news = { at: 5, high: 100, joins: true };
const log = { at: 6, high: 110, idle: true };
const hint = { at: 7, high: 130, joins: true };
const notice = { at: 1, high: 40, pressing: true };
const at = (parts: readonly { at: number }[]) => parts.map((part) => part.at);

test("the last lines of the log go where somebody has something to say", () => {
  expect(at(speaking([fight, log, hint], true))).toEqual([3, 7]);
  expect(at(speaking([log], false))).toEqual([6]);
});

test("what has just happened stands before a hint, which comes alone where nothing has", () => {
  expect(at(speaking([log, hint], true))).toEqual([6, 7]);
  expect(at(speaking([log, hint], false))).toEqual([7]);
});

test("the result is first; what joins it is shown as long as there is room", () => {
  expect(at(shownOf([fight, news, hint], 450, false))).toEqual([3, 5, 7]);
  expect(at(shownOf([fight, news, hint], 350, false))).toEqual([3, 5]);
  expect(at(shownOf([fight, hint], 250, false))).toEqual([3]);
  expect(at(shownOf([fight, hint], 200, true))).toEqual([3, 7]);
});

test("it goes where there is next to no room, unless it wants an answer", () => {
  expect(shownOf([fight, hint], 89, false)).toEqual([]);
  expect(at(shownOf([fight, hint], 90, false))).toEqual([3]);
  expect(at(shownOf([fight, hint], 80, true))).toEqual([3, 7]);
  expect(at(shownOf([notice, fight], 80, false))).toEqual([1]);
});

test("a part that is higher shown than unshown goes once, and does not come and go", () => {
  const heights = new Heights();
  heights.within(400);
  const turns: boolean[] = [];
  let there = false;
  for (let i = 0; i < 6; i += 1) {
    const high = heights.of(7, there ? 136 : 130);
    there = at(shownOf([fight, { ...hint, high }], 303, false)).includes(7);
    turns.push(there);
  }
  expect(turns).toEqual([true, false, false, false, false, false]);
});

test("what says something else, or lies in a column of another width, is measured anew", () => {
  const heights = new Heights();
  heights.within(400);
  expect([heights.of(3, 120), heights.of(3, 90), heights.of(4, 50)]).toEqual([120, 120, 50]);
  heights.forget(3);
  expect([heights.of(3, 90), heights.of(4, 40)]).toEqual([90, 50]);
  heights.within(400);
  expect(heights.of(3, 80)).toBe(90);
  heights.within(300);
  expect([heights.of(3, 80), heights.of(4, 40)]).toEqual([80, 40]);
});

test("the line that counts the rest names it as far as it has a name", () => {
  expect(moreWords(["A hint"])).toBe("1 more: a hint");
  expect(moreWords([undefined, "The turn is over", "A hint"])).toBe("3 more: the turn is over, a hint");
  expect(moreWords([undefined])).toBe("1 more");
});
