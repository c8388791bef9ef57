import { expect, test } from "vitest";
import { kept } from "./games";
import { ago, goesOn, keepSeat, offering, opened, played, takenWords } from "./lobby";

test("how long ago something was offered", () => {
  expect([10, 60, 150, 3_600, 90_000, 200_000].map(ago)).toEqual(["just now", "1 minute ago", "2 minutes ago", "1 hour ago", "1 day ago", "2 days ago"]);
});

test("who offers which side", () => {
  expect(offering({ by: "Ann", seat: "confederate", seconds: 300, dice: "seeded" })).toBe("Ann offers the Confederate side, 5 minutes ago");
  const timed = { by: "Ann", seat: "union", seconds: 3, dice: "seeded", time: { kind: "live", bank: 3_600, increment: 30 } } as const;
  expect(offering(timed)).toBe("Ann offers the Union side, just now; 1 hour a side, 30 seconds more each time");
  expect(offering({ ...timed, slips: true })).toMatch(/each time; harmless slips may be taken back$/);
  expect(offering({ ...timed, rated: true })).toMatch(/each time; a rated pair: two games with the sides changed about, for people with an account$/);
  expect(offering({ by: "", seat: "union", seconds: 3, dice: "real" })).toBe("Somebody offers the Union side, just now; dice that people roll and type");
  expect(goesOn({ by: "Ann", seat: "union", seconds: 7_200, late: 3_600 })).toMatch(/begun 2 hours ago; shown with a delay of an hour$/);
  const row = { by: "Ann", seat: "union", seconds: 3 };
  expect([played(row), played({ ...row, taker: "Bob" })]).toEqual(["Ann against whoever took the Union side, begun just now", "Ann against Bob, who took the Union side, begun just now"]);
  expect(played({ ...row, taker: "Bob", guests: ["taker"] })).toBe("Ann against Bob (guest), who took the Union side, begun just now");
  expect(offering({ by: "Ann", seat: "confederate", seconds: 300, dice: "seeded", guests: ["by"] })).toBe("Ann (guest) offers the Confederate side, 5 minutes ago");
  expect([takenWords("union", undefined), takenWords("union", "Bob")]).toEqual(["Somebody has taken the Union side and plays against you.", "Bob has taken the Union side and plays against you."]);
  expect([0, 1, 2].map(opened)).toEqual(["No seat is open just now", "1 seat is open", "2 seats are open"]);
});

test("a seat that was taken is kept at once", () => {
  const shelf = { text: "[]", getItem: () => shelf.text, setItem: (_: string, text: string) => void (shelf.text = text) };
  keepSeat(shelf, { game: "g1", keys: { union: "k1" }, url: "/" }, "The Stone Wall", 7);
  expect(kept(shelf).map(({ game, key, seats, at }) => ({ game, key, seats, at }))).toEqual([{ game: "g1", key: "k1", seats: ["union"], at: 7 }]);
});
