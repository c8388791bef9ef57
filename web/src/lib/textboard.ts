import type { Geometry } from "./fetched";

/** A hex beside another, and which way. */
export interface Beside {
  way: string;
  hex: string;
  /** What lies between them: "slope up, road". */
  between: string;
}

const WAYS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"] as const;

/** The hexes around a hex, from the east against the clock, as the map lies with north up. */
export function around(geometry: Geometry, hex: string): Beside[] {
  const here = geometry.hexes[hex];
  if (!here) return [];
  const found: (Beside & { angle: number })[] = [];
  for (const [name, [x, y]] of Object.entries(geometry.hexes)) {
    const [dx, dy] = [x - here[0], here[1] - y];
    if (name === hex || Math.hypot(dx, dy) > geometry.size * 1.3) continue;
    const angle = (Math.atan2(dy, dx) + 2 * Math.PI + 0.01) % (2 * Math.PI);
    const way = WAYS[Math.round(angle / (Math.PI / 4)) % WAYS.length] ?? "";
    found.push({ way, hex: name, between: geometry.sides?.[hex]?.[name] ?? "", angle });
  }
  return found.sort((a, b) => a.angle - b.angle).map(({ way, hex: name, between }) => ({ way, hex: name, between }));
}

/** Keys of the hex cursor, laid as on a block of numbers: Home is north-west, Page Down south-east. */
export const STEPS: Record<string, readonly string[]> = {
  ArrowRight: ["east"],
  ArrowLeft: ["west"],
  PageUp: ["north-east"],
  Home: ["north-west"],
  PageDown: ["south-east"],
  End: ["south-west"],
  ArrowUp: ["north", "north-east", "north-west"],
  ArrowDown: ["south", "south-east", "south-west"],
};

/** Where a hex has no neighbour to the east and west. */
const ASIDE: Record<string, readonly string[]> = {
  ArrowRight: ["north-east", "south-east"],
  ArrowLeft: ["south-west", "north-west"],
};

/** Whether the hexes lie flat side up: a corner points to the east. */
function flat(geometry: Geometry): boolean {
  return geometry.corners.some(([x, y]) => x > 0 && Math.abs(y) < geometry.size * 0.05);
}

/** The hex that a key leads to, null for other keys and at the edge of the map. */
export function step(geometry: Geometry, hex: string, key: string): string | null {
  const beside = around(geometry, hex);
  for (const way of (flat(geometry) ? ASIDE[key] : undefined) ?? STEPS[key] ?? []) {
    const found = beside.find((one) => one.way === way);
    if (found) return found.hex;
  }
  return null;
}
