import { expect, test } from "vitest";
import { nextBox } from "./tracks";

const track = { chit: "Jackson", boxes: ["asleep", "up"], box: 0, arrived: false, chance: 0.4167, to_call: [] as string[] };

test("a track says what the next box is, and who has come", () => {
  expect(nextBox(track)).toBe("On to “up” as this turn ends: 42 %.");
  expect(nextBox({ ...track, chance: null })).toBe("It moves no further.");
  expect(nextBox({ ...track, arrived: true })).toBe("Jackson has come.");
  expect(nextBox({ ...track, arrived: true, to_call: ["Duryee", "Tower"] })).toBe("Jackson has come. Still to be called: Duryee and Tower.");
});
