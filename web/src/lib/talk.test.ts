import { expect, test } from "vitest";
import { joined, type Spoken } from "./talk";

const line = (number: number): Spoken => ({ number, seat: "union", text: `line ${number}`, entry: null, when: "" });

test("lines that come again, or late, stand once and in their order", () => {
  expect(joined([line(1), line(3)], [line(2), line(3)]).map(({ number }) => number)).toEqual([1, 2, 3]);
});
