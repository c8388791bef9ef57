import { expect, test } from "vitest";
import { turnedAbout } from "./places";
import { readLooks, themeOf } from "./looks.svelte";

test("what is kept is read, and nonsense is as at first", () => {
  expect(readLooks('{"theme":"dark","turned":true,"levels":false}')).toEqual({ theme: "dark", turned: true, levels: false, text: false, stops: true, covered: false, hints: true, sounds: false });
  for (const text of [null, "", "{", "null", '{"theme":"pink","turned":"yes"}'])
    expect(readLooks(text)).toEqual({ theme: "", turned: false, levels: true, text: false, stops: true, covered: false, hints: true, sounds: false });
});

test("the end of an activation is confirmed until that is turned off, the hand lies open until it is covered", () => {
  const { stops, covered } = readLooks("{}");
  expect([stops, covered, readLooks('{"stops":false}').stops, readLooks('{"covered":true}').covered]).toEqual([true, false, false, true]);
});

test("hints are shown until they are turned off", () => {
  expect([readLooks("{}").hints, readLooks('{"hints":false}').hints]).toEqual([true, false]);
});

test("without a wish the system is followed, strong contrast before all", () => {
  expect(themeOf("", { dark: true, contrast: false })).toBe("dark");
  expect(themeOf("", { dark: true, contrast: true })).toBe("contrast");
  expect(themeOf("light", { dark: true, contrast: true })).toBe("light");
});

test("a board turned about shows every hex opposite, and the same part of it", () => {
  const geometry = { size: 1, width: 100, height: 50, view: [0, 0, 30, 20] as [number, number, number, number], corners: [[1, 2]] as [number, number][] };
  const turned = turnedAbout({ ...geometry, hexes: { "1834": [10, 5] } });
  expect([turned.hexes["1834"], turned.view, turned.corners]).toEqual([[90, 45], [70, 30, 30, 20], [[-1, -2]]]);
  expect(turnedAbout(turned).hexes).toEqual({ "1834": [10, 5] });
});
