/** What the status line says of a battle, from the words that its view has. */
import type { Decision, View } from "./protocol";
import { phaseName } from "./tray";

/** Titles that the line or the card say beside the steps: the turn, and whose player turn it is. */
const SAID = /^Turn \d+\b|^(Union|Confederate) player turn$/;

/** The steps of the procedure under way, the present one last, without the turn; a title that the next one only says at greater length goes. */
export function stepsOf(view: View, decision: Decision | null): string[] {
  const stack = decision?.stack ?? [];
  const steps = stack.filter((title, i) => title !== stack[i + 1] && !stack[i + 1]?.startsWith(`${title}, `) && !SAID.test(title));
  return steps.length ? steps : [phaseName(view.phase)];
}

/** The present step and the one that it belongs to: whom both are about is named once, "tough test › retreat of 27 VA". */
export function trailOf(steps: readonly string[]): string {
  const [whole = "", now = ""] = steps.slice(-2);
  const about = / of .+$/.exec(now)?.[0] ?? "";
  return [about && whole.endsWith(about) ? whole.slice(0, -about.length) : whole, now].filter(Boolean).join(" › ");
}

/** A step as the status line has it: gone by, the present one, or still to come. */
export interface StepMark {
  name: string;
  state: "past" | "now" | "coming";
}

/** More steps than these are not shown beside the present one. */
const BESIDE = 3;

/**
 * What the present step belongs to, and the steps around it in their order; inside a step, such as a retreat, that alone.
 * After the last of them there is none.
 */
export function stepRow(view: View, decision: Decision | null, over = false): { whole: string; row: StepMark[] } {
  if (over) return { whole: "", row: [{ name: "The battle is over", state: "now" }] };
  const trail = stepsOf(view, decision);
  const { steps = [], step = -1 } = view;
  const now = steps[step];
  const last = trail[trail.length - 1] ?? "";
  if (now === undefined || (decision && now !== last)) return { whole: trail[trail.length - 2] ?? "", row: [{ name: last, state: "now" }] };
  const from = Math.max(0, Math.min(step - 1, steps.length - BESIDE));
  const row = steps.map((name, i): StepMark => ({ name, state: i < step ? "past" : i === step ? "now" : "coming" }));
  return { whole: decision ? (trail[trail.length - 2] ?? "") : "", row: row.slice(from, from + BESIDE) };
}

/** The points of both sides, where the words of the score tell both: "Union 18 points, Confederates 3". */
export function pointsOf(score: string): { union: number; confederate: number } | null {
  const found = /^Union (-?\d+)(?: points?)?, Confederates? (-?\d+)\b/.exec(score);
  return found ? { union: Number(found[1]), confederate: Number(found[2]) } : null;
}

/** The score in words; where a battle has none, its points. */
export function scoreWords(view: View): string {
  return view.score ?? `${view.points} ${view.points === 1 ? "point" : "points"}`;
}
