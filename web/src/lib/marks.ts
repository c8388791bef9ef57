/** The language of marks on the board: how wide, how large and where, in the board's own units. No rule is known here. */
import type { Point } from "./places";
import { LOW } from "./stacks";

/** Rings of a hex: what may be chosen, what is, what would be of no use; each drawn a little inside its hex, cased. */
export const RING = { may: 3.4, chosen: 6, idle: 2.4, inside: 0.93, casing: 4.5 } as const;
/** The ring of a counter that acts, on its dark casing; a thin one round those that may. */
export const GOLD = { half: 45, line: 4.2, casing: 7, may: 2.6 } as const;
/** The edge of a hex that is fought for. */
export const HELD = { line: 3.6, casing: 7, inside: 0.956 } as const;
export const BADGE = { wide: 38, high: 21, letters: 15 } as const;
/** Lines of fire, ways of moves, ways back: how wide the line is, and the head of it, long and from side to side. */
export const FIRE = { line: 7, head: 17, wide: 21 } as const;
export const WAY = { line: 9, head: 19, wide: 27 } as const;
export const BACK = { line: 12, head: 24, wide: 34 } as const;
export const OTHER_BACK = { line: 6, head: 16, wide: 22 } as const;
/** Ways of many units at once. */
export const MANY = { line: 6, head: 15, wide: 20 } as const;
/** Half a numbered disc. */
export const DISC = 13;

/** How wide a line is, how long and wide its head. */
export interface Stroke {
  line: number;
  head: number;
  wide: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Half a counter with the line round it, and where lines keep off from it. */
const HALF = 41;
const CLEAR = { from: 47, to: 50 } as const;
/** How far from the middle of its hex a badge may reach to a side: no further than where a neighbour's plate begins. */
const REACH = { flat: 50, pointed: 63 } as const;
/** Hexes that are no further apart than this are neighbours: their counters nearly touch. */
const NEAR = 130;
const WEDGE = { fire: { long: 17, wide: 21 }, assault: { long: 21, wide: 27.8 } } as const;

/** Whether the hexes stand on a side, not on a corner. */
export function isFlat(corners: readonly Point[]): boolean {
  return Math.max(...corners.map(([, y]) => y)) < 55;
}

/** Where a badge may lie from the middle of its hex: over the right end of the band or the left one, else under the
    counter; clear of what is printed on it and on its neighbours. */
export function badgePlaces(flat: boolean, wide: number): readonly Point[] {
  const [far, y, foot] = flat ? [28, -45, 51.5] : [33, -38, 54];
  const x = Math.min(far, REACH[flat ? "flat" : "pointed"] - wide / 2);
  return [[x, y + LOW], [-x, y + LOW], [0, foot + LOW]];
}

/** How wide a badge is for its text. */
export function badgeWide(text: string): number {
  return Math.max(BADGE.wide, text.length * 7.4 + 14);
}

function boxOf([x, y]: Point, wide: number, high: number): Box {
  return { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
}

function apart(one: Box, other: Box): boolean {
  return one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
}

/** Where the badge of a hex lies on the board: at the first of its places that nothing else takes up, else at the first. */
export function badgeSpot(flat: boolean, text: string, [x, y]: Point, taken: readonly Box[]): Point {
  const wide = badgeWide(text);
  const spots = badgePlaces(flat, wide).map(([dx, dy]): Point => [x + dx, y + dy]);
  const free = (spot: Point) => {
    const box = boxOf(spot, wide, BADGE.high);
    return taken.every((one) => apart(box, one));
  };
  return spots.find(free) ?? spots[0] ?? [x, y];
}

/** What a disc with the number of counters takes up, so that a badge keeps off it. */
export function discBox([x, y]: Point, { x: dx, y: dy, r }: { x: number; y: number; r: number }): Box {
  return boxOf([x + dx, y + LOW + dy], 2 * r, 2 * r);
}

/** What a mark takes up that is drawn about a point. */
export function around(at: Point, size: number): Box {
  return boxOf(at, size, size);
}

/** What the bar of a front takes up: it lies along that side of its hex. */
export function barBox([x, y]: Point, angle: number): Box {
  const turn = (angle * Math.PI) / 180;
  return boxOf([x + Math.sin(turn) * 48, y - Math.cos(turn) * 48], 24 * Math.abs(Math.cos(turn)) + 6, 24 * Math.abs(Math.sin(turn)) + 6);
}

export interface Arrow {
  line: string;
  head: string;
  /** Where it points to. */
  tip: Point;
}

const lowered = ([x, y]: Point): Point => [x, y + LOW];

function unit([x1, y1]: Point, [x2, y2]: Point): { x: number; y: number; far: number } {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  return { x: (x2 - x1) / far, y: (y2 - y1) / far, far };
}

/** How far a way from the middle of a square goes before it leaves it. */
const leaves = (half: number, { x, y }: { x: number; y: number }) => half / Math.max(Math.abs(x), Math.abs(y));

function head([x, y]: Point, way: { x: number; y: number }, { head, wide }: Stroke): string {
  const [bx, by] = [x - way.x * head, y - way.y * head];
  return `M${round(x)} ${round(y)}L${round(bx - way.y * (wide / 2))} ${round(by + way.x * (wide / 2))}L${round(bx + way.y * (wide / 2))} ${round(by - way.x * (wide / 2))}Z`;
}

const round = (value: number) => Math.round(value * 10) / 10;

export function areNeighbours(from: Point, to: Point): boolean {
  return unit(from, to).far < NEAR;
}

/** A line of fire from counter to counter, as straight as a bullet; it touches neither. */
export function fireLine(from: Point, to: Point): Arrow {
  const [a, b] = [lowered(from), lowered(to)];
  const way = unit(a, b);
  const [start, end] = [leaves(CLEAR.from, way), leaves(CLEAR.to, way)];
  const tip: Point = [b[0] - way.x * end, b[1] - way.y * end];
  const [sx, sy] = [a[0] + way.x * start, a[1] + way.y * start];
  const [ex, ey] = [tip[0] - way.x * (FIRE.head - 3), tip[1] - way.y * (FIRE.head - 3)];
  return { line: `M${round(sx)} ${round(sy)}L${round(ex)} ${round(ey)}`, head: head(tip, way, FIRE), tip };
}

export interface Wedge {
  path: string;
  /** Its middle. */
  at: Point;
}

/**
 * The mark of fire or assault between neighbours. Pointed hexes: from the hexside into the band of the lower counter;
 * else in the gap between the two. Where a front bar lies along that hexside the wedge stands beside it.
 */
export function wedge(from: Point, to: Point, { flat, assault, barred }: { flat: boolean; assault: boolean; barred: boolean }): Wedge {
  const way = unit(from, to);
  const { long, wide } = WEDGE[assault ? "assault" : "fire"];
  const at = wedgePlace(from, to, flat, barred);
  const spot = (along: number, aside: number) => `${round(at[0] + way.x * along - way.y * aside)} ${round(at[1] + way.y * along + way.x * aside)}`;
  const path = `M${spot(long / 2, 0)}L${spot(-long / 2, wide / 2)}L${spot(-long / 2 + 4, 0)}L${spot(-long / 2, -wide / 2)}Z`;
  return { path, at };
}

/** From the middle of the upper counter's hex to that of the wedge. */
function wedgePlace(from: Point, to: Point, flat: boolean, barred: boolean): Point {
  const [upper, lower] = from[1] <= to[1] ? [from, to] : [to, from];
  const way = unit(upper, lower);
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  if (Math.abs(way.y) < 0.1) return [middle[0], middle[1]];
  if (Math.abs(way.x) < 0.1) return [middle[0] - (barred ? 26 : 0), middle[1] + LOW];
  if (!flat) return [middle[0] + way.x * 13, middle[1] + way.y * 13];
  const side = Math.sign(way.x);
  return barred ? [upper[0] + side * 61, upper[1] + 2 * LOW] : [lower[0] - side * 33, lower[1] + LOW - 38];
}

/** The way of a move through the middles of its hexes, with round bends; it ends before who stands or will stand there. */
export function wayArrow(points: readonly Point[], stroke: Stroke, occupied: boolean): Arrow | null {
  const path = points.map(lowered);
  const [last, before] = [path.at(-1), path.at(-2)];
  if (!last || !before) return null;
  const way = unit(before, last);
  const short = occupied ? leaves(HALF + 5, way) : -10;
  const tip: Point = [last[0] - way.x * short, last[1] - way.y * short];
  const end: Point = [tip[0] - way.x * (stroke.head - 3), tip[1] - way.y * (stroke.head - 3)];
  return { line: bent([...path.slice(0, -1), end]), head: head(tip, way, stroke), tip };
}

/** A line through points, its corners rounded. */
export function bent(points: readonly Point[]): string {
  const spot = ([x, y]: Point) => `${round(x)} ${round(y)}`;
  const between = ([x1, y1]: Point, [x2, y2]: Point): Point => [(x1 + x2) / 2, (y1 + y2) / 2];
  const [first, ...rest] = points;
  if (!first) return "";
  return rest.reduce((line, point, i) => {
    const next = rest[i + 1];
    return next ? `${line}Q${spot(point)} ${spot(between(point, next))}` : `${line}L${spot(point)}`;
  }, `M${spot(first)}`);
}

/** The edge of many hexes together, as closed loops: each side that belongs to one of them alone. */
export function edgeOf(hexes: Iterable<string>, places: Readonly<Record<string, Point>>, corners: readonly Point[]): string {
  const next = new Map<string, string[]>();
  const key = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`;
  for (const hex of hexes) {
    const at = places[hex];
    if (!at) continue;
    corners.forEach(([x, y], i) => {
      const [nx, ny] = corners[(i + 1) % corners.length] ?? [x, y];
      const [from, to] = [key(at[0] + x, at[1] + y), key(at[0] + nx, at[1] + ny)];
      const back = next.get(to);
      if (back?.includes(from)) next.set(to, back.filter((one) => one !== from));
      else next.set(from, [...(next.get(from) ?? []), to]);
    });
  }
  return loops(next);
}

function loops(next: Map<string, string[]>): string {
  let path = "";
  for (const start of next.keys()) {
    for (let here = next.get(start)?.pop(); here !== undefined; here = next.get(start)?.pop()) {
      path += `M${start}`;
      for (; here !== undefined && here !== start; here = next.get(here)?.pop()) path += `L${here}`;
      path += "Z";
    }
  }
  return path;
}

/** A star, for what draws fire. */
export const STAR = "M0 -10L2.6 -3.4 9.5 -4 4.4 1 8 8 1 5 -3.4 10 -3.6 3.4 -10 2.4 -4.2 -1.4 -6.4 -8Z";
