import type { Drawing } from "./boards";
import { boardsOf } from "./boards.svelte";
import type { Page } from "./page.svelte";
import { plannerOf } from "./planning";
import { heat } from "./plans";

const EMPTY: Drawing = { hexes: {}, lines: [], words: [] };

/** What is drawn over the whole board: the view that is on, else the best chance on each target of the question. */
export function drawingOf(page: Page): Drawing {
  if (page.past) return EMPTY;
  const [boards, planner] = [boardsOf(page), plannerOf(page)];
  if (boards.open) return boards.drawing ?? EMPTY;
  return planner.open ? EMPTY : heat(planner.all);
}
