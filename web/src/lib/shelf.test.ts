import { expect, test } from "vitest";
import { decision, state } from "./fixtures";
import { LastAnswers } from "./lastanswers";
import { putDown } from "./shelf";
import { Table } from "./table.svelte";

const full = { getItem: () => null, setItem: () => { throw new Error("QuotaExceededError"); } };

test("what a browser keeps is a convenience: one that is full, or forbids it, stops nothing", () => {
  expect(() => putDown(full, "name", "text")).not.toThrow();
  const sent: unknown[] = [];
  const table = new Table("g", () => "i", new LastAnswers("m", full));
  table.join({ send: (message) => sent.push(message) });
  table.take({ state: state({ decisions: [decision(["key Rally", "key Fatigue"], null, { kind: "key", secret: true, alone: true, optional: false })] }) });
  table.act("key Rally");
  expect(sent.length).toBe(1);
});
