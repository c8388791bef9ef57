import type { Drawing } from "./boards";
import { boardsOf } from "./boards.svelte";
import type { Page } from "./page.svelte";

const EMPTY: Drawing = { hexes: {}, lines: [], words: [] };

/** What the view of the whole board that is on draws over it. */
export function drawingOf(page: Page): Drawing {
  const boards = boardsOf(page);
  return (!page.past && boards.open && boards.drawing) || EMPTY;
}
