/** Plans: whole gestures that the server offers at a decision, and how they are shown. No rule is known here. */
import { names } from "./answers";
import { brief } from "./chances";
import type { Drawing } from "./boards";
import type { Answer, Odds, Shift, Unit } from "./protocol";
import type { Scale } from "./ruler";

/** A unit that a plan leaves out, and why. */
export interface LeftOut {
  unit: string;
  why: string;
  cite: string;
}

export interface Chance {
  name: string;
  probability: number;
}

/** A shift, with the fire it belongs to where a plan has several. */
export interface PlanShift extends Shift {
  fire?: string;
}

/** One of the fires of a plan. */
export interface FireRow {
  units: string[];
  at?: string;
  headline: string;
  strength?: string;
  column?: { base: string; final: string };
  /** What else is to be said of it, such as whom it strikes. */
  note?: string;
  chances: Chance[];
}

export interface Plan {
  kind: string;
  title: string;
  /** A gesture that answers the decision. */
  text: string;
  at: string | null;
  units: string[];
  others: LeftOut[];
  headline: string;
  shifts: PlanShift[];
  chances: Chance[];
  odds: Odds | null;
  best?: boolean;
  warning?: string | null;
  ghosts?: Record<string, string>;
  path?: string[];
  cite: string;
  /** What it does, in a word, where its kind does not say it. */
  deed?: string;
  /** What the button says that carries it out, where deed and hex could be misread. */
  say?: string;
  /** Its fires one by one, where it is made of several. */
  fires?: FireRow[];
  /** On what column it begins and ends, of which. */
  strength?: string | null;
  scale?: Scale | null;
  /** The hex from which its strength is counted. */
  hex?: string | null;
  /** What ways are compared by. */
  measure?: Chance;
  /** Every case counted. */
  exact?: boolean;
  /** Of a plan that is gathered with others before they are given: its own part, and what ends the whole. */
  part?: string | null;
  end?: string;
  /** The hex that it goes against, where `at` says something else. */
  toward?: string | null;
  /** What the chances take for granted. */
  assumed?: { kind: string; answer: string; cite: string }[];
}

export interface Plans {
  id: string;
  decision: number;
  plans: Plan[];
}

/** Kinds that the plan panel deals with; the others are drawn on the board alone. */
const SHOWN = new Set(["fire", "assault", "defence"]);

const TITLES: Record<string, string> = { fire: "Fire plan", assault: "Assault plan", defence: "Defence" };
const DEEDS: Record<string, string> = { fire: "Fire at", assault: "Assault", defence: "Fire at" };

export const isShown = (plan: Plan): boolean => SHOWN.has(plan.kind);
export const isGathered = (plan: Plan): boolean => Boolean(plan.part);
/** A card that is filled in for all targets at once. */
export const isCard = (plan: Plan): boolean => plan.kind === "defence" || plan.at === null;
export const titleOf = ({ kind, deed }: Pick<Plan, "kind" | "deed">): string => (deed ? `${deed} plan` : (TITLES[kind] ?? "Plan"));
export const deedOf = ({ kind, deed }: Pick<Plan, "kind" | "deed">): string => deed ?? DEEDS[kind] ?? "Do it";

/** What the button says that carries out a plan, or several of them; one that is `settled` says it in its own words. */
export function sayOf(plan: Plan, several = 1, settled = false): string {
  if (plan.say) return plan.say;
  if (settled) return plan.text.charAt(0).toUpperCase() + plan.text.slice(1);
  return isCard(plan) ? "Fire as filled in" : `${deedOf(plan)} ${several > 1 ? `${several} hexes` : (plan.at ?? "")}`;
}

/** The plan proposed among several, else the first. */
export function proposedOf(plans: readonly Plan[]): Plan | undefined {
  return plans.find((plan) => plan.best) ?? plans[0];
}

/** Whether a plan is called the proposed one in a list: not where its chance is nought. */
export function isProposed(plan: Plan): boolean {
  return Boolean(plan.best) && chanceOf(plan) !== 0;
}

/** Every unit that takes part in one of the plans, in their order. */
export function unitsOf(plans: readonly Plan[]): string[] {
  return [...new Set(plans.flatMap((plan) => plan.units))];
}

/** The hexes that plans aim at; those of a card are the ones it fires at. */
export function targetsOf(plans: readonly Plan[]): string[] {
  const hexes = (plan: Plan) => (isCard(plan) ? (plan.fires ?? []).map((fire) => fire.at) : [plan.at]);
  return [...new Set(plans.flatMap(hexes))].filter((hex) => typeof hex === "string");
}

/** Several plans as one answer. */
export function gesture(plans: readonly Plan[]): string {
  const end = plans[0]?.end;
  if (!end || !plans.every(isGathered)) return plans.map((plan) => plan.text).join("; ");
  return [...plans.map((plan) => plan.part), end].join("; ");
}

/** The chance that a plan stands for, where it has one. */
export function chanceOf(plan: Plan | undefined): number | null {
  return mainChance(plan)?.probability ?? null;
}

function mainChance(plan: Plan | undefined): Chance | undefined {
  return plan?.measure ?? plan?.chances[0];
}

/** What is known of each fire of a plan, or of the whole of it. */
export function headlines(plan: Plan): string[] {
  const where = (at?: string) => (at && at !== plan.at ? ` at ${at}` : "");
  return plan.fires?.length ? plan.fires.map(({ headline, at }) => headline + where(at)) : [plan.headline].filter(Boolean);
}

/** What is known of a plan without what stands beside it: who takes part, the shifts that are used, and the chances. */
export function bareHeadline(plan: Plan): string {
  const units = plan.units.join(" + ");
  const used = plan.shifts.filter(({ applied }) => applied).map(({ name }) => name);
  const less = used.reduce((text, name) => {
    const at = text.indexOf(`, ${name} `);
    const figure = at < 0 ? null : /^[+-−]?\d+/.exec(text.slice(at + name.length + 3));
    return figure ? text.slice(0, at) + text.slice(at + name.length + 3 + figure[0].length) : text;
  }, plan.headline);
  const bare = less.startsWith(units) ? less.slice(units.length).replace(/^[ ,]+/, "") : less;
  return plan.chances.length ? bare.replace(/: .*$/s, "") : bare;
}

/** The shifts of each fire under its name; one list without a name where the plan is one deed. */
export function shiftsByFire(plan: Plan): [string, PlanShift[]][] {
  const found = new Map<string, PlanShift[]>();
  for (const shift of plan.shifts) found.set(shift.fire ?? "", [...(found.get(shift.fire ?? "") ?? []), shift]);
  return found.size === 1 ? [["", plan.shifts]] : [...found];
}

/** A chance told by more than its colour: good from a half, worth a thought from a quarter. */
export function toneOf(chance: number): "good" | "warn" | "bad" {
  if (chance >= 0.5) return "good";
  return chance >= 0.25 ? "warn" : "bad";
}

/** The best chance on each target, as a drawing on the board. */
export function heat(plans: readonly Plan[]): Drawing {
  const hexes: Drawing["hexes"] = {};
  for (const at of targetsOf(plans.filter((plan) => !isCard(plan)))) {
    const plan = proposedOf(plans.filter((one) => one.at === at));
    const chance = chanceOf(plan);
    if (!plan || chance === null) continue;
    const why = [mainChance(plan)?.name, ...headlines(plan)].filter(Boolean).join("; ");
    hexes[at] = { text: brief(chance), weight: chance, tone: toneOf(chance), why, cite: plan.cite };
  }
  return { hexes, lines: [], words: [] };
}

/** The best that an answer on the board may bring: of the plans that have it in them, the one with the best chance. */
export function promiseOf(answer: Answer, plans: readonly Plan[]): { text: string; why: string } | null {
  const found = answer.hex ? plans.filter((plan) => names(plan.text, answer.text)) : [];
  const [best] = found.filter((plan) => chanceOf(plan) !== null).sort((one, other) => (chanceOf(other) ?? 0) - (chanceOf(one) ?? 0));
  if (!best) return null;
  const why = [best.at && `at ${best.at}`, mainChance(best)?.name, ...headlines(best)].filter(Boolean).join("; ");
  return { text: brief(chanceOf(best) ?? 0), why };
}

/** Whether what an answer may bring is still being worked out, so that a place is kept for it. */
export function isAwaited(answer: Answer, loading: boolean): boolean {
  return loading && answer.hex !== null;
}

/** What an answer may bring at best, by plans that are known; null where none is about it. */
function promised(answer: Answer, plans: readonly Plan[]): number | null {
  const found = answer.hex ? plans.filter((plan) => names(plan.text, answer.text)).flatMap((plan) => chanceOf(plan) ?? []) : [];
  return found.length ? Math.max(...found) : null;
}

/** Where no answer is proposed: the one that may bring most, by plans that are known; null where none may bring anything. */
export function bestAnswer(answers: readonly Answer[], plans: readonly Plan[]): Answer | null {
  const [best] = answers.map((answer) => ({ answer, chance: promised(answer, plans) ?? 0 })).sort((one, other) => other.chance - one.chance);
  return best && best.chance > 0 ? best.answer : null;
}

/** Answers with a chance best first, in the places that these have among the others, which keep theirs; so does what is proposed. */
export function bestFirst(answers: readonly Answer[], plans: readonly Plan[], proposed: string | null = null): Answer[] {
  const chances = new Map(answers.flatMap((answer) => (answer.text === proposed ? [] : [[answer, promised(answer, plans)] as const])));
  const known = answers.filter((answer) => chances.get(answer) != null);
  const ranked = [...known].sort((one, other) => (chances.get(other) ?? 0) - (chances.get(one) ?? 0));
  let next = 0;
  return answers.map((answer) => (chances.get(answer) == null ? answer : (ranked[next++] ?? answer)));
}

/** A line from a hex to a target, with those who take it. */
export interface Way {
  from: string;
  to: string;
  units: string[];
}

/** Lines from where the units of a plan stand to what it aims at. */
export function waysOf(plan: Plan, units: readonly Unit[]): Way[] {
  const ways = new Map<string, Way>();
  const target = plan.toward === undefined ? plan.at : plan.toward;
  for (const { units: ids, at: to } of plan.fires ?? [{ units: plan.units, at: target }]) {
    for (const id of ids) {
      const from = units.find((unit) => unit.id === id)?.hex;
      if (!to || !from || from === to) continue;
      const way = ways.get(`${from} ${to}`) ?? { from, to, units: [] };
      way.units.push(id);
      ways.set(`${from} ${to}`, way);
    }
  }
  return [...ways.values()];
}

/** Whether all plans are for the same units, so that nothing but the way is left to choose. */
export function sameUnits(plans: readonly Plan[]): boolean {
  const all = (plan: Plan) => [...plan.units].sort().join(" + ");
  return plans.length > 0 && plans.every((plan) => plan.units.length > 0 && all(plan) === all(plans[0] as Plan));
}

/** The plan given before that these units are left of. */
export function givenFor(plan: Plan, given: readonly Plan[]): Plan | undefined {
  return given.find((one) => one.kind === plan.kind && plan.units.every((id) => one.units.includes(id)));
}

/** Of plans that were sent, those that an interruption kept from being played to the end. */
export function unplayed(plans: readonly Plan[], left: readonly string[]): Plan[] {
  const told = (plan: Plan) =>
    left.some((part) => (plan.at !== null && names(part, plan.at)) || plan.units.some((id) => names(part, id)));
  return plans.filter(told);
}
