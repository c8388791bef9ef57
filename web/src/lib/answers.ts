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
/** So many that name a unit alone, or a hex alone where nothing else is offered in this way, do. */
const CROWD = 9;

/** What a text says without the hex at its end; "" where that is not how it ends. */
function stemOf({ text, hex }: Answer): string {
  return hex && text.endsWith(` ${hex}`) ? text.slice(0, -hex.length - 1) : "";
}

/** What a text says before the unit that it names, such as "place" of "place 2 VA"; "" where it names none so. */
function verbOf({ text, hex }: Answer, units: ReadonlySet<string>): string {
  const at = text.indexOf(" ");
  return hex === null && at > 0 && units.has(text.slice(at + 1)) ? text.slice(0, at) : "";
}

/** A long list in lines: of each who could do something at many hexes, one line, and one of all units that one could name
    instead. What is proposed keeps a line of its own: nothing is done unseen. */
export function lines(answers: readonly Answer[], units: ReadonlySet<string> = new Set(), proposed: string | null = null): Line[] {
  if (answers.length <= LONG) return answers.map((answer) => ({ answer }));
  const key = (one: Answer) => (one.text === proposed ? "" : stemOf(one) || verbOf(one, units));
  const found = new Map<string, Answer[]>();
  for (const one of answers) if (key(one)) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
  const hexes = [...found].filter(([, [one]]) => one?.hex != null);
  const few = hexes.filter(([, list]) => list.length >= SOME).length < 2;
  const parts = new Map([...found].filter(([, list]) => list.length >= (few || list[0]?.hex == null ? CROWD : SOME)));
  const made = new Set<string>();
  return answers.flatMap((answer): Line[] => {
    const stem = key(answer);
    const list = parts.get(stem);
    if (!list) return [{ answer }];
    if (made.has(stem)) return [];
    made.add(stem);
    return [{ stem, answers: list }];
  });
}

/** What a button says in the list of its line: its hex, or the unit that it names. */
export const within = (stem: string, { text, hex }: Answer): string => hex ?? text.slice(stem.length + 1);

/** What stands on the line of several: who could do it, and at how many hexes; or what else could be named. */
export function lineWords(stem: string, answers: readonly Answer[]): string {
  const hexes = new Set(answers.flatMap(({ hex }) => hex ?? [])).size;
  if (!hexes) return `${stem} another: ${answers.length} units`;
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
