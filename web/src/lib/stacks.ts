import type { Unit } from "./protocol";

/** The counters of one hex, the lowest first: the last one lies on top. */
export interface Stack {
  hex: string;
  units: Unit[];
  /** The printed strengths added up, where they are numbers ("C" is half a point). */
  total: string;
}

/** A printed strength as a number; a cadre counts one half. */
export function strength(unit: Unit): number {
  const printed = unit.numbers[0] ?? "";
  return printed === "C" ? 0.5 : Number.parseFloat(printed) || 0;
}

/** Where the front of a counter is drawn: an arrowhead at the edge of its square, turned with the board. */
export function front(heading: number, turned: boolean): { angle: number; path: string } {
  const angle = (heading + (turned ? 180 : 0)) % 360;
  const turn = (angle * Math.PI) / 180;
  const edge = HALF / Math.max(Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn)));
  return { angle, path: `M-11 ${-edge}L0 ${-edge - 11}L11 ${-edge}Z` };
}

const HALF = 41;

/**
 * The stacks on the board in the order of their hexes. Where the order is a fact of the game, as it is; else each with
 * the largest printed strength on top, and those that the player has laid on top higher, the last one highest.
 */
export function stacks(units: readonly Unit[], raised: readonly string[] = []): Stack[] {
  const found = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.hex) found.set(unit.hex, [...(found.get(unit.hex) ?? []), unit]);
  }
  return [...found].sort(([a], [b]) => a.localeCompare(b)).map(([hex, members]) => stack(hex, members, raised));
}

function stack(hex: string, members: Unit[], raised: readonly string[]): Stack {
  const ordered = members.some(({ layer }) => typeof layer === "number");
  const rank = ({ id, layer }: Unit) => (ordered ? -(layer ?? Number.MAX_SAFE_INTEGER) : raised.indexOf(id));
  const units = members
    .map((unit, i) => ({ unit, i }))
    .sort((a, b) => rank(a.unit) - rank(b.unit) || strength(a.unit) - strength(b.unit) || b.i - a.i);
  const total = members.reduce((sum, unit) => sum + strength(unit), 0);
  return { hex, units: units.map(({ unit }) => unit), total: String(total) };
}

const STEP = 7;
const APART = 88;
const IN_A_ROW = 4;

/** Where the i-th of n counters lies from the middle of its hex: piled up a little aside, or fanned out in rows. */
export function placed(i: number, n: number, fanned: boolean): { x: number; y: number } {
  if (!fanned) {
    const shown = Math.min(n, 4);
    const level = Math.max(0, i - (n - shown));
    return { x: (level - (shown - 1) / 2) * STEP, y: ((shown - 1) / 2 - level) * STEP };
  }
  const fromTop = n - 1 - i;
  const rows = Math.ceil(n / IN_A_ROW);
  const row = Math.floor(fromTop / IN_A_ROW);
  const inRow = Math.min(IN_A_ROW, n - row * IN_A_ROW);
  return { x: ((fromTop % IN_A_ROW) - (inRow - 1) / 2) * APART, y: (row - (rows - 1) / 2) * APART };
}
