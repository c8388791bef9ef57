import { expect, test } from "vitest";
import { breakable, dice, listed, pieces, shortCase, sideName, trail, whereTo } from "./words";

const isHex = (name: string) => name !== "9999";

test("hexes of the board are cut out of a sentence, other numbers are not", () => {
  const cut = pieces("27 VA falls back from 1834 to 1935; 12345 and 9999 stay", isHex);
  expect(cut.filter((p) => p.hex).map((p) => p.text)).toEqual(["1834", "1935"]);
  expect(cut.map((p) => p.text + (p.tail ?? "")).join("")).toBe("27 VA falls back from 1834 to 1935; 12345 and 9999 stay");
  expect(cut.find((p) => p.text === "1935")?.tail).toBe(";");
});

test("a case is printed by book and chapter", () => {
  expect(shortCase("KT-15.1a-D-fresh")).toBe("KT 15.1a");
});

test("two dice are two dice", () => {
  expect([dice(54), dice(3), dice(null)]).toEqual([[5, 4], [3], []]);
});

test("sides and lists in words", () => {
  expect([sideName("union"), sideName(null), listed(["a", "b", "c"])]).toEqual(["Union", "nobody", "a, b and c"]);
});

test("a title that the next one says at greater length is left out of the way in", () => {
  expect(trail(["Turn 1", "chit draw", "Tyler", "Tyler, attack", "fire"])).toBe("Turn 1 › chit draw › Tyler, attack › fire");
  expect(trail(["Turn 1", "Tyler", "Tyler"])).toBe("Turn 1 › Tyler");
});

test("a long word of a table's head may break in its middle, a short one stays whole", () => {
  expect(breakable("Confederate broken")).toBe("Confed\u00aderate broken");
});

test("of units that are chosen it is asked where they go", () => {
  expect([whereTo(["1 WV-a"]), whereTo(["1 WV-a", "27 VA"])]).toEqual(["Where does 1 WV-a go?", "Where do these 2 go?"]);
});
