/** Ways on the board: of the move that is pointed at, of a march that is planned, or back; with who would stand where, and
    the fire that is drawn. No rule is known here. */
import { wayOf } from "./advice";
import { adviserOf } from "./advice.svelte";
import type { Geometry } from "./fetched";
import { marchOf } from "./march.svelte";
import { fireLines, ghostsOf, type MarchPlan, type Preview } from "./marching";
import { areNeighbours, BACK, fireLine, isFlat, MANY, OTHER_BACK, RING, WAY, wayArrow, wedge, type Arrow, type Stroke, type Wedge } from "./marks";
import type { Page } from "./page.svelte";
import { pastOf } from "./past.svelte";
import { outline, type Point } from "./places";
import { numberOf, proposedWay, wayTo } from "./retreats";
import { waysBackOf } from "./waysback.svelte";

export interface Way {
  key: string;
  path: readonly string[];
  stroke: Stroke;
  dashed: boolean;
  /** Who goes it leaves the map, nobody says where. */
  off?: boolean;
}

/** A counter where it would come to stand. */
export interface Standing {
  unit: string;
  hex: string;
  i: number;
  of: number;
  numbers?: string[] | undefined;
  nth?: number | undefined;
}

export interface Ways {
  ways: Way[];
  ghosts: Standing[];
  fires: ReturnType<typeof fireLines>;
}

const NONE: Ways = { ways: [], ghosts: [], fires: [] };

/** What is drawn of ways now. */
export function waysOn(page: Page): Ways {
  if (page.past) return page.plotted?.entry === pastOf(page).at ? ofPlotted(page.plotted.goes) : NONE;
  const march = marchOf(page);
  const back = waysBackOf(page).plans;
  if (back.length) return ofBack(page, back);
  if (march.plan) return ofPlan(march.plan);
  const row = pointedRow(page);
  return row ? ofMove(page, row.hex, row.row) : ofAdvice(page);
}

/** Whom a plan leads where, as straight lines; who leaves the map has his hex ringed: where he left it is not told. */
function ofPlotted(goes: readonly (readonly [string, string, string])[]): Ways {
  const stroke = goes.length > 1 ? MANY : WAY;
  const ways = goes.map(([unit, from, to]) => (to ? { key: unit, path: [from, to], stroke, dashed: true } : { key: unit, path: [from], stroke, dashed: true, off: true }));
  return { ...NONE, ways };
}

/** The ring of a hex, without a head. */
function ringed({ corners }: Geometry, [x, y]: Point): Arrow {
  return { line: outline(corners.map(([a, b]): Point => [x + a * RING.inside, y + b * RING.inside])), head: "", tip: [x, y] };
}

/** The move that the computer would make, while its opinion lies open. */
function ofAdvice(page: Page): Ways {
  const { told } = adviserOf(page);
  const way = told && wayOf(told);
  const from = page.view?.units.find(({ id }) => id === way?.unit)?.hex;
  return way && from ? { ...NONE, ways: [{ key: "advice", path: [from, ...way.path], stroke: WAY, dashed: true }] } : NONE;
}

/** The hex in reach that is pointed at; pointing at a counter points at its hex. */
export function pointedRow(page: Page): { hex: string; row: Preview } | null {
  const march = marchOf(page);
  const hex = march.chosen.length && page.unit ? page.unit.hex : page.pointed;
  const row = hex && !march.plan ? (page.reachable[hex] as Preview | undefined) : undefined;
  return hex && row ? { hex, row } : null;
}

function ofMove(page: Page, hex: string, row: Preview): Ways {
  const from = marchOf(page).chosen.length ? marchOf(page).hexOf(marchOf(page).chosen[0] ?? "") : (page.mover?.hex ?? null);
  const path = row.path ?? [];
  const stops = from && path.length && path[0] !== from ? [from, ...path] : path;
  const ids = row.end ? Object.keys(row.numbers ?? {}) : [];
  const ghosts = ids.map((unit, i) => ({ unit, hex, i, of: ids.length, numbers: row.numbers?.[unit] }));
  return { ways: stops.length > 1 ? [{ key: hex, path: stops, stroke: WAY, dashed: false }] : [], ghosts, fires: fireLines(row.fires) };
}

function ofPlan(plan: MarchPlan): Ways {
  const all = Object.entries(plan.ways ?? {});
  const stroke = all.length > 1 ? MANY : WAY;
  const ways = all.map(([unit, path]) => ({ key: unit, path, stroke, dashed: false }));
  const ghosts = ghostsOf(plan).map(({ nth, ...one }) => ({ ...one, nth: plan.at ? nth : undefined }));
  return { ways, ghosts, fires: fireLines(plan.draws) };
}

/** The way back that is pointed at, else the proposed one. */
export function shownBack(page: Page): MarchPlan | null {
  const { plans } = waysBackOf(page);
  return wayTo(plans, page.pointed, page.unit?.id ?? null) ?? proposedWay(plans);
}

/** The one on show whole, of the others the first step. */
function ofBack(page: Page, plans: readonly MarchPlan[]): Ways {
  const shown = shownBack(page);
  const ways = plans.flatMap((plan) => {
    const path = plan.path ?? [];
    const here = plan === shown;
    return path.length > 1 ? [{ key: plan.text, path, stroke: here ? BACK : OTHER_BACK, dashed: !here }] : [];
  });
  const ghosts = Object.entries(shown?.ghosts ?? {}).map(([unit, hex]) => ({ unit, hex, i: 0, of: 1, numbers: shown?.numbers?.[unit] }));
  const last = ways.filter(({ dashed }) => !dashed);
  return { ways: [...ways.filter(({ dashed }) => dashed), ...last], ghosts, fires: fireLines(shown?.draws) };
}

/** The ends of ways back, each with its number in the card; without ways, whom one may take, with what makes him liable. */
export function endsOf(page: Page): { plan: MarchPlan; hex: string; spot: Point; number: number; shown: boolean }[] {
  const { plans } = waysBackOf(page);
  const shown = page.past ? null : shownBack(page);
  if (!shown) return [];
  return plans.flatMap((plan) => {
    const spot = page.geometry.hexes[plan.at ?? ""];
    return plan.at && spot ? [{ plan, hex: plan.at, spot, number: numberOf(plans, plan), shown: plan === shown }] : [];
  });
}

/** Whether somebody stands in a hex who stays there. */
export function staysIn(page: Page, hex: string, ghosts: readonly Standing[]): boolean {
  const going = new Set(ghosts.map(({ unit }) => unit));
  return (page.there.get(hex) ?? []).some(({ id }) => !going.has(id));
}

/** Units that would be elsewhere by what is drawn: they are seen pale where their ghosts need their place. */
export function leavingOf(page: Page): ReadonlySet<string> {
  const { ghosts } = waysOn(page);
  const full = new Set(ghosts.map(({ hex }) => hex));
  const going = ghosts.map(({ unit }) => page.view?.units.find(({ id }) => id === unit));
  return new Set(going.flatMap((unit) => (unit?.hex && full.has(unit.hex) && !ghosts.some((one) => one.unit === unit.id && one.hex === unit.hex) ? [unit.id] : [])));
}

export function arrowOf(page: Page, way: Way, ghosts: readonly Standing[]): Arrow | null {
  const points = way.path.flatMap((hex) => (page.geometry.hexes[hex] ? [page.geometry.hexes[hex]] : []));
  const [end, last] = [points.at(-1), way.path.at(-1) ?? ""];
  if (way.off && end) return ringed(page.geometry, end);
  return wayArrow(points, way.stroke, page.there.has(last) || ghosts.some(({ hex }) => hex === last));
}

/** Fire that is drawn: a dashed line from afar, a wedge from a neighbour. */
export function drawnFire(page: Page, { key, from, to }: Ways["fires"][number]): { key: string; arrow: Arrow | null; wedge: Wedge | null; at: Point; to: string } | null {
  const [a, b] = [page.geometry.hexes[from], page.geometry.hexes[to]];
  if (!a || !b) return null;
  const near = areNeighbours(a, b);
  const how = { flat: isFlat(page.geometry.corners), assault: false, barred: false };
  return { key, arrow: near ? null : fireLine(a, b), wedge: near ? wedge(a, b, how) : null, at: b, to };
}
