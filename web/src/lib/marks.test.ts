import { expect, test } from "vitest";
import { areNeighbours, badgeSpot, badgeWide, barBox, bent, edgeOf, fireLine, isFlat, wayArrow, wedge, WAY } from "./marks";
import type { Point } from "./places";

const POINTED: Point[] = [[0, -57.7], [50, -28.9], [50, 28.9], [0, 57.7], [-50, 28.9], [-50, -28.9]];
const FLAT: Point[] = POINTED.map(([x, y]) => [y, x]);
/** From the middle of a hex what is printed on its counter: regiment and number plate. */
const PRINT = { left: -36, right: 36, top: -17, bottom: 41.5 };
const ROUND: Record<"pointed" | "flat", Point[]> = {
  pointed: [[100, 0], [50, 86.6], [-50, 86.6], [-100, 0], [-50, -86.6], [50, -86.6]],
  flat: [[0, 100], [86.6, 50], [86.6, -50], [0, -100], [-86.6, -50], [-86.6, 50]],
};

/** Whether a box about a point keeps off the print of the counter in the middle and of all neighbours. */
function clear([x, y]: Point, wide: number, high: number, round: Point[], plateOnly = false): boolean {
  return [[0, 0] as Point, ...round].every(([cx, cy]) => {
    const [left, right, top, bottom] = [cx + PRINT.left, cx + PRINT.right, cy + (plateOnly ? 13.5 : PRINT.top), cy + PRINT.bottom];
    return x + wide / 2 <= left || x - wide / 2 >= right || y + high / 2 <= top || y - high / 2 >= bottom;
  });
}

/** The corners of a path of straight lines. */
const cornersOf = (path: string): Point[] => [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

test("hexes that stand on a side are told from those that stand on a corner", () => {
  expect([isFlat(POINTED), isFlat(FLAT)]).toEqual([false, true]);
});

test("a badge covers nothing that is printed, wherever it goes", () => {
  for (const flat of [false, true]) {
    const round = ROUND[flat ? "flat" : "pointed"];
    for (const text of ["1", "50 %", "100 %"]) {
      const right = badgeSpot(flat, text, [0, 0], []);
      const left = badgeSpot(flat, text, [0, 0], [{ left: 5, right: 60, top: -60, bottom: 0 }]);
      const under = badgeSpot(flat, text, [0, 0], [{ left: -60, right: 60, top: -60, bottom: 0 }]);
      expect([right[0] > 0, left[0] < 0, under[0]]).toEqual([true, true, 0]);
      for (const spot of [right, left, under]) expect(clear(spot, badgeWide(text), 21, round), `${flat} ${text} ${spot}`).toBe(true);
    }
  }
});

test("a badge keeps off the bar of a front", () => {
  expect(badgeSpot(true, "50 %", [0, 0], [barBox([0, 0], 60)])[0]).toBeLessThan(0);
  expect(badgeSpot(true, "50 %", [0, 0], [barBox([0, 0], 300)])[0]).toBeGreaterThan(0);
});

test("a wedge lies on no plate and beside the bar of a front", () => {
  for (const flat of [false, true])
    for (const to of ROUND[flat ? "flat" : "pointed"]) {
      expect(areNeighbours([0, 0], to)).toBe(true);
      for (const assault of [false, true])
        for (const barred of flat ? [false, true] : [false]) {
          const { path, at } = wedge([0, 0], to, { flat, assault, barred });
          const near = ROUND[flat ? "flat" : "pointed"];
          const digits = cornersOf(path).filter((spot) => !clear(spot, 0.1, 0.1, near, true));
          expect(digits, `${flat} ${to} ${assault} ${barred}`).toEqual([]);
          const way = Math.atan2(to[0], -to[1]) * (180 / Math.PI);
          const bar = barBox([0, 0], way);
          if (barred) expect(at[0] < bar.left || at[0] > bar.right || at[1] < bar.top || at[1] > bar.bottom).toBe(true);
        }
    }
});

test("a line of fire goes from counter to counter and touches neither", () => {
  const { line, head, tip } = fireLine([0, 0], [300, 0]);
  expect(line).toBe("M47 5L236 5");
  expect(tip).toEqual([250, 5]);
  expect(head).toContain("M250 5");
});

test("a way bends at the middle of its hexes and ends before who stands there", () => {
  expect(bent([[0, 0], [100, 0], [100, 100]])).toBe("M0 0Q100 0 100 50L100 100");
  const points: Point[] = [[0, 0], [100, 0]];
  expect(wayArrow(points, WAY, true)?.tip[0]).toBe(54);
  expect(wayArrow(points, WAY, false)?.tip[0]).toBe(110);
  expect(wayArrow([[0, 0]], WAY, false)).toBeNull();
});

test("the edge of a range is that of its hexes together", () => {
  const places = { "0101": [0, 0], "0102": [100, 0], "0103": [400, 0] } as Record<string, Point>;
  const sides = (path: string) => (path.match(/[ML]/g) ?? []).length;
  expect(sides(edgeOf(["0101"], places, POINTED))).toBe(6);
  expect(sides(edgeOf(["0101", "0102"], places, POINTED))).toBe(10);
  expect(edgeOf(["0101", "0103"], places, POINTED).match(/Z/g)).toHaveLength(2);
  expect(edgeOf(["9999"], places, POINTED)).toBe("");
});
