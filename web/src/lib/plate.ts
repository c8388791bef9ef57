/** A box in pixels of the window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a plate lies, and where its tip points out of it, from its own corner. */
export interface Placed {
  x: number;
  y: number;
  tip: { x: number; y: number };
}

const TURNS = 24;
const STEP = 10;
const FAR = 40;

/**
 * The nearest place beside a target where a plate covers nothing that is not to be covered; where there is none, the one
 * that covers least. `gap` is how far it keeps from the middle of the target.
 */
export function plateAt(target: { x: number; y: number }, size: { width: number; height: number }, gap: number, taken: readonly Box[], room: Box): Placed {
  let best: Box | null = null;
  let least = Infinity;
  for (let far = gap; far <= gap + FAR * STEP && least > 0; far += STEP)
    for (let turn = 0; turn < TURNS && least > 0; turn += 1) {
      const box = beside(target, size, far, (turn * 2 * Math.PI) / TURNS);
      const over = taken.reduce((sum, one) => sum + shared(box, one), 0) + size.width * size.height - shared(box, room);
      if (over < least - 0.5) [best, least] = [box, over < 0.5 ? 0 : over];
    }
  const { x, y } = best ?? { x: target.x + gap, y: target.y - size.height / 2 };
  return { x, y, tip: { x: within(target.x - x, 0, size.width), y: within(target.y - y, 0, size.height) } };
}

/** A box whose edge is so far from the target, in a direction: right first, then round by the foot. */
function beside(target: { x: number; y: number }, { width, height }: { width: number; height: number }, far: number, angle: number): Box {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  return { x: target.x + dx * (far + width / 2) - width / 2, y: target.y + dy * (far + height / 2) - height / 2, width, height };
}

function shared(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
