import { beforeEach, expect, test } from "vitest";
import { answer, decision, plan } from "./fixtures";
import { Planner } from "./planner.svelte";
import type { Plan } from "./plans";
import type { Asked, FromServer } from "./protocol";

const BOTH = plan("A + B fire at 1834", "1834", ["A", "B"], 0.5, { best: true });
const SINGLY = plan("A, B fire at 1834", "1834", ["A", "B"], 0.4);
const ALONE = plan("B fire at 1834", "1834", ["B"], 0.3, { best: true });
const OTHER = plan("C fire at 1733", "1733", ["C"], 0.2, { best: true });

let asked: Record<string, unknown>[];
let acted: string[];
let told: string[];
let answers: (body: Record<string, unknown>) => Plan[];
let planner: Planner;
let question: Asked | null;

/** A table that answers at once. */
const table = {
  get decision() {
    return question;
  },
  covered: false,
  busy: false,
  ask: (_: string, body: Record<string, unknown>): Promise<FromServer> => {
    asked.push(body);
    return Promise.resolve({ plans: { id: "1", decision: 7, plans: answers(body) } } as FromServer);
  },
  act: (text: string) => void acted.push(text),
  tell: (text: string) => void told.push(text),
};

function fires(body: Record<string, unknown>): Plan[] {
  const units = body.units as string[] | undefined;
  if (body.at === "1834") return units?.includes("A") === false ? [ALONE] : [SINGLY, BOTH];
  return body.at === "1733" ? [OTHER] : [BOTH, OTHER];
}

async function take(number: number, more: Partial<Asked> = {}): Promise<void> {
  const actions = [answer("fire at 1834", "1834"), answer("done")];
  question = decision([], null, { number, kind: "fire", stack: ["Turn 1", "fire"], optional: true, actions, ...more });
  await planner.take(question);
}

beforeEach(async () => {
  [asked, acted, told, answers] = [[], [], [], fires];
  planner = new Planner(table);
  await take(7);
});

test("a question brings the best plan of each target, and nothing is open yet", () => {
  expect([planner.targets, planner.open, asked]).toEqual([["1834", "1733"], false, [{ seat: "union" }]]);
});

test("a target opens with the proposed way, and confirming gives its gesture", async () => {
  await planner.aim("1834");
  expect([planner.chosen?.text, planner.step?.pool]).toEqual([BOTH.text, ["A", "B"]]);
  planner.confirm();
  expect(acted).toEqual([BOTH.text]);
});

test("another way may be picked", async () => {
  await planner.aim("1834");
  planner.pick(SINGLY.text);
  planner.confirm();
  expect(acted).toEqual([SINGLY.text]);
});

test("ticking a unit out asks for the plans of those left, and in again for all", async () => {
  await planner.aim("1834");
  await planner.toggle("A");
  expect([asked[asked.length - 1], planner.chosen?.text]).toEqual([{ seat: "union", at: "1834", units: ["B"] }, ALONE.text]);
  await planner.toggle("A");
  expect(planner.chosen?.text).toBe(BOTH.text);
});

test("a target that needs those of another one takes them over", async () => {
  const part = { best: true, part: "it", end: "done" };
  const switched = plan("B fire at 1733", "1733", ["B"], 0.2, part);
  const first = { ...BOTH, ...part };
  answers = (body) => {
    const units = body.units as string[] | undefined;
    if (body.at === "1733") return [switched];
    return body.at === "1834" ? (units ? [plan("A fire at 1834", "1834", ["A"], 0.1, part)] : [first]) : [first, OTHER];
  };
  await take(8);
  await planner.aim("1834");
  await planner.aim("1733");
  expect([planner.plans.map((one) => one.text), planner.current, told]).toEqual([["A fire at 1834", "B fire at 1733"], 1, []]);
});

test("a target is given up where nobody is left for it", async () => {
  const part = { best: true, part: "it", end: "done" };
  const [first, both] = [{ ...BOTH, ...part }, plan("A + B fire at 1733", "1733", ["A", "B"], 0.2, part)];
  answers = (body) => (body.at === "1733" ? [both] : body.at === "1834" ? [first] : [first, OTHER]);
  await take(8);
  await planner.aim("1834");
  await planner.aim("1733");
  expect([planner.plans.map((one) => one.text), planner.current]).toEqual([["A + B fire at 1733"], 0]);
});

test("the last unit is not ticked out", async () => {
  await planner.aim("1733");
  await planner.toggle("C");
  expect(planner.chosen?.text).toBe(OTHER.text);
});

test("units chosen first fire alone", async () => {
  await planner.aim("1834", new Set(["B", "C"]));
  expect([planner.chosen?.text, [...(planner.step?.out ?? [])]]).toEqual([ALONE.text, ["A"]]);
});

test("a second target of a fire takes the place of the first", async () => {
  await planner.aim("1834");
  await planner.aim("1733");
  expect(planner.plans.map((one) => one.text)).toEqual([OTHER.text]);
});

test("a hex without plans is not for the planner", async () => {
  expect(await planner.aim("9999")).toBe(false);
});

const EAST = plan("A + B assault 1834", "1834", ["A", "B"], 0.5, { kind: "assault", best: true });
const WEST = plan("B + C assault 1733", "1733", ["B", "C"], 0.4, { kind: "assault", best: true });

function assaults(body: Record<string, unknown>): Plan[] {
  const units = body.units as string[] | undefined;
  const few = (one: Plan) => {
    const left = one.units.filter((id) => units?.includes(id) ?? true);
    const part = `${left.join(" + ")} assault ${one.at}`;
    return left.length ? [{ ...one, units: left, text: `${part}; done`, part, end: "done" }] : [];
  };
  return [EAST, WEST].filter((one) => !body.at || one.at === body.at).flatMap(few);
}

test("assaults are gathered and given as one, each unit once", async () => {
  answers = assaults;
  await take(8);
  await planner.aim("1834");
  await planner.aim("1733");
  planner.confirm();
  expect(acted).toEqual(["A + B assault 1834; C assault 1733; done"]);
});

test("targets clicked in quick succession are gathered all the same", async () => {
  answers = assaults;
  await take(8);
  await Promise.all([planner.aim("1834"), planner.aim("1733")]);
  expect([planner.plans.length, planner.waiting]).toEqual([2, false]);
});

test("a unit that is ticked in against one hex leaves the other", async () => {
  answers = assaults;
  await take(8);
  await planner.aim("1834");
  await planner.aim("1733");
  await planner.toggle("B");
  expect(planner.plans.map((one) => one.text)).toEqual(["A assault 1834; done", "B + C assault 1733; done"]);
  planner.drop(0);
  expect(planner.plans.map((one) => one.at)).toEqual(["1733"]);
});

const FIRE_AT_A = { units: ["D"], at: "1733", headline: "D, 3 SP", chances: [] };
const CARD = plan("D fire at 1733; E fire at 1734", "1834", ["D", "E"], 0.6, { kind: "defence", best: true, fires: [FIRE_AT_A] });
const LESS = { ...CARD, text: "D fire at 1733; done", units: ["D"] };

test("the defender's card lies open, filled in, and can be changed", async () => {
  answers = (body) => ((body.units as string[] | undefined)?.length === 1 ? [LESS] : [CARD]);
  await take(8);
  expect([planner.chosen?.text, planner.step?.pool, planner.targets]).toEqual([CARD.text, ["D", "E"], ["1733"]]);
  await planner.toggle("E");
  expect(asked[asked.length - 1]).toEqual({ seat: "union", units: ["D"] });
  planner.confirm();
  expect(acted).toEqual([LESS.text]);
});

test("those left of an assault lie open with the ways that they have", async () => {
  answers = assaults;
  await take(8);
  await planner.aim("1834");
  planner.confirm();
  const from = (at: string, best: boolean) => plan(`assault from ${at}`, at, ["B"], 0.4, { kind: "assault", best });
  answers = () => [from("1733", false), from("1734", true)];
  await take(9, { actions: [answer("assault from 1733", "1733"), answer("assault from 1734", "1734")], proposed: "assault from 1734" });
  expect([planner.chosen?.text, planner.chosen?.toward, planner.step?.settled]).toEqual(["assault from 1734", "1834", true]);
  await planner.toggle("B");
  planner.pick("assault from 1733");
  planner.confirm();
  expect(acted[acted.length - 1]).toBe("assault from 1733");
});

test("where a plan is but an answer, the click that gives it is not taken", async () => {
  answers = () => [{ ...OTHER, text: "fire at 1834", at: "1834" }];
  await take(8, { proposed: "fire at 1834" });
  expect([planner.targets, planner.open, planner.all.length]).toEqual([[], false, 1]);
});

test("a deed that is but an answer is seen before it is done", async () => {
  answers = () => [{ ...OTHER, text: "fire at 1834", at: "1834", deed: "Bombard" }];
  await take(8, { proposed: null });
  expect([planner.targets, planner.open]).toEqual([["1834"], false]);
});

test("a fire that can do nothing does not lie open: Enter is left to the answer that is proposed", async () => {
  answers = () => [{ ...OTHER, measure: { name: "step lost", probability: 0 } }];
  await take(8, { proposed: "done" });
  expect([planner.open, planner.targets]).toEqual([false, ["1733"]]);
});

test("a single target lies open where something is proposed, not where a step may be ended", async () => {
  answers = () => [OTHER];
  await take(8);
  expect(planner.open).toBe(false);
  await take(9, { proposed: "fire at 1834" });
  expect(planner.chosen?.text).toBe(OTHER.text);
});

test("a single target does not lie open where the fire at another hex is but an answer", async () => {
  answers = () => [{ ...ALONE, text: "fire at 1834" }, OTHER];
  await take(8, { proposed: "fire at 1834" });
  expect([planner.targets, planner.open]).toEqual([["1733"], false]);
});

test("what an interruption left comes back as a plan when its question is back", async () => {
  answers = assaults;
  await take(8);
  await planner.aim("1834");
  await planner.aim("1733");
  planner.confirm();
  planner.interrupted(["assault 1733", "add C", "done"]);
  await take(9, { seat: "confederate" });
  planner.interrupted([]); // the other seat has answered
  expect(planner.open).toBe(false);
  await take(10);
  expect([planner.plans.map((one) => one.text), planner.note !== ""]).toEqual([["C assault 1733; done"], true]);
});

test("what was left is dropped where the step is over", async () => {
  await planner.aim("1834");
  planner.confirm();
  planner.interrupted(["add B", "fire"]);
  await take(9, { stack: ["Turn 1", "movement"] });
  await take(10, { stack: ["Turn 2", "fire"] });
  expect(planner.open).toBe(false);
});

test("an answer that comes after the question has changed is not shown", async () => {
  const late = planner.aim("1834");
  await take(8);
  await late;
  expect(planner.open).toBe(false);
});

test("whether the plans are there yet is known", async () => {
  question = decision([], null, { number: 8 });
  const taken = planner.take(question);
  expect(planner.loading).toBe(true);
  await planner.loaded;
  expect([planner.loading, planner.targets.length]).toEqual([false, 2]);
  await taken;
});

test("a new question closes the plan, a covered one has none", async () => {
  await planner.aim("1834");
  await planner.take(null);
  expect([planner.open, planner.all]).toEqual([false, []]);
});

test("while there is no line nothing is asked, and it is told", async () => {
  const away = new Planner({ ...table, get decision() { return question; }, connected: false });
  const before = asked.length;
  await away.aim("1834");
  expect([asked.length, away.waiting, away.open]).toEqual([before, false, false]);
  expect(told).toEqual(["No line to the server: what can be done against 1834 is not known until it is back. Press again then."]);
});

test("of several answers at one hex the way of the one that was pressed is on show", async () => {
  const near = plan("fire from 1833 at 1834; A fire at 1834", "1834", ["A"], 0.5, { best: true });
  const far = plan("fire from 1932 at 1834; B fire at 1834", "1834", ["B"], 0.4);
  answers = () => [near, far];
  await take(8);
  await planner.aim("1834");
  planner.prefer("fire from 1932 at 1834");
  expect(planner.chosen?.text).toBe(far.text);
  planner.prefer("fire from 1932 at 1834");
  planner.prefer("fire at 1111");
  expect(planner.chosen?.text).toBe(far.text);
});
