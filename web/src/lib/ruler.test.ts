import { expect, test } from "vitest";
import { arcsOf, endOf, partOf, rulerWords, type Scale } from "./ruler";

const NAMES = ["C", "1", "2", "3", "4", "5", "6-7", "8-9", "10-12", "13-15", "16-18", "19-22", "23+"];
const shift = (name: string, columns: number, applied = true) => ({ name, columns, applied, cite: "KT-14.3d" });
const SHIFTS = [shift("odds 3:1", 3), shift("artillery defends", 4, false), shift("better attacker rating", 1), shift("smoothbores defend", -1)];

test("one arc a shift that counts, each from where the one before has led", () => {
  const found = arcsOf({ names: NAMES, at: 5, to: 8 }, SHIFTS);
  expect(found.map(({ from, to }) => [from, to])).toEqual([[5, 8], [8, 9], [9, 8]]);
});

test("the parts of a sum move nothing", () => {
  expect(arcsOf({ names: NAMES, at: 5, to: 5, sum: true }, SHIFTS)).toEqual([]);
});

test("eight columns are shown, with what is touched among them, and none beyond an end of the table", () => {
  const part = (at: number, to: number) => {
    const scale = { names: NAMES, at, to };
    return partOf(scale, arcsOf(scale, [shift("one", to - at)]));
  };
  expect(part(5, 8)).toEqual([3, 11]);
  expect(part(0, 1)).toEqual([0, 8]);
  expect(part(12, 12)).toEqual([5, 13]);
  expect(part(0, 10)).toEqual([0, 11]);
  expect(partOf({ names: NAMES.slice(0, 5), at: 1, to: 2 }, [])).toEqual([0, 5]);
});

test("shifts that lead over an end stay within the table", () => {
  const scale: Scale = { names: NAMES, at: 1, to: -1 };
  expect(partOf(scale, arcsOf(scale, [shift("up a slope", -4)]))).toEqual([0, 8]);
  expect(endOf(scale)).toBe("off the table");
});

test("it is told in words", () => {
  const words = "Strength 5: column 5, odds 3:1 +3, better attacker rating +1, smoothbores defend −1, column 10-12";
  expect(rulerWords({ names: NAMES, at: 5, to: 8 }, SHIFTS, "5")).toBe(words);
  expect(rulerWords({ names: ["-1", "0"], at: 0, to: 0, sum: true }, [shift("5 VA", 4)], "4:5")).toBe("Strength 4:5: column -1");
});
