import type { Geometry } from "./fetched";
import type { Reached, Seat, Unit } from "./protocol";
import { listed, sideName, theSide } from "./words";

export type Point = readonly [number, number];

/** The outline of a hex about its centre, as path data. */
export function outline(corners: readonly Point[]): string {
  return `M${corners.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}

/** The hexes row by row from the top, each row from the left: the order in which a reader meets them. */
export function rows(geometry: Geometry): string[][] {
  const found = new Map<number, string[]>();
  for (const [hex, [, y]] of Object.entries(geometry.hexes)) found.set(y, [...(found.get(y) ?? []), hex]);
  const x = (hex: string) => geometry.hexes[hex]?.[0] ?? 0;
  return [...found].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => x(a) - x(b)));
}

const WAYS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The hex that an arrow key leads to: the nearest that way, straight ahead before aside; the same one at the edge. */
export function stepped(geometry: Geometry, from: string, key: string): string {
  const [way, here] = [WAYS[key], geometry.hexes[from]];
  if (!way || !here) return from;
  let best = from;
  let least = Infinity;
  for (const [hex, [x, y]] of Object.entries(geometry.hexes)) {
    const ahead = (x - here[0]) * way[0] + (y - here[1]) * way[1];
    const aside = Math.abs((x - here[0]) * way[1]) + Math.abs((y - here[1]) * way[0]);
    const far = ahead + aside + (x - here[0]) * 0.01;
    if (ahead > geometry.size * 0.3 && aside < geometry.size * 0.6 && far < least) [best, least] = [hex, far];
  }
  return best;
}

/** The marks of a counter in words, those with a note by their note: "frozen" as "frozen till 5:40, ...". */
export function marksOf({ marks, notes = [] }: Unit): string[] {
  return [...notes, ...marks.filter((mark) => !notes.some((note) => note.startsWith(`${mark} `)))];
}

/** What the weaker side of a counter is called, where that is up: its states begin with it. */
export function faceWord({ pale, states }: Unit): string {
  return pale ? (states[0] ?? "worn") : "";
}

/** A counter in words, for those who point or listen. */
export function unitWords(unit: Unit): string {
  const now = unit.now.join("-") === unit.numbers.join("-") ? "" : ` (now ${unit.now.join("-")})`;
  const group = unit.brigade ?? unit.top;
  const kind = group.toLowerCase() === unit.arm ? unit.arm : [group, unit.arm].filter(Boolean).join(" ");
  const back = unit.back ? `back ${unit.back.numbers.join("-")}` : "";
  return [`${sideName(unit.side)}, ${kind}`, `${unit.numbers.join("-")}${now}`, back, faceWord(unit), ...marksOf(unit)]
    .filter(Boolean)
    .join(", ");
}

/** What is known of a hex, in words. */
export function hexWords(
  units: readonly Unit[],
  flag: Seat | null | undefined,
  answers: number,
  reached?: Reached,
  place?: string,
): string {
  const what = `victory hex${place ? ` of ${place}` : ""}`;
  const held = flag !== undefined ? `${what}, held by ${theSide(flag)}` : place ? what : "";
  const there = units.length ? listed(units.map((unit) => unit.name)) : "";
  const cost = reached ? `${reached.cost} movement points${reached.draws_fire ? ", draws fire" : ""}` : "";
  return [there, held, cost, answers ? `${answers} ${answers === 1 ? "answer" : "answers"} here` : ""].filter(Boolean).join("; ");
}

/** The board as one sees it from the other end of the table. */
export function turnedAbout(geometry: Geometry): Geometry {
  const { width, height, view, hexes, corners } = geometry;
  const [left, top, wide, high] = view;
  return {
    ...geometry,
    view: [width - left - wide, height - top - high, wide, high],
    hexes: Object.fromEntries(Object.entries(hexes).map(([hex, [x, y]]) => [hex, [width - x, height - y]])),
    corners: corners.map(([x, y]) => [-x, -y]),
  };
}
