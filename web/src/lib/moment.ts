import { takenBack } from "./log";
import type { LogLine, View } from "./protocol";

/** The board as it was after an entry, as the player knew it then. */
export interface Moment {
  n: number;
  view: View;
  lines: LogLine[];
}

/** The entries that have something to show, in order. */
export function entriesOf(lines: readonly LogLine[]): number[] {
  return [...new Set(lines.filter((line) => line.kind !== "automatic").map((line) => line.n))].sort((a, b) => a - b);
}

/** The entry with something to show before or after one; itself at the ends. */
export function neighbour(entries: readonly number[], n: number, way: 1 | -1): number {
  const found = way > 0 ? entries.find((one) => one > n) : entries.filter((one) => one < n).at(-1);
  return found ?? n;
}

/** A turn to which one may jump. */
export interface Begun {
  n: number;
  name: string;
}

/** Where each turn begins, by its number ("Turn 6, 5:20" is "Turn 6"), but for those that were taken back; before them what began in the midst of one. */
export function turnsOf(lines: readonly LogLine[]): Begun[] {
  const gone = takenBack(lines);
  const turns = lines.filter((line) => line.kind === "turn" && !line.depth && !gone.has(line)).map(({ n, text }) => ({ n, name: text.split(",")[0] ?? text }));
  return turns.length && turns[0]?.n ? [{ n: 0, name: "The beginning" }, ...turns] : turns;
}

/** The turn before or after the one in which an entry lies; its own beginning first, where one goes back in the midst of it. */
export function turnFrom(turns: readonly Begun[], n: number, way: 1 | -1): Begun | undefined {
  return way > 0 ? turns.find((one) => one.n > n) : turns.filter((one) => one.n < n).at(-1);
}

/** A line of the card of a turn, or of the summary of a game. */
export interface Item {
  text: string;
  tone: string;
  hex: string | null;
  units: string[];
  n?: number;
}

/** A titled part of a card: lines, or a table. */
export interface Section {
  title: string;
  note?: string;
  items?: Item[];
  head?: string[];
  rows?: string[][];
  /** Of a list beside the map: whose it is, null for nobody's. */
  side?: string | null;
  /** Of such a list: how many things it holds. */
  count?: number;
}

/** The card of a turn that is over. */
export interface TurnCard {
  turn: number;
  n: number;
  title: string;
  sections: Section[];
}

/** A line of the card "since your last decision". */
export interface NewsLine {
  text: string;
  tone: string;
  weight: number;
  units: string[];
  hexes: string[];
  n: number;
}

/** What happened in one chapter, the worst first. */
export interface NewsGroup {
  chapter: number;
  title: string;
  from: number;
  to: number;
  lines: NewsLine[];
}

export interface News {
  after: number;
  upto: number;
  groups: NewsGroup[];
}

/**
 * The lines that have been shown: all of them, or while the past is shown those up to it.
 *
 * @param at the step or the entry that is on show; of a step the lines that it shows are told, of what follows in its entry nothing
 */
export function shownLines(lines: readonly LogLine[], at: { n: number; lines?: readonly LogLine[] } | null): readonly LogLine[] {
  if (!at) return lines;
  const last = at.lines?.at(-1);
  const end = last ? lines.indexOf(last) : -1;
  if (end >= 0) return lines.slice(0, end + 1);
  return at.lines ? [...lines.filter((line) => line.n < at.n), ...at.lines] : lines.filter((line) => line.n <= at.n);
}
