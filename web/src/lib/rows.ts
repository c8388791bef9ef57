/** How the answers of a question lie in its card: rows, chips where they are many, and what passes at the foot. */
import { keyOf, type Line, lines, whoIsThere } from "./answers";
import type { Answer, Asked, Unit } from "./protocol";

/** An answer, or several that differ by their hex alone, with its key. */
export interface Row {
  line: Line;
  key: string;
  /** Its place among all answers. */
  at: number;
}

/** More rows than these are chips beside each other. */
const MANY = 9;
/** While a plan lies open so many others keep a row each. */
const BESIDE_A_PLAN = 5;
/** Answers so short as dice stand close. */
const SHORT = 4;

/** Words by which a step is ended, whatever the book. */
const ENDS = new Set(["done", "pass"]);

/** The answer that passes: it stands at the foot. */
export function passing(decision: Asked | null, answers: readonly Answer[]): Answer | null {
  if (!decision) return null;
  const usual = decision.optional ? decision.usual : null;
  return answers.find(({ text, hex }) => hex === null && (text === usual || ENDS.has(text))) ?? null;
}

/** All rows in the order of their keys. */
export function rowsOf(answers: readonly Answer[], units?: ReadonlySet<string>, proposed?: string | null): Row[] {
  return lines(answers, units, proposed).map((line, i) => ({ line, key: keyOf(i), at: i }));
}

/** How rows lie: one below the other, or as chips. */
export function layOf(rows: readonly Row[], planned: boolean): "rows" | "chips" | "dice" {
  const texts = rows.map(({ line }) => ("stem" in line ? line.stem : (line.answer.label ?? line.answer.text)));
  if (rows.length > MANY - 1 && texts.every((text) => text.length < SHORT)) return "dice";
  return rows.length > (planned ? BESIDE_A_PLAN : MANY) ? "chips" : "rows";
}

/** What a row says: a name first and its number second, where the answers differ by their hex alone. */
export function wordsOf(answer: Answer, answers: readonly Answer[], there: ReadonlyMap<string, readonly Unit[]>, ground: Readonly<Record<string, string>> | undefined): { title: string; more: string } {
  const plain = answer.label ?? answer.text;
  const who = whoIsThere(answer, there);
  const said = (one: Answer) => one.label ?? one.text;
  const stem = (one: Answer) => (one.hex && said(one).endsWith(` ${one.hex}`) ? said(one).slice(0, -one.hex.length) : "");
  const alike = answers.filter((one) => one.hex).every((one) => stem(one) === stem(answer));
  if (!who || (answer.label && !stem(answer)) || !alike) return { title: plain, more: who };
  return { title: who, more: [answer.hex, ground?.[answer.hex ?? ""]].filter(Boolean).join(", ") };
}

/** Rows with a key that no other has, though they may be called alike: a row that is being pressed keeps its button when the order changes. */
export function unlike<T>(rows: readonly T[], called: (row: T) => string): [string, T][] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const name = called(row);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return [`${before} ${name}`, row];
  });
}
