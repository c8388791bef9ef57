import { beforeEach, expect, test } from "vitest";
import { Connection, type Hooks, type Socket } from "./connection";

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

function connection(): Connection {
  const hooks: Hooks = {
    open: (after) => {
      said.push(`open after ${after}`);
      wires.push(new Wire());
      return wires[wires.length - 1] as Wire;
    },
    received: (message) => said.push(Object.keys(message).join()),
    connected: (on) => said.push(on ? "up" : "down"),
    unknown: () => said.push("unknown"),
    have: () => 12,
    later: (run) => waiting.push(run),
  };
  return new Connection(hooks);
}

beforeEach(() => {
  wires = [];
  said = [];
  waiting = [];
});

test("an act that was not answered is sent again when the server is back", () => {
  const link = connection();
  wires[0]?.onopen?.();
  link.send({ act: { id: "a1", text: "pass" } });
  wires[0]?.onclose?.({ code: 1006 });
  waiting.pop()?.();
  wires[1]?.onopen?.();
  expect(wires[1]?.sent).toEqual(wires[0]?.sent);
  expect(said).toEqual(["open after 12", "up", "down", "open after 12", "up"]);
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
