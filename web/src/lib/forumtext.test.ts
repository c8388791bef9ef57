import { expect, test } from "vitest";
import { ForumText } from "./forumtext.svelte";

/** A text whose makings come when the test lets them, and what was copied of it. */
function slow() {
  const made: Record<string, (text: string) => void> = {};
  const copied: string[] = [];
  const forum = new ForumText(
    (kind) => new Promise((settle) => (made[kind] = settle)),
    async (text, title) => (copied.push(text), `Copied as ${title}`),
  );
  return { forum, made, copied };
}

test("a text that comes after another kind was asked for neither stands there nor is copied", async () => {
  const { forum, made, copied } = slow();
  const first = forum.ask();
  forum.kind = "bbcode";
  const second = forum.ask();
  made.bbcode?.("[b]Turn 1[/b]");
  await second;
  made.markdown?.("## Turn 1");
  await first;
  expect([forum.text, copied, forum.said, forum.busy]).toEqual(["[b]Turn 1[/b]", ["[b]Turn 1[/b]"], "Copied as BBCode", false]);
});

test("as long as the last one has not come it is waited for", async () => {
  const { forum, made, copied } = slow();
  const first = forum.ask();
  forum.kind = "bbcode";
  void forum.ask();
  made.markdown?.("## Turn 1");
  await first;
  expect([forum.text, copied, forum.said, forum.busy]).toEqual(["", [], "", true]);
});

test("what went wrong is told", async () => {
  const forum = new ForumText(() => Promise.reject(new Error("no such key")), async () => "");
  await forum.ask();
  expect([forum.fault, forum.busy]).toEqual(["no such key", false]);
});
