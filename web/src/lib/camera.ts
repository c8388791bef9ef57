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

/** Left, top, width, height. */
export type Box = readonly [number, number, number, number];

export const CLOSEST = 2.5;
const FURTHEST_SHARE = 0.5;
const KEPT_IN_SIGHT = 80;

/** The camera that shows a box whole and in the middle. */
export function fit([left, top, width, height]: Box, window: Size): Camera {
  const scale = Math.min(window.width / width, window.height / height);
  return {
    scale,
    x: (window.width - width * scale) / 2 - left * scale,
    y: (window.height - height * scale) / 2 - top * scale,
  };
}

/** Closer by a factor, with the point of the window at (x, y) staying where it is. */
export function zoom(camera: Camera, factor: number, x: number, y: number, whole: number): Camera {
  const least = Math.min(whole * FURTHEST_SHARE, CLOSEST);
  const scale = Math.min(CLOSEST, Math.max(least, camera.scale * factor));
  const ratio = scale / camera.scale;
  return { scale, x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio };
}

/** Moved by so many pixels, with some of the board always left in sight. */
export function pan(camera: Camera, dx: number, dy: number, board: Size, window: Size): Camera {
  const held = (value: number, length: number, room: number) =>
    Math.min(room - KEPT_IN_SIGHT, Math.max(KEPT_IN_SIGHT - length * camera.scale, value));
  return {
    scale: camera.scale,
    x: held(camera.x + dx, board.width, window.width),
    y: held(camera.y + dy, board.height, window.height),
  };
}

/** Whether a point of the board lies in the window, with a margin in pixels. */
export function inSight(camera: Camera, [px, py]: readonly [number, number], window: Size, margin = 10): boolean {
  const x = px * camera.scale + camera.x;
  const y = py * camera.scale + camera.y;
  return x >= margin && y >= margin && x <= window.width - margin && y <= window.height - margin;
}

/** The camera moved so that a point comes into the middle, at the same scale; at an edge no more is seen beyond the board than must be. */
export function centred(camera: Camera, [px, py]: readonly [number, number], window: Size, board: Size): Camera {
  const { scale } = camera;
  const filled = (middle: number, length: number, room: number) =>
    length * scale < room ? (room - length * scale) / 2 : Math.min(0, Math.max(room - length * scale, middle));
  return {
    scale,
    x: filled(window.width / 2 - px * scale, board.width, window.width),
    y: filled(window.height / 2 - py * scale, board.height, window.height),
  };
}

/** The middle of two fingers and how far they are apart. */
export function pinch(a: { x: number; y: number }, b: { x: number; y: number }): { x: number; y: number; span: number } {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, span: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
}
