/** Whether this screen is pressed with fingers: no keys are named there. */
export const coarse = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

/** What a key does: "Enter fires it", "B takes the whole brigade". */
const KEY = /^\s*(?:Enter|[A-Z]) (?:fires|takes)\b/;

/** A hint as a finger reads it: it taps, and what a key would do is left out. */
export function forFinger(text: string): string {
  const clauses = text.match(/[^.;]+[.;]?/g) ?? [];
  const kept = clauses.reduce<string[]>((found, clause) => {
    if (!KEY.test(clause)) return [...found, clause];
    const last = found.pop();
    return last === undefined ? [] : [...found, last.replace(/[.;]$/, clause.at(-1) ?? ".")];
  }, []);
  return kept.join("").replace(/\bClick\b/g, "Tap").replace(/\bclick\b/g, "tap").trim();
}
