import type { Summary } from "./fetched";
import type { GameState, Seat } from "./protocol";

/** A game of this browser that is not over: how to come back to it, and how it stood. */
export interface Kept {
  game: string;
  key: string;
  title: string;
  seats: Seat[];
  /** Who plays the other seats, by name of the commander. */
  computers: Record<Seat, string>;
  turn: number | null;
  turns: number | null;
  /** Of whom an answer is waited for. */
  waiting: Seat[];
  practice: boolean;
  /** When it was last seen to go on, in milliseconds. */
  at: number;
}

/** Where they are kept; of `localStorage` only what is needed. */
export type Shelf = Pick<Storage, "getItem" | "setItem">;

const NAME = "vedette-games";
const MOST = 50;

/** The games that are kept, the one last played first; what cannot be read counts as none. */
export function kept(shelf: Shelf): Kept[] {
  try {
    const found: unknown = JSON.parse(shelf.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept).sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

/** Puts a game in the list, in the place of what was known of it. */
export function keep(shelf: Shelf, game: Kept): void {
  store(shelf, [game, ...kept(shelf).filter((one) => one.game !== game.game)].slice(0, MOST));
}

/** Takes a game off the list; on its server it stays. */
export function drop(shelf: Shelf, game: string): void {
  store(shelf, kept(shelf).filter((one) => one.game !== game));
}

/** A game as it stands. */
export function standing(summary: Summary, key: string, state: GameState, at: number): Kept {
  return {
    game: summary.game,
    key,
    title: summary.title,
    seats: state.seats,
    computers: summary.computers,
    turn: state.view.turn,
    turns: state.view.turns.last,
    waiting: state.decisions.map((decision) => decision.seat),
    practice: summary.practice,
    at,
  };
}

/** Whether one of our seats has done anything in it: nobody misses a game that was only looked at. */
export function begun(state: GameState): boolean {
  return Object.values(state.back ?? {}).some((ways) => ways.length > 0);
}

/** What is asked of whom, in words. */
export function whose({ waiting, seats, computers }: Pick<Kept, "waiting" | "seats" | "computers">): string {
  const names = waiting.map((seat) => seat.charAt(0).toUpperCase() + seat.slice(1));
  if (!names.length) return "nobody is asked";
  const mine = waiting.some((seat) => seats.includes(seat));
  if (seats.length > 1) return waiting.includes("chance") ? "dice to roll" : `${names.join(" and ")} to answer`;
  if (mine || waiting.includes("chance")) return "yours to answer";
  return waiting.every((seat) => seat in computers) ? "the computer is thinking" : `waiting for the ${names.join(" and ")} player`;
}

/** The address of a game. */
export function addressOf({ game, key }: Pick<Kept, "game" | "key">): string {
  return `/?game=${encodeURIComponent(game)}&key=${encodeURIComponent(key)}`;
}

/** The unfinished game that `vedette play` names behind the address of a new one. */
export function unfinished(hash: string): { game: string; key: string } | null {
  const found = /^#unfinished=([\w-]+)\.([\w-]+)$/.exec(hash);
  return found?.[1] && found[2] ? { game: found[1], key: found[2] } : null;
}

function store(shelf: Shelf, games: Kept[]): void {
  try {
    shelf.setItem(NAME, JSON.stringify(games));
  } catch {
    return; // a browser that keeps nothing: the address of the game still opens it
  }
}

function isKept(found: unknown): found is Kept {
  const one = found as Partial<Kept> | null;
  const words = [one?.game, one?.key, one?.title].every((word) => typeof word === "string");
  return words && typeof one?.at === "number" && Array.isArray(one.seats) && Array.isArray(one.waiting);
}
