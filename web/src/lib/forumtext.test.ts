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

test("a text of another kind than is chosen does not stay where the one chosen could not be made", async () => {
  const failing = new ForumText((kind) => (kind === "markdown" ? Promise.resolve("## Turn 1") : Promise.reject(new Error("busy"))), async () => "Copied");
  await failing.ask();
  failing.kind = "bbcode";
  await failing.ask();
  expect([failing.text, failing.said, failing.fault]).toEqual(["", "", "busy"]);
});

test("that it is copied is told at once, and what is known of its links after it", async () => {
  let known: (words: string) => void = () => {};
  const forum = new ForumText(async () => "## Turn 1", async () => "Copied.", () => new Promise((settle) => (known = settle)));
  const whole = forum.ask();
  await new Promise((settle) => setTimeout(settle));
  expect([forum.said, forum.busy]).toEqual(["Copied.", false]);
  known("Its links open later.");
  await whole;
  expect(forum.said).toBe("Copied. Its links open later.");
});

test("that nothing is known of its links is no fault of the copy", async () => {
  const forum = new ForumText(async () => "## Turn 1", async () => "Copied.", () => Promise.reject(new Error("the server is gone")));
  await forum.ask();
  expect([forum.said, forum.fault, forum.text]).toEqual(["Copied.", "", "## Turn 1"]);
});
