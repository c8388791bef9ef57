import { expect, test } from "vitest";
import { heard, joined, keepHeard, type Spoken } from "./talk";

const line = (number: number): Spoken => ({ number, seat: "union", text: `line ${number}`, entry: null, when: "" });

test("lines that come again, or late, stand once and in their order", () => {
  expect(joined([line(1), line(3)], [line(2), line(3)]).map(({ number }) => number)).toEqual([1, 2, 3]);
});

test("what was heard is kept by game and seat, and never less of it", () => {
  const held = new Map<string, string>();
  const shelf = { getItem: (name: string) => held.get(name) ?? null, setItem: (name: string, value: string) => void held.set(name, value) };
  keepHeard(shelf, "g union", 3);
  keepHeard(shelf, "g union", 2);
  keepHeard(shelf, "h union", 1);
  expect(["g union", "g confederate", "h union"].map((mark) => heard(shelf, mark))).toEqual([3, 0, 1]);
  expect(heard({ ...shelf, getItem: () => "{" }, "g union")).toBe(0);
});
