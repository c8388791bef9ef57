import { target } from "./roving";

/** What can be pressed, and keeps no arrow keys of its own. */
const PRESSED = "button, a[href], summary, input[type=checkbox]";
/** What lies together: a plan, and what is folded with its head, is one group with all that it has, else the nearest of these around a thing is its group. */
const PLAN = ".plan, .single";
const GROUPS = "ul, ol, p, fieldset, menu, [role=group], .more";
/** Whom Tab comes to in a group into which nobody has come yet, the first that is there. */
const FIRST = [".proposed", ".main", "[aria-expanded=true]", "[aria-pressed=true]", "*"];

/**
 * Makes every list, line and group in a part of the page one stop of Tab, however many things in it can be pressed; the
 * arrows lead on inside it, Home and End to its ends. Tab comes back to what had the focus last, at first to what is proposed.
 */
export function stops(node: HTMLElement): { destroy(): void } {
  const last = new WeakMap<Element, HTMLElement>();
  const groupOf = (one: Element) => one.parentElement?.closest(PLAN) ?? one.parentElement?.closest(GROUPS) ?? node;
  const within = (group: Element) => [...node.querySelectorAll<HTMLElement>(PRESSED)].filter((one) => groupOf(one) === group);
  const open = (one: HTMLElement) => !one.matches(":disabled") && one.checkVisibility();

  function chosen(group: Element, all: readonly HTMLElement[]): HTMLElement | undefined {
    const before = last.get(group);
    if (before && all.includes(before) && open(before)) return before;
    for (const kind of FIRST) {
      const found = all.find((one) => one.matches(kind) && open(one));
      if (found) return found;
    }
    return all[0];
  }

  function lay(): void {
    const groups = new Map<Element, HTMLElement[]>();
    for (const one of node.querySelectorAll<HTMLElement>(PRESSED)) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one]);
    for (const [group, all] of groups) {
      const stop = group === node ? null : chosen(group, all);
      for (const one of all) one.tabIndex = stop === null || one === stop ? 0 : -1;
    }
  }

  function focused(event: FocusEvent): void {
    const at = event.target as HTMLElement;
    const group = groupOf(at);
    if (group === node || !at.matches(PRESSED)) return;
    last.set(group, at);
    for (const one of within(group)) one.tabIndex = one === at ? 0 : -1;
  }

  function key(event: KeyboardEvent): void {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.key === "Escape") return;
    const at = event.target as HTMLElement;
    const group = groupOf(at);
    if (group === node || !at.matches(PRESSED)) return;
    const all = within(group).filter(open);
    const line = (one: HTMLElement) => Math.round(one.getBoundingClientRect().top / LINE);
    const to = target(event.key, all, all.indexOf(at), line);
    if (!to) return;
    to.focus();
    to.scrollIntoView({ block: "nearest" });
    event.preventDefault();
    event.stopPropagation();
  }

  const watch = new MutationObserver(lay);
  watch.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "open"] });
  node.addEventListener("focusin", focused);
  node.addEventListener("keydown", key);
  lay();
  return {
    destroy() {
      watch.disconnect();
      node.removeEventListener("focusin", focused);
      node.removeEventListener("keydown", key);
    },
  };
}

/** Things whose heads lie nearer to each other than this, in pixels, stand in one line. */
const LINE = 8;
