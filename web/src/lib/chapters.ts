import type { LogLine } from "./protocol";

/** An activation, the start of a turn, the artillery, an event: what the log and the player's eye go by. */
export interface Chapter {
  id: number;
  title: string;
  lines: LogLine[];
}

/** One thing to look at: a move with its way, a fire with its dice, a result. */
export interface Step {
  /** The entry after which the board shows it. */
  n: number;
  chapter: string;
  text: string;
  lines: LogLine[];
  hexes: string[];
  units: string[];
  roll: number | null;
  /** How long it is worth looking at, 1 for a plain event. */
  weight: number;
  /** How many steps it stands for, where it is a run of quiet ones. */
  folded?: number;
}

/** So many steps are looked at one by one; of more the quiet ones of a chapter are folded into one. */
export const MANY = 24;

/** "result only" leaves ways and lines of fire on the board, "off" not even these. */
export const SPEEDS = ["slow", "normal", "fast", "result only", "off"] as const;
export type Speed = (typeof SPEEDS)[number];
/** Milliseconds for a step of weight 1. */
export const PACE: Record<Speed, number> = { slow: 2400, normal: 1100, fast: 380, "result only": 0, off: 0 };

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

/**
 * What there is to look at in some lines; the hexes of one unit's move are one step. A chapter is called what it was
 * called by then, so that no title tells what is still to come; `before` are the lines that came earlier.
 */
export function steps(lines: readonly LogLine[], before: readonly LogLine[] = []): Step[] {
  const known = new Map<number, LogLine[]>();
  for (const line of before) known.set(line.chapter ?? 0, [...(known.get(line.chapter ?? 0) ?? []), line]);
  const found: Step[] = [];
  for (const line of lines) {
    const told = [...(known.get(line.chapter ?? 0) ?? []), line];
    known.set(line.chapter ?? 0, told);
    if (line.depth === 3 || line.kind === "automatic" || line.kind === "undo") continue;
    const last = found.at(-1);
    const latest = last?.lines.at(-1);
    if (last && latest && goesOn(latest, line)) {
      last.lines.push(line);
      Object.assign(last, { n: line.n, text: line.text, hexes: [...last.hexes, ...hexesOf(line)] });
    } else found.push(step(line, titleOf(told)));
  }
  return found;
}

/** Many steps made fewer: of one chapter a run in which nobody rolled, fired or was harmed is one step. */
export function folded(found: readonly Step[], most = MANY): Step[] {
  if (found.length <= most) return [...found];
  const out: Step[] = [];
  for (const one of found) {
    const last = out.at(-1);
    if (!last || !isQuiet(last) || !isQuiet(one) || last.chapter !== one.chapter) out.push({ ...one });
    else
      Object.assign(last, {
        n: one.n,
        folded: (last.folded ?? 1) + (one.folded ?? 1),
        text: one.text,
        lines: [...last.lines, ...one.lines],
        hexes: [...last.hexes, ...one.hexes],
        units: [...new Set([...last.units, ...one.units])],
        weight: 1.2,
      });
  }
  return out;
}

function isQuiet({ roll, lines }: Step): boolean {
  return roll === null && lines.every((line) => !line.roll && !line.opens && !isFire(line) && (line.tone ?? "none") !== "bad");
}

/** Where the next chapter begins among some steps; past the last where there is none. */
export function nextChapter(found: readonly Step[], index: number): number {
  const here = found[index]?.chapter;
  const at = found.findIndex((one, i) => i > index && one.chapter !== here);
  return at < 0 ? found.length : at;
}

function step(line: LogLine, chapter: string): Step {
  const somewhere = line.hex !== null || line.units.length > 0;
  const weight = line.roll ? 1.3 : line.opens ? 1 : isMove(line) ? 0.55 : somewhere ? 0.9 : 0.5;
  return { n: line.n, chapter, text: line.text, lines: [line], hexes: hexesOf(line), units: line.units, roll: line.roll, weight };
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

/** A line in so few words that they fit beside a hex; none where it has no short end. */
export function brief(text: string, most = 30): string {
  if (text.length <= most) return text;
  const plain = text.replace(/ \([^()]*\)$/, "");
  const at = plain.lastIndexOf(": ");
  const tail = at < 0 ? "" : plain.slice(at + 2);
  return tail.length <= most ? tail : "";
}
