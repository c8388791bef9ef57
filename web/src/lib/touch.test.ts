import { expect, test } from "vitest";
import { forFinger } from "./touch";

test("a finger is told of no key, and taps", () => {
  expect(forFinger("Click a unit, then a hex that shows a cost; B takes the whole brigade. A flash says so before you go. Z takes back.")).toBe(
    "Tap a unit, then a hex that shows a cost. A flash says so before you go.",
  );
  expect(forFinger("The card is filled in with the best fire; Enter fires it.")).toBe("The card is filled in with the best fire.");
  expect(forFinger("The best way is drawn; Enter takes it. Another end is one click.")).toBe("The best way is drawn. Another end is one tap.");
  expect(forFinger("Guns fire first; who was hit rolls again.")).toBe("Guns fire first; who was hit rolls again.");
});
