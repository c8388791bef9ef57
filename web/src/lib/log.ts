import { goesOn, isMove } from "./chapters";
import type { LogLine, Unit } from "./protocol";

/**
 * What the page has of the log, with the lines that a state brought; an entry comes whole and once. Of lines beyond the entry
 * that is the state's last there is nothing any more: it is seen later than before.
 */
export function joined(have: readonly LogLine[], more: readonly LogLine[], upto: number): readonly LogLine[] {
  const known = (have.at(-1)?.n ?? -1) > upto ? have.filter((line) => line.n <= upto) : have;
  const last = known.at(-1)?.n ?? -1;
  const fresh = more.filter((line) => line.n > last);
  return fresh.length ? [...known, ...fresh] : known;
}

/** The lines that an undo took back. */
export function takenBack(lines: readonly LogLine[]): Set<LogLine> {
  const gone = new Set<LogLine>();
  for (const [i, line] of lines.entries()) {
    if (line.kind !== "undo" || line.back === undefined) continue;
    const from = line.back;
    lines.slice(0, i).forEach((earlier) => earlier.kind !== "undo" && earlier.n >= from && gone.add(earlier));
  }
  return gone;
}

/** Hexes and units of the lines after an entry: where something has happened since. */
export function changed(lines: readonly LogLine[], seen: number): { hexes: Set<string>; units: Set<string> } {
  const gone = takenBack(lines);
  const fresh = lines.filter((line) => line.n > seen && !gone.has(line));
  const ends = new Map(fresh.filter(isMove).map((line) => [line.units[0], line]));
  const hexes = fresh.flatMap((line) => (line.hex && (!isMove(line) || ends.get(line.units[0]) === line) ? [line.hex] : []));
  return { hexes: new Set(hexes), units: new Set(fresh.flatMap((line) => line.units)) };
}

/** A line as it is shown: of a move through several hexes the last, with all of them. */
export interface Told extends LogLine {
  steps?: readonly LogLine[];
}

/** The lines with the hexes of one move as one line, unless something parts them. */
export function oneLine(lines: readonly LogLine[], parted: (before: LogLine, line: LogLine) => boolean): Told[] {
  const runs: [LogLine, ...LogLine[]][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const same = before && goesOn(before, line) && before.units.join() === line.units.join() && before.chapter === line.chapter;
    if (run && same && !parted(before, line)) run.push(line);
    else runs.push([line]);
  }
  return runs.map((run) => (run.length === 1 ? run[0] : { ...(run.at(-1) ?? run[0]), from: run[0].from, detail: run.flatMap(wayRows), steps: run }));
}

/** What stands behind one hex of a move, under its number. */
function wayRows(line: LogLine): NonNullable<LogLine["detail"]> {
  const rows = line.detail ?? [];
  const [first, ...rest] = rows.length ? rows : [{ text: "", cite: "", used: true }];
  return [{ ...first, text: [line.hex, first?.text].filter(Boolean).join(": ") } as NonNullable<LogLine["detail"]>[number], ...rest];
}

/** What of the log is wanted. */
export interface Filter {
  /** A unit, a brigade, a hex, or a word. */
  words: string;
  diceOnly: boolean;
  /** Answers that were the only one as well. */
  forced: boolean;
  units: readonly Pick<Unit, "id" | "brigade">[];
}

/** Whether a line is wanted; the headings of turns stay as long as nothing is looked for. */
export function kept(line: LogLine, { words, diceOnly, forced, units }: Filter): boolean {
  if (line.kind === "automatic" && !forced) return false;
  if (diceOnly && !line.roll) return false;
  const wanted = words.trim().toLowerCase();
  if (!wanted) return true;
  const brigades = units.filter(({ id }) => line.units.includes(id)).map(({ brigade }) => brigade ?? "");
  return [line.text, line.hex ?? "", ...(line.from ?? []), ...line.units, ...brigades].some((one) => one.toLowerCase().includes(wanted));
}

/** A line as others read it: of what one's own hand tells nothing. */
export function asOthers<L extends LogLine>(line: L): L {
  return line.covered === undefined ? line : { ...line, text: line.covered, units: [], hex: null, roll: null, detail: [], cells: [] };
}
