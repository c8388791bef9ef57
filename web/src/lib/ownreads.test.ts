import { afterEach, expect, it, vi } from "vitest";
import { Copy } from "./own.svelte";

afterEach(() => vi.unstubAllGlobals());

it("a slow answer of the map from before something was kept sets nothing back", async () => {
  const held = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => held.get(name) ?? null, setItem: (name: string, value: string) => void held.set(name, value), removeItem: (name: string) => void held.delete(name),
  });
  let edition = 1;
  const editions: number[] = [];
  let slow: (() => void) | undefined;
  const map = () => new Response(JSON.stringify({ counters: [], charts: [], chits: [], layers: [{ name: "mine", on: true, order: 50, edition, drafts: [], drawn: [] }] }));
  vi.stubGlobal("fetch", (_: string, options?: { method?: string; body: string }) => {
    if (options?.method === "PUT") {
      editions.push((JSON.parse(options.body) as { edition: number }).edition);
      edition += 1;
      return Promise.resolve(new Response(JSON.stringify({ edition, cells: [{ table: "t", row: "r", column: "c", value: "5", state: "in", why: "" }], broken: [] })));
    }
    const answer = map();
    return held.has("slow") && !slow ? new Promise<Response>((give) => (slow = () => give(answer))) : Promise.resolve(answer);
  });
  const copy = new Copy("p");
  await copy.open();
  held.set("slow", "1");
  const reading = copy.openGround();
  copy.put([{ table: "t", row: "r", column: "c", value: "5" }]);
  await copy.send();
  slow?.();
  await reading;
  copy.put([{ table: "t", row: "r", column: "c", value: "6" }]);
  await copy.send();
  expect(editions).toEqual([1, 2]);
});
