import { expect, test } from "vitest";
import { type Box, plateAt } from "./plate";

const ROOM: Box = { x: 0, y: 0, width: 1000, height: 700 };
const SIZE = { width: 200, height: 50 };
const counter = (x: number, y: number): Box => ({ x: x - 40, y: y - 40, width: 80, height: 80 });
const meets = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test("on free ground a plate lies at the right of its target, its tip towards it", () => {
  const { x, y, tip } = plateAt({ x: 400, y: 300 }, SIZE, 50, [counter(400, 300)], ROOM);
  expect([x, y]).toEqual([450, 275]);
  expect(tip).toEqual({ x: 0, y: 25 });
});

test("it goes round counters and stays in the free part of the window", () => {
  const taken = [counter(400, 300), counter(500, 300), counter(450, 390), counter(350, 390), counter(300, 300)];
  const found = plateAt({ x: 400, y: 300 }, SIZE, 50, taken, ROOM);
  expect(taken.some((one) => meets({ ...found, ...SIZE }, one))).toBe(false);
  const edge = plateAt({ x: 960, y: 660 }, SIZE, 50, [counter(960, 660)], ROOM);
  expect(edge.x + SIZE.width).toBeLessThanOrEqual(1000.5);
  expect(edge.y + SIZE.height).toBeLessThanOrEqual(700.5);
});

test("where nothing is free it covers least", () => {
  const found = plateAt({ x: 100, y: 60 }, SIZE, 50, [{ x: 0, y: 0, width: 200, height: 120 }], { x: 0, y: 0, width: 220, height: 120 });
  expect(Number.isFinite(found.x) && Number.isFinite(found.y)).toBe(true);
});
