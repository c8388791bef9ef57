/** Whole ways back: which questions have them, which one is proposed, which one a hex means. No rule is known here. */
import type { MarchPlan } from "./marching";
import type { Answer, Decision } from "./protocol";

const KINDS = new Set(["retreat", "withdraw", "panic"]);

/** Whether a question is one of ways back, or of whom to take. */
export const hasWays = (decision: Decision | null): boolean => decision !== null && KINDS.has(decision.kind);

/** The way that Enter takes. */
export const proposedWay = (plans: readonly MarchPlan[]): MarchPlan | null => plans.find((plan) => plan.best) ?? plans[0] ?? null;

/** The way that ends in a hex, or that takes a unit. */
export function wayTo(plans: readonly MarchPlan[], hex: string | null, unit: string | null): MarchPlan | null {
  const mine = unit ? plans.find((plan) => !Object.keys(plan.ghosts ?? {}).length && plan.units.includes(unit)) : undefined;
  return mine ?? plans.find((plan) => plan.at === hex && hex !== null) ?? null;
}

/** Whether an answer is one of whole ways, or the first step of one. */
export const isOnWay = (plans: readonly MarchPlan[], { text, hex }: Pick<Answer, "text" | "hex">): boolean =>
  plans.some((plan) => plan.text === text || (hex !== null && Object.keys(plan.ghosts ?? {}).length > 0 && (plan.at === hex || plan.path?.slice(1).includes(hex))));

/** What is written at the end of a way: the fire that it runs through, or what makes a unit liable. */
export function labelOf(plan: MarchPlan): string {
  if (plan.label) return plan.label;
  const fire = (plan.draws ?? []).reduce((sum, row) => sum + Number.parseFloat(row.sp), 0);
  return fire ? `${fire} SP` : "";
}

/** Whether ways are told apart by numbers, in the card, on the board and by the keys: several that end somewhere. */
export const areNumbered = (plans: readonly MarchPlan[]): boolean =>
  plans.length > 1 && plans.every((plan) => Object.keys(plan.ghosts ?? {}).length > 0);

/** The number of a way, the same in the card and on the board. */
export const numberOf = (plans: readonly MarchPlan[], plan: MarchPlan): number => plans.indexOf(plan) + 1;
