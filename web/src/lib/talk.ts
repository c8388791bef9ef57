import type { Seat } from "./protocol";
import { putDown, type Shelf } from "./shelf";

/** A line that a seat has said to the other. */
export interface Spoken {
  number: number;
  seat: Seat;
  text: string;
  /** The moment that it is about: after this entry. */
  entry: number | null;
  when: string;
}

/** What is known with what has come, each line once, in their order. */
export function joined(known: readonly Spoken[], come: readonly Spoken[]): Spoken[] {
  const all = new Map([...known, ...come].map((line) => [line.number, line]));
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/** Under what it is kept which line was seen last, by game and seat: also for the next window. */
const HEARD = "vedette-heard";

function all(shelf: Shelf): Record<string, number> {
  try {
    return (JSON.parse(shelf.getItem(HEARD) ?? "{}") ?? {}) as Record<string, number>;
  } catch {
    return {};
  }
}

/** The last line that was seen there, 0 for none. */
export function heard(shelf: Shelf, mark: string): number {
  return all(shelf)[mark] ?? 0;
}

export function keepHeard(shelf: Shelf, mark: string, number: number): void {
  const known = all(shelf);
  if (number > (known[mark] ?? 0)) putDown(shelf, HEARD, JSON.stringify({ ...known, [mark]: number }));
}
