/** The cell of a printed chart that the plan or fire on show uses, for whoever draws the charts. */
import { writable } from "svelte/store";
import type { ChartBook } from "./fetched";
import type { Odds } from "./protocol";

export interface Used {
  /** The columns on the way: where it begins, where it ends. */
  base: string;
  column: string;
  /** The dice, once they are thrown. */
  roll: number | null;
}

export const used = writable<Used | null>(null);

/** What odds use: the column that their shifts lead to. */
export function usedBy(odds: Odds | null | undefined): Used | null {
  return odds?.column ? { base: odds.column.base, column: odds.column.final, roll: null } : null;
}

export interface Cell {
  chart: string;
  column: string;
  /** Which of its rows, -1 before the dice are thrown. */
  row: number;
}

/** The chart that has both columns, and in it the row of the dice. */
export function cellOf(book: ChartBook, what: Used | null): Cell | null {
  if (!what) return null;
  const chart = Object.keys(book.columns).find((name) =>
    [what.base, what.column].every((column) => book.columns[name]?.includes(column)),
  );
  if (!chart) return null;
  const first = book.columns[chart]?.[0] ?? "";
  const row = (book.charts[chart] ?? []).findIndex((cells) => holds(cells[first] ?? "", what.roll));
  return { chart, column: what.column, row };
}

/** Whether a row's heading, "24-26" or "24", holds a roll. */
function holds(heading: string, roll: number | null): boolean {
  const [low, high] = heading.split("-").map(Number);
  return roll !== null && low !== undefined && roll >= low && roll <= (high ?? low);
}
