import type { MarchPlan } from "./marching";
import { onePerPage } from "./onepage.svelte";

/** The ways back of the question on show. One for the whole page. */
export class WaysBack {
  plans = $state.raw<readonly MarchPlan[]>([]);
  /** They are not there yet: a click or Enter that may be meant for one waits for `loaded`. */
  loading = $state(false);
  loaded: Promise<void> = Promise.resolve();
}

/** The ways back of a page: one for all parts that show them. */
export const waysBackOf = onePerPage(() => new WaysBack());
