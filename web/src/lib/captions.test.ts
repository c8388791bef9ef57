import { expect, test } from "vitest";
import { addressFor, boxes, captionsOf, keepCaptions, telling } from "./captions";

function shelf(): Storage {
  const kept = new Map<string, string>();
  const own = { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => void kept.set(name, text) };
  return { ...own, removeItem: (name: string) => void kept.delete(name), get length() { return kept.size; } } as unknown as Storage;
}

const turns = [{ turn: 6, n: 40 }, { turn: 7 }];

test("words are kept by game, and nothing of a game without any", () => {
  const one = shelf();
  keepCaptions(one, "g", { "6": "He came on", "7": " " });
  expect([captionsOf(one, "g"), captionsOf(one, "h")]).toEqual([{ "6": "He came on" }, {}]);
  keepCaptions(one, "g", { "6": "" });
  expect([captionsOf(one, "g"), one.length]).toEqual([{}, 0]);
});

test.each(["{", "null", "[1]", '{"6": 5}'])("what cannot be read counts as none: %s", (text) => {
  expect(captionsOf({ getItem: () => text, setItem: () => undefined, removeItem: () => undefined }, "g")).toEqual({});
});

test("there is a box for each turn, and for what comes before and after", () => {
  expect(boxes(turns).map(({ label }) => label)).toEqual(["Before the first turn", "Turn 6", "Turn 7, so far", "At the end"]);
});

test("only what is said of a turn that there is, is sent", () => {
  const captions = { begin: "We met", "6": "He came on", "9": "taken back", end: "" };
  expect(telling(turns, captions, "https://a.example")).toEqual({ captions: { begin: "We met", "6": "He came on" }, address: "https://a.example" });
  expect(telling(turns, {}, "http://[::1]:80")).toEqual({ captions: {} });
});

test.each([
  ["http://127.0.0.1:8000", ""], ["http://localhost:8000", ""], ["http://vedette.localhost", ""], ["http://0.0.0.0:8000", ""], ["http://[::1]:8000", ""],
  ["http://my_pc:8000", ""], ["http://my-pc:8000", "http://my-pc:8000"], ["https://localhost.example.org", "https://localhost.example.org"], ["http://192.168.1.20:8000", "http://192.168.1.20:8000"],
])("a text for others names %s as %j", (origin, told) => {
  expect(addressFor(origin)).toBe(told);
  expect(telling([], {}, origin).address ?? "").toBe(told);
});
