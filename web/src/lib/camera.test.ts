import { expect, test } from "vitest";
import { centred, fit, freePlace, inSight, pan, roomOf, zoom } from "./camera";

const window = { width: 1000, height: 500 };

test("the area of play is shown whole and in the middle", () => {
  const camera = fit([100, 0, 1000, 1000], window);
  expect(camera).toEqual({ scale: 0.5, x: 200, y: 0 });
});

test("what lies under the pointer stays under it", () => {
  const before = fit([0, 0, 1000, 1000], window);
  const after = zoom(before, 1.5, 400, 200, before.scale);
  expect((400 - after.x) / after.scale).toBeCloseTo((400 - before.x) / before.scale);
  expect((200 - after.y) / after.scale).toBeCloseTo((200 - before.y) / before.scale);
});

test("what lies over the map is counted off, unless it leaves nothing", () => {
  const card = { left: 0, top: 48, right: 368, bottom: 0 };
  const room = roomOf({ width: 1400, height: 900 }, card);
  expect(room).toEqual({ left: 0, top: 48, width: 1032, height: 852 });
  const camera = fit([0, 0, 1032, 426], room);
  expect(camera).toEqual({ scale: 1, x: 0, y: 48 + 213 });
  expect(inSight(camera, [1000, 100], room)).toBe(true);
  expect(inSight(camera, [1040, 100], room)).toBe(false);
  expect(roomOf({ width: 400, height: 900 }, card)).toEqual({ left: 0, top: 48, width: 400, height: 852 });
});

test("a board that is larger than the room fills it but for a strip of the table, a smaller one stays in it", () => {
  const board = { width: 3000, height: 100 };
  const room = { left: 100, top: 50, width: 800, height: 400 };
  expect(pan({ scale: 1, x: 0, y: 60 }, 9000, 9000, board, room)).toEqual({ scale: 1, x: 114, y: 350 });
  expect(pan({ scale: 1, x: 0, y: 60 }, -9000, -9000, board, room)).toEqual({ scale: 1, x: -2114, y: 50 });
});

test("the board cannot be lost from sight, neither by dragging nor by zooming out", () => {
  const camera = fit([0, 0, 1000, 1000], window);
  const far = pan(camera, 90000, -90000, { width: 1000, height: 1000 }, window);
  expect(far.x).toBeLessThan(window.width);
  expect(far.y).toBeGreaterThan(-500);
  expect(zoom(camera, 0.0001, 0, 0, camera.scale).scale).toBe(camera.scale / 2);
});

test("a hex outside the window is brought to its middle", () => {
  const camera = { scale: 2, x: 0, y: 0 };
  expect(inSight(camera, [600, 100], window)).toBe(false);
  const board = { width: 1000, height: 1000 };
  expect(inSight(centred(camera, [600, 100], window, board), [600, 100], window)).toBe(true);
});

test("at its edge the board still fills the window", () => {
  const camera = { scale: 1, x: 0, y: 0 };
  const board = { width: 3000, height: window.height / 2 };
  const { x, y } = centred(camera, [2990, 10], window, board);
  expect([x, y]).toEqual([window.width - 3000, window.height / 4]);
  expect(inSight({ scale: 1, x, y }, [2990, 10], window)).toBe(true);
});

test("a sign goes to the nearest place where nothing lies, and stays where there is none", () => {
  expect(freePlace(50, [0, 100], [])).toBe(50);
  expect(freePlace(50, [0, 100], [[40, 70]])).toBe(40);
  expect(freePlace(50, [0, 100], [[40, 55], [30, 45]])).toBe(55);
  expect(freePlace(50, [0, 100], [[-10, 120]])).toBe(50);
});
