/** Walking through a grid of fields by keys: each has its row and column as `data-at`, the grid itself `data-grid`. */

function fields(from: HTMLElement): HTMLElement[] {
  return [...(from.closest("[data-grid]")?.querySelectorAll<HTMLElement>("[data-at]") ?? [])];
}

/** The field in another row, in the same column or the last one before it. */
export function stepRow(from: HTMLElement, by: 1 | -1): void {
  const [row = 0, column = 0] = (from.dataset["at"] ?? "").split(",").map(Number);
  const there = fields(from).filter((one) => Number((one.dataset["at"] ?? "").split(",")[0]) === row + by);
  const found = there.filter((one) => Number((one.dataset["at"] ?? "").split(",")[1]) <= column).at(-1) ?? there[0];
  found?.focus();
}

/** Out of the grid, to what says which grid is shown: the chart, else the part of the page. */
export function stepOut(from: HTMLElement): void {
  const way = from.closest("section")?.querySelector<HTMLElement>("[data-way]") ?? document.querySelector<HTMLElement>('[data-way][aria-pressed="true"]');
  way?.focus();
}

/** The field of a row and column, once it is there: what is typed there replaces its text. */
export function stepTo(within: HTMLElement | null | undefined, row: number, column: number): void {
  const found = within?.querySelector<HTMLInputElement>(`[data-at="${row},${column}"]`);
  found?.focus();
  found?.select(); // it may have had the focus all along, with another text
}

/** The field that is read next. */
export function stepOn(from: HTMLElement): void {
  const all = fields(from);
  all[all.indexOf(from) + 1]?.focus();
}
