/** What the question brings onto the board: who acts, what may be chosen, chances, lines of fire. No rule is known here. */
import { names } from "./answers";
import { looks } from "./looks.svelte";
import { marchOf } from "./march.svelte";
import { areNeighbours, around, badgeSpot, badgeWide, barBox, discBox, fireLine, isFlat, wedge, type Arrow, type Box, type Wedge } from "./marks";
import type { Page } from "./page.svelte";
import type { Point } from "./places";
import { plannerOf } from "./planning";
import { heat, type Plan, targetsOf, waysOf } from "./plans";
import { countPlace, detailAt, turnedTo } from "./stacks";

/** The units that act: of the plan that lies open, else those chosen; their counters have the golden ring. */
export function actingOf(page: Page): ReadonlySet<string> {
  if (page.past) return new Set();
  const plan = plannerOf(page).chosen;
  if (plan) return new Set(plan.units);
  return marchOf(page).chosen.length ? new Set(marchOf(page).chosen) : page.selected;
}

/** The hexes on whose top counter the golden ring lies. */
export function goldenOf(page: Page): string[] {
  if (page.brigades || page.group.size) return [...page.spotted];
  const acting = actingOf(page);
  if (!acting.size) return page.spotted.filter((hex) => !mayActOf(page).has(hex));
  return [...new Set((page.view?.units ?? []).flatMap(({ id, hex }) => (hex && acting.has(id) ? [hex] : [])))];
}

/** Hexes whose answers name one of the asked side's own units there: it may act, nobody comes to it. */
export function mayActOf(page: Page): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [hex, answers] of page.litAnswers) {
    const own = (page.there.get(hex) ?? []).filter(({ side }) => side === page.decision?.seat);
    if (own.length && answers.every(({ text }) => own.some(({ id }) => names(text, id)))) found.add(hex);
  }
  return found;
}

/** The hexes that are chosen: of the plan that lies open, else of the answer that Enter takes. */
export function chosenOf(page: Page): ReadonlySet<string> {
  const planner = plannerOf(page);
  if (planner.open) return new Set(targetsOf(planner.plans));
  return new Set(page.proposed ? [page.proposed] : []);
}

/** The best chance on each target of the question. */
export function chancesOf(page: Page): Record<string, { text: string; chance: number; why: string }> {
  if (page.past) return {};
  const planner = plannerOf(page);
  const shown = planner.plans.filter(({ at }) => at !== null);
  const hexes = { ...heat(planner.all).hexes, ...heat(shown).hexes };
  return Object.fromEntries(Object.entries(hexes).map(([hex, { text, weight, why }]) => [hex, { text, chance: weight, why }]));
}

/** One line of a plan on the board. */
export interface Aim {
  key: string;
  to: string;
  arrow: Arrow | null;
  wedge: Wedge | null;
  /** Of the plan that is on show. */
  here: boolean;
}

/** Lines from those who fire or attack: between neighbours a wedge, else a line. */
export function aimsOf(page: Page): Aim[] {
  const planner = plannerOf(page);
  const units = page.view?.units ?? [];
  if (page.past) return [];
  return planner.plans.flatMap((plan) => waysOf(plan, units).flatMap(({ from, to }) => aim(page, plan, from, to, plan === planner.chosen) ?? []));
}

function aim(page: Page, plan: Plan, from: string, to: string, here: boolean): Aim | null {
  const { hexes, corners } = page.geometry;
  const [a, b] = [hexes[from], hexes[to]];
  if (!a || !b) return null;
  const key = `${from}-${to}-${plan.text}`;
  if (!areNeighbours(a, b)) return { key, to, arrow: fireLine(a, b), wedge: null, here };
  const how = { flat: isFlat(corners), assault: plan.kind === "assault", barred: isBarred(page, from, to) };
  return { key, to, arrow: null, wedge: wedge(a, b, how), here };
}

/** The angle of the bar that shows the front of a stack, where it has one. */
function barOf(page: Page, hex: string): number | null {
  const heading = page.there.get(hex)?.at(-1)?.heading;
  return typeof heading === "number" ? turnedTo(heading, looks.kept.turned) : null;
}

function isBarred(page: Page, from: string, to: string): boolean {
  const [a, b] = [page.geometry.hexes[from], page.geometry.hexes[to]];
  if (!a || !b) return false;
  const angle = (Math.atan2(b[0] - a[0], a[1] - b[1]) * 180) / Math.PI;
  const along = (bar: number | null, way: number) => bar !== null && Math.cos(((bar - way) * Math.PI) / 180) > 0.9;
  return along(barOf(page, from), angle) || along(barOf(page, to), angle + 180);
}

export interface Badge {
  hex: string;
  text: string;
  why: string;
  chosen: boolean;
  at: Point;
  wide: number;
}

/** The badges of the question, each at the end of its counter's band that nothing else needs. */
export function badgesOf(page: Page): Badge[] {
  const chosen = chosenOf(page);
  const rows = Object.entries(chancesOf(page)).filter(([hex, { chance }]) => chance > 0 && page.geometry.hexes[hex]);
  const taken = rows.length ? takenOf(page) : [];
  return rows.map(([hex, { text, why }]) => ({ hex, text, why, chosen: chosen.has(hex), wide: badgeWide(text), at: badgeAt(page, hex, text, taken) }));
}

/** Where a badge with such a text lies on the board. */
export function badgeAt(page: Page, hex: string, text: string, taken: readonly Box[]): Point {
  const { hexes, corners } = page.geometry;
  return badgeSpot(isFlat(corners), text, hexes[hex] ?? [0, 0], taken);
}

/** What badges keep off: heads of lines, wedges, discs with the number of counters, bars of fronts. */
export function takenOf(page: Page): Box[] {
  const { hexes, corners } = page.geometry;
  const disc = countPlace(corners, detailAt(page.hexPixels));
  const lines = aimsOf(page).map(({ arrow, wedge }) => around((wedge ? wedge.at : arrow?.tip) ?? [0, 0], wedge ? 24 : 18));
  const piles = [...page.there].flatMap(([hex, units]) => {
    const at = hexes[hex];
    if (!at) return [];
    const bar = barOf(page, hex);
    return [...(units.length > 1 && disc ? [discBox(at, disc)] : []), ...(bar === null ? [] : [barBox(at, bar)])];
  });
  return [...lines, ...piles];
}
