import type { Page } from "./page.svelte";
import { Planner } from "./planner.svelte";

const planners = new WeakMap<Page, Planner>();

/** The planner of a page: one for all parts that show or change the plan. */
export function plannerOf(page: Page): Planner {
  const found = planners.get(page) ?? new Planner(page.table);
  planners.set(page, found);
  return found;
}
