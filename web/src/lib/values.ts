/** The values by which a game is played, and by which it could go on. */
import type { LogLine } from "./protocol";

export interface Values {
  edition: string;
  name: string;
  /** How much of them an owner has typed in. */
  words: string;
  /** In how many cells they differ from those of the game. */
  differs: number;
}

export interface ValuesTold {
  played: Values;
  others: Values[];
}

/** How far values are from those of the game. */
export function inCells(differs: number): string {
  if (differs === 0) return "the same counters, charts and chits";
  return differs === 1 ? "one cell is another" : `${differs} cells are others`;
}

/** Whether none of these seats has moved yet. */
export function nobodyMoved(log: readonly LogLine[], seats: readonly string[]): boolean {
  return !log.some(({ n, seat }) => n > 0 && seat !== null && seats.includes(seat));
}
