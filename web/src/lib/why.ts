/** What a computer that plans ahead weighed, told once the battle is over. */
import type { FromServer, Seat } from "./protocol";

/** Where plans were weighed: before the entry n. */
export interface Begun {
  n: number;
  seat: Seat;
  turn: number;
  text: string;
  /** Whether the record says that the computer weighed plans then, as it does now. */
  planned: boolean;
}

export interface Weighed {
  text: string;
  label: string;
  posture: string;
  /** The share of what is fought for that its side would hold at the end; by a plain count, how far it would be ahead. */
  worth: number;
  /** By how much that is more than by the usual plan, and how sure that is. */
  gain: number;
  error: number;
  worlds: number;
  /** Who is elsewhere after it in the first imagined battle: from which hex, to which, "" off the map. */
  goes: [string, string, string][];
}

export interface Why extends Begun {
  by: string;
  /** What befell the computer then, where another plan was carried out than the one found now. */
  note: string;
  /** The plans were judged by a plain count, since no value was learned. */
  counted: boolean;
  /** The place among those weighed of the plan that was taken; null where the battle went otherwise than is found now. */
  taken: number | null;
  weighed: Weighed[];
}

/** Whether one of the computers of a game plans ahead. */
export const plansAhead = (computers: Record<Seat, string>): boolean =>
  Object.values(computers).some((who) => /^general(:|$)/.test(who));

/** Why no computer was told to move now; "" where one was. */
export function untold({ refused, hurry }: FromServer): string {
  if (refused) return refused.reason;
  return (hurry as { cut?: boolean } | undefined)?.cut ? "" : "No computer is planning now.";
}

const HOW: Record<string, string> = {
  adjutant: "as usual",
  bold: "boldly",
  careful: "carefully",
  hold: "holding the ground that counts",
  concentrate: "keeping together",
  storm: "for the ground that counts, at any price",
  hunt: "seeking the fight",
  wait: "keeping its distance",
  spare: "sparing what it pays",
};

/** A plan in words: what is done first, and in what spirit. */
export const planWords = ({ label, posture }: Weighed): string => `${label.charAt(0).toUpperCase()}${label.slice(1)}, ${HOW[posture] ?? posture}`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** What a plan is worth, and against the usual one how much more or less, give or take its error. */
export function worthWords({ worth, gain, error }: Weighed, first: boolean): { worth: string; gain: string } {
  if (first || (!gain && !error)) return { worth: percent(worth), gain: first ? "" : "the same" };
  const sign = gain < 0 ? "−" : "+";
  const most = Math.abs(gain);
  if (most < 0.0095) return { worth: percent(worth), gain: `${sign}${(100 * most).toFixed(1)} %, give or take ${Math.max(0.1, 100 * error).toFixed(1)}` };
  return { worth: percent(worth), gain: `${sign}${percent(most)}, give or take ${Math.max(1, Math.round(100 * error))}` };
}

/** What the numbers of the table are. */
export const worthHead = (counted: boolean): string => (counted ? "How far ahead" : "Its side’s share");

export const worthMeaning = (counted: boolean): string =>
  counted
    ? "No value was learned here: a plain count of points, strength and ground tells how far ahead its side would be, 50 % where neither is, 100 % where it could hardly be more so."
    : "The share of what is fought for that would be its side’s at the end, as it has learned to judge a position.";

/** What the choice came to, in a sentence. */
export function verdict({ weighed, taken, planned, counted }: Why): string {
  if (!planned) return "The record does not say that it weighed plans here, or it did so in another way: these are the plans as it would weigh them now.";
  if (taken === null) return "In the battle it answered otherwise than is found now.";
  if (!weighed[taken]) return "";
  const bar = counted ? "by more than the margin of error" : "by more than half the margin of error";
  return taken ? `It took a plan that came out better than its usual one, ${bar}.` : `It kept to its usual plan: no other came out better ${bar}.`;
}

/** Who goes where by a plan, a unit after the other. */
export const goesWords = (goes: Weighed["goes"], name: (unit: string) => string): string =>
  goes.map(([unit, from, to]) => `${name(unit)} ${to ? `${from} to ${to}` : `from ${from} off the map`}`).join("; ");
