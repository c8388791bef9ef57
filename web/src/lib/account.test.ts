import { expect, it } from "vitest";
import { adopt, type Given, linkOf, unclaimed, withoutThem } from "./account";
import { kept, partOf } from "./games";

function shelf() {
  const held = new Map<string, string>();
  return { getItem: (name: string) => held.get(name) ?? null, setItem: (name: string, value: string) => void held.set(name, value) };
}

const given = (game: string, more: Partial<Given> = {}): Given => ({ game, key: `k${game}`, title: "A duel", seats: ["union"], computers: {}, over: false, ...more });

it("reads what a mail has led to, and nothing else", () => {
  expect(linkOf("#recover=ab-_9")).toEqual({ kind: "recover", token: "ab-_9" });
  expect(linkOf("#mail=x")).toEqual({ kind: "mail", token: "x" });
  for (const hash of ["", "#recover=", "#watch", "#mail=a b", "#key=x"]) expect(linkOf(hash)).toBeNull();
});

it("puts games of the account into the list, and takes them off it, and leaves others alone", () => {
  const list = shelf();
  adopt(list, [given("own")], 5);
  adopt(list, [given("new"), given("old", { over: true }), given("looked", { seats: [] })], 7);
  expect(partOf(kept(list), false).map(({ game }) => game)).toEqual(["new", "looked", "own"]);
  expect(partOf(kept(list), true).map(({ game }) => game)).toEqual(["old"]);
  expect(unclaimed(list, { games: ["new", "old"] }).map(({ game }) => game)).toEqual(["own"]);
  withoutThem(list, ["new", "old", "nowhere"]);
  expect(kept(list).map(({ game }) => game)).toEqual(["looked", "own"]);
});
