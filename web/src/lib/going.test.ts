import { expect, test, vi } from "vitest";
import { goTo, oneAtATime } from "./going";

test("what is pressed while a deed is under way does nothing, and after a failure it may be pressed again", async () => {
  const alone = oneAtATime();
  const done: string[] = [];
  let end = (_: Error): void => undefined;
  const first = alone(() => new Promise((_, fail) => (end = fail)));
  await alone(async () => done.push("second"));
  end(new Error("refused"));
  await expect(first).rejects.toThrow("refused");
  await alone(async () => done.push("third"));
  expect(done).toEqual(["third"]);
});

test("the way to another page is over only where this one is shown again", async () => {
  const hearers: (() => void)[] = [];
  const assign = vi.fn();
  vi.stubGlobal("window", { location: { assign }, addEventListener: (_: string, hear: () => void) => hearers.push(hear) });
  let over = false;
  const gone = goTo("/?game=a").then(() => (over = true));
  await Promise.resolve();
  expect([assign.mock.calls, over]).toEqual([[["/?game=a"]], false]);
  for (const hear of hearers) hear();
  await gone;
  expect(over).toBe(true);
  vi.unstubAllGlobals();
});
