import { expect, test } from "vitest";
import { booksOf, changesOf, playedBy, relationWords } from "./books";

const change = (heading: string, text: string) => ({ heading, text, instead: "", cite: "BS-1.0-1" });

test("changes stand under their headings", () => {
  const changes = [change("Fire", "a"), change("Rally", "b"), change("Fire", "c")];
  const groups = changesOf({ value: "series-2026", title: "", words: "", own: false, changes });
  expect(groups.map((group) => [group.heading, group.changes.map(({ text }) => text)])).toEqual([["Fire", ["a", "c"]], ["Rally", ["b"]]]);
});

test("the option that names the book has its values in words", () => {
  const option = { type: "choice", default: "own", title: "", cite: "", values: ["own", "series"], words: { own: "by its book" } };
  const [choice] = booksOf({ quiet: { type: "bool", default: false, title: "", cite: "" }, rules: option });
  expect(choice).toEqual({
    name: "rules",
    chosen: "own",
    values: [
      { value: "own", words: "By its book", own: true },
      { value: "series", words: "Series", own: false },
    ],
  });
});

test("a book over another names both", () => {
  expect(playedBy({ book: "Kernstown" })).toBe("Kernstown");
  expect(playedBy({ book: "Kernstown", under: "" })).toBe("Kernstown");
  expect(playedBy({ book: "Series", under: "Kernstown" })).toBe("Series, over Kernstown");
});

test("a relation is told with what differs", () => {
  expect(relationWords({ relation: "same", note: "" })).toBe("the same");
  expect(relationWords({ relation: "differs", note: "two hexes" })).toBe("differs: two hexes");
  expect(relationWords({ relation: "game", note: "" })).toBe("left to each game");
});
