import { expect, test } from "vitest";
import { DELAYS, lateWords, usualDelay } from "./late";

test("a delay is told in words", () => {
  expect(DELAYS.map(({ seconds }) => lateWords(seconds))).toEqual(["", "10 minutes", "an hour", "a day"]);
  expect([lateWords(undefined), lateWords(1_200)]).toEqual(["", "20 minutes"]);
});

test("at a rated game somebody looks on later without a word", () => {
  expect([usualDelay(true), usualDelay(false), usualDelay(undefined)]).toEqual([600, 0, 0]);
});
