/** Where the map opens: close enough to be read, on what the question is about. No rule is known here. */
import { type Camera, centred, inSight, type Room, type Size } from "./camera";
import type { Geometry } from "./fetched";
import type { Decision, Unit } from "./protocol";

/** Pixels of a hex on opening by the width of the window: from side to side at least, from left to right at most. */
const CLOSE: readonly { from: number; least: number; most: number }[] = [
  { from: 1800, least: 72, most: 104 },
  { from: 700, least: 60, most: 88 },
  { from: 0, least: 56, most: 72 },
];
/** Who stands so much further from the enemy than the foremost still belongs to them, in hexes. */
const ABREAST = 1.5;
/** So many hexes are seen around what the map opens on. */
const AROUND = 1;

type Point = readonly [number, number];
type Board = Pick<Geometry, "size" | "width" | "height" | "view" | "hexes" | "corners">;

/**
 * The camera to open with: on all hexes that matter where they find room, else on those that the question is about.
 *
 * @param matter what is to be seen where it can be; @param about what is seen before the rest
 */
export function opening(board: Board, window: Size, room: Room, matter: readonly string[], about: readonly string[]): Camera {
  const { least, most } = CLOSE.find(({ from }) => window.width >= from) ?? { least: 56, most: 72 };
  const points = (hexes: readonly string[]): Point[] => hexes.flatMap((hex) => (board.hexes[hex] ? [board.hexes[hex]] : []));
  const whole = boxOf([...points(matter), ...points(about)], board);
  const scale = Math.min(room.width / whole.width, room.height / whole.height);
  const wide = 2 * Math.max(...board.corners.map(([x]) => x));
  const seen = Math.min(most / wide, Math.max(least / board.size, scale));
  const middle = scale * board.size >= least ? whole.middle : crowd(points(about.length ? about : matter), room, seen);
  return centred({ scale: seen, x: 0, y: 0 }, middle ?? whole.middle, room, board);
}

/** The camera moved to a question's hexes, as many as can be seen together, where none of them is in sight; else null. */
export function brought(board: Board, camera: Camera, room: Room, hexes: readonly string[], margin: number): Camera | null {
  const points = hexes.flatMap((hex) => (board.hexes[hex] ? [board.hexes[hex]] : []));
  if (points.some((at) => inSight(camera, at, room, margin))) return null;
  const middle = crowd(points, room, camera.scale);
  return middle && centred(camera, middle, room, board);
}

/** The box of some points with a margin around them; of no points that of the area of play. */
function boxOf(points: readonly Point[], { size, view: [left, top, width, height] }: Board): Size & { middle: Point } {
  if (!points.length) return { width, height, middle: [left + width / 2, top + height / 2] };
  const ends = (of: readonly number[]): Point => [Math.min(...of), Math.max(...of)];
  const [x, y] = [ends(points.map(([at]) => at)), ends(points.map(([, at]) => at))];
  const long = ([from, to]: Point) => to - from + (1 + 2 * AROUND) * size;
  return { width: long(x), height: long(y), middle: [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2] };
}

/** The middle of as many points as are seen together. */
function crowd(points: readonly Point[], room: Size, scale: number): Point | null {
  const [width, height] = [room.width / scale, room.height / scale];
  const near = points.map(([x, y]) => points.filter(([px, py]) => Math.abs(px - x) < width / 2 && Math.abs(py - y) < height / 2));
  const most = near.reduce<readonly Point[]>((best, some) => (some.length > best.length ? some : best), []);
  const middle = (of: readonly number[]) => (Math.min(...of) + Math.max(...of)) / 2;
  return most.length ? [middle(most.map(([x]) => x)), middle(most.map(([, y]) => y))] : null;
}

/** The hexes to look at first: of the units asked about, else where they may come to stand, else of a side's foremost. */
export function lookedAt(decision: Decision | null, units: readonly Unit[], side: string | null | undefined, board: Board): string[] {
  const about = decision?.about ?? [];
  const there = units.flatMap(({ id, hex }) => (hex && about.includes(id) ? [hex] : []));
  const may = units.some(({ id }) => about.includes(id)) ? (decision?.actions ?? []).flatMap(({ hex }) => hex ?? []) : [];
  return [there, may].find((hexes) => hexes.length) ?? foremost(units, side, board);
}

/** What is seen beside it where there is room: where the question has answers, and what is fought for. */
export function mattering(decision: Decision | null, fought: Readonly<Record<string, unknown>> | undefined): string[] {
  return [...new Set([...(decision?.actions ?? []).flatMap(({ hex }) => hex ?? []), ...Object.keys(fought ?? {})])];
}

/** Where the units of a side stand that are nearest to an enemy; without enemies on the map where all of them stand. */
export function foremost(units: readonly Unit[], side: string | null | undefined, { hexes, size }: Pick<Board, "hexes" | "size">): string[] {
  const stand = (mine: boolean) => [...new Set(units.flatMap((unit) => (unit.hex && hexes[unit.hex] && (unit.side === side) === mine ? [unit.hex] : [])))];
  const [own, enemies] = [stand(true), stand(false)];
  if (!own.length) return enemies;
  const far = (one: string, other: string) => Math.hypot((hexes[one]?.[0] ?? 0) - (hexes[other]?.[0] ?? 0), (hexes[one]?.[1] ?? 0) - (hexes[other]?.[1] ?? 0));
  const gaps = own.map((hex) => Math.min(...enemies.map((enemy) => far(hex, enemy))));
  const least = Math.min(...gaps);
  return own.filter((_, i) => (gaps[i] ?? 0) <= least + ABREAST * size);
}
