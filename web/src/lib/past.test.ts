import { beforeEach, expect, test, vi } from "vitest";
import { decision, line, state } from "./fixtures";
import { Page } from "./page.svelte";
import { Past } from "./past.svelte";
import type { Geometry, Summary } from "./fetched";
import type { FromServer, GameState } from "./protocol";
import { Table } from "./table.svelte";

let table: Table;
let past: Past;
let page: Page;
let sent: Record<string, unknown>[];

beforeEach(() => {
  const kept = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal("localStorage", kept);
  vi.stubGlobal("sessionStorage", kept);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("window", { clearTimeout: () => undefined, setTimeout: () => 0 });
  sent = [];
  let id = 0;
  table = new Table("g", () => `i${++id}`);
  table.join({ send: (message) => sent.push(message) });
  const geometry: Geometry = { size: 1, width: 1, height: 1, view: [0, 0, 1, 1], hexes: {}, corners: [] };
  page = new Page(table, { game: "g", key: "k" }, {} as Summary, geometry, () => undefined);
  past = new Past(page);
  table.on<GameState>("state", (one) => past.hear(one));
  table.take({ state: state({ n: 4, decisions: [decision(["done"])], log: [line(4, "before")] }) });
});

/** The player answers, and this is how the game stands then, in one message. */
async function answered(n: number, own: number): Promise<boolean> {
  table.act("done");
  past.acted();
  table.take({ done: { id: "i1", n: own, events: [] } } as unknown as FromServer);
  const log = Array.from({ length: n - 4 }, (_, i) => line(5 + i, `entry ${5 + i}`));
  table.take({ state: state({ n, decisions: [decision(["pass"])], log }) });
  void past.asks(9);
  return sent.some((message) => "news" in message);
}

test("what an answer itself brought is no news", async () => {
  expect(await answered(6, 6)).toBe(false);
});

test("what came after it, by orders too, is news though it comes with the same state", async () => {
  expect(await answered(9, 6)).toBe(true);
});

const move = (n: number) => line(n, `33 VA moves, ${n}`, { trace: "way", units: ["33 VA"], from: ["2035"], hex: "2034", depth: 2 });
const waiting = (seat: string) => ({ seat, kind: "waiting" });

test("what others did is followed, and their question waits until it has been shown or is skipped", () => {
  past.setSpeed("normal");
  table.take({ state: state({ n: 5, decisions: [decision(["fire"], null, { kind: "fire" })], log: [move(5)] }) });
  expect([past.mode, past.fresh, table.decision, table.log.length]).toEqual(["follow", true, null, 1]);
  past.present();
  expect([past.mode, table.decision?.kind, table.log.length]).toEqual(["", "fire", 2]);
});

test("a question that lies open is not taken from the table by what the other does meanwhile", () => {
  past.setSpeed("normal");
  table.take({ state: state({ n: 5, decisions: [decision(["done"], null, { number: 8 })], log: [move(5)] }) });
  expect([past.mode, table.decision?.number, table.log.length]).toEqual(["", 8, 2]);
});

test("who skips while the other is still at it is asked next without more of it", () => {
  past.setSpeed("normal");
  table.take({ state: state({ n: 5, decisions: [waiting("confederate")], log: [move(5)] }) });
  expect(past.mode).toBe("follow");
  past.present();
  table.take({ state: state({ n: 6, decisions: [waiting("confederate")], log: [move(6)] }) });
  expect(past.mode).toBe("");
  table.take({ state: state({ n: 7, decisions: [decision(["fire"], null, { kind: "fire" })], log: [move(7)] }) });
  expect([past.mode, table.decision?.kind]).toEqual(["", "fire"]);
  table.take({ state: state({ n: 8, decisions: [waiting("confederate")], log: [move(8)] }) });
  expect(past.mode).toBe("follow");
});

/** A page that is opened at this state, where a browser keeps this of the game, by an address that may name a moment. */
function opening(one: GameState, kept = "", entry?: number): Past {
  const shelf = new Map(kept ? [["vedette-seen", kept]] : []);
  vi.stubGlobal("localStorage", { getItem: (name: string) => shelf.get(name) ?? null, setItem: (name: string, text: string) => shelf.set(name, text) });
  let id = 0;
  table = new Table("g", () => `i${++id}`);
  table.join({ send: (message) => sent.push(message) });
  const geometry: Geometry = { size: 1, width: 1, height: 1, view: [0, 0, 1, 1], hexes: {}, corners: [] };
  const opened = new Past(new Page(table, { game: "g", key: "k", ...(entry === undefined ? {} : { entry }) }, {} as Summary, geometry, () => undefined));
  opened.speed = "normal";
  table.on<GameState>("state", (heard) => opened.hear(heard));
  table.take({ state: one });
  return opened;
}

const asked = { decisions: [decision(["fire"], null, { kind: "fire" })] };
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => move(from + i));

test("a browser that has not seen the game replays what came after the player's last answer", () => {
  const opened = opening(state({ n: 6, given: 4, log: lines(1, 6), ...asked }));
  expect([opened.mode, opened.fresh, opened.queue.map(({ n }) => n)]).toEqual(["follow", true, [5, 6]]);
  expect([table.log.length, table.seen, table.decision]).toEqual([4, 4, null]);
});

test("it begins where the player was last, be it here or elsewhere", () => {
  const here = opening(state({ n: 6, given: 2, log: lines(1, 6), ...asked }), '[["g union",5,2]]');
  expect([here.mode, here.queue[0]?.lines.map(({ n }) => n)]).toEqual(["follow", [6]]);
  const elsewhere = opening(state({ n: 6, given: 5, log: lines(1, 6), ...asked }), '[["g union",3,2]]');
  expect(elsewhere.queue[0]?.lines.map(({ n }) => n)).toEqual([6]);
});

test("what has been seen is not shown again, and is told all the same while the question waits", () => {
  const opened = opening(state({ n: 6, given: 4, log: lines(1, 6), ...asked }), '[["g union",6,4]]');
  expect(opened.mode).toBe("");
  void opened.asks(9);
  expect(sent.some((message) => "news" in message)).toBe(true);
});

test("where nobody knows what was seen the page begins with how it stands", () => {
  expect([opening(state({ n: 6, log: lines(1, 6), ...asked })).mode, table.log.length]).toEqual(["", 6]);
});

test("an undo ends what is followed", () => {
  past.setSpeed("normal");
  table.take({ state: state({ n: 5, decisions: [waiting("confederate")], log: [move(5)] }) });
  table.take({ state: state({ n: 6, decisions: [waiting("confederate")], log: [line(6, "taken back", { kind: "undo", back: 5 })] }) });
  expect([past.mode, table.log.length]).toEqual(["", 3]);
});

const back = (n: number, from: number) => line(n, "taken back", { kind: "undo", back: from });

test("of what one has missed all is shown but what was taken back meanwhile", () => {
  const log = [...lines(1, 6), back(7, 6), move(8)];
  const opened = opening(state({ n: 8, given: 4, log, ...asked }));
  expect([opened.mode, opened.queue.map(({ n }) => n), opened.queue.map(({ through }) => through)]).toEqual(["follow", [5, 8], [5, 8]]);
});

test("where all that one has missed was taken back the page begins with how it stands", () => {
  const opened = opening(state({ n: 6, given: 4, log: [...lines(1, 5), back(6, 5)], ...asked }));
  expect([opened.mode, table.log.length, table.decision?.kind]).toEqual(["", 6, "fire"]);
});

test("a side that has not answered yet is shown the game from its beginning", () => {
  expect(opening(state({ n: 3, given: 0, log: lines(1, 3), ...asked })).queue[0]?.lines.map(({ n }) => n)).toEqual([1]);
});

test("a take-back among what others still do changes what is to come of it, and not what is shown", () => {
  past.setSpeed("normal");
  table.take({ state: state({ n: 6, decisions: [waiting("confederate")], log: [move(5), line(6, "6 VA stands", { units: ["6 VA"] })] }) });
  table.take({ state: state({ n: 8, decisions: [waiting("confederate")], log: [back(7, 6), line(8, "8 VA stands", { units: ["8 VA"] })] }) });
  expect([past.mode, past.step === null || past.step.n === 5, past.queue.map(({ n }) => n)]).toEqual(["follow", true, [5, 8]]);
});

test("where a clock of minutes runs for its player a page begins with how it stands, and tells what happened", () => {
  const running = { left: 600, free: 30, runs: true, holiday: 0, away: false };
  const clocks = (kind: "live" | "days") => ({ kind, bank: 600, begun: true, sides: { union: running, confederate: { ...running, runs: false } } });
  const opened = opening(state({ n: 6, given: 4, log: lines(1, 6), clocks: clocks("live"), ...asked }));
  expect([opened.mode, table.decision?.kind]).toEqual(["", "fire"]);
  void opened.asks(9);
  expect(sent.some((message) => "news" in message)).toBe(true);
  expect(opening(state({ n: 6, given: 4, log: lines(1, 6), clocks: clocks("days"), ...asked })).mode).toBe("follow");
});

test("where the first board cannot be had the page begins with how it stands, and asks for it again later", async () => {
  const opened = opening(state({ n: 6, given: 4, log: lines(1, 6), ...asked }));
  opened.setSpeed("step by step");
  const asks = () => sent.flatMap((message) => ("moment" in message ? [message.moment as { id: string }] : []));
  const before = asks().length;
  for (const { id } of asks()) table.take({ refused: { id, reason: "later", cite: "" } });
  await new Promise((settle) => setTimeout(settle));
  expect([opened.mode, table.decision?.kind]).toEqual(["", "fire"]);
  opened.look(5);
  expect(asks().length).toBe(before + 1);
});

test("the news and the card of the turn wait for what is followed", () => {
  past.setSpeed("normal");
  past.news = { after: 0, upto: 5, groups: [] };
  past.turnCard = { turn: 1, n: 5, title: "Turn 1 is over", sections: [] };
  table.take({ state: state({ n: 5, decisions: [waiting("confederate")], log: [move(5)] }) });
  expect([past.news, past.turnCard]).toEqual([null, null]);
  past.present();
  expect([past.news?.upto, past.turnCard?.turn]).toEqual([5, 1]);
});

test("a plan that is drawn is put away as soon as another moment is looked at, or the present", () => {
  const plotted = { entry: 2, words: "Attack, boldly", goes: [["a", "1532", "1632"]] } as const;
  for (const leave of [() => past.move(-1), () => past.look(2), past.present]) {
    past.look(2);
    page.plotted = plotted;
    leave();
    expect(page.plotted).toBeNull();
  }
});

test("who had seen the end and sees the game late now has nothing of what is still to come, and then sees it", () => {
  const opened = opening(state({ n: 6, seats: [], log: lines(1, 6), outcome: {} as GameState["outcome"] }));
  opened.look(5);
  table.take({ state: state({ n: 3, seats: [], late: 600, decisions: [waiting("union")] }) });
  expect([opened.mode, table.log.length, table.have]).toEqual(["", 3, 3]);
  table.take({ state: state({ n: 4, seats: [], late: 600, decisions: [waiting("union")], log: [move(4)] }) });
  expect([opened.mode, opened.queue.map(({ n }) => n)]).toEqual(["follow", [4]]);
});

const outcome = {} as GameState["outcome"];

test("the end comes to the front once, and not before one has looked back", () => {
  past.look(2);
  table.take({ state: state({ n: 5, log: [line(5, "over")], outcome }) });
  expect(past.endsNow()).toBe(false);
  past.present();
  expect([past.endsNow(), past.endsNow()]).toEqual([true, false]);
  past.look(2);
  past.present();
  expect(past.endsNow()).toBe(false);
  table.take({ state: state({ n: 6, decisions: [decision(["done"])], log: [back(6, 5)] }) });
  expect(past.endsNow()).toBe(false);
  table.take({ state: state({ n: 7, log: [line(7, "over")], outcome }) });
  expect(past.endsNow()).toBe(true);
});

test("who opens a moment of a battle that is over asks for its end himself", () => {
  const opened = opening(state({ n: 6, seats: [], log: lines(1, 6), outcome }), "", 2);
  expect(opened.endsNow()).toBe(false);
  opened.look(2);
  opened.present();
  expect(opened.endsNow()).toBe(false);
});

test("where nothing is to be seen after a moment, to watch on from it leads to the end", () => {
  const opened = opening(state({ n: 6, seats: [], log: [...lines(1, 5), line(6, "stands", { kind: "automatic" })], outcome }));
  opened.look(5);
  opened.onward();
  expect(opened.mode).toBe("");
  opened.look(4);
  opened.onward();
  expect(opened.mode).toBe("follow");
});
