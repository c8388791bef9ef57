import type { Page } from "./page.svelte";

/**
 * Something of which a page has one, for all parts that show or change it, built when the first of them asks. It belongs to
 * the page and not to that part, which may go while others still read it.
 */
export function onePerPage<T>(make: (page: Page) => T): (page: Page) => T {
  const all = new WeakMap<Page, { it: T }>();
  return (page) => {
    let found = all.get(page);
    if (found) return found.it;
    $effect.root(() => {
      found = { it: make(page) };
    });
    found ??= { it: make(page) };
    all.set(page, found);
    return found.it;
  };
}
