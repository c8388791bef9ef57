import { expect, test } from "vitest";
import { decision, line, state } from "./fixtures";
import { shownOf } from "./shown";
import { Table } from "./table.svelte";

const COME = state({
  n: 9, decisions: [decision(["pass"])], outcome: { winner: "union", level: "Major", points: 3 }, undo: { union: null },
  request: { number: 1, seat: "confederate", to: 7, status: "open", text: "before 27 VA fled", mine: false, answer: true },
  orders: { union: { suspended: false, orders: [], notes: [{ n: 9, text: "lapsed" }] } },
  beat: { window: "ordered", title: "After the order of Garnett", seconds: 4, left: 3, may: ["union"], held: [] },
});
const BEFORE = state({ n: 4, orders: { union: { suspended: true, orders: [], notes: [] } } });

test("what is still to be shown has no question, result, way back, wish or lapsed order; a pause runs on without its name", () => {
  const shown = shownOf(COME, { lines: 0, n: 5, view: null, before: BEFORE });
  expect(shown).toMatchObject({ n: 5, decisions: [], outcome: null, request: null, back: {}, again: {}, orders: BEFORE.orders });
  expect(shown?.undo.union).toContain("still being shown");
  expect(shown?.beat).toMatchObject({ left: 3, may: ["union"], title: "A pause is running" });
  expect(shown?.view).toBe(BEFORE.view);
});

test("a page that is opened upon events shows nothing before the first board has come", () => {
  expect(shownOf(COME, { lines: 0, n: 5, view: null, before: null })).toBe(null);
  expect(shownOf(COME, { lines: 0, n: 5, view: BEFORE.view, before: null })?.orders).toEqual({});
});

test("the table has state, question and log as far as is shown, and all of it afterwards; what it asks for next is all", () => {
  const table = new Table("g", () => "i");
  table.take({ state: state({ n: 4, log: [line(4, "before")] }) });
  const before = table.state;
  table.show({ lines: 1, n: 4, view: null, before });
  table.take({ state: { ...COME, log: [line(5, "one"), line(9, "two")] } });
  expect([table.decision, table.log.length, table.state?.n, table.have]).toEqual([null, 1, 4, 9]);
  table.show({ lines: 2, n: 5, view: null, before });
  expect(table.log.map(({ text }) => text)).toEqual(["before", "one"]);
  table.show(null);
  expect([table.decision?.number, table.log.length, table.state?.n]).toEqual([7, 3, 9]);
});
