/** How far somebody has seen a game: the last entry that was shown to him, and the last that he had seen when he answered. */
export interface Seen {
  shown: number;
  answered: number;
}

/** Of a game that this browser has not seen yet. */
const NOTHING: Seen = { shown: -1, answered: -1 };
/** Under what it is kept, by game and seats: also for the next window, since who is told that he is asked comes back days later. */
const NAME = "vedette-seen";
/** Of so many games. */
export const MOST = 200;

type Shelf = Pick<Storage, "getItem" | "setItem">;
type Row = [mark: string, shown: number, answered: number];

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
  return row ? { shown: Number(row[1]), answered: Number(row[2]) } : NOTHING;
}

/** What has been seen stays so: another window of the game may be further. */
export function keepSeen(shelf: Shelf, mark: string, what: Partial<Seen>): void {
  const known = seen(shelf, mark);
  const [shown, answered] = [Math.max(known.shown, what.shown ?? -1), Math.max(known.answered, what.answered ?? -1)];
  if (shown === known.shown && answered === known.answered) return;
  const others = rows(shelf).filter(([one]) => one !== mark);
  shelf.setItem(NAME, JSON.stringify([[mark, shown, answered], ...others].slice(0, MOST)));
}

/**
 * Whether what its seat did last (`given`: so many entries there were after it) was done in this browser, which then knows
 * how much had been seen before it; at another machine it was where more was done than this browser has shown.
 */
export function answeredHere(known: Seen, given: number | undefined): boolean {
  return known.answered >= 0 && known.shown >= (given ?? 0);
}
