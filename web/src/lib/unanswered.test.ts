import { expect, test } from "vitest";
import { CHANGING } from "./connection";
import { nameOf, standingOf } from "./unanswered";

test("what waits is named as it was pressed", () => {
  const named = [["act", "pass"], ["dice", "52"], ["undo", ""], ["hold", ""]].map(([what = "", text = ""]) => nameOf({ what, body: { text } }));
  expect(named).toEqual(["pass", "dice 52", "taking back", "the raised hand"]);
});

test("it says whether the server can have it", () => {
  const message = { id: "a", what: "act", body: { text: "pass" } };
  expect(standingOf({ ...message, sent: false })).toMatch(/^Not sent yet: pass\./);
  expect(standingOf({ ...message, sent: true })).toMatch(/never done twice/);
});

const SOURCES = import.meta.glob<string>("../components/*.svelte", { query: "?raw", import: "default", eager: true });

test("whatever the page can ask for that changes the game waits on a dead line, with a name of its own", () => {
  const asked = Object.values(SOURCES).flatMap((text) => [...text.matchAll(/table\.deed\("(\w+)"/g)].map(([, what]) => what ?? ""));
  expect(asked).toContain("claim");
  expect(asked.filter((what) => !CHANGING.has(what))).toEqual([]);
  expect([...CHANGING].filter((what) => what !== "act" && nameOf({ what, body: { text: "52" } }) === what)).toEqual([]);
});
