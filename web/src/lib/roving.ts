/** What can be pressed in a list. */
const PRESSED = "button, a[href], summary";

/**
 * Makes a list one stop of Tab, however long it is: the arrows up and down lead from line to line, left and right through
 * all that can be pressed, Home and End to its ends, Esc back to the list.
 *
 * @param rows what a line is, as a selector
 */
export function roving(node: HTMLElement, rows = "p, li, tr"): { destroy(): void } {
  const skip = (root: Element) => {
    for (const one of root.querySelectorAll<HTMLElement>(PRESSED)) one.tabIndex = -1;
  };
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const one of addedNodes) if (one instanceof HTMLElement) skip(one.parentElement ?? one);
  });
  node.tabIndex = 0;
  skip(node);
  watch.observe(node, { childList: true, subtree: true });

  function key(event: KeyboardEvent): void {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target as HTMLElement;
    if (at.closest("input, select, textarea")) return;
    const all = [...node.querySelectorAll<HTMLElement>(PRESSED)].filter((one) => one.checkVisibility());
    const to = at === node && event.key === "Escape" ? null : target(event.key, all, all.indexOf(at), (one) => one.closest(rows), node);
    if (!to) return;
    to.focus();
    to.scrollIntoView({ block: "nearest" });
    event.preventDefault();
    event.stopPropagation();
  }

  node.addEventListener("keydown", key);
  return {
    destroy() {
      watch.disconnect();
      node.removeEventListener("keydown", key);
    },
  };
}

/** Where a key leads from the i-th of some things in lines; from the list itself (-1) up is its end, as in a log. */
export function target<T>(key: string, all: readonly T[], i: number, rowOf: (one: T) => unknown, list: T | null = null): T | null {
  const [first, last] = [all[0] ?? null, all[all.length - 1] ?? null];
  const here = all[i];
  if (here === undefined) return key === "ArrowDown" ? first : key === "ArrowUp" ? firstOf(last) : null;
  if (key === "ArrowRight") return all[i + 1] ?? null;
  if (key === "ArrowLeft") return all[i - 1] ?? null;
  if (key === "Home") return first;
  if (key === "End") return firstOf(last);
  if (key === "Escape") return list;
  const row = rowOf(here);
  if (key === "ArrowDown") return all.slice(i).find((one) => rowOf(one) !== row) ?? null;
  if (key === "ArrowUp") return firstOf(all.slice(0, i).reverse().find((one) => rowOf(one) !== row) ?? null);
  return null;

  /** The first thing of the line in which one lies. */
  function firstOf(one: T | null): T | null {
    return one === null ? null : (all.find((other) => rowOf(other) === rowOf(one)) ?? one);
  }
}
