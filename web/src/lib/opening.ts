/** Where the map opens when the whole of it would be too small to be read. No rule is known here. */
import { type Camera, centred, fit, type Size } from "./camera";
import type { Geometry } from "./fetched";
import type { Decision, Unit } from "./protocol";

/** Pixels of a hex from side to side: with less a counter cannot be read, with so many it can. */
const LEAST = 34;
const READABLE = 44;
/** In a window smaller than this a board is judged as if it had as much: a small board opens whole on a phone too. */
const ORDINARY: Size = { width: 700, height: 620 };
/** Who stands so much further from the enemy than the foremost still belongs to them, in hexes. */
const ABREAST = 1.5;

type Point = readonly [number, number];
type Board = Pick<Geometry, "size" | "width" | "height" | "view" | "hexes">;

/** The camera to open with; null where the whole can be read, or where nobody is to be looked at. */
export function opening(board: Board, window: Size, hexes: readonly string[]): Camera | null {
  const roomy = { width: Math.max(window.width, ORDINARY.width), height: Math.max(window.height, ORDINARY.height) };
  if (fit(board.view, roomy).scale * board.size >= LEAST) return null;
  const points = hexes.flatMap((hex) => (board.hexes[hex] ? [board.hexes[hex]] : []));
  const scale = READABLE / board.size;
  const middle = crowd(points, { width: window.width / scale, height: window.height / scale });
  return middle && centred({ scale, x: 0, y: 0 }, middle, window, board);
}

/** The middle of as many points as are seen together. */
function crowd(points: readonly Point[], { width, height }: Size): Point | null {
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
