import { expect, it } from "vitest";
import { gamesWords, ratingWords, scoreWords } from "./ratings";

it("says a rating with its doubt, and what it rests upon", () => {
  const found = { rating: 1540, within: 90, games: 12, won: 7, drawn: 1, lost: 4 };
  expect([ratingWords(found), gamesWords(found), scoreWords(found)]).toEqual(["1540 ± 90", "12 games", "7 won, 1 drawn, 4 lost"]);
  expect([gamesWords({ games: 1 }), scoreWords({ won: 0, drawn: 0, lost: 1 })]).toEqual(["1 game", "1 lost"]);
});
