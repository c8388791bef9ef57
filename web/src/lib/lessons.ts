/** A guided first game: which step is told now follows from the log, the question and what has been read. No rule is known here. */
import type { Deed, Lesson, LessonStep } from "./fetched";
import { takenBack } from "./log";
import type { LogLine } from "./protocol";

/** What the page knows when it asks for the step. */
export interface Now {
  lines: readonly LogLine[];
  /** The kind of the question to the learner, "" for none. */
  asked: string;
  /** The notes on the answers to it. */
  notes?: readonly string[];
  turn: number;
  over: boolean;
  /** The drawer or sheet that is open. */
  leaf: string;
  /** The last entry that the learner had seen when he answered last. */
  seen: number;
  /** Steps that were read, passed over, or seen to be done beside the log. */
  passed: ReadonlySet<string>;
}

/** What is told: a step, or in its place why it was not done; that others come first; what it never came to; the end. */
export interface Told {
  mode: "tell" | "wrong" | "wait" | "missed" | "end";
  step: LessonStep | null;
  text: string;
  /** What was done just before, in a few words. */
  well: string;
  /** How many steps are behind, of how many. */
  done: number;
  of: number;
}

/** A line that shows the deed. */
function shows(deed: Deed, line: LogLine): boolean {
  if (!deed.log?.includes(line.kind) || (deed.seat && deed.seat !== line.seat)) return false;
  if (deed.says?.length && !deed.says.some((words) => line.text.includes(words))) return false;
  return !deed.hexes?.length || (line.hex !== null && deed.hexes.includes(line.hex));
}

/** Whether a drawer is one that the deed names. */
export function opens(deed: Deed | null | undefined, leaf: string): boolean {
  return Boolean(deed?.leaf && leaf && (deed.leaf.includes(leaf) || deed.leaf.includes("*")));
}

/** The first entry of those that count in which the deed was done, -1 for none. */
function entryOf(deed: Deed | null | undefined, lines: readonly LogLine[]): number {
  return (deed && lines.find((line) => shows(deed, line))?.n) ?? -1;
}

/** Its turn has come, and what must have happened before it. */
function isRipe(step: LessonStep, lines: readonly LogLine[], now: Now): boolean {
  if (step.turns?.length && !step.turns.includes(now.turn)) return false;
  return !step.after || entryOf(step.after, lines) >= 0;
}

/** An answer says that it would be in vain now. */
function isVain(step: LessonStep, now: Now): boolean {
  return Boolean(step.vain && now.notes?.some((note) => note.includes(step.vain!)));
}

function isTold(step: LessonStep, lines: readonly LogLine[], now: Now): boolean {
  if (isVain(step, now)) return false;
  return isRipe(step, lines, now) && (!step.asked?.length || step.asked.includes(now.asked));
}

/** The entry with which the first of its turns began: what was done before was not done in its place. */
function firstOf(step: LessonStep, lines: readonly LogLine[], turn: number): number {
  const begun = lines.filter(({ kind }) => kind === "turn").reverse();
  const first = Math.min(...(step.turns ?? []).filter((one) => one <= turn));
  return begun[turn - first]?.n ?? 0;
}

/** What was done in place of a step: by the last answer after what was right, by what is open (but never by a drawer that was asked for before), or by what is asked already. */
function wrongOf(step: LessonStep, lines: readonly LogLine[], now: Now, since: number, asked: ReadonlySet<string>): string {
  if (now.passed.has(letGo(step, now.turn)) || !isRipe(step, lines, now)) return "";
  if (step.vain && !now.passed.has(hasBeenTold(step))) return "";
  const from = Math.max(since, firstOf(step, lines, now.turn));
  const found = step.wrong?.find(({ when }) => {
    if (when.leaf) return opens(when, now.leaf) && !opens(step.until, now.leaf) && !asked.has(now.leaf);
    if (when.asked) return when.asked.includes(now.asked);
    return lines.some((line) => line.n > from && shows(when, line));
  });
  return found?.text ?? "";
}

/** Its words at the question that is asked. */
function textOf(step: LessonStep, now: Now): string {
  return step.later?.find(({ asked }) => asked.includes(now.asked))?.text ?? step.text;
}

/** What is told until it can be done: it would be in vain now, or was when its turn had come; else what comes before it. */
function waitOf(step: LessonStep, lines: readonly LogLine[], now: Now): string {
  if (step.instead && isRipe(step, lines, now)) {
    const from = firstOf(step, lines, now.turn);
    const gone = step.wrong?.some(({ when }) => when.log && lines.some((line) => line.n > from && shows(when, line)));
    if (isVain(step, now) || gone) return step.instead;
  }
  return step.wait || step.text;
}

/** How it is noted that a step is left as it is for this turn. */
export function letGo(step: LessonStep, turn: number): string {
  return `${step.id}@${turn}`;
}

/** How it is noted that a step which may be in vain was told: only then something else is wrong. */
export function hasBeenTold(step: LessonStep): string {
  return `${step.id}!`;
}

/** The step to be told now. */
export function toldOf(lesson: Lesson, now: Now): Told {
  const gone = takenBack(now.lines);
  const lines = now.lines.filter((line) => !gone.has(line));
  const done = (step: LessonStep) => now.passed.has(step.id) || entryOf(step.until, lines) >= 0;
  const left = lesson.steps.filter((step) => !done(step));
  const last = lesson.steps.filter((step) => done(step) && entryOf(step.until, lines) > now.seen).at(-1);
  const read = lesson.steps.filter((step) => step.until?.leaf && opens(step.until, now.leaf) && now.passed.has(step.id)).at(-1);
  const count = { done: lesson.steps.length - left.length, of: lesson.steps.length };
  const tell = (mode: Told["mode"], step: LessonStep | null, text: string): Told => ({ mode, step, text, well: last?.well ?? read?.well ?? "", ...count });
  const [first] = left;
  if (!first) return tell("end", null, lesson.end);
  if (now.over || now.turn > lesson.turns) return tell("missed", first, first.missed || first.text);
  const since = Math.max(now.seen, ...lesson.steps.map((step) => entryOf(step.until, lines)));
  const asked = new Set(lesson.steps.filter(done).flatMap((step) => step.until?.leaf ?? []));
  for (const step of left) {
    const wrong = wrongOf(step, lines, now, since, asked);
    if (wrong) return tell("wrong", step, wrong);
    if (isTold(step, lines, now)) return tell("tell", step, textOf(step, now));
  }
  return tell("wait", first, waitOf(first, lines, now));
}

const KEY = "vedette-lesson-";

/** What of a game's lesson is kept by this browser. */
export interface KeptLesson {
  passed: string[];
  /** The guide was left; it can be called back. */
  left: boolean;
}

/** As it was kept; whatever cannot be understood is as at first. */
export function readLesson(text: string | null): KeptLesson {
  try {
    const found = JSON.parse(text ?? "{}") as Partial<Record<keyof KeptLesson, unknown>> | null;
    const passed = Array.isArray(found?.passed) ? found.passed.filter((one) => typeof one === "string") : [];
    return { passed, left: found?.left === true };
  } catch {
    return { passed: [], left: false };
  }
}

export function keptLesson(store: Pick<Storage, "getItem">, game: string): KeptLesson {
  return readLesson(store.getItem(KEY + game));
}

export function keepLesson(store: Pick<Storage, "setItem">, game: string, kept: KeptLesson): void {
  store.setItem(KEY + game, JSON.stringify(kept));
}

/** A step as this screen needs it: what it says of phones is told on a phone alone. */
export const onThisScreen = (text: string, phone: boolean): string => (phone ? text : text.replace(/ \(on a phone: [^)]*\)/g, ""));
