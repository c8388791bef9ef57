import { expect, it } from "vitest";

const [SOURCE] = Object.values(import.meta.glob("../../public/push.js", { query: "?raw", import: "default", eager: true })) as string[];

interface Page {
  url: string;
  focus: () => string;
}
type Done = Promise<unknown>;

/** The worker in a place of its own: what it shows, and what it opens. */
function worker(pages: Page[]) {
  const heard: Record<string, (event: unknown) => void> = {};
  const [shown, opened]: [unknown[][], string[]] = [[], []];
  const self = {
    addEventListener: (name: string, hear: (event: unknown) => void) => void (heard[name] = hear),
    registration: { showNotification: async (...what: unknown[]) => void shown.push(what) },
    clients: { matchAll: async () => pages, openWindow: async (at: string) => void opened.push(at) },
  };
  new Function("self", SOURCE ?? "")(self);
  async function tell(name: string, event: object): Promise<void> {
    const waits: Done[] = [];
    heard[name]?.({ ...event, waitUntil: (done: Done) => waits.push(done) });
    await Promise.all(waits);
  }
  return { shown, opened, tell };
}

it("shows what the server tells, and something where that cannot be read", async () => {
  const { shown, tell } = worker([]);
  await tell("push", { data: { json: () => ({ title: "You are asked", body: "As the Union.", game: "g1" }) } });
  await tell("push", { data: null });
  await tell("push", { data: { json: () => { throw new Error("no JSON"); } } });
  expect(shown).toEqual([
    ["You are asked", { body: "As the Union.", tag: "g1" }],
    ["Vedette: you are asked", { body: "", tag: "" }],
    ["Vedette: you are asked", { body: "", tag: "" }],
  ]);
});

it("leads to the page of the game, to the start page, or opens one", async () => {
  const seen: string[] = [];
  const page = (url: string): Page => ({ url, focus: () => (seen.push(url), url) });
  const press = (tag: string) => ({ notification: { tag, close: () => void seen.push("closed") } });
  const [start, game] = [page("https://club.example/"), page("https://club.example/?game=g1&key=k")];
  await worker([start, game]).tell("notificationclick", press("g1"));
  await worker([game, start]).tell("notificationclick", press("g2"));
  const none = worker([game]);
  await none.tell("notificationclick", press(""));
  expect(seen).toEqual(["closed", game.url, "closed", start.url, "closed"]);
  expect(none.opened).toEqual(["/"]);
});
