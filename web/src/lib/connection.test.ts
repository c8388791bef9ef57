import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Hooks, type Socket, type Unanswered } from "./connection";

class Wire implements Socket {
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(text);
  }
  close() {}
}

let wires: Wire[];
let said: string[];
let waiting: (() => void)[];
let unanswered: readonly Unanswered[];

function connection(): Connection {
  const hooks: Hooks = {
    open: (after) => {
      said.push(`open after ${after}`);
      wires.push(new Wire());
      return wires[wires.length - 1] as Wire;
    },
    received: (message) => said.push(Object.keys(message).join()),
    connected: (on, restarts) => said.push(on ? "up" : restarts ? "restarts" : "down"),
    unknown: () => said.push("unknown"),
    have: () => 12,
    later: (run) => waiting.push(run),
    waiting: (messages) => (unanswered = messages),
  };
  return new Connection(hooks);
}

/** A socket is open, and is shown the game. */
function shown(wire?: Wire) {
  wire?.onopen?.();
  wire?.onmessage?.({ data: '{"state":{}}' });
}

beforeEach(() => {
  wires = [];
  said = [];
  waiting = [];
  unanswered = [];
});

test("an act that was not answered is sent again when the server is back", () => {
  const link = connection();
  shown(wires[0]);
  link.send({ act: { id: "a1", text: "pass" } });
  wires[0]?.onclose?.({ code: 1006 });
  waiting.pop()?.();
  shown(wires[1]);
  expect(wires[1]?.sent).toEqual(wires[0]?.sent);
  expect(said).toEqual(["open after 12", "up", "state", "down", "open after 12", "up", "state"]);
});

test("who waits for his turn at a server with many is not back before he is shown the game", () => {
  connection();
  shown(wires[0]);
  wires[0]?.onclose?.({ code: 1006 });
  waiting.pop()?.();
  wires[1]?.onopen?.();
  expect(said.at(-1)).toBe("open after 12");
  wires[1]?.onmessage?.({ data: '{"refused":{"id":null,"reason":"too many"}}' });
  expect(said.at(-1)).toBe("refused");
  expect(said.filter((word) => word === "up").length).toBe(1);
  wires[1]?.onclose?.({ code: 1013 });
  waiting.pop()?.();
  shown(wires[2]);
  expect(said.slice(-2)).toEqual(["up", "state"]);
});

test("an answered act is not sent again", () => {
  const link = connection();
  wires[0]?.onopen?.();
  link.send({ act: { id: "a1", text: "pass" } });
  wires[0]?.onmessage?.({ data: '{"done":{"id":"a1","n":1,"events":[]}}' });
  wires[0]?.onclose?.({ code: 1006 });
  waiting.pop()?.();
  wires[1]?.onopen?.();
  expect(wires[1]?.sent).toEqual([]);
});

test("what is sent before the socket is open goes out when it is", () => {
  const link = connection();
  link.send({ undo: { id: "u1" } });
  wires[0]?.onopen?.();
  expect(wires[0]?.sent).toEqual(['{"undo":{"id":"u1"}}']);
});

test("an unknown key is not tried again, nor a closed connection", () => {
  connection();
  wires[0]?.onclose?.({ code: 4404 });
  connection().close();
  wires[1]?.onclose?.({ code: 1000 });
  expect([waiting.length, said.includes("unknown")]).toEqual([0, true]);
});

test("what is pressed while the line is dead waits, can be withdrawn, and is not sent then", () => {
  const link = connection();
  wires[0]?.onopen?.();
  wires[0]?.onclose?.({ code: 1006 });
  link.send({ act: { id: "a1", text: "pass" } });
  link.send({ plans: { id: "p1" } });
  expect(unanswered).toEqual([{ id: "a1", what: "act", body: { id: "a1", text: "pass" }, sent: false }]);
  link.withdraw("a1");
  expect([unanswered, said.at(-1)]).toEqual([[], "refused"]);
  waiting.pop()?.();
  wires[1]?.onopen?.();
  expect(wires[1]?.sent).toEqual(['{"plans":{"id":"p1"}}']);
});

test("what was sent before the line broke is told apart: the server may have it", () => {
  const link = connection();
  wires[0]?.onopen?.();
  link.send({ act: { id: "a1", text: "pass" } });
  expect(unanswered.map(({ sent }) => sent)).toEqual([true]);
  wires[0]?.onclose?.({ code: 1006 });
  waiting.pop()?.();
  wires[1]?.onopen?.();
  wires[1]?.onmessage?.({ data: '{"done":{"id":"a1","n":1,"events":[]}}' });
  expect(unanswered).toEqual([]);
});

test("what goes out when the line is back cannot be withdrawn any more", () => {
  const link = connection();
  link.send({ act: { id: "a1", text: "pass" } });
  expect(unanswered.map(({ sent }) => sent)).toEqual([false]);
  wires[0]?.onopen?.();
  link.withdraw("a1");
  expect(unanswered.map(({ sent }) => sent)).toEqual([true]);
  expect(said).not.toContain("refused");
});

test("without a network the line counts as lost at once, and an old socket is heard no more", () => {
  const link = connection();
  wires[0]?.onopen?.();
  link.drop();
  wires[0]?.onmessage?.({ data: '{"state":{}}' });
  wires[0]?.onclose?.({ code: 1006 });
  link.send({ act: { id: "a1", text: "pass" } });
  expect([said.at(-1), waiting.length, unanswered.map(({ sent }) => sent)]).toEqual(["down", 1, [false]]);
});

test("a server that says that it ends is told apart, until it was tried in vain for a while", () => {
  connection();
  shown(wires[0]);
  wires[0]?.onclose?.({ code: 1012 });
  for (let i = 1; i < 6; i++) {
    waiting.pop()?.();
    wires[i]?.onclose?.({ code: 1006 });
  }
  const told = said.filter((word) => !word.startsWith("open"));
  expect(told).toEqual(["up", "state", "restarts", "restarts", "restarts", "restarts", "down", "down"]);
});

afterEach(() => vi.useRealTimers());

/** When each of 200 pages is back, in milliseconds, whose server has ended so and is there again after a while. */
function cameBack(code: number, away: number): number[] {
  vi.useFakeTimers();
  const [began, back]: [number, number[]] = [Date.now(), []];
  for (let i = 0; i < 200; i++) {
    let socket: Wire;
    const open = () => {
      const wire = (socket = new Wire());
      const gone = Date.now() > began && Date.now() - began < away;
      setTimeout(() => (gone ? wire.onclose?.({ code: 1006 }) : shown(wire)), 1);
      return wire;
    };
    new Connection({
      open,
      received: () => undefined,
      connected: (on) => on && Date.now() - began > 1 && back.push(Date.now() - began),
      unknown: () => undefined,
      have: () => 0,
      later: (run, pause) => setTimeout(run, pause),
      lot: () => (i * 0.618) % 1,
      waiting: () => undefined,
    });
    vi.advanceTimersByTime(0);
    setTimeout(() => socket.onclose?.({ code }), 1);
  }
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  return back;
}

test.each([
  [1012, 0, 5000],
  [1006, 0, 5000],
  [1012, 2500, 5000],
  [1006, 2500, 5000],
  [1012, 20_000, 25_000],
  [1006, 20_000, 25_000],
])("all pages are back within five seconds of a server that ended with %i and is there again after %i ms, and not at once", (code, away, most) => {
  const back = cameBack(code, away);
  expect(back.length).toBe(200);
  expect(Math.max(...back)).toBeLessThan(most);
  const tenths = new Map<number, number>();
  for (const at of back) tenths.set(Math.floor(at / 100), (tenths.get(Math.floor(at / 100)) ?? 0) + 1);
  expect(Math.max(...tenths.values())).toBeLessThan(30);
});

test("a server that ends is come back to at moments that differ, within five seconds", () => {
  const pauses: number[] = [];
  const lots = [0, 0.5, 0.999, 0, 1];
  const link = (code: number) => {
    const wire = new Wire();
    const hooks: Hooks = {
      open: () => wire,
      received: () => undefined,
      connected: () => undefined,
      unknown: () => undefined,
      have: () => 0,
      later: (_, pause) => pauses.push(pause),
      lot: () => lots.shift() ?? 0,
      waiting: () => undefined,
    };
    new Connection(hooks);
    wire.onopen?.();
    wire.onclose?.({ code });
  };
  for (const code of [1012, 1012, 1012, 1006, 1006]) link(code);
  expect(pauses).toEqual([0, 1250, 2497.5, 250, 1250]);
});
