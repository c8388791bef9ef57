import type { Seat } from "./protocol";

/** A line that a seat has said to the other. */
export interface Spoken {
  number: number;
  seat: Seat;
  text: string;
  /** The moment that it is about: after this entry. */
  entry: number | null;
  when: string;
}

/** What is known with what has come, each line once, in their order. */
export function joined(known: readonly Spoken[], come: readonly Spoken[]): Spoken[] {
  const all = new Map([...known, ...come].map((line) => [line.number, line]));
  return [...all.values()].sort((a, b) => a.number - b.number);
}
