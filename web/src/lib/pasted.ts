/** A table that is pasted, from a spreadsheet or a file: taken apart, and laid on the rows that it names. */
import type { OwnCounter } from "./own";

/** What of a pasted table has a place, and what has none, in words. */
export interface Laid<T> {
  found: T[];
  lost: string[];
}

/** Cells between which a sign stands; one in quotation marks may hold the sign, and the end of a line. */
function parted(text: string, sign: string): string[][] {
  const rows: string[][] = [[""]];
  let quoted = false;
  for (let n = 0; n < text.length; n++) {
    const letter = text[n] ?? "";
    const row = rows.at(-1) ?? [];
    const cell = row.at(-1) ?? "";
    if (quoted && letter === '"' && text[n + 1] === '"') n += 1;
    else if (letter === '"' && (quoted || !cell.trim())) {
      quoted = !quoted;
      continue;
    } else if (!quoted && (letter === sign || letter === "\n")) {
      if (letter === sign) row.push("");
      else rows.push([""]);
      continue;
    }
    row[row.length - 1] = cell + letter;
  }
  return rows;
}

/** By what the cells of a text are parted: tabs, or semicolons where each line has as many; "" where it is no table. */
function signOf(text: string): string {
  if (text.includes("\t")) return "\t";
  const lines = text.split("\n");
  const count = (line: string): number => line.split(";").length;
  const same = lines.length > 1 && count(lines[0] ?? "") > 1 && lines.every((line) => count(line) === count(lines[0] ?? ""));
  return same ? ";" : lines.length > 1 ? "\t" : "";
}

/** A pasted table: its rows and cells, without what is empty at its end; null where it is one cell only. */
export function pasted(text: string): string[][] | null {
  const plain = text.replace(/\r\n?/g, "\n").replace(/[\u00a0\u2007\u202f]/g, " ").replace(/\n+$/, "");
  const sign = signOf(plain);
  if (!sign) return null;
  const even = (plain.match(/"/g)?.length ?? 0) % 2 === 0;
  const rows = even ? parted(plain, sign) : plain.split("\n").map((line) => line.split(sign));
  return rows.map((cells) => cells.map((cell) => cell.replace(/\s*\n\s*/g, " ")));
}

/** A pasted row as it is told where it has no place. */
function shown(cells: readonly string[]): string {
  const words = cells.map((cell) => cell.trim()).filter(Boolean).join(" ");
  return words.length > 60 ? `${words.slice(0, 60)}…` : words;
}

function empty(cells: readonly string[]): boolean {
  return cells.every((cell) => !cell.trim());
}

/**
 * The rows of a table, each with the number of the one on which it is laid: by their names where any has one, else one after
 * the other from one on. `heads`: a first line without a number is no row. Rows that name nothing have no place.
 */
function placed(rows: readonly string[][], names: (name: string) => number, from: number, all: number, heads: boolean): Laid<[number, string[], boolean]> {
  const byName = rows.some((cells) => names((cells[0] ?? "").trim()) >= 0);
  const found: [number, string[], boolean][] = [];
  const lost: string[] = [];
  let next = from;
  rows.forEach((cells, r) => {
    const n = byName ? names((cells[0] ?? "").trim()) : next;
    const head = heads && r === 0 && rows.length > 1 && !cells.some((cell) => /\d/.test(cell));
    if (empty(cells)) next += 1;
    else if (n >= 0 && n < all && (byName || !head)) {
      next = n + 1;
      found.push([n, byName ? cells.slice(1) : cells, byName]);
    } else if (!head) lost.push(shown(cells));
  });
  return { found, lost };
}

/** The counters that a pasted table fills, each with its line. */
export function pastedLines(rows: readonly string[][], counters: readonly OwnCounter[], from: number): Laid<[OwnCounter, string]> {
  const named = (name: string): number => (name ? counters.findIndex((one) => one.row === name || one.name === name) : -1);
  const { found, lost } = placed(rows, named, from, counters.length, true);
  return {
    lost,
    found: found.flatMap(([n, cells]) => {
      const counter = counters[n];
      const line = cells.map((cell) => cell.trim().replace(/\s+/g, "") || ".");
      while (line.at(-1) === ".") line.pop();
      return counter && line.length ? [[counter, line.join(" ")] as [OwnCounter, string]] : [];
    }),
  };
}

/** Rows whose name takes several columns, with these made one; the heads follow. */
function joined(rows: readonly string[][], names: readonly string[], keys: number): string[][] {
  const one = (cells: readonly string[]): string => cells.slice(0, keys).map((cell) => cell.trim()).join(" ");
  const some = keys > 1 && rows.some((cells) => names.includes(one(cells)));
  return some ? rows.map((cells, r) => (r === 0 || names.includes(one(cells)) ? [one(cells), ...cells.slice(keys)] : [...cells])) : [...rows];
}

/**
 * The cells of a grid that a pasted table fills, as row, column, text: by the names of rows, of `keys` columns, and by heads
 * where it has them, else from a cell on.
 */
export function pastedCells(table: readonly string[][], names: readonly string[], columns: readonly string[], from: number, left: number, keys = 1): Laid<[string, string, string]> {
  const rows = joined(table, names, keys);
  const heads = (rows[0] ?? []).map((cell) => columns.indexOf(cell.trim()));
  const headed = rows.length > 1 && heads.filter((n) => n >= 0).length * 2 > heads.length;
  const { found, lost } = placed(headed ? rows.slice(1) : rows, (name) => names.indexOf(name), from, names.length, false);
  const cells: [string, string, string][] = [];
  for (const [n, row, byName] of found) {
    const [beyond, before]: [string[], number] = [[], byName ? 1 : 0];
    row.forEach((text, c) => {
      const [name, column] = [names[n], columns[headed ? (heads[c + before] ?? -1) : c + (byName ? 0 : left)]];
      if (name !== undefined && column !== undefined) cells.push([name, column, text.trim()]);
      else if (text.trim()) beyond.push(text);
    });
    if (beyond.length) lost.push(`${names[n]}: ${shown(beyond)}`);
  }
  return { found: cells, lost };
}
