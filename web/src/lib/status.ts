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

/** The points of both sides, where the words of the score tell both: "Union 18 points, Confederates 3". */
export function pointsOf(score: string): { union: number; confederate: number } | null {
  const found = /^Union (-?\d+)(?: points?)?, Confederates? (-?\d+)\b/.exec(score);
  return found ? { union: Number(found[1]), confederate: Number(found[2]) } : null;
}

/** The score in words; where a battle has none, its points. */
export function scoreWords(view: View): string {
  return view.score ?? `${view.points} ${view.points === 1 ? "point" : "points"}`;
}
