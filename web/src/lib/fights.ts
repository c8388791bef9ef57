/** The player's own combats since his last answer, each with what came of it. */
import { isMove } from "./chapters";
import { oneLine, takenBack } from "./log";
import type { LogLine, Seat } from "./protocol";

/** A combat: its own lines (who fires at whom, the dice), and what came of it. */
export interface Fight {
  seat: Seat;
  hex: string;
  /** The line that says who fights whom. */
  head: LogLine;
  /** The last line of the combat itself. */
  end: LogLine;
  /** Its dice, and those that it led to. */
  rolls: LogLine[];
  /** What came of it, the lines of the log as they stand there. */
  results: LogLine[];
}

/** The combats that our seats began after an entry; what was taken back is none. */
export function fightsOf(lines: readonly LogLine[], seats: readonly Seat[], seen: number): Fight[] {
  const gone = takenBack(lines);
  const found: Fight[] = [];
  let all: LogLine[] = [];
  for (const line of lines) {
    if (line.n <= seen || gone.has(line) || line.depth === 3) continue;
    const head = all[0];
    if (line.fight && !(head && same(head, line))) {
      close(found, all);
      all = [line];
    } else if (head && (line.chapter !== head.chapter || line.depth === 0)) {
      close(found, all);
      all = [];
    } else if (head && follows(all, line)) all.push(line);
  }
  close(found, all);
  return found.filter(({ seat }) => seats.includes(seat));
}

/** Another line of the same combat: its dice behind its aim. */
function same(head: LogLine, line: LogLine): boolean {
  return head.seat === line.seat && head.hex === line.hex && head.units.join() === line.units.join() && !head.roll;
}

/** What befalls those who fight, or the hex that is fought for; where somebody marches next does not. */
function follows(all: readonly LogLine[], line: LogLine): boolean {
  const [head] = all;
  if (isMove(line) && line.tone === "none" && line.kind !== "advanced") return false;
  return line.hex === head?.hex || line.units.some((id) => all.some(({ units }) => units.includes(id)));
}

function close(found: Fight[], all: readonly LogLine[]): void {
  const [head] = all;
  if (!head?.seat) return;
  const [told, after] = [all.filter(({ roll }) => roll !== null), all.filter((line) => !line.fight && (line.tone !== "none" || isMove(line)))];
  const end = [...all].reverse().find(({ fight }) => fight) ?? head;
  found.push({ seat: head.seat, hex: head.hex ?? "", head, end, rolls: told, results: oneLine(after, () => false) });
}

/** What came of it in one sentence: a unit is named once, "4 VA is depleted, is shaken, falls back to 1836". */
export function resultOf({ end, rolls, results }: Fight): string {
  const parts: string[] = [];
  let [last, before] = ["", ""];
  for (const { text, units } of results) {
    const who = units.length === 1 ? (units[0] ?? "") : "";
    if (who && who === last && text.startsWith(`${who} `)) parts.push(`, ${text.slice(who.length + 1)}`);
    else parts.push(`${before ? "; " : ""}${text}`);
    [last, before] = [who, text];
  }
  return parts.join("") || lastWords(rolls.at(-1)?.text ?? end.text);
}

/** Of a line that tells all in one what stands last: "no effect". */
function lastWords(text: string): string {
  return text.includes(": ") ? text.slice(text.lastIndexOf(": ") + 2) : text;
}

/** Whether what came of it is good or bad for who fought: what befalls the other side is good. */
export function toneOf({ results, seat }: Fight, sideOf: (unit: string) => Seat | undefined): "good" | "bad" | "none" {
  const mine = results.some(({ tone, units }) => tone === "bad" && units.some((id) => sideOf(id) === seat));
  const theirs = results.some(({ tone, units }) => tone === "bad" && units.some((id) => sideOf(id) !== seat));
  return mine ? "bad" : theirs ? "good" : "none";
}
