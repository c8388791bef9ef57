import { beforeEach, expect, test, vi } from "vitest";
import type { Geometry, Summary } from "./fetched";
import { state } from "./fixtures";
import { Page } from "./page.svelte";
import { pastOf } from "./past.svelte";
import { Table } from "./table.svelte";
import { arrowOf, waysOn } from "./ways";

let page: Page;

beforeEach(() => {
  const kept = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal("localStorage", kept);
  vi.stubGlobal("sessionStorage", kept);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const hexes: Geometry["hexes"] = { "0101": [60, 400], "0203": [500, 500] };
  const geometry: Geometry = { size: 100, width: 1000, height: 900, view: [0, 0, 1000, 900], hexes, corners: [[-50, 0], [0, 50], [50, 0], [0, -50]] };
  page = new Page(new Table("g", () => "i"), { game: "g", key: "k" }, {} as Summary, geometry, () => undefined);
  const { view } = state();
  if (view) page.past = { view, hexes: new Set(), units: new Set() };
  pastOf(page).at = 7;
});

const plotted = (entry: number) => ({ entry, words: "", goes: [["a", "0101", ""], ["b", "0203", "0101"]] as [string, string, string][] });

test("a plan is drawn at the moment before it alone, and who leaves the map has his hex ringed, with no arrow over an edge", () => {
  page.plotted = plotted(6);
  expect(waysOn(page).ways).toEqual([]);
  page.plotted = plotted(7);
  const { ways } = waysOn(page);
  expect(ways.map(({ key, path }) => [key, ...path])).toEqual([["a", "0101"], ["b", "0203", "0101"]]);
  const [off, on] = ways.map((way) => arrowOf(page, way, []));
  expect(off).toEqual({ line: "M13.5 400L60 446.5L106.5 400L60 353.5Z", head: "", tip: [60, 400] });
  expect(on?.tip[0]).toBeGreaterThan(40);
});
