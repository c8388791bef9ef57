import { expect, test } from "vitest";
import { type Binding, Keys, named, printed } from "./keys";

function event(key: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent {
  return { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false, target: null, ...more } as KeyboardEvent;
}

function binding(key: string, run: Binding["run"], more: Partial<Binding> = {}): Binding {
  return { key, label: key, group: "Page", run, ...more };
}

test("the last one registered is asked first, and may pass the key on", () => {
  const [keys, did] = [new Keys(), [] as string[]];
  keys.register(binding("Escape", () => void did.push("first")));
  const off = keys.register(binding("Escape", () => (did.push("second"), false)));
  expect(keys.down(event("Escape"))).toBe(true);
  off();
  keys.down(event("Escape"));
  expect(did).toEqual(["second", "first", "first"]);
});

test("a key that does nothing now is not used, nor one with Ctrl", () => {
  const keys = new Keys();
  keys.register(binding("b", () => undefined, { when: () => false }), binding("z", () => undefined));
  expect([keys.down(event("b")), keys.down(event("z", { ctrlKey: true })), keys.down(event("Z"))]).toEqual([false, false, true]);
});

test("a key held down acts once, unless it repeats", () => {
  const [keys, did] = [new Keys(), [] as string[]];
  keys.register(binding("z", () => void did.push("z")), binding("+", () => void did.push("+"), { repeats: true }));
  for (const key of ["z", "+"]) keys.down(event(key, { repeat: true }));
  expect(did).toEqual(["+"]);
});

test("what works while a key is held down ends when it comes up or the page is left", () => {
  const [keys, did] = [new Keys(), [] as string[]];
  keys.register(binding("u", () => void did.push("open"), { release: () => void did.push("shut") }));
  keys.down(event("U"));
  keys.up(event("x"));
  keys.up(event("u"));
  keys.down(event("u"));
  keys.letGo();
  keys.letGo();
  expect(did).toEqual(["open", "shut", "open", "shut"]);
});

test("Shift belongs to letters and arrows, not to signs", () => {
  const names = [["B", true], ["?", true], ["ArrowUp", true], ["b", false]] as const;
  expect(names.map(([key, shiftKey]) => named({ key, shiftKey }))).toEqual(["Shift+b", "?", "Shift+ArrowUp", "b"]);
});

test("keys are printed plainly", () => {
  const print = (key: Binding["key"]) => printed({ ...binding("", () => undefined), key });
  expect([print("Escape"), print(["u", "Shift+ArrowUp"]), print(" ")]).toEqual(["Esc", "U, Shift ↑", "Space"]);
});

test("what lies on one key of a group is one row of the list, what is asked first in front", () => {
  const keys = new Keys();
  const row = (label: string) => ({ ...binding("Enter", () => undefined), label });
  keys.register(row("take the proposed answer"), { ...binding("z", () => undefined), label: "take back" });
  keys.register({ ...row("carry out the plan"), when: () => false }, row("carry out the plan"));
  expect(keys.printed().map(([, rows]) => rows)).toEqual([
    [{ key: "Enter", labels: ["carry out the plan", "take the proposed answer"] }, { key: "Z", labels: ["take back"] }],
  ]);
});

test("two that always answer on one key are a conflict, one that answers at times is not", () => {
  const keys = new Keys();
  keys.register(binding("b", () => undefined), binding("B", () => undefined), binding("Escape", () => undefined));
  keys.register(binding("Escape", () => undefined, { when: () => true }));
  expect(keys.conflicts()).toEqual(["b"]);
});

/** Keys that lead back or on, one layer at a time, whatever is open. */
const LAYERED = new Set(["Escape", "Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

test("no two parts of the page have taken the same key, unless each says when it is its own", () => {
  const sources = import.meta.glob<string>(["../**/*.svelte", "./*.svelte.ts"], { query: "?raw", import: "default", eager: true });
  const taken = new Map<string, boolean[]>();
  for (const text of Object.values(sources))
    for (const [, keys, rest] of text.matchAll(/\{\s*key: ("[^"]+"|\[[^\]]+\]),\s*((?:shown|label):[\s\S]*?\brun:)/g))
      for (const [, key] of (keys ?? "").matchAll(/"([^"]+)"/g))
        if (key && !LAYERED.has(key)) taken.set(key, [...(taken.get(key) ?? []), Boolean(rest?.includes("when:"))]);
  expect(taken.get("z")).toEqual([false]);
  expect([...taken].filter(([, at]) => at.length > 1 && at.includes(false))).toEqual([]);
});
