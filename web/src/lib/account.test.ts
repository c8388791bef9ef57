import { afterEach, expect, it, vi } from "vitest";
import { adopt, asked, bring, claimedWords, type Given, letGo, linkOf, ownWords, unclaimed, withoutThem } from "./account";
import { drop, kept, MOST, partOf } from "./games";

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

afterEach(() => vi.unstubAllGlobals());

/** A server with these games of the account; what it was asked. */
function serving(...all: Given[]) {
  const called: string[] = [];
  vi.stubGlobal("fetch", (address: string, { method = "GET", body = "{}" }: { method?: string; body?: string } = {}) => {
    called.push(`${method} ${address}`);
    if (method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
    const { known } = JSON.parse(body) as { known: string[] };
    const games = all.filter(({ game }) => !known.includes(game)).slice(0, 50);
    called.push(...games.map(({ game }) => `key of ${game}`));
    return Promise.resolve(new Response(JSON.stringify({ games })));
  });
  return called;
}

it("brings as many games as the list has room for, and asks for no new keys of the others each time", async () => {
  const list = shelf();
  const old = Array.from({ length: MOST + 5 }, (_, i) => given(`old${i}`, { over: true }));
  const called = serving(...old);
  await bring(list, 1);
  expect(kept(list)).toHaveLength(MOST);
  await bring(list, 2);
  called.length = 0;
  expect(await bring(list, 3)).toBe(0);
  expect(called).toEqual(["POST /api/account/games"]);

  const again = serving(given("fresh"), ...old);
  expect(await bring(list, 4)).toBe(1);
  expect([kept(list)[0]?.game, kept(list).length]).toEqual(["fresh", MOST]);
  again.length = 0;
  await bring(list, 5);
  expect(again).toEqual(["POST /api/account/games"]);

  drop(list, "fresh");
  drop(list, kept(list)[0]?.game ?? "");
  expect(await bring(list, 6)).toBe(2);
});

it("lets a game go in the account of who has entered, and asks nobody else", async () => {
  const called = serving();
  vi.stubGlobal("localStorage", { getItem: () => null });
  await letGo("a");
  expect(called).toEqual([]);
  vi.stubGlobal("localStorage", { getItem: () => "Ann" });
  await letGo("a");
  expect(called).toEqual(["DELETE /api/account/games/a"]);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
  await letGo("a"); // no accounts there any more
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 429 })));
  await expect(letGo("a")).rejects.toThrow("429");
});

it("names what stands before the server by its number", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 502 })));
  await expect(asked("GET", "")).rejects.toThrow("the server answers 502");
});

it("says of games that are added which ones are the account's", () => {
  expect([0, 1, 2].map(ownWords)).toEqual([expect.stringMatching(/^No game is yours yet:/), "One game is yours wherever you enter.", "2 games are yours wherever you enter."]);
  expect([claimedWords(1, 1), claimedWords(2, 2)]).toEqual(["It is yours wherever you enter.", "They are yours wherever you enter."]);
  expect(claimedWords(3, 1)).toBe("1 of them is yours wherever you enter; the others the server does not know any more.");
  expect([claimedWords(1, 0), claimedWords(2, 0)]).toEqual([
    "It was not added: a game that the server does not know any more.", "None was added: games that the server does not know any more.",
  ]);
});
