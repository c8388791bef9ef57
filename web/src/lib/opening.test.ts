import { expect, test } from "vitest";
import { fit, inSight } from "./camera";
import { foremost, lookedAt, opening } from "./opening";
import { decision } from "./fixtures";
import type { Unit } from "./protocol";

const window = { width: 1000, height: 700 };
const hexes: Record<string, [number, number]> = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [String(1001 + n), [50 + n * 100, 1500] as [number, number]]),
);
const large = { size: 100, width: 6000, height: 3000, view: [0, 0, 6000, 3000] as [number, number, number, number], hexes };
const unit = (id: string, side: string, hex: string | null) => ({ id, side, hex }) as Unit;
const units = [
  unit("1 VA", "confederate", "1040"),
  unit("2 VA", "confederate", "1055"),
  unit("5 OH", "union", "1037"),
  unit("7 OH", "union", "1036"),
  unit("8 OH", "union", "1002"),
  unit("Tyler", "union", null),
];

test("a board that can be read whole is shown whole", () => {
  const small = { ...large, width: 2000, height: 1000, view: [0, 0, 2000, 1000] as [number, number, number, number] };
  expect(opening(small, window, ["1005"])).toBeNull();
  expect(opening(small, { width: 390, height: 400 }, ["1005"])).toBeNull();
  expect(opening(large, window, [])).toBeNull();
});

test("a large board opens so that its counters can be read, with those asked about in the middle", () => {
  expect(fit(large.view, window).scale).toBeLessThan(0.34);
  const camera = opening(large, window, ["1036", "1037"]);
  expect(camera?.scale).toBe(0.44);
  expect(camera && inSight(camera, hexes["1037"] ?? [0, 0], window, 300)).toBe(true);
});

test("of places that are not seen together the most are shown", () => {
  const camera = opening(large, window, ["1002", "1050", "1051"]);
  expect(camera && inSight(camera, hexes["1051"] ?? [0, 0], window)).toBe(true);
  expect(camera && inSight(camera, hexes["1002"] ?? [0, 0], window)).toBe(false);
});

test("first those asked about, then where they may stand, then who is foremost", () => {
  const asked = decision(["a"], null, { about: ["8 OH"] });
  expect(lookedAt(asked, units, "union", large)).toEqual(["1002"]);
  const placed = { ...asked, about: ["Tyler"], actions: [{ text: "Tyler: 1030", cite: "", hex: "1030" }] };
  expect(lookedAt(placed, units, "union", large)).toEqual(["1030"]);
  expect(lookedAt({ ...placed, about: [] }, units, "union", large)).toEqual(["1037", "1036"]);
  expect(lookedAt(null, units, "confederate", large)).toEqual(["1040"]);
  expect(foremost(units.slice(0, 2), "union", large)).toEqual(["1040", "1055"]);
});
