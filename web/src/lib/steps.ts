import { goesOn, hexesOf, isFire, isMove, titleOf } from "./chapters";
import { takenBack } from "./log";
import type { LogLine, View } from "./protocol";

/** One thing to look at: a move with its way, a fire with its dice, what came of it, or what is only kept in order. */
export interface Step {
  /** The entry after which the board shows it. */
  n: number;
  /** What of that entry is on the board: nothing yet, where the counters are, or all. */
  board: "before" | "counters" | "after";
  /** So many lines of the log are known with it. */
  through: number;
  /** The chapter by number, and what it is called by then. */
  id: number;
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
/** So many lines of a run are told each by itself. */
const FEW = 2;

/** A throw or a fire comes before what it does; the rest of an entry is what came of it, or bookkeeping. */
type Sort = "cause" | "way" | "effect" | "quiet" | "head";

function sortOf(line: LogLine): Sort {
  if (line.roll || isFire(line)) return "cause";
  if (isMove(line)) return "way";
  if (line.depth === 1) return "head";
  return line.hex === null && !line.units.length && (line.tone ?? "none") === "none" ? "quiet" : "effect";
}

/**
 * What there is to look at in some lines: the hexes of one unit's move are one step, what came of one throw, and a run of
 * bookkeeping. A chapter is called what it was called by then, so that no title tells what is still to come; `before` are
 * the lines that came earlier. Of what was taken back meanwhile there is nothing to look at.
 */
export function steps(lines: readonly LogLine[], before: readonly LogLine[] = []): Step[] {
  const gone = takenBack([...before, ...lines]);
  const known = new Map<number, LogLine[]>();
  for (const line of before) if (!gone.has(line)) known.set(line.chapter ?? 0, [...(known.get(line.chapter ?? 0) ?? []), line]);
  const found: Step[] = [];
  for (const [i, line] of lines.entries()) {
    if (gone.has(line)) continue;
    const told = [...(known.get(line.chapter ?? 0) ?? []), line];
    known.set(line.chapter ?? 0, told);
    const last = found.at(-1);
    if (line.depth === 3 || line.kind === "automatic" || line.kind === "undo") {
      if (last?.n === line.n) last.through = before.length + i + 1;
      continue;
    }
    if (last && belongs(last, line)) add(last, line);
    else found.push(step(line));
    Object.assign(found.at(-1) ?? {}, { through: before.length + i + 1, id: line.chapter ?? 0, chapter: titleOf(told) });
  }
  for (const [i, one] of found.entries()) one.board = boardOf(one, found[i + 1]);
  return found;
}

/** Whether a line is seen together with the one before it. */
function belongs(last: Step, line: LogLine): boolean {
  const latest = last.lines.at(-1);
  if (!latest) return false;
  const [before, now] = [sortOf(latest), sortOf(line)];
  if (now === "way") return goesOn(latest, line);
  if (now === "quiet") return before === "quiet" && latest.kind !== "turn" && line.kind !== "turn";
  if (now !== "effect" || before === "cause" || before === "quiet" || before === "head") return false;
  const sameUnit = line.units.join() === latest.units.join() && line.hex === latest.hex;
  const sameDeed = line.kind === latest.kind && line.chapter === latest.chapter && (line.tone ?? "none") === "none";
  return line.n === latest.n || (sameUnit && (line.tone ?? "none") === "none") || (before === "effect" && sameDeed);
}

function add(last: Step, line: LogLine): void {
  last.lines.push(line);
  const hexes = [...last.hexes, ...hexesOf(line)];
  const units = [...new Set([...last.units, ...line.units])];
  const more = isMove(line) ? 0.07 : sortOf(line) === "quiet" ? 0.05 : 0.25;
  Object.assign(last, { n: line.n, text: textOf(last.lines), hexes, units, weight: Math.min(2, last.weight + more) });
}

function step(line: LogLine): Step {
  const weight = { cause: line.roll ? 1.3 : 0.9, way: 0.55, effect: 0.9, head: 1, quiet: line.kind === "turn" ? 0.8 : 0.25 }[sortOf(line)];
  const rest = { board: "after" as const, through: 0, id: 0, chapter: "" };
  return { n: line.n, ...rest, text: line.text, lines: [line], hexes: hexesOf(line), units: line.units, roll: line.roll, weight };
}

/** The words for several lines seen together: of a move the hex where it ends, of a long run the last. */
function textOf(lines: readonly LogLine[]): string {
  const texts = lines.filter((line, i) => !lines[i + 1] || !goesOn(line, lines[i + 1] as LogLine)).map(({ text }) => text);
  return texts.length > FEW ? `${texts.length} in a row, the last: ${texts.at(-1)}` : texts.join("; ");
}

/** A cause is seen before what it does; what else an entry brought, such as the next turn, comes with its last step. */
function boardOf(one: Step, next: Step | undefined): Step["board"] {
  if (next?.n !== one.n) return "after";
  const latest = one.lines.at(-1);
  return latest && ["way", "effect"].includes(sortOf(latest)) ? "counters" : "before";
}

/** The board of a step, from those after the entry before its own and after its own. */
export function boardAt(board: Step["board"], before: View, after: View): View {
  if (board === "after") return after;
  return board === "before" ? before : { ...before, units: after.units, stacks: after.stacks, sides: after.sides };
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
        board: one.board,
        through: one.through,
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
