import { expect, test } from "vitest";
import { lineWords } from "./line";
import { Table } from "./table.svelte";

const WELL = { connected: true, restarts: false, behind: false };

test("of a line that stands nothing is said", () => expect(lineWords(WELL)).toBeNull());

test.each([
  ["lost", { connected: false }, /^The connection is lost/, false],
  ["lost and behind before", { connected: false, behind: true }, /^The connection is lost/, false],
  ["stopped for a new version", { connected: false, restarts: true }, /^The server was stopped\. Reconnecting/, true],
  ["behind", { behind: true }, /reconnecting to the others: .* late/, true],
])("of a line that is %s it is said, quietly where nobody need do anything", (_, more, words, calm) => {
  const found = lineWords({ ...WELL, ...more });
  expect([found?.words, found?.calm]).toEqual([expect.stringMatching(words), calm]);
});

test("the server says when it does not hear the others, and when it does", () => {
  const table = new Table("g");
  table.take({ behind: { on: true } });
  expect(table.behind).toBe(true);
  table.take({ behind: { on: false } });
  expect(table.behind).toBe(false);
});
