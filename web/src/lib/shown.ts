import { stopped } from "./clocks";
import type { GameState, View } from "./protocol";

/** How far of what has come is shown, while events are shown one by one. */
export interface Shown {
  /** So many lines of the log. */
  lines: number;
  /** The entry, and the board after it; null as long as the board has not come. */
  n: number;
  view: View | null;
  /** What was shown before the first of the events; null where the page was opened upon them. */
  before: GameState | null;
}

const LATER = "what has happened is still being shown";

/**
 * The state of a game as far as its events have been shown: the one place that decides what the page may tell. Every part
 * of it reads the table's `state` and `log`, so that nothing tells an event before it is seen. Of what is still to come it
 * has neither question nor result; orders stay as they were, and of a pause only that it runs, since it waits for nobody.
 */
export function shownOf(come: GameState, { n, view, before }: Shown): GameState | null {
  const board = view ?? before?.view;
  if (!board) return null;
  const undo = Object.fromEntries(Object.keys(come.undo).map((seat) => [seat, LATER]));
  const none = { decisions: [], log: [], back: {}, again: {}, request: null, outcome: null, views: undefined };
  const beat = come.beat && { ...come.beat, title: "A pause is running" };
  return { ...come, ...none, n, view: board, undo, beat, clocks: stopped(before?.clocks ?? come.clocks, come), orders: before?.orders ?? {} };
}
