import { isMove } from "./chapters";
import type { LogLine } from "./protocol";

/** The way of a counter over the board, in the board's own units, and how long it takes in milliseconds. */
export interface Glide {
  unit: string;
  points: readonly (readonly [number, number])[];
  time: number;
}

/** One hex, and each hex more. */
const FIRST = 350;
const MORE = 80;

/** The counters that moved in some lines, each along all its hexes; hexes that are not on the board are passed over. */
export function glides(lines: readonly LogLine[], hexes: Readonly<Record<string, readonly [number, number]>>): Glide[] {
  const ways = new Map<string, string[]>();
  for (const line of lines) {
    if (!isMove(line) || !line.hex || !line.from?.length) continue;
    for (const unit of line.units) {
      const way = ways.get(unit) ?? [line.from[0] as string];
      ways.set(unit, [...way, line.hex]);
    }
  }
  return [...ways].flatMap(([unit, way]) => {
    const points = way.map((hex) => hexes[hex]).filter((at) => at !== undefined);
    return points.length > 1 ? [{ unit, points, time: FIRST + MORE * (points.length - 2) }] : [];
  });
}
