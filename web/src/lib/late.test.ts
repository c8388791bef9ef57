import { expect, test } from "vitest";
import { copiedLate, DELAYS, invitation, lateWords, momentOf, usualDelay } from "./late";

test("a delay is told in words", () => {
  expect(DELAYS.map(({ seconds }) => lateWords(seconds))).toEqual(["", "10 minutes", "an hour", "a day"]);
  expect([lateWords(undefined), lateWords(1_200)]).toEqual(["", "20 minutes"]);
});

test("at a rated game somebody looks on later without a word", () => {
  expect([usualDelay(true), usualDelay(false), usualDelay(undefined)]).toEqual([600, 0, 0]);
});

test("before an address is made it is said what comes of it", () => {
  expect(invitation(0)).toEqual(["Whoever opens this address sees what both sides may know and answers nothing."]);
  const [what, after] = invitation(3_600);
  expect(what).toMatch(/they see it an hour after it happens\.$/);
  expect(after).toMatch(/can see the result until an hour after the end, and strangers .* This cannot be undone\.$/);
});

test("a moment that somebody may not see yet is waited for, and who copies its link is told", () => {
  expect([momentOf(20, { n: 14, late: 600, outcome: null }), momentOf(14, { n: 14, late: 600, outcome: null })]).toEqual([null, 14]);
  expect([momentOf(20, { n: 14, outcome: null }), momentOf(20, { n: 14, late: 600, outcome: {} })]).toEqual([14, 14]);
  expect(copiedLate(600)).toMatch("10 minutes late");
});
