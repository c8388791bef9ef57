import { putDown, type Shelf } from "./shelf";

/**
 * How far somebody has seen a game in this browser: the last entry that was shown to him, the last that he had seen when he
 * answered, and how many there were after that answer.
 */
export interface Seen {
  shown: number;
  answered: number;
  given: number;
}

/** Of a game that this browser has not seen yet. */
const NOTHING: Seen = { shown: -1, answered: -1, given: -1 };
/** Under what it is kept, by game and seats: also for the next window, since who is told that he is asked comes back days later. */
const NAME = "vedette-seen";
/** In this order. */
const NAMES = ["shown", "answered", "given"] as const;
/** Of so many games. */
export const MOST = 200;

type Row = [mark: string, shown: number, answered: number, given?: number];

function rows(shelf: Shelf): Row[] {
  try {
    const found: unknown = JSON.parse(shelf.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? (found.filter(Array.isArray) as Row[]) : [];
  } catch {
    return [];
  }
}

export function seen(shelf: Shelf, mark: string): Seen {
  const row = rows(shelf).find(([one]) => one === mark);
  return row ? { shown: Number(row[1]), answered: Number(row[2]), given: Number(row[3] ?? -1) } : NOTHING;
}

/** What has been seen stays so: another window of the game may be further. */
export function keepSeen(shelf: Shelf, mark: string, what: Partial<Seen>): void {
  const known = seen(shelf, mark);
  const now = NAMES.map((name) => Math.max(known[name], what[name] ?? -1));
  if (NAMES.every((name, i) => now[i] === known[name])) return;
  const others = rows(shelf).filter(([one]) => one !== mark);
  putDown(shelf, NAME, JSON.stringify([[mark, ...now], ...others].slice(0, MOST)));
}

/**
 * Whether what its seat did last (`given`: so many entries there were after it) was done in this browser, which then knows
 * how much had been seen before it. A page that lay open here while its player answered at another machine was shown all
 * of that too. What an older page has kept says no more than how much was shown.
 */
export function answeredHere(known: Seen, given: number | undefined): boolean {
  return known.answered >= 0 && (known.given >= 0 ? known.given : known.shown) >= (given ?? 0);
}
