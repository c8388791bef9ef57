/** Painting a board: which hex or hexside is meant, and how a picture comes to lie under the grid by three hexes. */
import type { Geometry } from "./fetched";
import type { Point } from "./places";

/** A hex, and where it lies in the picture. */
export interface Pin {
  hex: string;
  x: number;
  y: number;
}

const far = ([x, y]: Point, [u, v]: Point): number => Math.hypot(x - u, y - v);

/** The hexes beside one, clockwise from the first after north. */
export function beside({ hexes, size }: Geometry, hex: string): string[] {
  const here = hexes[hex];
  if (!here) return [];
  const turn = ([x, y]: Point) => (Math.atan2(x - here[0], here[1] - y) + 2 * Math.PI) % (2 * Math.PI);
  return Object.entries(hexes)
    .filter(([name, at]) => name !== hex && far(at, here) < size * 1.3)
    .sort(([, a], [, b]) => turn(a) - turn(b))
    .map(([name]) => name);
}

/** The neighbour over whose hexside a point of a hex lies nearest. */
export function sideAt(geometry: Geometry, hex: string, point: Point): string | undefined {
  const distance = (other: string) => far(geometry.hexes[other] ?? [0, 0], point);
  return beside(geometry, hex).sort((a, b) => distance(a) - distance(b))[0];
}

/** The two ends of the hexside between two neighbours. */
export function endsOf({ hexes, corners }: Geometry, a: string, b: string): [Point, Point] | null {
  const [here, there] = [hexes[a], hexes[b]];
  if (!here || !there) return null;
  const [first, second] = corners.map(([x, y]): Point => [here[0] + x, here[1] + y]).sort((p, q) => far(p, there) - far(q, there));
  return first && second ? [first, second] : null;
}

/** Whether a road may lead from hex to hex so. */
export function isPath(geometry: Geometry, hexes: readonly string[]): boolean {
  return hexes.every((hex, n) => n === 0 || beside(geometry, hexes[n - 1] ?? "").includes(hex));
}

/** What lays a picture so that three of its points lie on the middles of three hexes: the six numbers of a matrix; null where the three are in one line. */
export function matrixOf({ hexes }: Geometry, pins: readonly Pin[]): number[] | null {
  const [p, q, r] = pins;
  const [u, v, w] = pins.map(({ hex }) => hexes[hex]);
  if (!p || !q || !r || !u || !v || !w) return null;
  const area = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
  if (Math.abs(area) < 1) return null;
  const along = (k: 0 | 1): [number, number] => [
    ((v[k] - u[k]) * (r.y - p.y) - (w[k] - u[k]) * (q.y - p.y)) / area,
    ((w[k] - u[k]) * (q.x - p.x) - (v[k] - u[k]) * (r.x - p.x)) / area,
  ];
  const [[a, c], [b, d]] = [along(0), along(1)];
  return [a, b, c, d, u[0] - a * p.x - c * p.y, u[1] - b * p.x - d * p.y];
}

/** Three hexes far from each other, to lay a picture by. */
export function farApart({ hexes, width, height }: Geometry): string[] {
  const corners: Point[] = [[0, 0], [width, 0], [0, height]];
  return corners.map((corner) => Object.keys(hexes).reduce((best, hex) => (far(hexes[hex] ?? [0, 0], corner) < far(hexes[best] ?? [0, 0], corner) ? hex : best)));
}

/** Features of a hex with one of them put in or taken out. */
export function toggled(features: string, word: string): string {
  const words = features.split(";").map((one) => one.trim()).filter(Boolean);
  return (words.includes(word) ? words.filter((one) => one !== word) : [...words, word]).join(";");
}
