/** One's account on a server that has some (docs/protocol.md, Accounts). */
import { bodyOf, reached } from "./fetching";
import { drop, keep, kept, type Kept, MOST } from "./games";
import type { Seat } from "./protocol";
import type { OwnRating } from "./ratings";
import { putDown, type Shelf } from "./shelf";

export interface Own {
  name: string;
  /** Where its owner has agreed to be written to, "" where nowhere. */
  mail: string;
  /** When it was made, in seconds. */
  made: number;
  games: string[];
  /** In how many browsers somebody has entered. */
  browsers: number;
  /** How many other players one hears no more, in any game. */
  unheard: number;
  passkeys: { id: string; name: string; made: number }[];
  /** How one stands, by title and side. */
  ratings: OwnRating[];
}

export interface Accounts {
  /** Who has entered in this browser. */
  account: Own | null;
  /** `why`: what keeps passkeys from the address by which the page was opened, "" where nothing does. */
  can: { mail: boolean; passkey: boolean; why: string };
}

/** A game of the account of which this browser had no key. */
export interface Given {
  game: string;
  key: string;
  title: string;
  seats: Seat[];
  computers: Record<Seat, string>;
  over: boolean;
}

/** Somebody has entered in this browser: its games are the account's from now on. */
export const ENTERED = "vedette-account";

/** Asks the server, or tells it something. Raises with what was wrong. */
export async function asked<T>(method: string, path: string, body?: unknown): Promise<T> {
  const more = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await reached(`/api/account${path}`, { method, ...more });
  if (answer.status === 401) localStorage.removeItem(ENTERED);
  return bodyOf<T>(answer);
}

/** What stands behind the address that a mail has led to. */
export function linkOf(hash: string): { kind: "recover" | "mail"; token: string } | null {
  const found = /^#(recover|mail)=([\w-]+)$/.exec(hash);
  return found?.[1] && found[2] ? { kind: found[1] as "recover" | "mail", token: found[2] } : null;
}

/** Puts the games that the server gave keys of into this browser's list; those that are over behind the others. */
export function adopt(shelf: Shelf, given: readonly Given[], now: number): void {
  for (const { over, ...game } of [...given].reverse()) {
    const fresh: Kept = { ...game, turn: null, turns: null, waiting: [], practice: false, at: over ? 0 : now };
    keep(shelf, over ? { ...fresh, over: "over" } : fresh);
  }
}

/** Takes the games of an account off this browser's list. */
export function withoutThem(shelf: Shelf, games: readonly string[]): void {
  for (const game of games) drop(shelf, game);
}

/** Games of this browser that are not the account's: those that one plays, fifty at a time. */
export function unclaimed(shelf: Shelf, own: Pick<Own, "games">): Kept[] {
  return kept(shelf).filter((one) => one.seats.length && !own.games.includes(one.game)).slice(0, 50);
}

/** They are the account's from now on. */
export function claim(games: readonly Pick<Kept, "game" | "key">[]): Promise<{ games: string[] }> {
  return asked("PUT", "/games", { keys: Object.fromEntries(games.map(({ game, key }) => [game, key])) });
}

/** What came of it, for who added games: those of which the server knows nothing any more are not the account's. */
export function claimedWords(wanted: number, got: number): string {
  if (got === wanted) return `${got === 1 ? "It is" : "They are"} yours wherever you enter.`;
  const lost = "the server does not know any more";
  if (got) return `${got} of them ${got === 1 ? "is" : "are"} yours wherever you enter; the others ${lost}.`;
  return wanted === 1 ? `It was not added: a game that ${lost}.` : `None was added: games that ${lost}.`;
}

/** How many games one has, as one's own account says it. */
export function ownWords(count: number): string {
  if (!count) return "No game is yours yet: those that you make, take or open from now on are yours wherever you enter.";
  return `${count === 1 ? "One game is" : `${count} games are`} yours wherever you enter.`;
}

/** The game is the account's no more. Who has entered nowhere has none there; keys go on working. */
export async function letGo(game: string): Promise<void> {
  if (!localStorage.getItem(ENTERED)) return;
  const answer = await reached(`/api/account/games/${encodeURIComponent(game)}`, { method: "DELETE" });
  // left meanwhile, or a server that has no accounts any more: nothing comes back from there
  if (![401, 404, 405].includes(answer.status)) await bodyOf(answer);
}

/** Games of the account for which the list had no room: no new key is asked for them each time. */
const PASSED = "vedette-passed-over";
/** So many the server lets one name. */
const KNOWN = 1_000;

/** Fetches keys of the account's games that this browser does not know; says how many came into the list. */
export async function bring(shelf: Shelf, now: number): Promise<number> {
  const before = kept(shelf).map(({ game }) => game);
  const passed = before.length < MOST ? [] : (JSON.parse(shelf.getItem(PASSED) ?? "[]") as string[]);
  const { games } = await asked<{ games: Given[] }>("POST", "/games", { known: [...new Set([...before, ...passed])].slice(0, KNOWN) });
  const begun = games.filter(({ over }) => !over);
  const room = Math.max(0, MOST - before.length - begun.length);
  adopt(shelf, [...begun, ...games.filter(({ over }) => over).slice(0, room)], now);
  const after = new Set(kept(shelf).map(({ game }) => game));
  const out = [...passed, ...before, ...games.map(({ game }) => game)].filter((game) => !after.has(game));
  if (out.length || passed.length) putDown(shelf, PASSED, JSON.stringify(out));
  return games.filter(({ game }) => after.has(game)).length;
}
