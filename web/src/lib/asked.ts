import type { Asked, Decision, GameState } from "./protocol";

/** A question that is put to a seat of ours. */
export function isAsked(decision: Decision): decision is Asked {
  return decision.actions !== undefined && decision.number !== undefined;
}

/** The question to show: of the seat that looks, else the first of our seats that is asked. */
export function current(state: GameState | null): Asked | null {
  const asked = (state?.decisions ?? []).filter(isAsked);
  return asked.find((decision) => decision.seat === state?.seat) ?? asked[0] ?? null;
}

/** Whether answers are held back until their seat looks: on one screen, where they would tell what it holds. */
export function isCovered(state: GameState | null, decision: Asked | null, looking: string): boolean {
  if (!state?.hotseat || !decision?.secret || state.views) return false;
  return looking !== decision.seat;
}

/** Without the answers that tell something; for a moment the server may show more than is wanted any longer. */
export function coveredAnswers(decision: Asked): Asked {
  const passing = decision.optional ? decision.actions.filter((answer) => answer.text === decision.usual) : [];
  return { ...decision, actions: passing, proposed: passing[0]?.text ?? null };
}

/** The seats of others that are waited for. */
export function awaited(state: GameState | null): string[] {
  return (state?.decisions ?? []).filter((decision) => !isAsked(decision)).map((decision) => decision.seat);
}

/** The seat that an undo would be for, and what bars it where it is barred for all of ours. */
export function undoOf(state: GameState | null): { seat: string | null; bar: string } {
  const entries = Object.entries(state?.undo ?? {});
  const free = entries.find(([, bar]) => bar === null);
  return free ? { seat: free[0], bar: "" } : { seat: null, bar: entries[0]?.[1] ?? "nothing has been done yet" };
}

/** A prompt as its question and what is said to help after it. */
export function parted(prompt: string): { question: string; hint: string } {
  const end = prompt.indexOf("? ");
  return end < 0 ? { question: prompt, hint: "" } : { question: prompt.slice(0, end + 1), hint: prompt.slice(end + 2) };
}

/** A question without the name at its beginning that a step around it has already said: "Tyler: fire at which hex?" in
    "Tyler, attack › fire". */
export function bare(question: string, steps: readonly string[]): string {
  const named = /^([^:?]+): (.+)$/s.exec(question);
  return named && steps.slice(0, -1).some((step) => step === named[1] || step.startsWith(`${named[1]}, `)) ? (named[2] ?? question) : question;
}

/** So many letters of what could still be done are read at a glance. */
const GLANCE = 90;

/** What could still be done; where it is long, how many there are of each without their names. */
export function inShort(undone: string): string {
  if (undone.length <= GLANCE) return undone;
  return undone.split("; ").map((part) => part.split(": ")[0]).join("; ");
}
