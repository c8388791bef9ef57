import type { Unit } from "./protocol";

/** The counters of one hex, the lowest first: the last one lies on top. */
export interface Stack {
  hex: string;
  units: Unit[];
}

/** A printed strength as a number; a cadre counts one half. */
export function strength(unit: Unit): number {
  const printed = unit.numbers[0] ?? "";
  return printed === "C" ? 0.5 : Number.parseFloat(printed) || 0;
}

/** A direction of the board, as the board is turned. */
export function turnedTo(heading: number, turned: boolean): number {
  return (heading + (turned ? 180 : 0)) % 360;
}

/** The front of a counter that lies apart: an arrowhead at the edge of its square. */
export function front(heading: number, turned: boolean): { angle: number; path: string } {
  const angle = turnedTo(heading, turned);
  const turn = (angle * Math.PI) / 180;
  const edge = HALF / Math.max(Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn)));
  return { angle, path: `M-11 ${-edge}L0 ${-edge - 11}L11 ${-edge}Z` };
}

/** The front of a counter in its hex: a bar along that side of the hex, inside it, clear of the counter's numbers. */
export const FRONT = "M-12 -48H12";

/** The side of a hex that lies at its top. */
export const HEXSIDE = "M-27 -50H27";

const HALF = 41;

/** Units by which a counter lies below the middle of its hex, so that the number of the hex stays readable. */
export const LOW = 5;

/** The drawings of a counter by the pixels that a hex measures from side to side. */
export type Detail = "whole" | "small" | "strength" | "speck";

export function detailAt(pixels: number): Detail {
  if (pixels >= 57) return "whole";
  if (pixels >= 30) return "small";
  return pixels >= 20 ? "strength" : "speck";
}

/**
 * Where the disc with the number of counters lies, from the middle of the top one, and how large it is: clear of figures
 * and neighbours, larger where counters are seen small; smaller still they have none, as nobody could read it.
 */
export function countPlace(
  corners: readonly (readonly [number, number])[],
  detail: Detail,
): { x: number; y: number; r: number } | null {
  const flat = Math.max(...corners.map(([, y]) => y)) < 55;
  if (detail === "whole") return flat ? { x: 36, y: 46, r: 9.5 } : { x: 44, y: 24, r: 9.5 };
  if (detail === "small") return flat ? { x: 33.5, y: 47, r: 12.5 } : { x: 47, y: 29, r: 12.5 };
  return null;
}

/** Whether a stack is as high as it may be: "9 of 10" is not. */
export function isFull(limit: string | undefined): boolean {
  const found = /^([\d.]+) of ([\d.]+)$/.exec(limit ?? "");
  return found !== null && Number(found[1]) >= Number(found[2]);
}

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
  const ordered = isOrdered(members);
  const rank = ({ id, layer }: Unit) => (ordered ? -(layer ?? Number.MAX_SAFE_INTEGER) : raised.indexOf(id));
  const units = members
    .map((unit, i) => ({ unit, i }))
    .sort((a, b) => rank(a.unit) - rank(b.unit) || strength(a.unit) - strength(b.unit) || b.i - a.i);
  return { hex, units: units.map(({ unit }) => unit) };
}

const EDGE = 5;
/** Counters of a closed stack that are seen. */
export const SEEN = 3;
const APART = 88;
const IN_A_ROW = 4;

/** Where the i-th of n counters lies from the top one's place: an edge of two more behind it, or fanned out in rows. */
export function placed(i: number, n: number, fanned: boolean): { x: number; y: number } {
  const fromTop = n - 1 - i;
  if (!fanned) {
    const aside = -EDGE * Math.min(fromTop, SEEN - 1) || 0;
    return { x: aside, y: aside };
  }
  const rows = Math.ceil(n / IN_A_ROW);
  const row = Math.floor(fromTop / IN_A_ROW);
  const inRow = Math.min(IN_A_ROW, n - row * IN_A_ROW);
  return { x: ((fromTop % IN_A_ROW) - (inRow - 1) / 2) * APART, y: (row - (rows - 1) / 2) * APART };
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Where in a free part of the window something is laid so that it hides the least: the corner under which the lightest of
 * the points lie, of equal ones that which is furthest from a point.
 *
 * @param points where something is that is to be seen, and how much it matters
 */
export function corner(
  free: Box,
  size: { wide: number; high: number },
  points: readonly { x: number; y: number; weight: number }[],
  from: { x: number; y: number },
): { left: number; top: number } {
  const across = [free.left, Math.max(free.left, free.right - size.wide)];
  const down = [Math.max(free.top, free.bottom - size.high), free.top];
  const rated = down.flatMap((top) =>
    across.map((left) => {
      const under = points.filter(({ x, y }) => x > left && x < left + size.wide && y > top && y < top + size.high);
      const hidden = under.reduce((sum, { weight }) => sum + weight, 0);
      return { left, top, hidden, far: Math.hypot(left + size.wide / 2 - from.x, top + size.high / 2 - from.y) };
    }),
  );
  const [best] = rated.sort((a, b) => a.hidden - b.hidden || b.far - a.far);
  return { left: best?.left ?? free.left, top: best?.top ?? free.top };
}

/** The strength of several counters as it counts now; a cadre one half. */
export function strengthOf(units: readonly Unit[]): number {
  return units.reduce((sum, unit) => sum + strength({ ...unit, numbers: unit.now }), 0);
}

/** Whether the order of a stack is a fact of the game, not only of the eye. */
export function isOrdered(units: readonly Unit[]): boolean {
  return units.some(({ layer }) => typeof layer === "number");
}
