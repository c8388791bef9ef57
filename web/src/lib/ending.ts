/** What a battle came to: losses, luck, and the moments at which it turned. */
import type { Section } from "./moment";
import type { GameState, Outcome, Seat } from "./protocol";
import { sideName, theSide } from "./words";

export interface Turned {
  /** The entry at which it happened, and the one from which it is played again. */
  n: number;
  from: number;
  turn: number;
  /** Whom it helped. */
  side: Seat;
  text: string;
  /** What it changed, and how far that turned the battle, in a sentence; "" while it goes on. */
  told: string;
  hex: string | null;
  swing: number;
}

export interface Luck {
  /** The side towards which the needle stands from 0 to 1. */
  side: Seat;
  needle: number;
  deviations: number;
  /** What luck brought that side in all, in which unit, by how many throws. */
  more: number;
  unit: string;
  throws: number;
}

export interface Ending {
  losses: { name: string; sides: Record<Seat, number> }[];
  luck: Luck | null;
  moments: Turned[];
}

/** Below so many standard deviations luck was even, or slight. */
const EVEN = 0.25;
const SLIGHT = 1;

/** What the dial says, in a word and in a sentence. */
export function luckWords({ side, deviations, more, unit, throws }: Luck, seats: readonly Seat[]): { head: string; text: string } {
  const size = Math.abs(deviations);
  const other = seats.find((seat) => seat !== side);
  const who = theSide(deviations < 0 ? other : side);
  const head = size < EVEN ? "Even" : `${size < SLIGHT ? "Slightly with" : "With"} ${who}`;
  const much = Math.abs(more) === 1 ? `1 ${unit.replace(/s$/, "")}` : `${Math.abs(more)} ${unit}`;
  return { head, text: throws === 1 ? `One throw brought ${who} ${much} more than it promised.` : `${throws} throws brought ${who} ${much} more than they promised.` };
}

/** How long the bars of a row are, by seat, the longer one being 1. */
export function bars(sides: Record<Seat, number>): Record<Seat, number> {
  const most = Math.max(1, ...Object.values(sides));
  return Object.fromEntries(Object.entries(sides).map(([seat, n]) => [seat, n / most]));
}

/** How a side came to lose without having lost on the map, in a sentence; "" where none did. */
export function gaveUp({ resigned, by_time, did_not_come, did_not_meet }: Pick<Outcome, "resigned" | "by_time" | "did_not_come" | "did_not_meet">): string {
  if (!resigned) return "";
  const unmet = did_not_meet ? "was never there at the same time as the other, which claimed the game" : "";
  const how = unmet || (did_not_come ? "did not come to the game, which was claimed" : by_time ? "has lost by its time" : "has resigned");
  return `The ${sideName(resigned)} side ${how}.`;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A table without the rows in which nothing was counted; with none left it says so itself. */
export function withoutZeros(section: Section): Section {
  if (!section.rows) return section;
  const counts = (row: string[]) => {
    const numbers = row.filter((cell) => NUMBER.test(cell));
    return !numbers.length || numbers.some((cell) => Number(cell) !== 0);
  };
  return { ...section, rows: section.rows.filter(counts) };
}

/** The side that wishes for another game, where it is the other one; else "". */
export function offeredBy(state: Pick<GameState, "rematch"> | null, own: readonly Seat[]): Seat {
  return state?.rematch && !own.includes(state.rematch) ? state.rematch : "";
}

/** What it wishes for. */
export function againWords(seat: Seat): string {
  return `The ${sideName(seat)} player would like to play again, with the sides changed about.`;
}
