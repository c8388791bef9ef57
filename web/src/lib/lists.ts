import type { Section } from "./moment";
import type { Seat, View } from "./protocol";
import { seatsOf } from "./tray";

/** The lists of one side; of the field where they are nobody's. */
export interface SideLists {
  /** "" for the field. */
  side: Seat;
  lists: Section[];
}

/** The lists of a view by whose they are, in the order of the seats; those of nobody come last. */
export function listsBySide(view: View): SideLists[] {
  const of = (side: Seat) => (view.lists ?? []).filter((list) => (list.side ?? "") === side);
  return [...seatsOf(view), ""].map((side) => ({ side, lists: of(side) })).filter(({ lists }) => lists.length > 0);
}

/** How many things a list holds: as it says itself, else the units that it names, else its lines. */
export function counted({ items = [], count }: Section): number {
  if (count !== undefined) return count;
  const units = items.flatMap((item) => item.units ?? []);
  return units.length || items.length;
}

/** A list as it is read at once. */
export function whole({ items = [] }: Section): string {
  return items.map((item) => item.text).join("\n");
}
