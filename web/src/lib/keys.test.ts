import { expect, test } from "vitest";
import { type Binding, Keys, named, names, printed } from "./keys";

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

/** Keys of a keyboard as its browser tells them: what they write, where they lie, with Shift. */
const KEYBOARDS: [string, string, boolean, string[]][] = [
  ["я", "KeyZ", false, ["я", "z"]], // Russian
  ["Я", "KeyZ", true, ["Shift+я", "Shift+z"]],
  ["ζ", "KeyZ", false, ["ζ", "z"]], // Greek
  ["ז", "KeyZ", false, ["ז", "z"]], // Hebrew
  [".", "Slash", false, [".", "/"]], // Russian
  ["?", "Digit7", true, ["?"]],
  ["&", "Digit1", false, ["1", "&"]], // French: digits with Shift
  ["1", "Digit1", true, ["1"]],
  ["-", "Digit6", false, ["6", "-"]],
  [")", "Minus", false, [")", "-"]],
  ["à", "Digit0", false, ["0", "à"]],
  ["§", "Slash", true, ["§", "?"]],
  ["a", "KeyQ", false, ["a"]],
  ["z", "KeyY", false, ["z"]], // German
  ["-", "Slash", false, ["-", "/"]],
  ["/", "Digit7", true, ["/"]],
  ["#", "Backslash", false, ["#"]],
  ["£", "Digit3", true, ["£", "#"]], // British
  ["Dead", "Equal", false, ["Dead", "="]],
  ["ArrowUp", "ArrowUp", true, ["Shift+ArrowUp"]],
];

test.each(KEYBOARDS)("%s at %s (Shift: %s) is looked for as %j", (key, code, shiftKey, found) => {
  expect(names({ key, code, shiftKey })).toEqual(found);
});

test("a letter of another script does what its place does, and is let go by its place", () => {
  const [keys, did] = [new Keys(), [] as string[]];
  keys.register(binding("u", () => void did.push("open"), { release: () => void did.push("shut") }));
  keys.down(event("г", { code: "KeyU" }));
  keys.up(event("Г", { code: "KeyU" }));
  expect(did).toEqual(["open", "shut"]);
});

test("a digit by its place is given where there is such an answer, else the sign counts", () => {
  const [keys, did] = [new Keys(), [] as string[]];
  keys.register(binding("-", () => void did.push("away")));
  keys.register({ ...binding("6", (_, name) => (Number(name) < 7 ? void did.push(name) : false)), key: ["6", "8"] });
  keys.register(binding("_", () => void did.push("line")));
  for (const [key, code] of [["-", "Digit6"], ["_", "Digit8"]] as const) keys.down(event(key, { code }));
  expect(did).toEqual(["6", "line"]);
});

test("what was clicked last does not keep Enter, what was come to by key does", () => {
  const [keys, did] = [new Keys(), [] as string[]];
  keys.register(binding("Enter", () => void did.push("done")));
  const counter = { closest: (selector: string) => selector.includes("[role='button']") && counter } as unknown as HTMLElement;
  const enter = () => event("Enter", { target: counter });
  keys.pressed(counter);
  expect([keys.early(enter()), did]).toEqual([true, ["done"]]);
  keys.moved(null);
  keys.moved(counter);
  expect([keys.early(enter()), keys.down(enter()), did]).toEqual([false, false, ["done"]]);
});
