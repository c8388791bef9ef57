import type { Answer, Decision, Unit } from "./protocol";

/** More answers than there are keys for. */
const MANY = 9;

/** The answers of a decision as they are shown: the proposed one first, it is what Enter takes; of many the one that
    passes next, so that it need not be looked for. */
export function ordered(decision: Decision | null): Answer[] {
  const answers = decision?.actions ?? [];
  const passes = decision?.optional && answers.length > MANY ? decision.usual : null;
  const place = ({ text }: Answer) => (text === decision?.proposed ? 0 : text === passes ? 1 : 2);
  return [...answers].sort((one, other) => place(one) - place(other));
}

/** A line of the list: one answer, or several that differ by their hex alone: who first, then where. */
export type Line = { answer: Answer } | { stem: string; answers: Answer[] };

/** So many answers are read as they are. */
const LONG = 20;
/** So many that differ by their hex alone make a line of their own. */
const SOME = 3;

/** What a text says without the hex at its end; "" where that is not how it ends. */
function stemOf({ text, hex }: Answer): string {
  return hex && text.endsWith(` ${hex}`) ? text.slice(0, -hex.length - 1) : "";
}

/** A long list in lines: of each who could do something at many hexes, one line. */
export function lines(answers: readonly Answer[]): Line[] {
  const found = new Map<string, Answer[]>();
  if (answers.length > LONG) for (const one of answers) if (stemOf(one)) found.set(stemOf(one), [...(found.get(stemOf(one)) ?? []), one]);
  const parts = new Map([...found].filter(([, list]) => list.length >= SOME));
  if (parts.size < 2) return answers.map((answer) => ({ answer }));
  const made = new Set<string>();
  return answers.flatMap((answer): Line[] => {
    const stem = stemOf(answer);
    const list = parts.get(stem);
    if (!list) return [{ answer }];
    if (made.has(stem)) return [];
    made.add(stem);
    return [{ stem, answers: list }];
  });
}

/** What stands on the line of several: who could do it, and at how many hexes. */
export function lineWords(stem: string, answers: readonly Answer[]): string {
  const hexes = new Set(answers.map(({ hex }) => hex)).size;
  return `${stem.replace(/:$/, "")}: ${hexes} ${hexes === 1 ? "hex" : "hexes"}`;
}

/** The answers by the hex that they concern. */
export function byHex(answers: readonly Answer[]): Map<string, Answer[]> {
  const found = new Map<string, Answer[]>();
  for (const answer of answers) {
    if (answer.hex) found.set(answer.hex, [...(found.get(answer.hex) ?? []), answer]);
  }
  return found;
}

/** Whether a text names a unit, as a whole and not as a part of another name. */
export function names(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const before = at === 0 || text[at - 1] === " ";
    const next = text[at + id.length];
    if (before && (next === undefined || ",:; ".includes(next))) return true;
  }
  return false;
}

/** The answers meant by a click on a counter: those at its hex that name it, else all of its hex, else those that name it. */
export function atCounter(answers: readonly Answer[], unit: Unit): Answer[] {
  const here = answers.filter((a) => a.hex !== null && a.hex === unit.hex);
  const mine = here.filter((a) => names(a.text, unit.id));
  if (mine.length) return mine;
  return here.length ? here : answers.filter((a) => a.hex === null && names(a.text, unit.id));
}

/** The key that takes the i-th answer; the tenth and later have none. */
export function keyOf(i: number): string {
  return i < 9 ? String(i + 1) : "";
}

/** Who stands on the hex that an answer ends with, such as "fire at 1834"; a hex alone tells little on a large map. */
export function whoIsThere(answer: Answer, there: ReadonlyMap<string, readonly Unit[]>): string {
  const { hex, text } = answer;
  return hex && text.endsWith(` ${hex}`) ? (there.get(hex) ?? []).map((unit) => unit.id).join(", ") : "";
}
