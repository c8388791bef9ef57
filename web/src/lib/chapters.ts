import type { LogLine } from "./protocol";

/** An activation, the start of a turn, the artillery, an event: what the log and the player's eye go by. */
export interface Chapter {
  id: number;
  title: string;
  lines: LogLine[];
}

/** "step by step" waits for the player after each event; "result only" leaves ways and lines of fire on the board, "off" not even these. */
export const SPEEDS = ["step by step", "slow", "normal", "fast", "result only", "off"] as const;
export type Speed = (typeof SPEEDS)[number];
/** Milliseconds for a step of weight 1. */
export const PACE: Record<Speed, number> = { "step by step": Infinity, slow: 2400, normal: 1100, fast: 380, "result only": 0, off: 0 };

/** What a chapter is called once these lines are known: "Tyler, Attack (4, rolled 3)". */
export function titleOf(lines: readonly LogLine[]): string {
  let [heading, note] = ["", ""];
  for (const line of lines) [heading, note] = [line.heading ?? heading, line.note ?? note];
  return note ? `${heading} (${note})` : heading;
}

/** The title of every chapter. */
export function titles(lines: readonly LogLine[]): Map<number, string> {
  const found = new Map<number, LogLine[]>();
  for (const line of lines) found.set(line.chapter ?? 0, [...(found.get(line.chapter ?? 0) ?? []), line]);
  return new Map([...found].map(([id, all]) => [id, titleOf(all)]));
}

/** The lines in the order in which they came, a run of one chapter together. */
export function chapters(lines: readonly LogLine[]): Chapter[] {
  const named = titles(lines);
  const found: Chapter[] = [];
  for (const line of lines) {
    const id = line.chapter ?? 0;
    const last = found.at(-1);
    if (last?.id === id) last.lines.push(line);
    else found.push({ id, title: named.get(id) ?? "", lines: [line] });
  }
  return found;
}

/** Where a line happened: where it came from, and where it ended. */
export function hexesOf(line: LogLine): string[] {
  return [...(line.from ?? []), ...(line.hex ? [line.hex] : [])];
}

/** A line that tells of a way from one hex to the next. */
export function isMove(line: LogLine): boolean {
  return line.trace === "way" && line.hex !== null;
}

/** A line that tells of a fire or an assault: it has a target, and hexes that it comes from. */
export function isFire(line: LogLine): boolean {
  return line.trace === "fire" && line.hex !== null;
}

/** Whether a line tells of the next hex of the same move. */
export function goesOn(before: LogLine, line: LogLine): boolean {
  return isMove(before) && isMove(line) && before.kind === line.kind && before.units[0] === line.units[0] && before.hex === line.from?.[0];
}

/** The ways and lines of fire that some lines leave on the board; those that are the same once. */
export function traces(lines: readonly LogLine[]): { from: string; to: string; fire: boolean }[] {
  const found = new Map<string, { from: string; to: string; fire: boolean }>();
  for (const line of lines) {
    const fire = isFire(line);
    if (!line.hex || !(fire || isMove(line))) continue;
    for (const from of line.from ?? []) if (from !== line.hex) found.set(`${from}-${line.hex}-${fire}`, { from, to: line.hex, fire });
  }
  return [...found.values()];
}

/** What a line says happened, without the sum at its end that its reasons tell one by one. */
export function deedOf(text: string): string {
  return text.replace(/: [^:]* = [^:]*$/, "");
}

/** A line in so few words that they fit beside a hex; none where it has no short end. */
export function brief(text: string, most = 30): string {
  if (text.length <= most) return text;
  const plain = text.replace(/ \([^()]*\)$/, "");
  const at = plain.lastIndexOf(": ");
  const tail = at < 0 ? "" : plain.slice(at + 2);
  return tail.length <= most ? tail : "";
}
