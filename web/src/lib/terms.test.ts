import { expect, test } from "vitest";
import type { Term } from "./fetched";
import { finder } from "./terms";

const term = (name: string, ...forms: string[]): Term => ({ term: name, forms, text: `what ${name} is`, cite: "KT-1" });
const found = (text: string, ...terms: Term[]) => finder(terms)(text).map(({ text: piece, term: one }) => (one ? `[${piece}=${one.term}]` : piece));

test("a word of the book is found as a whole, the longest first, and the text stays as it is", () => {
  const terms = [term("cohesion"), term("cohesion test", "tough test"), term("rally")];
  const text = "27 VA: Tough test of its cohesion; a cohesion test. It rallies, rally-point.";
  expect(found(text, ...terms)).toEqual(["27 VA: ", "[Tough test=cohesion test]", " of its ", "[cohesion=cohesion]", "; a ", "[cohesion test=cohesion test]", ". It rallies, rally-point."]);
  expect(finder(terms)(text).map((one) => one.text).join("")).toBe(text);
});

test("abbreviations are those in capitals", () => {
  expect(found("6 SP, sp", term("SP"))).toEqual(["6 ", "[SP=SP]", ", sp"]);
});

test("without words a text is one piece, and an empty text too", () => {
  expect([finder([])("shaken"), finder([term("shaken")])("")]).toEqual([[{ text: "shaken" }], [{ text: "" }]]);
});
