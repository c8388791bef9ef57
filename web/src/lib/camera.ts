/** Where the board lies in its window: a point p of the board is seen at p * scale + (x, y). */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The part of the window that nothing lies over; without left and top it begins in the window's corner. */
export interface Room extends Size {
  left?: number;
  top?: number;
}

/** How far what lies over the board reaches into the window from each side. */
export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Left, top, width, height. */
export type Box = readonly [number, number, number, number];

export const CLOSEST = 2.5;
const FURTHEST_SHARE = 0.5;
/** So many pixels of the table are seen beside the board at most, where the board is larger than its room. */
const TABLE = 14;
/** Less room than this is not looked for: what lies over the board is then not minded. */
const LEAST = 120;

/** What is left of a window. */
export function roomOf(window: Size, insets: Insets): Room {
  const [width, height] = [window.width - insets.left - insets.right, window.height - insets.top - insets.bottom];
  const [wide, high] = [width >= LEAST, height >= LEAST];
  return {
    left: wide ? insets.left : 0,
    top: high ? insets.top : 0,
    width: wide ? width : window.width,
    height: high ? height : window.height,
  };
}

/** The camera that shows a box whole and in the middle of the room. */
export function fit([left, top, width, height]: Box, room: Room): Camera {
  const scale = Math.min(room.width / width, room.height / height);
  return {
    scale,
    x: (room.left ?? 0) + (room.width - width * scale) / 2 - left * scale,
    y: (room.top ?? 0) + (room.height - height * scale) / 2 - top * scale,
  };
}

/** Closer by a factor, with the point of the window at (x, y) staying where it is. */
export function zoom(camera: Camera, factor: number, x: number, y: number, whole: number): Camera {
  const least = Math.min(whole * FURTHEST_SHARE, CLOSEST);
  const scale = Math.min(CLOSEST, Math.max(least, camera.scale * factor));
  const ratio = scale / camera.scale;
  return { scale, x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio };
}

/** Moved by so many pixels: a board that is larger than the room fills it, a smaller one stays in it. */
export function pan(camera: Camera, dx: number, dy: number, board: Size, room: Room): Camera {
  const held = (value: number, length: number, from: number, size: number) => {
    const ends = [from + size - length * camera.scale, from].sort((one, other) => one - other) as [number, number];
    const over = length * camera.scale > size ? TABLE : 0;
    return Math.min(ends[1] + over, Math.max(ends[0] - over, value));
  };
  return {
    scale: camera.scale,
    x: held(camera.x + dx, board.width, room.left ?? 0, room.width),
    y: held(camera.y + dy, board.height, room.top ?? 0, room.height),
  };
}

/** Whether a point of the board lies in the room, with a margin in pixels. */
export function inSight(camera: Camera, [px, py]: readonly [number, number], room: Room, margin = 10): boolean {
  const x = px * camera.scale + camera.x - (room.left ?? 0);
  const y = py * camera.scale + camera.y - (room.top ?? 0);
  return x >= margin && y >= margin && x <= room.width - margin && y <= room.height - margin;
}

/** The place nearest to a wanted one between two others that lies in none of some stretches; the wanted one where there is none. */
export function freePlace(wanted: number, [from, to]: readonly [number, number], taken: readonly (readonly [number, number])[]): number {
  const free = (at: number) => at >= from && at <= to && taken.every(([low, high]) => at <= low || at >= high);
  const places = [wanted, ...taken.flat()].filter(free);
  return places.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted;
}

/** The camera moved so that a point comes into the middle, at the same scale; at an edge no more is seen beyond the board than must be. */
export function centred(camera: Camera, [px, py]: readonly [number, number], room: Room, board: Size): Camera {
  const { scale } = camera;
  const filled = (middle: number, length: number, size: number) =>
    length * scale < size ? (size - length * scale) / 2 : Math.min(0, Math.max(size - length * scale, middle));
  return {
    scale,
    x: (room.left ?? 0) + filled(room.width / 2 - px * scale, board.width, room.width),
    y: (room.top ?? 0) + filled(room.height / 2 - py * scale, board.height, room.height),
  };
}

/** The middle of two fingers and how far they are apart. */
export function pinch(a: { x: number; y: number }, b: { x: number; y: number }): { x: number; y: number; span: number } {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, span: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
}
