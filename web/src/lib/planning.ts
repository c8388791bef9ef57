import { onePerPage } from "./onepage.svelte";
import { Planner } from "./planner.svelte";

/** The planner of a page: one for all parts that show or change the plan. */
export const plannerOf = onePerPage((page) => new Planner(page.table));
