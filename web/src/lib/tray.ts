import type { Brigade, Chits, GameState, Seat, View } from "./protocol";

/** A cup with nothing in it, where a view has none. */
export const NO_CHITS: Chits = { puller: "", cup: [], backs: {}, drawn: [], pools: {}, spent: {}, held: {} };

/** The seats of a view, in the order in which it names them, else in that of their units. */
export function seatsOf(view: View): Seat[] {
  return view.seats ?? (view.chits ? Object.keys(view.chits.backs) : [...new Set(view.units.map((unit) => unit.side))]);
}

/** How many chits are still in the cup. */
export function inCup(chits: Chits): number {
  return chits.cup.length + Object.values(chits.backs).reduce((sum, n) => sum + n, 0);
}

/** The brigades of a side, each with what it may still do; those without units come last. */
export function brigadesOf(view: View, seat: Seat): Brigade[] {
  const late = (row: Brigade) => Number(row.state === "no units" || row.state === "not yet in play");
  return (view.brigades ?? []).filter((row) => row.side === seat).sort((a, b) => late(a) - late(b));
}

/** "full 67 %": the chance of a whole activation for a brigade that may still act, else "". */
export function fullWords(row: Brigade): string {
  return row.full == null ? "" : `full ${Math.round(100 * row.full)} %`;
}

/** What a brigade may still do this turn, with its rating and its chance of a whole activation; "" where nothing is known. */
export function actsWords(view: View, side: Seat, brigade: string): string {
  const row = view.brigades?.find((one) => one.side === side && one.brigade === brigade);
  return row ? [row.state, `rating ${row.rating}`, fullWords(row)].filter(Boolean).join(", ") : "";
}

/** A seat's chits in the cup: those that we know by name, and how many are backs to us as well. */
export function cupOf(chits: Chits, seat: Seat, mine: Chits["mine"]): { known: string[]; backs: number } {
  const known = mine?.in_cup ?? [];
  return { known, backs: (chits.backs[seat] ?? 0) - known.length };
}

/** The side whose units a chit activates; null for one that is nobody's, or of which nothing is known. */
export function sideOfChit(view: View, chit: string): Seat | null {
  return [...(view.brigades ?? []), ...(view.commanders ?? [])].find((row) => row.chit === chit)?.side ?? null;
}

/** How many chits of each side are in the cup, by name or face down. */
export function cupSides(view: View): { side: Seat; count: number }[] {
  const { cup, backs } = view.chits ?? NO_CHITS;
  const count = (side: Seat) => (backs[side] ?? 0) + cup.filter((chit) => sideOfChit(view, chit) === side).length;
  return seatsOf(view).map((side) => ({ side, count: count(side) })).filter((row) => row.count > 0);
}

/** The sides whose hands are shown, ours before the other's. */
export function handsOf(view: View, ours: readonly Seat[]): Seat[] {
  const all = seatsOf(view);
  return [...all.filter((side) => ours.includes(side)), ...all.filter((side) => !ours.includes(side))];
}

/** What a seat knows of its own chits, where it may be seen here: open to all, or looked at; nothing while it is covered. */
export function handOf(table: { state: GameState | null; looking: Seat }, chits: Chits, side: Seat, covered: boolean): Chits["mine"] {
  if (covered) return undefined;
  return table.state?.views?.[side]?.chits?.mine ?? (side === table.looking ? chits.mine : undefined);
}

/** A sign for the state of a brigade, beside its word. */
export function stateSign(state: string): string {
  return { available: "●", activated: "✓", limited: "◐", lost: "✗", "limited or lost": "◐", "not yet in play": "…", "no units": "–" }[state] ?? "·";
}

/** Each hex with a flag by the seat that holds it. */
export function holdings(view: View): { hex: string; side: Seat | null; place: string }[] {
  return Object.entries(view.control ?? {}).map(([hex, side]) => ({ hex, side, place: view.places?.[hex] ?? "" }));
}

/** The same by the places that they belong to, each named once, in the order in which they are listed. */
export function holdingsByPlace(view: View): { place: string; held: { hex: string; side: Seat | null }[] }[] {
  const found = new Map<string, { hex: string; side: Seat | null }[]>();
  for (const { hex, side, place } of holdings(view)) found.set(place, [...(found.get(place) ?? []), { hex, side }]);
  return [...found].map(([place, held]) => ({ place, held }));
}

/** What the ground of several hexes has in common besides its kind and height, such as "Stone wall", as their name; "" where nothing is. */
export function commonGround(grounds: readonly (string | undefined)[]): string {
  const [first = [], ...rest] = grounds.map((ground) => (ground ?? "").split(", ").slice(2));
  const name = grounds.length > 1 ? (first.find((part) => rest.every((parts) => parts.includes(part))) ?? "") : "";
  const bare = name.replace(/^the /, "");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** The boxes of the turn track. */
export function turnBoxes(view: View): { turn: number; state: "past" | "now" | "to come" }[] {
  const { first, last } = view.turns;
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const turn = first + i;
    return { turn, state: turn < view.turn ? "past" : turn === view.turn ? "now" : "to come" };
  });
}

/** Phases as the book calls them. */
export function phaseName(phase: string): string {
  const words = phase.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
