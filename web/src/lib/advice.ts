/** What the computer would do at a question, in words and as a way on the board. No rule is known here. */

export interface Advice {
  id: string;
  decision: number;
  seat: string;
  /** The commander whose opinion it is. */
  by: string;
  text: string;
  label: string;
  /** What it would go on with. */
  then: string[];
  hexes: string[];
  units: string[];
  note: string;
  chances: { name: string; probability: number }[];
  reasons: string[];
  /** Answers that it likes as well, and the best after these. */
  others: string[];
  second: string;
  /** Of all these those that the page shows by other words than their text. */
  called?: Record<string, string>;
}

/** Words by which a move ends where it is. */
const ENDS = new Set(["done", "pass"]);
const STEP = /^(.+): (\d{3,5})$/;

/** All that it would do, steps of a unit joined to one way: "1 WV-b: 1432-1532". */
export function deeds({ text, then, called = {} }: Pick<Advice, "text" | "then" | "called">): string[] {
  const found: string[] = [];
  let going = "";
  for (const one of [text, ...then]) {
    const [, unit = "", hex = ""] = STEP.exec(one) ?? [];
    if (unit && unit === going) found.push(`${found.pop() ?? ""}-${hex}`);
    else if (unit && found.at(-1) === `move ${unit}`) found.splice(-1, 1, `${unit}: ${hex}`);
    else if (ENDS.has(one) && found.at(-1)?.startsWith("move ")) found.push(`${(found.pop() ?? "").replace("move ", "keep ")} where it is`);
    else found.push(called[one] ?? one);
    going = unit;
  }
  return found;
}

/** An answer as the page shows it, the first letter as on its button. */
export const shown = (text: string, called: Advice["called"] = {}): string => ((words) => words.charAt(0).toUpperCase() + words.slice(1))(called[text] ?? text);

/** The hexes of the way of the one unit that it would move; none where it would do something else. */
export function wayOf({ text, then }: Pick<Advice, "text" | "then">): { unit: string; path: string[] } | null {
  const steps = [text, ...then].flatMap((one) => {
    const [, unit = "", hex = ""] = STEP.exec(one) ?? [];
    return unit ? [{ unit, hex }] : [];
  });
  const [first] = steps;
  return first && steps.every(({ unit }) => unit === first.unit) ? { unit: first.unit, path: steps.map(({ hex }) => hex) } : null;
}

/** All of it as one gesture. */
export const gestureOf = ({ text, then }: Pick<Advice, "text" | "then">): string => [text, ...then].join("; ");

/** Whether a question belongs to the step in which something was begun, or to one within it; both by what they are part of. */
export function sameStep(begun: readonly string[], now: readonly string[]): boolean {
  const step = begun.slice(0, now.length < begun.length ? -1 : begun.length);
  return step.length > 1 && step.every((name, i) => now[i] === name);
}
