import type { ChartBook } from "./fetched";
import type { InForce } from "./protocol";
import { rowOf } from "./thrown";

/** The column that says where a row comes from; it is not a part of the printed chart. */
const SOURCE = "source";
/** The column that says for which of several games a row is: the same in all rows that a battle has. */
const GAME = "game";
const MADE_UP = "reconstructed";

/** The columns of a chart as it is printed. */
export function columnsOf(book: ChartBook, chart: string): string[] {
  return (book.columns[chart] ?? []).filter((name) => name !== SOURCE && name !== GAME);
}

/** The charts, those that the pack names first in its order. */
export function chartsOf(book: ChartBook): string[] {
  const all = Object.keys(book.charts);
  const named = Object.keys(book.words ?? {}).filter((name) => all.includes(name));
  return [...named, ...all.filter((name) => !named.includes(name))];
}

export function titleOf(book: ChartBook, chart: string): string {
  return book.words?.[chart]?.title ?? plain(chart);
}

/** A name of the data as words: "fire_shift" as "fire shift". */
export function plain(name: string): string {
  return name.replaceAll("_", " ");
}

/** Whether a row is no rule or example but our own best guess. */
export function isMadeUp(row: Record<string, string>): boolean {
  return (row[SOURCE] ?? "").startsWith(MADE_UP);
}

/** The cells of a chart that count now: row -> column. */
export function inForce(book: ChartBook, chart: string, cells: InForce[] = []): Map<number, string> {
  const found = new Map<number, string>();
  for (const cell of cells) {
    if (cell.chart !== chart) continue;
    const at = rowOf(book, chart, cell.where);
    if (at >= 0) found.set(at, cell.column);
  }
  return found;
}

/** Where the rows of a chart come from, each source once with the rows that it is for; of all rows where it is one. */
export function sourcesOf(book: ChartBook, chart: string): { source: string; rows: string; madeUp: boolean }[] {
  const rows = book.charts[chart] ?? [];
  const [first] = columnsOf(book, chart);
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const source = row[SOURCE];
    if (source) found.set(source, [...(found.get(source) ?? []), row[first ?? ""] ?? ""]);
  }
  return [...found].map(([source, names]) => ({
    source,
    rows: names.length === rows.length ? "all rows" : [...new Set(names)].join(", "),
    madeUp: source.startsWith(MADE_UP),
  }));
}

/** A sentence cut at the numbers of cases in it: "rule KT-15.7-pass". */
export function citesIn(text: string): { text: string; cite: boolean }[] {
  return text
    .split(/\b([A-Z]{2}-\d+\.\d[\w.-]*\w|[A-Z]{2}-\d+\.\d)/)
    .map((part, i) => ({ text: part, cite: i % 2 === 1 }))
    .filter((part) => part.text);
}
