import { beforeEach, expect, test } from "vitest";
import { decision, plan, state, unit } from "./fixtures";
import { March } from "./march.svelte";
import type { MarchPlan } from "./marching";
import { Page } from "./page.svelte";
import type { Geometry, Summary } from "./fetched";
import type { Decision } from "./protocol";
import { Table } from "./table.svelte";

const UNITS = [unit("7 OH-a", "1532"), unit("7 OH-b", "1532"), unit("29 OH-a", "1434"), unit("27 VA", "1834", undefined, { side: "confederate" })];
const ALL = ["7 OH-a", "7 OH-b", "29 OH-a"];

let table: Table;
let page: Page;
let march: March;
let sent: Record<string, Record<string, unknown>>[];
let ids: number;

/** The question which unit moves, with those who still may. */
function asks(n: number, waiting: string[], more: Partial<Decision> = {}): void {
  const moved = ALL.filter((id) => !waiting.includes(id));
  const view = { ...state().view, units: UNITS, movement: { side: "union", title: "Tyler", moved, waiting } };
  const asked = decision([...waiting.map((id) => `move ${id}`), "done"], "done", { number: n, ...more });
  table.take({ state: state({ n, view, decisions: [asked] }) });
}

/** The server answers the last question. */
async function answers(...plans: MarchPlan[]): Promise<void> {
  const id = Object.values(sent.at(-1) ?? {})[0]?.id;
  table.take({ plans: { id: String(id), decision: 1, plans } } as never);
  await Promise.resolve();
  await new Promise((settle) => setTimeout(settle));
}

const said = () => sent.map((message): [string, Record<string, unknown>] => Object.entries(message)[0] ?? ["", {}]);
const lastAct = () => said().filter(([name]) => name === "act").at(-1)?.[1].text;
const stepOf = (hexes: number, ghosts: Record<string, string>): MarchPlan => ({
  ...plan(`step 7 OH-b + 29 OH-a W ${hexes}`, null, Object.keys(ghosts), 0, { kind: "march", ghosts }), direction: "W", hexes,
});
const marchTo = (hex: string, ...who: string[]): MarchPlan =>
  plan(`march ${who.join(" + ")} to ${hex}`, hex, who, 0, { kind: "march", ghosts: Object.fromEntries(who.map((id) => [id, hex])) });

beforeEach(() => {
  [sent, ids] = [[], 0];
  table = new Table("g", () => `id${(ids += 1)}`);
  table.join({ send: (message) => sent.push(message) });
  const geometry: Geometry = { size: 1, width: 1, height: 1, view: [0, 0, 1, 1], hexes: {}, corners: [] };
  page = new Page(table, { game: "g", key: "k" }, {} as Summary, geometry, () => undefined);
  march = new March(page);
  asks(7, ALL);
  march.take();
});

test("a click picks one, with Shift its stack, then one by one", () => {
  march.pick("7 OH-b", false);
  expect(march.chosen).toEqual(["7 OH-b"]);
  march.choose([]);
  march.pick("7 OH-a", true);
  expect([march.chosen, march.together]).toEqual([["7 OH-a", "7 OH-b"], true]);
  march.pick("7 OH-b", true);
  march.pick("29 OH-a", true);
  expect([march.chosen, march.together]).toEqual([["7 OH-a", "29 OH-a"], false]);
});

test("those who stand together go where they can end, in one answer", () => {
  march.pick("7 OH-a", true);
  page.reach = { "1534": { cost: 2, path: ["1532", "1533", "1534"], end: true } };
  expect(march.go("1534")).toBe(true);
  expect(lastAct()).toBe("7 OH-a + 7 OH-b: 1533-1534");
});

test("others march there: the plan is shown, and the same hex again carries it out", async () => {
  march.brigade();
  march.go("1632");
  expect(said().at(-1)).toEqual(["plans", { id: "id1", seat: "union", at: "1632" }]);
  await answers(marchTo("1632", "7 OH-b", "7 OH-a", "29 OH-a"));
  expect([march.plan?.at, march.chosen]).toEqual(["1632", ["7 OH-b", "7 OH-a", "29 OH-a"]]);
  march.go("1632");
  expect(lastAct()).toBe("march 7 OH-b + 7 OH-a + 29 OH-a to 1632");
});

test("an answer that comes after another choice counts for nothing", async () => {
  march.brigade();
  march.go("1632");
  march.pick("7 OH-a", false);
  await answers(marchTo("1632", ...ALL));
  expect([march.plan, march.chosen]).toEqual([null, ["7 OH-a"]]);
});

test("a new order of march is planned anew", async () => {
  march.brigade();
  march.go("1632");
  await answers(marchTo("1632", ...ALL));
  march.reorder(["29 OH-a", "7 OH-a", "7 OH-b"]);
  expect(said().at(-1)?.[1]).toMatchObject({ at: "1632", units: ["29 OH-a", "7 OH-a", "7 OH-b"] });
});

test("what is left of a march is planned again when its turn comes", async () => {
  march.brigade();
  march.go("1632");
  await answers(marchTo("1632", ...ALL));
  march.confirm();
  march.interrupted(["move 7 OH-b", "7 OH-b: 1632", "done"]);
  table.take({ state: state({ n: 8, view: page.view ?? state().view, decisions: [{ seat: "confederate", kind: "waiting" }] }) });
  march.take();
  march.interrupted([]);
  asks(9, ["7 OH-b", "29 OH-a"]);
  march.take();
  expect(said().at(-1)).toEqual(["plans", expect.objectContaining({ at: "1632" })]);
  expect(march.chosen).toEqual(["7 OH-b", "29 OH-a"]);
  await answers(marchTo("1632", "7 OH-b", "29 OH-a"));
  expect([march.plan?.at, march.note]).toEqual(["1632", "Something came between. This is left of the march."]);
});

test("what is left of the same step for all is planned again as well", async () => {
  march.brigade();
  void march.step("W");
  await answers(stepOf(1, { "7 OH-a": "1533" }), stepOf(2, { "7 OH-a": "1534" }));
  void march.step("W");
  expect(march.plan?.hexes).toBe(2);
  march.confirm();
  march.interrupted(["move 7 OH-b"]);
  asks(9, ["7 OH-b", "29 OH-a"]);
  march.take();
  await answers(stepOf(1, { "7 OH-b": "1533" }), stepOf(2, { "7 OH-b": "1534" }));
  expect([march.plan?.hexes, march.plan?.direction]).toEqual([2, "W"]);
});

test("nothing of an earlier step is planned again", () => {
  march.brigade();
  page.reach = {};
  march.interrupted(["done"]);
  asks(9, ALL);
  march.take();
  expect([march.plan, said().length]).toEqual([null, 0]);
});

test("next and the one before go through those who have not moved; one step back undoes the choice", () => {
  expect([march.next(1), march.next(1), march.next(-1), march.next(-1)]).toEqual(["7 OH-a", "7 OH-b", "7 OH-a", "29 OH-a"]);
  expect([march.back(), march.chosen, march.back()]).toEqual([true, [], false]);
});

test("a question may have more on the board than moves: then its plans are wanted too", () => {
  expect(march.others).toBe(false);
  const asked = decision(["move 7 OH-a", "fire at 1834", "done"], "done");
  const actions = asked.actions.map((row) => ({ ...row, hex: { "move 7 OH-a": "1532", "fire at 1834": "1834" }[row.text] ?? null }));
  asks(8, [], { actions });
  expect([march.open, march.others]).toEqual([true, true]);
  asks(9, ["7 OH-a"], { kind: "move", actions: [{ text: "7 OH-a: 1433", cite: "", hex: "1433" }] });
  expect(march.others).toBe(false);
});

test("of those who come onto the map all are named, though nobody else may move", async () => {
  const view = { ...state().view, units: [unit("4 VA", null), unit("2 VA", null)] };
  const movement = { side: "union", title: "Tyler", moved: [], waiting: [], entering: [{ hex: "1000", units: ["2 VA", "4 VA"] }] };
  const asked = decision(["enter 2 VA at 1000", "enter 4 VA at 1000", "done"], "done", { number: 8 });
  table.take({ state: state({ n: 8, view: { ...view, movement }, decisions: [asked] }) });
  march.take();
  expect(march.movers).toEqual(["2 VA", "4 VA"]);
  march.choose(["2 VA", "4 VA"]);
  march.go("1002");
  expect(said().at(-1)?.[1]).toMatchObject({ at: "1002", units: ["2 VA", "4 VA"] });
});

test("a click on a hex of entry says where several come on, the next click where they go", async () => {
  const at = { "2 VA": ["1000", "1001"], "4 VA": ["1000", "1001"] };
  const view = { ...state().view, units: [unit("4 VA", null), unit("2 VA", null)] };
  const movement = { side: "union", title: "Tyler", moved: [], waiting: [], entering: [{ hex: "1000", units: ["2 VA", "4 VA"], at }] };
  const actions = ["2 VA", "4 VA"].flatMap((id) => ["1000", "1001"].map((hex) => ({ text: `enter ${id} at ${hex}`, cite: "", hex })));
  const asked = decision([], null, { number: 8, actions });
  table.take({ state: state({ n: 8, view: { ...view, movement }, decisions: [asked] }) });
  march.take();
  expect(march.others).toBe(false);
  march.choose(["2 VA", "4 VA"]);
  expect([march.go("1001"), march.door, said().length]).toEqual([true, "1001", 0]);
  march.go("1002");
  expect(said().at(-1)?.[1]).toMatchObject({ at: "1002", units: ["2 VA", "4 VA"], by: "1001" });
  march.choose(["2 VA"]);
  expect(march.door).toBe("1001");
});

test("who could do no more than turn is not counted among those that have not moved", () => {
  const view = { ...state().view, units: UNITS, movement: { side: "union", title: "Tyler", moved: [], waiting: ALL, turning: ["29 OH-a"] } };
  table.take({ state: state({ n: 8, view, decisions: [decision([...ALL.map((id) => `move ${id}`), "done"], "done", { number: 8 })] }) });
  march.take();
  expect([march.standing, march.turning]).toEqual([["7 OH-a", "7 OH-b"], ["29 OH-a"]]);
});

test("of a brigade those who can do a deed do it one after another; where nobody can it is told why", () => {
  const movement = { side: "union", title: "Tyler", moved: [], waiting: ALL, deeds: { "7 OH-b": ["line"], "29 OH-a": ["line"] }, idle: { "7 OH-a": "it is pinned" } };
  table.take({ state: state({ n: 8, view: { ...state().view, units: UNITS, movement }, decisions: [decision([...ALL.map((id) => `move ${id}`), "done"], "done", { number: 8 })] }) });
  march.take();
  march.choose(["7 OH-a"]);
  march.deed(march.deeds[0]);
  expect(table.notices.at(-1)?.text).toContain("7 OH-a: it is pinned");
  march.choose(ALL);
  march.deed(march.deeds[0]);
  expect(lastAct()).toBe("7 OH-b: line; 29 OH-a: line");
});

test("who keeps a hex that counts, and whose move is under way, stay where all are sent", () => {
  const keeps = (hex: string) => ({ ...page.view!, control: { [hex]: "union" as const, "1834": "confederate" as const } });
  table.take({ state: state({ n: 8, view: keeps("1434"), decisions: [table.decision!] }) });
  march.everybody();
  expect([march.keeping, march.chosen]).toEqual([["29 OH-a"], ["7 OH-a", "7 OH-b"]]);
  march.tick("29 OH-a");
  expect(march.chosen).toEqual(["7 OH-a", "7 OH-b", "29 OH-a"]);
  asks(9, ALL, { kind: "move", about: ["7 OH-a"], actions: [{ text: "7 OH-a: 1533", hex: "1533", cite: "" }] });
  march.take();
  march.everybody();
  expect(march.chosen).toEqual(["7 OH-b", "29 OH-a"]);
});

test("where all keep hexes that count all are sent", () => {
  const control = { "1532": "union" as const, "1434": "union" as const };
  table.take({ state: state({ n: 8, view: { ...page.view!, control }, decisions: [table.decision!] }) });
  march.everybody();
  expect(march.chosen).toEqual(ALL);
});

test("a name in the list takes one of the group out and in again; alone it chooses", () => {
  march.tick("7 OH-b");
  expect(march.chosen).toEqual(["7 OH-b"]);
  march.tick("29 OH-a");
  expect(march.chosen).toEqual(["29 OH-a"]);
  march.everybody();
  march.tick("7 OH-b");
  expect(march.chosen).toEqual(["7 OH-a", "29 OH-a"]);
  march.tick("7 OH-b");
  expect(march.chosen).toEqual(["7 OH-a", "29 OH-a", "7 OH-b"]);
});

test("who is left out of a march is out of its plan, which is made again", async () => {
  march.everybody();
  march.go("1632");
  await answers(marchTo("1632", ...ALL));
  void march.leaveOut("7 OH-b");
  expect(said().at(-1)).toEqual(["plans", expect.objectContaining({ at: "1632", units: ["7 OH-a", "29 OH-a"] })]);
  await answers(marchTo("1632", "7 OH-a", "29 OH-a"));
  expect([march.plan?.units, march.group]).toEqual([["7 OH-a", "29 OH-a"], ALL]);
});

test("where those chosen have no way to go together, it is asked for once and not again and again", async () => {
  march.choose(["7 OH-a"]);
  const before = sent.length;
  for (let i = 0; i < 3; i += 1) {
    march.lookUp(); // as the page does whenever something of it changes
    await answers();
  }
  expect([sent.length - before, march.learnt, march.steps]).toEqual([1, true, []]);
  march.choose(["29 OH-a"]);
  march.lookUp();
  expect(sent.length - before).toBe(2);
});

test("a refusal is no answer: the ways are asked for again when a direction is pressed", async () => {
  march.choose(["7 OH-a"]);
  march.lookUp();
  const before = sent.length;
  const id = String(Object.values(sent.at(-1) ?? {})[0]?.id);
  table.take({ refused: { id, reason: "ask again in a moment", cite: "" } });
  await new Promise((settle) => setTimeout(settle));
  expect([march.learnt, table.notices.at(-1)?.text]).toEqual([false, "ask again in a moment"]);
  void march.step("W");
  expect(sent.length - before).toBe(1);
  await answers(stepOf(1, { "7 OH-a": "1531" }));
  expect([march.learnt, march.plan?.hexes]).toEqual([true, 1]);
});
