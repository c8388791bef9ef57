import { beforeEach, expect, test } from "vitest";
import { decision, line, state } from "./fixtures";
import { Table } from "./table.svelte";

let sent: Record<string, Record<string, unknown>>[];
let table: Table;

beforeEach(() => {
  sent = [];
  let ids = 0;
  table = new Table("g", () => `id${(ids += 1)}`);
  table.join({ send: (message) => sent.push(message) });
  table.take({ state: state({ n: 4, decisions: [decision(["pass", "play Rally"], "pass")], log: [line(4, "drawn")] }) });
});

test("an answer names the decision that it answers, and its seat", () => {
  table.act("pass");
  expect(sent).toEqual([{ act: { game: "g", id: "id1", decision: 7, text: "pass", seat: "union" } }]);
});

test("a double click sends one answer", () => {
  table.act("pass");
  table.act("pass");
  expect(sent.length).toBe(1);
});

test("the next question is open only with the state that follows the answer", () => {
  table.act("pass");
  table.take({ done: { id: "id1", n: 6, events: [] } });
  expect(table.busy).toBe(true);
  table.take({ state: state({ n: 5 }) });
  expect(table.busy).toBe(true);
  table.take({ state: state({ n: 6 }) });
  expect(table.busy).toBe(false);
});

test("a refusal is told with its case and frees the buttons", () => {
  table.act("pass");
  table.take({ refused: { id: "id1", reason: "is not offered now", cite: "KT-10.1-1" } });
  expect([table.busy, table.notices[0]?.text, table.notices[0]?.cite]).toEqual([false, "is not offered now", "KT-10.1-1"]);
});

test("what was seen when one answered is old, what came after is new", () => {
  table.act("pass");
  table.take({ state: state({ n: 6, log: [line(6, "moved")] }) });
  expect([table.seen, table.log.map((l) => l.n)]).toEqual([4, [4, 6]]);
});

test("an undo that is barred says why and sends nothing", () => {
  table.take({ state: state({ undo: { union: "it would cross the roll of entry 3" } }) });
  table.undo();
  expect([sent, table.notices[0]?.text]).toEqual([[], "Nothing can be taken back: it would cross the roll of entry 3"]);
});

test("odds come back to who asked for them, as a refusal too", async () => {
  const asked = table.odds(["fire"], "union");
  table.take({ refused: { id: "id1", reason: "opens no combat", cite: "" } });
  expect(await asked).toEqual({ id: "id1", reason: "opens no combat", cite: "" });
  expect(table.notices).toEqual([]);
});

/** One screen, where a seat is asked something secret. */
function hotseat(kind: string, seat: string, n: number) {
  const asked = decision(["play Rally", "pass"], "pass", { seat: "union", kind, secret: true, optional: true, usual: "pass" });
  return { state: state({ n, hotseat: true, seats: ["union", "confederate"], seat, decisions: [asked] }) };
}

test("a secret question is uncovered for its kind only, the next one lies face down again", () => {
  table.take(hotseat("drawn", "", 5));
  if (table.decision) table.reveal(table.decision);
  table.take(hotseat("drawn", "union", 5));
  expect([table.decision?.actions.length, table.uncovered]).toEqual([2, "union"]);
  table.take(hotseat("window", "union", 6));
  expect([table.covered, table.decision?.actions.map((a) => a.text), table.looking]).toEqual([true, ["pass"], ""]);
  expect(sent[sent.length - 1]).toEqual({ look: { seat: "union", on: false } });
});

test("a hand is shown while its key is held and not a moment longer", () => {
  table.take(hotseat("window", "", 5));
  table.look("union");
  table.take(hotseat("window", "union", 5));
  expect(table.looking).toBe("union");
  table.cover();
  expect(table.looking).toBe("");
});

test("any question that changes nothing gets the message with its id", async () => {
  const asked = table.ask("plans", { at: "1834" });
  expect(sent[0]).toEqual({ plans: { id: "id1", at: "1834" } });
  table.take({ plans: { id: "id1", decision: 7, plans: [] } } as never);
  expect(await asked).toEqual({ plans: { id: "id1", decision: 7, plans: [] } });
});

test("messages are heard by their name until the hearer goes", () => {
  const heard: unknown[] = [];
  const off = table.on("beat", (body) => heard.push(body));
  table.take({ beat: { until: 4 } });
  off();
  table.take({ beat: { until: 5 } });
  expect(heard).toEqual([{ until: 4 }]);
});

test("what is told again stands there once, and is read out again", () => {
  table.tell("No answer is proposed here: choose one.");
  const first = table.notices[0]?.id;
  table.tell("No answer is proposed here: choose one.");
  table.tell("No answer is proposed here: choose one.", "KT-12.3");
  expect(table.notices.map(({ text, cite }) => [text, cite])).toEqual([
    ["No answer is proposed here: choose one.", ""],
    ["No answer is proposed here: choose one.", "KT-12.3"],
  ]);
  expect(table.notices[0]?.id).not.toBe(first);
});

test("a battle is over before its end has been shown, and not told of then", () => {
  expect(table.ended).toBe(false);
  const before = table.state;
  table.take({ state: state({ n: 5, outcome: { winner: "union", level: "Union victory" } as never }) });
  table.show({ lines: 1, n: 4, view: null, before });
  expect([table.ended, table.state?.outcome]).toEqual([true, null]);
  table.show(null);
  expect([table.ended, table.state?.outcome?.winner]).toEqual([true, "union"]);
});
