import { expect, test } from "vitest";
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
