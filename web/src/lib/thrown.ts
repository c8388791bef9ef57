/** The last throw that has been shown, and where on a chart it was read. */
import type { ChartBook } from "./fetched";
import type { InForce, LogLine } from "./protocol";

/** Where on a chart something is read: its row by number, its column. */
export interface Spot {
  row: number;
  column: string;
}

/** The last line whose dice were read on a chart, on one that is named or on any. */
export function lastThrow(lines: readonly LogLine[], chart?: string): LogLine | null {
  const gone = new Set<LogLine>();
  for (const line of lines) {
    if (line.back !== undefined) for (const before of lines) if (before.n >= line.back && before.n < line.n) gone.add(before);
  }
  return [...lines].reverse().find((line) => !gone.has(line) && (line.cells ?? []).some((cell) => !chart || cell.chart === chart)) ?? null;
}

/** Cells of a chart by the number of their row. */
export function spots(book: ChartBook, chart: string, cells: readonly InForce[] = []): Spot[] {
  return cells
    .filter((cell) => cell.chart === chart)
    .map(({ where, column }) => ({ column, row: rowOf(book, chart, where) }))
    .filter(({ row }) => row >= 0);
}

/** The number of the row of a chart that has what some of its columns must have, -1 where none has. */
export function rowOf(book: ChartBook, chart: string, where: Record<string, string>): number {
  return (book.charts[chart] ?? []).findIndex((row) => Object.entries(where).every(([key, value]) => row[key] === value));
}

/** The boxes of a cell, those that are empty left out, with the name and the rank of each; null where it has one alone. */
export function boxesOf(book: ChartBook, chart: string, text: string): { name: string; rank: number; text: string }[] | null {
  const names = book.words?.[chart]?.boxes?.split("|") ?? [];
  const parts = text.split("|");
  if (names.length < 2 || parts.length !== names.length) return null;
  return names.map((name, rank) => ({ name, rank, text: parts[rank] ?? "" })).filter((box) => box.text !== "-" && box.text !== "");
}
