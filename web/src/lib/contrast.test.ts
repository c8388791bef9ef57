import { expect, test } from "vitest";
import css from "../app.css?raw";

/** The colours of one theme, by name. */
function colours(part: string): Map<string, string> {
  return new Map([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name ?? "", colour ?? ""]));
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16) / 255).map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const PAIRS = [
  ...["paper", "panel", "raised", "well", "warn"].map((ground) => ["ink", ground]),
  ...["paper", "panel", "raised", "well"].flatMap((ground) => [["muted", ground], ["accent", ground], ["pencil", ground]]),
  ["ink", "union-soft"], ["ink", "confed-soft"], ["on-action", "action"], ["on-tab", "tab"], ["on-grave", "grave"], ["on-plate", "middling"], ["on-plate", "mild"],
  ["on-bar", "bar"], ["on-bar-2", "bar"], ["on-bar", "bar-2"], ["on-table", "table"], ["on-table-2", "table"], ["bar-union", "bar"], ["bar-confederate", "bar"],
  ["mark", "casing"], ["on-mark", "mark"], ["on-mark", "way"], ["trace", "casing"], ["way", "casing"], ["good", "casing"], ["so-so", "casing"], ["good", "panel"], ["so-so", "panel"], ["on-accent", "accent"], ["on-union", "union"], ["on-confederate", "confederate"],
] as [string, string][];

const parts = css.split(/:root(?:\[data-theme="(\w+)"\])? \{/);
const light = colours(parts[2] ?? "");
const THEMES = new Map([["light", light]]);
for (let i = 3; i < parts.length; i += 2) THEMES.set(parts[i] ?? "", new Map([...light, ...colours((parts[i + 1] ?? "").split("}")[0] ?? "")]));

test("every theme has its colours", () => {
  expect([...THEMES.keys()]).toEqual(["light", "dark", "contrast"]);
  expect(THEMES.get("contrast")?.get("ink")).toBe("#000000");
});

test.each([...THEMES])("the edge of what can be pressed is seen on its ground, %s", (_, theme) => {
  const weak = ["paper", "raised"].filter((ground) => !(contrast(theme.get("edge") ?? "", theme.get(ground) ?? "") >= 3));
  expect(weak).toEqual([]);
});

test.each([...THEMES])("text is readable on its ground, %s", (_, theme) => {
  const weak = PAIRS.filter(([text, ground]) => !(contrast(theme.get(text) ?? "", theme.get(ground) ?? "") >= 4.5));
  expect(weak).toEqual([]);
});
